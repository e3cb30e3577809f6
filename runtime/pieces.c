/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See pieces.h.
 *
 * A piece is so many bytes of the packed block, whatever the type on either
 * side.  Where these are whole elements, the PML gets them as such; else the
 * block goes through a staging area of its own.
 */
#include "runtime/pieces.h"

#include <stdlib.h>

#include "runtime/run.h"

/* Requests of one block at most. */
enum { MOST_PIECES = 511 };

typedef struct tunedx_pieces {
    size_t count, waited; /* requests that were started, and are over */
    ompi_request_t **requests;
    char *staging;        /* NULL: nothing is staged */
    tunedx_span_t target; /* of a receive that is staged, with its bytes */
    bool unpacks;
} pieces_t;

/* Bytes of every piece but the last one. */
static size_t piece_of(const tunedx_run_t *run, size_t bytes)
{
    const size_t least = run->program->piece;
    const size_t pieces = (bytes - 1) / least + 1;

    return least * ((pieces - 1) / MOST_PIECES + 1);
}

/* Makes the tables; there may be landing for something else. */
static int make_tables(tunedx_run_t *run)
{
    const size_t requests = (size_t)run->program->requests;

    if (run->landing == NULL) {
        run->landing = calloc(requests, sizeof *run->landing);
    }
    if (run->landing != NULL && run->pieces == NULL) {
        run->pieces = calloc(requests, sizeof *run->pieces);
    }
    return run->pieces == NULL ? OMPI_ERR_OUT_OF_RESOURCE : OMPI_SUCCESS;
}

static void forget(pieces_t *pieces)
{
    free(pieces->requests);
    free(pieces->staging);
    *pieces = (pieces_t){.count = 0};
}

/* Makes *place packed bytes. */
static int stage(tunedx_run_t *run, pieces_t *pieces, const tunedx_span_t *span,
                 tunedx_place_t *place, bool sends)
{
    pieces->staging = malloc(place->bytes);
    if (pieces->staging == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    pieces->target = *span;
    pieces->target.units = place->bytes;
    pieces->unpacks = !sends;
    place->address = pieces->staging;
    place->count = place->bytes;
    place->type = &ompi_mpi_byte.dt;
    return sends ? tunedx_stage_out(run, &pieces->target, pieces->staging)
                 : OMPI_SUCCESS;
}

/* Starts piece number `i`, at most so many elements of the block `whole`. */
static int start(tunedx_run_t *run, pieces_t *pieces,
                 const tunedx_instruction_t *at, const tunedx_place_t *whole,
                 size_t i, size_t elements, bool sends)
{
    const opal_datatype_t *type = &whole->type->super;
    const size_t first = i * elements, left = whole->count - first;
    const size_t count = left < elements ? left : elements;
    char *address = whole->address + (ptrdiff_t)first * (type->ub - type->lb);
    ompi_request_t **request = &pieces->requests[i];

    if (sends) {
        const bool synchronous = at->synchronous && left <= elements;
        const mca_pml_base_send_mode_t mode =
            tunedx_send_mode(run->flow, at->peer, count * type->size,
                             synchronous || run->synchronous);

        return MCA_PML_CALL(isend(address, count, whole->type, at->peer,
                                  run->call->tag, mode, run->communicator,
                                  request));
    }
    return MCA_PML_CALL(irecv(address, count, whole->type, at->peer,
                              run->call->tag, run->communicator, request));
}

int tunedx_pieces_start(tunedx_run_t *run, const tunedx_instruction_t *at,
                        const tunedx_place_t *place, bool sends)
{
    const size_t piece = piece_of(run, place->bytes);
    const size_t count = (place->bytes - 1) / piece + 1;
    tunedx_place_t whole = *place;
    int rc = make_tables(run);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    pieces_t *pieces = &run->pieces[at->request];
    pieces->requests = malloc(count * sizeof(ompi_request_t *));
    if (pieces->requests == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (piece % place->type->super.size != 0) {
        rc = stage(run, pieces, &at->span, &whole, sends);
    }
    const size_t elements = piece / whole.type->super.size;

    for (size_t i = 0; i < count && rc == OMPI_SUCCESS; i++) {
        rc = start(run, pieces, at, &whole, i, elements, sends);
        pieces->count += rc == OMPI_SUCCESS;
    }
    return rc;
}

bool tunedx_pieces_ended(const tunedx_run_t *run, uint16_t request)
{
    const pieces_t *pieces = &run->pieces[request];

    for (size_t i = pieces->waited; i < pieces->count; i++) {
        if (!REQUEST_COMPLETE(pieces->requests[i])) {
            return false;
        }
    }
    return true;
}

int tunedx_pieces_wait(tunedx_run_t *run, uint16_t request)
{
    pieces_t *pieces = &run->pieces[request];
    int rc = OMPI_SUCCESS;

    while (pieces->waited < pieces->count && rc == OMPI_SUCCESS) {
        rc = ompi_request_wait(&pieces->requests[pieces->waited++],
                               MPI_STATUS_IGNORE);
    }
    if (rc == OMPI_SUCCESS && pieces->unpacks) {
        rc = tunedx_stage_in(run, &pieces->target, pieces->staging);
    }
    if (rc == OMPI_SUCCESS) {
        forget(pieces);
    }
    return rc;
}

bool tunedx_pieces_end(tunedx_run_t *run, uint16_t request,
                       bool (*end)(ompi_request_t *transfer))
{
    pieces_t *pieces = &run->pieces[request];
    bool all_ended = true;

    while (pieces->waited < pieces->count) {
        all_ended = end(pieces->requests[pieces->waited++]) && all_ended;
    }
    if (!all_ended) {
        pieces->staging = NULL;
    }
    forget(pieces);
    return all_ended;
}
