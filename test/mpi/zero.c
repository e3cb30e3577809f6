/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Nothing to do: count 0 with NULL buffers, and any count of an empty type.
 * Every collective in every form must succeed, touch nothing and leave no
 * message behind that a later call could take for its own.
 */
#include <stdlib.h>

#include "check.h"
#include "layout.h"
#include "operation.h"
#include "simple.h"

/*
 * Open MPI refuses equal buffers for a reduction of elements, even empty ones,
 * and to make a persistent one even of none.
 */
static unsigned char nowhere[2] = {0x5a, 0xa5};

/* The arguments of both sides for so many ranks. */
typedef struct {
    int *counts, *displacements;
    MPI_Datatype *types;
    side_t send, recv;
} arguments_t;

static side_t side_of(const arguments_t *a, int count, MPI_Datatype type,
                      int which)
{
    return (side_t){.buffer = count == 0 ? NULL : &nowhere[which],
                    .count = count,
                    .type = type,
                    .counts = a->counts,
                    .displacements = a->displacements,
                    .types = a->types};
}

static arguments_t make_arguments(int size, int count, MPI_Datatype type)
{
    const size_t ranks = (size_t)size;
    arguments_t a = {.counts = calloc(ranks, sizeof *a.counts),
                     .displacements = calloc(ranks, sizeof *a.displacements),
                     .types = calloc(ranks, sizeof *a.types)};

    for (int i = 0; i < size; i++) {
        a.counts[i] = count;
        a.displacements[i] = size - i;
        a.types[i] = type;
    }
    a.send = side_of(&a, count, type, 0);
    a.recv = side_of(&a, count, type, 1);
    return a;
}

static void free_arguments(arguments_t *a)
{
    free(a->counts);
    free(a->displacements);
    free(a->types);
}

/* The same in place, where the rank may be. */
static void in_place(call_t call)
{
    int rank;

    MPI_Comm_rank(call.comm, &rank);
    if (call.collective == BARRIER || call.collective == BCAST) {
        return;
    }
    if (call_has_root(call.collective) && rank != call.root) {
        check_mpi(call_run(&call), call_function(&call));
        return;
    }
    if (call.collective == SCATTER || call.collective == SCATTERV) {
        call.recv.buffer = MPI_IN_PLACE;
    } else {
        call.send.buffer = MPI_IN_PLACE;
    }
    check_mpi(call_run(&call), call_function(&call));
}

static void run_collective(call_t call, collective_t collective)
{
    int size;

    MPI_Comm_size(call.comm, &size);
    call.collective = collective;
    if (call_reduces(collective) && call.form == PERSISTENT) {
        call.recv.buffer = &nowhere[1];
    }
    for (call.root = 0; call.root < (call_has_root(collective) ? size : 1);
         call.root++) {
        check_mpi(call_run(&call), call_function(&call));
        in_place(call);
    }
}

/* Calls with data between the empty ones, so that mixed up messages show. */
static void with_data(MPI_Comm comm)
{
    for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
        check_mpi(simple_run(k, comm, 5, 0), simple_name(k));
    }
}

static void run(MPI_Comm comm, form_t form, int count, const layout_t *layout,
                operation_t operation)
{
    int size;

    MPI_Comm_size(comm, &size);
    arguments_t a = make_arguments(size, count, layout->type);

    operation_watch(layout, (size_t)count * (size_t)size);
    for (collective_t k = BARRIER; k < COLLECTIVES; k++) {
        check_context("%s %s, %d x %s, %s", call_form_name(form), call_name(k),
                      count, layout->name, operation_name(operation));
        run_collective((call_t){.form = form,
                                .comm = comm,
                                .send = a.send,
                                .recv = a.recv,
                                .op = operation_handle(operation)},
                       k);
    }
    check_context("%s calls, %d x %s, %s", call_form_name(form), count,
                  layout->name, operation_name(operation));
    with_data(comm);
    if (nowhere[0] != 0x5a || nowhere[1] != 0xa5) {
        check_fail("something was written");
    }
    if (operation_fault() != NULL) {
        check_fail("%s", operation_fault());
    }
    free_arguments(&a);
}

/* All layouts and operations, the form by turns. */
static void run_layouts(MPI_Comm reversed)
{
    int turn = 0;

    for (int f = 0; f < FAMILIES; f++) {
        for (int l = 0; l < layout_families[f].count; l++) {
            for (operation_t o = OPERATION_USER_SUM; o < OPERATIONS; o++) {
                const layout_t *layout = &layout_families[f].layouts[l];

                run(reversed, (form_t)(turn++ % FORMS), 0, layout, o);
            }
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Comm reversed;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "zero");
    MPI_Comm_split(MPI_COMM_WORLD, 0, -check_rank(), &reversed);
    MPI_Comm_set_errhandler(reversed, MPI_ERRORS_RETURN);
    layout_create();
    operation_create();
    run_layouts(reversed);
    for (form_t form = BLOCKING; form < FORMS; form++) {
        const family_t *ints = &layout_families[0];

        run(MPI_COMM_WORLD, form, 0, &ints->layouts[0], OPERATION_SUM);
        for (int f = 0; f < FAMILIES; f++) {
            for (int l = 0; l < layout_families[f].count; l++) {
                const layout_t *layout = &layout_families[f].layouts[l];

                if (layout->atoms == 0) {
                    run(MPI_COMM_WORLD, form, 1000, layout, OPERATION_USER_SUM);
                    run(MPI_COMM_WORLD, form, 1000, layout,
                        OPERATION_USER_COMPOSE);
                }
            }
        }
    }
    operation_destroy();
    layout_destroy();
    MPI_Comm_free(&reversed);
    return check_finish();
}
