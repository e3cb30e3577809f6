/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sets of ranks, each kept once.
 *
 * A set is a sorted list of intervals: what algorithms combine are a few
 * stretches of neighbouring ranks, so sets of thousands of ranks stay small.
 * For an operation that does not commute the one interval a..b is also the
 * order: the contributions of a, a + 1, ..., b from left to right.
 */
#include "schedule/verify_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

static uint32_t hash_of(const tunedx_interval_t *intervals, int count)
{
    uint32_t hash = 2166136261U;

    for (int i = 0; i < count; i++) {
        hash = (hash ^ (uint32_t)intervals[i].first) * 16777619U;
        hash = (hash ^ (uint32_t)intervals[i].last) * 16777619U;
        hash ^= hash >> 15;
    }
    return hash;
}

static size_t find_entry(const tunedx_sets_t *sets, const tunedx_set_t *set)
{
    size_t at = set->hash & (sets->entries - 1);

    for (; sets->table[at] != 0; at = (at + 1) & (sets->entries - 1)) {
        const tunedx_set_t *other = &sets->sets[sets->table[at] - 1];

        if (other->hash == set->hash && other->count == set->count &&
            memcmp(other->intervals, set->intervals,
                   (size_t)set->count * sizeof *set->intervals) == 0) {
            break;
        }
    }
    return at;
}

/* Makes room for one more set; the table stays at most half full. */
static bool grow(tunedx_sets_t *sets)
{
    if (sets->count < sets->room) {
        return true;
    }
    const int room = sets->room == 0 ? FIRST_ROOM : 2 * sets->room;
    const size_t entries = 2 * (size_t)room;
    tunedx_set_t *moved =
        realloc(sets->sets, (size_t)room * sizeof *sets->sets);

    if (moved == NULL) {
        return false;
    }
    sets->sets = moved;
    int *table = calloc(entries, sizeof *table);
    if (table == NULL) {
        return false;
    }
    free(sets->table);
    sets->table = table;
    sets->entries = entries;
    sets->room = room;
    for (int i = 0; i < sets->count; i++) {
        table[find_entry(sets, &sets->sets[i])] = i + 1;
    }
    return true;
}

/* The number of the set with these intervals. */
static int intern(tunedx_sets_t *sets, const tunedx_interval_t *intervals,
                  int count)
{
    tunedx_set_t set = {
        .hash = hash_of(intervals, count),
        .count = count,
        .intervals = intervals,
    };

    if (!grow(sets)) {
        return TUNEDX_NO_MEMORY;
    }
    const size_t at = find_entry(sets, &set);
    if (sets->table[at] != 0) {
        return sets->table[at] - 1;
    }
    const size_t bytes = (size_t)count * sizeof *intervals;
    tunedx_interval_t *kept = tunedx_arena_take(&sets->arena, bytes);
    if (kept == NULL) {
        return TUNEDX_NO_MEMORY;
    }
    memcpy(kept, intervals, bytes);
    set.intervals = kept;
    sets->sets[sets->count] = set;
    sets->table[at] = ++sets->count;
    return sets->count - 1;
}

int tunedx_sets_range(tunedx_sets_t *sets, int first, int last)
{
    const tunedx_interval_t interval = {.first = first, .last = last};

    return intern(sets, &interval, 1);
}

/* Appends an interval that begins no earlier than those in `work`; false when
 * it has ranks in common with them and `join` forbids that. */
static bool append(tunedx_interval_t *work, int *count,
                   tunedx_interval_t interval, tunedx_join_t join)
{
    tunedx_interval_t *before = *count == 0 ? NULL : &work[*count - 1];

    if (before == NULL || interval.first > before->last + 1) {
        work[(*count)++] = interval;
        return true;
    }
    if (interval.first <= before->last && join != TUNEDX_JOIN_ANY) {
        return false;
    }
    if (interval.last > before->last) {
        before->last = interval.last;
    }
    return true;
}

static bool grow_work(tunedx_sets_t *sets, int count)
{
    if (count > sets->work_room) {
        tunedx_interval_t *moved =
            realloc(sets->work, 2 * (size_t)count * sizeof *moved);

        if (moved == NULL) {
            return false;
        }
        sets->work = moved;
        sets->work_room = 2 * count;
    }
    return true;
}

int tunedx_sets_join(tunedx_sets_t *sets, int left, int right,
                     tunedx_join_t join)
{
    const tunedx_set_t a = sets->sets[left], b = sets->sets[right];
    int i = 0, k = 0, count = 0;

    if (join == TUNEDX_JOIN_ADJACENT &&
        a.intervals[a.count - 1].last + 1 != b.intervals[0].first) {
        return TUNEDX_NO_SET;
    }
    if (!grow_work(sets, a.count + b.count)) {
        return TUNEDX_NO_MEMORY;
    }
    while (i < a.count || k < b.count) {
        const bool from_a =
            k == b.count ||
            (i < a.count && a.intervals[i].first < b.intervals[k].first);

        if (!append(sets->work, &count,
                    from_a ? a.intervals[i++] : b.intervals[k++], join)) {
            return TUNEDX_NO_SET;
        }
    }
    return intern(sets, sets->work, count);
}

void tunedx_sets_print(const tunedx_sets_t *sets, int set, char *text,
                       size_t size)
{
    const tunedx_set_t *of = &sets->sets[set];
    size_t used = 0;

    for (int i = 0; i < of->count && used < size; i++) {
        const tunedx_interval_t *interval = &of->intervals[i];
        const char *before = i == 0 ? "{" : ", ";
        const int length =
            interval->first == interval->last
                ? snprintf(text + used, size - used, "%s%d", before,
                           interval->first)
                : snprintf(text + used, size - used, "%s%d..%d", before,
                           interval->first, interval->last);

        used += (size_t)length;
    }
    if (used < size) {
        snprintf(text + used, size - used, "}");
    }
}

void tunedx_sets_free(tunedx_sets_t *sets)
{
    tunedx_arena_free(&sets->arena);
    free(sets->sets);
    free(sets->table);
    free(sets->work);
    *sets = (tunedx_sets_t){.count = 0};
}
