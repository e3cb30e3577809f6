/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See costs_tuned.h.
 *
 * The plugin's decision functions end in a call of its function that runs an
 * algorithm by its number.  They call it through the linker's table, where
 * those of this program come first: it exports functions of these names.  A
 * communicator, a type and an operation with the fields that are looked at are
 * enough, so MPI is not initialized.
 */
#include "bench/costs_tuned.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "algorithms/algorithm.h"
#include "compat/compat.h"
#include "tunedx_config.h"

#define EXPORTED __attribute__((visibility("default")))

typedef int bcast_decide_t(void *buffer, int count,
                           struct ompi_datatype_t *type, int root,
                           struct ompi_communicator_t *communicator,
                           mca_coll_base_module_t *module);
typedef int reduce_decide_t(const void *send, void *receive, int count,
                            struct ompi_datatype_t *type, struct ompi_op_t *op,
                            int root, struct ompi_communicator_t *communicator,
                            mca_coll_base_module_t *module);

/* What coll/tuned runs, by its numbers. */
typedef struct bench_tuned_choice {
    int algorithm, chains, segment;
} bench_tuned_choice_t;

static struct tuned {
    bcast_decide_t *bcast;
    reduce_decide_t *reduce;
    ompi_group_t group;
    ompi_communicator_t communicator;
    ompi_op_t op;
    bench_tuned_choice_t choice; /* what was decided last */
} tuned;

int ompi_coll_tuned_bcast_intra_do_this(
    void *buffer, int count, struct ompi_datatype_t *type, int root,
    struct ompi_communicator_t *communicator, mca_coll_base_module_t *module,
    int algorithm, int chains, int segment) EXPORTED;
int ompi_coll_tuned_reduce_intra_do_this(
    const void *send, void *receive, int count, struct ompi_datatype_t *type,
    struct ompi_op_t *op, int root, struct ompi_communicator_t *communicator,
    mca_coll_base_module_t *module, int algorithm, int chains, int segment,
    int most_requests) EXPORTED;

int ompi_coll_tuned_bcast_intra_do_this(
    void *buffer, int count, struct ompi_datatype_t *type, int root,
    struct ompi_communicator_t *communicator, mca_coll_base_module_t *module,
    int algorithm, int chains, int segment)
{
    (void)buffer, (void)count, (void)type, (void)root, (void)communicator;
    (void)module;
    tuned.choice = (bench_tuned_choice_t){algorithm, chains, segment};
    return OMPI_SUCCESS;
}

int ompi_coll_tuned_reduce_intra_do_this(
    const void *send, void *receive, int count, struct ompi_datatype_t *type,
    struct ompi_op_t *op, int root, struct ompi_communicator_t *communicator,
    mca_coll_base_module_t *module, int algorithm, int chains, int segment,
    int most_requests)
{
    (void)send, (void)receive, (void)count, (void)type, (void)op, (void)root;
    (void)communicator, (void)module, (void)most_requests;
    tuned.choice = (bench_tuned_choice_t){algorithm, chains, segment};
    return OMPI_SUCCESS;
}

/* C has no cast from an address to a function. */
static bool find(void *plugin, const char *name, void *function, size_t size)
{
    void *address = dlsym(plugin, name);

    memcpy(function, &address, size);
    return address != NULL;
}

bool bench_tuned_open(void)
{
    void *plugin = dlopen(TUNEDX_OMPI_PLUGIN_DIR "/mca_coll_tuned.so",
                          RTLD_LAZY | RTLD_LOCAL);
    tunedx_key_t key = {.collective = TUNEDX_BCAST, .size = 8, .bytes = 64};

    if (plugin == NULL ||
        !find(plugin, "ompi_coll_tuned_bcast_intra_dec_fixed", &tuned.bcast,
              sizeof tuned.bcast) ||
        !find(plugin, "ompi_coll_tuned_reduce_intra_dec_fixed", &tuned.reduce,
              sizeof tuned.reduce)) {
        return false;
    }
    tuned.op.o_flags = OMPI_OP_FLAGS_COMMUTE | OMPI_OP_FLAGS_ASSOC;
    tuned.communicator.c_local_group = &tuned.group;
    return bench_tuned_decide(&key) > 0;
}

int bench_tuned_decide(const tunedx_key_t *key)
{
    tuned.group.grp_proc_count = key->size;
    if (key->collective == TUNEDX_BCAST) {
        tuned.bcast(NULL, (int)key->bytes, &ompi_mpi_char.dt, 0,
                    &tuned.communicator, NULL);
    } else {
        tuned.reduce(NULL, NULL, (int)key->bytes, &ompi_mpi_char.dt, &tuned.op,
                     0, &tuned.communicator, NULL);
    }
    return tuned.choice.algorithm;
}

/* ---- as a rules file ---- */

static bool has(const tunedx_algorithm_t *algorithm,
                const tunedx_parameter_t *parameter)
{
    const tunedx_parameter_t *const *own = algorithm->parameters;

    while (own != NULL && *own != NULL && *own != parameter) {
        own++;
    }
    return own != NULL && *own != NULL;
}

static bool is_same(const bench_tuned_choice_t *a,
                    const bench_tuned_choice_t *b)
{
    return a->algorithm == b->algorithm && a->chains == b->chains &&
           a->segment == b->segment;
}

static void print_row(const tunedx_key_t *key, size_t first, size_t last,
                      const bench_tuned_choice_t *choice)
{
    const tunedx_algorithm_t *algorithm =
        tunedx_algorithm_find_tuned(key->collective, choice->algorithm);

    if (algorithm == NULL) {
        return;
    }
    printf("  %-3d *  *  %zu..%zu -> %s", key->size, first, last,
           algorithm->name);
    if (has(algorithm, &tunedx_segment)) {
        printf(" segment=%d", choice->segment);
    }
    if (has(algorithm, &tunedx_chains) && choice->chains > 0) {
        printf(" chains=%d", choice->chains);
    }
    printf("\n");
}

/* The rows of one number of ranks. */
static void print_rows(tunedx_collective_t collective, int size)
{
    const size_t most = (size_t)16 << 20;
    tunedx_key_t key = {.collective = collective, .size = size};
    bench_tuned_choice_t choice;
    size_t first = 0;

    bench_tuned_decide(&key);
    choice = tuned.choice;
    for (key.bytes = 1; key.bytes <= most; key.bytes++) {
        bench_tuned_decide(&key);
        if (!is_same(&tuned.choice, &choice)) {
            print_row(&key, first, key.bytes - 1, &choice);
            first = key.bytes;
            choice = tuned.choice;
        }
    }
    print_row(&key, first, most, &choice);
}

bool bench_tuned_rules(void)
{
    static const tunedx_collective_t collectives[] = {TUNEDX_BCAST,
                                                      TUNEDX_REDUCE};

    if (!bench_tuned_open()) {
        return false;
    }
    printf("# What coll/tuned of Open MPI %s decides without rules.\n"
           "tunedx-rules 1\n",
           TUNEDX_OMPI_VERSION);
    for (int i = 0; i < 2; i++) {
        printf("[%s]\n", tunedx_collective_name(collectives[i]));
        for (int size = 2; size <= 64; size++) {
            print_rows(collectives[i], size);
        }
    }
    return true;
}
