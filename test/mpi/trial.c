/* SPDX-License-Identifier: BSD-3-Clause */
/* See trial.h. */
#include "trial.h"

#include <stdlib.h>

#include "check.h"
#include "trial_blocks.h"

enum { NEIGHBOURS_MAX = 8 };

static atom_t int_kind[] = {ATOM_INT};
static ptrdiff_t int_at[] = {0};

const layout_t trial_ints = {.name = "MPI_INT",
                             .type = MPI_INT,
                             .atoms = 1,
                             .kind = int_kind,
                             .at = int_at,
                             .extent = sizeof(int),
                             .highest = sizeof(int)};

plan_t trial_plan(invoke_t which, MPI_Comm comm, size_t count, int root)
{
    return (plan_t){.which = which,
                    .comm = comm,
                    .counts = {count, count},
                    .root = root,
                    .layout = &trial_ints,
                    .operation = OPERATION_SUM,
                    .op = MPI_SUM};
}

bool trial_between_groups(invoke_t which)
{
    return which != INVOKE_SCAN && which != INVOKE_EXSCAN;
}

/* ---- buffers ---- */

/*
 * Lengths are in data->counts.  Where MPI takes displacements, blocks lie with
 * an element between them, the last one first.
 */
static void place_blocks(const trial_t *t, trial_data_t *data)
{
    const bool has_displs = trial_traits(t)->is_varied && data->blocks > 1;
    const int step = has_displs ? -1 : 1;
    int next = 0;

    for (int i = has_displs ? data->blocks - 1 : 0; i >= 0 && i < data->blocks;
         i += step) {
        data->starts[i] = next;
        data->displs[i] = t->plan.which == INVOKE_ALLTOALLW
                              ? next * (int)t->plan.layout->extent
                              : next;
        next += data->counts[i] + (has_displs ? 1 : 0);
    }
    buffer_create(&data->buffer, t->plan.layout, (size_t)next,
                  (unsigned)t->rank + (data == &t->recv ? 100 : 0));
}

static void make_data(trial_t *t, trial_data_t *data, amount_t amount)
{
    const bool is_send = data == &t->send;
    const int root = t->plan.root;

    data->is_there = true;
    data->blocks = amount == BLOCKS ? t->peers : 1;
    data->counts = calloc((size_t)data->blocks, sizeof *data->counts);
    data->starts = calloc((size_t)data->blocks, sizeof *data->starts);
    data->displs = calloc((size_t)data->blocks, sizeof *data->displs);
    /*
     * Open MPI 4.1 looks at as many datatypes of a nonblocking alltoallw as
     * the rank has neighbours, if the communicator has a topology.
     */
    data->types =
        calloc((size_t)data->blocks + NEIGHBOURS_MAX, sizeof *data->types);
    for (int i = 0; i < data->blocks + NEIGHBOURS_MAX; i++) {
        data->types[i] = t->plan.layout->type;
    }
    for (int i = 0; i < data->blocks; i++) {
        const int from = amount == BLOCKS ? i : root;

        data->counts[i] =
            (int)(is_send ? trial_block_length(t, t->plan.side, t->rank, i)
                          : trial_block_length(t, trial_other_side(t), from,
                                               trial_incoming_block(t)));
    }
    place_blocks(t, data);
}

static void free_data(trial_data_t *data)
{
    free(data->counts);
    free(data->starts);
    free(data->displs);
    free(data->types);
    buffer_destroy(&data->buffer);
}

static void make_shares(trial_t *t)
{
    t->shares = calloc((size_t)t->size, sizeof *t->shares);
    for (int rank = 0; rank < t->size; rank++) {
        t->shares[rank] = (int)trial_share(t, rank, t->size, t->peers);
    }
}

