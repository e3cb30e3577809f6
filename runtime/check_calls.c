/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See check_calls.h.
 *
 * Up a tree over the communicator go the different calls that the ranks below
 * make, in words; down comes a byte that lets them go on.  Words are compared,
 * so that what is found to differ can be seen to differ.
 */
#include "runtime/check_calls.h"

#include <stdlib.h>

#include "decision/text.h"
#include "runtime/tree.h"

/* The check has ended on a rank before the call sends anything, so the tag of
 * one collective is free for all of them. */
enum { TAG = MCA_COLL_BASE_TAG_BARRIER };

enum { TEXT = 640, MOST_VIEWS = 4, MOST_RANKS = 4, FIRST_BLOCKS = 4 };

/* One call and who makes it. */
typedef struct view {
    uint64_t lengths; /* digest of all blocks, of which `text` has the first */
    int32_t count;    /* of ranks */
    int32_t ranks[MOST_RANKS]; /* the first of them */
    char text[TEXT];
} view_t;

typedef struct views {
    int32_t count;
    int32_t others; /* ranks for whose calls there was no room */
    view_t views[MOST_VIEWS];
} views_t;

/* ---- a call in words ---- */

/* All ranks have to pass MPI_IN_PLACE, or none. */
static bool agrees_on_place(tunedx_collective_t collective)
{
    switch (collective) {
    case TUNEDX_ALLGATHER:
    case TUNEDX_ALLGATHERV:
    case TUNEDX_ALLREDUCE:
    case TUNEDX_ALLTOALL:
    case TUNEDX_ALLTOALLV:
    case TUNEDX_ALLTOALLW:
    case TUNEDX_REDUCE_SCATTER_BLOCK:
        return true;
    default:
        return false;
    }
}

/* All ranks pass the lengths of all blocks. */
static bool agrees_on_blocks(tunedx_collective_t collective)
{
    return collective == TUNEDX_ALLGATHERV ||
           collective == TUNEDX_REDUCE_SCATTER;
}

static void write_blocks(tunedx_writer_t *writer, const tunedx_call_t *call,
                         int size, view_t *view)
{
    const tunedx_counts_t counts = call->recv.blocks->counts;
    const size_t unit = call->op == NULL ? call->recv.type->super.size : 1;

    tunedx_write(writer, ", in blocks of");
    view->lengths = 0xcbf29ce484222325u; /* FNV-1a, a length at a time */
    for (int i = 0; i < size; i++) {
        const size_t length = tunedx_count_at(counts, i) * unit;

        view->lengths = (view->lengths ^ length) * 0x100000001b3u;
        if (i < FIRST_BLOCKS) {
            tunedx_write(writer, "%s %zu", i == 0 ? "" : ",", length);
        }
    }
    if (size > FIRST_BLOCKS) {
        tunedx_write(writer, " and so on (digest %08x)",
                     (unsigned)(view->lengths >> 32));
    }
}

#define OPAL "OPAL_" /* what the names of its basic types begin with */

/* What is reduced and how.  Types of several names that Open MPI treats alike,
 * such as those of C and Fortran, count as one. */
static void write_reduction(tunedx_writer_t *writer, const tunedx_call_t *call)
{
    const struct ompi_datatype_t *type =
        call->recv.type != NULL ? call->recv.type : call->send.type;
    const size_t bytes = call->id.unit_bytes;

    tunedx_write(writer, " of %zu elements of %zu byte%s", call->units, bytes,
                 bytes == 1 ? "" : "s");
    if (ompi_datatype_is_predefined(type)) {
        const char *name = type->super.name;

        tunedx_write(writer, " (%s)",
                     strncmp(name, OPAL, strlen(OPAL)) == 0
                         ? name + strlen(OPAL)
                         : name);
    }
    tunedx_write(writer, " by %s",
                 ompi_op_is_intrinsic(call->op) ? call->op->o_name
                 : ompi_op_is_commute(call->op) ? "a commutative operation"
                                                : "an operation that does not "
                                                  "commute");
}

static void describe(struct ompi_communicator_t *communicator,
                     const tunedx_call_t *call, const tunedx_choice_t *choice,
                     view_t *view)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);
    const tunedx_collective_t collective = traits.collective;
    tunedx_writer_t writer = tunedx_writer(view->text, sizeof view->text);
    char method[TUNEDX_METHOD_TEXT], why[160];

    tunedx_write(&writer, "%s", tunedx_collective_name(collective));
    if (call->op != NULL) {
        write_reduction(&writer, call);
    } else if (call->bytes > 0 || agrees_on_blocks(collective)) {
        tunedx_write(&writer, " of %zu bytes", call->bytes);
    }
    if (agrees_on_blocks(collective)) {
        write_blocks(&writer, call, ompi_comm_size(communicator), view);
    }
    if (tunedx_collective_is_rooted(collective)) {
        tunedx_write(&writer, " with root %d", traits.root);
    }
    if (traits.in_place && agrees_on_place(collective)) {
        tunedx_write(&writer, ", in place");
    }
    tunedx_method_print(choice->method, method, sizeof method);
    tunedx_choice_explain(choice, why, sizeof why);
    tunedx_write(&writer, ": %s (%s)", method, why);
}

/* ---- up the tree ---- */

static bool is_same(const view_t *a, const view_t *b)
{
    return a->lengths == b->lengths && strcmp(a->text, b->text) == 0;
}

