/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The simulator: times that can be worked out by hand, one text each.
 */
#include "cmocka_test.h"
#include "job.h"
#include "model/simulate.h"

#include <string.h>

enum { MOST_ACTIVITIES = 64, BYTES = 10 };

/* A two-way message of 10 bytes takes 120, a one-way one 70, a reduction 30. */
static const tunedx_price_t price = {100, 2, 50, 2, 3};
#define ONE_WAY UINT64_C(70)

typedef struct heard {
    tunedx_activity_t activities[MOST_ACTIVITIES];
    int count;
} heard_t;

static void hear(void *context, const tunedx_activity_t *activity)
{
    heard_t *heard = context;

    assert_true(heard->count < MOST_ACTIVITIES);
    heard->activities[heard->count++] = *activity;
}

/* The time of a bcast of ten units of one byte that `text` writes. */
static tunedx_simulation_t simulate(int size, job_text_t *text, int window,
                                    heard_t *heard, uint64_t *time)
{
    const job_call_t call = {
        .key = job_key(TUNEDX_BCAST, size, 0, BYTES, true),
    };
    const tunedx_listener_t listener = {.hear = hear, .context = heard};
    job_t job;

    heard->count = 0;
    assert_int_equal(job_write(&job, &call, text, window), TUNEDX_SUCCESS);
    const tunedx_simulation_t result =
        tunedx_simulate(&job.job, &price, &listener, time);
    job_destroy(&job);
    return result;
}

static void expect(int size, job_text_t *text, int window, uint64_t expected)
{
    heard_t heard;
    uint64_t time;

    assert_int_equal(simulate(size, text, window, &heard, &time),
                     TUNEDX_SIMULATED);
    assert_int_equal(time, expected);
}

/* ---- texts ---- */

static void say_nothing(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    (void)s;
    (void)shape;
}

/* From each rank to the next. */
static void pass_on(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank > 0) {
        tunedx_recv(s, shape->rank - 1, tunedx_output(shape));
    }
    if (shape->rank < shape->size - 1) {
        tunedx_send(s, shape->rank + 1, tunedx_output(shape));
    }
}

static void exchange(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_send(s, 1 - shape->rank, tunedx_output(shape));
    tunedx_recv(s, 1 - shape->rank, tunedx_scratch(s, BYTES));
}

/* All to rank 0 at once, which has one port. */
static void all_to_one(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int i = 1; i < shape->size && shape->rank == 0; i++) {
        tunedx_recv(s, i, tunedx_scratch(s, BYTES));
    }
    if (shape->rank > 0) {
        tunedx_send(s, 0, tunedx_output(shape));
    }
}

/* Rank 0 combines two pieces of scratch before it sends. */
static void reduce_first(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank == 0) {
        const tunedx_span_t sum = tunedx_scratch(s, BYTES);

        tunedx_copy(s, tunedx_output(shape), sum);
        tunedx_reduce(s, tunedx_output(shape), sum);
        tunedx_send(s, 1, sum);
    } else {
        tunedx_recv(s, 0, tunedx_output(shape));
    }
}

/* Rank 0 sends to rank 1 while rank 2 sends to rank 0: at rank 0 both are
 * two-way. */
static void through_one(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    if (shape->rank == 0) {
        tunedx_send(s, 1, tunedx_output(shape));
        tunedx_recv(s, 2, tunedx_scratch(s, BYTES));
    } else if (shape->rank == 1) {
        tunedx_recv(s, 0, tunedx_output(shape));
    } else {
        tunedx_send(s, 0, tunedx_output(shape));
    }
}

/* Ten messages from rank 0, a byte each: to the last rank, to the one before
 * it, and so on, and from the beginning again. */
static void one_to_all(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int i = 0; i < BYTES && shape->size > 1; i++) {
        const int rank = shape->size - 1 - i % (shape->size - 1);
        const tunedx_span_t byte =
            tunedx_part(tunedx_output(shape), (size_t)i, 1);

        if (shape->rank == 0) {
            tunedx_send(s, rank, byte);
        } else if (shape->rank == rank) {
            tunedx_recv(s, 0, byte);
        }
    }
}

static void wait_in_a_circle(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    tunedx_recv(s, 1 - shape->rank, tunedx_scratch(s, BYTES));
    tunedx_send(s, 1 - shape->rank, tunedx_output(shape));
    tunedx_recv(s, 1 - shape->rank, tunedx_scratch(s, BYTES));
}

/* ---- tests ---- */

static void times_are_as_by_hand(void **state)
{
    (void)state;
    expect(1, say_nothing, 1, 0);
    expect(2, pass_on, 1, 70);
    expect(4, pass_on, 1, 3 * ONE_WAY);
    expect(2, exchange, 1, 120);
    expect(2, reduce_first, 1, 30 + 70);
    expect(3, through_one, 1, 120);
}

