/* SPDX-License-Identifier: BSD-3-Clause */
/* See checked.h. */
#include "checked.h"

#include <stdlib.h>
#include <string.h>

#include "buffer.h"
#include "check.h"

/* Room for so many numbers, kept from call to call. */
static long *room(long **numbers, size_t *have, size_t count)
{
    if (count > *have || *numbers == NULL) {
        *have = 2 * count + 1;
        *numbers = realloc(*numbers, *have * sizeof **numbers);
    }
    return *numbers;
}

const long *checked_values(operation_t operation, uint32_t seed, int rank,
                           size_t atoms)
{
    static long *kept;
    static size_t have;
    long *values = room(&kept, &have, atoms);

    for (size_t i = 0; i < atoms; i++) {
        values[i] = operation_value(operation, seed, rank, i);
    }
    return values;
}

void checked_bcast(MPI_Comm comm, uint32_t seed, const layout_t *layout,
                   size_t elements, int root)
{
    const size_t atoms = elements * layout->atoms;
    const long *values = checked_values(OPERATIONS, seed, root, atoms);
    buffer_t buffer;
    int rank;

    MPI_Comm_rank(comm, &rank);
    buffer_create(&buffer, layout, elements, (unsigned)rank);
    if (rank == root) {
        buffer_input(&buffer, 0, values, atoms);
    } else {
        buffer_expect(&buffer, 0, values, atoms);
    }
    check_mpi(MPI_Bcast(buffer.base, (int)elements, layout->type, root, comm),
              "MPI_Bcast");
    buffer_check(&buffer, "buffer");
    buffer_destroy(&buffer);
}

/* The result, rank by rank in their order. */
static void expect(const reduction_t *r, buffer_t *result)
{
    static long *kept;
    static size_t have;
    const size_t atoms = r->elements * r->layout->atoms;
    long *total = room(&kept, &have, atoms);
    int size;

    MPI_Comm_size(r->comm, &size);
    memcpy(total, checked_values(r->operation, r->seed, 0, atoms),
           atoms * sizeof *total);
    for (int rank = 1; rank < size; rank++) {
        operation_combine(r->operation, total,
                          checked_values(r->operation, r->seed, rank, atoms),
                          atoms);
    }
    buffer_expect(result, 0, total, atoms);
}

static void reduce(const reduction_t *r, const void *send, void *recv)
{
    operation_watch(r->layout, r->elements);
    if (r->root == EVERYBODY) {
        check_mpi(MPI_Allreduce(send, recv, (int)r->elements, r->layout->type,
                                r->op, r->comm),
                  "MPI_Allreduce");
    } else {
        check_mpi(MPI_Reduce(send, recv, (int)r->elements, r->layout->type,
                             r->op, r->root, r->comm),
                  "MPI_Reduce");
    }
    if (operation_fault() != NULL) {
        check_fail("%s", operation_fault());
    }
}

void checked_reduction(const reduction_t *r)
{
    const size_t atoms = r->elements * r->layout->atoms;
    buffer_t send, recv;
    int rank;

    MPI_Comm_rank(r->comm, &rank);
    const bool has_result = r->root == EVERYBODY || rank == r->root;
    const bool in_place = r->in_place && has_result;

    buffer_create(&send, r->layout, in_place ? 0 : r->elements, (unsigned)rank);
    buffer_create(&recv, r->layout, r->elements, (unsigned)rank + 100);
    buffer_input(in_place ? &recv : &send, 0,
                 checked_values(r->operation, r->seed, rank, atoms), atoms);
    if (has_result) {
        expect(r, &recv);
    }
    void *target = recv.base;

    if (!has_result && r->neglect == NEGLECT_NULL) {
        target = NULL;
    } else if (!has_result && r->neglect == NEGLECT_GARBAGE) {
        target = (char *)NULL + 24;
    }
    reduce(r, in_place ? MPI_IN_PLACE : send.base, target);
    buffer_check(&recv,
                 has_result ? "receive buffer" : "ignored receive buffer");
    buffer_check(&send, "send buffer");
    buffer_destroy(&send);
    buffer_destroy(&recv);
}

void checked_allgather(MPI_Comm comm, uint32_t seed, const layout_t *send,
                       const layout_t *recv, size_t atoms)
{
    const size_t count = atoms / recv->atoms;
    buffer_t input, result;
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    buffer_create(&input, send, atoms / send->atoms, (unsigned)rank);
    buffer_create(&result, recv, count * (size_t)size, (unsigned)rank + 100);
    buffer_input(&input, 0, checked_values(OPERATIONS, seed, rank, atoms),
                 atoms);
    for (int from = 0; from < size; from++) {
        buffer_expect(&result, (size_t)from * count,
                      checked_values(OPERATIONS, seed, from, atoms), atoms);
    }
    check_mpi(MPI_Allgather(input.base, (int)(atoms / send->atoms), send->type,
                            result.base, (int)count, recv->type, comm),
              "MPI_Allgather");
    buffer_check(&result, "receive buffer");
    buffer_check(&input, "send buffer");
    buffer_destroy(&input);
    buffer_destroy(&result);
}
