/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx diff: which calls two rules files decide differently.
 */
#include "tools/tunedx.h"

#include "tools/cell_text.h"
#include "tools/command.h"
#include "tools/rules_file.h"

#include <string.h>

static const char name[] = "tunedx diff";

static const char help[] =
    "usage: tunedx diff FILE FILE\n"
    "\n"
    "Prints the calls that two rules files decide differently, as a table of\n"
    "ranges: the ends of the ranges of both files are looked at, so nothing "
    "is\n"
    "missed.  \"default\": the file leaves the call to what comes next.  The\n"
    "files may be of any format; - is standard input.\n"
    "\n"
    "  -h, --help\n"
    "\n"
    "Example:\n"
    "  tunedx diff old.rules dynamic.conf\n"
    "\n"
    "Exit status: 0 if they decide alike; 1 if not, or if a file cannot be "
    "read\n"
    "or has a fault; 2 if an argument is refused.\n";

static const struct option options[] = {
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static int take(void *context, int option, const char *argument,
                const char *value)
{
    (void)context, (void)option, (void)argument, (void)value;
    return TOOL_SUCCESS;
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":h",
    .options = options,
    .most_operands = 2,
    .take = take,
};

/* A line that is not printed yet, since the next cell may lengthen it. */
typedef struct line {
    tool_cell_t cell;
    bool is_there;
} line_t;

typedef struct diff {
    size_t lines;
    line_t line;
} diff_t;

static void print_line(diff_t *diff)
{
    const tool_cell_t *cell = &diff->line.cell;
    char ranks[TOOL_CELL_TEXT], bytes[TOOL_CELL_TEXT], others[TOOL_CELL_TEXT];
    char left[TOOL_METHOD_TEXT], right[TOOL_METHOD_TEXT];

    if (!diff->line.is_there) {
        return;
    }
    if (diff->lines++ == 0) {
        printf("%-20s %-16s %-20s %-16s %-32s %s\n", "collective", "ranks",
               "bytes", "calls", "first file", "second file");
    }
    tool_print_ranks(cell, ranks, sizeof ranks);
    tool_print_range(cell->bytes, bytes, sizeof bytes);
    tool_print_others(cell, others, sizeof others);
    tool_print_choice(cell->rows[0], left, sizeof left);
    tool_print_choice(cell->rows[1], right, sizeof right);
    printf("%-20s %-16s %-20s %-16s %-32s %s\n",
           tunedx_collective_name(cell->key.collective), ranks, bytes, others,
           left, right);
    diff->line.is_there = false;
}

/* Whether the cell goes on where the line ends, and says the same. */
static bool goes_on(const line_t *line, const tool_cell_t *cell)
{
    const tool_cell_t *before = &line->cell;

    return line->is_there && before->bytes.last + 1 == cell->bytes.first &&
           before->key.collective == cell->key.collective &&
           before->key.size == cell->key.size &&
           before->key.nodes == cell->key.nodes &&
           before->key.ppn == cell->key.ppn &&
           before->key.unit_bytes == cell->key.unit_bytes &&
           before->other == cell->other &&
           tool_same_choice(before->rows[0], cell->rows[0]) &&
           tool_same_choice(before->rows[1], cell->rows[1]);
}

static void compare(void *context, const tool_cell_t *cell)
{
    diff_t *diff = context;

    if (tool_same_choice(cell->rows[0], cell->rows[1])) {
        print_line(diff);
        return;
    }
    if (goes_on(&diff->line, cell)) {
        diff->line.cell.bytes.last = cell->bytes.last;
        return;
    }
    print_line(diff);
    diff->line = (line_t){.cell = *cell, .is_there = true};
}

/* What was compared by example is told, whatever came of it. */
static void tell_bound(const tunedx_rules_t *const *sets,
                       tunedx_collective_t collective)
{
    if (!tool_grid_is_exact(sets[0], collective) ||
        !tool_grid_is_exact(sets[1], collective)) {
        fprintf(stderr,
                "%s: note: sizes of %s depend on ranks (size=total): a few "
                "numbers of ranks were compared, not all\n",
                name, tunedx_collective_name(collective));
    }
}

static int compare_files(const tool_rules_file_t *files)
{
    const tunedx_rules_t *const sets[] = {&files[0].tuned.rules,
                                          &files[1].tuned.rules};
    diff_t diff = {.lines = 0};

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        bool too_many;

        if (!tool_grid_visit(sets, 2, (tunedx_collective_t)i, false, compare,
                             &diff, &too_many)) {
            return tool_fail(
                name, "%s: %s", tunedx_collective_name((tunedx_collective_t)i),
                too_many ? "too many ranges to compare" : "not enough memory");
        }
        print_line(&diff);
        tell_bound(sets, (tunedx_collective_t)i);
    }
    const int status = tool_close(name, NULL, stdout);

    return diff.lines > 0 || files[0].faults + files[1].faults > 0 ? TOOL_ERROR
                                                                   : status;
}

int tool_diff(int argc, char **argv)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tool_rules_file_t files[2];
    int status;

    if (!tool_parse(&command, argc, argv, NULL, &status)) {
        return status;
    }
    if (argc - optind < 2) {
        return tool_refuse(name, "the second file", "", "two to compare");
    }
    for (int i = 0; i < 2 && status == TOOL_SUCCESS; i++) {
        status = tool_rules_file_read(&files[i], name, argv[optind + i],
                                      TUNEDX_RULES_UNKNOWN, TUNEDX_TUNED_IDS,
                                      &arena);
    }
    if (status == TOOL_SUCCESS) {
        status = compare_files(files);
    }
    tunedx_arena_free(&arena);
    return status;
}
