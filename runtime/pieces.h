/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Blocks whose lengths come with the call, in pieces.
 *
 * The compile pass cuts transfers whose lengths it knows.  Programs of
 * alltoallv, alltoallw, gatherv and scatterv know none, so that they serve
 * every call; here a long block of theirs goes in messages of program->piece
 * bytes. Both sides know its length, so they cut alike.
 */
#ifndef TUNEDX_PIECES_H
#define TUNEDX_PIECES_H

#include "runtime/bind.h"

/* Whether a block whose length comes with the call is empty, and is neither
 * sent nor received (a barrier's token is both), or is longer than a piece. */
static inline bool tunedx_is_special(const tunedx_run_t *run,
                                     const tunedx_instruction_t *at,
                                     const tunedx_place_t *place)
{
    return OPAL_UNLIKELY(place->bytes - 1 >= run->program->piece) &&
           at->span.units == TUNEDX_WHOLE;
}

/* Starts all pieces of the block of an instruction, of place->bytes, which are
 * more than a piece.  They belong to at->request, whose place in run->requests
 * stays NULL. */
int tunedx_pieces_start(tunedx_run_t *run, const tunedx_instruction_t *at,
                        const tunedx_place_t *place, bool sends);

/* Whether all pieces of `request`, if there are any, have ended. */
bool tunedx_pieces_ended(const tunedx_run_t *run, uint16_t request);

/* Waits for them, and has the block where it belongs.  After an error those
 * not waited for stay for tunedx_pieces_end. */
int tunedx_pieces_wait(tunedx_run_t *run, uint16_t request);

/* Hands those that are left to `end`, which returns whether a transfer has
 * ended; the same of all.  If not, what they may still use is given up. */
bool tunedx_pieces_end(tunedx_run_t *run, uint16_t request,
                       bool (*end)(ompi_request_t *transfer));

#endif
