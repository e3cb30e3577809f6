/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Neighbourhood collectives in all forms, on grids, graphs and directed
 * graphs: neighbours that are one rank twice, or the rank itself, or nobody.
 */
#include "neighbours.h"

#include <stdlib.h>

#include "buffer.h"
#include "check.h"
#include "invoke.h"
#include "layout.h"
#include "operation.h"

typedef struct {
    const topology_t *topology;
    invoke_t which;
    const layout_t *layout;
    int count;
    uint32_t seed;
} call_t;

/* The blocks that a rank sends, or those that it receives. */
typedef struct {
    int blocks;
    int *counts, *starts;
    MPI_Aint *places;
    MPI_Datatype *types;
    buffer_t buffer;
} data_t;

static bool is_varied(invoke_t which)
{
    return which == INVOKE_NEIGHBOR_ALLGATHERV ||
           which == INVOKE_NEIGHBOR_ALLTOALLV ||
           which == INVOKE_NEIGHBOR_ALLTOALLW;
}

static bool is_gather(invoke_t which)
{
    return which == INVOKE_NEIGHBOR_ALLGATHER ||
           which == INVOKE_NEIGHBOR_ALLGATHERV;
}

static int length_of(const call_t *c, int from, int block)
{
    return is_varied(c->which) ? c->count * ((from + block) % 3) : c->count;
}

/* Which block of a source arrives as the i-th. */
static int block_of(const call_t *c, int i)
{
    return is_gather(c->which) ? 0 : c->topology->blocks[i];
}

static void place_blocks(const call_t *c, data_t *data, unsigned salt)
{
    const bool is_spread = is_varied(c->which) && data->blocks > 1;
    int next = 0;

    for (int n = 0; n < data->blocks; n++) {
        const int i = is_spread ? data->blocks - 1 - n : n;

        data->starts[i] = next;
        data->places[i] = next * (MPI_Aint)c->layout->extent;
        data->types[i] = c->layout->type;
        next += data->counts[i] + (is_spread ? 1 : 0);
    }
    buffer_create(&data->buffer, c->layout, (size_t)next, salt);
}

static data_t make_data(const call_t *c, bool is_send)
{
    const topology_t *t = c->topology;
    data_t data = {.blocks = !is_send              ? t->indegree
                             : is_gather(c->which) ? 1
                                                   : t->outdegree};
    const size_t room = (size_t)data.blocks + 1;

    data.counts = calloc(room, sizeof *data.counts);
    data.starts = calloc(room, sizeof *data.starts);
    data.places = calloc(room, sizeof *data.places);
    data.types = calloc(room, sizeof *data.types);
    for (int i = 0; i < data.blocks; i++) {
        if (is_send) {
            data.counts[i] = length_of(c, t->rank, i);
        } else if (t->sources[i] == MPI_PROC_NULL) {
            data.counts[i] = c->count;
        } else {
            data.counts[i] = length_of(c, t->sources[i], block_of(c, i));
        }
    }
    place_blocks(c, &data, (unsigned)t->rank + (is_send ? 0 : 100));
    return data;
}

static void free_data(data_t *data)
{
    free(data->counts);
    free(data->starts);
    free(data->places);
    free(data->types);
    buffer_destroy(&data->buffer);
}

static void values_of(const call_t *c, int from, int block, long *values,
                      size_t atoms)
{
    for (size_t i = 0; i < atoms; i++) {
        values[i] = operation_value(OPERATIONS, c->seed, from,
                                    ((size_t)block << 20) + i);
    }
}

/* What comes from nobody leaves its block as it is. */
static void fill(const call_t *c, data_t *send, data_t *recv)
{
    const topology_t *t = c->topology;
    const size_t room = c->layout->atoms *
                        (buffer_elements(&send->buffer) +
                         buffer_elements(&recv->buffer) + (size_t)c->count + 1);
    long *values = malloc(room * sizeof *values);

    for (int i = 0; i < send->blocks; i++) {
        const size_t atoms = (size_t)send->counts[i] * c->layout->atoms;

        values_of(c, t->rank, i, values, atoms);
        buffer_input(&send->buffer, (size_t)send->starts[i], values, atoms);
    }
    for (int i = 0; i < recv->blocks; i++) {
        const size_t atoms = (size_t)recv->counts[i] * c->layout->atoms;

        if (t->sources[i] != MPI_PROC_NULL) {
            values_of(c, t->sources[i], block_of(c, i), values, atoms);
            buffer_expect(&recv->buffer, (size_t)recv->starts[i], values,
                          atoms);
        }
    }
    free(values);
}

static invoke_data_t argument_of(const call_t *c, const data_t *data)
{
    return (invoke_data_t){.buffer = data->buffer.base,
                           .count =
                               is_varied(c->which) ? data->counts[0] : c->count,
                           .counts = data->counts,
                           .displs = data->starts,
                           .places = data->places,
                           .type = c->layout->type,
                           .types = data->types};
}

static void run(call_t *c, invoke_form_t form)
{
    data_t send = make_data(c, true), recv = make_data(c, false);
    const invoke_arguments_t arguments = {.comm = c->topology->comm,
                                          .send = argument_of(c, &send),
                                          .recv = argument_of(c, &recv)};
    const int starts = form == FORM_PERSISTENT ? 3 : 0;
    MPI_Request request;

    fill(c, &send, &recv);
    check_mpi(invoke(c->which, form, &arguments, &request),
              invoke_name(c->which));
    for (int start = 0; start < starts; start++) {
        c->seed++;
        fill(c, &send, &recv);
        check_mpi(MPI_Start(&request), "MPI_Start");
        invoke_wait(&request);
        buffer_check(&recv.buffer, "receive buffer");
    }
    invoke_wait(&request);
    if (request != MPI_REQUEST_NULL) {
        check_mpi(MPI_Request_free(&request), "MPI_Request_free");
    }
    buffer_check(&recv.buffer, "receive buffer");
    buffer_check(&send.buffer, "send buffer");
    free_data(&send);
    free_data(&recv);
}

static void run_all(const topology_t *topology)
{
    static const int counts[] = {1, 3, 0, 700};
    static const int layouts[] = {0, 3, 4, 5};
    unsigned turn = 0;

    for (int which = INVOKE_NEIGHBOR_ALLGATHER; which < INVOKE_ALL; which++) {
        for (int form = 0; form < invoke_forms(); form++) {
            for (int i = 0; i < 4; i++) {
                call_t call = {.topology = topology,
                               .which = (invoke_t)which,
                               .count = counts[i],
                               .seed = 10 * turn};

                call.layout =
                    &layout_families[0].layouts[layouts[turn++ / 2 % 4]];
                check_context("%s: %s %s of %d x %s", topology->name,
                              invoke_form_name((invoke_form_t)form),
                              invoke_name(call.which), call.count,
                              call.layout->name);
                run(&call, (invoke_form_t)form);
            }
        }
    }
}

int main(int argc, char **argv)
{
    topology_t topology;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "neighbours");
    layout_create();
    for (int number = 0; topology_create(&topology, number); number++) {
        if (topology.comm != MPI_COMM_NULL) {
            run_all(&topology);
        }
        topology_destroy(&topology);
    }
    layout_destroy();
    return check_finish();
}
