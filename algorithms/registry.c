/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of all algorithms, made from algorithms.def.
 */
#include "algorithms/method.h"

#include <string.h>

/* ORDER: algorithms.def is sorted, so a collective's entries stand together. */
static const tunedx_algorithm_t *const algorithms[] = {
#define TUNEDX_ALGORITHM(collective, name) &tunedx_##collective##_##name,
#include "algorithms/algorithms.def"
#undef TUNEDX_ALGORITHM
};

static const char *const collectives[] = {
#define TUNEDX_ALGORITHM(collective, name) #collective,
#include "algorithms/algorithms.def"
#undef TUNEDX_ALGORITHM
};

const tunedx_algorithm_t *const *
tunedx_algorithms_of(tunedx_collective_t collective, size_t *count)
{
    const size_t all = sizeof algorithms / sizeof algorithms[0];
    const char *name = tunedx_collective_name(collective);
    size_t first = 0;

    while (first < all && strcmp(collectives[first], name) != 0) {
        first++;
    }
    *count = 0;
    while (first + *count < all &&
           strcmp(collectives[first + *count], name) == 0) {
        ++*count;
    }
    return *count == 0 ? NULL : &algorithms[first];
}

const tunedx_algorithm_t *tunedx_algorithm_find(tunedx_collective_t collective,
                                                const char *name, size_t length)
{
    size_t count;
    const tunedx_algorithm_t *const *of =
        tunedx_algorithms_of(collective, &count);

    for (size_t i = 0; i < count; i++) {
        if (strlen(of[i]->name) == length &&
            memcmp(of[i]->name, name, length) == 0) {
            return of[i];
        }
    }
    return NULL;
}

const tunedx_algorithm_t *
tunedx_algorithm_find_tuned(tunedx_collective_t collective, int tuned_id)
{
    size_t count;
    const tunedx_algorithm_t *const *of =
        tunedx_algorithms_of(collective, &count);

    for (size_t i = 0; i < count; i++) {
        if (of[i]->tuned_id == tuned_id && tuned_id != 0) {
            return of[i];
        }
    }
    return NULL;
}

bool tunedx_algorithm_applies(const tunedx_algorithm_t *algorithm,
                              const tunedx_key_t *key)
{
    return algorithm->applies == NULL || algorithm->applies(key);
}
