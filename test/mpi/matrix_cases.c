/* SPDX-License-Identifier: BSD-3-Clause */
/* See matrix.h: the dimensions, and what a case is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "matrix.h"

/* One case in so many has a companion. */
enum { GROUPS = 4, ALL_ROOTS = 5, SOME_ROOTS = 3, COMPANIONS = 4 };

static group_t groups[GROUPS];

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

/* What MPI ignores on some rank, if anything. */
static int neglects(collective_t collective)
{
    switch (collective) {
    case BARRIER:
    case BCAST:
    case ALLREDUCE:
    case REDUCE_SCATTER:
    case REDUCE_SCATTER_BLOCK:
    case SCAN:
        return 1;
    default:
        return NEGLECTS;
    }
}

static int places(collective_t collective)
{
    switch (collective) {
    case BARRIER:
    case BCAST:
        return 1;
    case REDUCE_SCATTER:
    case SCAN:
    case EXSCAN:
        return PLACES;
    default:
        return PLACE_ODD;
    }
}

void matrix_dimensions(collective_t collective, int sizes[DIMENSIONS])
{
    const bool has_data = collective != BARRIER;
    const bool has_root = call_has_root(collective) || collective == BARRIER;

    sizes[BY_GROUP] = GROUPS;
    sizes[BY_DATUM] = has_data ? matrix_data_count(collective) : 1;
    sizes[BY_COUNT] = has_data ? COUNTS : 1;
    sizes[BY_ROOT] = 1;
    if (has_root) {
        sizes[BY_ROOT] =
            check_ranks() <= ALL_ROOTS ? check_ranks() : SOME_ROOTS;
    }
    sizes[BY_SPREAD] = call_is_irregular(collective) ? SPREADS : 1;
    sizes[BY_PLACE] = places(collective);
    sizes[BY_NEGLECT] = neglects(collective);
    sizes[BY_FORM] = FORMS;
}

size_t matrix_product(const int sizes[DIMENSIONS])
{
    size_t product = 1;

    for (int d = 0; d < DIMENSIONS; d++) {
        product *= (size_t)sizes[d];
    }
    return product;
}

/* Write an index as a value in each dimension. */
static void split_index(size_t index, const int sizes[DIMENSIONS],
                        int values[DIMENSIONS])
{
    for (int d = 0; d < DIMENSIONS; d++) {
        values[d] = (int)(index % (size_t)sizes[d]);
        index /= (size_t)sizes[d];
    }
}

static size_t join_index(const int sizes[DIMENSIONS],
                         const int values[DIMENSIONS])
{
    size_t index = 0;

    for (int d = DIMENSIONS - 1; d >= 0; d--) {
        index = index * (size_t)sizes[d] + (size_t)values[d];
    }
    return index;
}

static int root_of(int value, int size)
{
    if (check_ranks() <= ALL_ROOTS) {
        return value % size;
    }
    return value == 0 ? 0 : value == 1 ? size - 1 : size / 2;
}

case_t matrix_case(collective_t collective, size_t index, uint32_t seed)
{
    int sizes[DIMENSIONS], values[DIMENSIONS];

    matrix_dimensions(collective, sizes);
    split_index(index, sizes, values);
    const group_t *group = &groups[values[BY_GROUP]];
    case_t c = {.index = index, .group = group, .count = values[BY_COUNT]};

    c.what = (checked_t){
        .collective = collective,
        .form = (form_t)values[BY_FORM],
        .comm = group->comm,
        .seed = check_hash(seed, (uint32_t)collective, (uint32_t)index),
        .op = MPI_OP_NULL,
        .root = root_of(values[BY_ROOT], group->size),
        .spread = (spread_t)values[BY_SPREAD],
        .place = (place_t)values[BY_PLACE],
        .neglect = (neglect_t)values[BY_NEGLECT]};
    if (collective != BARRIER) {
        const datum_t *datum = matrix_datum(collective, values[BY_DATUM]);

        c.what.datum = datum;
        c.what.units = matrix_units(collective, datum, c.count, group->size);
        if (call_reduces(collective)) {
            c.what.op = operation_handle(datum->operation);
        }
    }
    return c;
}

static void draw(const int sizes[DIMENSIONS], uint64_t *random,
                 int values[DIMENSIONS])
{
    for (int d = 0; d < DIMENSIONS; d++) {
        values[d] = (int)(check_random(random) % (unsigned)sizes[d]);
    }
}

