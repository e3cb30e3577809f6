/* SPDX-License-Identifier: BSD-3-Clause */
/* See invoke.h. */
#include "invoke.h"

#include "check.h"
#include "forms.h"

/* The three functions of a collective have the same arguments up to a point. */
#define IN_FORM(name, lower_name, ...)               \
    (form == FORM_BLOCKING ? MPI_##name(__VA_ARGS__) \
     : form == FORM_NONBLOCKING                      \
         ? MPI_I##lower_name(__VA_ARGS__, request)   \
         : PERSISTENT_FUNCTION(name)(__VA_ARGS__, MPI_INFO_NULL, request))

/* One block; blocks with counts and displacements; the same with types. */
#define PLAIN(x) (x)->buffer, (x)->count, (x)->type
#define VARIED(x) (x)->buffer, (x)->counts, (x)->displs, (x)->type
#define TYPED(x) (x)->buffer, (x)->counts, (x)->displs, (x)->types
#define PLACED(x) (x)->buffer, (x)->counts, (x)->places, (x)->types

const char *invoke_name(invoke_t which)
{
    static const char *const names[INVOKE_ALL] = {
        [INVOKE_ALLGATHER] = "allgather",
        [INVOKE_ALLGATHERV] = "allgatherv",
        [INVOKE_ALLREDUCE] = "allreduce",
        [INVOKE_ALLTOALL] = "alltoall",
        [INVOKE_ALLTOALLV] = "alltoallv",
        [INVOKE_ALLTOALLW] = "alltoallw",
        [INVOKE_BARRIER] = "barrier",
        [INVOKE_BCAST] = "bcast",
        [INVOKE_EXSCAN] = "exscan",
        [INVOKE_GATHER] = "gather",
        [INVOKE_GATHERV] = "gatherv",
        [INVOKE_REDUCE] = "reduce",
        [INVOKE_REDUCE_SCATTER] = "reduce_scatter",
        [INVOKE_REDUCE_SCATTER_BLOCK] = "reduce_scatter_block",
        [INVOKE_SCAN] = "scan",
        [INVOKE_SCATTER] = "scatter",
        [INVOKE_SCATTERV] = "scatterv",
        [INVOKE_NEIGHBOR_ALLGATHER] = "neighbor_allgather",
        [INVOKE_NEIGHBOR_ALLGATHERV] = "neighbor_allgatherv",
        [INVOKE_NEIGHBOR_ALLTOALL] = "neighbor_alltoall",
        [INVOKE_NEIGHBOR_ALLTOALLV] = "neighbor_alltoallv",
        [INVOKE_NEIGHBOR_ALLTOALLW] = "neighbor_alltoallw",
    };

    return names[which];
}

const char *invoke_form_name(invoke_form_t form)
{
    static const char *const names[INVOKE_FORMS] = {"blocking", "nonblocking",
                                                    "persistent"};

    return names[form];
}

int invoke_forms(void)
{
    return (int)check_environment("TUNEDX_TEST_FORMS", INVOKE_FORMS);
}

static int invoke_exchange(invoke_t which, invoke_form_t form,
                           const invoke_arguments_t *a, MPI_Request *request)
{
    const invoke_data_t *s = &a->send;
    const invoke_data_t *r = &a->recv;

    switch (which) {
    case INVOKE_ALLGATHER:
        return IN_FORM(Allgather, allgather, PLAIN(s), PLAIN(r), a->comm);
    case INVOKE_ALLGATHERV:
        return IN_FORM(Allgatherv, allgatherv, PLAIN(s), VARIED(r), a->comm);
    case INVOKE_ALLTOALL:
        return IN_FORM(Alltoall, alltoall, PLAIN(s), PLAIN(r), a->comm);
    case INVOKE_ALLTOALLV:
        return IN_FORM(Alltoallv, alltoallv, VARIED(s), VARIED(r), a->comm);
    case INVOKE_ALLTOALLW:
        return IN_FORM(Alltoallw, alltoallw, TYPED(s), TYPED(r), a->comm);
    case INVOKE_BCAST:
        return IN_FORM(Bcast, bcast, PLAIN(r), a->root, a->comm);
    case INVOKE_GATHER:
        return IN_FORM(Gather, gather, PLAIN(s), PLAIN(r), a->root, a->comm);
    case INVOKE_GATHERV:
        return IN_FORM(Gatherv, gatherv, PLAIN(s), VARIED(r), a->root, a->comm);
    case INVOKE_SCATTER:
        return IN_FORM(Scatter, scatter, PLAIN(s), PLAIN(r), a->root, a->comm);
    case INVOKE_SCATTERV:
        return IN_FORM(Scatterv, scatterv, VARIED(s), PLAIN(r), a->root,
                       a->comm);
    default:
        return IN_FORM(Barrier, barrier, a->comm);
    }
}

