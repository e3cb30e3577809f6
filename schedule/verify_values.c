/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The values in the buffers of all ranks: inputs, what programs do to them,
 * and the comparison with what the collective asks for.
 */
#include "schedule/verify_parts.h"

#include <stdlib.h>

enum { SET_TEXT = 64 };

static tunedx_memory_t *memory_of(tunedx_values_t *values,
                                  const tunedx_place_t *place)
{
    return &values->memories[place->rank][place->area.buffer];
}

static bool fail_memory(const tunedx_values_t *values,
                        const tunedx_place_t *place)
{
    return tunedx_fault_set(values->fault, place->rank, place->instruction,
                            "memory is short");
}

/* ---- reading and writing ---- */

static bool read_place(tunedx_values_t *values, const tunedx_place_t *place,
                       tunedx_memory_t *piece)
{
    static const char *const names[] = {"send", "receive", "scratch"};
    const tunedx_area_t *area = &place->area;
    const size_t read = tunedx_memory_read(memory_of(values, place),
                                           area->first, area->units, piece);

    if (read == TUNEDX_NOT_READ) {
        return fail_memory(values, place);
    }
    if (read < area->units) {
        return tunedx_fault_set(values->fault, place->rank, place->instruction,
                                "unit %zu of the %s buffer is used but was "
                                "never written",
                                area->first + read, names[area->buffer]);
    }
    return true;
}

bool tunedx_values_copy(tunedx_values_t *values, const tunedx_place_t *from,
                        const tunedx_place_t *to)
{
    if (!read_place(values, from, &values->left)) {
        return false;
    }
    return tunedx_memory_write(memory_of(values, to), to->area.first,
                               &values->left) ||
           fail_memory(values, to);
}

/* ---- reducing ---- */

static bool fail_join(const tunedx_values_t *values,
                      const tunedx_place_t *place, const tunedx_run_t *left,
                      const tunedx_run_t *right)
{
    char names[2][SET_TEXT];

    if (left->position != right->position) {
        return tunedx_fault_set(values->fault, place->rank, place->instruction,
                                "element %zu is combined with element %zu",
                                left->position, right->position);
    }
    tunedx_sets_print(&values->sets, left->set, names[0], SET_TEXT);
    tunedx_sets_print(&values->sets, right->set, names[1], SET_TEXT);
    return tunedx_fault_set(values->fault, place->rank, place->instruction,
                            "contributions of %s and %s are combined: %s",
                            names[0], names[1],
                            values->calls[place->rank].shape->commutative
                                ? "some would come twice"
                                : "not neighbours in this order");
}

/* Drops the first `units` units; true when none are left. */
static bool run_out(tunedx_run_t *run, size_t units)
{
    run->first += units;
    run->position += units;
    run->units -= units;
    return run->units == 0;
}

/* The set for the first units of both operands, which become `units` many. */
static bool join(tunedx_values_t *values, const tunedx_place_t *place,
                 const tunedx_run_t *left, const tunedx_run_t *right, int *set)
{
    const bool commutes = values->calls[place->rank].shape->commutative;

    *set = left->position != right->position
               ? TUNEDX_NO_SET
               : tunedx_sets_join(&values->sets, left->set, right->set,
                                  commutes ? TUNEDX_JOIN_DISJOINT
                                           : TUNEDX_JOIN_ADJACENT);
    if (*set == TUNEDX_NO_SET) {
        return fail_join(values, place, left, right);
    }
    return *set >= 0 || fail_memory(values, place);
}

bool tunedx_values_reduce(tunedx_values_t *values, const tunedx_place_t *from,
                          const tunedx_place_t *into)
{
    if (!read_place(values, from, &values->left) ||
        !read_place(values, into, &values->right)) {
        return false;
    }
    tunedx_run_t *left = values->left.runs, *right = values->right.runs;
    const tunedx_run_t *end = left + values->left.count;

    values->result.count = 0;
    while (left < end) {
        tunedx_run_t run = {
            .units = left->units < right->units ? left->units : right->units,
            .position = left->position,
        };
        const tunedx_memory_t piece = {.runs = &run, .count = 1};

        if (!join(values, into, left, right, &run.set)) {
            return false;
        }
        if (!tunedx_memory_write(&values->result, left->first, &piece)) {
            return fail_memory(values, into);
        }
        left += run_out(left, run.units);
        right += run_out(right, run.units);
    }
    return tunedx_memory_write(memory_of(values, into), into->area.first,
                               &values->result) ||
           fail_memory(values, into);
}

/* ---- inputs and outputs ---- */

bool tunedx_values_load(tunedx_values_t *values)
{
    const int size = values->calls[0].job->size;

    /* set number `rank` is {rank} */
    for (int rank = 0; rank < size; rank++) {
        const tunedx_call_t *call = &values->calls[rank];
        const tunedx_place_t place = {
            .rank = rank,
            .area = {.buffer = call->input},
        };
        tunedx_run_t run = {
            .units = call->input_units,
            .set = tunedx_sets_range(&values->sets, rank, rank),
        };
        const tunedx_memory_t piece = {.runs = &run, .count = run.units > 0};

        if (run.set < 0 || !tunedx_memory_write(memory_of(values, &place),
                                                call->input_first, &piece)) {
            return fail_memory(values, &place);
        }
    }
    return true;
}

static bool fail_output(const tunedx_values_t *values,
                        const tunedx_place_t *place, const tunedx_run_t *found,
                        const tunedx_run_t *expected)
{
    char names[2][SET_TEXT];
    const size_t offset =
        found->set == expected->set && found->position == expected->position
            ? found->units
            : 0;

    tunedx_sets_print(&values->sets, found->set, names[0], SET_TEXT);
    tunedx_sets_print(&values->sets, expected->set, names[1], SET_TEXT);
    if (offset > 0) {
        return tunedx_fault_set(
            values->fault, place->rank, place->instruction,
            "result: unit %zu is wrong, the %zu units before it are right",
            expected->first + offset, offset);
    }
    return tunedx_fault_set(values->fault, place->rank, place->instruction,
                            "result: unit %zu holds %zu of %s, not %zu of %s",
                            expected->first, found->position, names[0],
                            expected->position, names[1]);
}

bool tunedx_values_check(tunedx_values_t *values, int rank, size_t instruction)
{
    tunedx_run_t expected;

    for (int i = 0;
         tunedx_calls_output(values->calls, rank, i, &values->sets, &expected);
         i++) {
        const tunedx_place_t place = {
            .rank = rank,
            .instruction = instruction,
            .area =
                {
                    .buffer = TUNEDX_RECV_BUFFER,
                    .first = expected.first,
                    .units = expected.units,
                },
        };
        const tunedx_run_t *found;

        if (expected.set < 0) {
            return fail_memory(values, &place);
        }
        if (!read_place(values, &place, &values->left)) {
            return false;
        }
        found = values->left.runs;
        if (expected.units > 0 &&
            (found->units != expected.units || found->set != expected.set ||
             found->position != expected.position)) {
            return fail_output(values, &place, found, &expected);
        }
    }
    return true;
}

void tunedx_values_free(tunedx_values_t *values)
{
    const int size = values->calls == NULL ? 0 : values->calls[0].job->size;

    for (int rank = 0; values->memories != NULL && rank < size; rank++) {
        for (int buffer = 0; buffer < TUNEDX_BUFFERS; buffer++) {
            tunedx_memory_free(&values->memories[rank][buffer]);
        }
    }
    tunedx_memory_free(&values->left);
    tunedx_memory_free(&values->right);
    tunedx_memory_free(&values->result);
    tunedx_sets_free(&values->sets);
}
