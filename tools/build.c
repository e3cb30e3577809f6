/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx build: rules from measurements.
 */
#include "tools/tunedx.h"

#include "maps/statistics.h"
#include "maps/tree_code.h"
#include "tools/maps.h"
#include "tools/tree_options.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx build";

enum { ROW_TEXT = 1024 };

static const double usual_penalty = 0.05;

static const char help[] =
    "usage: tunedx build [OPTION]... MEASUREMENTS\n"
    "\n"
    "Makes a rules file: for each collective a quadtree for calls within one\n"
    "node, and one for each number of ranks per node.  MEASUREMENTS is a file "
    "of\n"
    "JSON lines (see tunedx map), or - for standard input.  Without limits "
    "the\n"
    "tree keeps within 5 % of the best at every point (--max-penalty=5).\n"
    "\n"
    "  -o, --output=FILE       (default: standard output)\n"
    "      --encoding=rows|tree\n"
    "                          a row for each leaf (the default), or the tree\n"
    "      --collective=NAME   its maps alone\n"
    "      --ppn=N             maps with N ranks per node; 0: within one node\n"
    "      --weights=FILE      calls of an application, to weigh the points "
    "by\n"
    "      --strict            refuse a file with any bad line\n" TOOL_TREE_HELP
    "  -h, --help\n"
    "\n"
    "Examples:\n"
    "  tunedx build bcast.jsonl -o site.rules\n"
    "  tunedx build bcast.jsonl --max-depth=3 --encoding=tree\n"
    "  tunedx build all.jsonl --by=colours --threshold=75 "
    "--collective=reduce\n";

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"encoding", required_argument, NULL, 'e'},
    TOOL_MAPS_OPTIONS,
    TOOL_TREE_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct build {
    tool_maps_request_t request;
    tool_tree_options_t tree;
    const char *output;
    bool as_tree;
} build_t;

