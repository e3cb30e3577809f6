/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The verifier finds what is wrong with a program even by itself.  The programs
 * here are written by hand, since the compiler of schedules makes no such ones.
 */
#include "cmocka_test.h"
#include "schedule/verify.h"

#include <string.h>

enum { MOST_CODE = 8, UNITS = 8 };

#define SEND_SPAN(from, length)                                          \
    {                                                                    \
        .buffer = TUNEDX_SEND_BUFFER, .first = (from), .units = (length) \
    }
#define RECV_SPAN(from, length)                                          \
    {                                                                    \
        .buffer = TUNEDX_RECV_BUFFER, .first = (from), .units = (length) \
    }
#define SCRATCH(from, length)                                               \
    {                                                                       \
        .buffer = TUNEDX_SCRATCH_BUFFER, .first = (from), .units = (length) \
    }

#define START_SEND(slot, ...)                                           \
    {                                                                   \
        .opcode = TUNEDX_CODE_START_SEND, .request = (slot), .peer = 1, \
        .span = __VA_ARGS__                                             \
    }
#define START_RECV(slot, ...)                                           \
    {                                                                   \
        .opcode = TUNEDX_CODE_START_RECV, .request = (slot), .peer = 1, \
        .span = __VA_ARGS__                                             \
    }
#define WAIT(slot)                                    \
    {                                                 \
        .opcode = TUNEDX_CODE_WAIT, .request = (slot) \
    }
#define COPY(...)                                       \
    {                                                   \
        .opcode = TUNEDX_CODE_COPY, .span = __VA_ARGS__ \
    }
#define REDUCE(...)                                       \
    {                                                     \
        .opcode = TUNEDX_CODE_REDUCE, .span = __VA_ARGS__ \
    }
#define OPERAND(...)                                       \
    {                                                      \
        .opcode = TUNEDX_CODE_OPERAND, .span = __VA_ARGS__ \
    }

/* The program of rank 0 of two; rank 1's is empty. */
typedef struct wrong_program {
    const char *fault; /* part of what the verifier says */
    size_t instructions;
    tunedx_collective_t collective;
    tunedx_instruction_t code[MOST_CODE];
} wrong_program_t;

static const wrong_program_t wrong_programs[] = {
    {"ends without waiting for instruction 0",
     1,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, SEND_SPAN(0, 8))}},
    {"its request slot is in use",
     3,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, SEND_SPAN(0, 4)), START_SEND(0, SEND_SPAN(4, 4)), WAIT(0)}},
    {"its request slot is in use",
     3,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, SEND_SPAN(0, 4)),
      {.opcode = TUNEDX_CODE_SEND, .peer = 1, .span = SEND_SPAN(4, 4)},
      WAIT(0)}},
    {"waits for a request slot that is empty", 1, TUNEDX_ALLREDUCE, {WAIT(0)}},
    {"waits for a request slot that is empty",
     3,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, SEND_SPAN(0, 8)), WAIT(0), WAIT(0)}},
    {"a request slot that does not exist",
     2,
     TUNEDX_ALLREDUCE,
     {START_SEND(2, SEND_SPAN(0, 8)), WAIT(2)}},
    {"a message to itself",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_SEND, .peer = 0, .span = SEND_SPAN(0, 8)}}},
    {"a peer that does not exist",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_SEND, .peer = 2, .span = SEND_SPAN(0, 8)}}},
    {"a peer that does not exist",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_RECV, .peer = -1, .span = RECV_SPAN(0, 8)}}},
    {"writes recv[0..8) while instruction 0 is still sending it",
     4,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, RECV_SPAN(4, 4)), COPY(SEND_SPAN(0, 8)),
      OPERAND(RECV_SPAN(0, 8)), WAIT(0)}},
    {"reads recv[7..8) while instruction 0 is still receiving it",
     4,
     TUNEDX_ALLREDUCE,
     {START_RECV(0, RECV_SPAN(0, 8)), COPY(RECV_SPAN(7, 1)),
      OPERAND(SCRATCH(0, 1)), WAIT(0)}},
    {"reads recv[0..1) while instruction 0 is still receiving it",
     4,
     TUNEDX_ALLREDUCE,
     {START_RECV(0, RECV_SPAN(0, 8)), START_SEND(1, RECV_SPAN(0, 1)), WAIT(0),
      WAIT(1)}},
    {"writes recv[0..1) while instruction 0 is still receiving it",
     4,
     TUNEDX_ALLREDUCE,
     {START_RECV(0, RECV_SPAN(0, 8)), START_RECV(1, RECV_SPAN(0, 1)), WAIT(0),
      WAIT(1)}},
    {"writes scratch0[0..8) while instruction 0 is still sending it",
     4,
     TUNEDX_ALLREDUCE,
     {START_SEND(0, SCRATCH(0, 8)), REDUCE(SEND_SPAN(0, 8)),
      OPERAND(SCRATCH(0, 8)), WAIT(0)}},
    {"its operand is missing", 1, TUNEDX_ALLREDUCE, {COPY(SEND_SPAN(0, 8))}},
    {"its operand is missing",
     3,
     TUNEDX_ALLREDUCE,
     {COPY(SEND_SPAN(0, 8)), COPY(SEND_SPAN(0, 8)), OPERAND(RECV_SPAN(0, 8))}},
    {"an operand without its instruction",
     1,
     TUNEDX_ALLREDUCE,
     {OPERAND(RECV_SPAN(0, 8))}},
    {"its spans differ in length",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(SEND_SPAN(0, 8)), OPERAND(RECV_SPAN(0, 7))}},
    {"its spans overlap",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(RECV_SPAN(0, 5)), OPERAND(RECV_SPAN(3, 5))}},
    {"its spans overlap",
     2,
     TUNEDX_ALLREDUCE,
     {REDUCE(RECV_SPAN(0, 5)), OPERAND(RECV_SPAN(0, 5))}},
    {"a reduction where data only move",
     2,
     TUNEDX_ALLGATHER,
     {REDUCE(SEND_SPAN(0, 8)), OPERAND(RECV_SPAN(0, 8))}},
    {"an instruction that does not exist",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = 200}}},
    {"a span in no buffer",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_SEND,
       .peer = 1,
       .span = {.buffer = TUNEDX_BUFFERS, .units = 1}}}},
    {"is in a block that does not exist",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_SEND,
       .peer = 1,
       .span = {.buffer = TUNEDX_SCRATCH_BUFFER, .block = 1, .units = 1}}}},
    {"is in a block that does not exist",
     1,
     TUNEDX_ALLREDUCE,
     {{.opcode = TUNEDX_CODE_SEND,
       .peer = 1,
       .span = {.buffer = TUNEDX_SEND_BUFFER, .block = -1, .units = 1}}}},
    {"reaches over the end",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(SEND_SPAN(1, SIZE_MAX - 1)), OPERAND(RECV_SPAN(0, 8))}},
    {"reaches over the end",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(SEND_SPAN(SIZE_MAX, 1)), OPERAND(RECV_SPAN(0, 1))}},
    {"reaches over the end",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(SEND_SPAN(1, TUNEDX_WHOLE)), OPERAND(RECV_SPAN(0, 8))}},
    {"input and must not be written",
     2,
     TUNEDX_ALLREDUCE,
     {COPY(RECV_SPAN(0, 8)), OPERAND(SEND_SPAN(0, 8))}},
};

