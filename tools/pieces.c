/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See pieces.h.
 *
 * A span of the send or receive buffer says where it belongs.  What is sent
 * from scratch belongs where the copy or reduction that made it has it from;
 * what arrives in scratch, where the next one puts it.
 */
#include "tools/pieces.h"

#include "geometry/geometry.h"

#include <stdlib.h>

enum { NEAR = 16 }; /* instructions that are looked at */

/* Makes the span of a rank's buffer one of the buffer that has all blocks, if
 * it is not; false where that cannot be said. */
static bool place(const tunedx_key_t *key, int rank, tunedx_span_t *span)
{
    const bool received = span->buffer == TUNEDX_RECV_BUFFER;

    switch (key->collective) {
    case TUNEDX_ALLGATHER:
    case TUNEDX_GATHER:
        span->first += received ? 0 : (size_t)rank * key->units;
        break;
    case TUNEDX_ALLGATHERV:
    case TUNEDX_GATHERV:
        span->block = received ? span->block : rank;
        break;
    case TUNEDX_REDUCE_SCATTER:
        span->first +=
            received ? tunedx_part_first(key->units, key->size, rank) : 0;
        break;
    case TUNEDX_REDUCE_SCATTER_BLOCK:
    case TUNEDX_SCATTER:
        span->first += received ? (size_t)rank * key->units : 0;
        break;
    case TUNEDX_SCATTERV:
        span->block = received ? rank : span->block;
        break;
    case TUNEDX_ALLTOALL:
    case TUNEDX_ALLTOALLV:
    case TUNEDX_ALLTOALLW:
        return !received; /* by whom it goes to */
    default:
        break;
    }
    return true;
}

/* Where `span`, which is in scratch, belongs by the copy or reduction at
 * `index`: where the other span of that is, if not in scratch as well. */
static bool is_tied(const tunedx_program_t *program, size_t index,
                    const tunedx_span_t *span, tunedx_span_t *home)
{
    const tunedx_instruction_t *code = &program->code[index];

    if (index + 1 >= program->instructions ||
        (code->opcode != TUNEDX_CODE_COPY &&
         code->opcode != TUNEDX_CODE_REDUCE)) {
        return false;
    }
    for (int i = 0; i < 2; i++) {
        const tunedx_span_t *scratch = &code[i].span;

        *home = code[1 - i].span;
        if (home->buffer != TUNEDX_SCRATCH_BUFFER &&
            tunedx_spans_overlap(scratch, span) &&
            scratch->first <= span->first) {
            home->first += span->first - scratch->first;
            return true;
        }
    }
    return false;
}

/* Where the span of the transfer at `index` belongs: looks ahead of a receive
 * and back from a send. */
static bool find_home(const tool_job_t *job, int rank, size_t index, bool sends,
                      tunedx_span_t *home)
{
    const tunedx_program_t *program = job->programs[rank];
    const tunedx_span_t *span = &program->code[index].span;

    *home = *span;
    for (size_t i = 1; i <= NEAR && home->buffer == TUNEDX_SCRATCH_BUFFER &&
                       (sends ? i <= index : index + i < program->instructions);
         i++) {
        if (!is_tied(program, sends ? index - i : index + i, span, home)) {
            *home = *span;
        }
    }
    return home->buffer != TUNEDX_SCRATCH_BUFFER &&
           place(&job->key, rank, home);
}

static bool begin_of(const tool_job_t *job, const tunedx_activity_t *message,
                     tunedx_span_t *begin)
{
    return message->kind == TUNEDX_ACTIVITY_MESSAGE &&
           (find_home(job, message->sender, message->sends, true, begin) ||
            find_home(job, message->rank, message->instruction, false, begin));
}

static int compare(const void *left, const void *right)
{
    const tunedx_span_t *a = left, *b = right;

    if (a->block != b->block) {
        return a->block < b->block ? -1 : 1;
    }
    return a->first == b->first ? 0 : a->first < b->first ? -1 : 1;
}

bool tool_pieces_find(tool_pieces_t *pieces, const tool_job_t *job,
                      const tool_timeline_t *timeline)
{
    tunedx_span_t *begins = calloc(timeline->count + 1, sizeof *begins);
    size_t found = 0, kept = 0;

    if (begins == NULL) {
        return false;
    }
    for (size_t i = 0; i < timeline->count; i++) {
        found += begin_of(job, &timeline->activities[i], &begins[found]);
    }
    qsort(begins, found, sizeof *begins, compare);
    for (size_t i = 0; i < found; i++) {
        if (kept == 0 || compare(&begins[kept - 1], &begins[i]) != 0) {
            begins[kept++] = begins[i];
        }
    }
    *pieces = (tool_pieces_t){.begins = begins, .count = kept};
    return true;
}

void tool_pieces_free(tool_pieces_t *pieces)
{
    free(pieces->begins);
    *pieces = (tool_pieces_t){.begins = NULL};
}

int tool_pieces_of(const tool_pieces_t *pieces, const tool_job_t *job,
                   const tunedx_activity_t *message)
{
    tunedx_span_t begin;

    if (pieces->count == 0 || !begin_of(job, message, &begin)) {
        return -1;
    }
    const tunedx_span_t *found =
        bsearch(&begin, pieces->begins, pieces->count, sizeof begin, compare);
    return found == NULL ? -1 : (int)(found - pieces->begins);
}
