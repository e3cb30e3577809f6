/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The matrix test: collectives x communicators x datatypes x operations x
 * counts x roots x in place, with results computed from (rank, position) alone.
 *
 *     matrix [--seed N] [--cases N] [--collective NAME] [--full]
 *            [--only INDEX]
 *
 * By default a sample of --cases cases of each collective runs, chosen by the
 * seed, all collectives mixed.  A failure says how to repeat it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "matrix.h"

typedef struct {
    uint64_t seed;
    size_t cases;
    collective_t collective; /* COLLECTIVES: all */
    bool full;
    long only; /* -1: several */
} options_t;

typedef struct {
    collective_t collective;
    size_t index;
} entry_t;

typedef struct {
    entry_t *entries;
    size_t count;
} list_t;

static void usage(void)
{
    fprintf(stderr, "usage: matrix [--seed N] [--cases N] [--collective NAME]"
                    " [--full] [--only INDEX]\n");
    exit(2);
}

static options_t read_options(int argc, char **argv)
{
    options_t options = {
        .seed = (uint64_t)check_environment("TUNEDX_TEST_SEED", 1),
        .cases = (size_t)check_environment("TUNEDX_TEST_CASES", 150),
        .collective = COLLECTIVES,
        .only = -1};

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i];

        if (strcmp(name, "--full") == 0) {
            options.full = true;
            continue;
        }
        if (i + 1 == argc) {
            usage();
        }
        const char *value = argv[++i];

        if (strcmp(name, "--seed") == 0) {
            options.seed = strtoull(value, NULL, 10);
        } else if (strcmp(name, "--cases") == 0) {
            options.cases = strtoul(value, NULL, 10);
        } else if (strcmp(name, "--only") == 0) {
            options.only = strtol(value, NULL, 10);
        } else if (strcmp(name, "--collective") == 0) {
            options.collective = matrix_collective(value);
        } else {
            usage();
        }
    }
    if (options.only >= 0 && options.collective == COLLECTIVES) {
        usage();
    }
    return options;
}

static void append(list_t *list, collective_t collective, size_t index)
{
    list->entries[list->count++] = (entry_t){collective, index};
}

/* Add the cases of one collective. */
static void select_cases(const options_t *options, collective_t collective,
                         list_t *list)
{
    int sizes[DIMENSIONS];
    size_t *chosen = NULL, count;

    matrix_dimensions(collective, sizes);
    const size_t product = matrix_product(sizes);

    list->entries = realloc(list->entries, (list->count + product + 1) *
                                               sizeof *list->entries);
    if (options->only >= 0) {
        append(list, collective, (size_t)options->only % product);
    } else if (options->full) {
        for (size_t i = 0; i < product; i++) {
            append(list, collective, i);
        }
    } else {
        count =
            matrix_sample(collective, options->cases, options->seed, &chosen);
        for (size_t i = 0; i < count; i++) {
            append(list, collective, chosen[i]);
        }
        free(chosen);
    }
}

static void mix(list_t *list, uint64_t seed)
{
    for (size_t i = 1; i < list->count; i++) {
        const size_t j = (size_t)(check_random(&seed) % (i + 1));
        const entry_t moved = list->entries[i];

        list->entries[i] = list->entries[j];
        list->entries[j] = moved;
    }
}

/* The method forced for a collective, as the environment shows it. */
static const char *method(collective_t collective)
{
    char name[80];
    const char *value;

    snprintf(name, sizeof name, "OMPI_MCA_coll_tunedx_%s_algorithm",
             matrix_collective_name(collective));
    value = getenv(name);
    return value != NULL ? value : "default";
}

static void run(const entry_t *entry, uint64_t seed)
{
    const case_t c =
        matrix_case(entry->collective, entry->index, (uint32_t)seed);
    char words[300];

    matrix_describe(&c, words, sizeof words);
    check_context("%s, %s (rank %d of %d), method %s; again: mpirun -n %d "
                  "matrix --seed %llu --collective %s --only %zu",
                  words, c.group->name, c.group->rank, c.group->size,
                  method(c.collective), check_ranks(), (unsigned long long)seed,
                  matrix_collective_name(c.collective), c.index);
    switch (c.collective) {
    case BARRIER:
        matrix_run_barrier(&c);
        break;
    case BCAST:
        matrix_run_bcast(&c);
        break;
    case REDUCE:
    case ALLREDUCE:
        matrix_run_reduction(&c);
        break;
    default:
        matrix_run_exchange(&c);
    }
}

int main(int argc, char **argv)
{
    list_t list = {0};

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "matrix");
    const options_t options = read_options(argc, argv);

    layout_create();
    operation_create();
    matrix_create();
    for (collective_t k = BARRIER; k < COLLECTIVES; k++) {
        if (options.collective == COLLECTIVES || options.collective == k) {
            select_cases(&options, k, &list);
        }
    }
    if (!options.full) {
        mix(&list, options.seed);
    }
    if (check_rank() == 0) {
        printf("matrix: seed %llu, %zu cases\n",
               (unsigned long long)options.seed, list.count);
    }
    for (size_t i = 0; i < list.count; i++) {
        run(&list.entries[i], options.seed);
    }
    free(list.entries);
    matrix_destroy();
    operation_destroy();
    layout_destroy();
    return check_finish();
}
