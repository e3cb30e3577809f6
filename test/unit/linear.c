/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See linear.h.
 */
#include "linear.h"

#include "geometry/geometry.h"

/* ---- buffers ---- */

static tunedx_span_t vector(tunedx_buffer_t buffer, size_t units)
{
    return (tunedx_span_t){.buffer = buffer, .units = units};
}

/* Block `rank` of those that the buffer has of all ranks. */
static tunedx_span_t block(const tunedx_shape_t *shape, tunedx_buffer_t buffer,
                           int rank)
{
    if (tunedx_collective_is_irregular(shape->collective)) {
        return (tunedx_span_t){
            .buffer = buffer,
            .block = rank,
            .units = TUNEDX_WHOLE,
        };
    }
    return tunedx_part(vector(buffer, 0), (size_t)rank * shape->units,
                       shape->units);
}

/* The buffer's only block. */
static tunedx_span_t only_block(const tunedx_shape_t *shape,
                                tunedx_buffer_t buffer)
{
    return block(shape, buffer, 0);
}

static tunedx_buffer_t input_buffer(const tunedx_shape_t *shape)
{
    return shape->in_place ? TUNEDX_RECV_BUFFER : TUNEDX_SEND_BUFFER;
}

/* ---- data movement ---- */

static void allgather(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t own =
        shape->in_place ? block(shape, TUNEDX_RECV_BUFFER, shape->rank)
                        : only_block(shape, TUNEDX_SEND_BUFFER);

    tunedx_copy(s, own, block(shape, TUNEDX_RECV_BUFFER, shape->rank));
    for (int step = 1; step < shape->size; step++) {
        const int from = tunedx_mod(shape->rank - step, shape->size);

        tunedx_send(s, tunedx_mod(shape->rank + step, shape->size), own);
        tunedx_recv(s, from, block(shape, TUNEDX_RECV_BUFFER, from));
    }
}

static void gather(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t own = only_block(shape, TUNEDX_SEND_BUFFER);

    if (shape->rank != shape->root) {
        tunedx_send(s, shape->root, own);
        return;
    }
    for (int i = 0; i < shape->size; i++) {
        if (i != shape->root) {
            tunedx_recv(s, i, block(shape, TUNEDX_RECV_BUFFER, i));
        } else if (!shape->in_place) {
            tunedx_copy(s, own, block(shape, TUNEDX_RECV_BUFFER, i));
        }
    }
}

static void scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t own = only_block(shape, TUNEDX_RECV_BUFFER);

    if (shape->rank != shape->root) {
        tunedx_recv(s, shape->root, own);
        return;
    }
    for (int i = 0; i < shape->size; i++) {
        if (i != shape->root) {
            tunedx_send(s, i, block(shape, TUNEDX_SEND_BUFFER, i));
        } else if (!shape->in_place) {
            tunedx_copy(s, block(shape, TUNEDX_SEND_BUFFER, i), own);
        }
    }
}

static void alltoall(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int step = 0; step < shape->size && !shape->in_place; step++) {
        const int to = tunedx_mod(shape->rank + step, shape->size);
        const int from = tunedx_mod(shape->rank - step, shape->size);
        const tunedx_span_t out = block(shape, TUNEDX_SEND_BUFFER, to);
        const tunedx_span_t in = block(shape, TUNEDX_RECV_BUFFER, from);

        if (step == 0) {
            tunedx_copy(s, out, in);
        } else {
            tunedx_send(s, to, out);
            tunedx_recv(s, from, in);
        }
    }
}

/* Partners swap through scratch, so lengths have to be known. */
static void alltoall_in_place(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int step = 0; step < shape->size; step++) {
        const int peer = tunedx_mod(step - shape->rank, shape->size);
        tunedx_span_t own = block(shape, TUNEDX_RECV_BUFFER, peer);

        if (shape->block_units != NULL) {
            own.units = shape->block_units[peer];
        }
        if (peer != shape->rank) {
            const tunedx_span_t landing = tunedx_scratch(s, own.units);

            tunedx_send(s, peer, own);
            tunedx_recv(s, peer, landing);
            tunedx_copy(s, landing, own);
        }
    }
}

static void any_alltoall(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->in_place) {
        alltoall_in_place(s, shape);
    } else {
        alltoall(s, shape);
    }
}

static void bcast(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t all = vector(TUNEDX_RECV_BUFFER, shape->units);

    if (shape->rank != shape->root) {
        tunedx_recv(s, shape->root, all);
        return;
    }
    for (int i = 0; i < shape->size; i++) {
        if (i != shape->root) {
            tunedx_send(s, i, all);
        }
    }
}

/* Rank 0 sends what it has received, so it cannot send before. */
static void barrier(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t others = (size_t)shape->size - 1;
    const tunedx_span_t all = tunedx_scratch(s, others);

    if (shape->rank != 0) {
        tunedx_send(s, 0, tunedx_scratch(s, 1));
        tunedx_recv(s, 0, all);
        return;
    }
    for (int i = 1; i < shape->size; i++) {
        tunedx_recv(s, i, tunedx_part(all, (size_t)i - 1, 1));
    }
    for (int i = 1; i < shape->size; i++) {
        tunedx_send(s, i, all);
    }
}

