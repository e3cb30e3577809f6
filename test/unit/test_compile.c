/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The compile pass: random texts, compiled with random windows and executed
 * with as much disorder as MPI allows, give the same values as the texts
 * executed one line at a time.
 *
 * TUNEDX_TEST_SEED=n tests only text n, TUNEDX_TEST_LEVEL=full many more.
 */
#include "cmocka_test.h"
#include "machine.h"
#include "text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS = 3000, MUTATED_TEXTS = 150, WIDEST = 8, RUNS = 4 };

static text_t text; /* large, so not on a stack */

typedef struct programs {
    tunedx_window_t windows[TEXT_RANKS];
    tunedx_program_t *of[TEXT_RANKS];
} programs_t;

static tunedx_window_t random_window(random_t *random)
{
    const tunedx_window_t window = {
        .sends = 1 + random_below(random, WIDEST),
        .receives = 1 + random_below(random, WIDEST),
        .look_ahead = 1 + random_below(random, 4 * WIDEST),
    };

    switch (random_below(random, 4)) {
    case 0:
        return tunedx_window_of(1);
    case 1:
        return tunedx_window_of(window.sends);
    default:
        return window;
    }
}

static void choose_windows(programs_t *programs, random_t *random)
{
    const bool equal = random_chance(random, 50);
    const size_t piece =
        random_chance(random, 50) ? 0 : 1 + (size_t)random_below(random, 5);

    for (int i = 0; i < text.size; i++) {
        programs->windows[i] =
            equal && i > 0 ? programs->windows[0] : random_window(random);
        programs->windows[i].piece = piece; /* ranks agree on it */
    }
}

static void compile(programs_t *programs)
{
    for (int i = 0; i < text.size; i++) {
        text_rank_t *rank = &text.ranks[i];
        tunedx_schedule_t *schedule = rank->schedule;

        rank->schedule = NULL;
        assert_int_equal(tunedx_schedule_finish(schedule, &programs->windows[i],
                                                &programs->of[i]),
                         TUNEDX_SUCCESS);
    }
}

static void destroy(programs_t *programs)
{
    for (int i = 0; i < text.size; i++) {
        tunedx_program_release(programs->of[i]);
    }
}

/* Slots and requests cost memory in every call: no more than needed. */
static const char *check_sizes(const programs_t *programs)
{
    for (int i = 0; i < text.size; i++) {
        const tunedx_window_t *window = &programs->windows[i];
        const int width = window->sends + window->receives;
        const int live = text_most_live(&text.ranks[i]);

        if (window->piece == 0 && programs->of[i]->requests > width) {
            return "more request slots than transfers in flight";
        }
        if (programs->of[i]->slots > live + width) {
            return "more scratch slots than live pieces and the window";
        }
    }
    return NULL;
}

static const char *check_buffers(const machine_t *machine)
{
    for (int i = 0; i < text.size; i++) {
        if (memcmp(machine->buffers[i], text.ranks[i].after,
                   sizeof machine->buffers[i]) != 0) {
            return "the buffers hold wrong values";
        }
    }
    return NULL;
}

/* Executes the programs once; NULL when all is well. */
static const char *execute(const programs_t *programs, uint64_t seed,
                           machine_pace_t pace, bool is_lenient)
{
    machine_t machine = {
        .size = text.size,
        .commutative = text.commutative,
        .pace = pace,
        .is_lenient = is_lenient,
        .random = {.state = seed},
    };

    machine.rendezvous = 50 * random_below(&machine.random, 3);
    for (int i = 0; i < text.size; i++) {
        machine.programs[i] = programs->of[i];
        machine.windows[i] = programs->windows[i];
        memcpy(machine.buffers[i], text.ranks[i].before,
               sizeof machine.buffers[i]);
    }
    const char *wrong = machine_run(&machine);

    return wrong != NULL ? wrong : check_buffers(&machine);
}

static const char *execute_often(const programs_t *programs, random_t *random)
{
    const char *wrong = check_sizes(programs);

    for (int i = 0; wrong == NULL && i < RUNS; i++) {
        wrong = execute(programs, random_bits(random),
                        (machine_pace_t)(i % MACHINE_PACES), false);
    }
    return wrong;
}

