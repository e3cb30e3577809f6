/* SPDX-License-Identifier: BSD-3-Clause */
/* See checked_parts.h: collectives that move data. */
#include <stdlib.h>

#include "check.h"
#include "checked_parts.h"

enum { ALIGNMENT = 16, FIRST_GAP = 2 };

static bool gathers(collective_t k)
{
    return k == GATHER || k == GATHERV;
}

static bool scatters(collective_t k)
{
    return k == SCATTER || k == SCATTERV;
}

static bool exchanges(collective_t k)
{
    return k == ALLTOALL || k == ALLTOALLV || k == ALLTOALLW;
}

/* Whether a sender has another block for each receiver. */
static bool sends_many(collective_t k)
{
    return exchanges(k) || scatters(k);
}

/* Whether a receiver gets a block from each rank, not only from the root. */
static bool receives_many(collective_t k)
{
    return !scatters(k) && k != BCAST;
}

static bool does_send(const flight_t *f)
{
    const collective_t k = f->what.collective;

    return !(scatters(k) || k == BCAST) || f->rank == f->what.root;
}

static bool does_receive(const flight_t *f)
{
    return !gathers(f->what.collective) || f->rank == f->what.root;
}

/* In scatter the root's own block stays in the send buffer. */
static bool keeps_block(const flight_t *f)
{
    return f->what.place == PLACE_IN && scatters(f->what.collective) &&
           f->rank == f->what.root;
}

/* Whether what this rank sends is where it receives. */
static bool sends_in_place(const flight_t *f)
{
    const collective_t k = f->what.collective;

    return does_send(f) && (k == BCAST || (f->what.place == PLACE_IN &&
                                           !scatters(k) && does_receive(f)));
}

static bool is_many(const flight_t *f, bool is_send)
{
    return is_send ? sends_many(f->what.collective)
                   : receives_many(f->what.collective);
}

/* Units in a block of this rank's. */
static size_t units_of(const flight_t *f, bool is_send, int block)
{
    const int peer = is_many(f, is_send) ? block : f->what.root;

    return is_send ? checked_units(f, f->rank, peer)
                   : checked_units(f, peer, f->rank);
}

