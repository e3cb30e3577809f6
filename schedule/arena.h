/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An arena: memory that is taken in small pieces and given back all at once.
 */
#ifndef TUNEDX_ARENA_H
#define TUNEDX_ARENA_H

#include <stddef.h>

typedef struct tunedx_arena {
    struct tunedx_arena_chunk *chunks;
    size_t used, capacity; /* bytes of the newest chunk */
} tunedx_arena_t;

/* An arena is valid when zeroed. */
static inline tunedx_arena_t tunedx_arena_empty(void)
{
    return (tunedx_arena_t){.chunks = NULL};
}

/* `bytes` zeroed bytes, aligned for any type, or NULL when memory is short.
 * They live until tunedx_arena_free. */
void *tunedx_arena_take(tunedx_arena_t *arena, size_t bytes);

/* `count` zeroed objects of `bytes` bytes; NULL also when the product does not
 * fit in size_t. */
void *tunedx_arena_take_array(tunedx_arena_t *arena, size_t count,
                              size_t bytes);

/* Makes room for one more in the array `items`, which holds `count` objects of
 * `bytes` bytes and has room for *capacity (0: there is none yet).  Returns the
 * array, perhaps another one, of which the arena keeps what was outgrown; NULL,
 * and all as before, when memory is short. */
void *tunedx_arena_grow(tunedx_arena_t *arena, void *items, size_t count,
                        size_t *capacity, size_t bytes);

/* A copy of the first `length` characters of `text`, terminated. */
char *tunedx_arena_copy_text(tunedx_arena_t *arena, const char *text,
                             size_t length);

/* Gives everything back; the arena is empty and usable again. */
void tunedx_arena_free(tunedx_arena_t *arena);

#endif
