/* SPDX-License-Identifier: BSD-3-Clause */
/* See checked_parts.h: collectives that reduce. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "checked_parts.h"

static bool in_place(const flight_t *f)
{
    if (f->what.place == PLACE_ODD) {
        return f->rank % 2 == 1;
    }
    return f->what.place == PLACE_IN &&
           (f->what.collective != REDUCE || f->rank == f->what.root);
}

static bool has_result(const flight_t *f)
{
    switch (f->what.collective) {
    case REDUCE:
        return f->rank == f->what.root;
    case EXSCAN:
        return f->rank > 0;
    default:
        return true;
    }
}

static bool is_divided(const flight_t *f)
{
    return f->what.collective == REDUCE_SCATTER ||
           f->what.collective == REDUCE_SCATTER_BLOCK;
}

/* The ranks from 0 on whose vectors make this rank's result. */
static int contributors(const flight_t *f)
{
    switch (f->what.collective) {
    case SCAN:
        return f->rank + 1;
    case EXSCAN:
        return f->rank;
    default:
        return f->size;
    }
}

/* Elements of the vector in front of a rank's part; all of them at the end. */
static size_t elements_before(const flight_t *f, int rank)
{
    const layout_t *layout = datum_layout(f->what.datum, f->rank);
    size_t units = 0;

    for (int i = 0; i < rank; i++) {
        units += checked_units(f, 0, i);
    }
    return datum_elements(f->what.datum, layout, units);
}

size_t checked_reduce_elements(const flight_t *f)
{
    return is_divided(f) ? elements_before(f, f->size)
                         : datum_elements(f->what.datum,
                                          datum_layout(f->what.datum, f->rank),
                                          f->what.units);
}

static size_t result_elements(const flight_t *f)
{
    return is_divided(f)
               ? elements_before(f, f->rank + 1) - elements_before(f, f->rank)
               : checked_reduce_elements(f);
}

void checked_reduce_create(flight_t *f)
{
    const layout_t *layout = datum_layout(f->what.datum, f->rank);
    const size_t elements = checked_reduce_elements(f);
    side_t *send = &f->call.send, *recv = &f->call.recv;

    if (!in_place(f)) {
        buffer_create(&f->send.buffer, layout, elements, 0);
    }
    buffer_create(&f->recv.buffer, layout,
                  in_place(f) ? elements : result_elements(f), 0);
    f->recv.counts = calloc((size_t)f->size, sizeof *f->recv.counts);
    for (int i = 0; i < f->size; i++) {
        f->recv.counts[i] =
            (int)(elements_before(f, i + 1) - elements_before(f, i));
    }
    send->buffer = in_place(f) ? MPI_IN_PLACE : f->send.buffer.base;
    *recv = (side_t){.buffer = f->recv.buffer.base,
                     .count = (int)result_elements(f),
                     .type = layout->type,
                     .counts = f->recv.counts};
    if (!has_result(f) && !in_place(f)) {
        checked_neglect_buffer(f, recv);
    }
}

/* The result, rank by rank in their order. */
static void expect(flight_t *f, uint32_t seed)
{
    static long *total;
    static size_t have;
    const operation_t operation = f->what.datum->operation;
    const size_t per_element = datum_layout(f->what.datum, f->rank)->atoms;
    const size_t atoms = checked_reduce_elements(f) * per_element;
    const size_t first =
        is_divided(f) ? elements_before(f, f->rank) * per_element : 0;

    if (atoms > have || total == NULL) {
        have = 2 * atoms + 1;
        total = realloc(total, have * sizeof *total);
    }
    memcpy(total, checked_values(operation, seed, 0, atoms),
           atoms * sizeof *total);
    for (int rank = 1; rank < contributors(f); rank++) {
        operation_combine(operation, total,
                          checked_values(operation, seed, rank, atoms), atoms);
    }
    buffer_expect(&f->recv.buffer, 0, total + first,
                  result_elements(f) * per_element);
}

void checked_reduce_fill(flight_t *f, uint32_t seed)
{
    const unsigned salt = (unsigned)(f->rank + f->starts);
    const size_t atoms = checked_reduce_elements(f) *
                         datum_layout(f->what.datum, f->rank)->atoms;

    buffer_reset(&f->send.buffer, salt);
    buffer_reset(&f->recv.buffer, salt + 100);
    buffer_input(in_place(f) ? &f->recv.buffer : &f->send.buffer, 0,
                 checked_values(f->what.datum->operation, seed, f->rank, atoms),
                 atoms);
    if (has_result(f)) {
        expect(f, seed);
    }
}

/* MPI does not say what becomes of input in place beyond the result. */
void checked_reduce_forgive(flight_t *f)
{
    if (in_place(f) && is_divided(f)) {
        buffer_forgive(&f->recv.buffer, result_elements(f));
    }
}
