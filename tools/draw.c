/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx draw: the schedule of a call, as text or as a picture.
 */
#include "tools/tunedx.h"

#include "tools/decision.h"
#include "tools/picture.h"
#include "tools/price.h"

#include "schedule/print.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx draw";

enum { MOST_MESSAGES = 20000, METHOD_TEXT = 512 };

static const char help[] =
    "usage: tunedx draw [OPTION]... COLLECTIVE [METHOD]\n"
    "\n"
    "Shows the schedule of a call: as text what every rank does, or as a\n"
    "picture (SVG) what happens when in the alpha-beta-gamma model.  METHOD "
    "is\n"
    "an algorithm or its number, with parameters in one argument:\n"
    "\"pipeline segment=1k\".  Without it the rules decide, as they do on what "
    "it\n"
    "leaves out.\n"
    "\n" TOOL_DECISION_HELP TOOL_COUNT_HELP
    "  -w, --window=N     transfers in flight, each way (default: 4)\n"
    "      --rank=RANK    the text of this rank alone\n"
    "  -f, --format=WORD  text or svg (default: svg if FILE ends so, else "
    "text)\n"
    "  -o, --output=FILE  (default: standard output)\n" TOOL_PRICE_HELP
    "  -h, --help\n"
    "\n"
    "Up to 4096 ranks.\n"
    "\n"
    "Exit status: 0; 1 if the rules file has a fault, or the call cannot be\n"
    "drawn; 2 if an argument is refused.\n";

