/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tuned.h.
 */
#include "decision/tuned.h"

#include <string.h>

/* ---- collectives ---- */

/* In the order of their numbers, which is that of tunedx_collective_t; those of
 * neighbourhoods follow. */
static const struct collective {
    const char *name; /* NULL: ours has it */
    tunedx_tuned_size_t size;
} collectives[TUNEDX_TUNED_COLLECTIVES] = {
    [TUNEDX_ALLGATHER] = {NULL, TUNEDX_TUNED_TOTAL},
    [TUNEDX_ALLGATHERV] = {NULL, TUNEDX_TUNED_BYTES},
    [TUNEDX_ALLREDUCE] = {NULL, TUNEDX_TUNED_BYTES},
    [TUNEDX_ALLTOALL] = {NULL, TUNEDX_TUNED_TOTAL},
    [TUNEDX_ALLTOALLV] = {NULL, TUNEDX_TUNED_ZERO},
    [TUNEDX_ALLTOALLW] = {NULL, TUNEDX_TUNED_NEVER},
    [TUNEDX_BARRIER] = {NULL, TUNEDX_TUNED_ZERO},
    [TUNEDX_BCAST] = {NULL, TUNEDX_TUNED_BYTES},
    [TUNEDX_EXSCAN] = {NULL, TUNEDX_TUNED_TYPE_TOTAL},
    [TUNEDX_GATHER] = {NULL, TUNEDX_TUNED_TOTAL},
    [TUNEDX_GATHERV] = {NULL, TUNEDX_TUNED_NEVER},
    [TUNEDX_REDUCE] = {NULL, TUNEDX_TUNED_BYTES},
    [TUNEDX_REDUCE_SCATTER] = {NULL, TUNEDX_TUNED_BYTES},
    /* The block times the ranks, which is the vector, and so are our bytes. */
    [TUNEDX_REDUCE_SCATTER_BLOCK] = {NULL, TUNEDX_TUNED_BYTES},
    [TUNEDX_SCAN] = {NULL, TUNEDX_TUNED_TYPE_TOTAL},
    [TUNEDX_SCATTER] = {NULL, TUNEDX_TUNED_TOTAL},
    [TUNEDX_SCATTERV] = {NULL, TUNEDX_TUNED_NEVER},
    [TUNEDX_COLLECTIVES] = {"neighbor_allgather", TUNEDX_TUNED_NEVER},
    {"neighbor_allgatherv", TUNEDX_TUNED_NEVER},
    {"neighbor_alltoall", TUNEDX_TUNED_NEVER},
    {"neighbor_alltoallv", TUNEDX_TUNED_NEVER},
    {"neighbor_alltoallw", TUNEDX_TUNED_NEVER},
};

bool tunedx_tuned_collective(size_t number, tunedx_tuned_ids_t ids,
                             tunedx_collective_t *collective, const char **name)
{
    /* Up to 2.1 there was no reduce_scatter_block. */
    if (ids == TUNEDX_TUNED_OLD_IDS && number >= TUNEDX_REDUCE_SCATTER_BLOCK) {
        number = number < SIZE_MAX ? number + 1 : number;
    }
    *name = NULL;
    if (number >= TUNEDX_TUNED_COLLECTIVES) {
        return false;
    }
    *name = collectives[number].name;
    if (number >= TUNEDX_COLLECTIVES) {
        return false;
    }
    *collective = (tunedx_collective_t)number;
    *name = tunedx_collective_name(*collective);
    return true;
}

int tunedx_tuned_number(tunedx_collective_t collective)
{
    return (int)collective;
}

tunedx_tuned_size_t tunedx_tuned_size(tunedx_collective_t collective)
{
    return collectives[collective].size;
}

tunedx_measure_t tunedx_tuned_measure(tunedx_collective_t collective)
{
    switch (tunedx_tuned_size(collective)) {
    case TUNEDX_TUNED_TOTAL:
        return TUNEDX_MEASURE_TOTAL;
    case TUNEDX_TUNED_TYPE_TOTAL:
        return TUNEDX_MEASURE_TYPE_TOTAL;
    default:
        return TUNEDX_MEASURE_BYTES;
    }
}

