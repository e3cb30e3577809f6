/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The trees of methods: geometry/tree.h's, over the ranks of a call, with what
 * the method gives as parameters.
 */
#ifndef TUNEDX_TREES_H
#define TUNEDX_TREES_H

#include "algorithms/algorithm.h"
#include "geometry/tree.h"

static inline tunedx_tree_t tunedx_binary_tree(const tunedx_shape_t *shape)
{
    return (tunedx_tree_t){TUNEDX_TREE_BINARY, 2, shape->size};
}

static inline tunedx_tree_t tunedx_binomial_tree(const tunedx_shape_t *shape)
{
    return (tunedx_tree_t){TUNEDX_TREE_KNOMIAL, 2, shape->size};
}

static inline tunedx_tree_t tunedx_knomial_tree(const tunedx_shape_t *shape)
{
    const int radix = (int)tunedx_number(shape, &tunedx_radix);

    return (tunedx_tree_t){TUNEDX_TREE_KNOMIAL, radix, shape->size};
}

static inline tunedx_tree_t tunedx_chain_tree(const tunedx_shape_t *shape)
{
    const int chains = (int)tunedx_number(shape, &tunedx_chains);

    return (tunedx_tree_t){TUNEDX_TREE_CHAINS, chains, shape->size};
}

#endif
