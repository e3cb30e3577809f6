/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx map: shows decision maps, and simulates measurements for them.
 */
#include "tools/tunedx.h"

#include "tools/map_view.h"
#include "tools/maps.h"
#include "tools/simulation.h"
#include "tools/tree_options.h"

#include <string.h>

static const char name[] = "tunedx map";

static const char help[] =
    "usage: tunedx map [OPTION]... MEASUREMENTS\n"
    "       tunedx map [OPTION]... --simulate=COLLECTIVE\n"
    "\n"
    "Shows which method is the best one where: ranks down, bytes across.  "
    "With\n"
    "options of trees it shows what such a tree decides.  MEASUREMENTS is a "
    "file\n"
    "of JSON lines, or - for standard input.\n"
    "\n"
    "      --penalties         how much longer the choices take than the best\n"
    "  -f, --format=WORD       text or svg (default: svg if FILE ends so, "
    "else\n"
    "                          text); svg shows one map\n"
    "  -o, --output=FILE       (default: standard output)\n"
    "      --collective=NAME   its maps alone\n"
    "      --ppn=N             maps with N ranks per node; 0: within one node\n"
    "      --weights=FILE      calls of an application, to weigh the points "
    "by\n"
    "      --strict            refuse a file with any bad line\n" TOOL_TREE_HELP
    "\n"
    "With --simulate it writes measurements of all methods of a collective by\n"
    "the alpha-beta-gamma model:\n"
    "\n"
    "      --simulate=COLLECTIVE\n"
    "  -p, --ranks=LIST        4,8,16 or 2..50 (default: 2..16)\n"
    "  -b, --bytes=LIST        as that, or 1..16M:38, that many points with "
    "equal\n"
    "                          factors between them (default: 1..1M:21)\n"
    "  -m, --method=METHOD     this method, may come again (default: all\n"
    "                          algorithms)\n"
    "      --segments=LIST     of methods that name none (default: "
    "0,1k,8k,16k,\n"
    "                          32k,64k,128k)\n"
    "      --ppn=N             ranks on each node (default: 1)\n"
    "  -w, --window=N          transfers in flight, each way (default: 1)\n"
    "      --times=WORD        formula, simulator, or auto, which takes exact\n"
    "                          formulas and simulates the rest (the default)\n"
    "      --alpha=NS, --beta=NS, --gamma=NS\n"
    "                          time of a message, of a byte sent, of a byte\n"
    "                          reduced (default: 1000, 0.1, 0.05)\n"
    "      --noise=PERCENT     deviation of the times, the same each time\n"
    "      --seed=N            of the noise (default: 1)\n"
    "      --spike=BYTES:FACTOR:METHOD\n"
    "                          this method takes so many times as long there\n"
    "  -h, --help\n"
    "\n"
    "Examples:\n"
    "  tunedx map --simulate=bcast -p 2..32 -b 1..16M:25 -o bcast.jsonl\n"
    "  tunedx map bcast.jsonl\n"
    "  tunedx map bcast.jsonl --max-depth=3 --penalties -o bcast.svg\n";

