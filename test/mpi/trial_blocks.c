/* SPDX-License-Identifier: BSD-3-Clause */
/* See trial_blocks.h. */
#include "trial_blocks.h"

static const traits_t all_traits[INVOKE_COLLECTIVES] = {
    [INVOKE_ALLGATHER] = {ONE_BLOCK, BLOCKS, BY_ALL, false, false},
    [INVOKE_ALLGATHERV] = {ONE_BLOCK, BLOCKS, BY_ALL, true, false},
    [INVOKE_ALLREDUCE] = {ONE_BLOCK, ONE_BLOCK, BY_ALL, false, true},
    [INVOKE_ALLTOALL] = {BLOCKS, BLOCKS, BY_ALL, false, false},
    [INVOKE_ALLTOALLV] = {BLOCKS, BLOCKS, BY_ALL, true, false},
    [INVOKE_ALLTOALLW] = {BLOCKS, BLOCKS, BY_ALL, true, false},
    [INVOKE_BARRIER] = {NOTHING, NOTHING, BY_ALL, false, false},
    [INVOKE_BCAST] = {ONE_BLOCK, ONE_BLOCK, FROM_ROOT, false, false},
    [INVOKE_EXSCAN] = {ONE_BLOCK, ONE_BLOCK, BY_ALL, false, true},
    [INVOKE_GATHER] = {ONE_BLOCK, BLOCKS, TO_ROOT, false, false},
    [INVOKE_GATHERV] = {ONE_BLOCK, BLOCKS, TO_ROOT, true, false},
    [INVOKE_REDUCE] = {ONE_BLOCK, ONE_BLOCK, TO_ROOT, false, true},
    [INVOKE_REDUCE_SCATTER] = {BLOCKS, ONE_BLOCK, BY_ALL, false, true},
    [INVOKE_REDUCE_SCATTER_BLOCK] = {BLOCKS, ONE_BLOCK, BY_ALL, false, true},
    [INVOKE_SCAN] = {ONE_BLOCK, ONE_BLOCK, BY_ALL, false, true},
    [INVOKE_SCATTER] = {BLOCKS, ONE_BLOCK, FROM_ROOT, false, false},
    [INVOKE_SCATTERV] = {BLOCKS, ONE_BLOCK, FROM_ROOT, true, false},
};

const traits_t *trial_traits(const trial_t *t)
{
    return &all_traits[t->plan.which];
}

size_t trial_share(const trial_t *t, int rank, int group, int others)
{
    const bool is_even = t->plan.which == INVOKE_REDUCE_SCATTER_BLOCK;
    const size_t count = t->plan.counts[0];
    const size_t mean = count * (size_t)others;

    if (!t->is_inter) {
        return is_even ? count : count * (size_t)((2 * rank + 1) % 3);
    }
    if (is_even || (rank % 2 == 0 && rank == group - 1)) {
        return mean;
    }
    return rank % 2 == 0 ? mean + mean / 2 : mean - mean / 2;
}

size_t trial_block_length(const trial_t *t, int side, int from, int to)
{
    const size_t count = t->plan.counts[side];

    if (t->plan.which == INVOKE_REDUCE_SCATTER ||
        t->plan.which == INVOKE_REDUCE_SCATTER_BLOCK) {
        const bool is_home = side != t->plan.side || !t->is_inter;

        return trial_share(t, to, is_home ? t->size : t->peers,
                           is_home ? t->peers : t->size);
    }
    return trial_traits(t)->is_varied
               ? count * (size_t)((from + 2 * to + 1) % 3)
               : count;
}

int trial_other_side(const trial_t *t)
{
    return t->is_inter ? 1 - t->plan.side : 0;
}

int trial_incoming_block(const trial_t *t)
{
    return trial_traits(t)->sends == BLOCKS ? t->rank : 0;
}

bool trial_sends(const trial_t *t)
{
    const plan_t *plan = &t->plan;

    switch (trial_traits(t)->role) {
    case FROM_ROOT:
        return t->is_root;
    case TO_ROOT:
        return !t->is_inter || plan->side != plan->root_side;
    default:
        return trial_traits(t)->sends != NOTHING;
    }
}

bool trial_receives(const trial_t *t)
{
    const plan_t *plan = &t->plan;

    switch (trial_traits(t)->role) {
    case FROM_ROOT:
        if (t->is_inter) {
            return plan->side != plan->root_side;
        }
        return plan->which != INVOKE_BCAST || !t->is_root;
    case TO_ROOT:
        return t->is_root;
    default:
        return trial_traits(t)->receives != NOTHING;
    }
}
