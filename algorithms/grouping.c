/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How methods group operands; see algorithm.h and method.h.
 */
#include "algorithms/method.h"
#include "geometry/geometry.h"

const char *tunedx_grouping_name(tunedx_grouping_t grouping)
{
    static const char *const names[TUNEDX_GROUPINGS] = {
        [TUNEDX_GROUPING_VARIES] = "varies",
        [TUNEDX_GROUPING_FIRST] = "first",
        [TUNEDX_GROUPING_LAST] = "last",
        [TUNEDX_GROUPING_BLOCKS] = "blocks",
        [TUNEDX_GROUPING_PAIRS] = "pairs",
        [TUNEDX_GROUPING_TREE] = "tree",
        [TUNEDX_GROUPING_HALVES] = "halves",
        [TUNEDX_GROUPING_INORDER] = "inorder",
        [TUNEDX_GROUPING_DOUBLING] = "doubling",
        [TUNEDX_GROUPING_INSIDE] = "inside",
        [TUNEDX_GROUPING_ARRIVAL] = "arrival",
    };

    return names[grouping];
}

/* Pairs come first among 2^k ranks and some of the next 2^k.  Where those are
 * half as many or more, the first 2^k ranks are all in pairs, as a block is,
 * and the same question arises for the others.  So the bits that are set in
 * `size` have to be neighbours. */
static bool pairs_are_blocks(int size)
{
    const int lowest = size & -size;

    return tunedx_power_below(size + lowest) == size + lowest;
}

/* The grouping that stands for all that are the same for so many ranks. */
static tunedx_grouping_t usual(tunedx_grouping_t grouping, int size)
{
    if (grouping == TUNEDX_GROUPING_ARRIVAL) {
        return grouping;
    }
    if (size <= 2 ||
        (grouping == TUNEDX_GROUPING_PAIRS && pairs_are_blocks(size))) {
        return TUNEDX_GROUPING_BLOCKS;
    }
    return grouping;
}

/* The reduce inside; NULL: absent. */
static const tunedx_method_t *inner_reduce(const tunedx_method_t *method)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        if (parameters[i]->kind == TUNEDX_PARAMETER_METHOD &&
            parameters[i]->collective == TUNEDX_REDUCE) {
            return method->settings[i].method;
        }
    }
    return NULL;
}

tunedx_grouping_t tunedx_method_grouping(const tunedx_method_t *method,
                                         int size, tunedx_grouping_t inside)
{
    const tunedx_algorithm_t *algorithm = method->algorithm;
    tunedx_grouping_t grouping = algorithm->grouping;

    if (grouping == TUNEDX_GROUPING_INSIDE) {
        const tunedx_method_t *inner = inner_reduce(method);

        return inner == NULL ? usual(inside, size)
                             : tunedx_method_grouping(inner, size, inside);
    }
    if (algorithm->groups != NULL && !algorithm->groups(method)) {
        grouping = TUNEDX_GROUPING_VARIES;
    }
    return usual(grouping, size);
}
