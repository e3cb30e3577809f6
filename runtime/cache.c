/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cache.h.  Buckets with chains; replacement by second chance: an entry
 * that was used since the last look is passed over once.
 */
#include "runtime/cache.h"

#include <stdlib.h>
#include <string.h>

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

static size_t memory_of(const tunedx_cache_t *cache, const size_t *lengths,
                        const tunedx_program_t *program)
{
    return sizeof(tunedx_cache_entry_t) + program->memory +
           (lengths == NULL ? 0 : cache->ranks * sizeof *lengths);
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
    cache->memory -= memory_of(cache, entry->lengths, entry->program);
    tunedx_program_release(entry->program);
    free(entry->lengths);
    free(entry);
}

/* Destroys entries until `needed` more bytes fit or none is left but the
 * pinned one. */
static void make_room(tunedx_cache_t *cache, size_t needed, size_t budget)
{
    while (cache->oldest != NULL && cache->memory + needed > budget) {
        tunedx_cache_entry_t *entry = remove_oldest(cache);
        const bool is_pinned = entry->program == cache->pinned;

        if (is_pinned && cache->oldest == NULL) {
            append(cache, entry);
            return;
        }
        if (is_pinned || entry->used) {
            entry->used = false;
            append(cache, entry);
        } else {
            destroy(cache, entry);
        }
    }
}

tunedx_cache_entry_t *tunedx_cache_find_lengths(const tunedx_cache_t *cache,
                                                const tunedx_call_id_t *id,
                                                const size_t *lengths)
{
    tunedx_cache_entry_t *entry =
        cache->buckets == NULL ? NULL : cache->buckets[tunedx_cache_bucket(id)];

    while (entry != NULL &&
           (entry->lengths == NULL || !tunedx_call_id_equal(&entry->id, id) ||
            memcmp(entry->lengths, lengths, cache->ranks * sizeof *lengths) !=
                0)) {
        entry = entry->next;
    }
    if (entry != NULL) {
        entry->used = true;
    }
    return entry;
}

/* An entry with a copy of `lengths`. */
static tunedx_cache_entry_t *create(const tunedx_cache_t *cache,
                                    const size_t *lengths)
{
    const size_t bytes = cache->ranks * sizeof *lengths;
    tunedx_cache_entry_t *entry = calloc(1, sizeof *entry);

    if (entry == NULL || lengths == NULL) {
        return entry;
    }
    entry->lengths = malloc(bytes);
    if (entry->lengths == NULL) {
        free(entry);
        return NULL;
    }
    memcpy(entry->lengths, lengths, bytes);
    return entry;
}

tunedx_cache_entry_t *tunedx_cache_add(tunedx_cache_t *cache,
                                       const tunedx_call_id_t *id,
                                       const size_t *lengths,
                                       tunedx_program_t *program, size_t budget)
{
    if (cache->buckets == NULL) {
        cache->buckets = calloc(TUNEDX_CACHE_BUCKETS, sizeof *cache->buckets);
    }
    tunedx_cache_entry_t *entry =
        cache->buckets == NULL ? NULL : create(cache, lengths);
    if (entry == NULL) {
        return NULL;
    }
    make_room(cache, memory_of(cache, lengths, program), budget);
    entry->id = *id;
    entry->program = program;
    entry->next = cache->buckets[tunedx_cache_bucket(id)];
    cache->buckets[tunedx_cache_bucket(id)] = entry;
    append(cache, entry);
    cache->memory += memory_of(cache, lengths, program);
    return entry;
}

void tunedx_cache_clear(tunedx_cache_t *cache)
{
    while (cache->oldest != NULL) {
        destroy(cache, remove_oldest(cache));
    }
    free(cache->buckets);
    cache->buckets = NULL;
    cache->pinned = NULL;
}