/* ---- algorithms ---- */

/* Rows of the table: what an algorithm takes besides its number. */
#define SEGMENT .takes_segment = true
#define REQUESTS .takes_requests = true
#define CHAINS .fan = TUNEDX_TUNED_CHAINS
#define RADIX .fan = TUNEDX_TUNED_RADIX
#define PAIRS .is_for_pairs = true
#define SINCE_4 .since = 4
#define SINCE_5 .since = 5
#define SINCE_6 .since = 6

static const tunedx_tuned_algorithm_t table[] = {
    {TUNEDX_ALLGATHER, 1, "linear", "gather_bcast", SINCE_4},
    {TUNEDX_ALLGATHER, 2, "bruck-k-fanout", "bruck", RADIX, SINCE_4},
    {TUNEDX_ALLGATHER, 2, "bruck", "bruck", RADIX, SINCE_4}, /* till 5.0 */
    {TUNEDX_ALLGATHER, 3, "recursive_doubling", "recursive_doubling", SINCE_4},
    {TUNEDX_ALLGATHER, 4, "ring", "ring", SINCE_4},
    {TUNEDX_ALLGATHER, 5, "neighbor", "neighbor_exchange", SINCE_4},
    {TUNEDX_ALLGATHER, 6, "two_proc", "recursive_doubling", PAIRS, SINCE_4},
    {TUNEDX_ALLGATHER, 7, "sparbit", "sparbit", SINCE_5},
    {TUNEDX_ALLGATHER, 8, "direct-messaging", "linear", SINCE_5},

    {TUNEDX_ALLGATHERV, 1, "default", NULL, SINCE_4},
    {TUNEDX_ALLGATHERV, 2, "bruck", "bruck", SINCE_4},
    {TUNEDX_ALLGATHERV, 3, "ring", "ring", SINCE_4},
    {TUNEDX_ALLGATHERV, 4, "neighbor", "neighbor_exchange", SINCE_4},
    {TUNEDX_ALLGATHERV, 5, "two_proc", "recursive_doubling", PAIRS, SINCE_4},
    {TUNEDX_ALLGATHERV, 6, "sparbit", "sparbit", SINCE_5},

    {TUNEDX_ALLREDUCE, 1, "basic_linear", "linear", SINCE_4},
    {TUNEDX_ALLREDUCE, 2, "nonoverlapping", "nonoverlapping", SINCE_4},
    {TUNEDX_ALLREDUCE, 3, "recursive_doubling", "recursive_doubling", SINCE_4},
    {TUNEDX_ALLREDUCE, 4, "ring", "ring", SINCE_4},
    {TUNEDX_ALLREDUCE, 5, "segmented_ring", "segmented_ring", SEGMENT, SINCE_4},
    {TUNEDX_ALLREDUCE, 6, "rabenseifner", "rabenseifner", SINCE_4},
    {TUNEDX_ALLREDUCE, 7, "allgather_reduce", "allgather_reduce", SINCE_5},

    {TUNEDX_ALLTOALL, 1, "linear", "linear", SINCE_4},
    {TUNEDX_ALLTOALL, 2, "pairwise", "pairwise", SINCE_4},
    {TUNEDX_ALLTOALL, 3, "modified_bruck", "bruck", SINCE_4},
    {TUNEDX_ALLTOALL, 4, "linear_sync", "linear_sync", REQUESTS, SINCE_4},
    {TUNEDX_ALLTOALL, 5, "two_proc", "pairwise", PAIRS, SINCE_4},

    {TUNEDX_ALLTOALLV, 1, "basic_linear", "linear", SINCE_4},
    {TUNEDX_ALLTOALLV, 2, "pairwise", "pairwise", SINCE_4},

    {TUNEDX_BARRIER, 1, "linear", "linear", SINCE_4},
    {TUNEDX_BARRIER, 2, "double_ring", "double_ring", SINCE_4},
    {TUNEDX_BARRIER, 3, "recursive_doubling", "recursive_doubling", SINCE_4},
    {TUNEDX_BARRIER, 4, "bruck", "dissemination", SINCE_4},
    {TUNEDX_BARRIER, 5, "two_proc", "recursive_doubling", PAIRS, SINCE_4},
    {TUNEDX_BARRIER, 6, "tree", "tree", SINCE_4},

    {TUNEDX_BCAST, 1, "basic_linear", "linear", SINCE_4},
    {TUNEDX_BCAST, 2, "chain", "chain", CHAINS, SEGMENT, SINCE_4},
    {TUNEDX_BCAST, 3, "pipeline", "pipeline", SEGMENT, SINCE_4},
    {TUNEDX_BCAST, 4, "split_binary_tree", "split_binary_tree", SEGMENT,
     SINCE_4},
    {TUNEDX_BCAST, 5, "binary_tree", "binary_tree", SEGMENT, SINCE_4},
    {TUNEDX_BCAST, 6, "binomial", "binomial", SEGMENT, SINCE_4},
    /* Its radix is a parameter of coll/tuned's, never that of a rule. */
    {TUNEDX_BCAST, 7, "knomial", "knomial", SEGMENT, SINCE_4},
    {TUNEDX_BCAST, 8, "scatter_allgather", "scatter_allgather", SINCE_4},
    {TUNEDX_BCAST, 9, "scatter_allgather_ring", "scatter_allgather_ring",
     SINCE_4},

    {TUNEDX_EXSCAN, 1, "linear", "linear", SINCE_4},
    {TUNEDX_EXSCAN, 2, "recursive_doubling", "recursive_doubling", SINCE_4},

    {TUNEDX_GATHER, 1, "basic_linear", "linear", SINCE_4},
    {TUNEDX_GATHER, 2, "binomial", "binomial", SINCE_4},
    {TUNEDX_GATHER, 3, "linear_sync", "linear_sync", SEGMENT, SINCE_4},

    {TUNEDX_REDUCE, 1, "linear", "linear", SINCE_4},
    {TUNEDX_REDUCE, 2, "chain", "chain", CHAINS, SEGMENT, REQUESTS, SINCE_4},
    {TUNEDX_REDUCE, 3, "pipeline", "pipeline", SEGMENT, REQUESTS, SINCE_4},
    {TUNEDX_REDUCE, 4, "binary", "binary_tree", SEGMENT, REQUESTS, SINCE_4},
    {TUNEDX_REDUCE, 5, "binomial", "binomial", SEGMENT, REQUESTS, SINCE_4},
    {TUNEDX_REDUCE, 6, "in-order_binary", "in_order_binary", SEGMENT, REQUESTS,
     SINCE_4},
    {TUNEDX_REDUCE, 7, "rabenseifner", "rabenseifner", SINCE_4},
    {TUNEDX_REDUCE, 8, "knomial", "knomial", RADIX, SEGMENT, REQUESTS, SINCE_6},

    {TUNEDX_REDUCE_SCATTER, 1, "non-overlapping", "nonoverlapping", SINCE_4},
    {TUNEDX_REDUCE_SCATTER, 2, "recursive_halving", "recursive_halving",
     SINCE_4},
    {TUNEDX_REDUCE_SCATTER, 3, "ring", "ring", SINCE_4},
    {TUNEDX_REDUCE_SCATTER, 4, "butterfly", "butterfly", SINCE_4},

    {TUNEDX_REDUCE_SCATTER_BLOCK, 1, "basic_linear", "nonoverlapping", SINCE_4},
    {TUNEDX_REDUCE_SCATTER_BLOCK, 2, "recursive_doubling", "recursive_doubling",
     SINCE_4},
    {TUNEDX_REDUCE_SCATTER_BLOCK, 3, "recursive_halving", "recursive_halving",
     SINCE_4},
    {TUNEDX_REDUCE_SCATTER_BLOCK, 4, "butterfly", "butterfly", SINCE_4},

    {TUNEDX_SCAN, 1, "linear", "linear", SINCE_4},
    {TUNEDX_SCAN, 2, "recursive_doubling", "recursive_doubling", SINCE_4},

    {TUNEDX_SCATTER, 1, "basic_linear", "linear", SINCE_4},
    {TUNEDX_SCATTER, 2, "binomial", "binomial", SINCE_4},
    {TUNEDX_SCATTER, 3, "linear_nb", "linear_nb", SINCE_4},
};

