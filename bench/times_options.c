/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command line of the program times.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/times.h"

enum { MOST_CALLS = 100000 };

static const size_t most_bytes = (size_t)1 << 28;

bool times_take_bytes(const char *text, size_t *bytes, const char **end)
{
    char *after;

    errno = 0;
    const unsigned long number = strtoul(text, &after, 10);
    const int shift = *after == 'k' ? 10 : *after == 'M' ? 20 : 0;

    *end = after + (shift > 0);
    if (*text < '0' || *text > '9' || errno != 0 ||
        number > most_bytes >> shift) {
        return false;
    }
    *bytes = (size_t)number << shift;
    return true;
}

static bool take_number(const char *text, unsigned long least,
                        unsigned long most, unsigned long *number)
{
    char *end;

    errno = 0;
    *number = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 &&
           *number >= least && *number <= most;
}

/* A decimal fraction of 1 or more. */
static bool take_factor(const char *text, double *factor)
{
    char *end;

    errno = 0;
    *factor = strtod(text, &end);
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 &&
           *factor >= 1 && *factor <= 1e6;
}

static const struct option known[] = {
    {"sides", required_argument, NULL, 's'},
    {"calls", required_argument, NULL, 'c'},
    {"warm", required_argument, NULL, 'w'},
    {"leave-out", required_argument, NULL, 'l'},
    {"seed", required_argument, NULL, 'S'},
    {"start", required_argument, NULL, 't'},
    {"roots", required_argument, NULL, 'r'},
    {"network", required_argument, NULL, 'n'},
    {"grid", required_argument, NULL, 'g'},
    {"output", required_argument, NULL, 'o'},
    {"spoil", no_argument, NULL, 'x'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

/* The number of the word among `words`, which NULL ends; -1 if it is none. */
static int take_word(const char *word, const char *const *words)
{
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(word, words[i]) == 0) {
            return i;
        }
    }
    return -1;
}

/* NULL, or what the option expects. */
static const char *take_option(times_options_t *options, int option,
                               char *value)
{
    static const char *const starts[] = {"window", "barrier", NULL};
    static const char *const roots[] = {"0", "all", "rotating", NULL};
    unsigned long number = 0;
    int word;

    switch (option) {
    case 's':
        options->sides = value;
        return *value != '\0' ? NULL : "sides by commas";
    case 'c':
        if (!take_number(value, 1, MOST_CALLS, &number)) {
            return "a number from 1 to 100000";
        }
        options->calls = (int)number;
        return NULL;
    case 'w':
        if (!take_number(value, 0, MOST_CALLS, &number)) {
            return "a number from 0 to 100000";
        }
        options->warm = (int)number;
        return NULL;
    case 'l':
        return take_factor(value, &options->leave_out)
                   ? NULL
                   : "a factor from 1 to 1000000, as 1.5";
    case 'S':
        return take_number(value, 0, 1000000000, &options->seed)
                   ? NULL
                   : "a number from 0 to 1000000000";
    case 't':
        word = take_word(value, starts);
        options->barrier = word == 1;
        return word >= 0 ? NULL : "window or barrier";
    case 'r':
        word = take_word(value, roots);
        options->roots = (unsigned)(word < 0 ? 0 : word);
        return word >= 0 ? NULL : "0, all or rotating";
    case 'n':
        options->network = value;
        return NULL;
    case 'g':
        options->grid = value;
        return NULL;
    case 'o':
        options->output = value;
        return *value != '\0' ? NULL : "a file name";
    default:
        options->spoil = true;
        return NULL;
    }
}

static const char *name_of(int option)
{
    int i = 0;

    while (known[i].val != option) {
        i++;
    }
    return known[i].name;
}

#ifdef OPEN_MPI
#define SIDES "tunedx,default"
#else
#define SIDES "mpich"
#endif

times_parsed_t times_options_parse(int count, char **arguments,
                                   times_options_t *options,
                                   char complaint[TIMES_COMPLAINT])
{
    static char sides[] = SIDES;
    int option;

    *options = (times_options_t){.calls = 30,
                                 .warm = 3,
                                 .seed = 1,
                                 .network = "",
                                 .grid = "",
                                 .sides = sides};
    opterr = 0;
    while ((option = getopt_long(count, arguments, ":", known, NULL)) != -1) {
        if (option == 'h') {
            return TIMES_HELP;
        }
        if (option == '?' || option == ':') {
            snprintf(complaint, TIMES_COMPLAINT, "%.100s: %s",
                     arguments[optind - 1],
                     option == ':' ? "a value is missing"
                                   : "no such option, or a value too many");
            return TIMES_REFUSED;
        }
        const char *expected = take_option(options, option, optarg);

        if (expected != NULL) {
            snprintf(complaint, TIMES_COMPLAINT, "--%s=%.100s: expected %s",
                     name_of(option), optarg, expected);
            return TIMES_REFUSED;
        }
    }
    if (options->leave_out > 0 && options->warm == 0) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "--leave-out: expected --warm=1 or more, by which it judges");
        return TIMES_REFUSED;
    }
    options->cells = arguments + optind;
    options->cells_count = count - optind;
    if (options->cells_count == 0) {
        snprintf(complaint, TIMES_COMPLAINT,
                 "expected what to time, as bcast:8,64k");
        return TIMES_REFUSED;
    }
    return TIMES_PARSED;
}
