/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The methods of an algorithm that are tried; see job.h.
 */
#include "job.h"

static const tunedx_parameter_t *
parameter_of(const tunedx_algorithm_t *algorithm, int index)
{
    return algorithm->parameters == NULL ? NULL : algorithm->parameters[index];
}

/* How many values of a parameter are tried. */
static int values_of(const tunedx_parameter_t *parameter)
{
    size_t count;
    int words = 0;

    if (parameter == &tunedx_segment) {
        return 1; /* given apart */
    }
    switch (parameter->kind) {
    case TUNEDX_PARAMETER_METHOD:
        tunedx_algorithms_of(parameter->collective, &count);
        return (int)count;
    case TUNEDX_PARAMETER_WORDS:
        while (parameter->words[words] != NULL) {
            words++;
        }
        return parameter->most_words == 1 ? words + 1 : 3 * words + 1;
    default:
        return 3;
    }
}

/* Number `variant` of the values of a number: the usual one, the least, and one
 * a little above that. */
static size_t number_of(const tunedx_parameter_t *parameter, int variant)
{
    const size_t numbers[] = {
        parameter->fallback,
        parameter->least,
        parameter->most - parameter->least < 3 ? parameter->most
                                               : parameter->least + 3,
    };

    return parameter == &tunedx_segment ? parameter->fallback
                                        : numbers[variant % 3];
}

/* Number `variant` of the lists of words: the usual one, each word throughout,
 * and mixtures. */
static size_t words_of(const tunedx_parameter_t *parameter, int variant)
{
    const int values = values_of(parameter);
    const int words = parameter->most_words == 1 ? values - 1 : values / 3;
    size_t list = 0;

    variant %= values;
    for (int i = 0; variant > 0 && i < parameter->most_words; i++) {
        const int step = (variant - 1) / words; /* 0: the same word */

        list = tunedx_words_add(list, i, (variant - 1 + i * step) % words);
    }
    return variant == 0 ? parameter->fallback : list;
}

int job_variants(const tunedx_algorithm_t *algorithm)
{
    const tunedx_parameter_t *parameter;
    int variants = 1;

    for (int i = 0; (parameter = parameter_of(algorithm, i)) != NULL; i++) {
        const int values = values_of(parameter);

        variants = values > variants ? values : variants;
    }
    return variants;
}

bool job_is_composed(const tunedx_algorithm_t *algorithm)
{
    const tunedx_parameter_t *parameter;

    for (int i = 0; (parameter = parameter_of(algorithm, i)) != NULL; i++) {
        if (parameter->kind == TUNEDX_PARAMETER_METHOD) {
            return true;
        }
    }
    return false;
}

bool job_has_segments(const tunedx_algorithm_t *algorithm)
{
    const tunedx_parameter_t *parameter;

    for (int i = 0; (parameter = parameter_of(algorithm, i)) != NULL; i++) {
        if (parameter == &tunedx_segment ||
            parameter->kind == TUNEDX_PARAMETER_METHOD) {
            return true;
        }
    }
    return false;
}

const tunedx_method_t *job_method(tunedx_arena_t *arena,
                                  const tunedx_algorithm_t *algorithm,
                                  int variant, int window, size_t segment,
                                  size_t piece)
{
    tunedx_method_t *method = tunedx_arena_take(arena, sizeof *method);
    const tunedx_parameter_t *parameter;

    if (method == NULL) {
        return NULL;
    }
    method->algorithm = algorithm;
    method->common[TUNEDX_WINDOW].given = true;
    method->common[TUNEDX_WINDOW].number = (size_t)window;
    method->common[TUNEDX_PIECE].given = piece > 0;
    method->common[TUNEDX_PIECE].number = piece;
    for (int i = 0; (parameter = parameter_of(algorithm, i)) != NULL; i++) {
        tunedx_setting_t *setting = &method->settings[i];

        setting->given = true;
        if (parameter == &tunedx_segment) {
            setting->number = segment;
        } else if (parameter->kind == TUNEDX_PARAMETER_WORDS) {
            setting->number = words_of(parameter, variant);
        } else if (parameter->kind != TUNEDX_PARAMETER_METHOD) {
            setting->number = number_of(parameter, variant);
        } else {
            size_t count;
            const tunedx_algorithm_t *const *inner =
                tunedx_algorithms_of(parameter->collective, &count);

            setting->method = job_method(arena, inner[(size_t)variant % count],
                                         variant, window, segment, piece);
            if (setting->method == NULL) {
                return NULL;
            }
        }
    }
    return method;
}
