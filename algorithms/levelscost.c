/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See levels.h: what it takes.
 */
#include "algorithms/levelsplan.h"
#include "geometry/geometry.h"

static uint64_t message(const tunedx_shape_t *shape,
                        const tunedx_price_t *price, size_t units)
{
    return units == 0 ? 0 : tunedx_one_way(price, units * shape->unit_bytes);
}

/* Messages of so many units in one and in the other direction; an empty one is
 * left out, and then the other one is one-way. */
static uint64_t exchange(const tunedx_shape_t *shape,
                         const tunedx_price_t *price, size_t more, size_t less)
{
    return less == 0 ? message(shape, price, more)
                     : tunedx_two_way(price, more * shape->unit_bytes);
}

static uint64_t reducing(const tunedx_shape_t *shape,
                         const tunedx_price_t *price, size_t units)
{
    return tunedx_reducing(price, units * shape->unit_bytes);
}

/* The number at place 0, with the largest parts, is the last to end.  Where
 * there are fewer units than places, a part goes one way unless one of both
 * ranks has a part as well. */
static uint64_t parts_cost(const tunedx_levels_plan_t *plan,
                           const tunedx_price_t *price, size_t units)
{
    const int size = plan->count / plan->power;
    const int root = plan->root / plan->power;
    const size_t most = tunedx_part_units(units, size, 0);
    const uint64_t steps = (uint64_t)size - 1;
    const uint64_t both_ways =
        units > (steps + 1) / 2 ? steps : 2 * (units - 1);
    uint64_t time = 0;

    if (most == 0) {
        return 0;
    }
    time += both_ways * exchange(plan->shape, price, most, most) +
            (steps - both_ways) * message(plan->shape, price, most) +
            steps * reducing(plan->shape, price, most);
    if (!plan->is_rooted) {
        return time +
               steps * exchange(plan->shape, price, most, units > 1 ? most : 0);
    }
    for (int i = 0; i < size; i++) {
        time += i == root ? 0
                          : message(plan->shape, price,
                                    tunedx_part_units(units, size, i));
    }
    return time;
}

/* After uneven halves a rank may still be sending the longer one. */
static uint64_t full_cost(const tunedx_levels_plan_t *plan,
                          const tunedx_price_t *price, size_t units,
                          bool may_send)
{
    const bool both_ways = !plan->is_rooted || may_send;

    return exchange(plan->shape, price, units, both_ways ? units : 0) +
           reducing(plan->shape, price, units);
}

uint64_t tunedx_levels_cost(const tunedx_shape_t *shape,
                            const tunedx_price_t *price, size_t list)
{
    const tunedx_levels_plan_t plan = tunedx_levels_plan(shape, list);
    size_t more = shape->units - shape->units / 2, less = shape->units / 2;
    size_t piece = shape->units;
    bool is_uneven = false;
    uint64_t time = 0;

    if (plan.pairs > 0) {
        time +=
            tunedx_levels_word(list, 0) == TUNEDX_LEVEL_FULL
                ? message(shape, price, piece) + reducing(shape, price, piece)
                : exchange(shape, price, more, less) +
                      reducing(shape, price, more) +
                      message(shape, price, less);
        time += plan.is_rooted ? 0 : message(shape, price, piece);
    }
    for (int level = 0; 1 << level < plan.power; level++) {
        const bool keeps_more = (plan.root & 1 << level) == 0;

        if (tunedx_levels_word(list, level) == TUNEDX_LEVEL_FULL) {
            time += full_cost(&plan, price, piece, is_uneven);
            is_uneven = false;
            continue;
        }
        more = piece - piece / 2, less = piece / 2;
        is_uneven = more > less;
        time += exchange(shape, price, more, less);
        time += reducing(shape, price, more);
        time += plan.is_rooted ? message(shape, price, keeps_more ? less : more)
                               : exchange(shape, price, more, less);
        piece = more;
    }
    return time + parts_cost(&plan, price, piece);
}
