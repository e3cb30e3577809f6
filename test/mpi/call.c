/* SPDX-License-Identifier: BSD-3-Clause */
/* See call.h. */
#include "call.h"

#include <string.h>

#include "corrupt.h"
#include "forms.h"

/*
 * The collectives and their arguments, which are the same in all forms.  The
 * name is there twice because MPI spells it MPI_Bcast and MPI_Ibcast.
 */
#define SEND c->send.buffer, c->send.count, c->send.type
#define SENDV \
    c->send.buffer, c->send.counts, c->send.displacements, c->send.type
#define SENDW \
    c->send.buffer, c->send.counts, c->send.displacements, c->send.types
#define RECV c->recv.buffer, c->recv.count, c->recv.type
#define RECVV \
    c->recv.buffer, c->recv.counts, c->recv.displacements, c->recv.type
#define RECVW \
    c->recv.buffer, c->recv.counts, c->recv.displacements, c->recv.types
#define VECTOR \
    c->send.buffer, c->recv.buffer, c->recv.count, c->recv.type, c->op
#define VECTORS \
    c->send.buffer, c->recv.buffer, c->recv.counts, c->recv.type, c->op

#define ALL_COLLECTIVES(ROW)                                              \
    ROW(BARRIER, Barrier, barrier, c->comm)                               \
    ROW(BCAST, Bcast, bcast, RECV, c->root, c->comm)                      \
    ROW(REDUCE, Reduce, reduce, VECTOR, c->root, c->comm)                 \
    ROW(ALLREDUCE, Allreduce, allreduce, VECTOR, c->comm)                 \
    ROW(ALLGATHER, Allgather, allgather, SEND, RECV, c->comm)             \
    ROW(ALLGATHERV, Allgatherv, allgatherv, SEND, RECVV, c->comm)         \
    ROW(ALLTOALL, Alltoall, alltoall, SEND, RECV, c->comm)                \
    ROW(ALLTOALLV, Alltoallv, alltoallv, SENDV, RECVV, c->comm)           \
    ROW(ALLTOALLW, Alltoallw, alltoallw, SENDW, RECVW, c->comm)           \
    ROW(GATHER, Gather, gather, SEND, RECV, c->root, c->comm)             \
    ROW(GATHERV, Gatherv, gatherv, SEND, RECVV, c->root, c->comm)         \
    ROW(SCATTER, Scatter, scatter, SEND, RECV, c->root, c->comm)          \
    ROW(SCATTERV, Scatterv, scatterv, SENDV, RECV, c->root, c->comm)      \
    ROW(REDUCE_SCATTER, Reduce_scatter, reduce_scatter, VECTORS, c->comm) \
    ROW(REDUCE_SCATTER_BLOCK, Reduce_scatter_block, reduce_scatter_block, \
        VECTOR, c->comm)                                                  \
    ROW(SCAN, Scan, scan, VECTOR, c->comm)                                \
    ROW(EXSCAN, Exscan, exscan, VECTOR, c->comm)

#define NAME(ID, Name, name, ...) [ID] = #name,
static const char *const names[] = {ALL_COLLECTIVES(NAME)};

#define FUNCTIONS(ID, Name, name, ...) \
    [ID] = {"MPI_" #Name, "MPI_I" #name, "MPI_" #Name "_init"},
static const char *const functions[][FORMS] = {ALL_COLLECTIVES(FUNCTIONS)};

static const char *const form_names[FORMS] = {[BLOCKING] = "blocking",
                                              [NONBLOCKING] = "nonblocking",
                                              [PERSISTENT] = "persistent"};

collective_t call_collective(const char *name)
{
    int i = 0;

    while (i < COLLECTIVES && strcmp(name, names[i]) != 0) {
        i++;
    }
    return (collective_t)i;
}

const char *call_name(collective_t collective)
{
    return names[collective];
}

form_t call_form(const char *name)
{
    int i = 0;

    while (i < FORMS && strcmp(name, form_names[i]) != 0) {
        i++;
    }
    return (form_t)i;
}

const char *call_form_name(form_t form)
{
    return form_names[form];
}

const char *call_function(const call_t *call)
{
    return functions[call->collective][call->form];
}

bool call_has_root(collective_t collective)
{
    switch (collective) {
    case BCAST:
    case REDUCE:
    case GATHER:
    case GATHERV:
    case SCATTER:
    case SCATTERV:
        return true;
    default:
        return false;
    }
}

bool call_reduces(collective_t collective)
{
    return collective == REDUCE || collective == ALLREDUCE ||
           collective >= REDUCE_SCATTER;
}

bool call_is_irregular(collective_t collective)
{
    switch (collective) {
    case ALLGATHERV:
    case ALLTOALLV:
    case ALLTOALLW:
    case GATHERV:
    case SCATTERV:
    case REDUCE_SCATTER:
        return true;
    default:
        return false;
    }
}

static int block(const call_t *c)
{
#define BLOCKING_CASE(ID, Name, name, ...) \
    case ID:                               \
        return MPI_##Name(__VA_ARGS__);

    switch (c->collective) {
        ALL_COLLECTIVES(BLOCKING_CASE)
    default:
        return MPI_ERR_ARG;
    }
}

static int start(const call_t *c, MPI_Request *request)
{
#define NONBLOCKING_CASE(ID, Name, name, ...) \
    case ID:                                  \
        return MPI_I##name(__VA_ARGS__, request);

    switch (c->collective) {
        ALL_COLLECTIVES(NONBLOCKING_CASE)
    default:
        return MPI_ERR_ARG;
    }
}

static int make(const call_t *c, MPI_Request *request)
{
#define PERSISTENT_CASE(ID, Name, name, ...) \
    case ID:                                 \
        return PERSISTENT_FUNCTION(Name)(__VA_ARGS__, MPI_INFO_NULL, request);

    switch (c->collective) {
        ALL_COLLECTIVES(PERSISTENT_CASE)
    default:
        return MPI_ERR_ARG;
    }
}

int call_make(const call_t *call, MPI_Request *request)
{
    *request = MPI_REQUEST_NULL;
    return call->form == PERSISTENT ? make(call, request) : MPI_SUCCESS;
}

int call_start(const call_t *call, MPI_Request *request)
{
    if (corrupt_skips(call)) {
        return MPI_SUCCESS;
    }
    if (call->form == BLOCKING) {
        return block(call);
    }
    return call->form == NONBLOCKING ? start(call, request)
                                     : MPI_Start(request);
}

int call_wait(const call_t *call, MPI_Request *request, int tests)
{
    int is_done = 0, code = MPI_SUCCESS;

    while (tests-- > 0 && !is_done && code == MPI_SUCCESS) {
        code = MPI_Test(request, &is_done, MPI_STATUS_IGNORE);
    }
    if (code == MPI_SUCCESS && !is_done) {
        /* NOLINTNEXTLINE(*MPI-Checker): it was started elsewhere. */
        code = MPI_Wait(request, MPI_STATUS_IGNORE);
    }
    return corrupt_damage(call, code);
}

int call_free(const call_t *call, MPI_Request *request)
{
    return call->form == PERSISTENT && *request != MPI_REQUEST_NULL
               ? MPI_Request_free(request)
               : MPI_SUCCESS;
}

int call_run(const call_t *call)
{
    MPI_Request request;
    int code = call_make(call, &request);

    if (code == MPI_SUCCESS) {
        code = call_start(call, &request);
    }
    if (code == MPI_SUCCESS) {
        code = call_wait(call, &request, 0);
    }
    call_free(call, &request);
    /* NOLINTNEXTLINE(*MPI-Checker): the wait is in another function. */
    return code;
}
