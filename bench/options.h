/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the comparison of collectives takes on its command line.
 */
#ifndef TUNEDX_BENCH_OPTIONS_H
#define TUNEDX_BENCH_OPTIONS_H

#include "bench/calls.h"

enum { BENCH_MAX_SIZES = 64 };

typedef struct bench_options {
    bool collectives[BENCH_COLLECTIVES];
    size_t sizes[BENCH_MAX_SIZES];
    int sizes_count;
    bool root_fixed, root_rotating;
    bench_form_t form;
    bool against_blocking; /* the other side: tunedx too, blocking */
    int pairs;             /* of blocks, in each round */
    int rounds;            /* over all cells */
    int microseconds;      /* that a block should take */
    bool barrier;          /* before each call */
    bool control;          /* both sides without tunedx */
    const char *csv;       /* a file, or NULL */
} bench_options_t;

typedef enum bench_parsed {
    BENCH_PARSED,
    BENCH_HELP, /* was asked for; complaint holds it */
    BENCH_REFUSED
} bench_parsed_t;

enum { BENCH_COMPLAINT_LENGTH = 4096 };

/* Parses; on BENCH_REFUSED `complaint` is one line that says why. */
bench_parsed_t bench_options_parse(int count, char **arguments,
                                   bench_options_t *options,
                                   char complaint[BENCH_COMPLAINT_LENGTH]);

#endif
