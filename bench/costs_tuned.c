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
#include <string.h>

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

static struct tuned {
    bcast_decide_t *bcast;
    reduce_decide_t *reduce;
    ompi_group_t group;
    ompi_communicator_t communicator;
    ompi_op_t op;
    int algorithm; /* what was decided last */
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
    (void)module, (void)chains, (void)segment;
    tuned.algorithm = algorithm;
    return OMPI_SUCCESS;
}

int ompi_coll_tuned_reduce_intra_do_this(
    const void *send, void *receive, int count, struct ompi_datatype_t *type,
    struct ompi_op_t *op, int root, struct ompi_communicator_t *communicator,
    mca_coll_base_module_t *module, int algorithm, int chains, int segment,
    int most_requests)
{
    (void)send, (void)receive, (void)count, (void)type, (void)op, (void)root;
    (void)communicator, (void)module, (void)chains, (void)segment;
    (void)most_requests;
    tuned.algorithm = algorithm;
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
    return tuned.algorithm;
}
