/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See generated.h.
 */
#include "decision/generated.h"

#include <string.h>

bool tunedx_generated_parse(tunedx_arena_t *arena,
                            const tunedx_generated_t *generated,
                            tunedx_generated_rules_t *rules,
                            const tunedx_generated_method_t **faulty,
                            tunedx_complaint_t *complaint)
{
    const tunedx_method_t **methods;

    *faulty = NULL;
    if (generated->count == 0) {
        *rules = (tunedx_generated_rules_t){.generated = NULL};
        return true;
    }
    methods = tunedx_arena_take_array(arena, generated->count, sizeof *methods);
    if (methods == NULL) {
        return false;
    }
    for (size_t i = 0; i < generated->count; i++) {
        const tunedx_generated_method_t *method = &generated->methods[i];

        methods[i] =
            tunedx_method_parse(arena, method->collective, method->text,
                                strlen(method->text), complaint);
        if (methods[i] == NULL) {
            *faulty = method;
            return false;
        }
    }
    *rules =
        (tunedx_generated_rules_t){.generated = generated, .methods = methods};
    return true;
}
