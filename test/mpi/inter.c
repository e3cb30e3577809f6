/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Intercommunicators: two groups of all sizes, every collective that exists
 * there, in every form, with every root on both sides; what is made of
 * intercommunicators by dup, split and merge.
 *
 *     inter [--bare]
 *
 * With the option, ranks that give MPI_PROC_NULL as the root of a broadcast or
 * a reduction give 0 as the count, which means nothing there.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "trial.h"

enum { MOST_ELEMENTS = 1 << 20, TIME_TAG = 7, LEADER_TAG = 8 };

static bool is_bare;

typedef struct {
    MPI_Comm comm;  /* between the groups */
    MPI_Comm local; /* the own group */
    int side;
    int sizes[2];
    int firsts[2]; /* rank in MPI_COMM_WORLD of each group's rank 0 */
} groups_t;

/*
 * The first ranks of MPI_COMM_WORLD make side 0; the others, in reverse, make
 * side 1.
 */
static void make_groups(groups_t *groups, int first_size)
{
    const int rank = check_rank(), ranks = check_ranks();

    groups->side = rank >= first_size;
    groups->sizes[0] = first_size;
    groups->sizes[1] = ranks - first_size;
    groups->firsts[0] = 0;
    groups->firsts[1] = ranks - 1;
    MPI_Comm_split(MPI_COMM_WORLD, groups->side, groups->side ? -rank : rank,
                   &groups->local);
    check_mpi(MPI_Intercomm_create(groups->local, 0, MPI_COMM_WORLD,
                                   groups->firsts[1 - groups->side], LEADER_TAG,
                                   &groups->comm),
              "MPI_Intercomm_create");
}

/* Rank in MPI_COMM_WORLD of a member of a group. */
static int world_rank_of(const groups_t *groups, int side, int rank)
{
    return side == 0 ? rank : groups->firsts[1] - rank;
}

static void free_groups(groups_t *groups)
{
    MPI_Comm_free(&groups->comm);
    MPI_Comm_free(&groups->local);
}

/* ---- every collective ---- */

/* A call of the matrix; turn chooses lengths, datatypes and operations. */
static void run_call(const groups_t *groups, plan_t *plan, invoke_form_t form,
                     unsigned turn)
{
    static const size_t counts[][2] = {{3, 5}, {4, 0},    {0, 2},
                                       {1, 1}, {700, 30}, {0, 0}};
    static const int layouts[] = {0, 3, 4, 5};
    const size_t *chosen = counts[turn % (sizeof counts / sizeof counts[0])];
    const bool is_user = turn % 3 != 0;

    plan->is_bare = is_bare;
    plan->comm = groups->comm;
    plan->side = groups->side;
    plan->counts[0] = chosen[0];
    plan->counts[1] = chosen[1];
    plan->layout = &layout_families[0].layouts[layouts[turn / 2 % 4]];
    plan->operation = is_user ? OPERATION_USER_COMPOSE : OPERATION_MAX;
    if (!is_user) {
        /* MPI's own operations take no derived datatypes. */
        plan->layout = &layout_families[0].layouts[0];
    }
    plan->op = operation_handle(plan->operation);
    check_context("%d + %d ranks, %s %s, root %d of side %d, %zu and %zu x %s",
                  groups->sizes[0], groups->sizes[1], invoke_form_name(form),
                  invoke_name(plan->which), plan->root, plan->root_side,
                  chosen[0], chosen[1], plan->layout->name);
    operation_watch(plan->layout, MOST_ELEMENTS);
    trial_run(plan, form, turn);
    if (operation_fault() != NULL) {
        check_fail("%s", operation_fault());
    }
}

static bool is_rooted(invoke_t which)
{
    return which == INVOKE_BCAST || which == INVOKE_GATHER ||
           which == INVOKE_GATHERV || which == INVOKE_REDUCE ||
           which == INVOKE_SCATTER || which == INVOKE_SCATTERV;
}