void trial_create(trial_t *trial, const plan_t *plan)
{
    int is_inter;

    *trial = (trial_t){.plan = *plan};
    MPI_Comm_rank(plan->comm, &trial->rank);
    MPI_Comm_size(plan->comm, &trial->size);
    MPI_Comm_test_inter(plan->comm, &is_inter);
    trial->is_inter = is_inter != 0;
    trial->peers = trial->size;
    if (trial->is_inter) {
        MPI_Comm_remote_size(plan->comm, &trial->peers);
    }
    if (trial_traits(trial)->is_reduced) {
        /* All ranks of both groups have vectors of one length. */
        trial->plan.counts[1] = plan->counts[0];
    }
    trial->is_root = plan->side == plan->root_side && trial->rank == plan->root;
    if (plan->which == INVOKE_REDUCE_SCATTER) {
        make_shares(trial);
    }
    if (trial_sends(trial)) {
        make_data(trial, &trial->send, trial_traits(trial)->sends);
    }
    if (trial_receives(trial)) {
        make_data(trial, &trial->recv, trial_traits(trial)->receives);
    }
}

void trial_destroy(trial_t *trial)
{
    free_data(&trial->send);
    free_data(&trial->recv);
    free(trial->shares);
    trial->shares = NULL;
}

/* ---- values ---- */

static void values_of(const trial_t *t, int side, int from, int to,
                      long *values, size_t atoms)
{
    for (size_t i = 0; i < atoms; i++) {
        values[i] =
            operation_value(t->plan.operation, 2 * t->seed + (uint32_t)side,
                            from, ((size_t)to << 20) + i);
    }
}

/* Combine what ranks first ... last of the other side contribute. */
static void total_of(const trial_t *t, int last, long *total, long *values,
                     size_t atoms)
{
    const int side = trial_other_side(t), block = trial_incoming_block(t);

    values_of(t, side, 0, block, total, atoms);
    for (int from = 1; from <= last; from++) {
        values_of(t, side, from, block, values, atoms);
        operation_combine(t->plan.operation, total, values, atoms);
    }
}

static void fill_input(trial_t *t, long *values)
{
    trial_data_t *data = &t->send;

    for (int i = 0; i < data->blocks; i++) {
        const size_t atoms = (size_t)data->counts[i] * t->plan.layout->atoms;

        values_of(t, t->plan.side, t->rank, i, values, atoms);
        buffer_input(&data->buffer, (size_t)data->starts[i], values, atoms);
    }
}

static void fill_result(trial_t *t, long *total, long *values)
{
    trial_data_t *data = &t->recv;
    const invoke_t which = t->plan.which;
    const int last = which == INVOKE_SCAN     ? t->rank
                     : which == INVOKE_EXSCAN ? t->rank - 1
                                              : t->peers - 1;

    for (int i = 0; i < data->blocks; i++) {
        const size_t atoms = (size_t)data->counts[i] * t->plan.layout->atoms;
        const int from = trial_traits(t)->receives == BLOCKS ? i : t->plan.root;

        if (trial_traits(t)->is_reduced) {
            total_of(t, last, total, values, atoms);
        } else {
            values_of(t, trial_other_side(t), from, trial_incoming_block(t),
                      total, atoms);
        }
        buffer_expect(&data->buffer, (size_t)data->starts[i], total, atoms);
    }
}

void trial_fill(trial_t *trial, uint32_t seed)
{
    const size_t most =
        trial->plan.layout->atoms * (buffer_elements(&trial->send.buffer) +
                                     buffer_elements(&trial->recv.buffer) + 1);
    long *numbers = malloc(2 * most * sizeof *numbers);

    trial->seed = seed;
    fill_input(trial, numbers);
    fill_result(trial, numbers, numbers + most);
    free(numbers);
}

/* ---- the call ---- */

static invoke_data_t argument_of(const trial_t *t, const trial_data_t *data)
{
    invoke_data_t argument = {.type = t->plan.layout->type};

    if (!data->is_there) {
        return argument;
    }
    argument.buffer = data->buffer.base;
    argument.count = data->counts[0];
    argument.counts = data->counts;
    argument.displs = data->displs;
    argument.types = data->types;
    return argument;
}

