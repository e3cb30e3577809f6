/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx stats: what trees and rules lose, in the form of the tables of
 * Pjesivac-Grbovic et al., 2007.
 */
#include "tools/tunedx.h"

#include "tools/maps.h"
#include "tools/rules_choices.h"
#include "tools/tree_options.h"
#include "tools/tree_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx stats";

static const char help[] =
    "usage: tunedx stats [OPTION]... MEASUREMENTS [RULES]\n"
    "\n"
    "Prints, for each map, what trees of each depth take and how much longer\n"
    "their choices take than the best; the same of the built-in rules, and of\n"
    "RULES.  MEASUREMENTS is a file of JSON lines (see tunedx map), or - for\n"
    "standard input.\n"
    "\n"
    "      --depths=LIST       (default: 1 up to the depth of the exact tree)\n"
    "      --thresholds=LIST   of these percentages instead\n"
    "      --leave-out=LIST    sizes whose points do not count as penalties\n"
    "      --rules-only        no trees\n"
    "      --halves            choose by every second sample, judge by the "
    "others:\n"
    "                          what the exact tree loses then is noise\n"
    "      --time              nanoseconds for a decision in memory, for "
    "random\n"
    "                          calls of at most so many ranks and bytes\n"
    "  -m, --markdown          print tables in Markdown\n"
    "      --collective=NAME   its maps alone\n"
    "      --ppn=N             maps with N ranks per node; 0: within one node\n"
    "      --weights=FILE      calls of an application, to weigh the points "
    "by\n"
    "      --strict            refuse a file with any bad line\n" TOOL_TREE_HELP
    "  -h, --help\n"
    "\n"
    "Penalties are percent; 95th: 95 of 100 points have no more.  Memory is\n"
    "counted as in the paper, 48 bytes for a node, 6 for a method and 2 for a\n"
    "point of an axis.\n"
    "\n"
    "Examples:\n"
    "  tunedx stats bcast.jsonl --by=colours --pad\n"
    "  tunedx stats bcast.jsonl --thresholds=40,50,60,70,80,90,100\n"
    "  tunedx stats bcast.jsonl site.rules --rules-only\n";

enum {
    LEAVE_OUT = 'l',
    DEPTHS = 'd',
    THRESHOLDS = 't',
    RULES_ONLY = 'r',
    TIME = 'n',
    HALVES = 'H'
};

