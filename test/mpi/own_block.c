/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank's own block, for which it has more to send than room to receive: an
 * error, as from any other rank, and nothing is written beyond the room.
 */
#include <mpi.h>
#include <stdlib.h>

#include "check.h"

enum { SENT = 8, ROOM = 5, BEYOND = 77 };

typedef struct call {
    const char *name;
    int send_counts[1], recv_counts[1], zeros[1];
    MPI_Datatype send_type, recv_type;
    int send[2 * SENT], recv[2 * SENT];
} call_t;

static int run(call_t *c, int which)
{
    const MPI_Datatype send_types[] = {c->send_type};
    const MPI_Datatype recv_types[] = {c->recv_type};

    switch (which) {
    case 0:
        c->name = "alltoallv";
        return MPI_Alltoallv(c->send, c->send_counts, c->zeros, c->send_type,
                             c->recv, c->recv_counts, c->zeros, c->recv_type,
                             MPI_COMM_SELF);
    case 1:
        c->name = "alltoallw";
        return MPI_Alltoallw(c->send, c->send_counts, c->zeros, send_types,
                             c->recv, c->recv_counts, c->zeros, recv_types,
                             MPI_COMM_SELF);
    case 2:
        c->name = "gatherv";
        return MPI_Gatherv(c->send, SENT, c->send_type, c->recv, c->recv_counts,
                           c->zeros, c->recv_type, 0, MPI_COMM_SELF);
    default:
        c->name = "scatterv";
        return MPI_Scatterv(c->send, c->send_counts, c->zeros, c->send_type,
                            c->recv, ROOM, c->recv_type, 0, MPI_COMM_SELF);
    }
}

static void try_call(int which, MPI_Datatype send_type, MPI_Datatype recv_type)
{
    call_t c = {
        .send_counts = {SENT},
        .recv_counts = {ROOM},
        .send_type = send_type,
        .recv_type = recv_type,
    };
    int class = MPI_SUCCESS;

    for (int i = 0; i < 2 * SENT; i++) {
        c.recv[i] = BEYOND;
    }
    const int code = run(&c, which);

    MPI_Error_class(code, &class);
    if (class != MPI_ERR_TRUNCATE) {
        check_fail("%s: error class %d, not MPI_ERR_TRUNCATE", c.name, class);
    }
    for (int i = 0; i < 2 * SENT; i++) {
        const int first_beyond = recv_type == MPI_INT ? ROOM : 2 * ROOM - 1;

        if (i >= first_beyond && c.recv[i] != BEYOND) {
            check_fail("%s: int %d behind the room was written", c.name, i);
        }
    }
}

int main(int argc, char **argv)
{
    MPI_Datatype holes, types[2];

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "own_block");
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_mpi(
        MPI_Type_create_resized(MPI_INT, 0, 2 * (MPI_Aint)sizeof(int), &holes),
        "MPI_Type_create_resized");
    check_mpi(MPI_Type_commit(&holes), "MPI_Type_commit");
    types[0] = MPI_INT;
    types[1] = holes;
    for (int which = 0; which < 4; which++) {
        for (int i = 0; i < 4; i++) {
            try_call(which, types[i / 2], types[i % 2]);
        }
    }
    MPI_Type_free(&holes);
    return check_finish();
}