static int take_encoding(build_t *build, const char *value)
{
    tunedx_choices_t choices = {.words = {"rows", "tree"}, .count = 2};

    build->as_tree = strcmp(value, "tree") == 0;
    return build->as_tree || strcmp(value, "rows") == 0
               ? TOOL_SUCCESS
               : tool_refuse_word(name, "encoding", value, &choices);
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    build_t *build = context;

    if (tool_tree_has(option)) {
        return tool_tree_take(&build->tree, name, option, argument, value);
    }
    switch (option) {
    case 'o':
        build->output = value;
        return value[0] != '\0'
                   ? TOOL_SUCCESS
                   : tool_refuse(name, argument, value, "the name of a file");
    case 'e':
        return take_encoding(build, value);
    default:
        return tool_maps_take(&build->request, name, option, argument, value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":o:h",
    .options = options,
    .most_operands = 1,
    .take = take,
};

/* ---- which calls a map is for ---- */

/* Within one node whatever its ranks; on several nodes the smallest number of
 * ranks per node is for all smaller ones, the others reach up to the next. */
static tunedx_tree_scope_t scope_of(const tool_maps_t *maps, size_t at)
{
    const tunedx_map_class_t *class = &maps->maps[at].class;
    tunedx_tree_scope_t scope = {
        .nodes = {.first = 2, .last = SIZE_MAX},
        .ppn = {.first = 0, .last = SIZE_MAX},
    };

    if (class->one_node) {
        scope.nodes = (tunedx_range_t){.first = 1, .last = 1};
        return scope;
    }
    for (size_t i = 0; i < maps->count; i++) {
        const tunedx_map_class_t *other = &maps->maps[i].class;

        if (other->collective != class->collective || other->one_node) {
            continue;
        }
        if (i < at) {
            scope.ppn.first = (size_t) class->ppn;
        } else if (i == at + 1) {
            scope.ppn.last = (size_t)other->ppn - 1;
        }
    }
    return scope;
}

/* ---- writing ---- */

static int write_rows(const tunedx_quadtree_t *tree, size_t first, size_t end,
                      const tunedx_tree_rows_t *rows,
                      const tunedx_tree_scope_t *scope, FILE *out)
{
    char text[ROW_TEXT];

    for (size_t i = first; i < end; i++) {
        if (tunedx_tree_row_write(tree->map, &rows->rows[i], scope, text,
                                  sizeof text) >= sizeof text) {
            return tool_fail(name, "a method of more than %d characters",
                             ROW_TEXT);
        }
        fprintf(out, "%s\n", text);
    }
    return TOOL_SUCCESS;
}

static int write_block(const tunedx_quadtree_t *tree,
                       const tunedx_tree_scope_t *scope, FILE *out)
{
    const size_t length = tunedx_tree_write(tree, scope, (char[1]){0}, 1);
    char *text = length == 0 ? NULL : malloc(length + 1);

    if (text == NULL) {
        return tool_fail(name, "not enough memory");
    }
    tunedx_tree_write(tree, scope, text, length + 1);
    fputs(text, out);
    free(text);
    return TOOL_SUCCESS;
}

/* What the rows below are, as comments. */
static int write_head(const tunedx_quadtree_t *tree, FILE *out)
{
    const tunedx_map_t *map = tree->map;
    const tunedx_tree_size_t size = tunedx_quadtree_size(tree);
    size_t *choices = calloc(tunedx_map_points(map), sizeof *choices);
    tunedx_penalties_t penalties;
    char class[TOOL_CLASS_TEXT];
    bool is_known = false;

    if (choices != NULL) {
        tunedx_quadtree_choices(tree, choices);
        is_known = tunedx_penalties_of(map, choices, NULL, 0, &penalties);
    }
    free(choices);
    if (!is_known) {
        return tool_fail(name, "not enough memory");
    }
    tool_map_describe(map, class);
    fprintf(out,
            "# %s%s: %zu x %zu points, %zu methods\n"
            "# %zu leaves, depth %zu; longer than the best by %.2f %% on "
            "average,\n"
            "# %.2f %% at most\n",
            class, map->is_simulated ? ", simulated" : "", map->ranks_count,
            map->bytes_count, map->methods_count, size.leaves, size.most_depth,
            100 * penalties.mean, 100 * penalties.most);
    return TOOL_SUCCESS;
}

/* A map's tree, with all its rows. */
typedef struct plan {
    tunedx_quadtree_t tree;
    tunedx_tree_rows_t rows;
} plan_t;

static int plan_map(const build_t *build, const tunedx_map_t *map,
                    tunedx_arena_t *arena, plan_t *plan)
{
    tunedx_quadtree_options_t tree_options =
        tool_tree_options_finish(&build->tree);

    if (!build->tree.has_limit) {
        tree_options.most_penalty = usual_penalty;
    }
    if (map->methods_count > USHRT_MAX) {
        return tool_fail(name, "more than %d methods in one map", USHRT_MAX);
    }
    return tunedx_quadtree_build(map, &tree_options, &plan->tree) &&
                   tunedx_tree_rows(&plan->tree, arena, &plan->rows)
               ? TOOL_SUCCESS
               : tool_fail(name, "not enough memory");
}

static int write_map(const build_t *build, const tool_maps_t *maps, size_t at,
                     const plan_t *plan, FILE *out)
{
    const tunedx_map_t *map = &maps->maps[at];
    const tunedx_tree_scope_t scope = scope_of(maps, at);
    int status;

    if (at == 0 ||
        maps->maps[at - 1].class.collective != map->class.collective) {
        fprintf(out, "\n[%s]\n", tunedx_collective_name(map->class.collective));
    }
    status = write_head(&plan->tree, out);
    if (status == TOOL_SUCCESS) {
        status = write_rows(&plan->tree, 0,
                            build->as_tree ? plan->tree.exceptions_count
                                           : plan->rows.count,
                            &plan->rows, &scope, out);
    }
    if (status == TOOL_SUCCESS && build->as_tree) {
        status = write_block(&plan->tree, &scope, out);
    }
    return status;
}

/* The number of rows comes first, so that a file that is cut is noticed. */
static int write_all(const build_t *build, const tool_maps_t *maps,
                     const plan_t *plans)
{
    size_t rows = 0;
    FILE *out;
    int status = tool_open(name, build->output, &out);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    for (size_t i = 0; i < maps->count; i++) {
        rows += plans[i].rows.count;
    }
    fprintf(out,
            "# Made by tunedx build from %zu measurements.\n"
            "tunedx-rules 1\n\n[meta]\nrows = \"%zu\"\n",
            maps->measurements.count, rows);
    for (size_t i = 0; i < maps->count && status == TOOL_SUCCESS; i++) {
        status = write_map(build, maps, i, &plans[i], out);
    }
    const int closed = tool_close(name, build->output, out);
    return status == TOOL_SUCCESS ? closed : status;
}

static int run(const build_t *build, const tool_maps_t *maps)
{
    static plan_t plans[TOOL_MOST_MAPS];
    tunedx_arena_t arena = tunedx_arena_empty();
    int status = TOOL_SUCCESS;

    for (size_t i = 0; i < maps->count && status == TOOL_SUCCESS; i++) {
        status = plan_map(build, &maps->maps[i], &arena, &plans[i]);
    }
    if (status == TOOL_SUCCESS) {
        status = write_all(build, maps, plans);
    }
    for (size_t i = 0; i < maps->count; i++) {
        tunedx_quadtree_free(&plans[i].tree);
    }
    tunedx_arena_free(&arena);
    return status;
}

int tool_build(int argc, char **argv)
{
    static tool_maps_t maps;
    build_t build = {.tree = tool_tree_options_default()};
    int status;

    if (!tool_parse(&command, argc, argv, &build, &status)) {
        return status;
    }
    if (optind == argc) {
        fprintf(stderr,
                "%s: a file of measurements is missing; expected one of JSON "
                "lines (see %s --help)\n",
                name, name);
        return TOOL_USAGE;
    }
    build.request.path = argv[optind];
    status = tool_maps_make(name, &build.request, &maps);
    if (status == TOOL_SUCCESS) {
        status = run(&build, &maps);
    }
    tool_maps_free(&maps);
    return status;
}
