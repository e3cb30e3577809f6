/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The builder: what it leaves out, what it refuses, and how views map ranks and
 * buffers.  What it builds is tested in test_compile and test_algorithms.
 */
#include "cmocka_test.h"
#include "job.h"

enum { SIZE = 6, RANK = 3, UNITS = 8 };

static tunedx_span_t send_span(size_t first, size_t units)
{
    return (tunedx_span_t){
        .buffer = TUNEDX_SEND_BUFFER,
        .first = first,
        .units = units,
    };
}

static tunedx_span_t recv_span(size_t first, size_t units)
{
    return (tunedx_span_t){
        .buffer = TUNEDX_RECV_BUFFER,
        .first = first,
        .units = units,
    };
}

static tunedx_schedule_t *create(void)
{
    const tunedx_shape_t shape = {
        .collective = TUNEDX_ALLREDUCE,
        .size = SIZE,
        .units = UNITS,
        .unit_bytes = 1,
        .rank = RANK,
    };
    tunedx_schedule_t *s = tunedx_schedule_create(&shape);

    assert_non_null(s);
    return s;
}

static tunedx_program_t *finish(tunedx_schedule_t *s)
{
    const tunedx_window_t window = tunedx_window_of(4);
    tunedx_program_t *program = NULL;

    assert_int_equal(tunedx_schedule_finish(s, &window, &program),
                     TUNEDX_SUCCESS);
    assert_non_null(program);
    return program;
}

static void assert_error(tunedx_schedule_t *s, tunedx_error_t expected)
{
    const tunedx_window_t window = tunedx_window_of(4);
    tunedx_program_t *program = NULL;

    assert_int_equal(tunedx_schedule_finish(s, &window, &program), expected);
    assert_null(program);
}

/* ---- what is left out ---- */

static void empty_steps_are_left_out(void **state)
{
    tunedx_schedule_t *s = create();

    (void)state;
    tunedx_send(s, 1, send_span(0, 0));
    tunedx_recv(s, 1, recv_span(0, 0));
    tunedx_recv_reduce(s, 1, send_span(0, 0), recv_span(0, 0),
                       TUNEDX_FROM_LOWER);
    tunedx_copy(s, send_span(0, 0), recv_span(0, 0));
    tunedx_reduce(s, send_span(0, 0), recv_span(0, 0));
    tunedx_copy(s, recv_span(2, 3), recv_span(2, 3));
    tunedx_scratch(s, 5);
    tunedx_program_t *program = finish(s);

    assert_int_equal(program->instructions, 0);
    assert_int_equal(program->slots, 0);
    assert_int_equal(program->requests, 0);
    tunedx_program_release(program);
    tunedx_program_release(NULL);
    tunedx_schedule_destroy(NULL);
}

/* ---- what is refused ---- */

static void to_itself(tunedx_schedule_t *s)
{
    tunedx_send(s, RANK, send_span(0, 1));
}

static void from_itself(tunedx_schedule_t *s)
{
    tunedx_recv(s, RANK, recv_span(0, 1));
}

static void to_nobody(tunedx_schedule_t *s)
{
    tunedx_send(s, SIZE, send_span(0, 1));
}

static void from_nobody(tunedx_schedule_t *s)
{
    tunedx_recv(s, -1, recv_span(0, 1));
}

static void copy_of_another_length(tunedx_schedule_t *s)
{
    tunedx_copy(s, send_span(0, 2), recv_span(0, 1));
}

static void copy_that_overlaps(tunedx_schedule_t *s)
{
    tunedx_copy(s, recv_span(0, 3), recv_span(1, 3));
}

static void reduction_with_itself(tunedx_schedule_t *s)
{
    tunedx_reduce(s, recv_span(0, 3), recv_span(0, 3));
}

static void reduction_that_overlaps(tunedx_schedule_t *s)
{
    tunedx_reduce(s, recv_span(2, 3), recv_span(0, 3));
}

static void outside_of_the_view(tunedx_schedule_t *s)
{
    const tunedx_view_t view = {.size = 2};

    tunedx_schedule_enter(s, &view);
    tunedx_send(s, 2, send_span(0, 1));
    tunedx_schedule_leave(s);
}

static void bad_steps_are_refused(void **state)
{
    static void (*const bad[])(tunedx_schedule_t *) = {
        to_itself,
        from_itself,
        to_nobody,
        from_nobody,
        copy_of_another_length,
        copy_that_overlaps,
        reduction_with_itself,
        reduction_that_overlaps,
        outside_of_the_view,
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        tunedx_schedule_t *s = create();

        tunedx_send(s, 1, send_span(0, 1));
        bad[i](s);
        tunedx_send(s, 1, send_span(0, 1));
        assert_error(s, TUNEDX_BAD_STEP);
    }
}

static void the_first_failure_sticks(void **state)
{
    tunedx_schedule_t *s = create();

    (void)state;
    tunedx_schedule_fail(s, TUNEDX_TOO_LARGE);
    to_itself(s);
    tunedx_schedule_fail(s, TUNEDX_OUT_OF_MEMORY);
    assert_error(s, TUNEDX_TOO_LARGE);
}

/* ---- views ---- */

static void assert_send(const tunedx_program_t *program, size_t index,
                        tunedx_opcode_t opcode, int peer,
                        tunedx_buffer_t buffer, size_t first)
{
    assert_true(index < program->instructions);
    const tunedx_instruction_t *code = &program->code[index];

    assert_int_equal(code->opcode, opcode);
    assert_int_equal(code->peer, peer);
    assert_int_equal(code->span.buffer, buffer);
    assert_int_equal(code->span.first, first);
    assert_int_equal(code->span.units, 1);
}

