/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See topology.h.
 */
#include "runtime/topology.h"

#include <stdlib.h>

#include "algorithms/linear.h"

typedef struct neighbours {
    tunedx_neighbour_t *in, *out;
    int in_count, out_count;
} neighbours_t;

static bool make_room(neighbours_t *of, int in_count, int out_count)
{
    of->in_count = in_count;
    of->out_count = out_count;
    of->in = calloc((size_t)in_count + 1, sizeof *of->in);
    of->out = calloc((size_t)out_count + 1, sizeof *of->out);
    return of->in != NULL && of->out != NULL;
}

/* In each dimension first the neighbour in negative direction, then the one in
 * positive direction.  Where both are the same rank, what it sent in negative
 * direction arrives first, and belongs to our positive side. */
static int find_cart(struct ompi_communicator_t *communicator, neighbours_t *of)
{
    const mca_topo_base_comm_cart_t *cart = communicator->c_topo->mtc.cart;
    const int rank = ompi_comm_rank(communicator);
    int stride = ompi_comm_size(communicator);

    if (!make_room(of, 2 * cart->ndims, 2 * cart->ndims)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int i = 0; i < cart->ndims; i++) {
        const int length = cart->dims[i];

        stride /= length;
        const int at = rank / stride % length;
        for (int side = 0; side < 2; side++) {
            const int next = side == 0 ? at - 1 : at + 1;
            const bool inside = next >= 0 && next < length;
            const int wrapped = (next + length) % length;
            const tunedx_neighbour_t neighbour = {
                .rank = inside || cart->periods[i]
                            ? rank + (wrapped - at) * stride
                            : -1,
                .block = 2 * i + side,
            };

            of->out[2 * i + side] = neighbour;
            of->in[2 * i + 1 - side] = neighbour;
        }
    }
    return OMPI_SUCCESS;
}

static int find_graph(struct ompi_communicator_t *communicator,
                      neighbours_t *of)
{
    const mca_topo_base_comm_graph_t *graph = communicator->c_topo->mtc.graph;
    const int rank = ompi_comm_rank(communicator);
    const int first = rank == 0 ? 0 : graph->index[rank - 1];
    const int count = graph->index[rank] - first;

    if (!make_room(of, count, count)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int i = 0; i < count; i++) {
        of->in[i] = (tunedx_neighbour_t){graph->edges[first + i], i};
        of->out[i] = of->in[i];
    }
    return OMPI_SUCCESS;
}

static int find_dist_graph(struct ompi_communicator_t *communicator,
                           neighbours_t *of)
{
    const mca_topo_base_comm_dist_graph_t *graph =
        communicator->c_topo->mtc.dist_graph;

    if (!make_room(of, graph->indegree, graph->outdegree)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int i = 0; i < graph->indegree; i++) {
        of->in[i] = (tunedx_neighbour_t){graph->in[i], i};
    }
    for (int i = 0; i < graph->outdegree; i++) {
        of->out[i] = (tunedx_neighbour_t){graph->out[i], i};
    }
    return OMPI_SUCCESS;
}

static int find(struct ompi_communicator_t *communicator, neighbours_t *of)
{
    return OMPI_COMM_IS_CART(communicator)    ? find_cart(communicator, of)
           : OMPI_COMM_IS_GRAPH(communicator) ? find_graph(communicator, of)
           : OMPI_COMM_IS_DIST_GRAPH(communicator)
               ? find_dist_graph(communicator, of)
               : OMPI_ERR_NOT_SUPPORTED;
}

int tunedx_topology_build(struct ompi_communicator_t *communicator,
                          tunedx_collective_t collective,
                          tunedx_program_t **program)
{
    const bool one_block =
        collective == TUNEDX_ALLGATHER || collective == TUNEDX_ALLGATHERV;
    neighbours_t of = {.in = NULL};
    int rc = find(communicator, &of);

    for (int i = 0; rc == OMPI_SUCCESS && one_block && i < of.out_count; i++) {
        of.out[i].block = 0;
    }
    if (rc == OMPI_SUCCESS) {
        const tunedx_error_t error = tunedx_build_neighbours(
            of.in, of.in_count, of.out, of.out_count, program);

        rc = error == TUNEDX_SUCCESS         ? OMPI_SUCCESS
             : error == TUNEDX_OUT_OF_MEMORY ? OMPI_ERR_OUT_OF_RESOURCE
                                             : OMPI_ERR_NOT_SUPPORTED;
    }
    free(of.in);
    free(of.out);
    return rc;
}
