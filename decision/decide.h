/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decisions: which method serves a call, and why.
 *
 * Sources in order: the communicator's info key, the method forced by
 * parameter, a rules file, the decision compiled in, the built-in rules, any
 * algorithm.  The first candidate that can serve the call wins, on all ranks
 * alike, since nothing but the key, the policy and the communicator's info is
 * looked at.
 */
#ifndef TUNEDX_DECIDE_H
#define TUNEDX_DECIDE_H

#include "decision/generated.h"
#include "decision/reproducible.h"

enum { TUNEDX_MAX_RULES = 2 };

/* What all ranks of a job hold alike. */
typedef struct tunedx_policy {
    const tunedx_method_t *forced[TUNEDX_COLLECTIVES]; /* NULL: automatic */
    tunedx_rules_t rules[TUNEDX_MAX_RULES]; /* in order; built-in ones last */
    size_t rules_count;
    tunedx_generated_rules_t generated; /* in front of the built-in ones */
    size_t common[TUNEDX_COMMON];       /* of methods that give none; 0: none */
    tunedx_reproducible_t reproducible;
} tunedx_policy_t;

typedef enum tunedx_source {
    TUNEDX_SOURCE_INFO,
    TUNEDX_SOURCE_PARAMETER,
    TUNEDX_SOURCE_RULES,
    TUNEDX_SOURCE_GENERATED,
    TUNEDX_SOURCE_ANY /* no rule matched: the first algorithm that applies */
} tunedx_source_t;

/* A candidate that a user named and that could not serve the call. */
typedef struct tunedx_refusal {
    const tunedx_method_t *method;       /* NULL: there was none */
    const tunedx_algorithm_t *algorithm; /* the one of it that could not */
    const char *needs;                   /* what it needs */
    tunedx_source_t source;
    int line; /* SOURCE_RULES and SOURCE_GENERATED */
} tunedx_refusal_t;

typedef struct tunedx_choice {
    const tunedx_method_t *method; /* resolved: nothing is absent */
    tunedx_source_t source;
    const char *rules; /* SOURCE_RULES and SOURCE_GENERATED: name and line of */
    int line;          /* the row */
    const tunedx_generated_method_t *generated; /* SOURCE_GENERATED */
    const char *file;                           /* the same: the C file */
    tunedx_refusal_t refusal;                   /* the first one */
} tunedx_choice_t;

/* The decisions of one communicator. */
typedef struct tunedx_decider {
    const tunedx_policy_t *policy; /* outlives the decider */
    int size, nodes, ppn;
    tunedx_arena_t arena;
    const tunedx_method_t *info[TUNEDX_COLLECTIVES]; /* NULL: no such key */
    tunedx_slice_t slices[TUNEDX_MAX_RULES][TUNEDX_COLLECTIVES];
    struct tunedx_resolved *resolved; /* every method given out */
} tunedx_decider_t;

void tunedx_decider_init(tunedx_decider_t *decider,
                         const tunedx_policy_t *policy, int size, int nodes,
                         int ppn);
/* Lets another policy hold from now on; methods given out stay valid. */
void tunedx_decider_change(tunedx_decider_t *decider,
                           const tunedx_policy_t *policy);
void tunedx_decider_free(tunedx_decider_t *decider);

/* Decides.  What is not as reproducible as the policy wants is passed over,
 * from whatever source; the key has to be as tunedx_reproducible_commutes says.
 * The choice's method lives as long as the decider; equal methods are one
 * object. False when memory is short or no algorithm exists. */
bool tunedx_decide(tunedx_decider_t *decider, const tunedx_key_t *key,
                   tunedx_choice_t *choice);

/* Writes the map of the collective of `key`: a line for each range of message
 * sizes that has one method, beginning with `indent`, as "0..2k-1  binomial
 * window=4 (built-in rules, line 27)".  The methods are those of calls like
 * `key` in all but their size.  Like snprintf. */
size_t tunedx_decider_print(tunedx_decider_t *decider, const tunedx_key_t *key,
                            const char *indent, char *text, size_t size);

/* One line that says why: "parameter", or "built-in rules, line 12", or
 * "site.c (from site.rules, line 12)", or one of these with "; ring (parameter)
 * needs a commutative operation".
 * Like snprintf. */
size_t tunedx_choice_explain(const tunedx_choice_t *choice, char *text,
                             size_t size);

/* The part of it that is about the refusal: "ring (parameter) needs a
 * commutative operation", or nothing where there was none.  Like snprintf. */
size_t tunedx_refusal_explain(const tunedx_refusal_t *refusal, char *text,
                              size_t size);

#endif
