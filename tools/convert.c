/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx convert: rules files from one format to another.
 */
#include "tools/tunedx.h"

#include "tools/command.h"
#include "tools/rules_file.h"
#include "tools/write_rules.h"

#include <string.h>

static const char name[] = "tunedx convert";

static const char help[] =
    "usage: tunedx convert [OPTION]... FILE\n"
    "\n"
    "Writes a rules file in another format.  What that format cannot say is "
    "left\n"
    "out and named on standard error.\n"
    "\n"
    "      --from=FORMAT       rules, tuned (the classic file of coll/tuned) "
    "or\n"
    "                          tuned-json (that of Open MPI 6.0); default: "
    "seen\n"
    "                          from the first word\n"
    "      --to=FORMAT         the same words; default: rules, and tuned from\n"
    "                          rules\n"
    "      --ompi-version=N    tuned was written for Open MPI N; before 3.0 "
    "scan\n"
    "                          and scatter had other numbers\n"
    "  -o, --output=FILE       instead of standard output\n"
    "  -h, --help\n"
    "\n"
    "FILE may be - for standard input.\n"
    "\n"
    "Examples:\n"
    "  tunedx convert dynamic.conf -o site.rules\n"
    "  tunedx convert --to=tuned-json site.rules\n"
    "\n"
    "Exit status: 0; 1 if a file cannot be read or written or has a fault; 2 "
    "if\n"
    "an argument is refused.\n";

static const struct option options[] = {
    {"from", required_argument, NULL, 'F'},
    {"to", required_argument, NULL, 'T'},
    {"ompi-version", required_argument, NULL, 'V'},
    {"output", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct convert {
    tunedx_rules_kind_t from, to;
    tunedx_tuned_ids_t ids;
    const char *output;
} convert_t;

/* A version of Open MPI: only whether it is below 3 counts. */
static int take_version(const char *argument, const char *value,
                        tunedx_tuned_ids_t *ids)
{
    const size_t digits = strspn(value, "0123456789");
    size_t major = 0;

    if (digits == 0 || strspn(value, "0123456789.x") != strlen(value) ||
        tunedx_number_parse(value, digits, &major) != digits || major == 0) {
        return tool_refuse(name, argument, value,
                           "a version of Open MPI, such as 2.1 or 4.1.4");
    }
    *ids = major < 3 ? TUNEDX_TUNED_OLD_IDS : TUNEDX_TUNED_IDS;
    return TOOL_SUCCESS;
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    convert_t *convert = context;

    switch (option) {
    case 'F':
        return tool_rules_take_kind(name, argument, value, &convert->from);
    case 'T':
        return tool_rules_take_kind(name, argument, value, &convert->to);
    case 'V':
        return take_version(argument, value, &convert->ids);
    default:
        convert->output = value;
        return *value == '\0'
                   ? tool_refuse(name, argument, value, "the name of a file")
                   : TOOL_SUCCESS;
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

static int write(const convert_t *convert, const tool_rules_file_t *file,
                 tunedx_arena_t *arena)
{
    const tunedx_rules_t *rules = &file->tuned.rules;
    tunedx_rules_kind_t to = convert->to;
    FILE *out;
    const int status = tool_open(name, convert->output, &out);
    bool has_memory;

    if (status != TOOL_SUCCESS) {
        return status;
    }
    if (to == TUNEDX_RULES_UNKNOWN) {
        to = file->kind == TUNEDX_RULES_NATIVE ? TUNEDX_RULES_TUNED
                                               : TUNEDX_RULES_NATIVE;
    }
    switch (to) {
    case TUNEDX_RULES_TUNED:
        has_memory = tool_write_tuned(out, arena, rules);
        break;
    case TUNEDX_RULES_TUNED_JSON:
        has_memory = tool_write_json(out, arena, rules);
        break;
    default:
        has_memory = tool_write_rules(out, rules);
        break;
    }
    const int closed = tool_close(name, convert->output, out);

    return has_memory ? closed : tool_fail(name, "not enough memory");
}

int tool_convert(int argc, char **argv)
{
    convert_t convert = {.from = TUNEDX_RULES_UNKNOWN};
    tunedx_arena_t arena = tunedx_arena_empty();
    tool_rules_file_t file;
    int status;

    if (!tool_parse(&command, argc, argv, &convert, &status)) {
        return status;
    }
    if (optind == argc) {
        return tool_refuse(name, "the file", "", "one to convert");
    }
    status = tool_rules_file_read(&file, name, argv[optind], convert.from,
                                  convert.ids, &arena);
    if (status == TOOL_SUCCESS) {
        status = write(&convert, &file, &arena);
    }
    if (status == TOOL_SUCCESS && file.faults > 0) {
        status = TOOL_ERROR;
    }
    tunedx_arena_free(&arena);
    return status;
}