static void texts_keep_their_meaning(void **state)
{
    const char *only = getenv("TUNEDX_TEST_SEED");
    const uint64_t first = only == NULL ? 0 : strtoull(only, NULL, 10);
    const char *level = getenv("TUNEDX_TEST_LEVEL");
    const bool full = level != NULL && strcmp(level, "full") == 0;
    const uint64_t texts = (full ? 20 : 1) * (uint64_t)TEXTS;
    const uint64_t end = only == NULL ? texts : first + 1;

    (void)state;
    for (uint64_t seed = first; seed < end; seed++) {
        random_t random = {.state = ~seed};
        programs_t programs;

        assert_true(text_write(&text, seed));
        choose_windows(&programs, &random);
        compile(&programs);
        const char *wrong = execute_often(&programs, &random);

        destroy(&programs);
        if (wrong != NULL) {
            fail_msg("TUNEDX_TEST_SEED=%llu: %s", (unsigned long long)seed,
                     wrong);
        }
    }
}

/* A slot of scratch is not taken for a receive while its last message may
 * still be on its way: both ranks would wait for the other to receive first. */
static void slots_in_flight_are_left_alone(void **state)
{
    random_t random = {.state = 3};

    (void)state;
    for (int live = 0; live <= 4 * WIDEST; live++) {
        for (int width = 1; width <= WIDEST; width++) {
            programs_t programs;

            assert_true(text_write_exchanges(&text, live));
            programs.windows[0] = tunedx_window_of(width);
            programs.windows[1] = programs.windows[0];
            compile(&programs);
            const char *wrong = execute_often(&programs, &random);

            destroy(&programs);
            if (wrong != NULL) {
                fail_msg("window %d, %d live pieces: %s", width, live, wrong);
            }
        }
    }
}

/* ---- what waits for what ---- */

static tunedx_span_t unit_of(tunedx_buffer_t buffer, size_t first)
{
    return (tunedx_span_t){.buffer = buffer, .first = first, .units = 1};
}

/* Rank 0 of a ring whose blocks have so many segments, each of a unit. */
static tunedx_program_t *compile_ring(size_t segments, size_t rounds, int width)
{
    const tunedx_shape_t shape = {
        .collective = TUNEDX_ALLREDUCE,
        .size = 3,
        .units = segments * (rounds + 1),
        .unit_bytes = 1,
    };
    const tunedx_window_t window = tunedx_window_of(width);
    tunedx_schedule_t *s = tunedx_schedule_create(&shape);
    tunedx_program_t *program = NULL;

    assert_non_null(s);
    for (size_t i = 0; i < rounds * segments; i++) {
        const size_t next = i + segments;

        tunedx_send(
            s, 1,
            unit_of(i < segments ? TUNEDX_SEND_BUFFER : TUNEDX_RECV_BUFFER, i));
        tunedx_recv_reduce(s, 2, unit_of(TUNEDX_SEND_BUFFER, next),
                           unit_of(TUNEDX_RECV_BUFFER, next),
                           TUNEDX_FROM_LOWER);
    }
    assert_int_equal(tunedx_schedule_finish(s, &window, &program),
                     TUNEDX_SUCCESS);
    return program;
}

/* Of a ring with two or more segments in a block one is always on its way: the
 * next send does not come after the reductions of as many as were sent. */
static void a_ring_has_a_segment_on_its_way(void **state)
{
    enum { ROUNDS = 5, MOST_SEGMENTS = 9 };

    (void)state;
    for (size_t segments = 2; segments <= MOST_SEGMENTS; segments++) {
        for (int width = 2; width <= WIDEST; width++) {
            tunedx_program_t *program = compile_ring(segments, ROUNDS, width);
            size_t sent = 0, reduced = 0;

            for (size_t i = 0; i < program->instructions; i++) {
                const uint8_t opcode = program->code[i].opcode;

                if (opcode == TUNEDX_CODE_REDUCE) {
                    reduced++;
                } else if (opcode == TUNEDX_CODE_START_SEND ||
                           opcode == TUNEDX_CODE_SEND) {
                    assert_true(reduced < sent || sent == 0);
                    sent++;
                }
            }
            assert_int_equal(sent, ROUNDS * segments);
            assert_int_equal(reduced, ROUNDS * segments);
            tunedx_program_release(program);
        }
    }
}

