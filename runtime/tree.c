/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree.h.
 */
#include "runtime/tree.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

enum { LONG_WAIT_SECONDS = 30 };

/* MPI_Init has not yet told Open MPI to yield when idle, so this does. */
int tunedx_tree_wait(ompi_request_t *request,
                     void (*waited)(const void *context, int seconds),
                     const void *context)
{
    const time_t begin = time(NULL);
    bool told = false;

    while (!REQUEST_COMPLETE(request)) {
        opal_progress();
        sched_yield();
        if (!told && time(NULL) - begin > LONG_WAIT_SECONDS) {
            told = true;
            waited(context, LONG_WAIT_SECONDS);
        }
    }
    return ompi_request_wait(&request, MPI_STATUS_IGNORE);
}

static void tell_wait(const void *context, int seconds)
{
    const int *peer = context;

    tunedx_tell_once("long wait",
                     "tunedx: rank %d has been waiting for rank %d for %d "
                     "seconds, at the start or the end of the job.\n"
                     "tunedx:   Do all ranks load tunedx, with the same "
                     "parameters \"coll\" and \"coll_tunedx_priority\"?\n",
                     ompi_comm_rank(&ompi_mpi_comm_world.comm), *peer, seconds);
}

int tunedx_tree_send(const void *data, size_t bytes, int peer, int tag)
{
    ompi_request_t *request;
    const int rc = MCA_PML_CALL(isend(data, bytes, &ompi_mpi_byte.dt, peer, tag,
                                      MCA_PML_BASE_SEND_STANDARD,
                                      &ompi_mpi_comm_world.comm, &request));

    return rc == OMPI_SUCCESS ? tunedx_tree_wait(request, tell_wait, &peer)
                              : rc;
}

int tunedx_tree_recv(void *data, size_t bytes, int peer, int tag)
{
    ompi_request_t *request;
    const int rc = MCA_PML_CALL(irecv(data, bytes, &ompi_mpi_byte.dt, peer, tag,
                                      &ompi_mpi_comm_world.comm, &request));

    return rc == OMPI_SUCCESS ? tunedx_tree_wait(request, tell_wait, &peer)
                              : rc;
}

static int gather_child(int child, size_t record_bytes,
                        void (*merge)(const tunedx_tree_pile_t *theirs))
{
    tunedx_tree_pile_t theirs = {.count = 0};
    int rc = tunedx_tree_recv(&theirs, sizeof theirs, child,
                              MCA_COLL_BASE_TAG_GATHER);
    void *records = calloc(theirs.count + 1, record_bytes);

    if (records == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    theirs.records = records;
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_tree_recv(records, theirs.count * record_bytes, child,
                              MCA_COLL_BASE_TAG_GATHER);
    }
    if (rc == OMPI_SUCCESS) {
        merge(&theirs);
    }
    free(records);
    return rc;
}

int tunedx_tree_gather(size_t record_bytes,
                       void (*merge)(const tunedx_tree_pile_t *theirs),
                       void (*give)(tunedx_tree_pile_t *own))
{
    const int rank = ompi_comm_rank(&ompi_mpi_comm_world.comm);
    const int size = ompi_comm_size(&ompi_mpi_comm_world.comm);
    const int parent = tunedx_tree_parent(rank);
    tunedx_tree_pile_t own = {.count = 0};
    int rc = OMPI_SUCCESS, ranks;

    for (int i = 0, child;
         rc == OMPI_SUCCESS &&
         (child = tunedx_tree_child(rank, size, i, &ranks)) >= 0;
         i++) {
        rc = gather_child(child, record_bytes, merge);
    }
    if (parent < 0 || rc != OMPI_SUCCESS) {
        return rc;
    }
    give(&own);
    rc = tunedx_tree_send(&own, sizeof own, parent, MCA_COLL_BASE_TAG_GATHER);
    return rc != OMPI_SUCCESS
               ? rc
               : tunedx_tree_send(own.records, own.count * record_bytes, parent,
                                  MCA_COLL_BASE_TAG_GATHER);
}
