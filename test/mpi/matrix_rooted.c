/* SPDX-License-Identifier: BSD-3-Clause */
/* See matrix.h: cases of barrier, bcast, reduce and allreduce. */
#include "check.h"
#include "checked.h"
#include "matrix.h"

enum { TIME_TAG = 11 };

/*
 * Nobody may leave a barrier before everybody has entered it.  One rank comes
 * late; the first rank collects the times, which one clock gives.
 */
void matrix_run_barrier(const case_t *c)
{
    const group_t *group = c->group;
    double times[2], last_entry, first_exit;

    if (group->rank == c->root) {
        check_sleep(2e-4);
    }
    times[0] = check_clock();
    check_mpi(MPI_Barrier(group->comm), "MPI_Barrier");
    times[1] = check_clock();
    if (group->rank != 0) {
        MPI_Send(times, 2, MPI_DOUBLE, 0, TIME_TAG, group->comm);
        return;
    }
    last_entry = times[0];
    first_exit = times[1];
    for (int peer = 1; peer < group->size; peer++) {
        MPI_Recv(times, 2, MPI_DOUBLE, peer, TIME_TAG, group->comm,
                 MPI_STATUS_IGNORE);
        last_entry = times[0] > last_entry ? times[0] : last_entry;
        first_exit = times[1] < first_exit ? times[1] : first_exit;
    }
    if (first_exit < last_entry) {
        check_fail("a rank left %g us before the last one came",
                   1e6 * (last_entry - first_exit));
    }
}

void matrix_run_bcast(const case_t *c)
{
    const layout_t *layout = matrix_layout(c->datum, c->group->rank, 0);

    checked_bcast(c->group->comm, c->seed, layout,
                  matrix_elements(c->datum, layout, matrix_units(c)), c->root);
}

void matrix_run_reduction(const case_t *c)
{
    const layout_t *layout = matrix_layout(c->datum, c->group->rank, 0);
    const reduction_t reduction = {
        .comm = c->group->comm,
        .seed = c->seed,
        .layout = layout,
        .elements = matrix_elements(c->datum, layout, matrix_units(c)),
        .operation = c->datum->operation,
        .op = operation_handle(c->datum->operation),
        .root = c->collective == ALLREDUCE ? EVERYBODY : c->root,
        .in_place = c->in_place,
        .neglect = c->neglect};

    checked_reduction(&reduction);
}
