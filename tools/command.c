/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See command.h.
 */
#include "tools/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

enum { LINE_TEXT = 1024, ARGUMENT_TEXT = 64 };

/* ---- complaints ---- */

static tunedx_word_t word_of(const char *text)
{
    return (tunedx_word_t){.text = text, .length = strlen(text)};
}

static int usage_error(const char *name, const char *line)
{
    fprintf(stderr, "%s: %s (see %s --help)\n", name, line, name);
    return TOOL_USAGE;
}

int tool_refuse(const char *name, const char *argument, const char *value,
                const char *expected)
{
    char line[LINE_TEXT];
    tunedx_writer_t writer = tunedx_writer(line, sizeof line);

    tunedx_write(&writer, "%s is ", argument);
    tunedx_write_quoted(&writer, word_of(value));
    tunedx_write(&writer, "; expected %s", expected);
    return usage_error(name, line);
}

int tool_refuse_word(const char *name, const char *what, const char *word,
                     const tunedx_choices_t *choices)
{
    char line[LINE_TEXT];
    tunedx_writer_t writer = tunedx_writer(line, sizeof line);

    tunedx_write(&writer, "no %s ", what);
    tunedx_write_quoted(&writer, word_of(word));
    tunedx_write_choices(&writer, word_of(word), choices);
    return usage_error(name, line);
}

int tool_refuse_method(const char *name, const char *text,
                       const tunedx_complaint_t *complaint)
{
    char quoted[LINE_TEXT];
    tunedx_writer_t writer = tunedx_writer(quoted, sizeof quoted);

    tunedx_write_quoted(&writer, word_of(text));
    fprintf(stderr, "%s: method %s, at character %zu: %s\n", name, quoted,
            complaint->column, complaint->text);
    return TOOL_USAGE;
}

int tool_fail(const char *name, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s: ", name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return TOOL_ERROR;
}

/* ---- options ---- */

/* "--root", or "-p" where the long name was not used. */
static void name_option(const tool_command_t *command, int letter, int index,
                        char *argument, size_t size)
{
    if (index >= 0) {
        snprintf(argument, size, "--%s", command->options[index].name);
    } else {
        snprintf(argument, size, "-%c", letter);
    }
}

/* Whether `argument` is this long option, with a value that it does not take;
 * `word` is the argument up to that. */
static bool has_value_too_many(const struct option *option, const char *word,
                               const char *argument)
{
    return option->has_arg == no_argument && option->val == optopt &&
           strlen(word) < strlen(argument) && strncmp(word, "--", 2) == 0 &&
           strcmp(word + 2, option->name) == 0;
}

/* getopt_long leaves the letter of a short option in optopt, and 0 or the
 * letter of a long one. */
static int refuse_option(const tool_command_t *command, const char *argument)
{
    tunedx_choices_t choices = {.count = 0};
    const char letter[] = {(char)optopt, '\0'};
    char word[ARGUMENT_TEXT];

    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "="), argument);
    for (const struct option *o = command->options; o->name != NULL; o++) {
        tunedx_choices_add(&choices, o->name);
        if (has_value_too_many(o, word, argument)) {
            return tool_refuse(command->name, word, strchr(argument, '=') + 1,
                               "no value");
        }
    }
    return tool_refuse_word(command->name, "option",
                            optopt != 0 ? letter : word + strspn(word, "-"),
                            &choices);
}

bool tool_parse(const tool_command_t *command, int argc, char **argv,
                void *context, int *status)
{
    char argument[ARGUMENT_TEXT];
    int option, index = -1;

    opterr = 0;
    *status = TOOL_SUCCESS;
    while ((option = getopt_long(argc, argv, command->letters, command->options,
                                 &index)) != -1) {
        if (option == 'h') {
            fputs(command->help, stdout);
            *status = tool_close(command->name, NULL, stdout);
            return false;
        }
        name_option(command, option, index, argument, sizeof argument);
        if (option == ':') {
            *status = tool_refuse(command->name, argv[optind - 1], "",
                                  "a value after it");
        } else if (option == '?') {
            *status = refuse_option(command, argv[optind - 1]);
        } else {
            *status = command->take(context, option, argument, optarg);
        }
        if (*status != TOOL_SUCCESS) {
            return false;
        }
        index = -1;
    }
    if (argc - optind > command->most_operands) {
        *status = tool_refuse(command->name, "an argument",
                              argv[optind + command->most_operands],
                              "none there; a method of several words is one "
                              "argument in quotes");
    }
    return *status == TOOL_SUCCESS;
}

