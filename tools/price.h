/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a message costs in the alpha-beta-gamma model, by options.
 */
#ifndef TUNEDX_TOOLS_PRICE_H
#define TUNEDX_TOOLS_PRICE_H

#include "algorithms/cost.h"
#include "tools/command.h"

#define TOOL_PRICE_OPTIONS                      \
    {"alpha", required_argument, NULL, 'A'},    \
        {"beta", required_argument, NULL, 'B'}, \
    {                                           \
        "gamma", required_argument, NULL, 'G'   \
    }

#define TOOL_PRICE_HELP                                            \
    "      --alpha=NS     time of a message (default: 1000)\n"     \
    "      --beta=NS      time of each byte sent (default: 0.1)\n" \
    "      --gamma=NS     time of each byte reduced (default: 0.05)\n"

/* Of a fast network; in picoseconds. */
tunedx_price_t tool_price_default(void);

/* Whether the option is one of a price. */
bool tool_price_has(int option);

/* Takes one that is; the value is in nanoseconds. */
int tool_price_take(tunedx_price_t *price, const char *name, int option,
                    const char *argument, const char *value);

#endif
