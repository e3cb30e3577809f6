/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx profile: what programs call, from the files that jobs have written.
 */
#include "tools/profile_show.h"
#include "tools/tunedx.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx profile";

static const char help[] =
    "usage: tunedx profile show FILE...\n"
    "       tunedx profile merge FILE... -o OUT\n"
    "\n"
    "Reads what jobs have written with coll_tunedx_profile_file.\n"
    "\n"
    "show prints how calls and time are spread over collectives, message "
    "sizes\n"
    "and numbers of ranks, and how much of all time was spent in collectives.\n"
    "merge writes the lines of all files into one, each line once.\n"
    "\n"
    "  -o, --output=FILE  where merge writes to (default: standard output)\n"
    "  -h, --help\n"
    "\n"
    "A line that is not understood is told and left out, and the exit status "
    "is\n"
    "then 1.\n";

static const struct option options[] = {
    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int take_option(void *context, int option, const char *argument,
                       const char *value)
{
    (void)option;
    (void)argument;
    *(const char **)context = value;
    return TOOL_SUCCESS;
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":o:h",
    .options = options,
    .most_operands = 1 << 20,
    .take = take_option,
};

/* ---- lines that were read ---- */

/* Lines, each once: a hash table that leads to copies. */
typedef struct lines {
    tunedx_arena_t arena;
    const char **table; /* NULL: free */
    size_t slots, count;
    FILE *out; /* of merge */
    tool_profile_sum_t sum;
} lines_t;

static size_t hash_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    }
    return (size_t)(hash ^ hash >> 32);
}

static size_t find_slot(const lines_t *lines, const char *text)
{
    size_t slot = hash_of(text) & (lines->slots - 1);

    while (lines->table[slot] != NULL &&
           strcmp(lines->table[slot], text) != 0) {
        slot = (slot + 1) & (lines->slots - 1);
    }
    return slot;
}

/* Keeps the table at most half full; false when memory is short. */
static bool make_room(lines_t *lines)
{
    if (2 * lines->count < lines->slots) {
        return true;
    }
    lines_t larger = *lines;

    larger.slots = lines->slots == 0 ? 1024 : 2 * lines->slots;
    larger.table = calloc(larger.slots, sizeof *larger.table);
    if (larger.table == NULL) {
        return false;
    }
    for (size_t i = 0; i < lines->slots; i++) {
        if (lines->table[i] != NULL) {
            larger.table[find_slot(&larger, lines->table[i])] = lines->table[i];
        }
    }
    free(lines->table);
    lines->table = larger.table;
    lines->slots = larger.slots;
    return true;
}

/* A line that was there before is one of a file that is read twice, or of one
 * that was merged into another. */
static int take_line(void *context, const tool_profile_line_t *line)
{
    lines_t *lines = context;
    char *text =
        tunedx_arena_copy_text(&lines->arena, line->text, line->length);

    if (text == NULL || !make_room(lines)) {
        return tool_fail(name, "memory is short");
    }
    const size_t slot = find_slot(lines, text);
    if (lines->table[slot] != NULL) {
        return TOOL_SUCCESS;
    }
    lines->table[slot] = text;
    lines->count++;
    if (lines->out != NULL) {
        fprintf(lines->out, "%s\n", text);
    } else {
        tool_profile_add(&lines->sum, line);
    }
    return TOOL_SUCCESS;
}

static int read_all(lines_t *lines, int count, char **paths)
{
    int status = TOOL_SUCCESS;

    for (int i = 0; i < count; i++) {
        if (tool_profile_read(name, paths[i], take_line, lines) !=
            TOOL_SUCCESS) {
            status = TOOL_ERROR;
        }
    }
    return status;
}

/* ---- the commands ---- */

static int merge(lines_t *lines, int count, char **paths, const char *output)
{
    for (int i = 0; i < count && output != NULL; i++) {
        if (strcmp(paths[i], output) == 0) {
            return tool_refuse(name, "--output", output,
                               "another file than those that are read");
        }
    }
    if (tool_open(name, output, &lines->out) != TOOL_SUCCESS) {
        return TOOL_ERROR;
    }
    const int status = read_all(lines, count, paths);
    const int closed = tool_close(name, output, lines->out);

    return status != TOOL_SUCCESS ? status : closed;
}

static int show(lines_t *lines, int count, char **paths)
{
    const int status = read_all(lines, count, paths);

    tool_profile_print(&lines->sum);
    const int closed = tool_close(name, NULL, stdout);

    return status != TOOL_SUCCESS ? status : closed;
}

static int run(const char *what, int count, char **paths, const char *output)
{
    lines_t *lines = calloc(1, sizeof *lines);
    const int status = lines == NULL ? tool_fail(name, "memory is short")
                       : strcmp(what, "merge") == 0
                           ? merge(lines, count, paths, output)
                           : show(lines, count, paths);

    if (lines != NULL) {
        tunedx_arena_free(&lines->arena);
        free(lines->table);
    }
    free(lines);
    return status;
}

int tool_profile(int argc, char **argv)
{
    tunedx_choices_t words = {.words = {"merge", "show"}, .count = 2};
    const char *output = NULL;
    int status;

    if (!tool_parse(&command, argc, argv, &output, &status)) {
        return status;
    }
    if (optind == argc) {
        return tool_refuse(name, "COMMAND", "", "merge or show");
    }
    const char *what = argv[optind];
    if (strcmp(what, "merge") != 0 && strcmp(what, "show") != 0) {
        return tool_refuse_word(name, "command", what, &words);
    }
    if (optind + 1 == argc) {
        return tool_refuse(name, "FILE", "", "at least one");
    }
    if (output != NULL && strcmp(what, "show") == 0) {
        return tool_refuse(name, "--output", output, "none: show prints");
    }
    return run(what, argc - optind - 1, argv + optind + 1, output);
}
