/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See levels.h.
 */
#include "algorithms/chunked.h"
#include "algorithms/levelsplan.h"

static const char *const words[] = {"full", "half", "ring", "direct", NULL};

const tunedx_parameter_t tunedx_levels = {
    .name = "levels",
    .help = "how each level combines, the last word for all further ones",
    .kind = TUNEDX_PARAMETER_WORDS,
    .words = words,
    .most_words = TUNEDX_MOST_WORDS,
};

int tunedx_levels_word(size_t list, int level)
{
    int word = TUNEDX_LEVEL_HALF;

    for (int i = 0; i <= level && tunedx_words_get(list, i) >= 0; i++) {
        word = tunedx_words_get(list, i);
    }
    return word;
}

static int number_of(const tunedx_levels_plan_t *plan, int rank)
{
    return rank < 2 * plan->pairs ? rank / 2 : rank - plan->pairs;
}

static int rank_of(const tunedx_levels_plan_t *plan, int number)
{
    if (number >= plan->pairs) {
        return number + plan->pairs;
    }
    return plan->is_rooted && plan->shape->root == 2 * number + 1
               ? 2 * number + 1
               : 2 * number;
}

tunedx_levels_plan_t tunedx_levels_plan(const tunedx_shape_t *shape,
                                        size_t list)
{
    tunedx_levels_plan_t plan = {
        .shape = shape,
        .list = list,
        .power = 1,
        .is_rooted = shape->collective == TUNEDX_REDUCE,
    };
    int level = 0;

    while (plan.power <= shape->size / 2 &&
           tunedx_levels_word(list, level) < TUNEDX_LEVEL_RING) {
        plan.power *= 2;
        level++;
    }
    plan.is_direct = tunedx_levels_word(list, level) == TUNEDX_LEVEL_DIRECT;
    plan.pairs = shape->size % plan.power;
    plan.count = shape->size - plan.pairs;
    plan.number = number_of(&plan, shape->rank);
    plan.root = number_of(&plan, shape->root);
    return plan;
}

static bool is_same(tunedx_span_t a, tunedx_span_t b)
{
    return a.buffer == b.buffer && a.block == b.block && a.first == b.first;
}

/* ---- a level of parts ---- */

static int member(const tunedx_levels_plan_t *plan, int place)
{
    return rank_of(plan, place * plan->power + plan->number % plan->power);
}

/* What comes from lower places is put in front, nearest first; then, from the
 * highest place down, what comes from the others.  Where the order matters
 * these make a sum of their own, which is joined to the other at the end. */
static void exchange_parts(const tunedx_levels_plan_t *plan, tunedx_span_t own,
                           tunedx_span_t result)
{
    const int size = plan->count / plan->power;
    const int place = plan->number / plan->power;
    const tunedx_span_t target = tunedx_chunk_of(result, size, place);
    const bool joins = !plan->shape->commutative && place < size - 1;
    const tunedx_span_t lower =
        joins ? tunedx_scratch(plan->s, target.units) : target;
    const tunedx_span_t higher = joins && is_same(own, result)
                                     ? tunedx_scratch(plan->s, target.units)
                                     : target;
    tunedx_span_t sum = tunedx_chunk_of(own, size, place);

    for (int step = 1; step < size; step++) {
        const int to = tunedx_mod(place + step, size);
        const int from = tunedx_mod(place - step, size);

        tunedx_send(plan->s, member(plan, to), tunedx_chunk_of(own, size, to));
        if (!joins || from < place) {
            tunedx_recv_reduce(plan->s, member(plan, from), sum, lower,
                               TUNEDX_FROM_LOWER);
            sum = lower;
        } else if (from == size - 1) {
            tunedx_recv(plan->s, member(plan, from), higher);
        } else {
            tunedx_recv_reduce(plan->s, member(plan, from), higher, higher,
                               TUNEDX_FROM_LOWER);
        }
    }
    if (joins) {
        tunedx_reduce(plan->s, sum, higher);
    }
    tunedx_copy(plan->s, joins ? higher : sum, target);
}

/* Step `step` of the way back: around the ring every rank passes on what it got
 * in the step before; directly it sends its own part so many places on. */
static void send_back(const tunedx_levels_plan_t *plan, tunedx_span_t result,
                      int size, int place, int step)
{
    const int held = tunedx_mod(place - (plan->is_direct ? 0 : step - 1), size);
    const int reach = plan->is_direct ? step : 1;

    tunedx_send(plan->s, member(plan, tunedx_mod(place + reach, size)),
                tunedx_chunk_of(result, size, held));
    tunedx_recv(plan->s, member(plan, tunedx_mod(place - reach, size)),
                tunedx_chunk_of(result, size, tunedx_mod(held - reach, size)));
}

static bool combine_parts(const tunedx_levels_plan_t *plan, tunedx_span_t own,
                          tunedx_span_t result)
{
    const int size = plan->count / plan->power;
    const int place = plan->number / plan->power;
    const int root = plan->root / plan->power;

    exchange_parts(plan, own, result);
    if (plan->is_rooted && place != root) {
        tunedx_send(plan->s, member(plan, root),
                    tunedx_chunk_of(result, size, place));
        return false;
    }
    for (int i = 0; plan->is_rooted && i < size; i++) {
        if (i != place) {
            tunedx_recv(plan->s, member(plan, i),
                        tunedx_chunk_of(result, size, i));
        }
    }
    for (int step = 1; !plan->is_rooted && step < size; step++) {
        send_back(plan, result, size, place, step);
    }
    return true;
}