static void run_all(const groups_t *groups, unsigned *turn)
{
    const int forms = invoke_forms();

    for (int i = 0; i < INVOKE_COLLECTIVES * forms; i++) {
        plan_t plan = {.which = (invoke_t)(i / forms)};
        const invoke_form_t form = (invoke_form_t)(i % forms);
        const int roots = groups->sizes[0] + groups->sizes[1];
        const int calls = is_rooted(plan.which) ? roots : 4;

        if (!trial_between_groups(plan.which)) {
            continue;
        }
        for (int call = 0; call < calls; call++) {
            if (is_rooted(plan.which)) {
                plan.root_side = call >= groups->sizes[0];
                plan.root = call - (plan.root_side ? groups->sizes[0] : 0);
            }
            run_call(groups, &plan, form, (*turn)++);
        }
    }
}

/* ---- buffers that are used again at once ---- */

enum { LONG_BLOCK = 50000 };

/* The root of a blocking call overwrites what it sent, as it may, while the
 * other group is late.  Blocks are too long for messages that nobody waits
 * for. */
static void run_overwriting(const groups_t *groups, invoke_t which)
{
    const bool is_root = groups->side == 0 && check_rank() == 0;
    const int root = groups->side == 1 ? 0 : is_root ? MPI_ROOT : MPI_PROC_NULL;
    const size_t others = (size_t)groups->sizes[1];
    int *send = calloc(others * LONG_BLOCK, sizeof *send);
    int *recv = calloc(LONG_BLOCK, sizeof *recv);
    int code, wrong = 0;

    check_context("%s whose root goes on at once", invoke_name(which));
    for (size_t i = 0; i < others * LONG_BLOCK; i++) {
        send[i] = 5;
    }
    if (groups->side == 1) {
        check_sleep(0.02);
    }
    if (which == INVOKE_SCATTER) {
        code = MPI_Scatter(send, LONG_BLOCK, MPI_INT, recv, LONG_BLOCK, MPI_INT,
                           root, groups->comm);
    } else {
        code = MPI_Bcast(is_root ? send : recv, LONG_BLOCK, MPI_INT, root,
                         groups->comm);
    }
    check_mpi(code, invoke_name(which));
    memset(send, 1, others * LONG_BLOCK * sizeof *send);
    for (int i = 0; groups->side == 1 && i < LONG_BLOCK; i++) {
        wrong += recv[i] != 5;
    }
    if (wrong > 0) {
        check_fail("%d elements are wrong", wrong);
    }
    free(send);
    free(recv);
}

/* ---- barriers ---- */

static void run_barrier(MPI_Comm comm, invoke_form_t form)
{
    const invoke_arguments_t arguments = {.comm = comm};
    MPI_Request request;

    check_mpi(invoke(INVOKE_BARRIER, form, &arguments, &request), "barrier");
    if (form == FORM_PERSISTENT) {
        check_mpi(MPI_Start(&request), "MPI_Start");
    }
    invoke_wait(&request);
    if (form == FORM_PERSISTENT) {
        MPI_Request_free(&request);
    }
}

/*
 * A barrier between groups ends after all ranks of the other group have
 * entered it: one rank comes late and then tells the others when it came, on a
 * clock that they share.
 */
