/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx codegen: a rules file as C, to be compiled into the plugin.
 */
#include "tools/tunedx.h"

#include "tools/command.h"
#include "tools/encoding.h"
#include "tools/rules_file.h"

#include <string.h>

static const char name[] = "tunedx codegen";

static const char help[] =
    "usage: tunedx codegen [OPTION]... RULES\n"
    "\n"
    "Writes a rules file as C: for each collective a function of nested\n"
    "comparisons that says what the rows say.  The option with-decision of\n"
    "configure compiles it into the plugin.\n"
    "\n"
    "  -o, --output=FILE  (default: standard output)\n"
    "      --rows         number rows, not methods: every decision then names "
    "its\n"
    "                     own line, and only regions of one row are merged\n"
    "      --stats        print how many conditions each collective takes; "
    "without\n"
    "                     -o, print nothing else\n"
    "  -h, --help\n";

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"rows", no_argument, NULL, 'R'},
    {"stats", no_argument, NULL, 'S'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct codegen {
    const char *output;
    bool by_row, prints_statistics;
    tunedx_arena_t arena;
} codegen_t;

static int take(void *context, int option, const char *argument,
                const char *value)
{
    codegen_t *codegen = context;

    switch (option) {
    case 'R':
        codegen->by_row = true;
        return TOOL_SUCCESS;
    case 'S':
        codegen->prints_statistics = true;
        return TOOL_SUCCESS;
    default:
        codegen->output = value;
        return value[0] != '\0'
                   ? TOOL_SUCCESS
                   : tool_refuse(name, argument, value, "the name of a file");
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

/* ---- the rules file ---- */

static int short_of_memory(void)
{
    return tool_fail(name, "not enough memory");
}

static const char *without_folders(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash == NULL ? path : slash + 1;
}

static uint64_t digest_of(tunedx_word_t text)
{
    uint64_t digest = 0xcbf29ce484222325U;

    for (size_t i = 0; i < text.length; i++) {
        digest = (digest ^ (unsigned char)text.text[i]) * 0x100000001b3U;
    }
    return digest;
}

/* A file with faults is refused: what a plugin contains should be what its
 * author meant. */
static int read_rules(codegen_t *codegen, const char *path,
                      encoding_t *encoding)
{
    const char *output = codegen->output;
    tool_rules_file_t file;
    const int status =
        tool_rules_file_read(&file, name, path, TUNEDX_RULES_UNKNOWN,
                             TUNEDX_TUNED_IDS, &codegen->arena);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    encoding->file = output == NULL ? "generated C" : without_folders(output);
    encoding->rules = file.tuned.rules;
    encoding->name = without_folders(encoding->rules.name);
    encoding->digest = digest_of(file.text);
    return file.faults == 0
               ? TOOL_SUCCESS
               : tool_fail(name, "%s has faults; nothing is written", path);
}

/* ---- methods and trees ---- */

/* The number of the row's method; a new one for each row when they are kept
 * apart. */
static int number_method(const codegen_t *codegen, encoding_t *encoding,
                         const tunedx_rule_t *row)
{
    int i = codegen->by_row ? encoding->count : 0;

    if (row->method == NULL) {
        return 0;
    }
    while (
        i < encoding->count &&
        (encoding->methods[i].row->collective != row->collective ||
         !tunedx_method_equal(encoding->methods[i].row->method, row->method))) {
        i++;
    }
    if (i == encoding->count) {
        encoding->methods[encoding->count++].row = row;
    }
    encoding->methods[i].rows++;
    return i + 1;
}

static int explain(tree_error_t error, tunedx_collective_t collective)
{
    return error == TREE_NO_MEMORY
               ? short_of_memory()
               : tool_fail(name,
                           "%s: its rows have too many different ranges for "
                           "generated code; expected fewer, or fewer columns "
                           "other than *; nothing is written",
                           tunedx_collective_name(collective));
}

static int make_trees(encoding_t *encoding, tree_t *merged, tree_t *unmerged)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        const tree_node_t *apart = NULL;
        tree_error_t error = TREE_SUCCESS;

        if (encoding->rows[i] > 0) {
            error = tree_make(merged, collective, &encoding->roots[i]);
        }
        if (error != TREE_SUCCESS) {
            return explain(error, collective);
        }
        if (encoding->rows[i] > 0 &&
            tree_make(unmerged, collective, &apart) == TREE_SUCCESS) {
            encoding->unmerged[i] = apart->conditions;
        }
    }
    return TOOL_SUCCESS;
}

static int encode(codegen_t *codegen, encoding_t *encoding)
{
    const tunedx_rules_t *rules = &encoding->rules;
    tunedx_arena_t *arena = &codegen->arena;
    const size_t most = rules->count + 1;
    int *numbers = tunedx_arena_take_array(arena, most, sizeof *numbers);
    tree_t *trees = tunedx_arena_take_array(arena, 2, sizeof *trees);

    encoding->methods =
        tunedx_arena_take_array(arena, most, sizeof *encoding->methods);
    if (numbers == NULL || trees == NULL || encoding->methods == NULL) {
        return short_of_memory();
    }
    for (size_t i = 0; i < rules->count; i++) {
        numbers[i] = number_method(codegen, encoding, &rules->rows[i]);
        encoding->rows[rules->rows[i].collective]++;
    }
    for (int i = 0; i < 2; i++) {
        trees[i].arena = arena;
        trees[i].merges = i == 0;
        trees[i].rules = rules;
        trees[i].methods = numbers;
    }
    return make_trees(encoding, &trees[0], &trees[1]);
}

/* ---- output ---- */

static int print(const codegen_t *codegen, const encoding_t *encoding)
{
    FILE *out;
    int status = TOOL_SUCCESS;

    if (codegen->output != NULL || !codegen->prints_statistics) {
        status = tool_open(name, codegen->output, &out);
        if (status == TOOL_SUCCESS) {
            encoding_write(encoding, out);
            status = tool_close(name, codegen->output, out);
        }
    }
    if (codegen->prints_statistics && status == TOOL_SUCCESS) {
        encoding_write_statistics(encoding, "", stdout);
        status = tool_close(name, NULL, stdout);
    }
    return status;
}

int tool_codegen(int argc, char **argv)
{
    codegen_t codegen = {.output = NULL};
    encoding_t encoding = {.count = 0};
    int status;

    if (!tool_parse(&command, argc, argv, &codegen, &status)) {
        return status;
    }
    if (optind == argc) {
        fprintf(stderr, "%s: a rules file is missing (see %s --help)\n", name,
                name);
        return TOOL_USAGE;
    }
    status = read_rules(&codegen, argv[optind], &encoding);
    if (status == TOOL_SUCCESS) {
        status = encode(&codegen, &encoding);
    }
    if (status == TOOL_SUCCESS) {
        status = print(&codegen, &encoding);
    }
    tunedx_arena_free(&codegen.arena);
    return status;
}
