/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cache.h.  Buckets with chains; replacement by second chance: an entry
 * that was used since the last look is passed over once.
 */
#include "runtime/cache.h"

#include <stdlib.h>

static void append(tunedx_cache_t *cache, tunedx_cache_entry_t *entry)
{
    entry->newer = NULL;
    if (cache->newest == NULL) {
        cache->oldest = entry;
    } else {
        cache->newest->newer = entry;
    }
    cache->newest = entry;
}

static tunedx_cache_entry_t *remove_oldest(tunedx_cache_t *cache)
{
    tunedx_cache_entry_t *entry = cache->oldest;

    cache->oldest = entry->newer;
    if (cache->oldest == NULL) {
        cache->newest = NULL;
    }
    return entry;
}

static void destroy(tunedx_cache_t *cache, tunedx_cache_entry_t *entry)
{
    tunedx_cache_entry_t **link =
        &cache->buckets[tunedx_cache_bucket(&entry->id)];

    while (*link != entry) {
        link = &(*link)->next;
    }
    *link = entry->next;
    if (cache->leaving != NULL) {
        cache->leaving(cache->context, entry);
    }
    cache->memory -= sizeof *entry + entry->program->memory;
    tunedx_program_release(entry->program);
    free(entry);
}

/* Destroys entries until `needed` more bytes fit or none is left. */
static void make_room(tunedx_cache_t *cache, size_t needed, size_t budget)
{
    while (cache->oldest != NULL && cache->memory + needed > budget) {
        tunedx_cache_entry_t *entry = remove_oldest(cache);

        if (entry->used) {
            entry->used = false;
            append(cache, entry);
        } else {
            destroy(cache, entry);
        }
    }
}

tunedx_cache_entry_t *tunedx_cache_add(tunedx_cache_t *cache,
                                       const tunedx_call_id_t *id,
                                       tunedx_program_t *program, size_t budget)
{
    tunedx_cache_entry_t *entry = calloc(1, sizeof *entry);

    if (cache->buckets == NULL) {
        cache->buckets = calloc(TUNEDX_CACHE_BUCKETS, sizeof *cache->buckets);
    }
    if (entry == NULL || cache->buckets == NULL) {
        free(entry);
        return NULL;
    }
    make_room(cache, sizeof *entry + program->memory, budget);
    entry->id = *id;
    entry->program = program;
    entry->next = cache->buckets[tunedx_cache_bucket(id)];
    cache->buckets[tunedx_cache_bucket(id)] = entry;
    append(cache, entry);
    cache->memory += sizeof *entry + program->memory;
    return entry;
}

void tunedx_cache_clear(tunedx_cache_t *cache)
{
    while (cache->oldest != NULL) {
        destroy(cache, remove_oldest(cache));
    }
    free(cache->buckets);
    cache->buckets = NULL;
}
