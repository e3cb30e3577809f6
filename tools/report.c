/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx report: what results of benchmarks say.
 */
#include "tools/report.h"

#include "tools/report_read.h"
#include "tools/tunedx.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx report";

static const char help[] =
    "usage: tunedx report [OPTION]... RESULTS...\n"
    "\n"
    "Says what results of benchmarks say: how much faster or slower a side is\n"
    "than the base, what it loses, how far it is from the limit of the links,\n"
    "and which performance guidelines it breaks.  RESULTS are files of JSON\n"
    "lines, or - for standard input; doc/report.md describes them.\n"
    "\n"
    "      --base=SIDE         what others are held against (default: "
    "default)\n"
    "      --against=SIDE,...  what is held against it (default: tunedx, or "
    "if\n"
    "                          that is not there all sides but tuned:...)\n"
    "  -f, --format=text|csv|json|html\n"
    "                          (default: by the end of -o's name, or text)\n"
    "  -o, --output=FILE       instead of standard output\n"
    "      --resamples=N       of which an interval is made (default: 1000)\n"
    "      --seed=N            of the resamples (default: 1)\n"
    "      --strict            refuse a file with any bad line\n"
    "  -h, --help\n"
    "\n"
    "A speed-up is the time of the base over that of the side: above 1 the "
    "side\n"
    "is faster.  D is a time over the least that the links allow.\n"
    "\n"
    "Examples:\n"
    "  tunedx report results.jsonl\n"
    "  tunedx report results.jsonl -o report.html\n"
    "  tunedx report --against=tunedx,han monday.jsonl tuesday.jsonl\n";

enum { BASE = 'b', AGAINST = 'a', RESAMPLES = 'r', SEED = 's', STRICT = 'S' };
enum { FEWEST_RESAMPLES = 100, MOST_RESAMPLES = 100000, MOST_SEED = 1 << 30 };

