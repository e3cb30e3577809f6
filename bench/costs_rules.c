/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a rules file costs at the start of a job: reading and packing on rank 0,
 * unpacking on every rank.
 */
#include "bench/costs.h"

#include <stdio.h>
#include <stdlib.h>

#include "decision/pack_rules.h"

enum { ROW_TEXT = 80, METHODS = 128 };

typedef struct file {
    char *text;
    size_t length;
    tunedx_arena_t arena; /* of `rules` */
    tunedx_rules_t rules;
    void *packed;
    size_t packed_bytes;
    bool failed;
} file_t;

static void note_fault(void *context, const char *name, int line, size_t column,
                       const char *text)
{
    fprintf(stderr, "costs: %s:%d:%zu: %s\n", name, line, column, text);
    *(bool *)context = true;
}

static bool write_text(file_t *file, int rows)
{
    const size_t room = ((size_t)rows + 2) * ROW_TEXT;

    file->text = malloc(room);
    if (file->text == NULL) {
        return false;
    }
    file->length =
        (size_t)snprintf(file->text, room, "tunedx-rules 1\n[bcast]\n");
    for (int i = 0; i < rows; i++) {
        file->length += (size_t)snprintf(
            file->text + file->length, room - file->length,
            "  %d  *  *  %d..%d  -> chain chains=%d segment=%dk\n", i % 64 + 2,
            i * 64, i * 64 + 63, i % 8 + 1, i % METHODS / 8 + 1);
    }
    return true;
}

static void parse(void *context)
{
    file_t *file = context;

    tunedx_arena_free(&file->arena);
    tunedx_rules_parse(&file->arena, "some.rules", file->text, file->length,
                       note_fault, &file->failed, &file->rules);
}

static void pack(void *context)
{
    file_t *file = context;

    free(file->packed);
    file->packed = tunedx_rules_pack(&file->rules, &file->packed_bytes);
}

static void unpack(void *context)
{
    file_t *file = context;
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules;

    file->failed =
        file->packed == NULL ||
        !tunedx_rules_unpack(&arena, file->packed, file->packed_bytes, &rules);
    tunedx_arena_free(&arena);
}

static bool show(int rows)
{
    file_t file = {.text = NULL};
    bool done = write_text(&file, rows);

    if (done) {
        const double parsing = bench_measure(parse, &file, 1000);
        const double packing = bench_measure(pack, &file, 1000);
        const double unpacking = bench_measure(unpack, &file, 1000);

        printf("%6d %10zu %10zu %10.1f %10.1f %10.1f\n", rows, file.length,
               file.packed_bytes, parsing, packing, unpacking);
        done = !file.failed;
    }
    tunedx_arena_free(&file.arena);
    free(file.packed);
    free(file.text);
    return done;
}

bool bench_rules(void)
{
    static const int rows[] = {10, 100, 1000, 10000};
    bool done = true;

    printf("\n# A rules file, up to %d different methods in it: bytes, bytes "
           "packed; us to\n# parse and to pack on rank 0, to unpack on every "
           "rank.\n",
           METHODS);
    printf("%6s %10s %10s %10s %10s %10s\n", "# rows", "file", "packed",
           "parse", "pack", "unpack");
    for (size_t i = 0; i < sizeof rows / sizeof *rows && done; i++) {
        done = show(rows[i]);
    }
    return done;
}
