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

MPI_Comm bench_without(const char *component)
{
    char preference[BENCH_COMPONENT_LENGTH];
    MPI_Comm communicator;
    MPI_Info info;

    snprintf(preference, sizeof preference, "^%s", component);
    MPI_Info_create(&info);
    MPI_Info_set(info, "ompi_comm_coll_preference", preference);
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &communicator);
    MPI_Info_free(&info);
    return communicator;
}

/* Takes the pointer to the form's function as one to an object, which C has no
 * cast for. */
#define TAKE(name)                                                    \
    memcpy(&address,                                                  \
           form == BENCH_BLOCKING ? (const void *)&table->coll_##name \
           : form == BENCH_NONBLOCKING                                \
               ? (const void *)&table->coll_i##name                   \
               : (const void *)&table->coll_##name##_init,            \
           sizeof address)

static void *address_of(bench_collective_t collective, bench_form_t form,
                        const mca_coll_base_comm_coll_t *table)
{
    void *address = NULL;

    switch (collective) {
    case BENCH_ALLGATHER:
        TAKE(allgather);
        break;
    case BENCH_ALLREDUCE:
        TAKE(allreduce);
        break;
    case BENCH_ALLTOALL:
        TAKE(alltoall);
        break;
    case BENCH_BARRIER:
        TAKE(barrier);
        break;
    case BENCH_BCAST:
        TAKE(bcast);
        break;
    case BENCH_REDUCE:
        TAKE(reduce);
        break;
    case BENCH_COLLECTIVES:
        break;
    }
    return address;
}

void bench_served_by(bench_collective_t collective, bench_form_t form,
                     MPI_Comm communicator,
                     char component[BENCH_COMPONENT_LENGTH])
{
    static const char prefix[] = "mca_coll_";
    const void *address = address_of(collective, form, communicator->c_coll);
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

bool bench_is_served(const bench_operation_t *operation, bool by_tunedx,
                     const char *program,
                     char component[BENCH_COMPONENT_LENGTH])
{
    bench_served_by(operation->collective, operation->form,
                    operation->communicator, component);
    if ((strcmp(component, "tunedx") == 0) == by_tunedx) {
        return true;
    }
    fprintf(stderr, "%s: %s %s of the side %s tunedx is served by %s%s\n",
            program, bench_form_name(operation->form),
            bench_collective_name(operation->collective),
            by_tunedx ? "with" : "without", component,
            by_tunedx ? ": is the plugin where Open MPI looks "
                        "(mca_base_component_path)?"
                      : "");
    return false;
}
