/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scatter, binomial tree: the one of gather, downwards.
 *
 * Ranks count from the root.  A rank receives its own block and those of the
 * ranks below it, and passes these on, the largest subtree first, since that
 * has the longest way to go.  The root sends every subtree from where it
 * stands, one of them in two messages where the ranks wrap around.
 *
 *     p = 8, root 0    0                round 0   4567 < 0
 *                   /  |  \             round 1   23 < 0          67 < 4
 *                  4   2   1            round 2   1 < 0   3 < 2   5 < 4   7 < 6
 *                 / \  |
 *                6   5 3
 *                |
 *                7
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (as part of
 *          broadcast)
 */
#include "algorithms/rooted.h"

/* Where this rank has what it passes on: the root in its send buffer, and a
 * leaf receives nothing but the result. */
static tunedx_span_t held_by(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                             const tunedx_subtree_t *own)
{
    if (shape->rank == shape->root) {
        return tunedx_part(tunedx_send_block(shape, 0), 0,
                           (size_t)shape->size * shape->units);
    }
    return own->blocks == 1
               ? tunedx_output(shape)
               : tunedx_scratch(s, (size_t)own->blocks * shape->units);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_subtree_t own =
        tunedx_subtree_of(tunedx_mod(rank - shape->root, size), size);
    const int first = tunedx_subtree_first(&own, shape);
    const tunedx_span_t held = held_by(s, shape, &own);

    if (rank != shape->root) {
        const int parent = tunedx_mod(rank - own.bit, size);

        tunedx_recv(s, parent,
                    tunedx_subtree_span(&own, shape, held, own.number, first));
        tunedx_recv(s, parent,
                    tunedx_subtree_span(&own, shape, held, own.number + first,
                                        own.blocks - first));
    }
    for (int bit = own.bit / 2; bit > 0; bit /= 2) {
        if (bit < own.blocks) {
            const tunedx_subtree_t child =
                tunedx_subtree_of(own.number + bit, size);
            const int part = tunedx_subtree_first(&child, shape);
            const int peer = tunedx_mod(rank + bit, size);

            tunedx_send(
                s, peer,
                tunedx_subtree_span(&own, shape, held, child.number, part));
            tunedx_send(s, peer,
                        tunedx_subtree_span(&own, shape, held,
                                            child.number + part,
                                            child.blocks - part));
        }
    }
    if (!shape->in_place) {
        tunedx_copy(s, tunedx_subtree_span(&own, shape, held, own.number, 1),
                    tunedx_output(shape));
    }
}

const tunedx_algorithm_t tunedx_scatter_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .build = build,
};
