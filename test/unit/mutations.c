/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mutations.
 */
#include "mutations.h"

#include <string.h>

const char *const mutation_names[MUTATIONS] = {
    "drop wait",     "swap operands", "shorten one", "shorten both",
    "shorten local", "cross",         "change peer", "reuse slot",
};

/* ---- instructions ---- */

static tunedx_program_t *program_of(const mutant_t *mutant, site_t site)
{
    return mutant->job.programs[site.rank];
}

static tunedx_instruction_t *code_of(const mutant_t *mutant, site_t site)
{
    return &mutant->codes[site.rank][site.at];
}

static bool sends(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_SEND ||
           code->opcode == TUNEDX_CODE_SEND;
}

static bool receives(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_RECV ||
           code->opcode == TUNEDX_CODE_RECV;
}

static bool is_start(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_SEND ||
           code->opcode == TUNEDX_CODE_START_RECV;
}

static bool is_local(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_COPY ||
           code->opcode == TUNEDX_CODE_REDUCE;
}

/* Whether the instruction reads or writes the span it holds. */
static bool reads(const tunedx_instruction_t *code)
{
    const bool adds = code->opcode == TUNEDX_CODE_OPERAND &&
                      code[-1].opcode == TUNEDX_CODE_REDUCE;

    return sends(code) || is_local(code) || adds;
}

static bool writes(const tunedx_instruction_t *code)
{
    return receives(code) || code->opcode == TUNEDX_CODE_OPERAND;
}

static bool can_shrink(const tunedx_instruction_t *code)
{
    return code->span.units != TUNEDX_WHOLE && code->span.units > 1;
}

/* Finds the other side of message: the n-th send of a rank to a peer meets the
 * peer's n-th receive from it. */
static site_t find_other_side(const mutant_t *mutant, site_t site)
{
    const tunedx_instruction_t *code = code_of(mutant, site);
    site_t other = {.rank = code->peer};
    int number = 0;

    for (size_t i = 0; i < site.at; i++) {
        const tunedx_instruction_t *before = &mutant->codes[site.rank][i];

        number += sends(before) == sends(code) &&
                  receives(before) == receives(code) &&
                  before->peer == code->peer;
    }
    for (;; other.at++) {
        const tunedx_instruction_t *candidate = code_of(mutant, other);

        if (candidate->peer == site.rank &&
            (sends(code) ? receives(candidate) : sends(candidate)) &&
            number-- == 0) {
            return other;
        }
    }
}

static void erase(mutant_t *mutant, site_t site)
{
    tunedx_program_t *program = program_of(mutant, site);
    tunedx_instruction_t *code = code_of(mutant, site);

    program->instructions--;
    memmove(code, code + 1, (program->instructions - site.at) * sizeof *code);
}

/* ---- mutations ---- */

static bool drop_wait(mutant_t *mutant, site_t site, random_t *random)
{
    tunedx_instruction_t *code = code_of(mutant, site);

    (void)random;
    switch (code->opcode) {
    case TUNEDX_CODE_SEND:
        code->opcode = TUNEDX_CODE_START_SEND;
        return true;
    case TUNEDX_CODE_RECV:
        code->opcode = TUNEDX_CODE_START_RECV;
        return true;
    case TUNEDX_CODE_WAIT:
        erase(mutant, site);
        return true;
    default:
        return false;
    }
}

bool mutation_can_delay(mutant_t *mutant, site_t site, random_t *random)
{
    (void)random;
    return is_start(code_of(mutant, site));
}

bool mutation_delay_wait(mutant_t *mutant, site_t site)
{
    tunedx_program_t *program = program_of(mutant, site);
    tunedx_instruction_t *start = code_of(mutant, site);
    const tunedx_instruction_t wait = {
        .opcode = TUNEDX_CODE_WAIT,
        .request = (uint16_t)program->requests,
    };
    site_t next = {.rank = site.rank, .at = site.at + 1};
    bool conflicts = false;

    while (code_of(mutant, next)->opcode != TUNEDX_CODE_WAIT ||
           code_of(mutant, next)->request != start->request) {
        next.at++;
    }
    erase(mutant, next);
    mutant->codes[site.rank][program->instructions++] = wait;
    start->request = wait.request;
    program->requests++;
    for (; next.at < program->instructions; next.at++) {
        const tunedx_instruction_t *code = code_of(mutant, next);

        conflicts =
            conflicts || (tunedx_spans_overlap(&code->span, &start->span) &&
                          (writes(code) || (reads(code) && receives(start))));
    }
    return conflicts;
}

static bool swap_operands(mutant_t *mutant, site_t site, random_t *random)
{
    tunedx_instruction_t *code = code_of(mutant, site);
    const tunedx_span_t span = code->span;

    (void)random;
    if (code->opcode != TUNEDX_CODE_REDUCE) {
        return false;
    }
    code[0].span = code[1].span;
    code[1].span = span;
    return true;
}

static void shrink(tunedx_instruction_t *code, bool from_front)
{
    code->span.first += from_front;
    code->span.units--;
}