static const struct option options[] = {
    {"base", required_argument, NULL, BASE},
    {"against", required_argument, NULL, AGAINST},
    {"format", required_argument, NULL, 'f'},
    {"output", required_argument, NULL, 'o'},
    {"resamples", required_argument, NULL, RESAMPLES},
    {"seed", required_argument, NULL, SEED},
    {"strict", no_argument, NULL, STRICT},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct request {
    const char *base, *against; /* against: NULL if not given */
    const char *format, *output;
    size_t resamples, seed;
    bool strict;
} request_t;

typedef bool write_t(const tool_report_t *report, FILE *out);

static const struct {
    const char *name;
    write_t *write;
} formats[] = {
    {"text", tool_report_print},
    {"csv", tool_report_write_csv},
    {"json", tool_report_write_json},
    {"html", tool_report_write_html},
};

enum { FORMATS = sizeof formats / sizeof formats[0] };

/* ---- options ---- */

static int take_format(request_t *request, const char *value)
{
    tunedx_choices_t choices = {.count = 0};

    for (int i = 0; i < FORMATS; i++) {
        tunedx_choices_add(&choices, formats[i].name);
        if (strcmp(formats[i].name, value) == 0) {
            request->format = value;
            return TOOL_SUCCESS;
        }
    }
    return tool_refuse_word(name, "format", value, &choices);
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    request_t *request = context;

    switch (option) {
    case BASE:
        request->base = value;
        return TOOL_SUCCESS;
    case AGAINST:
        request->against = value;
        return TOOL_SUCCESS;
    case 'f':
        return take_format(request, value);
    case 'o':
        request->output = value;
        return TOOL_SUCCESS;
    case RESAMPLES:
        return tool_take_number(name, argument, value, FEWEST_RESAMPLES,
                                MOST_RESAMPLES, &request->resamples);
    case SEED:
        return tool_take_number(name, argument, value, 0, MOST_SEED,
                                &request->seed);
    default:
        request->strict = true;
        return TOOL_SUCCESS;
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":f:o:h",
    .options = options,
    .most_operands = 1 << 20,
    .take = take,
};

/* The form that was asked for, or that the name of the output ends in. */
static write_t *writer_of(const request_t *request)
{
    const char *point =
        request->output == NULL ? NULL : strrchr(request->output, '.');
    const char *wanted = request->format != NULL ? request->format
                         : point != NULL         ? point + 1
                                                 : "";

    for (int i = 0; i < FORMATS; i++) {
        if (strcmp(formats[i].name, wanted) == 0) {
            return formats[i].write;
        }
    }
    return tool_report_print;
}

/* ---- sides ---- */

/* Sides that are held against the base, and sides whose intervals are shown. */
typedef struct chosen {
    bool *judge, *measure; /* of every side */
} chosen_t;

static int refuse_side(const tunedx_results_t *results, const char *side)
{
    tunedx_choices_t choices = {.count = 0};

    for (size_t i = 0; i < results->sides_count; i++) {
        tunedx_choices_add(&choices, results->sides[i]);
    }
    return tool_refuse_word(name, "side", side, &choices);
}

/* --against: names with commas between them, which methods have none of. */
static int choose_named(const tool_report_t *report, const char *list,
                        bool *judge)
{
    const tunedx_results_t *results = &report->results;
    char word[TOOL_REPORT_TEXT];

    while (*list != '\0') {
        const size_t length = strcspn(list, ",");

        snprintf(word, sizeof word, "%.*s", (int)length, list);
        const size_t side = tunedx_results_side(results, word);

        if (side == TUNEDX_NOT_THERE) {
            return refuse_side(results, word);
        }
        if (side == report->base) {
            return tool_refuse(name, "--against", word,
                               "another side than the base");
        }
        judge[side] = true;
        list += length;
        list += *list == ',';
    }
    return TOOL_SUCCESS;
}

static bool is_forced_tuned(const char *side)
{
    return strncmp(side, "tuned:", strlen("tuned:")) == 0;
}

static int choose(tool_report_t *report, const request_t *request,
                  chosen_t *chosen)
{
    const tunedx_results_t *results = &report->results;
    const size_t ours = tunedx_results_side(results, "tunedx");
    int status = TOOL_SUCCESS;

    report->base = tunedx_results_side(results, request->base);
    if (report->base == TUNEDX_NOT_THERE) {
        return refuse_side(results, request->base);
    }
    if (request->against != NULL) {
        status = choose_named(report, request->against, chosen->judge);
    }
    for (size_t i = 0; i < results->sides_count; i++) {
        const bool is_theirs = is_forced_tuned(results->sides[i]);

        if (request->against == NULL && i != report->base) {
            chosen->judge[i] = ours == TUNEDX_NOT_THERE || ours == report->base
                                   ? !is_theirs
                                   : i == ours;
        }
        chosen->measure[i] =
            chosen->judge[i] || i == report->base || !is_theirs;
    }
    return status;
}

/* ---- the command ---- */

static int read_all(tunedx_results_t *results, const request_t *request,
                    int count, char **paths)
{
    int status = TOOL_SUCCESS;

    for (int i = 0; i < count && status == TOOL_SUCCESS; i++) {
        status = tool_report_read(name, paths[i], request->strict, results);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    if (results->runs_count == 0) {
        return tool_fail(name,
                         "%s: there is no result in it; expected lines as "
                         "{\"collective\": \"bcast\", \"side\": ...} after "
                         "{\"results\": 1, ...}",
                         paths[0]);
    }
    return tunedx_results_sort(results) ? TOOL_SUCCESS
                                        : tool_fail(name, "memory is short");
}

static int write_report(const tool_report_t *report, const request_t *request)
{
    FILE *out;
    const int status = tool_open(name, request->output, &out);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    const bool enough = writer_of(request)(report, out);
    const int closed = tool_close(name, request->output, out);

    return enough ? closed : tool_fail(name, "memory is short");
}

static int run(tool_report_t *report, const request_t *request, int count,
               char **paths)
{
    int status = read_all(&report->results, request, count, paths);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    const size_t sides = report->results.sides_count;
    chosen_t chosen = {
        .judge = calloc(sides + 1, sizeof *chosen.judge),
        .measure = calloc(sides + 1, sizeof *chosen.measure),
    };
    status = chosen.judge == NULL || chosen.measure == NULL
                 ? tool_fail(name, "memory is short")
                 : choose(report, request, &chosen);
    if (status == TOOL_SUCCESS) {
        status = tool_report_make(report, name, chosen.measure, chosen.judge);
    }
    if (status == TOOL_SUCCESS) {
        status = write_report(report, request);
    }
    free(chosen.judge);
    free(chosen.measure);
    return status;
}

int tool_report(int argc, char **argv)
{
    request_t request = {.base = "default", .resamples = 1000, .seed = 1};
    int status;

    if (!tool_parse(&command, argc, argv, &request, &status)) {
        return status;
    }
    if (optind == argc) {
        return tool_refuse(name, "RESULTS", "", "at least one file");
    }
    for (int i = optind; i < argc && request.output != NULL; i++) {
        if (strcmp(argv[i], request.output) == 0) {
            return tool_refuse(name, "--output", request.output,
                               "another file than those that are read");
        }
    }
    tool_report_t report = {
        .resamples = request.resamples,
        .seed = request.seed,
    };
    status = run(&report, &request, argc - optind, argv + optind);
    tool_report_free(&report);
    return status;
}
