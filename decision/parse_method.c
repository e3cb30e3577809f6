/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The parser of methods: one function for each line of the grammar.
 *
 * Parentheses are checked first, all at once, so that what is nested is known
 * to end and the functions below call each other a few times at most.
 */
#include "decision/parser.h"

#include <assert.h>
#include <limits.h>

/* Where words end besides at blanks. */
static const char stops[] = "=()";

/* ---- the grammar ---- */

/* Every parenthesis has its partner, and none is too deep. */
static bool check_parentheses(const tunedx_parser_t *parser)
{
    const tunedx_cursor_t *cursor = &parser->cursor;
    size_t opened[TUNEDX_MAX_NESTING];
    int depth = 0;

    for (size_t i = 0; i < cursor->length; i++) {
        if (cursor->text[i] == '(' && depth == TUNEDX_MAX_NESTING) {
            tunedx_writer_t writer = tunedx_complain(parser->complaint, i);

            tunedx_write(&writer, "too deep; expected at most %d levels",
                         TUNEDX_MAX_NESTING);
            return false;
        }
        if (cursor->text[i] == '(') {
            opened[depth++] = i;
        } else if (cursor->text[i] == ')' && depth-- == 0) {
            tunedx_writer_t writer = tunedx_complain(parser->complaint, i);

            tunedx_write(&writer, "\")\" without \"(\"");
            return false;
        }
    }
    if (depth > 0) {
        tunedx_writer_t writer =
            tunedx_complain(parser->complaint, opened[depth - 1]);

        tunedx_write(&writer, "\"(\" without \")\"");
    }
    return depth == 0;
}

static const tunedx_algorithm_t *parse_name(tunedx_parser_t *parser,
                                            tunedx_collective_t collective)
{
    const tunedx_word_t name = tunedx_take_word(&parser->cursor, stops);
    const tunedx_algorithm_t *algorithm;
    size_t number;

    if (!tunedx_parser_is_number(name)) {
        algorithm = tunedx_algorithm_find(collective, name.text, name.length);
    } else if (tunedx_number_parse(name.text, name.length, &number) > 0 &&
               number <= INT_MAX) {
        algorithm = tunedx_algorithm_find_tuned(collective, (int)number);
    } else {
        algorithm = NULL;
    }
    if (algorithm == NULL) {
        tunedx_parser_refuse_name(parser, collective, name);
    }
    return algorithm;
}

/* A method without parameters, or NULL after a complaint. */
static tunedx_method_t *create_method(const tunedx_parser_t *parser,
                                      const tunedx_algorithm_t *algorithm)
{
    tunedx_method_t *method = tunedx_arena_take(parser->arena, sizeof *method);

    if (method == NULL) {
        tunedx_parser_refuse_memory(parser);
        return NULL;
    }
    method->algorithm = algorithm;
    return method;
}

static bool parse_number(tunedx_parser_t *parser,
                         const tunedx_parameter_t *parameter, size_t *number)
{
    const tunedx_word_t word = tunedx_take_word(&parser->cursor, stops);
    const size_t used = tunedx_number_parse(word.text, word.length, number);

    if (used == 0 || used < word.length || *number < parameter->least ||
        *number > parameter->most) {
        tunedx_parser_refuse_number(parser, parameter, word);
        return false;
    }
    return true;
}

/* word "," word ... */
static bool parse_words(tunedx_parser_t *parser,
                        const tunedx_parameter_t *parameter, size_t *list)
{
    const tunedx_word_t all = tunedx_take_word(&parser->cursor, stops);
    size_t from = 0;

    *list = 0;
    for (int place = 0; from <= all.length; place++) {
        tunedx_word_t word = {.text = all.text + from, .at = all.at + from};
        int found = 0;

        while (from + word.length < all.length &&
               word.text[word.length] != ',') {
            word.length++;
        }
        while (parameter->words[found] != NULL &&
               !tunedx_word_is(word, parameter->words[found])) {
            found++;
        }
        if (parameter->words[found] == NULL || place == parameter->most_words) {
            tunedx_parser_refuse_words(parser, parameter, word,
                                       place == parameter->most_words);
            return false;
        }
        *list = tunedx_words_add(*list, place, found);
        from += word.length + 1;
    }
    return true;
}