/* ---- reductions ---- */

/* The result of all ranks, in order, at rank 0 only; returns where. */
static tunedx_span_t reduce_to_first(tunedx_schedule_t *s,
                                     const tunedx_shape_t *shape, size_t units)
{
    tunedx_span_t sum = vector(input_buffer(shape), units);
    const tunedx_span_t result = tunedx_scratch(s, units);

    if (shape->rank != 0) {
        tunedx_send(s, 0, sum);
        return sum;
    }
    for (int i = 1; i < shape->size; i++) {
        tunedx_recv_reduce(s, i, sum, result, TUNEDX_FROM_HIGHER);
        sum = result;
    }
    return sum;
}

static void reduce(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t output = vector(TUNEDX_RECV_BUFFER, shape->units);
    const tunedx_span_t sum = reduce_to_first(s, shape, shape->units);

    if (shape->rank == shape->root && shape->root == 0) {
        tunedx_copy(s, sum, output);
    } else if (shape->rank == 0) {
        tunedx_send(s, shape->root, sum);
    } else if (shape->rank == shape->root) {
        tunedx_recv(s, 0, output);
    }
}

static void allreduce(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    reduce(s, shape);
    bcast(s, shape);
}

/* Where the part of rank `rank` begins in the vector, and its length. */
static tunedx_span_t scattered(const tunedx_shape_t *shape, int rank)
{
    tunedx_span_t part = {.units = shape->units};

    if (shape->block_units == NULL) {
        part.first = (size_t)rank * shape->units;
        return part;
    }
    for (int i = 0; i < rank; i++) {
        part.first += shape->block_units[i];
    }
    part.units = shape->block_units[rank];
    return part;
}

static void reduce_scatter(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t last = scattered(shape, shape->size - 1);
    const tunedx_span_t sum =
        reduce_to_first(s, shape, last.first + last.units);
    const tunedx_span_t output =
        vector(TUNEDX_RECV_BUFFER, scattered(shape, shape->rank).units);

    if (shape->rank != 0) {
        tunedx_recv(s, 0, output);
        return;
    }
    tunedx_copy(s, tunedx_part(sum, 0, output.units), output);
    for (int i = 1; i < shape->size; i++) {
        const tunedx_span_t part = scattered(shape, i);

        tunedx_send(s, i, tunedx_part(sum, part.first, part.units));
    }
}

static void scan(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t own = vector(input_buffer(shape), shape->units);
    const tunedx_span_t output = vector(TUNEDX_RECV_BUFFER, shape->units);

    if (shape->rank == 0) {
        tunedx_copy(s, own, output);
    } else {
        tunedx_recv_reduce(s, shape->rank - 1, own, output, TUNEDX_FROM_LOWER);
    }
    if (shape->rank + 1 < shape->size) {
        tunedx_send(s, shape->rank + 1, output);
    }
}

static void exscan(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t own = vector(input_buffer(shape), shape->units);
    const tunedx_span_t output = vector(TUNEDX_RECV_BUFFER, shape->units);
    const tunedx_span_t lower = tunedx_scratch(s, shape->units);
    tunedx_span_t next = own;

    if (shape->rank > 0) {
        tunedx_recv(s, shape->rank - 1, lower);
    }
    if (shape->rank > 0 && shape->rank + 1 < shape->size) {
        next = tunedx_scratch(s, shape->units);
        tunedx_copy(s, own, next);
        tunedx_reduce(s, lower, next);
    }
    if (shape->rank + 1 < shape->size) {
        tunedx_send(s, shape->rank + 1, next);
    }
    if (shape->rank > 0) {
        tunedx_copy(s, lower, output);
    }
}

job_text_t *const linear_texts[TUNEDX_COLLECTIVES] = {
    [TUNEDX_ALLGATHER] = allgather,
    [TUNEDX_ALLGATHERV] = allgather,
    [TUNEDX_ALLREDUCE] = allreduce,
    [TUNEDX_ALLTOALL] = any_alltoall,
    [TUNEDX_ALLTOALLV] = any_alltoall,
    [TUNEDX_ALLTOALLW] = any_alltoall,
    [TUNEDX_BARRIER] = barrier,
    [TUNEDX_BCAST] = bcast,
    [TUNEDX_EXSCAN] = exscan,
    [TUNEDX_GATHER] = gather,
    [TUNEDX_GATHERV] = gather,
    [TUNEDX_REDUCE] = reduce,
    [TUNEDX_REDUCE_SCATTER] = reduce_scatter,
    [TUNEDX_REDUCE_SCATTER_BLOCK] = reduce_scatter,
    [TUNEDX_SCAN] = scan,
    [TUNEDX_SCATTER] = scatter,
    [TUNEDX_SCATTERV] = scatter,
};
