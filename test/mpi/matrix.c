/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The matrix test: collectives x forms x communicators x datatypes x operations
 * x counts x roots x spreads x in place, with results computed from (rank,
 * position) alone.
 *
 *     matrix [--seed N] [--cases N] [--collective NAME ...] [--form NAME]
 *            [--full] [--only INDEX]
 *
 * By default a sample of --cases cases of each collective runs, chosen by the
 * seed, all collectives mixed; some have a second call in flight beside theirs.
 * With --full it is all cases, with --form all calls have that form.  A failure
 * says how to repeat it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "matrix.h"

typedef struct {
    uint64_t seed;
    size_t cases;
    bool named[COLLECTIVES]; /* no one: all */
    int names;
    form_t form; /* FORMS: as the case has it */
    bool full;
    long only; /* -1: several */
} options_t;

typedef struct {
    collective_t collective;
    size_t index;
} entry_t;

typedef struct {
    entry_t *entries;
    size_t count, room;
} list_t;

static void usage(void)
{
    fprintf(stderr,
            "usage: matrix [--seed N] [--cases N] [--collective NAME ...]"
            " [--form NAME] [--full] [--only INDEX]\n");
    exit(2);
}

static void name_collective(options_t *options, const char *name)
{
    const collective_t collective = call_collective(name);

    if (collective == COLLECTIVES) {
        usage();
    }
    options->named[collective] = true;
    options->names++;
}

static form_t read_form(const char *name)
{
    const form_t form = call_form(name);

    if (form == FORMS) {
        usage();
    }
    return form;
}

static options_t read_options(int argc, char **argv)
{
    options_t options = {
        .seed = (uint64_t)check_environment("TUNEDX_TEST_SEED", 1),
        .cases = (size_t)check_environment("TUNEDX_TEST_CASES", 100),
        .form = FORMS,
        .only = -1};
    const char *form = getenv("TUNEDX_TEST_FORM");

    if (form != NULL && *form != '\0') {
        options.form = read_form(form);
    }

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
            name_collective(&options, value);
        } else if (strcmp(name, "--form") == 0) {
            options.form = read_form(value);
        } else {
            usage();
        }
    }
    if (options.only >= 0 && options.names != 1) {
        usage();
    }
    return options;
}

static void append(list_t *list, collective_t collective, size_t index)
{
    if (list->count == list->room) {
        list->room = 2 * list->room + 1;
        list->entries =
            realloc(list->entries, list->room * sizeof *list->entries);
    }
    list->entries[list->count++] = (entry_t){collective, index};
}

/*
 * The whole product but for its last two dimensions, in which the seed chooses:
 * with them it would take days.
 */
static void append_product(const options_t *options, collective_t collective,
                           const int sizes[DIMENSIONS], list_t *list)
{
    const size_t drawn = (size_t)sizes[BY_NEGLECT] * (size_t)sizes[BY_FORM];
    const size_t whole = matrix_product(sizes) / drawn;
    uint64_t random = options->seed;

    for (size_t i = 0; i < whole; i++) {
        append(list, collective, i + whole * (check_random(&random) % drawn));
    }
}

/* Add the cases of one collective. */
static void select_cases(const options_t *options, collective_t collective,
                         list_t *list)
{
    int sizes[DIMENSIONS];
    size_t *chosen = NULL, count;

    matrix_dimensions(collective, sizes);
    const size_t product = matrix_product(sizes);

    if (options->only >= 0) {
        append(list, collective, (size_t)options->only % product);
    } else if (options->full) {
        append_product(options, collective, sizes, list);
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
             call_name(collective));
    value = getenv(name);
    return value != NULL ? value : "default";
}

static void force_form(const options_t *options, case_t *c)
{
    if (options->form != FORMS) {
        c->what.form = options->form;
    }
}

/* The case, with its companion if it has one. */
static void run(const entry_t *entry, const options_t *options)
{
    const collective_t collective = entry->collective;
    const unsigned long long seed = options->seed;
    const bool is_forced = options->form != FORMS;
    case_t c = matrix_case(collective, entry->index, (uint32_t)seed);
    char words[300], more[300] = "";
    checked_t calls[2];
    case_t companion;
    int count = 1;

    if (matrix_companion(&c, &companion)) {
        force_form(options, &companion);
        matrix_describe(&companion, more, sizeof more);
        calls[count++] = companion.what;
    }
    force_form(options, &c);
    matrix_describe(&c, words, sizeof words);
    calls[0] = c.what;
    check_context("%s, %s (rank %d of %d), method %s%s%s; again: mpirun -n %d "
                  "matrix --seed %llu --collective %s%s%s --only %zu",
                  words, c.group->name, c.group->rank, c.group->size,
                  method(collective), count > 1 ? "; and " : "", more,
                  check_ranks(), seed, call_name(collective),
                  is_forced ? " --form " : "",
                  is_forced ? call_form_name(options->form) : "", entry->index);
    checked_together(calls, count, c.what.seed ^ (uint64_t)check_rank() << 32);
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
        if (options.names == 0 || options.named[k]) {
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
        run(&list.entries[i], &options);
    }
    free(list.entries);
    matrix_destroy();
    operation_destroy();
    layout_destroy();
    return check_finish();
}