static int root_argument(const trial_t *t)
{
    if (!t->is_inter || t->plan.side != t->plan.root_side) {
        return t->plan.root;
    }
    return t->is_root ? MPI_ROOT : MPI_PROC_NULL;
}

/*
 * Open MPI looks at the count of broadcasts and reductions before it looks at
 * the root, so a rank with nothing to send or to receive has one as well.
 */
static void set_counts(const trial_t *t, invoke_arguments_t *arguments)
{
    const plan_t *plan = &t->plan;

    if (plan->which == INVOKE_BCAST) {
        arguments->recv.count = (int)plan->counts[plan->root_side];
    } else if (plan->which == INVOKE_REDUCE) {
        arguments->send.count = (int)plan->counts[0];
    }
}

void trial_issue(trial_t *trial, invoke_form_t form, MPI_Request *request)
{
    const plan_t *plan = &trial->plan;
    const invoke_t which = plan->which;
    invoke_arguments_t arguments = {.comm = plan->comm,
                                    .root = root_argument(trial),
                                    .op = plan->op,
                                    .send = argument_of(trial, &trial->send),
                                    .recv = argument_of(trial, &trial->recv)};

    if (which == INVOKE_BCAST && trial->is_root) {
        arguments.recv = arguments.send;
    }
    if (!plan->is_bare || trial->send.is_there || trial->recv.is_there) {
        set_counts(trial, &arguments);
    }
    if (which == INVOKE_REDUCE_SCATTER) {
        arguments.recv.counts = trial->shares;
    }
    check_mpi(invoke(which, form, &arguments, request), invoke_name(which));
}

void trial_check(trial_t *trial)
{
    const bool is_undefined =
        trial->plan.which == INVOKE_EXSCAN && trial->rank == 0;

    if (trial->send.is_there) {
        buffer_check(&trial->send.buffer, "send buffer");
    }
    if (trial->recv.is_there && !is_undefined) {
        buffer_check(&trial->recv.buffer, "receive buffer");
    }
}

void trial_run(const plan_t *plan, invoke_form_t form, uint32_t seed)
{
    MPI_Request request;
    trial_t trial;

    trial_create(&trial, plan);
    trial_fill(&trial, seed);
    trial_issue(&trial, form, &request);
    if (form == FORM_PERSISTENT && request != MPI_REQUEST_NULL) {
        check_mpi(MPI_Start(&request), "MPI_Start");
        invoke_wait(&request);
        trial_check(&trial);
        trial_fill(&trial, seed + 1);
        check_mpi(MPI_Start(&request), "MPI_Start");
    }
    invoke_wait(&request);
    trial_check(&trial);
    if (request != MPI_REQUEST_NULL) {
        check_mpi(MPI_Request_free(&request), "MPI_Request_free");
    }
    trial_destroy(&trial);
}

void trial_run_all(const char *name, MPI_Comm comm, int side, uint32_t seed)
{
    const int forms = invoke_forms();
    int is_inter, size;

    MPI_Comm_test_inter(comm, &is_inter);
    MPI_Comm_size(comm, &size);
    for (int i = 0; i < INVOKE_COLLECTIVES * forms; i++) {
        const invoke_form_t form = (invoke_form_t)(i % forms);
        plan_t plan = trial_plan((invoke_t)(i / forms), comm, 5, 0);

        if (is_inter && !trial_between_groups(plan.which)) {
            continue;
        }
        plan.side = side;
        plan.counts[1] = 7;
        check_context("%s: %s %s", name, invoke_form_name(form),
                      invoke_name(plan.which));
        trial_run(&plan, form, seed);
        /* The other root: the last rank, or the other group's first. */
        if (is_inter) {
            plan.root_side = 1;
        } else {
            plan.root = size - 1;
        }
        trial_run(&plan, form, seed + 2);
    }
}
