/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The arena: a list of chunks, each twice as large as the one before.
 */
#include "schedule/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, FIRST_ITEMS = 32 };

struct tunedx_arena_chunk {
    struct tunedx_arena_chunk *next;
    alignas(max_align_t) unsigned char memory[];
};

static bool add_chunk(tunedx_arena_t *arena, size_t at_least)
{
    size_t capacity = arena->capacity == 0 ? FIRST_CHUNK : 2 * arena->capacity;

    if (capacity > LARGEST_CHUNK) {
        capacity = LARGEST_CHUNK;
    }
    if (capacity < at_least) {
        capacity = at_least;
    }
    if (capacity > SIZE_MAX - sizeof(struct tunedx_arena_chunk)) {
        return false;
    }
    struct tunedx_arena_chunk *chunk = calloc(1, sizeof *chunk + capacity);
    if (chunk == NULL) {
        return false;
    }
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->capacity = capacity;
    arena->used = 0;
    return true;
}

void *tunedx_arena_take(tunedx_arena_t *arena, size_t bytes)
{
    const size_t unit = alignof(max_align_t);

    if (bytes > SIZE_MAX - unit) {
        return NULL;
    }
    bytes = (bytes + unit - 1) / unit * unit;
    if ((arena->chunks == NULL || arena->capacity - arena->used < bytes) &&
        !add_chunk(arena, bytes)) {
        return NULL;
    }
    void *taken = arena->chunks->memory + arena->used;
    arena->used += bytes;
    return taken;
}

void *tunedx_arena_take_array(tunedx_arena_t *arena, size_t count, size_t bytes)
{
    if (bytes != 0 && count > SIZE_MAX / bytes) {
        return NULL;
    }
    return tunedx_arena_take(arena, count * bytes);
}

void *tunedx_arena_grow(tunedx_arena_t *arena, void *items, size_t count,
                        size_t *capacity, size_t bytes)
{
    const size_t more = *capacity == 0 ? FIRST_ITEMS : 2 * *capacity;

    if (count < *capacity) {
        return items;
    }
    void *larger = tunedx_arena_take_array(arena, more, bytes);

    if (larger != NULL) {
        if (count > 0) {
            memcpy(larger, items, count * bytes);
        }
        *capacity = more;
    }
    return larger;
}

char *tunedx_arena_copy_text(tunedx_arena_t *arena, const char *text,
                             size_t length)
{
    char *copy =
        length == SIZE_MAX ? NULL : tunedx_arena_take(arena, length + 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

void tunedx_arena_free(tunedx_arena_t *arena)
{
    while (arena->chunks != NULL) {
        struct tunedx_arena_chunk *next = arena->chunks->next;

        free(arena->chunks);
        arena->chunks = next;
    }
    *arena = tunedx_arena_empty();
}
