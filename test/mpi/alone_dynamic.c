/* SPDX-License-Identifier: BSD-3-Clause */
/* See alone.h. */
#include <string.h>

#include "alone.h"
#include "check.h"
#include "trial.h"

enum { CHILDREN = 2, FAILURES_TAG = 31, PORT_TAG = 32 };

/* Parents are side 0 and come first when the groups are merged. */
static void use(MPI_Comm inter, int side)
{
    MPI_Comm merged;

    trial_run_all("parents and children", inter, side, 5);
    check_context("MPI_Intercomm_merge");
    check_mpi(MPI_Intercomm_merge(inter, side, &merged), "MPI_Intercomm_merge");
    trial_run_all("parents and children merged", merged, 0, 6);
    check_context("free merged");
    check_mpi(MPI_Comm_free(&merged), "MPI_Comm_free");
}

void alone_spawn(const char *program)
{
    char argument[] = CHILD;
    char *arguments[] = {argument, NULL};
    int codes[CHILDREN];
    MPI_Comm inter;

    check_context("MPI_Comm_spawn");
    check_mpi(MPI_Comm_spawn(program, arguments, CHILDREN, MPI_INFO_NULL, 0,
                             MPI_COMM_WORLD, &inter, codes),
              "MPI_Comm_spawn");
    if (inter == MPI_COMM_NULL) {
        return;
    }
    use(inter, 0);
    for (int child = 0; check_rank() == 0 && child < CHILDREN; child++) {
        long failures = 0;

        MPI_Recv(&failures, 1, MPI_LONG, child, FAILURES_TAG, inter,
                 MPI_STATUS_IGNORE);
        if (failures > 0) {
            check_fail("child %d had %ld failures", child, failures);
        }
    }
    check_mpi(MPI_Comm_disconnect(&inter), "MPI_Comm_disconnect");
}

void alone_child(void)
{
    MPI_Comm inter;

    check_context("MPI_Comm_get_parent");
    check_mpi(MPI_Comm_get_parent(&inter), "MPI_Comm_get_parent");
    if (inter == MPI_COMM_NULL) {
        check_fail("no parent");
        return;
    }
    trial_run_all("MPI_COMM_WORLD of children", MPI_COMM_WORLD, 0, 4);
    use(inter, 1);
    const long failures = check_failures();

    MPI_Send(&failures, 1, MPI_LONG, 0, FAILURES_TAG, inter);
    check_mpi(MPI_Comm_disconnect(&inter), "MPI_Comm_disconnect");
}

void alone_connect(void)
{
    const int side = check_rank() % 2;
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm local, inter;

    if (check_ranks() < 2) {
        return;
    }
    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &local);
    check_context("MPI_Open_port");
    if (check_rank() == 0) {
        check_mpi(MPI_Open_port(MPI_INFO_NULL, port), "MPI_Open_port");
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, PORT_TAG,
                 MPI_COMM_WORLD);
    } else if (check_rank() == 1) {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, PORT_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    check_context("meet at a port");
    if (side == 0) {
        check_mpi(MPI_Comm_accept(port, MPI_INFO_NULL, 0, local, &inter),
                  "MPI_Comm_accept");
    } else {
        check_mpi(MPI_Comm_connect(port, MPI_INFO_NULL, 0, local, &inter),
                  "MPI_Comm_connect");
    }
    trial_run_all("connected", inter, side, 7);
    check_mpi(MPI_Comm_disconnect(&inter), "MPI_Comm_disconnect");
    if (check_rank() == 0) {
        check_mpi(MPI_Close_port(port), "MPI_Close_port");
    }
    MPI_Comm_free(&local);
}
