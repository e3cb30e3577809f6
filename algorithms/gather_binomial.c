/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Gather, binomial tree.
 *
 * Ranks count from the root.  A rank collects the blocks of the ranks below
 * it, nearest first, and sends them on together with its own.  Nothing but the
 * ranks between needs scratch: the root receives every subtree where it
 * belongs, one of them in two messages where the ranks wrap around.
 *
 *     p = 8, root 0    0                round 0   1 > 0   3 > 2   5 > 4   7 > 6
 *                   /  |  \             round 1   23 > 0          67 > 4
 *                  1   2   4            round 2   4567 > 0
 *                      |   | \
 *                      3   5  6
 *                             |
 *                             7
 *
 *     root 6           number 4 is rank 2, and 4567 are the ranks 2345;
 *                      number 2 is rank 0, and 23 are the ranks 01
 *     root 3           4567 are the ranks 7012: 7, then 012
 *
 * Cost     ceil(log2 p) alpha + (p-1) m beta        m: bytes of one block
 * Needs    nothing
 * Source   Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005 (as part of
 *          reduce)
 */
#include "algorithms/rooted.h"

/* Where this rank collects: straight in place at the root, and a leaf has
 * nothing to collect. */
static tunedx_span_t collected(tunedx_schedule_t *s,
                               const tunedx_shape_t *shape,
                               const tunedx_subtree_t *own)
{
    if (shape->rank == shape->root) {
        return tunedx_output(shape);
    }
    return own->blocks == 1
               ? tunedx_input(shape)
               : tunedx_scratch(s, (size_t)own->blocks * shape->units);
}

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    const int rank = shape->rank, size = shape->size;
    const tunedx_subtree_t own =
        tunedx_subtree_of(tunedx_mod(rank - shape->root, size), size);
    const int first = tunedx_subtree_first(&own, shape);
    const tunedx_span_t held = collected(s, shape, &own);

    for (int bit = 1; bit < own.blocks; bit *= 2) {
        const tunedx_subtree_t child =
            tunedx_subtree_of(own.number + bit, size);
        const int part = tunedx_subtree_first(&child, shape);
        const int peer = tunedx_mod(rank + bit, size);

        tunedx_recv(s, peer,
                    tunedx_subtree_span(&own, shape, held, child.number, part));
        tunedx_recv(s, peer,
                    tunedx_subtree_span(&own, shape, held, child.number + part,
                                        child.blocks - part));
    }
    /* Last, so that the receives are on their way meanwhile. */
    tunedx_copy(s, tunedx_input(shape),
                tunedx_subtree_span(&own, shape, held, own.number, 1));
    if (rank != shape->root) {
        const int parent = tunedx_mod(rank - own.bit, size);

        tunedx_send(s, parent,
                    tunedx_subtree_span(&own, shape, held, own.number, first));
        tunedx_send(s, parent,
                    tunedx_subtree_span(&own, shape, held, own.number + first,
                                        own.blocks - first));
    }
}

const tunedx_algorithm_t tunedx_gather_binomial = {
    .name = "binomial",
    .summary = "log2 p rounds, short messages",
    .tuned_id = 2,
    .build = build,
};
