/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programs for people to read.
 */
#ifndef TUNEDX_PRINT_H
#define TUNEDX_PRINT_H

#include "schedule/program.h"

#include <stdio.h>

/* One line for each instruction: its index, what it does, spans, peer and
 * request, e.g. "  3  start recv  scratch1[0..1024)  from 2  (request 1)".
 * A second span stands in the line of its instruction, so indices may skip. */
void tunedx_program_print(const tunedx_program_t *program, FILE *out);

/* One instruction as such a line, without the index or a newline, into `text`
 * (`size` bytes, always terminated). */
void tunedx_instruction_print(const tunedx_program_t *program, size_t index,
                              char *text, size_t size);

/* A span: "recv[0..8)", in block 3 "recv3[0..8)", whole "recv3[whole]". */
void tunedx_span_print(const tunedx_span_t *span, char *text, size_t size);

#endif
