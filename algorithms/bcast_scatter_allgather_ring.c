/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Bcast, scatter and ring.
 *
 * Ranks count from the root.  The message is cut into p parts, which a binomial
 * tree brings to their ranks; then they travel around a ring.  What a rank has
 * from the scatter, its own part and those of the ranks below it in the tree,
 * is not sent to it again: so the root only sends, and its buffer is not
 * written.
 *
 *     p = 4      rank 0   rank 1   rank 2   rank 3
 *     scatter    abcd     .b..     ..cd     ...d
 *     step 0     abcd     ab..     .bcd     ..cd
 *     step 1     abcd     ab.d     abcd     .bcd
 *     step 2     abcd     abcd     abcd     abcd
 *
 * Cost     (ceil(log2 p) + p-1) alpha + 2 (p-1)/p n beta
 *          The root sends all other parts before the first one, which is the
 *          longest and goes around last.  A bound where parts of two lengths
 *          are cut: longer ones may have a segment more, with which the others
 *          are not in step
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005; Zhou et al., ICPP
 *          Workshops 2015 (leaving out what is there)
 */
#include "algorithms/chunked.h"
#include "algorithms/treebcast.h"

/* Whether the scatter brought part `part` to that rank. */
static bool has_part(const tunedx_node_t *node, int part)
{
    return node->first <= part && part < node->end;
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int size = shape->size;
    const int number = tunedx_mod(shape->rank - shape->root, size);
    const int left = tunedx_mod(shape->rank - 1, size);
    const int right = tunedx_mod(shape->rank + 1, size);
    const tunedx_node_t own = tunedx_tree_scattered(shape, number);
    const tunedx_node_t next =
        tunedx_tree_scattered(shape, tunedx_mod(number + 1, size));
    const size_t largest = tunedx_part_units(shape->units, size, 0);
    const size_t segment = tunedx_segment_units(shape, largest);

    tunedx_tree_scatter(s, shape);
    for (int step = 0; step < size - 1; step++) {
        const int held = tunedx_mod(number - step, size);
        const int missing = tunedx_mod(number - step - 1, size);
        const tunedx_span_t out = tunedx_tree_parts(shape, held, held + 1);
        const tunedx_span_t in = tunedx_tree_parts(shape, missing, missing + 1);

        for (size_t done = 0, i = 0; done < largest; done += segment, i++) {
            if (!has_part(&next, held)) {
                tunedx_send(s, right, tunedx_cut(out, i, segment));
            }
            if (!has_part(&own, missing)) {
                tunedx_recv(s, left, tunedx_cut(in, i, segment));
            }
        }
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    const size_t largest = tunedx_part_units(shape->units, shape->size, 0);
    const size_t segment = tunedx_segment_units(shape, largest);

    if (largest == 0) {
        return 0;
    }
    const size_t full = largest / segment * (size_t)(shape->size - 1);
    const size_t rest = largest % segment;
    const size_t steps = rest == 0 ? 0 : (size_t)(shape->size - 1);

    return tunedx_tree_scatter_cost(shape, price) +
           full * tunedx_either_way(price, segment * shape->unit_bytes) +
           steps * tunedx_either_way(price, rest * shape->unit_bytes);
}

static const tunedx_parameter_t *const parameters[] = {&tunedx_segment, NULL};

const tunedx_algorithm_t tunedx_bcast_scatter_allgather_ring = {
    .name = "scatter_allgather_ring",
    .summary = "a binomial scatter, then a ring, very long messages",
    .tuned_id = 9,
    .parameters = parameters,
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_EVEN | TUNEDX_COST_ONE_PRICE,
    .is_even = tunedx_chunks_are_alike,
    .excess = 100,
};
