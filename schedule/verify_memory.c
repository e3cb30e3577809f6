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

/* Appends to a list of at most three runs, joining what continues. */
static void append(tunedx_run_t *list, int *count, const tunedx_run_t *run)
{
    if (*count > 0 && continues(&list[*count - 1], run)) {
        list[*count - 1].units += run->units;
    } else {
        list[(*count)++] = *run;
    }
}

/* The runs begin..end-1 are those that overlap the new one or touch it.  They
 * are replaced by what is left of the first, the new one, and what is left of
 * the last. */
bool tunedx_memory_write(tunedx_memory_t *memory, tunedx_run_t run)
{
    const size_t last = end_of(&run);
    tunedx_run_t fresh[3];
    int count = 0;

    if (run.units == 0) {
        return true;
    }
    size_t begin = find(memory, run.first);
    if (begin > 0 && end_of(&memory->runs[begin - 1]) == run.first) {
        begin--;
    }
    size_t end = begin;
    while (end < memory->count && memory->runs[end].first <= last) {
        end++;
    }
    if (begin < end && memory->runs[begin].first < run.first) {
        tunedx_run_t left = memory->runs[begin];

        left.units = run.first - left.first;
        append(fresh, &count, &left);
    }
    append(fresh, &count, &run);
    if (begin < end && end_of(&memory->runs[end - 1]) > last) {
        tunedx_run_t right = memory->runs[end - 1];
        const size_t cut = last - right.first;

        right.first += cut;
        right.position += cut;
        right.units -= cut;
        append(fresh, &count, &right);
    }
    if (!reserve(memory, memory->count + 2)) {
        return false;
    }
    memmove(&memory->runs[begin + (size_t)count], &memory->runs[end],
            (memory->count - end) * sizeof *memory->runs);
    memcpy(&memory->runs[begin], fresh, (size_t)count * sizeof *fresh);
    memory->count = memory->count - (end - begin) + (size_t)count;
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
