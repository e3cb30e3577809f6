/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memories of symbolic values, as sorted arrays of runs.
 */
#include "schedule/verify_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 4 };

static size_t end_of(const tunedx_run_t *run)
{
    return run->first + run->units;
}

/* The first run that ends after `address`. */
static size_t find(const tunedx_memory_t *memory, size_t address)
{
    size_t low = 0, high = memory->count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (end_of(&memory->runs[middle]) <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool reserve(tunedx_memory_t *memory, size_t count)
{
    if (count <= memory->room) {
        return true;
    }
    size_t room = memory->room == 0 ? FIRST_ROOM : 2 * memory->room;
    if (room < count) {
        room = count;
    }
    tunedx_run_t *moved = realloc(memory->runs, room * sizeof *moved);
    if (moved == NULL) {
        return false;
    }
    memory->runs = moved;
    memory->room = room;
    return true;
}

static bool continues(const tunedx_run_t *run, const tunedx_run_t *next)
{
    return end_of(run) == next->first && run->set == next->set &&
           run->position + run->units == next->position;
}

/* What is left of a run before and after the units first..last-1. */
static tunedx_run_t part_before(const tunedx_run_t *run, size_t first)
{
    tunedx_run_t part = *run;

    part.units = run->first < first ? first - run->first : 0;
    return part;
}

static tunedx_run_t part_after(const tunedx_run_t *run, size_t last)
{
    const size_t cut = last > run->first ? last - run->first : 0;
    tunedx_run_t part = *run;

    part.first += cut;
    part.position += cut;
    part.units = run->units > cut ? run->units - cut : 0;
    return part;
}

/* The entries begin..end-1, which overlap the new runs, make room for what is
 * left of the first of them, the new runs, and what is left of the last. */
static void splice(tunedx_memory_t *memory, size_t begin, size_t end,
                   size_t first, const tunedx_memory_t *piece)
{
    const tunedx_run_t nothing = {.units = 0};
    const size_t last = first + end_of(&piece->runs[piece->count - 1]);
    const tunedx_run_t left =
        begin < end ? part_before(&memory->runs[begin], first) : nothing;
    const tunedx_run_t right =
        begin < end ? part_after(&memory->runs[end - 1], last) : nothing;
    tunedx_run_t *to = &memory->runs[begin];
    size_t count = piece->count + (left.units > 0) + (right.units > 0);

    memmove(to + count, &memory->runs[end], (memory->count - end) * sizeof *to);
    memory->count += count - (end - begin);
    count = 0;
    if (left.units > 0) {
        to[count++] = left;
    }
    for (size_t i = 0; i < piece->count; i++) {
        to[count] = piece->runs[i];
        to[count++].first += first;
    }
    if (right.units > 0) {
        to[count] = right;
    }
}

/* Makes one of two entries that continue each other. */
static void join(tunedx_memory_t *memory, size_t index)
{
    tunedx_run_t *run = &memory->runs[index];

    if (index + 1 < memory->count && continues(run, run + 1)) {
        run->units += run[1].units;
        memory->count--;
        memmove(run + 1, run + 2, (memory->count - index - 1) * sizeof *run);
    }
}

bool tunedx_memory_write(tunedx_memory_t *memory, size_t first,
                         const tunedx_memory_t *piece)
{
    if (piece->count == 0) {
        return true;
    }
    const size_t last = first + end_of(&piece->runs[piece->count - 1]);
    const size_t begin = find(memory, first);
    size_t end = begin;

    while (end < memory->count && memory->runs[end].first < last) {
        end++;
    }
    if (!reserve(memory, memory->count + piece->count + 2)) {
        return false;
    }
    splice(memory, begin, end, first, piece);
    const size_t from = begin > 0 ? begin - 1 : 0;

    for (size_t i = find(memory, last); i-- > from;) {
        join(memory, i);
    }
    return true;
}

size_t tunedx_memory_read(const tunedx_memory_t *memory, size_t first,
                          size_t units, tunedx_memory_t *piece)
{
    size_t read = 0;

    piece->count = 0;
    for (size_t i = find(memory, first); read < units; i++) {
        if (i == memory->count || memory->runs[i].first > first + read) {
            break;
        }
        if (!reserve(piece, piece->count + 1)) {
            return TUNEDX_NOT_READ;
        }
        tunedx_run_t run = memory->runs[i];
        const size_t skipped = first + read - run.first;

        run.first = read;
        run.position += skipped;
        run.units -= skipped;
        if (run.units > units - read) {
            run.units = units - read;
        }
        piece->runs[piece->count++] = run;
        read += run.units;
    }
    return read;
}

void tunedx_memory_free(tunedx_memory_t *memory)
{
    free(memory->runs);
    *memory = (tunedx_memory_t){.count = 0};
}