static int invoke_reduction(invoke_t which, invoke_form_t form,
                            const invoke_arguments_t *a, MPI_Request *request)
{
    const invoke_data_t *s = &a->send;
    void *result = a->recv.buffer;

    switch (which) {
    case INVOKE_ALLREDUCE:
        return IN_FORM(Allreduce, allreduce, s->buffer, result, s->count,
                       s->type, a->op, a->comm);
    case INVOKE_EXSCAN:
        return IN_FORM(Exscan, exscan, s->buffer, result, s->count, s->type,
                       a->op, a->comm);
    case INVOKE_REDUCE:
        return IN_FORM(Reduce, reduce, s->buffer, result, s->count, s->type,
                       a->op, a->root, a->comm);
    case INVOKE_REDUCE_SCATTER:
        return IN_FORM(Reduce_scatter, reduce_scatter, s->buffer, result,
                       a->recv.counts, s->type, a->op, a->comm);
    case INVOKE_REDUCE_SCATTER_BLOCK:
        return IN_FORM(Reduce_scatter_block, reduce_scatter_block, s->buffer,
                       result, a->recv.count, s->type, a->op, a->comm);
    default:
        return IN_FORM(Scan, scan, s->buffer, result, s->count, s->type, a->op,
                       a->comm);
    }
}

static int invoke_neighbor(invoke_t which, invoke_form_t form,
                           const invoke_arguments_t *a, MPI_Request *request)
{
    const invoke_data_t *s = &a->send;
    const invoke_data_t *r = &a->recv;

    switch (which) {
    case INVOKE_NEIGHBOR_ALLGATHER:
        return IN_FORM(Neighbor_allgather, neighbor_allgather, PLAIN(s),
                       PLAIN(r), a->comm);
    case INVOKE_NEIGHBOR_ALLGATHERV:
        return IN_FORM(Neighbor_allgatherv, neighbor_allgatherv, PLAIN(s),
                       VARIED(r), a->comm);
    case INVOKE_NEIGHBOR_ALLTOALL:
        return IN_FORM(Neighbor_alltoall, neighbor_alltoall, PLAIN(s), PLAIN(r),
                       a->comm);
    case INVOKE_NEIGHBOR_ALLTOALLV:
        return IN_FORM(Neighbor_alltoallv, neighbor_alltoallv, VARIED(s),
                       VARIED(r), a->comm);
    default:
        return IN_FORM(Neighbor_alltoallw, neighbor_alltoallw, PLACED(s),
                       PLACED(r), a->comm);
    }
}

int invoke(invoke_t which, invoke_form_t form,
           const invoke_arguments_t *arguments, MPI_Request *request)
{
    *request = MPI_REQUEST_NULL;
    switch (which) {
    case INVOKE_ALLREDUCE:
    case INVOKE_EXSCAN:
    case INVOKE_REDUCE:
    case INVOKE_REDUCE_SCATTER:
    case INVOKE_REDUCE_SCATTER_BLOCK:
    case INVOKE_SCAN:
        return invoke_reduction(which, form, arguments, request);
    default:
        return which < INVOKE_COLLECTIVES
                   ? invoke_exchange(which, form, arguments, request)
                   : invoke_neighbor(which, form, arguments, request);
    }
}

void invoke_wait(MPI_Request *request)
{
    check_mpi(MPI_Wait(request, MPI_STATUS_IGNORE), "MPI_Wait");
}