static const struct option options[] = {
    {"depths", required_argument, NULL, DEPTHS},
    {"thresholds", required_argument, NULL, THRESHOLDS},
    {"leave-out", required_argument, NULL, LEAVE_OUT},
    {"rules-only", no_argument, NULL, RULES_ONLY},
    {"time", no_argument, NULL, TIME},
    {"halves", no_argument, NULL, HALVES},
    {"markdown", no_argument, NULL, 'm'},
    TOOL_MAPS_OPTIONS,
    TOOL_TREE_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct stats {
    tool_maps_request_t request;
    tool_tree_options_t tree;
    size_t *depths, *thresholds, *left_out; /* lists, to be freed */
    size_t depths_count, thresholds_count, left_out_count;
    bool rules_only, times, markdown;
    const char *path;          /* of rules, or NULL */
    tool_rules_t rules[2];     /* the built-in ones, and those with a file's */
    size_t *choices;           /* of the map that is looked at */
    const tunedx_map_t *judge; /* by whose times choices are judged */
} stats_t;

static int take(void *context, int option, const char *argument,
                const char *value)
{
    stats_t *stats = context;

    if (tool_tree_has(option)) {
        return tool_tree_take(&stats->tree, name, option, argument, value);
    }
    switch (option) {
    case DEPTHS:
        return tool_take_list(name, argument, value, 0, 64, &stats->depths,
                              &stats->depths_count);
    case THRESHOLDS:
        return tool_take_list(name, argument, value, 0, 100, &stats->thresholds,
                              &stats->thresholds_count);
    case LEAVE_OUT:
        return tool_take_list(name, argument, value, 0, SIZE_MAX - 1,
                              &stats->left_out, &stats->left_out_count);
    case RULES_ONLY:
        stats->rules_only = true;
        return TOOL_SUCCESS;
    case TIME:
        stats->times = true;
        return TOOL_SUCCESS;
    case HALVES:
        stats->request.halves = true;
        return TOOL_SUCCESS;
    case 'm':
        stats->markdown = true;
        return TOOL_SUCCESS;
    default:
        return tool_maps_take(&stats->request, name, option, argument, value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":mh",
    .options = options,
    .most_operands = 2,
    .take = take,
};

/* ---- trees ---- */

static void print_tree_head(const stats_t *stats)
{
    const char *first = stats->thresholds_count > 0 ? "threshold" : "max";

    if (stats->markdown) {
        printf("| %s | depth: min | mean | penalty: min | max | mean | median "
               "| 95th | leaves | nodes | memory |%s\n"
               "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|%s\n",
               first, stats->times ? " ns |" : "", stats->times ? "--:|" : "");
    } else {
        printf(
            "           depth         penalty in percent                     "
            "  number of\n"
            "%9s  min  mean    min      max    mean  median    95th   "
            "leaves   nodes   memory%s\n",
            first, stats->times ? "     ns" : "");
    }
}

static void print_tree_row(const stats_t *stats, size_t first,
                           const tunedx_tree_size_t *size,
                           const tunedx_penalties_t *penalties)
{
    printf(stats->markdown ? "| %zu | %zu | %.2f | %.2f | %.2f | %.2f | %.2f | "
                             "%.2f | %zu | %zu | %zu |"
                           : "%9zu  %3zu  %4.2f   %4.2f  %7.2f  %6.2f  %6.2f  "
                             "%6.2f  %7zu %7zu %8zu",
           first, size->least_depth, size->mean_depth, 100 * penalties->least,
           100 * penalties->most, 100 * penalties->mean,
           100 * penalties->median, 100 * penalties->high, size->leaves,
           size->nodes, size->paper_bytes);
}

/* A row of the table; *exact is set when a deeper tree is the same. */
static int print_tree(const stats_t *stats, const tunedx_map_t *map,
                      const tunedx_quadtree_options_t *tree_options,
                      size_t first, bool *exact)
{
    tunedx_quadtree_t tree;
    tunedx_penalties_t penalties;
    bool is_good = tunedx_quadtree_build(map, tree_options, &tree);

    if (is_good) {
        tunedx_quadtree_choices(&tree, stats->choices);
        is_good =
            tunedx_penalties_of(stats->judge, stats->choices, stats->left_out,
                                stats->left_out_count, &penalties);
    }
    if (is_good) {
        const tunedx_tree_size_t size = tunedx_quadtree_size(&tree);

        *exact = size.most_depth < tree_options->most_depth;
        if (!*exact || stats->depths_count > 0 || first <= 1 ||
            stats->thresholds_count > 0) {
            print_tree_row(stats, first, &size, &penalties);
            if (stats->times) {
                printf(stats->markdown ? " %.1f |" : "  %5.1f",
                       tool_tree_time(&tree));
            }
            putchar('\n');
        }
    }
    tunedx_quadtree_free(&tree);
    return is_good ? TOOL_SUCCESS : tool_fail(name, "not enough memory");
}

static int print_depths(const stats_t *stats, const tunedx_map_t *map)
{
    enum { MOST_DEPTH = 32 };
    tunedx_quadtree_options_t tree_options =
        tool_tree_options_finish(&stats->tree);
    const size_t count =
        stats->depths_count > 0 ? stats->depths_count : MOST_DEPTH;
    bool exact = false;
    int status = TOOL_SUCCESS;

    for (size_t i = 0; i < count && status == TOOL_SUCCESS &&
                       (!exact || stats->depths_count > 0);
         i++) {
        tree_options.most_depth =
            stats->depths_count > 0 ? stats->depths[i] : i + 1;
        status = print_tree(stats, map, &tree_options, tree_options.most_depth,
                            &exact);
    }
    return status;
}

static int print_thresholds(const stats_t *stats, const tunedx_map_t *map)
{
    tunedx_quadtree_options_t tree_options =
        tool_tree_options_finish(&stats->tree);
    int status = TOOL_SUCCESS;
    bool exact;

    for (size_t i = 0; i < stats->thresholds_count && status == TOOL_SUCCESS;
         i++) {
        tree_options.threshold = (double)stats->thresholds[i] / 100;
        status =
            print_tree(stats, map, &tree_options, stats->thresholds[i], &exact);
    }
    return status;
}

/* ---- rules ---- */

static void print_rules_row(const stats_t *stats, const char *what,
                            const tunedx_penalties_t *penalties)
{
    printf(stats->markdown
               ? "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %zu | %zu | %zu |\n"
               : "%-24s  %4.2f  %7.2f  %6.2f  %6.2f  %6.2f  %6zu  %7zu  %8zu\n",
           what, 100 * penalties->least, 100 * penalties->most,
           100 * penalties->mean, 100 * penalties->median,
           100 * penalties->high, penalties->points, penalties->unknown,
           penalties->unserved);
}

/* The built-in rules, then those of the file, if there is one. */
static int print_rules(const stats_t *stats, const tunedx_map_t *map)
{
    const char *const names[] = {"built-in rules", stats->path};
    tunedx_penalties_t penalties;
    int status = TOOL_SUCCESS;

    printf(stats->markdown
               ? "\n| rules | penalty: min | max | mean | median | 95th | "
                 "points | method not in map | cannot serve |\n"
                 "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
               : "\n"
                 "rules                      min      max    mean  median    "
                 "95th  points  unknown  unserved\n");
    for (int i = 0; i < 2 && names[i] != NULL && status == TOOL_SUCCESS; i++) {
        status =
            tool_rules_choices(name, &stats->rules[i], map, stats->choices);
        if (status == TOOL_SUCCESS) {
            if (!tunedx_penalties_of(stats->judge, stats->choices,
                                     stats->left_out, stats->left_out_count,
                                     &penalties)) {
                return tool_fail(name, "not enough memory");
            }
            print_rules_row(stats, names[i], &penalties);
        }
    }
    return status;
}

/* ---- all of it ---- */

static int print_map(stats_t *stats, const tunedx_map_t *map)
{
    char class[TOOL_CLASS_TEXT];
    int status = TOOL_SUCCESS;

    tool_map_describe(map, class);
    printf("%s%s%s: %zu x %zu points, %zu methods, %zu times filled in\n\n",
           stats->markdown ? "### " : "", class,
           map->is_simulated ? ", simulated" : "", map->ranks_count,
           map->bytes_count, map->methods_count, tunedx_map_filled(map));
    stats->choices = calloc(tunedx_map_points(map), sizeof *stats->choices);
    if (stats->choices == NULL) {
        return tool_fail(name, "not enough memory");
    }
    if (!stats->rules_only) {
        print_tree_head(stats);
        status = stats->thresholds_count > 0 ? print_thresholds(stats, map)
                                             : print_depths(stats, map);
    }
    if (status == TOOL_SUCCESS) {
        status = print_rules(stats, map);
    }
    free(stats->choices);
    return status;
}

/* All that can be wrong with files is found before anything is printed. */
static int run(stats_t *stats, const char *path)
{
    static tool_maps_t maps, judges;
    int status = tool_rules_open(name, NULL, &stats->rules[0]);

    stats->request.path = path;
    if (status == TOOL_SUCCESS && stats->path != NULL) {
        status = tool_rules_open(name, stats->path, &stats->rules[1]);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_maps_make(name, &stats->request, &maps);
    }
    if (status == TOOL_SUCCESS && stats->request.halves) {
        status = tool_maps_make_again(name, &stats->request, &maps, &judges);
    }
    for (size_t i = 0; i < maps.count && status == TOOL_SUCCESS; i++) {
        fputs(i > 0 ? "\n" : "", stdout);
        stats->judge = stats->request.halves ? &judges.maps[i] : &maps.maps[i];
        status = print_map(stats, &maps.maps[i]);
    }
    tool_maps_free(&maps);
    tool_maps_free(&judges);
    tool_rules_close(&stats->rules[0]);
    tool_rules_close(&stats->rules[1]);
    return status == TOOL_SUCCESS ? tool_close(name, NULL, stdout) : status;
}

int tool_stats(int argc, char **argv)
{
    stats_t stats = {.tree = tool_tree_options_default()};
    int status;

    if (tool_parse(&command, argc, argv, &stats, &status)) {
        if (optind == argc) {
            fprintf(stderr,
                    "%s: a file of measurements is missing; expected one of "
                    "JSON lines (see %s --help)\n",
                    name, name);
            status = TOOL_USAGE;
        } else {
            stats.path = optind + 1 < argc ? argv[optind + 1] : NULL;
            status = run(&stats, argv[optind]);
        }
    }
    free(stats.depths);
    free(stats.thresholds);
    free(stats.left_out);
    return status;
}