enum { ALGORITHMS = sizeof table / sizeof table[0] };

const tunedx_tuned_algorithm_t *
tunedx_tuned_find(tunedx_collective_t collective, size_t number)
{
    for (int i = 0; i < ALGORITHMS; i++) {
        if (table[i].collective == collective &&
            (size_t)table[i].number == number) {
            return &table[i];
        }
    }
    return NULL;
}

const tunedx_tuned_algorithm_t *
tunedx_tuned_find_name(tunedx_collective_t collective, const char *name,
                       size_t length)
{
    const tunedx_word_t word = {.text = name, .length = length};

    for (int i = 0; i < ALGORITHMS; i++) {
        if (table[i].collective == collective &&
            tunedx_word_is(word, table[i].name)) {
            return &table[i];
        }
    }
    return NULL;
}

const tunedx_tuned_algorithm_t *
tunedx_tuned_of(tunedx_collective_t collective,
                const tunedx_algorithm_t *algorithm)
{
    return algorithm->tuned_id == 0
               ? NULL
               : tunedx_tuned_find(collective, (size_t)algorithm->tuned_id);
}

void tunedx_tuned_choices(tunedx_collective_t collective,
                          tunedx_choices_t *choices)
{
    tunedx_choices_add(choices, "ignore");
    for (int i = 0; i < ALGORITHMS; i++) {
        if (table[i].collective == collective) {
            tunedx_choices_add(choices, table[i].name);
        }
    }
}

