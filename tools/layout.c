/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See layout.h.
 */
#include "tools/layout.h"

static size_t divide_up(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

bool tool_lay_out(tunedx_key_t *key, tunedx_range_t nodes, tunedx_range_t ppn)
{
    const size_t ranks = (size_t)key->size;
    const size_t fewest =
        larger(larger(nodes.first, 1), divide_up(ranks, larger(ppn.last, 1)));

    if (fewest > ranks || fewest > nodes.last) {
        return false;
    }
    const size_t fullest = larger(ppn.first, divide_up(ranks, fewest));

    key->nodes = (int)fewest;
    key->ppn = (int)fullest;
    return fullest <= ranks - fewest + 1;
}
