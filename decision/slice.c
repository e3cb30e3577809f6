/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rules sliced for one communicator.
 *
 * A slice is painted.  The ends of the rows' ranges cut the message sizes into
 * pieces; each row, in order, paints the pieces in its range that are still
 * bare.  `next` leads from every piece to the first bare one from there on, so
 * that no piece is looked at twice and long files cost no more than sorting.
 */
#include "decision/rules.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct canvas {
    tunedx_slice_entry_t *pieces;
    size_t *next; /* count + 1 of them: the last one is past the end */
    size_t count;
} canvas_t;

static int compare_ends(const void *a, const void *b)
{
    const size_t x = ((const tunedx_slice_entry_t *)a)->last_bytes;
    const size_t y = ((const tunedx_slice_entry_t *)b)->last_bytes;

    return (x > y) - (x < y);
}

/* Sorts the pieces by their ends and leaves one of each. */
static void sort_pieces(canvas_t *canvas)
{
    size_t kept = 0;

    qsort(canvas->pieces, canvas->count, sizeof *canvas->pieces, compare_ends);
    for (size_t i = 1; i < canvas->count; i++) {
        if (canvas->pieces[i].last_bytes != canvas->pieces[kept].last_bytes) {
            canvas->pieces[++kept] = canvas->pieces[i];
        }
    }
    canvas->count = kept + 1;
}

/* The first bare piece from `i` on; shortens the way for the next time. */
static size_t find_bare(size_t *next, size_t i)
{
    while (next[i] != i) {
        next[i] = next[next[i]];
        i = next[i];
    }
    return i;
}

/* The piece that holds `bytes`. */
static size_t find_piece(const canvas_t *canvas, size_t bytes)
{
    size_t low = 0, high = canvas->count - 1;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (bytes <= canvas->pieces[middle].last_bytes) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static void paint(canvas_t *canvas, const tunedx_rule_t *rule,
                  tunedx_range_t bytes)
{
    const size_t last = find_piece(canvas, bytes.last);
    size_t i = find_bare(canvas->next, find_piece(canvas, bytes.first));

    while (i <= last) {
        canvas->pieces[i].rule = rule;
        canvas->next[i] = i + 1;
        i = find_bare(canvas->next, i + 1);
    }
}

/* Joins neighbours of one rule. */
static void join_pieces(canvas_t *canvas)
{
    size_t kept = 0;

    for (size_t i = 1; i < canvas->count; i++) {
        if (canvas->pieces[i].rule != canvas->pieces[kept].rule) {
            kept++;
        }
        canvas->pieces[kept] = canvas->pieces[i];
    }
    canvas->count = kept + 1;
}

/* Whether the row is for some size on such a communicator, and which. */
static bool takes_part(const tunedx_rule_t *rule, const tunedx_key_t *key,
                       tunedx_range_t *bytes)
{
    return tunedx_rule_is_for(rule, key) &&
           tunedx_rule_bytes(rule, key->size, bytes);
}

/* Cuts the canvas at both ends of every row that is for such calls. */
static bool cut(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                const tunedx_key_t *key, canvas_t *canvas)
{
    const size_t most = 2 * rules->count + 1;
    tunedx_slice_entry_t *pieces =
        tunedx_arena_take_array(arena, most, sizeof *pieces);
    size_t *next = tunedx_arena_take_array(arena, most + 1, sizeof *next);
    size_t count = 0;

    if (pieces == NULL || next == NULL) {
        return false;
    }
    for (size_t i = 0; i < rules->count; i++) {
        tunedx_range_t bytes;

        if (takes_part(&rules->rows[i], key, &bytes)) {
            if (bytes.first > 0) {
                pieces[count++].last_bytes = bytes.first - 1;
            }
            pieces[count++].last_bytes = bytes.last;
        }
    }
    pieces[count++].last_bytes = SIZE_MAX;
    *canvas = (canvas_t){.pieces = pieces, .next = next, .count = count};
    sort_pieces(canvas);
    for (size_t i = 0; i <= canvas->count; i++) {
        next[i] = i;
    }
    return true;
}

bool tunedx_rules_slice(tunedx_arena_t *arena, const tunedx_rules_t *rules,
                        tunedx_collective_t collective, int size, int nodes,
                        int ppn, tunedx_slice_t *slice)
{
    const tunedx_key_t key = {
        .collective = collective,
        .size = size,
        .nodes = nodes,
        .ppn = ppn,
    };
    tunedx_arena_t work = tunedx_arena_empty();
    tunedx_slice_entry_t *entries = NULL;
    canvas_t canvas;

    if (!cut(&work, rules, &key, &canvas)) {
        goto out_free_work;
    }
    for (size_t i = 0; i < rules->count; i++) {
        tunedx_range_t bytes;

        if (takes_part(&rules->rows[i], &key, &bytes)) {
            paint(&canvas, &rules->rows[i], bytes);
        }
    }
    join_pieces(&canvas);
    entries = tunedx_arena_take_array(arena, canvas.count, sizeof *entries);
    if (entries == NULL) {
        goto out_free_work;
    }
    memcpy(entries, canvas.pieces, canvas.count * sizeof *entries);
    *slice = (tunedx_slice_t){.count = canvas.count, .entries = entries};

out_free_work:
    tunedx_arena_free(&work);
    return entries != NULL;
}
