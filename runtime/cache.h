/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program cache of a communicator.
 *
 * Programs hold no addresses, so equal calls share one.  A budget of bytes
 * bounds the cache; what was not used lately goes first.
 */
#ifndef TUNEDX_CACHE_H
#define TUNEDX_CACHE_H

#include "decision/decide.h"

/* What tells calls on one communicator apart: the parts of key and rank's view
 * that vary there.  Calls that are looked up by their lengths name the method;
 * `units` is then 0, or a digest of the lengths that the program depends on. */
typedef struct tunedx_call_id {
    size_t units, unit_bytes;
    const tunedx_method_t *method;
    uint64_t traits; /* of tunedx_traits_pack */
} tunedx_call_id_t;

/* Whom a call is between. */
typedef enum tunedx_scope {
    TUNEDX_INTRA,     /* the ranks of a communicator */
    TUNEDX_INTER,     /* two groups */
    TUNEDX_NEIGHBOURS /* the neighbours in a topology */
} tunedx_scope_t;

typedef struct tunedx_traits {
    tunedx_scope_t scope;
    tunedx_collective_t collective;
    int root;
    tunedx_op_class_t op_class;
    bool commutative, in_place;
} tunedx_traits_t;

/* As one word, so that ids are compared and hashed in a few instructions. */
static inline uint64_t tunedx_traits_pack(tunedx_traits_t traits)
{
    return (uint64_t)(uint32_t)traits.root << 32 |
           (uint64_t)traits.scope << 24 | (uint64_t)traits.collective << 16 |
           (uint64_t)traits.op_class << 8 | (uint64_t)traits.commutative << 1 |
           (uint64_t)traits.in_place;
}

static inline tunedx_traits_t tunedx_traits_unpack(uint64_t packed)
{
    return (tunedx_traits_t){
        .scope = (tunedx_scope_t)(packed >> 24 & 0xff),
        .collective = (tunedx_collective_t)(packed >> 16 & 0xff),
        .root = (int)(packed >> 32),
        .op_class = (tunedx_op_class_t)(packed >> 8 & 0xff),
        .commutative = (packed >> 1 & 1) != 0,
        .in_place = (packed & 1) != 0,
    };
}

typedef struct tunedx_cache_entry {
    tunedx_call_id_t id;
    struct tunedx_cache_entry *next;  /* of the same bucket */
    struct tunedx_cache_entry *newer; /* of all, in the order of making */
    bool used;                        /* since it was last looked over */
    tunedx_program_t *program;
    size_t *lengths; /* of every block, where the program depends on them */
    tunedx_choice_t choice; /* method NULL: there was nothing to choose */
    size_t bytes;           /* the message size */
} tunedx_cache_entry_t;

enum { TUNEDX_CACHE_BUCKETS = 64 };

typedef struct tunedx_cache {
    tunedx_cache_entry_t **buckets; /* NULL until something is kept */
    tunedx_cache_entry_t *oldest, *newest;
    size_t memory; /* bytes of all entries and what is theirs */
    size_t ranks;  /* of the communicator: as many lengths has an entry */
    /* The program that was run last.  It may be running still, and something
     * that Open MPI does while it waits may add an entry: it is not destroyed.
     * NULL: none. */
    const tunedx_program_t *pinned;
    /* Told of every entry that is about to be destroyed; may be NULL. */
    void (*leaving)(void *context, tunedx_cache_entry_t *entry);
    void *context;
} tunedx_cache_t;

static inline bool tunedx_call_id_equal(const tunedx_call_id_t *a,
                                        const tunedx_call_id_t *b)
{
    return a->units == b->units && a->traits == b->traits &&
           a->method == b->method && a->unit_bytes == b->unit_bytes;
}

static inline size_t tunedx_cache_bucket(const tunedx_call_id_t *id)
{
    const uint64_t hash = (id->units ^ id->traits << 20 ^ id->traits >> 32 ^
                           (uintptr_t)id->method << 20) *
                          0x9e3779b97f4a7c15u;

    return (size_t)(hash >> 58) % TUNEDX_CACHE_BUCKETS;
}

/* The entry for `id`, or NULL when there is none. */
static inline tunedx_cache_entry_t *
tunedx_cache_find(const tunedx_cache_t *cache, const tunedx_call_id_t *id)
{
    tunedx_cache_entry_t *entry =
        cache->buckets == NULL ? NULL : cache->buckets[tunedx_cache_bucket(id)];

    while (entry != NULL && !tunedx_call_id_equal(&entry->id, id)) {
        entry = entry->next;
    }
    if (entry != NULL) {
        entry->used = true;
    }
    return entry;
}

/* The same where the program depends on the lengths of all blocks. */
tunedx_cache_entry_t *tunedx_cache_find_lengths(const tunedx_cache_t *cache,
                                                const tunedx_call_id_t *id,
                                                const size_t *lengths);

/* Keeps `program`, whose owner the cache becomes, with a copy of `lengths`
 * (NULL: none); makes room first so that the cache stays within `budget` bytes,
 * if need be with this entry alone.  NULL, and the program still the caller's,
 * when memory is short. */
tunedx_cache_entry_t *tunedx_cache_add(tunedx_cache_t *cache,
                                       const tunedx_call_id_t *id,
                                       const size_t *lengths,
                                       tunedx_program_t *program,
                                       size_t budget);

/* Destroys all entries; the cache is empty and usable again. */
void tunedx_cache_clear(tunedx_cache_t *cache);

#endif