/* Three views, one in the other; the last two number the ranks anew. */
static void views_nest(void **state)
{
    const int ranks[] = {5, 1, RANK, 0}, inner[] = {2, 0};
    const tunedx_view_t same = {
        .size = SIZE,
        .send = recv_span(4, 4),
        .recv = recv_span(4, 4),
    };
    const tunedx_view_t four = {
        .ranks = ranks,
        .size = 4,
        .send = send_span(1, 3),
        .recv = recv_span(1, 3),
    };
    const tunedx_view_t two = {
        .ranks = inner,
        .size = 2,
        .send = send_span(2, 1),
        .recv = recv_span(0, 1),
    };
    tunedx_schedule_t *s = create();

    (void)state;
    tunedx_schedule_enter(s, &same);
    tunedx_send(s, 1, send_span(0, 1));
    tunedx_schedule_enter(s, &four);
    tunedx_send(s, 0, recv_span(2, 1));
    tunedx_schedule_enter(s, &two);
    tunedx_send(s, 1, send_span(0, 1));
    tunedx_schedule_leave(s);
    tunedx_send(s, 3, send_span(0, 1));
    tunedx_schedule_leave(s);
    tunedx_schedule_leave(s);
    tunedx_program_t *program = finish(s);

    assert_send(program, 0, TUNEDX_CODE_START_SEND, 1, TUNEDX_RECV_BUFFER, 4);
    assert_send(program, 1, TUNEDX_CODE_START_SEND, 5, TUNEDX_RECV_BUFFER, 7);
    assert_send(program, 2, TUNEDX_CODE_START_SEND, 5, TUNEDX_RECV_BUFFER, 7);
    /* The last one is started and waited for in one. */
    assert_send(program, 3, TUNEDX_CODE_SEND, 0, TUNEDX_RECV_BUFFER, 5);
    tunedx_program_release(program);
}

/* The receive that ends an exchange is one blocking receive. */
static void an_exchange_ends_in_one(void **state)
{
    tunedx_schedule_t *s = create();

    (void)state;
    tunedx_send(s, 1, send_span(0, 1));
    tunedx_recv(s, 1, recv_span(0, 1));
    tunedx_program_t *program = finish(s);

    assert_int_equal(program->instructions, 3);
    assert_send(program, 0, TUNEDX_CODE_START_SEND, 1, TUNEDX_SEND_BUFFER, 0);
    assert_int_equal(program->code[1].opcode, TUNEDX_CODE_RECV);
    assert_int_equal(program->code[2].opcode, TUNEDX_CODE_WAIT);
    assert_int_equal(program->code[2].request, program->code[0].request);
    tunedx_program_release(program);
}

/* ---- other algorithms inside ---- */

/* A bcast: rank 0 tells the last rank, and these two tell the even and the odd
 * ranks. */
static void bcast_in_two_groups(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    const tunedx_algorithm_t *binomial =
        tunedx_algorithm_find(TUNEDX_BCAST, "binomial", 8);
    const int even[] = {0, 2, 4}, odd[] = {1, 3, 5};
    const bool is_even = shape->rank % 2 == 0;
    const tunedx_view_t view = {
        .ranks = is_even ? even : odd,
        .size = SIZE / 2,
        .send = tunedx_output(shape),
        .recv = tunedx_output(shape),
    };

    if (shape->rank == 0) {
        tunedx_send(s, SIZE - 1, tunedx_output(shape));
    } else if (shape->rank == SIZE - 1) {
        tunedx_recv(s, 0, tunedx_output(shape));
    }
    tunedx_embed(s, shape, job_method(&arena, binomial, 0, 4, 3, 0),
                 TUNEDX_BCAST, &view, shape->rank / 2,
                 is_even ? 0 : SIZE / 2 - 1);
    tunedx_arena_free(&arena);
}

static void groups_run_algorithms(void **state)
{
    const job_call_t call = {
        .key = job_key(TUNEDX_BCAST, SIZE, 0, UNITS, true),
    };
    tunedx_fault_t fault;
    job_t job;

    (void)state;
    assert_int_equal(job_write(&job, &call, bcast_in_two_groups, 1),
                     TUNEDX_SUCCESS);
    const bool passed = tunedx_verify(&job.job, &fault);

    job_destroy(&job);
    if (!passed) {
        job_fail(&call, &fault);
    }
}

/* Sends that are to be synchronous are, the others only now and then. */
static void synchronous_sends_stay_so(void **state)
{
    const tunedx_window_t window = tunedx_window_of(4);
    tunedx_schedule_t *s = create();
    tunedx_program_t *program;
    int sends = 0, synchronous = 0;

    (void)state;
    tunedx_send_synchronous(s, 0, send_span(0, 1));
    tunedx_send(s, 0, send_span(1, 1));
    tunedx_send_synchronous(s, 0, send_span(2, 1));
    assert_int_equal(tunedx_schedule_finish(s, &window, &program),
                     TUNEDX_SUCCESS);
    for (size_t i = 0; i < program->instructions; i++) {
        const tunedx_instruction_t *at = &program->code[i];
        const bool is_send = at->opcode == TUNEDX_CODE_SEND ||
                             at->opcode == TUNEDX_CODE_START_SEND;

        assert_int_equal(at->synchronous, is_send && at->span.first != 1);
        sends += is_send;
        synchronous += at->synchronous;
    }
    assert_int_equal(sends, 3);
    assert_int_equal(synchronous, 2);
    tunedx_program_release(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_steps_are_left_out),
        cmocka_unit_test(bad_steps_are_refused),
        cmocka_unit_test(the_first_failure_sticks),
        cmocka_unit_test(views_nest),
        cmocka_unit_test(an_exchange_ends_in_one),
        cmocka_unit_test(groups_run_algorithms),
        cmocka_unit_test(synchronous_sends_stay_so),
    };

    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
