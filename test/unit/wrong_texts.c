/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See wrong_texts.h.
 */
#include "wrong_texts.h"

#include "geometry/geometry.h"
#include "linear.h"

static tunedx_span_t part_of(tunedx_buffer_t buffer, size_t first, size_t units)
{
    return (tunedx_span_t){.buffer = buffer, .first = first, .units = units};
}

static tunedx_span_t received(const tunedx_shape_t *shape, int rank)
{
    return part_of(TUNEDX_RECV_BUFFER, (size_t)rank * shape->units,
                   shape->units);
}

static tunedx_span_t sent(const tunedx_shape_t *shape, int rank)
{
    return part_of(TUNEDX_SEND_BUFFER, (size_t)rank * shape->units,
                   shape->units);
}

static int left_of(const tunedx_shape_t *shape)
{
    return tunedx_mod(shape->rank - 1, shape->size);
}

static int right_of(const tunedx_shape_t *shape)
{
    return tunedx_mod(shape->rank + 1, shape->size);
}

static void all_sends_first(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, shape->rank), received(shape, shape->rank));
    for (int i = 1; i < shape->size; i++) {
        const int to = tunedx_mod(shape->rank + i, shape->size);

        tunedx_send(s, to, sent(shape, to));
    }
    for (int i = 1; i < shape->size; i++) {
        const int from = tunedx_mod(shape->rank - i, shape->size);

        tunedx_recv(s, from, received(shape, from));
    }
}

static void swap_without_scratch(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape)
{
    const int peer = 1 - shape->rank;

    tunedx_send(s, peer, received(shape, peer));
    tunedx_recv(s, peer, received(shape, peer));
}

static void bcast_from_0(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank > 0) {
        tunedx_recv(s, 0, received(shape, 0));
    }
    for (int i = 1; i < shape->size && shape->rank == 0; i++) {
        tunedx_send(s, i, received(shape, 0));
    }
}

static void no_last_block(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, 0), received(shape, shape->rank));
    for (int step = 0; step < shape->size - 2; step++) {
        const int held = tunedx_mod(shape->rank - step, shape->size);
        const int next = tunedx_mod(held - 1, shape->size);

        tunedx_send(s, right_of(shape), received(shape, held));
        tunedx_recv(s, left_of(shape), received(shape, next));
    }
}

/* Three ranks: what comes from the left stands where the right belongs. */
static void blocks_misplaced(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int left = left_of(shape), right = right_of(shape);

    tunedx_copy(s, sent(shape, 0), received(shape, shape->rank));
    tunedx_send(s, right, sent(shape, 0));
    tunedx_recv(s, left, received(shape, right));
    tunedx_send(s, left, sent(shape, 0));
    tunedx_recv(s, right, received(shape, left));
}

static void lengths_differ(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank == 0) {
        tunedx_send(s, 1, part_of(TUNEDX_RECV_BUFFER, 0, shape->units - 1));
    } else {
        tunedx_recv(s, 0, received(shape, 0));
    }
}

static void scratch_unwritten(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank == 0) {
        tunedx_send(s, 1, tunedx_scratch(s, shape->units));
    } else {
        tunedx_recv(s, 0, received(shape, 0));
    }
}

static void result_read_first(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_reduce(s, sent(shape, 0), received(shape, 0));
}

static void contributions_twice(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    for (int i = 0; i < 2; i++) {
        tunedx_send(s, 1 - shape->rank, sent(shape, 0));
        tunedx_recv_reduce(s, 1 - shape->rank,
                           i == 0 ? sent(shape, 0) : received(shape, 0),
                           received(shape, 0), TUNEDX_FROM_HIGHER);
    }
}

static void contribution_missing(tunedx_schedule_t *s,
                                 const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, 0), received(shape, 0));
}

/* Right only for operations that commute. */
static void order_reversed(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_send(s, 1 - shape->rank, sent(shape, 0));
    tunedx_recv_reduce(s, 1 - shape->rank, sent(shape, 0), received(shape, 0),
                       shape->rank == 0 ? TUNEDX_FROM_LOWER
                                        : TUNEDX_FROM_HIGHER);
}

static void elements_mixed(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const size_t half = shape->units / 2;
    const tunedx_span_t low = part_of(TUNEDX_SEND_BUFFER, 0, half);
    const tunedx_span_t high = part_of(TUNEDX_SEND_BUFFER, half, half);

    tunedx_copy(s, low, part_of(TUNEDX_RECV_BUFFER, 0, half));
    tunedx_reduce(s, high, part_of(TUNEDX_RECV_BUFFER, 0, half));
}

static void input_written(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_send(s, 1 - shape->rank, sent(shape, 0));
    tunedx_recv_reduce(s, 1 - shape->rank, sent(shape, 0), sent(shape, 0),
                       TUNEDX_FROM_HIGHER);
}

static void over_the_end(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, 0), received(shape, shape->size));
}

static void over_scratch(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, 0),
                tunedx_part(tunedx_scratch(s, shape->units), 1, shape->units));
}

static void block_missing(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_span_t span = received(shape, 0);

    span.block = 1;
    tunedx_copy(s, sent(shape, 0), span);
}

static void not_received(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    linear_texts[TUNEDX_BCAST](s, shape);
    if (shape->rank == 0) {
        tunedx_send(s, 1, received(shape, 0));
    }
}

static void not_sent(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    linear_texts[TUNEDX_BCAST](s, shape);
    if (shape->rank == 1) {
        tunedx_recv(s, 0, tunedx_scratch(s, 1));
    }
}

static void root_overwritten(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t first = part_of(TUNEDX_RECV_BUFFER, 0, 1);
    const tunedx_span_t second = part_of(TUNEDX_RECV_BUFFER, 1, 1);

    linear_texts[TUNEDX_BCAST](s, shape);
    if (shape->rank == shape->root) {
        tunedx_copy(s, first, second);
    }
}