bool matrix_companion(const case_t *c, case_t *companion)
{
    uint64_t random = c->what.seed;
    int sizes[DIMENSIONS], values[DIMENSIONS];

    if (check_random(&random) % COMPANIONS != 0) {
        return false;
    }
    const collective_t collective =
        (collective_t)(check_random(&random) % COLLECTIVES);

    matrix_dimensions(collective, sizes);
    draw(sizes, &random, values);
    values[BY_GROUP] = (int)(c->group - groups);
    *companion = matrix_case(collective, join_index(sizes, values),
                             (uint32_t)check_random(&random));
    return c->what.form != BLOCKING || companion->what.form != BLOCKING;
}

/* What the chosen cases have in some dimension. */
typedef struct {
    size_t *indices;
    size_t count;
    bool *seen; /* DIMENSIONS rows of `width` */
    size_t width;
} sample_t;

static void choose(sample_t *sample, const int sizes[DIMENSIONS],
                   const int values[DIMENSIONS])
{
    sample->indices[sample->count++] = join_index(sizes, values);
    for (size_t d = 0; d < DIMENSIONS; d++) {
        sample->seen[d * sample->width + (size_t)values[d]] = true;
    }
}

size_t matrix_sample(collective_t collective, size_t wanted, uint64_t seed,
                     size_t **chosen)
{
    int sizes[DIMENSIONS], values[DIMENSIONS];
    uint64_t random = seed * COLLECTIVES + (uint64_t)collective;
    size_t all = 0;
    sample_t sample = {0};

    matrix_dimensions(collective, sizes);
    for (int d = 0; d < DIMENSIONS; d++) {
        all += (size_t)sizes[d];
        if ((size_t)sizes[d] > sample.width) {
            sample.width = (size_t)sizes[d];
        }
    }
    if (matrix_product(sizes) < wanted) {
        wanted = matrix_product(sizes);
    }
    sample.seen = calloc(DIMENSIONS * sample.width, sizeof *sample.seen);
    sample.indices = calloc(wanted + all, sizeof *sample.indices);
    while (sample.count < wanted) {
        draw(sizes, &random, values);
        choose(&sample, sizes, values);
    }
    for (size_t d = 0; d < DIMENSIONS; d++) {
        for (int value = 0; value < sizes[d]; value++) {
            if (!sample.seen[d * sample.width + (size_t)value]) {
                draw(sizes, &random, values);
                values[d] = value;
                choose(&sample, sizes, values);
            }
        }
    }
    free(sample.seen);
    *chosen = sample.indices;
    return sample.count;
}

static const char *layout_name(const datum_t *datum)
{
    return datum->layout < 0 ? "various layouts"
                             : datum->family->layouts[datum->layout].name;
}

void matrix_describe(const case_t *c, char *text, size_t bytes)
{
    static const char *const counts[] = {"none", "one", "few", "odd",
                                         "several segments"};
    static const char *const spreads[] = {"even", "with gaps", "reversed",
                                          "one", "all empty"};
    static const char *const places[] = {"", ", in place",
                                         ", odd ranks in place"};
    static const char *const neglect[] = {"", ", NULL where ignored",
                                          ", garbage where ignored"};
    const checked_t *what = &c->what;
    const datum_t *datum = what->datum;
    const bool is_irregular = call_is_irregular(what->collective);
    char root[32] = "";

    if (call_has_root(what->collective) || datum == NULL) {
        snprintf(root, sizeof root, ", %s %d", datum == NULL ? "late" : "root",
                 what->root);
    }
    if (datum == NULL) {
        snprintf(text, bytes, "%s %s%s", call_form_name(what->form),
                 call_name(what->collective), root);
        return;
    }
    snprintf(text, bytes, "%s %s of %zu units (%s), %s in %s%s%s%s%s%s%s%s",
             call_form_name(what->form), call_name(what->collective),
             what->units, counts[c->count], layout_name(datum),
             datum->family->name, datum->operation < OPERATIONS ? ", " : "",
             datum->operation < OPERATIONS ? operation_name(datum->operation)
                                           : "",
             root, is_irregular ? ", blocks " : "",
             is_irregular ? spreads[what->spread] : "", places[what->place],
             neglect[what->neglect]);
}
