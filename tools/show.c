/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx show: what rules decide, as a map of letters, or as the text of the
 * built-in rules.
 */
#include "tools/tunedx.h"

#include "tools/decision.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx show";

static const char help[] =
    "usage: tunedx show [OPTION]... COLLECTIVE\n"
    "       tunedx show --defaults\n"
    "\n"
    "Shows what the rules decide, as a map: ranks down, bytes across, a "
    "letter\n"
    "for each method.\n"
    "\n"
    "      --defaults     print the built-in rules, which are a rules file\n"
    "  -r, --rules=FILE   a rules file; it comes before the built-in rules\n"
    "  -n, --ppn=N        ranks on each node (default: all on one)\n"
    "      --ranks=LIST   numbers of ranks: 2,4,8 or 2..16\n"
    "      --bytes=LIST   message sizes: 8,1k or 1..16M:25\n"
    "      --root, --op, --type-size, --in-order   as of tunedx explain\n"
    "  -h, --help\n"
    "\n"
    "Examples:\n"
    "  tunedx show allreduce\n"
    "  tunedx show -r site.rules --ppn=32 --ranks=32,64,96,128 bcast\n"
    "  tunedx show --defaults > my.rules\n"
    "\n"
    "Exit status: 0; 1 if the rules file has a fault; 2 if an argument is\n"
    "refused.\n";

static const struct option options[] = {
    {"defaults", no_argument, NULL, 'd'},
    TOOL_DECISION_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

#define DEFAULT_RANKS \
    "2,3,4,6,8,12,16,24,32,48,64,96,128,192,256,384,512,768,1024"

enum { MOST_POINTS = 128, MOST_METHODS = 52, NUMBER_TEXT = 32 };

/* Numbers, to be freed. */
typedef struct points {
    size_t *points;
    size_t count;
} points_t;

typedef struct show {
    bool defaults;
    points_t ranks, bytes;
    tool_decision_t decision;
    int ppn; /* 0: all on one node */
    char methods[MOST_METHODS][TUNEDX_METHOD_TEXT];
    int methods_count;
} show_t;

/* ---- arguments ---- */

static int take_points(points_t *points, const char *argument,
                       const char *value, size_t least, size_t most)
{
    const int status = tool_take_list(name, argument, value, least, most,
                                      &points->points, &points->count);

    return status == TOOL_SUCCESS && points->count > MOST_POINTS
               ? tool_refuse(name, argument, value, "no more than 128 numbers")
               : status;
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    show_t *show = context;
    size_t number = 0;
    int status;

    switch (option) {
    case 'd':
        show->defaults = true;
        return TOOL_SUCCESS;
    case 'p':
        return take_points(&show->ranks, argument, value, 1, 1 << 24);
    case 'b':
        return take_points(&show->bytes, argument, value, 0, (size_t)1 << 50);
    case 'n':
        status = tool_take_number(name, argument, value, 1, 1 << 24, &number);
        show->ppn = (int)number;
        return status;
    case 'N':
        return tool_refuse(name, argument, value,
                           "--ppn instead: the nodes follow from the ranks");
    default:
        return tool_decision_take(&show->decision, name, option, argument,
                                  value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":" TOOL_DECISION_LETTERS "h",
    .options = options,
    .most_operands = 1,
    .take = take,
};

/* Where the user names no points: powers of two and, of ranks, what is halfway
 * between them. */
static int set_points(show_t *show)
{
    int status = TOOL_SUCCESS;

    if (show->ranks.count == 0) {
        status = take_points(&show->ranks, "--ranks", DEFAULT_RANKS, 1, 1024);
    }
    if (status == TOOL_SUCCESS && show->bytes.count == 0) {
        status = take_points(&show->bytes, "--bytes", "1..16M:25", 1, 1 << 24);
    }
    return status;
}

/* ---- the map ---- */

/* The letter of a method; '?' when there are more methods than letters. */
static char letter_of(show_t *show, const tunedx_method_t *method)
{
    char text[TUNEDX_METHOD_TEXT];
    int i = 0;

    tunedx_method_print(method, text, sizeof text);
    while (i < show->methods_count && strcmp(show->methods[i], text) != 0) {
        i++;
    }
    if (i == MOST_METHODS) {
        return '?';
    }
    if (i == show->methods_count) {
        memcpy(show->methods[show->methods_count++], text, sizeof text);
    }
    return (char)(i < 26 ? 'a' + i : 'A' + i - 26);
}

static void print_heading(const show_t *show)
{
    char texts[MOST_POINTS][NUMBER_TEXT];
    size_t longest = 0;

    for (size_t i = 0; i < show->bytes.count; i++) {
        tunedx_writer_t writer = tunedx_writer(texts[i], sizeof texts[i]);

        tunedx_write_number(&writer, show->bytes.points[i]);
        longest = writer.length > longest ? writer.length : longest;
    }
    for (size_t row = 0; row < longest; row++) { /* read from top to bottom */
        printf("%8s ", row + 1 == longest ? "ranks" : "");
        for (size_t i = 0; i < show->bytes.count; i++) {
            const size_t gap = longest - strlen(texts[i]);

            printf(" %c", row < gap ? ' ' : texts[i][row - gap]);
        }
        printf("\n");
    }
}

static int print_row(show_t *show, int size)
{
    tool_decision_t *decision = &show->decision;
    const int ppn = show->ppn == 0 || show->ppn > size ? size : show->ppn;
    int status = TOOL_SUCCESS;

    tunedx_decider_free(&decision->decider);
    decision->key.size = size;
    decision->key.ppn = ppn;
    decision->key.nodes = (size + ppn - 1) / ppn;
    tunedx_decider_init(&decision->decider, &decision->policy, size,
                        decision->key.nodes, ppn);
    printf("%8d ", size);
    for (size_t i = 0; i < show->bytes.count && status == TOOL_SUCCESS; i++) {
        tunedx_choice_t choice;

        tool_decision_resize(decision, show->bytes.points[i]);
        status = tool_decision_make(decision, name, &choice);
        if (status == TOOL_SUCCESS) {
            printf(" %c", letter_of(show, choice.method));
        }
    }
    printf("\n");
    return status;
}

static int print_map(show_t *show)
{
    int status = TOOL_SUCCESS;

    print_heading(show);
    for (size_t i = 0; i < show->ranks.count && status == TOOL_SUCCESS; i++) {
        const size_t size = show->ranks.points[i];

        if (size > (size_t)show->decision.key.root) {
            status = print_row(show, (int)size);
        }
    }
    printf("\n");
    for (int i = 0; i < show->methods_count; i++) {
        printf("  %c  %s\n", i < 26 ? 'a' + i : 'A' + i - 26, show->methods[i]);
    }
    return status;
}

int tool_show(int argc, char **argv)
{
    static show_t show;
    int status;

    show = (show_t){.decision = tool_decision_default()};
    show.decision.key.size = 1 << 24; /* any root is one of it */
    if (!tool_parse(&command, argc, argv, &show, &status)) {
        return status;
    }
    if (show.defaults) {
        fputs(tunedx_default_rules, stdout);
        return tool_close(name, NULL, stdout);
    }
    status = set_points(&show);
    if (status == TOOL_SUCCESS) {
        status = tool_decision_begin(&show.decision, name, argv[optind]);
    }
    if (status == TOOL_SUCCESS) {
        status = print_map(&show);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_close(name, NULL, stdout);
    }
    tool_decision_end(&show.decision);
    free(show.ranks.points);
    free(show.bytes.points);
    return status == TOOL_SUCCESS && show.decision.has_faults ? TOOL_ERROR
                                                              : status;
}
