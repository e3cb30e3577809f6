/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See made_map.h.
 */
#include "made_map.h"

#include "cmocka_test.h"

#include <string.h>

static const char *const texts[MADE_METHODS] = {
    "linear",
    "binomial",
    "binary_tree segment=8k",
    "pipeline segment=1k",
    "pipeline segment=64k window=2",
};

void made_begin(made_map_t *made)
{
    tunedx_complaint_t complaint;

    *made = (made_map_t){.methods = {NULL}};
    for (int i = 0; i < MADE_METHODS; i++) {
        made->methods[i] =
            tunedx_method_parse(&made->measurements.arena, TUNEDX_BCAST,
                                texts[i], strlen(texts[i]), &complaint);
        assert_non_null(made->methods[i]);
    }
}

void made_add(made_map_t *made, int method, int ranks, int nodes, size_t bytes,
              double time)
{
    const tunedx_measurement_t point = {
        .collective = TUNEDX_BCAST,
        .method = made->methods[method],
        .ranks = ranks,
        .nodes = nodes,
        .ppn = nodes == 1 ? ranks : 1,
        .bytes = bytes,
        .time = time,
    };

    assert_true(tunedx_measurements_add(&made->measurements, &point));
}

void made_fill(made_map_t *made, const size_t *ranks, size_t ranks_count,
               const size_t *bytes, size_t bytes_count, made_time_t *time,
               void *context)
{
    tunedx_map_class_t class;

    made_begin(made);
    for (size_t i = 0; i < ranks_count; i++) {
        for (size_t k = 0; k < bytes_count; k++) {
            for (int method = 0; method < MADE_METHODS; method++) {
                made_add(made, method, (int)ranks[i], (int)ranks[i], bytes[k],
                         time(context, method, ranks[i], bytes[k]));
            }
        }
    }
    assert_int_equal(tunedx_map_classes(&made->measurements, &class, 1), 1);
    assert_true(tunedx_map_make(&made->measurements, &class, &made->map));
}

/* Blocks of sizes and ranks have something in common. */
static double random_time(void *context, int method, size_t ranks, size_t bytes)
{
    random_t *random = context;
    const uint64_t block =
        random_mix((ranks / 7) << 40 | (bytes / 700) << 8 | (unsigned)method);

    return 1 + (double)(block % 8) + random_below(random, 300) / 100.0;
}

void made_random(made_map_t *made, random_t *random)
{
    enum { MOST = 20 };
    size_t ranks[MOST], bytes[MOST];
    const size_t ranks_count = 1 + (size_t)random_below(random, MOST);
    const size_t bytes_count = 1 + (size_t)random_below(random, MOST);

    for (size_t i = 0; i < ranks_count; i++) {
        ranks[i] =
            (i == 0 ? 1 : ranks[i - 1]) + 1 + (size_t)random_below(random, 4);
    }
    for (size_t i = 0; i < bytes_count; i++) {
        bytes[i] = (i == 0 ? 0 : bytes[i - 1] + 1) +
                   (size_t)random_below(random, 1000);
    }
    made_fill(made, ranks, ranks_count, bytes, bytes_count, random_time,
              random);
}

void made_free(made_map_t *made)
{
    tunedx_map_free(&made->map);
    tunedx_measurements_free(&made->measurements);
}
