/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See served.h.  A communicator holds the address of each collective's
 * function; the loader knows which file that address belongs to.
 */
#include "bench/served.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "compat/compat.h"

/* A pointer to a function as one to an object, which C has no cast for. */
#define ADDRESS(function) \
    memcpy(&address, &communicator->c_coll->coll_##function, sizeof address)

static void *address_of(bench_collective_t collective,
                        const struct ompi_communicator_t *communicator)
{
    void *address = NULL;

    switch (collective) {
    case BENCH_ALLGATHER:
        ADDRESS(allgather);
        break;
    case BENCH_ALLREDUCE:
        ADDRESS(allreduce);
        break;
    case BENCH_ALLTOALL:
        ADDRESS(alltoall);
        break;
    case BENCH_BARRIER:
        ADDRESS(barrier);
        break;
    case BENCH_BCAST:
        ADDRESS(bcast);
        break;
    case BENCH_REDUCE:
        ADDRESS(reduce);
        break;
    case BENCH_COLLECTIVES:
        break;
    }
    return address;
}

void bench_served_by(bench_collective_t collective, MPI_Comm communicator,
                     char component[BENCH_COMPONENT_LENGTH])
{
    static const char prefix[] = "mca_coll_";
    const void *address = address_of(collective, communicator);
    Dl_info info;

    if (address == NULL || dladdr(address, &info) == 0) {
        snprintf(component, BENCH_COMPONENT_LENGTH, "unknown");
        return;
    }
    const char *slash = strrchr(info.dli_fname, '/');
    const char *name = slash == NULL ? info.dli_fname : slash + 1;
    const char *dot = strchr(name, '.');

    if (dot != NULL && strncmp(name, prefix, sizeof prefix - 1) == 0) {
        name += sizeof prefix - 1;
        snprintf(component, BENCH_COMPONENT_LENGTH, "%.*s", (int)(dot - name),
                 name);
    } else {
        snprintf(component, BENCH_COMPONENT_LENGTH, "%s", name);
    }
}
