/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_options.h.
 */
#include "tools/tree_options.h"

#include <stdlib.h>
#include <string.h>

static const size_t most_penalty = 1000000;

tool_tree_options_t tool_tree_options_default(void)
{
    tool_tree_options_t options = {.tree = tunedx_quadtree_exact()};

    options.tree.by_time = true;
    options.tree.boundary = TUNEDX_BOUNDARY_GEOMETRIC;
    return options;
}

int tool_take_percent(const char *name, const char *argument, const char *value,
                      size_t most, double *part)
{
    const size_t whole = strspn(value, "0123456789");
    const char *rest = value + whole;
    char expected[96];
    size_t number, digits = 0;

    if (*rest == '.') {
        digits = strspn(rest + 1, "0123456789");
        rest += 1 + digits;
    }
    if (*rest == '%') {
        rest++;
    }
    if (*rest == '\0' && digits <= 3 && (digits > 0 || value[whole] != '.') &&
        tunedx_number_parse(value, whole, &number) == whole && whole > 0 &&
        number <= most) {
        const double percent = strtod(value, NULL);

        if (percent <= (double)most) {
            *part = percent / 100;
            return TOOL_SUCCESS;
        }
    }
    snprintf(expected, sizeof expected,
             "percent from 0 to %zu, with up to three decimals", most);
    return tool_refuse(name, argument, value, expected);
}

/* The index of `value` among two or three words. */
static int take_word(const char *name, const char *argument, const char *value,
                     const char *const words[3], int *index)
{
    tunedx_choices_t choices = {.count = 0};

    for (int i = 0; i < 3 && words[i] != NULL; i++) {
        if (strcmp(value, words[i]) == 0) {
            *index = i;
            return TOOL_SUCCESS;
        }
        tunedx_choices_add(&choices, words[i]);
    }
    return tool_refuse_word(name, argument, value, &choices);
}

static int take_words(tool_tree_options_t *options, const char *name,
                      int option, const char *argument, const char *value)
{
    static const char *const by[3] = {"colours", "time"};
    static const char *const tests[3] = {"none", "power_of_two", "all"};
    static const char *const splits[3] = {"middle", "best"};
    static const char *const boundaries[3] = {"next", "geometric"};
    int index = 0, status;

    if (option == TOOL_TREE_BY) {
        status = take_word(name, argument, value, by, &index);
        options->tree.by_time = index == 1;
    } else if (option == TOOL_TREE_TESTS) {
        status = take_word(name, argument, value, tests, &index);
        options->has_tests = true;
        options->tree.tests =
            index == 0   ? 0
            : index == 1 ? TUNEDX_NODE_POWER_OF_TWO
                         : TUNEDX_NODE_POWER_OF_TWO | TUNEDX_NODE_EXPO_GAP;
    } else if (option == TOOL_TREE_SPLIT) {
        status = take_word(name, argument, value, splits, &index);
        options->has_split = true;
        options->tree.cuts_best = index == 1;
    } else {
        status = take_word(name, argument, value, boundaries, &index);
        options->tree.boundary =
            index == 0 ? TUNEDX_BOUNDARY_NEXT : TUNEDX_BOUNDARY_GEOMETRIC;
    }
    return status;
}

int tool_tree_take(tool_tree_options_t *options, const char *name, int option,
                   const char *argument, const char *value)
{
    tunedx_quadtree_options_t *tree = &options->tree;

    switch (option) {
    case TOOL_TREE_DEPTH:
        options->has_limit = true;
        return tool_take_number(name, argument, value, 0, 64,
                                &tree->most_depth);
    case TOOL_TREE_LEAVES:
        options->has_limit = true;
        return tool_take_number(name, argument, value, 1, 1 << 20,
                                &tree->most_leaves);
    case TOOL_TREE_THRESHOLD:
        options->has_limit = true;
        return tool_take_percent(name, argument, value, 100, &tree->threshold);
    case TOOL_TREE_MOST:
        options->has_limit = true;
        return tool_take_percent(name, argument, value, most_penalty,
                                 &tree->most_penalty);
    case TOOL_TREE_MEAN:
        options->has_limit = true;
        return tool_take_percent(name, argument, value, most_penalty,
                                 &tree->mean_penalty);
    case TOOL_TREE_EXCEPTIONS:
        return tool_take_percent(name, argument, value, most_penalty,
                                 &tree->exception_penalty);
    case TOOL_TREE_PAD:
        tree->pads = true;
        return TOOL_SUCCESS;
    default:
        return take_words(options, name, option, argument, value);
    }
}

tunedx_quadtree_options_t
tool_tree_options_finish(const tool_tree_options_t *options)
{
    tunedx_quadtree_options_t tree = options->tree;

    if (!options->has_tests && tree.by_time) {
        tree.tests = TUNEDX_NODE_POWER_OF_TWO | TUNEDX_NODE_EXPO_GAP;
    }
    if (!options->has_split) {
        tree.cuts_best = tree.by_time && !tree.pads;
    }
    return tree;
}