static tunedx_method_t *parse_method(tunedx_parser_t *parser,
                                     tunedx_collective_t collective);

/* "(" method ")", or the name of an algorithm alone. */
static const tunedx_method_t *
parse_submethod(tunedx_parser_t *parser, const tunedx_parameter_t *parameter)
{
    if (!tunedx_take_character(&parser->cursor, '(')) {
        const tunedx_algorithm_t *algorithm =
            parse_name(parser, parameter->collective);

        return algorithm == NULL ? NULL : create_method(parser, algorithm);
    }
    const tunedx_method_t *method = parse_method(parser, parameter->collective);
    if (method != NULL) {
        parser->cursor.at++; /* over the ")", which is known to be there */
    }
    return method;
}

/* The parameter of that name, and its setting in the method; NULL when there is
 * none. */
static const tunedx_parameter_t *find_parameter(tunedx_method_t *method,
                                                tunedx_word_t name,
                                                tunedx_setting_t **setting)
{
    const tunedx_parameter_t *const *own = method->algorithm->parameters;

    for (int i = 0; own != NULL && own[i] != NULL; i++) {
        assert(i < TUNEDX_MAX_PARAMETERS);
        if (tunedx_word_is(name, own[i]->name)) {
            *setting = &method->settings[i];
            return own[i];
        }
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        if (tunedx_word_is(name, tunedx_common[i].name)) {
            *setting = &method->common[i];
            return &tunedx_common[i];
        }
    }
    return NULL;
}

/* parameter "=" value, the value into *setting. */
static bool parse_setting(tunedx_parser_t *parser,
                          const tunedx_parameter_t *parameter,
                          tunedx_word_t name, tunedx_setting_t *setting)
{
    if (setting->given) {
        tunedx_writer_t writer = tunedx_complain(parser->complaint, name.at);

        tunedx_write(&writer, "%s is given twice", parameter->name);
        return false;
    }
    if (!tunedx_take_character(&parser->cursor, '=')) {
        tunedx_writer_t writer =
            tunedx_complain(parser->complaint, parser->cursor.at);

        tunedx_parser_write_here(&writer, parser);
        tunedx_write(&writer, " after %s; expected \"=\" and a value",
                     parameter->name);
        return false;
    }
    setting->given = true;
    if (parameter->kind == TUNEDX_PARAMETER_METHOD) {
        setting->method = parse_submethod(parser, parameter);
        return setting->method != NULL;
    }
    return parameter->kind == TUNEDX_PARAMETER_WORDS
               ? parse_words(parser, parameter, &setting->number)
               : parse_number(parser, parameter, &setting->number);
}

static bool parse_parameter(tunedx_parser_t *parser, tunedx_method_t *method)
{
    const tunedx_word_t name = tunedx_take_word(&parser->cursor, stops);
    tunedx_setting_t *setting;
    const tunedx_parameter_t *parameter =
        find_parameter(method, name, &setting);

    if (parameter == NULL) {
        tunedx_parser_refuse_parameter(parser, method->algorithm, name);
        return false;
    }
    return parse_setting(parser, parameter, name, setting);
}

/* Ends at the end of the text or before the ")" that closes it. */
static tunedx_method_t *parse_method(tunedx_parser_t *parser,
                                     tunedx_collective_t collective)
{
    const tunedx_algorithm_t *algorithm = parse_name(parser, collective);
    tunedx_method_t *method =
        algorithm == NULL ? NULL : create_method(parser, algorithm);

    if (method == NULL) {
        return NULL;
    }
    while (tunedx_skip_blanks(&parser->cursor) &&
           parser->cursor.text[parser->cursor.at] != ')') {
        if (!parse_parameter(parser, method)) {
            return NULL;
        }
    }
    return method;
}

const tunedx_method_t *tunedx_method_parse(tunedx_arena_t *arena,
                                           tunedx_collective_t collective,
                                           const char *text, size_t length,
                                           tunedx_complaint_t *complaint)
{
    tunedx_parser_t parser = {
        .arena = arena,
        .cursor = {.text = text, .length = length},
        .complaint = complaint,
    };

    if (!check_parentheses(&parser)) {
        return NULL;
    }
    return parse_method(&parser, collective);
}
