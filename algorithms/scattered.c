/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See scattered.h.
 */
#include "algorithms/scattered.h"

#include "geometry/geometry.h"

size_t tunedx_scattered_units(const tunedx_shape_t *shape, int first, int end)
{
    size_t units = 0;

    if (shape->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        return (size_t)(end - first) * shape->units;
    }
    for (int i = first; i < end; i++) {
        units += shape->block_units[i];
    }
    return units;
}

size_t tunedx_scattered_longest(const tunedx_shape_t *shape)
{
    size_t longest = 0;

    for (int i = 0; i < shape->size; i++) {
        const size_t units = tunedx_scattered_units(shape, i, i + 1);

        longest = units > longest ? units : longest;
    }
    return longest;
}

/* ---- a power of two of ranks ---- */

tunedx_teams_t tunedx_scattered_teams(const tunedx_shape_t *shape)
{
    const int power = tunedx_power_below(shape->size);

    return (tunedx_teams_t){.power = power, .pairs = shape->size - power};
}

size_t tunedx_team_units(const tunedx_shape_t *shape, tunedx_teams_t teams,
                         int first, int end)
{
    return tunedx_scattered_units(shape, tunedx_team_first(teams, first),
                                  tunedx_team_first(teams, end));
}

tunedx_span_t tunedx_teams_fold(tunedx_schedule_t *s,
                                const tunedx_shape_t *shape,
                                tunedx_teams_t teams)
{
    const int rank = shape->rank;
    const tunedx_span_t input = tunedx_input(shape);

    if (rank >= 2 * teams.pairs) {
        return input;
    }
    if (rank % 2 == 0) {
        tunedx_send(s, rank + 1, input);
        return input;
    }
    const tunedx_span_t both = tunedx_scratch(s, input.units);

    tunedx_recv_reduce(s, rank - 1, input, both, TUNEDX_FROM_LOWER);
    return both;
}

void tunedx_teams_unfold(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                         tunedx_teams_t teams, tunedx_span_t sum)
{
    const int rank = shape->rank;
    const tunedx_span_t output = tunedx_output(shape);

    if (rank >= 2 * teams.pairs) {
        tunedx_copy(s, sum, output);
    } else if (rank % 2 == 0) {
        tunedx_recv(s, rank + 1, output);
    } else {
        const size_t first = tunedx_scattered_units(shape, rank - 1, rank);

        tunedx_send(s, rank - 1, tunedx_part(sum, 0, first));
        tunedx_copy(s, tunedx_part(sum, first, output.units), output);
    }
}

bool tunedx_scattered_commutes(const tunedx_key_t *key)
{
    return key->commutative;
}

/* ---- costs ---- */

size_t tunedx_scattered_bytes(const tunedx_shape_t *shape)
{
    const size_t size = (size_t)shape->size;
    size_t units = (shape->units + size - 1) / size;

    if (shape->collective == TUNEDX_REDUCE_SCATTER_BLOCK ||
        shape->block_units != NULL) {
        units = tunedx_scattered_longest(shape);
    }
    return units * shape->unit_bytes;
}

uint64_t tunedx_scattered_exchanges(const tunedx_shape_t *shape,
                                    const tunedx_price_t *price)
{
    const size_t bytes = tunedx_scattered_bytes(shape);
    const size_t units = shape->unit_bytes == 0 ? 0 : bytes / shape->unit_bytes;
    const size_t segment = tunedx_segment_units(shape, units);
    const uint64_t segments = units == 0 ? 0 : (units - 1) / segment + 1;
    const uint64_t block = segments * tunedx_two_way(price, 0) +
                           tunedx_scattered_exchange(price, bytes) -
                           tunedx_two_way(price, 0);

    return segments == 0 ? 0 : (uint64_t)(shape->size - 1) * block;
}

uint64_t tunedx_teams_fold_cost(const tunedx_shape_t *shape,
                                const tunedx_price_t *price)
{
    const size_t bytes = (size_t)shape->size * tunedx_scattered_bytes(shape);

    return tunedx_scattered_teams(shape).pairs == 0
               ? 0
               : tunedx_one_way(price, bytes) + tunedx_reducing(price, bytes);
}
