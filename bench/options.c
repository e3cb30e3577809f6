/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See options.h.
 */
#include "bench/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: mpirun -n RANKS collectives [OPTION]...\n"
    "\n"
    "Times the collectives of tunedx and of what Open MPI uses without it, in\n"
    "one process, in alternating blocks of calls.\n"
    "\n"
    "  --collectives=LIST  such as scan,gather (default: allgather, "
    "allreduce,\n"
    "                      alltoall, barrier, bcast, reduce)\n"
    "  --sizes=LIST        bytes, multiples of 8, such as 8,1k,1M\n"
    "  --min=BYTES         or all powers of two from here (default: 8)\n"
    "  --max=BYTES         to here (default: 4k)\n"
    "  --roots=LIST        of fixed (root 0), rotating (default: both)\n"
    "  --form=FORM         blocking (default), nonblocking or persistent; the\n"
    "                      start and the wait for it are one call\n"
    "  --against=SIDE      other (default), or blocking: tunedx's own "
    "blocking\n"
    "                      call on the same communicator\n"
    "  --pairs=N           pairs of blocks in a round (default: 25)\n"
    "  --rounds=N          rounds over all cells (default: 5)\n"
    "  --block=N           microseconds that a block should take (default:\n"
    "                      500)\n"
    "  --barrier           a barrier before each call, part of its time\n"
    "  --control           both sides without tunedx: what the noise is\n"
    "  --csv=FILE          write the numbers also to FILE\n"
    "  --help\n"
    "\n"
    "Exit status: 0; 1 if a result was wrong or a side is served by something\n"
    "else than it should be; 2 if an option is refused.\n";

typedef struct parser {
    bench_options_t *options;
    char *complaint;
    size_t least, most; /* the range of powers of two */
    bool has_sizes, has_range;
} parser_t;

static bool refuse(parser_t *parser, const char *name, const char *value,
                   const char *expected)
{
    snprintf(parser->complaint, BENCH_COMPLAINT_LENGTH,
             "collectives: --%s=%.200s: expected %s", name, value, expected);
    return false;
}

/* ---- values ---- */

static const size_t largest_size = (size_t)1 << 30;

/* A number of bytes with an optional k, M or G. */
static bool parse_size(const char *text, size_t *size)
{
    static const char suffixes[] = "kMG";
    char *end;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    const char *suffix = *end == '\0' ? NULL : strchr(suffixes, *end);
    const int shift = suffix == NULL ? 0 : 10 * (int)(suffix - suffixes + 1);

    if (errno != 0 || number > largest_size >> shift ||
        end[suffix == NULL ? 0 : 1] != '\0') {
        return false;
    }
    *size = (size_t)number << shift;
    return *size > 0 && *size % BENCH_UNIT == 0;
}

static bool parse_number(const char *text, int most, int *number)
{
    char *end;

    if (*text < '0' || *text > '9') {
        return false;
    }
    errno = 0;
    const long value = strtol(text, &end, 10);
    if (errno != 0 || *end != '\0' || value < 1 || value > most) {
        return false;
    }
    *number = (int)value;
    return true;
}

