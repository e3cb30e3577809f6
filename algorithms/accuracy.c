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

bool tunedx_method_is_exact(const tunedx_method_t *method,
                            const tunedx_price_t *price)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    const int accuracy = method->algorithm->accuracy;
    const bool one_price = price->alpha == price->one_way_alpha &&
                           price->beta == price->one_way_beta;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_method_t *inner = method->settings[i].method;

        if (inner != NULL && !tunedx_method_is_exact(inner, price)) {
            return false;
        }
    }
    return (accuracy & TUNEDX_COST_BOUND) == 0 &&
           ((accuracy & TUNEDX_COST_ONE_PRICE) == 0 || one_price) &&
           ((accuracy & TUNEDX_COST_WHOLE) == 0 || !is_cut(method));
}