static const size_t slot_units[] = {UNITS};

/* Verifies the program of rank 0, whose fault, if any, is put in *fault. */
static bool verify(const tunedx_program_t *program,
                   tunedx_collective_t collective, tunedx_fault_t *fault)
{
    const tunedx_program_t empty = {.instructions = 0};
    const tunedx_program_t *programs[] = {program, &empty};
    const tunedx_shape_t shape = {
        .collective = collective,
        .size = 2,
        .units = UNITS,
        .unit_bytes = 1,
        .commutative = true,
    };
    tunedx_shape_t shapes[] = {shape, shape};

    shapes[1].rank = 1;
    const tunedx_job_t job = {
        .size = 2,
        .shapes = shapes,
        .programs = programs,
    };
    return tunedx_verify(&job, fault);
}

static tunedx_program_t program_of(const tunedx_instruction_t *code,
                                   size_t instructions)
{
    return (tunedx_program_t){
        .instructions = instructions,
        .requests = 2,
        .slots = 1,
        .granule = {1, 1},
        .largest = UNITS,
        .slot_units = slot_units,
        .code = code,
    };
}

static void assert_fault(const tunedx_program_t *program,
                         tunedx_collective_t collective, const char *expected)
{
    tunedx_fault_t fault = {.text = "nothing"};

    if (verify(program, collective, &fault) ||
        strstr(fault.text, expected) == NULL) {
        fail_msg("\"%s\": the verifier found %s", expected, fault.text);
    }
    assert_int_equal(fault.rank, 0);
}

static void wrong_programs_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong_programs / sizeof wrong_programs[0];
         i++) {
        const wrong_program_t *wrong = &wrong_programs[i];
        const tunedx_program_t program =
            program_of(wrong->code, wrong->instructions);

        assert_fault(&program, wrong->collective, wrong->fault);
    }
}

/* What the program promises to the engine. */
static void promises_are_checked(void **state)
{
    const tunedx_instruction_t code[] = {
        {.opcode = TUNEDX_CODE_SEND, .peer = 1, .span = SEND_SPAN(2, 4)}};
    tunedx_program_t program = program_of(code, 1);

    (void)state;
    program.granule[TUNEDX_SEND_BUFFER] = 4;
    assert_fault(&program, TUNEDX_ALLREDUCE, "no multiple of the program's");
    program.granule[TUNEDX_SEND_BUFFER] = 0;
    assert_fault(&program, TUNEDX_ALLREDUCE, "no multiple of the program's");
    program.granule[TUNEDX_SEND_BUFFER] = 2;
    assert_fault(&program, TUNEDX_ALLREDUCE, "deadlock");
    program.largest = 3;
    assert_fault(&program, TUNEDX_ALLREDUCE, "longer than the program's");
}

/* A span that is being sent may be read, and sent again. */
static void reading_may_be_shared(void **state)
{
    const tunedx_instruction_t code[] = {
        START_SEND(0, SEND_SPAN(0, 8)),
        START_SEND(1, SEND_SPAN(4, 4)),
        COPY(SEND_SPAN(0, 8)),
        OPERAND(RECV_SPAN(0, 8)),
        WAIT(1),
        WAIT(0),
    };
    const tunedx_program_t program = program_of(code, 6);

    (void)state;
    assert_fault(&program, TUNEDX_ALLREDUCE, "deadlock: instruction 1, a send");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_programs_are_refused),
        cmocka_unit_test(promises_are_checked),
        cmocka_unit_test(reading_may_be_shared),
    };

    return cmocka_run_group_tests_name("verify_program", tests, NULL, NULL);
}