static bool shorten_one(mutant_t *mutant, site_t site, random_t *random)
{
    tunedx_instruction_t *code = code_of(mutant, site);

    if ((!sends(code) && !receives(code)) || !can_shrink(code)) {
        return false;
    }
    shrink(code, random_chance(random, 50));
    return true;
}

static bool shorten_both(mutant_t *mutant, site_t site, random_t *random)
{
    const bool from_front = random_chance(random, 50);
    tunedx_instruction_t *code = code_of(mutant, site);

    if (!sends(code) || !can_shrink(code)) {
        return false;
    }
    shrink(code_of(mutant, find_other_side(mutant, site)), from_front);
    shrink(code, from_front);
    return true;
}

/* Whether there may be values in the span before `site`: the input of a
 * broadcast's root, or what the program has written. */
static bool holds_values(const mutant_t *mutant, site_t site,
                         const tunedx_span_t *span)
{
    const tunedx_shape_t *shape = &mutant->job.shapes[site.rank];
    bool written = shape->collective == TUNEDX_BCAST &&
                   site.rank == shape->root &&
                   span->buffer == TUNEDX_RECV_BUFFER;

    for (size_t i = 0; i < site.at; i++) {
        const tunedx_instruction_t *code = &mutant->codes[site.rank][i];

        written = written ||
                  (writes(code) && tunedx_spans_overlap(&code->span, span));
    }
    return written;
}

/* A copy may put a value where it already stands; not so where there was none
 * before. */
static bool shorten_local(mutant_t *mutant, site_t site, random_t *random)
{
    const bool from_front = random_chance(random, 50);
    tunedx_instruction_t *code = code_of(mutant, site);

    if (!is_local(code) || !can_shrink(code) ||
        (code->opcode == TUNEDX_CODE_COPY &&
         holds_values(mutant, site, &code[1].span))) {
        return false;
    }
    shrink(&code[0], from_front);
    shrink(&code[1], from_front);
    return true;
}

static bool cross(mutant_t *mutant, site_t site, random_t *random)
{
    const tunedx_program_t *program = program_of(mutant, site);
    tunedx_instruction_t *code = code_of(mutant, site);

    (void)random;
    for (site_t next = {site.rank, site.at + 1};
         sends(code) && next.at < program->instructions; next.at++) {
        tunedx_instruction_t *other = code_of(mutant, next);

        if (sends(other) && other->peer == code->peer &&
            other->span.units == code->span.units &&
            (other->span.buffer != code->span.buffer ||
             other->span.block != code->span.block ||
             other->span.first != code->span.first)) {
            const tunedx_span_t span = code->span;

            code->span = other->span;
            other->span = span;
            return true;
        }
    }
    return false;
}

static bool change_peer(mutant_t *mutant, site_t site, random_t *random)
{
    tunedx_instruction_t *code = code_of(mutant, site);
    const int size = mutant->job.job.size;
    const int peer = random_below(random, size);

    if (!sends(code) || peer == site.rank || peer == code->peer) {
        return false;
    }
    code->peer = peer;
    return true;
}

/* Whether what is in scratch span `span` before instruction `at` is read from
 * there on before it is written again. */
static bool is_needed(const mutant_t *mutant, site_t site,
                      const tunedx_span_t *span)
{
    for (; site.at < program_of(mutant, site)->instructions; site.at++) {
        const tunedx_instruction_t *code = code_of(mutant, site);

        if (tunedx_spans_overlap(&code->span, span)) {
            if (reads(code)) {
                return true;
            }
            if (writes(code)) {
                return false;
            }
        }
    }
    return false;
}

/* What is received into one slot of scratch goes to another one instead, where
 * something stands that is needed later. */
static bool reuse_slot(mutant_t *mutant, site_t site, random_t *random)
{
    const tunedx_program_t *program = program_of(mutant, site);
    tunedx_instruction_t *code = code_of(mutant, site);
    const int from = code->span.block;
    tunedx_span_t span = code->span;

    if (!receives(code) || span.buffer != TUNEDX_SCRATCH_BUFFER) {
        return false;
    }
    span.block = random_below(random, program->slots);
    if (span.block == from ||
        program->slot_units[span.block] < program->slot_units[from]) {
        return false;
    }
    if (!holds_values(mutant, site, &span) ||
        !is_needed(mutant, (site_t){site.rank, site.at + 1}, &span)) {
        return false;
    }
    const size_t end = program->instructions;

    for (size_t i = site.at; i < end; i++) {
        tunedx_instruction_t *later = &mutant->codes[site.rank][i];

        if (later->span.buffer == TUNEDX_SCRATCH_BUFFER &&
            later->span.block == from) {
            if (i > site.at && receives(later)) {
                break;
            }
            later->span.block = span.block;
        }
    }
    return true;
}

mutate_t *const mutations[MUTATIONS] = {
    drop_wait,     swap_operands, shorten_one, shorten_both,
    shorten_local, cross,         change_peer, reuse_slot,
};