/* Gives each word between commas to `take`; false when that refuses one. */
static bool parse_list(parser_t *parser, char *text,
                       bool (*take)(parser_t *parser, const char *word))
{
    char *next;

    for (char *word = text; word != NULL; word = next) {
        next = strchr(word, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (!take(parser, word)) {
            return false;
        }
    }
    return true;
}

static bool take_collective(parser_t *parser, const char *word)
{
    bench_collective_t collective;

    if (!bench_collective_find(word, strlen(word), &collective)) {
        return refuse(parser, "collectives", word,
                      "collectives such as allgather,bcast");
    }
    parser->options->collectives[collective] = true;
    return true;
}

static bool take_size(parser_t *parser, const char *word)
{
    bench_options_t *options = parser->options;

    if (options->sizes_count == BENCH_MAX_SIZES) {
        return refuse(parser, "sizes", word, "no more than 64 sizes");
    }
    return parse_size(word, &options->sizes[options->sizes_count++]) ||
           refuse(parser, "sizes", word, "multiples of 8 bytes up to 1G");
}

static bool take_root(parser_t *parser, const char *word)
{
    if (strcmp(word, "fixed") == 0) {
        parser->options->root_fixed = true;
    } else if (strcmp(word, "rotating") == 0) {
        parser->options->root_rotating = true;
    } else {
        return refuse(parser, "roots", word, "fixed or rotating");
    }
    return true;
}

static bool take_form(parser_t *parser, const char *word)
{
    for (int i = 0; i < BENCH_FORMS; i++) {
        if (strcmp(word, bench_form_name((bench_form_t)i)) == 0) {
            parser->options->form = (bench_form_t)i;
            return true;
        }
    }
    return refuse(parser, "form", word, "blocking, nonblocking or persistent");
}

static bool take_against(parser_t *parser, const char *word)
{
    const bool blocking = strcmp(word, "blocking") == 0;

    parser->options->against_blocking = blocking;
    return blocking || strcmp(word, "other") == 0 ||
           refuse(parser, "against", word, "other or blocking");
}

static bool take_end(parser_t *parser, const char *name, const char *text,
                     size_t *end)
{
    parser->has_range = true;
    return (parse_size(text, end) && (*end & (*end - 1)) == 0) ||
           refuse(parser, name, text, "a power of two from 8 to 1G");
}

static bool take_number(parser_t *parser, const char *name, const char *text,
                        int most, int *number)
{
    char expected[64];

    snprintf(expected, sizeof expected, "a number from 1 to %d", most);
    return parse_number(text, most, number) ||
           refuse(parser, name, text, expected);
}

/* ---- options ---- */

static const struct option known[] = {
    {"collectives", required_argument, NULL, 'c'},
    {"sizes", required_argument, NULL, 's'},
    {"min", required_argument, NULL, 'm'},
    {"max", required_argument, NULL, 'M'},
    {"roots", required_argument, NULL, 'r'},
    {"form", required_argument, NULL, 'f'},
    {"against", required_argument, NULL, 'a'},
    {"pairs", required_argument, NULL, 'p'},
    {"rounds", required_argument, NULL, 'n'},
    {"block", required_argument, NULL, 'b'},
    {"barrier", no_argument, NULL, 'B'},
    {"control", no_argument, NULL, 'C'},
    {"csv", required_argument, NULL, 'o'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static bool take_option(parser_t *parser, int option, char *value)
{
    bench_options_t *options = parser->options;

    switch (option) {
    case 'c':
        return parse_list(parser, value, take_collective);
    case 's':
        parser->has_sizes = true;
        return parse_list(parser, value, take_size);
    case 'm':
        return take_end(parser, "min", value, &parser->least);
    case 'M':
        return take_end(parser, "max", value, &parser->most);
    case 'r':
        return parse_list(parser, value, take_root);
    case 'f':
        return take_form(parser, value);
    case 'a':
        return take_against(parser, value);
    case 'p':
        return take_number(parser, "pairs", value, 100000, &options->pairs);
    case 'n':
        return take_number(parser, "rounds", value, 1000, &options->rounds);
    case 'b':
        return take_number(parser, "block", value, 10000000,
                           &options->microseconds);
    case 'B':
        options->barrier = true;
        return true;
    case 'C':
        options->control = true;
        return true;
    default:
        options->csv = value;
        return *value != '\0' || refuse(parser, "csv", value, "a file name");
    }
}

/* Whether the two sides differ. */
static bool compares(const parser_t *parser)
{
    const bench_options_t *options = parser->options;

    if (options->against_blocking &&
        (options->control || options->form == BENCH_BLOCKING)) {
        snprintf(parser->complaint, BENCH_COMPLAINT_LENGTH,
                 "collectives: --against=blocking needs another --form, and "
                 "no --control");
        return false;
    }
    return true;
}

/* What was left open: the usual collectives, all roots, powers of two. */
static bool complete(parser_t *parser)
{
    static const bench_collective_t usual[] = {BENCH_ALLGATHER, BENCH_ALLREDUCE,
                                               BENCH_ALLTOALL,  BENCH_BARRIER,
                                               BENCH_BCAST,     BENCH_REDUCE};
    bench_options_t *options = parser->options;
    bool some = false;

    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        some = some || options->collectives[i];
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !some; i++) {
        options->collectives[usual[i]] = true;
    }
    if (!options->root_fixed && !options->root_rotating) {
        options->root_fixed = options->root_rotating = true;
    }
    if (parser->has_sizes && parser->has_range) {
        snprintf(parser->complaint, BENCH_COMPLAINT_LENGTH,
                 "collectives: --sizes or --min and --max, not both");
        return false;
    }
    if (parser->least > parser->most) {
        snprintf(parser->complaint, BENCH_COMPLAINT_LENGTH,
                 "collectives: --min=%zu is larger than --max=%zu",
                 parser->least, parser->most);
        return false;
    }
    for (size_t size = parser->least;
         !parser->has_sizes && size <= parser->most; size *= 2) {
        options->sizes[options->sizes_count++] = size;
    }
    return true;
}

bench_parsed_t bench_options_parse(int count, char **arguments,
                                   bench_options_t *options,
                                   char complaint[BENCH_COMPLAINT_LENGTH])
{
    parser_t parser = {
        .options = options,
        .complaint = complaint,
        .least = 8,
        .most = 4096,
    };
    int option;

    *options = (bench_options_t){.pairs = 25, .rounds = 5, .microseconds = 500};
    opterr = 0;
    while ((option = getopt_long(count, arguments, ":", known, NULL)) != -1) {
        if (option == 'h') {
            snprintf(complaint, BENCH_COMPLAINT_LENGTH, "%s", help);
            return BENCH_HELP;
        }
        if (option == '?' || option == ':') {
            snprintf(complaint, BENCH_COMPLAINT_LENGTH,
                     "collectives: %.200s: %s (--help lists the options)",
                     arguments[optind - 1],
                     option == ':' ? "a value is missing"
                                   : "no such option, or a value too many");
            return BENCH_REFUSED;
        }
        if (!take_option(&parser, option, optarg)) {
            return BENCH_REFUSED;
        }
    }
    if (optind < count) {
        snprintf(complaint, BENCH_COMPLAINT_LENGTH,
                 "collectives: %.200s: no option (--help lists them)",
                 arguments[optind]);
        return BENCH_REFUSED;
    }
    return compares(&parser) && complete(&parser) ? BENCH_PARSED
                                                  : BENCH_REFUSED;
}