/* However many receives are posted, one message arrives at a time. */
static void a_port_serves_one_message(void **state)
{
    (void)state;
    expect(6, all_to_one, 1, 5 * ONE_WAY);
    expect(6, all_to_one, 4, 5 * ONE_WAY);
    expect(6, all_to_one, TUNEDX_MAX_WINDOW, 5 * ONE_WAY);
}

/* Whoever comes first, rank 0 keeps to its text. */
static void sends_go_in_their_order(void **state)
{
    static const int sizes[] = {2, 4, 9};
    heard_t heard;
    uint64_t time;

    (void)state;
    for (int i = 0; i < 3; i++) {
        const int others = sizes[i] - 1;

        assert_int_equal(simulate(sizes[i], one_to_all, 8, &heard, &time),
                         TUNEDX_SIMULATED);
        assert_int_equal(heard.count, BYTES);
        for (int k = 0; k < BYTES; k++) {
            const tunedx_activity_t *message = &heard.activities[k];

            assert_int_equal(message->rank, others - k % others);
            assert_true(k == 0 || message->sends > message[-1].sends);
        }
    }
}

static void the_listener_hears_all(void **state)
{
    heard_t heard;
    uint64_t time;

    (void)state;
    assert_int_equal(simulate(2, reduce_first, 1, &heard, &time),
                     TUNEDX_SIMULATED);
    assert_int_equal(heard.count, 3);
    assert_int_equal(heard.activities[0].kind, TUNEDX_ACTIVITY_COPY);
    assert_int_equal(heard.activities[0].end, 0);
    assert_int_equal(heard.activities[1].kind, TUNEDX_ACTIVITY_REDUCTION);
    assert_int_equal(heard.activities[1].start, 0);
    assert_int_equal(heard.activities[1].end, 30);
    assert_int_equal(heard.activities[1].rank, 0);
    const tunedx_activity_t *message = &heard.activities[2];
    assert_int_equal(message->kind, TUNEDX_ACTIVITY_MESSAGE);
    assert_int_equal(message->sender, 0);
    assert_int_equal(message->rank, 1);
    assert_int_equal(message->bytes, BYTES);
    assert_int_equal(message->start, 30);
    assert_int_equal(message->end, 100);
    assert_false(message->two_way);

    assert_int_equal(simulate(2, exchange, 1, &heard, &time), TUNEDX_SIMULATED);
    assert_int_equal(heard.count, 2);
    assert_true(heard.activities[0].two_way && heard.activities[1].two_way);
}

static void deadlocks_are_found(void **state)
{
    heard_t heard;
    uint64_t time = 7;

    (void)state;
    assert_int_equal(simulate(2, wait_in_a_circle, 1, &heard, &time),
                     TUNEDX_SIMULATION_STUCK);
    assert_int_equal(time, 7);
}

/* A message for each piece; stated costs do not count them, and do not claim
 * to: two exchanges of half the units have one more alpha. */
static void pieces_cost_messages(void **state)
{
    const tunedx_algorithm_t *algorithm = tunedx_algorithm_find(
        TUNEDX_ALLREDUCE, "recursive_doubling", strlen("recursive_doubling"));
    job_call_t call = {.key = job_key(TUNEDX_ALLREDUCE, 2, 0, BYTES, true)};
    const size_t pieces[] = {0, BYTES / 2 * call.key.unit_bytes};
    uint64_t times[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        tunedx_arena_t arena = tunedx_arena_empty();
        job_t job;

        call.method = job_method(&arena, algorithm, 0, 1, 0, pieces[i]);
        assert_non_null(call.method);
        const tunedx_shape_t shape = tunedx_shape_of(&call.key, 0, call.method);

        assert_int_equal(tunedx_cost_is_exact(&shape, &price), i == 0);
        assert_int_equal(job_build(&job, &call), TUNEDX_SUCCESS);
        assert_int_equal(tunedx_simulate(&job.job, &price, NULL, &times[i]),
                         TUNEDX_SIMULATED);
        job_destroy(&job);
        tunedx_arena_free(&arena);
    }
    assert_int_equal(times[1], times[0] + price.alpha);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(times_are_as_by_hand),
        cmocka_unit_test(a_port_serves_one_message),
        cmocka_unit_test(sends_go_in_their_order),
        cmocka_unit_test(the_listener_hears_all),
        cmocka_unit_test(deadlocks_are_found),
        cmocka_unit_test(pieces_cost_messages),
    };

    return cmocka_run_group_tests_name("simulate", tests, NULL, NULL);
}
