/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx lint: what is wrong with rules files, and what is worth knowing.
 */
#include "tools/tunedx.h"

#include "tools/command.h"
#include "tools/lint_rules.h"
#include "tools/rules_file.h"

#include <string.h>

static const char name[] = "tunedx lint";

static const char help[] =
    "usage: tunedx lint [OPTION]... FILE...\n"
    "\n"
    "Says what is wrong with rules files of any format: what the parser "
    "finds,\n"
    "rows that no call can reach, and rows whose algorithm cannot serve the "
    "calls\n"
    "that they are for.  Notes, which are no faults, name calls without a "
    "row,\n"
    "rows that overlap, and where versions of Open MPI read a file of "
    "coll/tuned\n"
    "differently.\n"
    "\n"
    "  -q, --quiet        no notes\n"
    "  -h, --help\n"
    "\n"
    "Example:\n"
    "  tunedx lint site.rules dynamic.conf\n"
    "\n"
    "Exit status: 0 if there is no fault; 1 if there is, or if a file cannot "
    "be\n"
    "read; 2 if an argument is refused.\n";

static const struct option options[] = {
    {"quiet", no_argument, NULL, 'q'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int take(void *context, int option, const char *argument,
                const char *value)
{
    (void)option, (void)argument, (void)value;
    *(bool *)context = true;
    return TOOL_SUCCESS;
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":qh",
    .options = options,
    .most_operands = 4096,
    .take = take,
};

/* ---- what is of the file, and of no row ---- */

static void note_line_ends(const tool_rules_file_t *file, const char *path)
{
    const char *end = memchr(file->text.text, '\r', file->text.length);

    if (end != NULL) {
        printf("%s: note: lines end with CR LF, which is read like LF\n", path);
    }
}

/* The communicator size that Open MPI 6.0 has for a communicator: the first
 * that is larger, else the last. */
static const tunedx_tuned_entry_t *
find_shifted(const tunedx_tuned_t *tuned, const tunedx_tuned_entry_t *entry)
{
    const tunedx_tuned_entry_t *found = entry;

    for (size_t i = 0; i < tuned->entry_count; i++) {
        const tunedx_tuned_entry_t *other = &tuned->entries[i];

        if (other->collective != entry->collective) {
            continue;
        }
        if (other->size > entry->size &&
            (found == entry || other->size < found->size)) {
            found = other;
        }
    }
    return found;
}

/* Open MPI 6.0 gives entry i the ranks from size i-1 to size i - 1. */
static void note_versions(const tunedx_tuned_t *tuned, const char *path)
{
    for (size_t i = 0; i < tuned->entry_count; i++) {
        const tunedx_tuned_entry_t *entry = &tuned->entries[i];
        const tunedx_tuned_entry_t *shifted = find_shifted(tuned, entry);
        const char *of = tunedx_collective_name(entry->collective);

        if (entry->ranks.first == 0 && entry->size > 2) {
            printf("%s:%d: note: %s on fewer than %zu ranks has this entry as "
                   "well, since there is none below it\n",
                   path, entry->line, of, entry->size);
        }
        if (shifted == entry) {
            continue;
        }
        printf("%s:%d: note: %s on %zu", path, entry->line, of, entry->size);
        if (entry->ranks.last > entry->size) {
            printf(" to %zu", entry->ranks.last);
        }
        printf(" ranks has this entry with Open MPI 4.1 and 5.0 and here, but "
               "that of line %d with 6.0\n",
               shifted->line);
    }
}

static void note_numbers(const tunedx_tuned_t *tuned, const char *path)
{
    for (size_t i = 0; i < tuned->entry_count; i++) {
        const tunedx_collective_t collective = tuned->entries[i].collective;

        if (collective >= TUNEDX_REDUCE_SCATTER_BLOCK &&
            (i == 0 || tuned->entries[i - 1].collective != collective)) {
            printf("%s:%d: note: collective %d is %s since Open MPI 3.0; if "
                   "the file is older, use tunedx convert "
                   "--ompi-version=2.1\n",
                   path, tuned->entries[i].line,
                   tunedx_tuned_number(collective),
                   tunedx_collective_name(collective));
        }
    }
}

static int lint_file(const char *path, bool is_quiet, size_t *faults)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tool_rules_file_t file;
    int status = tool_rules_file_read(&file, name, path, TUNEDX_RULES_UNKNOWN,
                                      TUNEDX_TUNED_IDS, &arena);

    if (status == TOOL_SUCCESS) {
        *faults += file.faults;
        if (!is_quiet) {
            note_line_ends(&file, path);
            note_versions(&file.tuned, path);
            note_numbers(&file.tuned, path);
        }
        status = tool_lint_rules(name, &file.tuned.rules, !is_quiet, faults);
    }
    tunedx_arena_free(&arena);
    return status;
}

int tool_lint(int argc, char **argv)
{
    bool is_quiet = false;
    size_t faults = 0;
    int status;

    if (!tool_parse(&command, argc, argv, &is_quiet, &status)) {
        return status;
    }
    if (optind == argc) {
        return tool_refuse(name, "the file", "", "at least one");
    }
    for (int i = optind; i < argc; i++) {
        const int one = lint_file(argv[i], is_quiet, &faults);

        status = status == TOOL_SUCCESS ? one : status;
    }
    const int closed = tool_close(name, NULL, stdout);

    if (status == TOOL_SUCCESS && faults > 0) {
        status = TOOL_ERROR;
    }
    return status == TOOL_SUCCESS ? closed : status;
}