/* ---- values ---- */

int tool_take_number(const char *name, const char *argument, const char *value,
                     size_t least, size_t most, size_t *number)
{
    const size_t length = strlen(value);
    char expected[LINE_TEXT];
    tunedx_writer_t writer = tunedx_writer(expected, sizeof expected);

    if (length > 0 && tunedx_number_parse(value, length, number) == length &&
        *number >= least && *number <= most) {
        return TOOL_SUCCESS;
    }
    tunedx_write(&writer, "a number from ");
    tunedx_write_number(&writer, least);
    tunedx_write(&writer, " to ");
    tunedx_write_number(&writer, most);
    return tool_refuse(name, argument, value, expected);
}

/* Digits behind the point, as thousandths; false for any other text. */
static bool parse_thousandths(const char *text, uint64_t *thousandths)
{
    const size_t length = strlen(text);
    uint64_t value = 0;

    if (length == 0 || length > 3 || strspn(text, "0123456789") != length) {
        return false;
    }
    for (size_t i = 0; i < 3; i++) {
        value = 10 * value + (i < length ? (uint64_t)(text[i] - '0') : 0);
    }
    *thousandths = value;
    return true;
}

int tool_take_time(const char *name, const char *argument, const char *value,
                   uint64_t most, uint64_t *picoseconds)
{
    const size_t whole = strcspn(value, ".");
    char expected[LINE_TEXT];
    uint64_t thousandths = 0;
    size_t number;

    if (whole > 0 && strspn(value, "0123456789") == whole &&
        tunedx_number_parse(value, whole, &number) == whole && number <= most &&
        (value[whole] == '\0' ||
         parse_thousandths(value + whole + 1, &thousandths))) {
        *picoseconds = (uint64_t)number * 1000 + thousandths;
        return TOOL_SUCCESS;
    }
    snprintf(expected, sizeof expected,
             "nanoseconds from 0 to %" PRIu64
             ", with up to three decimals, such as 0.125",
             most);
    return tool_refuse(name, argument, value, expected);
}

int tool_take_collective(const char *name, const char *value,
                         tunedx_collective_t *collective)
{
    tunedx_choices_t choices = {.count = 0};

    if (tunedx_collective_find(value, strlen(value), collective)) {
        return TOOL_SUCCESS;
    }
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        tunedx_choices_add(&choices,
                           tunedx_collective_name((tunedx_collective_t)i));
    }
    return tool_refuse_word(name, "collective", value, &choices);
}

void tool_print_time(uint64_t picoseconds, char *text, size_t size)
{
    const int rest = (int)(picoseconds % 1000);
    const int decimals = rest == 0         ? 0
                         : rest % 100 == 0 ? 1
                         : rest % 10       ? 3
                                           : 2;
    const int shown = decimals == 1   ? rest / 100
                      : decimals == 2 ? rest / 10
                                      : rest;

    if (decimals == 0) {
        snprintf(text, size, "%" PRIu64, picoseconds / 1000);
    } else {
        snprintf(text, size, "%" PRIu64 ".%0*d", picoseconds / 1000, decimals,
                 shown);
    }
}

/* ---- output ---- */

static int fail_to_write(const char *name, const char *path)
{
    return tool_fail(name, "%s: %s", path == NULL ? "standard output" : path,
                     strerror(errno));
}

int tool_open(const char *name, const char *path, FILE **out)
{
    *out = path == NULL ? stdout : fopen(path, "w");
    return *out == NULL ? fail_to_write(name, path) : TOOL_SUCCESS;
}

int tool_close(const char *name, const char *path, FILE *out)
{
    const bool failed = fflush(out) != 0 || ferror(out) != 0;

    if (failed) {
        const int status = fail_to_write(name, path);

        fclose(out);
        return status;
    }
    return fclose(out) == 0 ? TOOL_SUCCESS : fail_to_write(name, path);
}
