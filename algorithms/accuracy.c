/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * When a stated cost is the time that the simulation takes.
 */
#include "algorithms/method.h"

/* Whether the method or one inside may cut messages. */
static bool is_cut(const tunedx_method_t *method)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    bool cut = false;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_setting_t *setting = &method->settings[i];

        cut = cut ||
              (parameters[i] == &tunedx_segment && setting->number > 0) ||
              (setting->method != NULL && is_cut(setting->method));
    }
    return cut;
}

/* Where no part is known to be even: of methods inside others. */
static bool is_exact(const tunedx_method_t *method, const tunedx_price_t *price,
                     int asked)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    const bool one_price = price->alpha == price->one_way_alpha &&
                           price->beta == price->one_way_beta;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_method_t *inner = method->settings[i].method;

        if (inner != NULL &&
            !is_exact(inner, price, inner->algorithm->accuracy)) {
            return false;
        }
    }
    return (asked & (TUNEDX_COST_BOUND | TUNEDX_COST_EVEN)) == 0 &&
           ((asked & TUNEDX_COST_ONE_PRICE) == 0 || one_price) &&
           ((asked & (TUNEDX_COST_WHOLE | TUNEDX_COST_ALIKE)) == 0 ||
            !is_cut(method));
}

/* What is left to ask where what is cut is even. */
static int when_even(int accuracy)
{
    return (accuracy & TUNEDX_COST_ALIKE) != 0 ? TUNEDX_COST_ONE_PRICE
                                               : accuracy & ~TUNEDX_COST_EVEN;
}

bool tunedx_cost_is_exact(const tunedx_shape_t *shape,
                          const tunedx_price_t *price)
{
    const tunedx_algorithm_t *algorithm = shape->method->algorithm;
    const bool is_even =
        algorithm->is_even != NULL && algorithm->is_even(shape);

    return tunedx_method_common(shape->method, TUNEDX_PIECE) == 0 &&
           (is_exact(shape->method, price, algorithm->accuracy) ||
            (is_even &&
             is_exact(shape->method, price, when_even(algorithm->accuracy))));
}