static void late_to_barrier(const groups_t *groups, invoke_form_t form,
                            int side, int rank)
{
    const int late = world_rank_of(groups, side, rank);
    double entered = 0;

    check_context("%d + %d ranks, %s barrier, rank %d of side %d late",
                  groups->sizes[0], groups->sizes[1], invoke_form_name(form),
                  rank, side);
    if (check_rank() == late) {
        check_sleep(0.01);
        entered = check_clock();
        run_barrier(groups->comm, form);
        for (int other = 0; other < check_ranks(); other++) {
            if (other != late) {
                MPI_Send(&entered, 1, MPI_DOUBLE, other, TIME_TAG,
                         MPI_COMM_WORLD);
            }
        }
        return;
    }
    run_barrier(groups->comm, form);
    const double left = check_clock();

    MPI_Recv(&entered, 1, MPI_DOUBLE, late, TIME_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (groups->side != side && left < entered) {
        check_fail("left %.6f seconds before the late rank entered",
                   entered - left);
    }
}

static void run_barriers(const groups_t *groups)
{
    for (int form = 0; form < invoke_forms(); form++) {
        for (int side = 0; side < 2; side++) {
            late_to_barrier(groups, (invoke_form_t)form, side, 0);
            late_to_barrier(groups, (invoke_form_t)form, side,
                            groups->sizes[side] - 1);
        }
    }
}

/* ---- what is made of intercommunicators ---- */

static void check_sizes(MPI_Comm comm, int size, int remote)
{
    int sizes[2];

    MPI_Comm_size(comm, &sizes[0]);
    MPI_Comm_remote_size(comm, &sizes[1]);
    if (sizes[0] != size || sizes[1] != remote) {
        check_fail("%d and %d ranks, expected %d and %d", sizes[0], sizes[1],
                   size, remote);
    }
}

static void run_copies(const groups_t *groups, unsigned *turn)
{
    groups_t copy = *groups;
    MPI_Request request;

    check_context("MPI_Comm_dup of %d + %d ranks", groups->sizes[0],
                  groups->sizes[1]);
    check_mpi(MPI_Comm_dup(groups->comm, &copy.comm), "MPI_Comm_dup");
    check_sizes(copy.comm, copy.sizes[copy.side], copy.sizes[1 - copy.side]);
    run_all(&copy, turn);
    MPI_Comm_free(&copy.comm);

    check_context("MPI_Comm_idup of %d + %d ranks", groups->sizes[0],
                  groups->sizes[1]);
    check_mpi(MPI_Comm_idup(groups->comm, &copy.comm, &request),
              "MPI_Comm_idup");
    invoke_wait(&request);
    check_sizes(copy.comm, copy.sizes[copy.side], copy.sizes[1 - copy.side]);
    run_barrier(copy.comm, FORM_NONBLOCKING);
    MPI_Comm_free(&copy.comm);
}

/* Even and odd ranks of both groups; those whose group would face nobody get
 * no communicator. */
static void run_split(const groups_t *groups, unsigned turn)
{
    groups_t half = *groups;
    int rank;

    MPI_Comm_rank(groups->comm, &rank);
    check_context("MPI_Comm_split of %d + %d ranks", groups->sizes[0],
                  groups->sizes[1]);
    check_mpi(MPI_Comm_split(groups->comm, rank % 2, rank, &half.comm),
              "MPI_Comm_split");
    for (int side = 0; side < 2; side++) {
        half.sizes[side] = (groups->sizes[side] + 1 - rank % 2) / 2;
    }
    if (half.sizes[1 - half.side] == 0) {
        if (half.comm != MPI_COMM_NULL) {
            check_fail("a communicator that faces nobody");
        }
        return;
    }
    check_sizes(half.comm, half.sizes[half.side], half.sizes[1 - half.side]);
    run_all(&half, &turn);
    MPI_Comm_free(&half.comm);
}

/* All ranks, those of side `low` first. */
static void run_merge(const groups_t *groups, int low)
{
    MPI_Comm merged;
    int rank, local_rank;

    check_context("MPI_Intercomm_merge of %d + %d ranks, side %d first",
                  groups->sizes[0], groups->sizes[1], low);
    check_mpi(MPI_Intercomm_merge(groups->comm, groups->side != low, &merged),
              "MPI_Intercomm_merge");
    MPI_Comm_rank(merged, &rank);
    MPI_Comm_rank(groups->local, &local_rank);
    if (rank != local_rank + (groups->side == low ? 0 : groups->sizes[low])) {
        check_fail("rank %d is rank %d of the merged communicator", local_rank,
                   rank);
    }
    trial_run_all("merged", merged, 0, (uint32_t)low);
    MPI_Comm_free(&merged);
}

int main(int argc, char **argv)
{
    unsigned turn = 0;

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "inter");
    const int ranks = check_ranks();

    is_bare = argc > 1 && strcmp(argv[1], "--bare") == 0;
    layout_create();
    operation_create();
    for (int first = 1; first < ranks; first++) {
        const bool is_whole = first == ranks / 2;
        groups_t groups;

        if (first > 2 && first < ranks - 1 && !is_whole) {
            continue;
        }
        make_groups(&groups, first);
        run_overwriting(&groups, INVOKE_SCATTER);
        run_overwriting(&groups, INVOKE_BCAST);
        run_all(&groups, &turn);
        run_barriers(&groups);
        if (is_whole) {
            run_copies(&groups, &turn);
        }
        run_split(&groups, turn);
        run_merge(&groups, 0);
        run_merge(&groups, 1);
        free_groups(&groups);
    }
    operation_destroy();
    layout_destroy();
    return check_finish();
}
