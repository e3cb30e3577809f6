/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A method: an algorithm and the values of its parameters.
 *
 * Written everywhere as  name parameter=value parameter=(method) ...
 */
#ifndef TUNEDX_METHOD_H
#define TUNEDX_METHOD_H

#include "algorithms/algorithm.h"

enum { TUNEDX_MAX_PARAMETERS = 6 };

/* The value of one parameter; absent until given or filled in. */
typedef struct tunedx_setting {
    bool given;
    size_t number;                      /* numbers and sizes */
    const struct tunedx_method *method; /* TUNEDX_PARAMETER_METHOD */
} tunedx_setting_t;

/* What every method has, whatever its algorithm. */
typedef enum tunedx_common {
    TUNEDX_WINDOW, /* transfers in flight each way */
    TUNEDX_PIECE,  /* bytes of one message at most; 0, or absent: any */
    TUNEDX_COMMON
} tunedx_common_t;

extern const tunedx_parameter_t tunedx_common[TUNEDX_COMMON];

/* settings[i] belongs to algorithm->parameters[i], common[i] to
 * tunedx_common[i]. */
typedef struct tunedx_method {
    const tunedx_algorithm_t *algorithm;
    tunedx_setting_t common[TUNEDX_COMMON];
    tunedx_setting_t settings[TUNEDX_MAX_PARAMETERS];
} tunedx_method_t;

enum { TUNEDX_DEFAULT_WINDOW = 4 };

/* The value of what every method has, its fallback when absent. */
static inline size_t tunedx_method_common(const tunedx_method_t *method,
                                          tunedx_common_t which)
{
    return method->common[which].given ? method->common[which].number
                                       : tunedx_common[which].fallback;
}

/* The key of a part of the call of `key`, for which `parameter` holds the
 * method: the same ranks, root 0. */
tunedx_key_t tunedx_part_key(const tunedx_key_t *key,
                             const tunedx_parameter_t *parameter);

/* Whether the algorithm, and those of the methods inside that are given, can
 * serve such a call; if not, *refuses is the one that cannot. */
bool tunedx_method_applies(const tunedx_method_t *method,
                           const tunedx_key_t *key,
                           const tunedx_algorithm_t **refuses);

/* The value of a number, its fallback when absent. */
size_t tunedx_method_number(const tunedx_method_t *method,
                            const tunedx_parameter_t *parameter);

/* Whether the stated cost of the call is the simulated time of its schedule at
 * such a price, and not only a bound on it: that of its algorithm and those of
 * the methods inside.  Costs are those of whole messages: never with a piece.
 */
bool tunedx_cost_is_exact(const tunedx_shape_t *shape,
                          const tunedx_price_t *price);

/* How the method groups the operands of `size` ranks when the operation does
 * not commute.  Groupings that are the same for so many ranks count as one,
 * blocks if that is among them.  `inside` is the grouping of methods inside
 * that are absent. */
tunedx_grouping_t tunedx_method_grouping(const tunedx_method_t *method,
                                         int size, tunedx_grouping_t inside);

#endif
