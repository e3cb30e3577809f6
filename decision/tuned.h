/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What coll/tuned of Open MPI has: its collectives and algorithms by number and
 * name, what each of them takes of a rule, and what a rule's message size is
 * compared with.  Its three formats of rules files share this.
 *
 * A row of such a file is  size algorithm fan segment [requests] ; algorithm 0
 * leaves the call to coll/tuned's own decision.
 */
#ifndef TUNEDX_TUNED_H
#define TUNEDX_TUNED_H

#include "decision/rules.h"
#include "decision/text.h"

/* Which algorithm a number means has not changed since 3.0, of collectives only
 * before; new ones were added. */
typedef enum tunedx_tuned_ids {
    TUNEDX_TUNED_IDS,    /* from Open MPI 3.0 on */
    TUNEDX_TUNED_OLD_IDS /* up to 2.1: scan is 13, scatter 14, scatterv 15 */
} tunedx_tuned_ids_t;

/* Collectives have the numbers 0 to 21, the last five of which are those of
 * neighbourhoods. */
enum { TUNEDX_TUNED_COLLECTIVES = 22 };

/* The collective of ours with that number.  False: it is one of neighbourhoods,
 * or none; *name is what it is called, or NULL. */
bool tunedx_tuned_collective(size_t number, tunedx_tuned_ids_t ids,
                             tunedx_collective_t *collective,
                             const char **name);

/* The number since 3.0. */
int tunedx_tuned_number(tunedx_collective_t collective);

/* What a rule's message size is compared with. */
typedef enum tunedx_tuned_size {
    TUNEDX_TUNED_NEVER,     /* coll/tuned decides no such collective */
    TUNEDX_TUNED_ZERO,      /* always 0: rows beyond the first never match */
    TUNEDX_TUNED_BYTES,     /* TUNEDX_MEASURE_BYTES */
    TUNEDX_TUNED_TOTAL,     /* TUNEDX_MEASURE_TOTAL */
    TUNEDX_TUNED_TYPE_TOTAL /* TUNEDX_MEASURE_TYPE_TOTAL */
} tunedx_tuned_size_t;

tunedx_tuned_size_t tunedx_tuned_size(tunedx_collective_t collective);

/* The measure of rows; NEVER and ZERO have bytes. */
tunedx_measure_t tunedx_tuned_measure(tunedx_collective_t collective);

/* What becomes of the fan in or out. */
typedef enum tunedx_tuned_fan {
    TUNEDX_TUNED_NO_FAN, /* it is ignored */
    TUNEDX_TUNED_CHAINS, /* 1 to 32 chains */
    TUNEDX_TUNED_RADIX   /* of a tree or of rounds, from Open MPI 6.0 on */
} tunedx_tuned_fan_t;

/* An algorithm of coll/tuned. */
typedef struct tunedx_tuned_algorithm {
    tunedx_collective_t collective;
    int number;
    const char *name;
    const char *ours;  /* the algorithm that is the same; NULL: none */
    bool is_for_pairs; /* 2 ranks only */
    bool takes_segment, takes_requests;
    tunedx_tuned_fan_t fan;
    int since; /* the first series with it, 4 for 4.1 and all before */
} tunedx_tuned_algorithm_t;

/* NULL: there is none. */
const tunedx_tuned_algorithm_t *
tunedx_tuned_find(tunedx_collective_t collective, size_t number);
const tunedx_tuned_algorithm_t *
tunedx_tuned_find_name(tunedx_collective_t collective, const char *name,
                       size_t length);

/* That of a method's algorithm, or NULL. */
const tunedx_tuned_algorithm_t *
tunedx_tuned_of(tunedx_collective_t collective,
                const tunedx_algorithm_t *algorithm);

/* The names of a collective's algorithms, for messages; "ignore" is 0. */
void tunedx_tuned_choices(tunedx_collective_t collective,
                          tunedx_choices_t *choices);

/* The highest number of a collective's algorithms in a series. */
int tunedx_tuned_last(tunedx_collective_t collective, int series);

/* A row's values behind the size. */
typedef struct tunedx_tuned_values {
    size_t fan, segment, requests;
} tunedx_tuned_values_t;

enum { TUNEDX_TUNED_MOST_CHAINS = 32, TUNEDX_TUNED_MOST_WINDOW = 64 };

/* The method that does the same, as `series` would; what the algorithm ignores
 * is ignored, what is too large becomes the largest there is.  `ours` is not
 * NULL.  NULL: memory is short. */
const tunedx_method_t *
tunedx_tuned_method(tunedx_arena_t *arena,
                    const tunedx_tuned_algorithm_t *algorithm,
                    const tunedx_tuned_values_t *values, int series);

#endif
