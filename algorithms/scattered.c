/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See scattered.h.
 */
#include "algorithms/scattered.h"

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

bool tunedx_scattered_commutes(const tunedx_key_t *key)
{
    return key->commutative;
}