/* ---- levels of two ---- */

static bool combine(const tunedx_levels_plan_t *plan, int level,
                    tunedx_span_t own, tunedx_span_t result);

static void halve(tunedx_span_t piece, tunedx_span_t halves[2])
{
    const size_t upper = piece.units / 2, lower = piece.units - upper;

    halves[0] = tunedx_part(piece, 0, lower);
    halves[1] = tunedx_part(piece, lower, upper);
}

/* Exchanges halves with `peer` and reduces half `kept`. */
static void exchange_halves(const tunedx_levels_plan_t *plan, int peer,
                            int kept, const tunedx_span_t own[2],
                            const tunedx_span_t result[2])
{
    tunedx_send(plan->s, peer, own[!kept]);
    tunedx_recv_reduce(plan->s, peer, own[kept], result[kept],
                       plan->shape->rank < peer ? TUNEDX_FROM_HIGHER
                                                : TUNEDX_FROM_LOWER);
}

static bool combine_half(const tunedx_levels_plan_t *plan, int level,
                         tunedx_span_t own, tunedx_span_t result)
{
    const int distance = 1 << level;
    const int peer = rank_of(plan, plan->number ^ distance);
    const int kept = (plan->number & distance) != 0;
    const bool is_near = ((plan->number ^ plan->root) & distance) == 0;
    tunedx_span_t owns[2], results[2];

    halve(own, owns);
    halve(result, results);
    exchange_halves(plan, peer, kept, owns, results);
    if (!combine(plan, level + 1, results[kept], results[kept])) {
        return false;
    }
    if (!plan->is_rooted || !is_near) {
        tunedx_send(plan->s, peer, results[kept]);
    }
    if (!plan->is_rooted || is_near) {
        tunedx_recv(plan->s, peer, results[!kept]);
    }
    return !plan->is_rooted || is_near;
}

static bool combine_full(const tunedx_levels_plan_t *plan, int level,
                         tunedx_span_t own, tunedx_span_t result)
{
    const int distance = 1 << level;
    const int peer = rank_of(plan, plan->number ^ distance);
    const bool is_near = ((plan->number ^ plan->root) & distance) == 0;
    const tunedx_order_t order =
        (plan->number & distance) == 0 ? TUNEDX_FROM_HIGHER : TUNEDX_FROM_LOWER;
    /* In an exchange, nothing may land in what is being sent. */
    const tunedx_span_t into = !plan->is_rooted && is_same(own, result)
                                   ? tunedx_scratch(plan->s, own.units)
                                   : result;

    if (!plan->is_rooted || !is_near) {
        tunedx_send(plan->s, peer, own);
    }
    if (plan->is_rooted && !is_near) {
        return false;
    }
    tunedx_recv_reduce(plan->s, peer, own, into, order);
    return combine(plan, level + 1, into, result);
}

/* Joins `own` with the pieces of the others, from this level on; false when
 * another rank has it instead of `result`. */
static bool combine(const tunedx_levels_plan_t *plan, int level,
                    tunedx_span_t own, tunedx_span_t result)
{
    if (1 << level == plan->power) {
        return combine_parts(plan, own, result);
    }
    return tunedx_levels_word(plan->list, level) == TUNEDX_LEVEL_FULL
               ? combine_full(plan, level, own, result)
               : combine_half(plan, level, own, result);
}

/* Of a pair, lets the rank that takes part have the sum of both in `result`:
 * where the first level is full by one message, else by halves. */
static void join_pair(const tunedx_levels_plan_t *plan, bool takes_part,
                      tunedx_span_t own, tunedx_span_t result)
{
    const int other = plan->shape->rank ^ 1;
    const int kept = !takes_part;
    tunedx_span_t owns[2], results[2];

    if (tunedx_levels_word(plan->list, 0) != TUNEDX_LEVEL_FULL) {
        halve(own, owns);
        halve(result, results);
        exchange_halves(plan, other, kept, owns, results);
        if (takes_part) {
            tunedx_recv(plan->s, other, results[!kept]);
        } else {
            tunedx_send(plan->s, other, results[kept]);
        }
    } else if (takes_part) {
        tunedx_recv_reduce(plan->s, other, own, result,
                           plan->shape->rank < other ? TUNEDX_FROM_HIGHER
                                                     : TUNEDX_FROM_LOWER);
    } else {
        tunedx_send(plan->s, other, own);
    }
}

void tunedx_levels_combine(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                           size_t list)
{
    tunedx_levels_plan_t plan = tunedx_levels_plan(shape, list);
    const bool takes_part = rank_of(&plan, plan.number) == shape->rank;
    const tunedx_span_t own = tunedx_input(shape);
    const tunedx_span_t result = plan.is_rooted && shape->rank != shape->root
                                     ? tunedx_scratch(s, own.units)
                                     : tunedx_output(shape);

    plan.s = s;
    if (plan.number >= plan.pairs) {
        combine(&plan, 0, own, result);
        return;
    }
    join_pair(&plan, takes_part, own, result);
    if (takes_part) {
        combine(&plan, 0, result, result);
    }
    if (!plan.is_rooted && takes_part) {
        tunedx_send(s, shape->rank ^ 1, result);
    } else if (!plan.is_rooted) {
        tunedx_recv(s, shape->rank ^ 1, result);
    }
}