static void add(views_t *views, const view_t *fresh)
{
    int i = 0;

    while (i < views->count && !is_same(&views->views[i], fresh)) {
        i++;
    }
    view_t *same = &views->views[i];
    if (i == views->count && i == MOST_VIEWS) {
        views->others += fresh->count;
    } else if (i == views->count) {
        *same = *fresh;
        views->count++;
    } else {
        for (int k = 0; k < MOST_RANKS && k < fresh->count; k++) {
            if (same->count + k < MOST_RANKS) {
                same->ranks[same->count + k] = fresh->ranks[k];
            }
        }
        same->count += fresh->count;
    }
}

/* A wait that the user hears of when it gets long. */
typedef struct waiting {
    struct ompi_communicator_t *communicator;
    const view_t *own;
    int peer;
} waiting_t;

static void tell_wait(const void *context, int seconds)
{
    const waiting_t *waiting = context;

    tunedx_tell("tunedx: rank %d of communicator %s calls %s,\n"
                "tunedx:   and has been waiting for rank %d, or for others "
                "through it, for %d seconds.\n",
                ompi_comm_rank(waiting->communicator),
                waiting->communicator->c_name, waiting->own->text,
                waiting->peer, seconds);
}

static int send_to(struct ompi_communicator_t *communicator, const void *data,
                   size_t bytes, int peer)
{
    return MCA_PML_CALL(send(data, bytes, &ompi_mpi_byte.dt, peer, TAG,
                             MCA_PML_BASE_SEND_STANDARD, communicator));
}

static int recv_from(struct ompi_communicator_t *communicator, void *data,
                     size_t bytes, int peer, const view_t *own)
{
    const waiting_t waiting = {communicator, own, peer};
    ompi_request_t *request;
    const int rc = MCA_PML_CALL(irecv(data, bytes, &ompi_mpi_byte.dt, peer, TAG,
                                      communicator, &request));

    return rc == OMPI_SUCCESS ? tunedx_tree_wait(request, tell_wait, &waiting)
                              : rc;
}

/* The views of this rank and of those below it, where there are any. */
static int collect(struct ompi_communicator_t *communicator, const view_t *own,
                   views_t *views)
{
    const int rank = ompi_comm_rank(communicator);
    const int size = ompi_comm_size(communicator);
    views_t theirs = {.count = 0};
    int rc = OMPI_SUCCESS, ranks;

    views->count = views->others = 0;
    add(views, own);
    for (int i = 0, child;
         rc == OMPI_SUCCESS &&
         (child = tunedx_tree_child(rank, size, i, &ranks)) >= 0;
         i++) {
        rc = recv_from(communicator, &theirs, sizeof theirs, child, own);
        for (int k = 0; k < theirs.count && rc == OMPI_SUCCESS; k++) {
            add(views, &theirs.views[k]);
        }
        views->others += rc == OMPI_SUCCESS ? theirs.others : 0;
    }
    return rc == OMPI_SUCCESS && rank != 0
               ? send_to(communicator, views,
                         offsetof(views_t, views) +
                             (size_t)views->count * sizeof(view_t),
                         tunedx_tree_parent(rank))
               : rc;
}

/* ---- down the tree ---- */

static void write_view(tunedx_writer_t *writer, const view_t *view)
{
    tunedx_write(writer, "tunedx:   rank%s", view->count == 1 ? "" : "s");
    for (int i = 0; i < view->count && i < MOST_RANKS; i++) {
        tunedx_write(writer, "%s %d", i == 0 ? "" : ",", view->ranks[i]);
    }
    if (view->count > MOST_RANKS) {
        tunedx_write(writer, " and %d more", view->count - MOST_RANKS);
    }
    tunedx_write(writer, " call%s %s\n", view->count == 1 ? "s" : "",
                 view->text);
}

static void tell(const struct ompi_communicator_t *communicator,
                 const views_t *views)
{
    char text[MOST_VIEWS * (TEXT + 80) + 80];
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);

    for (int i = 0; i < views->count; i++) {
        write_view(&writer, &views->views[i]);
    }
    if (views->others > 0) {
        tunedx_write(&writer, "tunedx:   %d more: something else\n",
                     views->others);
    }
    tunedx_tell("tunedx: the ranks of communicator %s do not make the same "
                "call:\n"
                "%stunedx:   The job is aborted (coll_tunedx_check).\n",
                communicator->c_name, text);
}

/* Lets the ranks below go on once this one may. */
static int release(struct ompi_communicator_t *communicator, const view_t *own)
{
    const int rank = ompi_comm_rank(communicator);
    const int size = ompi_comm_size(communicator);
    int rc = OMPI_SUCCESS, ranks;
    char token = 0;

    if (rank != 0) {
        rc = recv_from(communicator, &token, sizeof token,
                       tunedx_tree_parent(rank), own);
    }
    for (int i = 0, child;
         rc == OMPI_SUCCESS &&
         (child = tunedx_tree_child(rank, size, i, &ranks)) >= 0;
         i++) {
        rc = send_to(communicator, &token, sizeof token, child);
    }
    return rc;
}

int tunedx_check_call(struct ompi_communicator_t *communicator,
                      const tunedx_call_t *call, const tunedx_choice_t *choice)
{
    view_t own = {.count = 1, .ranks = {ompi_comm_rank(communicator)}};
    views_t *views = malloc(sizeof *views);
    int rc = views == NULL ? OMPI_ERR_OUT_OF_RESOURCE : OMPI_SUCCESS;

    if (rc == OMPI_SUCCESS) {
        describe(communicator, call, choice, &own);
        rc = collect(communicator, &own, views);
    }
    if (rc == OMPI_SUCCESS && ompi_comm_rank(communicator) == 0 &&
        views->count > 1) {
        tell(communicator, views);
        tunedx_compat_abort();
        rc = MPI_ERR_OTHER;
    }
    free(views);
    return rc == OMPI_SUCCESS ? release(communicator, &own) : rc;
}