/* Where a block's address has to be so that its data begin behind a place. */
static ptrdiff_t behind(const block_t *block, ptrdiff_t place)
{
    const ptrdiff_t at = place - block_first(block);

    return (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/*
 * Blocks one behind the other, with gaps unless they are spread evenly; in
 * elements, or in alltoallw, where each has a datatype of its own, in bytes.
 * There one rank alone has its block at 0: coll/self of Open MPI 4.1, which
 * serves it, takes the displacement for a number of elements.
 */
static void place_blocks(const flight_t *f, end_t *end, block_t *blocks,
                         int count, bool are_many)
{
    const bool in_bytes = f->what.collective == ALLTOALLW && count > 1;
    const bool is_alone = f->what.collective == ALLTOALLW && count == 1;
    const bool has_gaps = are_many && !is_alone &&
                          call_is_irregular(f->what.collective) &&
                          f->what.spread != SPREAD_EVEN;
    const bool is_reversed = has_gaps && f->what.spread >= SPREAD_REVERSED;
    ptrdiff_t next = has_gaps ? FIRST_GAP : 0;

    for (int i = 0; i < count; i++) {
        const int which = is_reversed ? count - 1 - i : i;
        const ptrdiff_t gap = has_gaps ? i % 3 : 0;
        block_t *block = &blocks[which];

        if (in_bytes) {
            block->at = behind(block, next);
            end->displacements[which] = (int)block->at;
            next = block_end(block) + ALIGNMENT * gap;
        } else {
            block->at = next * block->layout->extent;
            end->displacements[which] = (int)next;
            next += (ptrdiff_t)block->elements + gap;
        }
    }
}

static void create_end(flight_t *f, end_t *end, bool is_send, bool has_memory)
{
    const checked_t *what = &f->what;
    const int count = is_many(f, is_send) ? f->size : 1;
    const size_t ranks = (size_t)f->size;
    block_t *blocks = calloc(ranks, sizeof *blocks);

    end->counts = calloc(ranks, sizeof *end->counts);
    end->displacements = calloc(ranks, sizeof *end->displacements);
    end->types = calloc(ranks, sizeof *end->types);
    for (int i = 0; i < count; i++) {
        const int side = is_send ? 0 : 1;
        const int other = what->collective == ALLTOALLW ? i : 0;
        const layout_t *layout =
            datum_layout(what->datum, f->rank + side + other);

        blocks[i] =
            (block_t){.layout = layout,
                      .elements = datum_elements(what->datum, layout,
                                                 units_of(f, is_send, i))};
        if (layout->atoms == 0 && is_send && count == 1) {
            blocks[i].elements *= 1 + (size_t)f->rank % 2;
        }
        end->counts[i] = (int)blocks[i].elements;
        end->types[i] = layout->type;
    }
    place_blocks(f, end, blocks, count, is_many(f, is_send));
    buffer_create_blocks(&end->buffer, blocks, has_memory ? count : 0, 0);
    free(blocks);
}

static side_t side_of(const end_t *end)
{
    return (side_t){.buffer = end->buffer.base,
                    .count = end->counts[0],
                    .type = end->types[0],
                    .counts = end->counts,
                    .displacements = end->displacements,
                    .types = end->types};
}

/* Put something else for all arguments of a side that is not significant. */
static void neglect(const flight_t *f, side_t *side)
{
    static const int numbers[] = {-77, 1 << 30, -1, 5};
    static MPI_Datatype types[1];

    types[0] = MPI_DATATYPE_NULL;
    checked_neglect_buffer(f, side);
    if (f->what.neglect == NEGLECT_NULL) {
        side->count = 0;
        side->type = MPI_DATATYPE_NULL;
        side->counts = NULL;
        side->displacements = NULL;
        side->types = NULL;
    } else if (f->what.neglect == NEGLECT_GARBAGE) {
        side->count = 1 << 30;
        side->type = MPI_DOUBLE;
        side->counts = numbers;
        side->displacements = numbers;
        side->types = types;
    }
}

void checked_move_create(flight_t *f)
{
    const bool in_place = sends_in_place(f);

    create_end(f, &f->send, true, !in_place && f->what.collective != BCAST);
    create_end(f, &f->recv, false, !keeps_block(f));
    f->call.send = side_of(&f->send);
    f->call.recv = side_of(&f->recv);
    if (f->what.collective == BCAST) {
        return;
    }
    if (in_place) {
        neglect(f, &f->call.send);
        f->call.send.buffer = MPI_IN_PLACE;
    } else if (!does_send(f)) {
        neglect(f, &f->call.send);
    }
    if (keeps_block(f)) {
        neglect(f, &f->call.recv);
        f->call.recv.buffer = MPI_IN_PLACE;
    } else if (!does_receive(f)) {
        neglect(f, &f->call.recv);
    }
}

/* What a rank sends to another, or to all. */
static const long *message(const flight_t *f, uint32_t seed, int from, int to,
                           size_t *atoms)
{
    const int receiver = sends_many(f->what.collective) ? to : 0;

    *atoms = datum_atoms(f->what.datum, checked_units(f, from, to));
    return checked_values(OPERATIONS, seed + 7919u * (uint32_t)receiver, from,
                          *atoms);
}

/* A rank that receives in place keeps what it sends in the result. */
static void fill_input(flight_t *f, uint32_t seed)
{
    const bool in_place = sends_in_place(f);
    const int count = is_many(f, true) ? f->size : 1;
    size_t atoms;

    for (int i = 0; i < count; i++) {
        const long *values = message(f, seed, f->rank, i, &atoms);

        if (!in_place) {
            buffer_input_block(&f->send.buffer, i, values, atoms);
        } else if (f->what.collective == BCAST) {
            buffer_input_block(&f->recv.buffer, 0, values, atoms);
        } else {
            buffer_input_block(&f->recv.buffer, count > 1 ? i : f->rank, values,
                               atoms);
        }
    }
}

void checked_move_fill(flight_t *f, uint32_t seed)
{
    const unsigned salt = (unsigned)(f->rank + f->starts);
    const int count = is_many(f, false) ? f->size : 1;
    size_t atoms;

    buffer_reset(&f->send.buffer, salt);
    buffer_reset(&f->recv.buffer, salt + 100);
    if (does_send(f)) {
        fill_input(f, seed);
    }
    if (!does_receive(f) || keeps_block(f)) {
        return;
    }
    for (int i = 0; i < count; i++) {
        const int from = is_many(f, false) ? i : f->what.root;
        const long *values = message(f, seed, from, f->rank, &atoms);

        buffer_expect_block(&f->recv.buffer, i, values, atoms);
    }
}