int tunedx_tuned_last(tunedx_collective_t collective, int series)
{
    int last = 0;

    for (int i = 0; i < ALGORITHMS; i++) {
        if (table[i].collective == collective && table[i].since <= series) {
            last = table[i].number;
        }
    }
    return last;
}

/* ---- methods ---- */

static size_t clamp(size_t value, size_t least, size_t most)
{
    return value < least ? least : value > most ? most : value;
}

/* Gives the parameter a value where the algorithm has it. */
static void give(tunedx_method_t *method, const char *name, size_t value)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        if (strcmp(parameters[i]->name, name) == 0) {
            method->settings[i].number =
                clamp(value, parameters[i]->least, parameters[i]->most);
            method->settings[i].given = true;
        }
    }
}

const tunedx_method_t *
tunedx_tuned_method(tunedx_arena_t *arena,
                    const tunedx_tuned_algorithm_t *algorithm,
                    const tunedx_tuned_values_t *values, int series)
{
    tunedx_method_t *method = tunedx_arena_take(arena, sizeof *method);

    if (method == NULL) {
        return NULL;
    }
    method->algorithm = tunedx_algorithm_find(
        algorithm->collective, algorithm->ours, strlen(algorithm->ours));
    if (algorithm->takes_segment) {
        give(method, tunedx_segment.name, values->segment);
    }
    if (algorithm->fan == TUNEDX_TUNED_CHAINS) {
        give(method, tunedx_chains.name,
             clamp(values->fan, 1, TUNEDX_TUNED_MOST_CHAINS));
    } else if (algorithm->fan == TUNEDX_TUNED_RADIX && series >= 6 &&
               values->fan >= tunedx_radix.least) {
        give(method, tunedx_radix.name, values->fan);
    }
    if (algorithm->takes_requests && values->requests > 0) {
        method->common[TUNEDX_WINDOW].given = true;
        method->common[TUNEDX_WINDOW].number =
            clamp(values->requests, 1, TUNEDX_TUNED_MOST_WINDOW);
    }
    return method;
}
