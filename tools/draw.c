/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx draw: the schedule of a call, as text or as a picture.
 */
#include "tools/tunedx.h"

#include "tools/picture.h"

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
    "\"pipeline segment=1k\".  Without it the built-in rules decide, as they "
    "do\n"
    "on what it leaves out.\n"
    "\n"
    "  -p, --ranks=N      ranks, up to 4096 (default: 8)\n"
    "  -r, --root=RANK    (default: 0)\n"
    "  -b, --bytes=N      message size: of the vector, or of one block of\n"
    "                     allgather, alltoall, gather and scatter (default: "
    "8k)\n"
    "  -c, --count=N      the same as MPI's count; elements of reductions "
    "have\n"
    "                     8 bytes, others 1\n"
    "  -w, --window=N     transfers in flight, each way (default: 4)\n"
    "      --in-order     the operation does not commute\n"
    "      --rank=RANK    the text of this rank alone\n"
    "  -f, --format=WORD  text or svg (default: svg if FILE ends so, else "
    "text)\n"
    "  -o, --output=FILE  (default: standard output)\n"
    "      --alpha=NS     time of a message (default: 1000)\n"
    "      --beta=NS      time of each byte sent (default: 0.1)\n"
    "      --gamma=NS     time of each byte reduced (default: 0.05)\n"
    "  -h, --help\n";

static const struct option options[] = {
    {"ranks", required_argument, NULL, 'p'},
    {"root", required_argument, NULL, 'r'},
    {"bytes", required_argument, NULL, 'b'},
    {"count", required_argument, NULL, 'c'},
    {"window", required_argument, NULL, 'w'},
    {"in-order", no_argument, NULL, 'O'},
    {"rank", required_argument, NULL, 'R'},
    {"format", required_argument, NULL, 'f'},
    {"output", required_argument, NULL, 'o'},
    {"alpha", required_argument, NULL, 'A'},
    {"beta", required_argument, NULL, 'B'},
    {"gamma", required_argument, NULL, 'G'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef enum format { FORMAT_ANY, FORMAT_TEXT, FORMAT_SVG } format_t;

typedef struct draw {
    tool_call_t call;
    const char *root; /* looked at when the number of ranks is known */
    const char *rank;
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
    case 'r':
        draw->root = value;
        return TOOL_SUCCESS;
    case 'R':
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
        return tool_call_take(&draw->call, name, option, argument, value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":p:r:b:c:w:f:o:h",
    .options = options,
    .most_operands = 2,
    .take = take,
};

/* A rank of the call; absent: untouched. */
static int take_rank(const draw_t *draw, const char *argument,
                     const char *value, int *rank)
{
    size_t number;

    if (value != NULL) {
        const int status = tool_take_number(
            name, argument, value, 0, (size_t)draw->call.size - 1, &number);

        if (status != TOOL_SUCCESS) {
            return status;
        }
        *rank = (int)number;
    }
    return TOOL_SUCCESS;
}

/* What options mean together.  *rank is -1 for all. */
static int complete(draw_t *draw, int *rank)
{
    const bool rooted = tunedx_collective_is_rooted(draw->call.collective);
    const char *end = draw->output == NULL ? NULL : strrchr(draw->output, '.');
    int status;

    if (draw->root != NULL && !rooted) {
        return tool_refuse(name, "--root", draw->root,
                           "none: this collective has no root");
    }
    status = take_rank(draw, "--root", draw->root, &draw->call.root);
    if (status == TOOL_SUCCESS) {
        status = take_rank(draw, "--rank", draw->rank, rank);
    }
    if (draw->format == FORMAT_ANY) {
        draw->format =
            end != NULL && strcmp(end, ".svg") == 0 ? FORMAT_SVG : FORMAT_TEXT;
    }
    if (status == TOOL_SUCCESS && draw->format == FORMAT_SVG && *rank >= 0) {
        return tool_refuse(name, "--rank", draw->rank,
                           "none: a picture shows all ranks");
    }
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
        status = simulate(job, &draw->call.price, &timeline);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_open(name, draw->output, &out);
    }
    if (status == TOOL_SUCCESS) {
        if (!tool_picture_draw(job, &draw->call, &timeline, out)) {
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

    if (refusal->method != NULL) {
        return tool_fail(name, "%s cannot serve this call: it needs %s",
                         refusal->algorithm->name,
                         refusal->needs == NULL ? "another one"
                                                : refusal->needs);
    }
    return draw->format == FORMAT_SVG ? draw_picture(job, draw)
                                      : draw_text(job, draw, rank);
}

int tool_draw(int argc, char **argv)
{
    draw_t draw = {.call = tool_call_default()};
    tool_job_t job;
    int rank = -1, status;

    if (!tool_parse(&command, argc, argv, &draw, &status)) {
        return status;
    }
    if (optind == argc) {
        fprintf(stderr,
                "%s: a collective is missing; expected one such as bcast (see "
                "%s --help)\n",
                name, name);
        return TOOL_USAGE;
    }
    status = tool_take_collective(name, argv[optind], &draw.call.collective);
    if (status == TOOL_SUCCESS) {
        status = complete(&draw, &rank);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    status = tool_job_decide(&job, name, &draw.call,
                             optind + 1 < argc ? argv[optind + 1] : NULL);
    if (status == TOOL_SUCCESS) {
        status = draw_job(&job, &draw, rank);
    }
    tool_job_destroy(&job);
    return status;
}