/* Dissemination without its last round. */
static void round_missing(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_span_t token = received(shape, 0);

    for (int distance = 1; distance < shape->size / 2; distance *= 2) {
        const tunedx_span_t next = tunedx_scratch(s, 1);

        tunedx_send(s, tunedx_mod(shape->rank + distance, shape->size), token);
        tunedx_recv(s, tunedx_mod(shape->rank - distance, shape->size), next);
        token = next;
    }
}

/* All rounds, but as no token depends on the one before, it may be sent before
 * that has arrived. */
static void tokens_unrelated(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int distance = 1; distance < shape->size; distance *= 2) {
        tunedx_send(s, tunedx_mod(shape->rank + distance, shape->size),
                    tunedx_scratch(s, 1));
        tunedx_recv(s, tunedx_mod(shape->rank - distance, shape->size),
                    tunedx_scratch(s, 1));
    }
}

static void leaves_early(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int i = 1; i < shape->size; i++) {
        if (shape->rank == i) {
            tunedx_send(s, 0, tunedx_scratch(s, 1));
        } else if (shape->rank == 0) {
            tunedx_recv(s, i, tunedx_scratch(s, 1));
        }
    }
}

/* Right, but for rank 0's buffer, which is not to be changed. */
static void first_overwritten(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const tunedx_span_t mine = tunedx_scratch(s, shape->units);

    tunedx_copy(s, received(shape, 0), mine);
    tunedx_send(s, 1 - shape->rank, mine);
    tunedx_recv(s, 1 - shape->rank, received(shape, 0));
}

static void writes_no_buffer(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_copy(s, sent(shape, 0), received(shape, 0));
}

/* ---- the tables ---- */

const wrong_text_t wrong_texts[] = {
    {all_sends_first, TUNEDX_ALLTOALL, 4, 0, false, JOB_NOWHERE, "deadlock"},
    {swap_without_scratch, TUNEDX_ALLTOALL, 2, 0, false, JOB_EVERYWHERE,
     "deadlock"},
    {bcast_from_0, TUNEDX_BCAST, 4, 1, false, JOB_NOWHERE, "never written"},
    {no_last_block, TUNEDX_ALLGATHER, 4, 0, false, JOB_NOWHERE,
     "never written"},
    {blocks_misplaced, TUNEDX_ALLGATHER, 3, 0, false, JOB_NOWHERE,
     "result: unit 8 holds 0 of {2}, not 0 of {1}"},
    {lengths_differ, TUNEDX_BCAST, 2, 0, false, JOB_NOWHERE,
     "receives 8 units, but instruction 0 of rank 0 sends 7"},
    {scratch_unwritten, TUNEDX_BCAST, 2, 0, false, JOB_NOWHERE,
     "unit 0 of the scratch buffer is used but was never written"},
    {result_read_first, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE,
     "unit 0 of the receive buffer is used but was never written"},
    {contributions_twice, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE,
     "some would come twice"},
    {contribution_missing, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE,
     "result: unit 0 holds 0 of {0}, not 0 of {0..1}"},
    {order_reversed, TUNEDX_ALLREDUCE, 2, 0, true, JOB_NOWHERE,
     "contributions of {1} and {0} are combined: not neighbours"},
    {elements_mixed, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE,
     "element 4 is combined with element 0"},
    {input_written, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE,
     "is input and must not be written"},
    {over_the_end, TUNEDX_ALLGATHER, 2, 0, false, JOB_NOWHERE,
     "recv[16..24) reaches over the end of its buffer"},
    {over_scratch, TUNEDX_ALLGATHER, 2, 0, false, JOB_NOWHERE,
     "scratch0[1..9) reaches over the end of its buffer"},
    {block_missing, TUNEDX_ALLGATHER, 2, 0, false, JOB_NOWHERE,
     "recv1[0..8) is in a block that does not exist"},
    {not_received, TUNEDX_BCAST, 2, 0, false, JOB_NOWHERE, "has ended"},
    {not_sent, TUNEDX_BCAST, 2, 0, false, JOB_NOWHERE, "has ended"},
    {root_overwritten, TUNEDX_BCAST, 3, 1, false, JOB_NOWHERE,
     "result: unit 1 is wrong"},
    {round_missing, TUNEDX_BARRIER, 8, 0, false, JOB_NOWHERE,
     "leaves the barrier knowing only of {0, 5..7}"},
    {tokens_unrelated, TUNEDX_BARRIER, 4, 0, false, JOB_NOWHERE,
     "leaves the barrier knowing only of"},
    {leaves_early, TUNEDX_BARRIER, 4, 0, false, JOB_NOWHERE,
     "leaves the barrier knowing only of {1}"},
    {first_overwritten, TUNEDX_EXSCAN, 2, 0, false, JOB_EVERYWHERE,
     "result: unit 0 holds 0 of {1}, not 0 of {0}"},
    {writes_no_buffer, TUNEDX_REDUCE, 2, 0, false, JOB_NOWHERE,
     "reaches over the end"},
    {writes_no_buffer, TUNEDX_EXSCAN, 2, 0, false, JOB_NOWHERE,
     "reaches over the end"},
    {NULL, TUNEDX_ALLGATHER, 0, 0, false, JOB_NOWHERE, NULL},
};

const wrong_text_t harmless_texts[] = {
    {all_sends_first, TUNEDX_ALLTOALL, 4, 0, false, JOB_NOWHERE, NULL},
    {order_reversed, TUNEDX_ALLREDUCE, 2, 0, false, JOB_NOWHERE, NULL},
    {NULL, TUNEDX_ALLGATHER, 0, 0, false, JOB_NOWHERE, NULL},
};