static const struct option options[] = {
    TOOL_DECISION_OPTIONS,
    {"count", required_argument, NULL, 'c'},
    {"window", required_argument, NULL, 'w'},
    {"rank", required_argument, NULL, 'k'},
    {"format", required_argument, NULL, 'f'},
    {"output", required_argument, NULL, 'o'},
    TOOL_PRICE_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef enum format { FORMAT_ANY, FORMAT_TEXT, FORMAT_SVG } format_t;

typedef struct draw {
    tool_decision_t decision;
    tunedx_price_t price;
    bool is_forced;   /* a method is given */
    const char *rank; /* looked at when the number of ranks is known */
    const char *output;
    format_t format;
} draw_t;

static int take_format(draw_t *draw, const char *value)
{
    tunedx_choices_t choices = {.words = {"svg", "text"}, .count = 2};

    if (strcmp(value, "svg") == 0) {
        draw->format = FORMAT_SVG;
    } else if (strcmp(value, "text") == 0) {
        draw->format = FORMAT_TEXT;
    } else {
        return tool_refuse_word(name, "format", value, &choices);
    }
    return TOOL_SUCCESS;
}

static int take(void *context, int option, const char *argument,
                const char *value)
{
    draw_t *draw = context;

    switch (option) {
    case 'k':
        draw->rank = value;
        return TOOL_SUCCESS;
    case 'f':
        return take_format(draw, value);
    case 'o':
        draw->output = value;
        return value[0] != '\0'
                   ? TOOL_SUCCESS
                   : tool_refuse(name, argument, value, "the name of a file");
    default:
        return tool_price_has(option)
                   ? tool_price_take(&draw->price, name, option, argument,
                                     value)
                   : tool_decision_take(&draw->decision, name, option, argument,
                                        value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":" TOOL_DECISION_LETTERS "c:w:f:o:h",
    .options = options,
    .most_operands = 2,
    .take = take,
};

/* What options mean together.  *rank is -1 for all. */
static int complete(draw_t *draw, int *rank)
{
    const char *end = draw->output == NULL ? NULL : strrchr(draw->output, '.');
    const size_t last = (size_t)draw->decision.key.size - 1;
    size_t number;

    if (draw->format == FORMAT_ANY) {
        draw->format =
            end != NULL && strcmp(end, ".svg") == 0 ? FORMAT_SVG : FORMAT_TEXT;
    }
    *rank = -1;
    if (draw->rank == NULL) {
        return TOOL_SUCCESS;
    }
    if (draw->format == FORMAT_SVG) {
        return tool_refuse(name, "--rank", draw->rank,
                           "none: a picture shows all ranks");
    }
    const int status =
        tool_take_number(name, "--rank", draw->rank, 0, last, &number);

    *rank = status == TOOL_SUCCESS ? (int)number : -1;
    return status;
}

/* ---- text ---- */

static void print_head(const tool_job_t *job, FILE *out)
{
    const tunedx_key_t *key = &job->key;
    char text[METHOD_TEXT], why[METHOD_TEXT];

    tunedx_method_print(job->choice.method, text, sizeof text);
    fprintf(out, "%s: %s\n%d ranks, ", tunedx_collective_name(key->collective),
            text, key->size);
    if (tunedx_collective_is_rooted(key->collective)) {
        fprintf(out, "root %d, ", key->root);
    }
    tunedx_choice_explain(&job->choice, why, sizeof why);
    fprintf(out, "%zu bytes, units of %zu; chosen by %s\n", key->bytes,
            key->unit_bytes, why);
}

static int print_rank(tool_job_t *job, int rank, FILE *out)
{
    const int status = tool_job_build(job, name, rank);

    if (status == TOOL_SUCCESS) {
        fprintf(out, "\nrank %d\n", rank);
        tunedx_program_print(job->programs[rank], out);
        tool_job_drop(job, rank);
    }
    return status;
}

/* Closes the output; a failure before that counts more. */
static int finish(const draw_t *draw, FILE *out, int status)
{
    const int closed = tool_close(name, draw->output, out);

    return status == TOOL_SUCCESS ? closed : status;
}

/* Rank by rank: together, programs may be large. */
static int draw_text(tool_job_t *job, const draw_t *draw, int rank)
{
    const int first = rank < 0 ? 0 : rank;
    const int end = rank < 0 ? job->key.size : rank + 1;
    FILE *out;
    int status = tool_job_describe(job, name, false);

    if (status == TOOL_SUCCESS) {
        status = tool_open(name, draw->output, &out);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    print_head(job, out);
    for (int i = first; i < end && status == TOOL_SUCCESS && !ferror(out);
         i++) {
        status = print_rank(job, i, out);
    }
    return finish(draw, out, status);
}

/* ---- the picture ---- */

static size_t sends_of(const tunedx_program_t *program)
{
    size_t sends = 0;

    for (size_t i = 0; i < program->instructions; i++) {
        sends += program->code[i].opcode == TUNEDX_CODE_SEND ||
                 program->code[i].opcode == TUNEDX_CODE_START_SEND;
    }
    return sends;
}

static int build_all(tool_job_t *job)
{
    size_t messages = 0;
    int status = tool_job_describe(job, name, true);

    for (int rank = 0; rank < job->key.size && status == TOOL_SUCCESS; rank++) {
        status = tool_job_build(job, name, rank);
        if (status == TOOL_SUCCESS) {
            messages += sends_of(job->programs[rank]);
        }
        if (messages > MOST_MESSAGES) {
            return tool_fail(name,
                             "a picture of more than %d messages is not drawn; "
                             "take fewer ranks or longer segments",
                             MOST_MESSAGES);
        }
    }
    return status;
}

static int simulate(const tool_job_t *job, const tunedx_price_t *price,
                    tool_timeline_t *timeline)
{
    const tunedx_listener_t listener = {
        .hear = tool_timeline_hear,
        .context = timeline,
    };

    switch (tunedx_simulate(&job->job, price, &listener, &timeline->time)) {
    case TUNEDX_SIMULATED:
        break;
    case TUNEDX_SIMULATION_STUCK:
        return tool_fail(name, "the schedule deadlocks");
    case TUNEDX_SIMULATION_MEMORY:
        timeline->short_of_memory = true;
        break;
    }
    return timeline->short_of_memory ? tool_fail(name, "not enough memory")
                                     : TOOL_SUCCESS;
}

/* The file is opened when there is something to write. */
static int draw_picture(tool_job_t *job, const draw_t *draw)
{
    tool_timeline_t timeline = {.count = 0};
    FILE *out;
    int status = build_all(job);

    if (status == TOOL_SUCCESS) {
        status = simulate(job, &draw->price, &timeline);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_open(name, draw->output, &out);
    }
    if (status == TOOL_SUCCESS) {
        if (!tool_picture_draw(job, &draw->price, &timeline, out)) {
            status = tool_fail(name, "not enough memory");
        }
        status = finish(draw, out, status);
    }
    free(timeline.activities);
    return status;
}

/* ---- all of it ---- */

static int draw_job(tool_job_t *job, const draw_t *draw, int rank)
{
    const tunedx_refusal_t *refusal = &job->choice.refusal;

    if (refusal->method != NULL && draw->is_forced) {
        return tool_fail(name, "%s cannot serve this call: it needs %s",
                         refusal->algorithm->name,
                         refusal->needs == NULL ? "another one"
                                                : refusal->needs);
    }
    return draw->format == FORMAT_SVG ? draw_picture(job, draw)
                                      : draw_text(job, draw, rank);
}

/* The call and its method, as the operands name them. */
static int decide(draw_t *draw, const char *collective, const char *method,
                  tool_job_t *job)
{
    tool_decision_t *decision = &draw->decision;
    int status = tool_decision_begin(decision, name, collective);

    if (status == TOOL_SUCCESS) {
        status = tool_decision_force(decision, name, method);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_decision_make(decision, name, &job->choice);
    }
    job->key = decision->key;
    job->block_units = decision->block_units;
    draw->is_forced = method != NULL;
    return status;
}

int tool_draw(int argc, char **argv)
{
    draw_t draw = {
        .decision = tool_decision_default(),
        .price = tool_price_default(),
    };
    tool_job_t job = {.block_units = 0};
    int rank, status;

    draw.decision.makes_programs = true;
    if (!tool_parse(&command, argc, argv, &draw, &status)) {
        return status;
    }
    status = complete(&draw, &rank);
    if (status == TOOL_SUCCESS) {
        const int given = argc - optind;

        status = decide(&draw, given > 0 ? argv[optind] : NULL,
                        given > 1 ? argv[optind + 1] : NULL, &job);
    }
    if (status == TOOL_SUCCESS) {
        status = draw_job(&job, &draw, rank);
    }
    tool_job_destroy(&job);
    tool_decision_end(&draw.decision);
    return status == TOOL_SUCCESS && draw.decision.has_faults ? TOOL_ERROR
                                                              : status;
}