static const struct option options[] = {
    {"penalties", no_argument, NULL, 'E'},
    {"format", required_argument, NULL, 'f'},
    {"output", required_argument, NULL, 'o'},
    TOOL_MAPS_OPTIONS,
    TOOL_TREE_OPTIONS,
    {"simulate", required_argument, NULL, 'X'},
    {"ranks", required_argument, NULL, 'p'},
    {"bytes", required_argument, NULL, 'b'},
    {"method", required_argument, NULL, 'm'},
    {"segments", required_argument, NULL, 's'},
    {"window", required_argument, NULL, 'w'},
    {"times", required_argument, NULL, 'T'},
    TOOL_PRICE_OPTIONS,
    {"noise", required_argument, NULL, 'N'},
    {"seed", required_argument, NULL, 'D'},
    {"spike", required_argument, NULL, 'K'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef enum format { FORMAT_ANY, FORMAT_TEXT, FORMAT_SVG } format_t;

typedef struct map_command {
    tool_maps_request_t request;
    tool_tree_options_t tree;
    tool_simulation_t simulation;
    bool simulates, penalties;
    bool has_tree;       /* any option of trees was given */
    const char *foreign; /* an option of simulations, or NULL */
    const char *ppn;     /* taken when it is known what it is for */
    const char *output;
    format_t format;
} map_command_t;

static int take_format(map_command_t *map, const char *value)
{
    tunedx_choices_t choices = {.words = {"svg", "text"}, .count = 2};

    if (strcmp(value, "svg") == 0) {
        map->format = FORMAT_SVG;
    } else if (strcmp(value, "text") == 0) {
        map->format = FORMAT_TEXT;
    } else {
        return tool_refuse_word(name, "format", value, &choices);
    }
    return TOOL_SUCCESS;
}

/* The long name of an option, which outlives the parsing. */
static const char *long_name(int option)
{
    const struct option *o = options;

    while (o->name != NULL && o->val != option) {
        o++;
    }
    return o->name;
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    map_command_t *map = context;

    if (tool_tree_has(option)) {
        map->has_tree = true;
        return tool_tree_take(&map->tree, name, option, argument, value);
    }
    switch (option) {
    case 'E':
        map->penalties = true;
        return TOOL_SUCCESS;
    case 'f':
        return take_format(map, value);
    case 'o':
        map->output = value;
        return value[0] != '\0'
                   ? TOOL_SUCCESS
                   : tool_refuse(name, argument, value, "the name of a file");
    case 'C':
    case 'W':
    case 'S':
        return tool_maps_take(&map->request, name, option, argument, value);
    case 'P':
        map->ppn = value;
        return TOOL_SUCCESS;
    case 'X':
        map->simulates = true;
        return tool_take_collective(name, value, &map->simulation.collective);
    default:
        map->foreign = long_name(option);
        return tool_simulation_take(&map->simulation, name, option, argument,
                                    value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":f:o:p:b:m:w:h",
    .options = options,
    .most_operands = 1,
    .take = take,
};

/* ---- showing ---- */

static int show(const map_command_t *command_line, const tunedx_map_t *map,
                FILE *out)
{
    const tunedx_quadtree_options_t tree_options =
        tool_tree_options_finish(&command_line->tree);
    tunedx_quadtree_t tree = {.map = NULL};
    tool_map_view_t view = {.map = NULL};
    int status = TOOL_SUCCESS;

    if (command_line->has_tree &&
        !tunedx_quadtree_build(map, &tree_options, &tree)) {
        status = tool_fail(name, "not enough memory");
    }
    if (status == TOOL_SUCCESS) {
        status = tool_map_view_make(&view, name, map,
                                    command_line->has_tree ? &tree : NULL,
                                    command_line->penalties);
    }
    if (status == TOOL_SUCCESS) {
        if (command_line->format == FORMAT_SVG) {
            tool_map_view_draw(&view, out);
        } else {
            tool_map_view_print(&view, out);
        }
    }
    tool_map_view_free(&view);
    tunedx_quadtree_free(&tree);
    return status;
}

static int show_all(const map_command_t *command_line, const tool_maps_t *maps)
{
    FILE *out;
    int status;

    if (command_line->format == FORMAT_SVG && maps->count > 1) {
        return tool_fail(name,
                         "%s has %zu maps and a picture shows one; choose it "
                         "by --collective and --ppn",
                         command_line->request.path, maps->count);
    }
    status = tool_open(name, command_line->output, &out);
    if (status != TOOL_SUCCESS) {
        return status;
    }
    for (size_t i = 0; i < maps->count && status == TOOL_SUCCESS; i++) {
        fputs(i > 0 ? "\n" : "", out);
        status = show(command_line, &maps->maps[i], out);
    }
    const int closed = tool_close(name, command_line->output, out);
    return status == TOOL_SUCCESS ? closed : status;
}

static int run_show(map_command_t *command_line)
{
    static tool_maps_t maps;
    const char *end = command_line->output == NULL
                          ? NULL
                          : strrchr(command_line->output, '.');
    int status;

    if (command_line->format == FORMAT_ANY) {
        command_line->format =
            end != NULL && strcmp(end, ".svg") == 0 ? FORMAT_SVG : FORMAT_TEXT;
    }
    status = tool_maps_make(name, &command_line->request, &maps);
    if (status == TOOL_SUCCESS) {
        status = show_all(command_line, &maps);
    }
    tool_maps_free(&maps);
    return status;
}

/* ---- simulating ---- */

static int run_simulation(map_command_t *command_line)
{
    FILE *out;
    int status = tool_simulation_complete(&command_line->simulation, name);

    if (status == TOOL_SUCCESS) {
        status = tool_open(name, command_line->output, &out);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    status = tool_simulation_run(&command_line->simulation, name, out);
    const int closed = tool_close(name, command_line->output, out);
    return status == TOOL_SUCCESS ? closed : status;
}

static int run(map_command_t *command_line, const char *path)
{
    int status = TOOL_SUCCESS;

    command_line->request.path = path;
    if (command_line->simulates && path != NULL) {
        return tool_refuse(name, "an argument", path,
                           "none there: --simulate writes measurements");
    }
    if (!command_line->simulates && path == NULL) {
        fprintf(stderr,
                "%s: a file of measurements is missing; expected one, or "
                "--simulate=COLLECTIVE (see %s --help)\n",
                name, name);
        return TOOL_USAGE;
    }
    if (!command_line->simulates && command_line->foreign != NULL) {
        return tool_refuse(name, "an option", command_line->foreign,
                           "it with --simulate alone");
    }
    if (command_line->ppn != NULL) {
        status = command_line->simulates
                     ? tool_simulation_take(&command_line->simulation, name,
                                            'P', "--ppn", command_line->ppn)
                     : tool_maps_take(&command_line->request, name, 'P',
                                      "--ppn", command_line->ppn);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    return command_line->simulates ? run_simulation(command_line)
                                   : run_show(command_line);
}

int tool_map(int argc, char **argv)
{
    map_command_t command_line = {
        .tree = tool_tree_options_default(),
        .simulation = tool_simulation_default(),
    };
    int status;

    if (tool_parse(&command, argc, argv, &command_line, &status)) {
        status = run(&command_line, optind < argc ? argv[optind] : NULL);
    }
    tool_simulation_free(&command_line.simulation);
    return status;
}