/* ---- the test is tested: programs that lack a wait ---- */

typedef struct mutant {
    tunedx_program_t program;
    tunedx_instruction_t *code;
    bool sends; /* the transfer that is not waited for */
} mutant_t;

/* The program without its instruction number `index`, a wait; a transfer that
 * starts and waits in one loses its wait. */
static mutant_t drop_wait(const tunedx_program_t *program, size_t index)
{
    mutant_t mutant = {.program = *program};
    size_t kept = 0, start = index;

    mutant.code = calloc(program->instructions, sizeof *mutant.code);
    assert_non_null(mutant.code);
    for (size_t i = 0; i < program->instructions; i++) {
        if (i != index || program->code[i].opcode != TUNEDX_CODE_WAIT) {
            mutant.code[kept++] = program->code[i];
        }
    }
    if (kept == program->instructions) {
        mutant.sends = mutant.code[index].opcode == TUNEDX_CODE_SEND;
        mutant.code[index].opcode =
            mutant.sends ? TUNEDX_CODE_START_SEND : TUNEDX_CODE_START_RECV;
    } else {
        while (program->code[start].opcode > TUNEDX_CODE_START_RECV ||
               program->code[start].request != program->code[index].request) {
            start--;
        }
        mutant.sends = program->code[start].opcode == TUNEDX_CODE_START_SEND;
    }
    mutant.program.instructions = kept;
    mutant.program.code = mutant.code;
    return mutant;
}

typedef struct tally {
    int made, noticed;            /* with everything looked at */
    int data[2], noticed_data[2]; /* data alone; by receives and sends */
} tally_t;

static void try_mutant(programs_t *programs, int rank, size_t index,
                       random_t *random, tally_t *tally)
{
    tunedx_program_t *whole = programs->of[rank];
    mutant_t mutant = drop_wait(whole, index);
    bool noticed = false;

    programs->of[rank] = &mutant.program;
    tally->made++;
    tally->noticed +=
        execute(programs, random_bits(random), MACHINE_RANDOM, false) != NULL;
    for (int i = 0; !noticed && i < RUNS; i++) {
        noticed =
            execute(programs, random_bits(random), MACHINE_LATE, true) != NULL;
    }
    tally->data[mutant.sends]++;
    tally->noticed_data[mutant.sends] += noticed;
    programs->of[rank] = whole;
    free(mutant.code);
}

static bool waits(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_WAIT ||
           code->opcode == TUNEDX_CODE_SEND || code->opcode == TUNEDX_CODE_RECV;
}

/* A transfer not waited for is always noticed by the slot that it leaves in
 * use.  In the data it shows only where they are looked at again; and a send,
 * only where its buffer is written to before the receiver needs the data. */
static void missing_waits_are_noticed(void **state)
{
    random_t random = {.state = 7};
    tally_t tally = {.made = 0};

    (void)state;
    for (uint64_t seed = 0; seed < MUTATED_TEXTS; seed++) {
        programs_t programs;

        assert_true(text_write(&text, seed));
        choose_windows(&programs, &random);
        compile(&programs);
        for (int rank = 0; rank < text.size; rank++) {
            const tunedx_program_t *program = programs.of[rank];

            for (size_t i = 0; i < program->instructions; i++) {
                if (waits(&program->code[i])) {
                    try_mutant(&programs, rank, i, &random, &tally);
                }
            }
        }
        destroy(&programs);
    }
    assert_true(tally.made > 1000);
    assert_int_equal(tally.noticed, tally.made);
    assert_true(tally.noticed_data[0] > tally.data[0] / 5);
    assert_true(tally.noticed_data[1] > tally.data[1] / 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_keep_their_meaning),
        cmocka_unit_test(slots_in_flight_are_left_alone),
        cmocka_unit_test(a_ring_has_a_segment_on_its_way),
        cmocka_unit_test(missing_waits_are_noticed),
    };

    return cmocka_run_group_tests_name("compile", tests, NULL, NULL);
}
