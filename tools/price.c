/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See price.h.
 */
#include "tools/price.h"

/* Nanoseconds; with these limits no time leaves 64 bits. */
enum { MOST_ALPHA = 1000000000, MOST_BETA = 1000 };

tunedx_price_t tool_price_default(void)
{
    return (tunedx_price_t){
        .alpha = 1000000, /* 1 us */
        .beta = 100,      /* 10 GB/s */
        .one_way_alpha = 1000000,
        .one_way_beta = 100,
        .gamma = 50,
    };
}

bool tool_price_has(int option)
{
    return option == 'A' || option == 'B' || option == 'G';
}

int tool_price_take(tunedx_price_t *price, const char *name, int option,
                    const char *argument, const char *value)
{
    const uint64_t most = option == 'A' ? MOST_ALPHA : MOST_BETA;
    uint64_t time;
    const int status = tool_take_time(name, argument, value, most, &time);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    if (option == 'A') {
        price->alpha = price->one_way_alpha = time;
    } else if (option == 'B') {
        price->beta = price->one_way_beta = time;
    } else {
        price->gamma = time;
    }
    return TOOL_SUCCESS;
}
