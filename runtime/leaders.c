/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See leaders.h.
 */
#include "runtime/leaders.h"

#include <stdlib.h>

#include "runtime/tree.h"

static int lowest_on_node(struct ompi_communicator_t *world)
{
    for (int i = 0; i < world->c_my_rank; i++) {
        /* processes of this node are known; others are not made known here */
        const opal_proc_t *proc =
            ompi_proc_lookup(ompi_group_get_proc_name(world->c_local_group, i));

        if (proc != NULL && OPAL_PROC_ON_LOCAL_NODE(proc->proc_flags)) {
            return i;
        }
    }
    return world->c_my_rank;
}

/* Gathers, on each rank, the leaders of its subtree; leaders[0] is its own. */
static int gather_leaders(int rank, int size, int *leaders, int count)
{
    int ranks;

    for (int i = 0, child;
         (child = tunedx_tree_child(rank, size, i, &ranks)) >= 0; i++) {
        const int rc = tunedx_tree_recv(&leaders[child - rank],
                                        (size_t)ranks * sizeof *leaders, child,
                                        MCA_COLL_BASE_TAG_GATHER);
        if (rc != OMPI_SUCCESS) {
            return rc;
        }
    }
    return rank == 0
               ? OMPI_SUCCESS
               : tunedx_tree_send(leaders, (size_t)count * sizeof *leaders,
                                  tunedx_tree_parent(rank),
                                  MCA_COLL_BASE_TAG_GATHER);
}

int tunedx_leaders_gather(struct ompi_communicator_t *world, int **leaders)
{
    const int rank = ompi_comm_rank(world), size = ompi_comm_size(world);
    const int below =
        rank == 0 || rank + (rank & -rank) > size ? size - rank : rank & -rank;
    int *made = calloc((size_t)below, sizeof *made);

    if (made == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    made[0] = lowest_on_node(world);
    const int rc = gather_leaders(rank, size, made, below);
    if (rc != OMPI_SUCCESS) {
        free(made);
        return rc;
    }
    *leaders = made;
    return OMPI_SUCCESS;
}
