/* SPDX-License-Identifier: BSD-3-Clause */
/* See matrix.h: the dimensions, and the choice of cases. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "matrix.h"

enum { GROUPS = 4, ALL_ROOTS = 5, SOME_ROOTS = 3 };

static const char *const collective_names[COLLECTIVES] = {
    "barrier",   "bcast",      "reduce",  "allreduce",
    "allgather", "allgatherv", "alltoall"};

static group_t groups[GROUPS];

collective_t matrix_collective(const char *name)
{
    int i = 0;

    while (i < COLLECTIVES && strcmp(name, collective_names[i]) != 0) {
        i++;
    }
    return (collective_t)i;
}

const char *matrix_collective_name(collective_t collective)
{
    return collective_names[collective];
}

static void split(group_t *group, const char *name, int color, int key)
{
    group->name = name;
    MPI_Comm_split(MPI_COMM_WORLD, color, key, &group->comm);
    MPI_Comm_set_errhandler(group->comm, MPI_ERRORS_RETURN);
    MPI_Comm_rank(group->comm, &group->rank);
    MPI_Comm_size(group->comm, &group->size);
}

void matrix_create(void)
{
    const int rank = check_rank(), ranks = check_ranks();

    split(&groups[0], "all ranks", 0, rank);
    split(&groups[1], "all ranks reversed", 0, -rank);
    split(&groups[2], "odd and even ranks", rank % 2, rank);
    split(&groups[3], "first third, and the rest reversed",
          rank < (ranks + 2) / 3, -rank);
    matrix_data_create();
}

void matrix_destroy(void)
{
    for (int i = 0; i < GROUPS; i++) {
        MPI_Comm_free(&groups[i].comm);
    }
}

static bool has_root(collective_t collective)
{
    return collective == BARRIER || collective == BCAST || collective == REDUCE;
}

static int neglects(collective_t collective)
{
    return collective == BARRIER || collective == BCAST ||
                   collective == ALLREDUCE
               ? 1
               : NEGLECTS;
}

void matrix_dimensions(collective_t collective, int sizes[DIMENSIONS])
{
    const bool moves = collective != BARRIER;

    sizes[BY_GROUP] = GROUPS;
    sizes[BY_DATUM] = moves ? matrix_data_count(collective) : 1;
    sizes[BY_COUNT] = moves ? COUNTS : 1;
    sizes[BY_ROOT] = 1;
    if (has_root(collective)) {
        sizes[BY_ROOT] =
            check_ranks() <= ALL_ROOTS ? check_ranks() : SOME_ROOTS;
    } else if (collective == ALLGATHERV) {
        sizes[BY_ROOT] = SPREADS;
    }
    sizes[BY_PLACE] = moves && collective != BCAST ? 2 : 1;
    sizes[BY_NEGLECT] = neglects(collective);
}

size_t matrix_product(const int sizes[DIMENSIONS])
{
    size_t product = 1;

    for (int d = 0; d < DIMENSIONS; d++) {
        product *= (size_t)sizes[d];
    }
    return product;
}

void matrix_split(size_t index, const int sizes[DIMENSIONS],
                  int values[DIMENSIONS])
{
    for (int d = 0; d < DIMENSIONS; d++) {
        values[d] = (int)(index % (size_t)sizes[d]);
        index /= (size_t)sizes[d];
    }
}

static int root_of(collective_t collective, int value, int size)
{
    if (!has_root(collective)) {
        return value;
    }
    if (check_ranks() <= ALL_ROOTS) {
        return value % size;
    }
    return value == 0 ? 0 : value == 1 ? size - 1 : size / 2;
}

case_t matrix_case(collective_t collective, size_t index, uint32_t seed)
{
    int sizes[DIMENSIONS], values[DIMENSIONS];

    matrix_dimensions(collective, sizes);
    matrix_split(index, sizes, values);
    const group_t *group = &groups[values[BY_GROUP]];

    return (case_t){.collective = collective,
                    .index = index,
                    .seed =
                        check_hash(seed, (uint32_t)collective, (uint32_t)index),
                    .group = group,
                    .datum = matrix_datum(collective, values[BY_DATUM]),
                    .count = values[BY_COUNT],
                    .root = root_of(collective, values[BY_ROOT], group->size),
                    .in_place = values[BY_PLACE] != 0,
                    .neglect = (neglect_t)values[BY_NEGLECT]};
}

/* The numbers 0 ... count - 1 in random order. */
static size_t *shuffle(size_t count, uint64_t seed)
{
    size_t *order = calloc(count, sizeof *order);

    for (size_t i = 0; i < count; i++) {
        const size_t j = (size_t)(check_random(&seed) % (i + 1));

        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

/*
 * Move an element to the end of the chosen ones.  `seen` counts what the
 * chosen ones cover: DIMENSIONS rows of `width`.
 */
static void choose(size_t *order, size_t *chosen, size_t which,
                   const int sizes[DIMENSIONS], int *seen, size_t width)
{
    const size_t index = order[which];
    int values[DIMENSIONS];

    order[which] = order[*chosen];
    order[(*chosen)++] = index;
    matrix_split(index, sizes, values);
    for (size_t d = 0; d < DIMENSIONS; d++) {
        seen[d * width + (size_t)values[d]]++;
    }
}

size_t matrix_sample(collective_t collective, size_t wanted, uint64_t seed,
                     size_t **chosen)
{
    int sizes[DIMENSIONS], values[DIMENSIONS];
    size_t count = 0, width = 0;

    matrix_dimensions(collective, sizes);
    const size_t product = matrix_product(sizes);
    size_t *order = shuffle(product, seed + (uint64_t)collective);

    for (int d = 0; d < DIMENSIONS; d++) {
        if ((size_t)sizes[d] > width) {
            width = (size_t)sizes[d];
        }
    }
    int *seen = calloc(DIMENSIONS * width, sizeof *seen);

    while (count < product && count < wanted) {
        choose(order, &count, count, sizes, seen, width);
    }
    for (size_t i = count; i < product; i++) {
        bool is_new = false;

        matrix_split(order[i], sizes, values);
        for (size_t d = 0; d < DIMENSIONS; d++) {
            is_new |= seen[d * width + (size_t)values[d]] == 0;
        }
        if (is_new) {
            choose(order, &count, i, sizes, seen, width);
        }
    }
    free(seen);
    *chosen = order;
    return count;
}

void matrix_describe(const case_t *c, char *text, size_t bytes)
{
    static const char *const counts[] = {"none", "one", "few", "odd",
                                         "several segments"};
    static const char *const spreads[] = {"even", "gaps", "reversed",
                                          "one block"};
    static const char *const neglect[] = {"", ", NULL where ignored",
                                          ", garbage where ignored"};
    const char *name = collective_names[c->collective];
    char root[32] = "";

    if (c->collective == ALLGATHERV) {
        snprintf(root, sizeof root, ", blocks %s", spreads[c->root]);
    } else if (has_root(c->collective)) {
        snprintf(root, sizeof root, ", root %d", c->root);
    }
    if (c->datum == NULL) {
        snprintf(text, bytes, "%s%s", name, root);
    } else {
        snprintf(text, bytes, "%s of %zu units (%s), %s in %s%s%s%s%s%s", name,
                 matrix_units(c), counts[c->count],
                 c->datum->layout < 0
                     ? "various layouts"
                     : c->datum->family->layouts[c->datum->layout].name,
                 c->datum->family->name,
                 c->datum->operation < OPERATIONS ? ", " : "",
                 c->datum->operation < OPERATIONS
                     ? operation_name(c->datum->operation)
                     : "",
                 root, c->in_place ? ", in place" : "", neglect[c->neglect]);
    }
}
