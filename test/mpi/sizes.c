/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of a given size on two ranks, every collective in every form, with the
 * bytes as rules mean them: rules_file.sh looks at which sizes are decided on.
 *
 *     sizes BYTES        an even number
 *
 * Types and counts differ between the ranks as MPI allows, so that a size taken
 * from an argument that does not count would show.
 */
#include <mpi.h>
#include <stdlib.h>

#include "call.h"
#include "check.h"

enum { RANKS = 2, MOST_BYTES = 1 << 20 };

static char buffers[2][RANKS * (MOST_BYTES + 2)];

/* Of blocks of the size that is asked for on average, one of them longer. */
static int lengths[RANKS], places[RANKS];
static const MPI_Datatype bytes_of_both[RANKS] = {MPI_CHAR, MPI_CHAR};

static void set_sides(call_t *call, int bytes)
{
    const bool is_root = check_rank() == call->root;
    const bool is_pair = check_rank() == 1 && bytes % 2 == 0;
    side_t side = {
        .count = bytes, /* of bytes, or on rank 1 half as many of two */
        .type = MPI_CHAR,
        .counts = lengths,
        .displacements = places,
        .types = bytes_of_both,
    };

    call->send = call->recv = side;
    call->send.buffer = buffers[0];
    call->recv.buffer = buffers[1];
    if (call->collective == BCAST && is_pair) {
        call->recv.count = bytes / 2;
        call->recv.type = MPI_SHORT;
    }
    if (call->collective == GATHER && !is_root) { /* not significant */
        call->recv.count = 7;
        call->recv.type = MPI_DOUBLE;
    }
    if (call->collective == SCATTER && !is_root) {
        call->send.count = 7;
        call->send.type = MPI_DOUBLE;
    }
    if (call->collective == ALLGATHER) { /* in place: nothing is sent */
        call->send.buffer = MPI_IN_PLACE;
        call->send.count = 3;
    }
    if (call->collective == REDUCE_SCATTER_BLOCK) {
        call->recv.count = bytes / RANKS;
    }
}

static void set_lengths(collective_t collective, int bytes)
{
    const bool is_vector = collective == REDUCE_SCATTER;
    const int block = is_vector ? bytes / RANKS : bytes;

    lengths[0] = block - 1;
    lengths[1] = block + 1;
    if (collective == ALLTOALLV || collective == ALLTOALLW) {
        lengths[0] = lengths[1] = block;
    }
    places[1] = lengths[0];
}

static void run(collective_t collective, form_t form, int bytes)
{
    call_t call = {
        .collective = collective,
        .form = form,
        .comm = MPI_COMM_WORLD,
        .op = MPI_BOR,
        .root = 1,
    };

    check_context("%s, %s", call_name(collective), call_form_name(form));
    set_lengths(collective, bytes);
    set_sides(&call, bytes);
    if (collective == ALLGATHERV || collective == GATHERV) {
        call.send.count = lengths[check_rank()];
    } else if (collective == SCATTERV) {
        call.recv.count = lengths[check_rank()];
    }
    if (call_reduces(collective)) {
        call.send.type = call.recv.type = MPI_BYTE;
    }
    check_mpi(call_run(&call), call_function(&call));
}

int main(int argc, char **argv)
{
    const int bytes = argc > 1 ? atoi(argv[1]) : 0;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "sizes");
    if (check_ranks() != RANKS || bytes < 2 || bytes > MOST_BYTES ||
        bytes % 2 != 0) {
        check_fail("expected two ranks and an even number of bytes");
        return check_finish();
    }
    for (int i = 0; i < COLLECTIVES; i++) {
        for (int form = 0; form < FORMS; form++) {
            run((collective_t)i, (form_t)form, bytes);
        }
    }
    return check_finish();
}
