/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The options of `map`, `build` and `stats` that say how a quadtree is built.
 */
#ifndef TUNEDX_TOOLS_TREE_OPTIONS_H
#define TUNEDX_TOOLS_TREE_OPTIONS_H

#include "maps/quadtree.h"
#include "tools/command.h"

/* Letters above those that can be typed. */
enum {
    TOOL_TREE_FIRST = 256,
    TOOL_TREE_DEPTH = TOOL_TREE_FIRST,
    TOOL_TREE_THRESHOLD,
    TOOL_TREE_LEAVES,
    TOOL_TREE_MOST,
    TOOL_TREE_MEAN,
    TOOL_TREE_EXCEPTIONS,
    TOOL_TREE_BY,
    TOOL_TREE_TESTS,
    TOOL_TREE_PAD,
    TOOL_TREE_SPLIT,
    TOOL_TREE_BOUNDARY,
    TOOL_TREE_LAST = TOOL_TREE_BOUNDARY
};

/* For the table of getopt_long. */
/* clang-format off */
#define TOOL_TREE_OPTIONS \
    {"max-depth", required_argument, NULL, TOOL_TREE_DEPTH}, \
    {"threshold", required_argument, NULL, TOOL_TREE_THRESHOLD}, \
    {"max-leaves", required_argument, NULL, TOOL_TREE_LEAVES}, \
    {"max-penalty", required_argument, NULL, TOOL_TREE_MOST}, \
    {"mean-penalty", required_argument, NULL, TOOL_TREE_MEAN}, \
    {"exceptions", required_argument, NULL, TOOL_TREE_EXCEPTIONS}, \
    {"by", required_argument, NULL, TOOL_TREE_BY}, \
    {"tests", required_argument, NULL, TOOL_TREE_TESTS}, \
    {"pad", no_argument, NULL, TOOL_TREE_PAD}, \
    {"split", required_argument, NULL, TOOL_TREE_SPLIT}, \
    {"boundary", required_argument, NULL, TOOL_TREE_BOUNDARY}
/* clang-format on */

/* The same for --help. */
#define TOOL_TREE_HELP                                                         \
    "      --by=time|colours   what a leaf's method is chosen by: least "      \
    "time\n"                                                                   \
    "                          lost (the default), or best at most points\n"   \
    "      --split=best|middle blocks are cut where the tree loses least "     \
    "(the\n"                                                                   \
    "                          default with --by=time), or in the middle\n"    \
    "      --max-depth=N       levels below the root\n"                        \
    "      --max-leaves=N\n"                                                   \
    "      --threshold=PERCENT a block with one best method at so many of "    \
    "its\n"                                                                    \
    "                          points is a leaf (default: 100)\n"              \
    "      --max-penalty=PERCENT, --mean-penalty=PERCENT\n"                    \
    "                          a small tree whose choices take at most so "    \
    "much\n"                                                                   \
    "                          longer than the best, at any point or on "      \
    "average\n"                                                                \
    "      --exceptions=PERCENT\n"                                             \
    "                          rank counts whose mean penalty is above get "   \
    "rows\n"                                                                   \
    "                          of their own\n"                                 \
    "      --tests=none|power_of_two|all\n"                                    \
    "                          nodes may ask whether the number of ranks is "  \
    "a\n"                                                                      \
    "                          power of two, or how wide the gaps between "    \
    "its\n"                                                                    \
    "                          exponents are (all, the default with "          \
    "--by=time)\n"                                                             \
    "      --pad               repeat the last points up to a power of two,\n" \
    "                          and cut in the middle\n"                        \
    "      --boundary=next|geometric\n"                                        \
    "                          where, between two sizes, the larger one's\n"   \
    "                          region begins: there, or halfway by "           \
    "logarithm\n"                                                              \
    "                          (the default)\n"

typedef struct tool_tree_options {
    tunedx_quadtree_options_t tree;
    bool has_limit; /* any that makes the tree smaller than the exact one */
    bool has_tests, has_split;
} tool_tree_options_t;

/* By time, with all tests, no limits. */
tool_tree_options_t tool_tree_options_default(void);

/* Whether an option is one of these. */
static inline bool tool_tree_has(int option)
{
    return option >= TOOL_TREE_FIRST && option <= TOOL_TREE_LAST;
}

int tool_tree_take(tool_tree_options_t *options, const char *name, int option,
                   const char *argument, const char *value);

/* What follows from options together: trees by colours, and padded ones, are
 * cut in the middle, and trees by colours have no tests, unless asked for. */
tunedx_quadtree_options_t
tool_tree_options_finish(const tool_tree_options_t *options);

/* Percent with up to three decimals and perhaps a %, up to `most`, as a part:
 * 5% is 0.05. */
int tool_take_percent(const char *name, const char *argument, const char *value,
                      size_t most, double *part);

#endif
