/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See served.h.  A communicator holds the address of each collective's
 * function; the loader knows which file that address belongs to.  Some
 * components use functions of the library: there, the class of the module that
 * the function is called with tells.
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

/* Where the table has the function and the module of a collective's form. */
typedef struct place {
    size_t function, module;
} place_t;

#define PLACE(name)                                                   \
    {                                                                 \
        offsetof(mca_coll_base_comm_coll_t, coll_##name),             \
            offsetof(mca_coll_base_comm_coll_t, coll_##name##_module) \
    }
#define ROW(name)                                       \
    {                                                   \
        PLACE(name), PLACE(i##name), PLACE(name##_init) \
    }

static const place_t places[BENCH_COLLECTIVES][BENCH_FORMS] = {
    [BENCH_ALLGATHER] = ROW(allgather),
    [BENCH_ALLGATHERV] = ROW(allgatherv),
    [BENCH_ALLREDUCE] = ROW(allreduce),
    [BENCH_ALLTOALL] = ROW(alltoall),
    [BENCH_ALLTOALLV] = ROW(alltoallv),
    [BENCH_BARRIER] = ROW(barrier),
    [BENCH_BCAST] = ROW(bcast),
    [BENCH_EXSCAN] = ROW(exscan),
    [BENCH_GATHER] = ROW(gather),
    [BENCH_REDUCE] = ROW(reduce),
    [BENCH_REDUCE_SCATTER] = ROW(reduce_scatter),
    [BENCH_REDUCE_SCATTER_BLOCK] = ROW(reduce_scatter_block),
    [BENCH_SCAN] = ROW(scan),
    [BENCH_SCATTER] = ROW(scatter),
};

/* A pointer to an object, or to a function, which C has no cast for. */
static void *pointer_at(const mca_coll_base_comm_coll_t *table, size_t place)
{
    void *pointer;

    memcpy(&pointer, (const char *)table + place, sizeof pointer);
    return pointer;
}

/* Writes what is between `prefix` and the first `end` of a name; false, and
 * nothing written, if the name does not begin so. */
static bool take_name(const char *name, const char *prefix, const char *end,
                      char component[BENCH_COMPONENT_LENGTH])
{
    const size_t length = strlen(prefix);

    if (strncmp(name, prefix, length) != 0) {
        return false;
    }
    const char *stop = strstr(name + length, end);

    snprintf(component, BENCH_COMPONENT_LENGTH, "%.*s",
             (int)(stop == NULL ? strlen(name + length)
                                : (size_t)(stop - name) - length),
             name + length);
    return true;
}

void bench_served_by(bench_collective_t collective, bench_form_t form,
                     MPI_Comm communicator,
                     char component[BENCH_COMPONENT_LENGTH])
{
    const place_t *place = &places[collective][form];
    const void *address = pointer_at(communicator->c_coll, place->function);
    const opal_object_t *module =
        pointer_at(communicator->c_coll, place->module);
    Dl_info info;

    if (address == NULL || dladdr(address, &info) == 0) {
        snprintf(component, BENCH_COMPONENT_LENGTH, "unknown");
        return;
    }
    const char *slash = strrchr(info.dli_fname, '/');
    const char *file = slash == NULL ? info.dli_fname : slash + 1;

    if (!take_name(file, "mca_coll_", ".", component) &&
        (module == NULL || !take_name(module->obj_class->cls_name, "mca_coll_",
                                      "_module", component))) {
        snprintf(component, BENCH_COMPONENT_LENGTH, "%s", file);
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
