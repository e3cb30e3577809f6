/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Alltoall, Bruck.
 *
 * Blocks are numbered by how far they have to travel, to the right around the
 * ring of ranks.  Of these numbers, written to the base k, the radix, a round
 * serves one digit: all blocks that have the digit d at the place of k^j make a
 * leap of d k^j together, as one message, for each d from 1 to k - 1.
 *
 *     p = 5, k = 2              p = 5, k = 3
 *                distances sent            distances sent
 *     round 0    1 3        +1  round 0    1 4        +1
 *                                          2          +2
 *     round 1    2 3        +2  round 1    3 4        +3
 *     round 2    4          +4
 *
 * Cost     (k-1) ceil(logk p) alpha + (1 - 1/k) p ceil(logk p) m beta
 *          for powers of k, less for others        m: bytes of one block
 * Needs    nothing
 * Source   Bruck et al., IEEE Trans. Parallel Distrib. Syst. 8(11), 1997
 */
#include "algorithms/algorithm.h"
#include "algorithms/rounds.h"
#include "geometry/geometry.h"

/* One leap of blocks: those with a certain digit, which stand in runs of `run`
 * blocks; the first run is at `leap`, another one after every `period`. */
typedef struct leap {
    int leap, run, period;
} leap_t;

/* The units of the run at block `first`, which may lack a part. */
static size_t run_units(const tunedx_shape_t *shape, const leap_t *leap,
                        int first)
{
    const int rest = shape->size - first;

    return (size_t)(leap->run < rest ? leap->run : rest) * shape->units;
}

/* Copies the blocks of a leap between `held` and `packed`. */
static void pack(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                 const leap_t *leap, tunedx_span_t held, tunedx_span_t packed,
                 bool unpack)
{
    size_t used = 0;

    for (int at = leap->leap; at < shape->size; at += leap->period) {
        const size_t units = run_units(shape, leap, at);
        const tunedx_span_t in =
            tunedx_part(held, (size_t)at * shape->units, units);
        const tunedx_span_t out = tunedx_part(packed, used, units);

        tunedx_copy(s, unpack ? out : in, unpack ? in : out);
        used += units;
    }
}

static size_t leap_units(const tunedx_shape_t *shape, const leap_t *leap)
{
    size_t units = 0;

    for (int at = leap->leap; at < shape->size; at += leap->period) {
        units += run_units(shape, leap, at);
    }
    return units;
}

static void build_leap(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                       const leap_t *leap, tunedx_span_t held)
{
    const int rank = shape->rank, size = shape->size;
    const size_t units = leap_units(shape, leap);
    const tunedx_span_t out = tunedx_scratch(s, units);
    const tunedx_span_t in = tunedx_scratch(s, units);

    pack(s, shape, leap, held, out, false);
    tunedx_send(s, tunedx_mod(rank + leap->leap, size), out);
    tunedx_recv(s, tunedx_mod(rank - leap->leap, size), in);
    pack(s, shape, leap, held, in, true);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);
    const size_t block = shape->units;
    const tunedx_span_t held = tunedx_scratch(s, tunedx_output(shape).units);

    for (int i = 0; i < size; i++) {
        tunedx_copy(s, tunedx_send_block(shape, tunedx_mod(rank + i, size)),
                    tunedx_part(held, (size_t)i * block, block));
    }
    for (int distance = 1, end; distance < size; distance = end) {
        end = tunedx_rounds_end(distance, radix, size);
        for (int at = distance; at < end; at += distance) {
            build_leap(s, shape, &(leap_t){at, distance, end}, held);
        }
    }
    for (int i = 0; i < size; i++) {
        tunedx_copy(s, tunedx_part(held, (size_t)i * block, block),
                    tunedx_recv_block(shape, tunedx_mod(rank - i, size)));
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const int radix = (int)tunedx_number(shape, &tunedx_rounds_radix);
    const uint64_t leaps = (uint64_t)tunedx_rounds_leaps(radix, shape->size);
    size_t blocks = 0; /* that a rank sends: each once for each digit but 0 */

    for (int distance = 1, end; distance < shape->size; distance = end) {
        end = tunedx_rounds_end(distance, radix, shape->size);
        const int rest = shape->size % end;
        const int zeros =
            shape->size / end * distance + (rest < distance ? rest : distance);

        blocks += (size_t)(shape->size - zeros);
    }
    return shape->units == 0
               ? 0
               : tunedx_exchanges(price, leaps,
                                  blocks * shape->units * shape->unit_bytes);
}

static const tunedx_parameter_t *const parameters[] = {
    &tunedx_rounds_radix,
    NULL,
};

const tunedx_algorithm_t tunedx_alltoall_bruck = {
    .name = "bruck",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 3, /* there it is called modified_bruck */
    .parameters = parameters,
    .build = build,
    .cost = cost,
};
