/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs as text.
 */
#include "cmocka_test.h"
#include "schedule/print.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = 128 };

static void assert_span(tunedx_buffer_t buffer, int block, size_t first,
                        size_t units, const char *expected)
{
    const tunedx_span_t span = {
        .buffer = buffer,
        .block = block,
        .first = first,
        .units = units,
    };
    char text[LINE_TEXT];

    tunedx_span_print(&span, text, sizeof text);
    assert_string_equal(text, expected);
}

static void spans_as_text(void **state)
{
    (void)state;
    assert_span(TUNEDX_SEND_BUFFER, 0, 0, 8, "send[0..8)");
    assert_span(TUNEDX_RECV_BUFFER, 0, 8, 1, "recv[8..9)");
    assert_span(TUNEDX_RECV_BUFFER, 3, 0, 8, "recv3[0..8)");
    assert_span(TUNEDX_SCRATCH_BUFFER, 0, 0, 1024, "scratch0[0..1024)");
    assert_span(TUNEDX_SEND_BUFFER, 0, 0, TUNEDX_WHOLE, "send0[whole]");
    assert_span(TUNEDX_RECV_BUFFER, 12, 0, TUNEDX_WHOLE, "recv12[whole]");
}

#define SPAN(where, from, length)                                             \
    {                                                                         \
        .buffer = TUNEDX_##where##_BUFFER, .first = (from), .units = (length) \
    }

static const tunedx_instruction_t code[] = {
    {.opcode = TUNEDX_CODE_START_SEND,
     .request = 0,
     .peer = 1,
     .span = SPAN(SEND, 0, 8)},
    {.opcode = TUNEDX_CODE_START_RECV,
     .request = 1,
     .peer = 2,
     .span = {.buffer = TUNEDX_SCRATCH_BUFFER, .block = 1, .units = 1024}},
    {.opcode = TUNEDX_CODE_WAIT, .request = 0},
    {.opcode = TUNEDX_CODE_START_SEND,
     .synchronous = true,
     .request = 0,
     .peer = 3,
     .span = SPAN(RECV, 8, 8)},
    {.opcode = TUNEDX_CODE_WAIT, .request = 1},
    {.opcode = TUNEDX_CODE_WAIT, .request = 0},
    {.opcode = TUNEDX_CODE_SEND, .peer = 1, .span = SPAN(RECV, 0, 16)},
    {.opcode = TUNEDX_CODE_SEND,
     .synchronous = true,
     .peer = 1,
     .span = SPAN(RECV, 0, 16)},
    {.opcode = TUNEDX_CODE_RECV, .peer = 1, .span = SPAN(RECV, 0, 16)},
    {.opcode = TUNEDX_CODE_COPY, .span = SPAN(SEND, 0, 8)},
    {.opcode = TUNEDX_CODE_OPERAND, .span = SPAN(RECV, 8, 8)},
    {.opcode = TUNEDX_CODE_REDUCE, .span = SPAN(SEND, 0, 8)},
    {.opcode = TUNEDX_CODE_OPERAND, .span = SPAN(SCRATCH, 0, 8)},
    {.opcode = TUNEDX_CODE_WAIT, .request = 7},
    {.opcode = 99},
    {.opcode = TUNEDX_CODE_COPY, .span = SPAN(SEND, 0, 8)},
};

static const char *const lines[] = {
    "start send  send[0..8)  to 1  (request 0)",
    "start recv  scratch1[0..1024)  from 2  (request 1)",
    "wait        send to 1  (request 0)",
    "start send  recv[8..16)  to 3  (request 0, synchronous)",
    "wait        recv from 2  (request 1)",
    "wait        send to 3  (request 0)",
    "send        recv[0..16)  to 1",
    "send        recv[0..16)  to 1  (synchronous)",
    "recv        recv[0..16)  from 1",
    "copy        send[0..8)  to recv[8..16)",
    "operand     recv[8..16)",
    "reduce      send[0..8)  into scratch0[0..8)",
    "operand     scratch0[0..8)",
    "wait        (request 7)",
    "opcode 99",
    "copy        send[0..8)  to nothing",
};

enum { LINES = sizeof lines / sizeof lines[0] };

static const tunedx_program_t program = {.instructions = LINES, .code = code};

static void lines_as_text(void **state)
{
    (void)state;
    assert_int_equal(sizeof code / sizeof code[0], LINES);
    for (size_t i = 0; i < LINES; i++) {
        char text[LINE_TEXT];

        tunedx_instruction_print(&program, i, text, sizeof text);
        assert_string_equal(text, lines[i]);
    }
}

/* Whatever the room is, the text fits and is the beginning of the line. */
static void short_texts_are_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < LINES; i++) {
        for (size_t size = 1; size <= strlen(lines[i]) + 1; size++) {
            char *text = malloc(size);

            assert_non_null(text);
            tunedx_instruction_print(&program, i, text, size);
            assert_int_equal(strlen(text), size - 1);
            assert_memory_equal(text, lines[i], size - 1);
            free(text);
        }
    }
}

/* One line for each instruction, with its index; operands have none. */
static void programs_have_a_line_for_each(void **state)
{
    FILE *file = tmpfile();

    (void)state;
    assert_non_null(file);
    tunedx_program_print(&program, file);
    rewind(file);
    for (size_t i = 0; i < LINES; i++) {
        char expected[LINE_TEXT], line[LINE_TEXT];

        if (code[i].opcode != TUNEDX_CODE_OPERAND) {
            snprintf(expected, sizeof expected, "%3zu  %s\n", i, lines[i]);
            assert_non_null(fgets(line, sizeof line, file));
            assert_string_equal(line, expected);
        }
    }
    assert_int_equal(fgetc(file), EOF);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_as_text),
        cmocka_unit_test(lines_as_text),
        cmocka_unit_test(short_texts_are_cut),
        cmocka_unit_test(programs_have_a_line_for_each),
    };

    return cmocka_run_group_tests_name("print", tests, NULL, NULL);
}
