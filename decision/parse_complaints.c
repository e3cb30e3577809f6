/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parser of methods says about bad input.
 */
#include "decision/parser.h"

void tunedx_parser_refuse_memory(const tunedx_parser_t *parser)
{
    tunedx_writer_t writer =
        tunedx_complain(parser->complaint, parser->cursor.at);

    tunedx_write(&writer, "memory is short");
    parser->complaint->column = 0;
}

void tunedx_parser_write_here(tunedx_writer_t *writer,
                              const tunedx_parser_t *parser)
{
    const tunedx_cursor_t *cursor = &parser->cursor;

    if (cursor->at == cursor->length) {
        tunedx_write(writer, "the text ends");
        return;
    }
    tunedx_write_quoted(writer, (tunedx_word_t){
                                    .text = cursor->text + cursor->at,
                                    .length = 1,
                                });
}

/* Like a number of coll/tuned's. */
bool tunedx_parser_is_number(tunedx_word_t word)
{
    size_t i = 0;

    while (i < word.length && word.text[i] >= '0' && word.text[i] <= '9') {
        i++;
    }
    return i > 0 && i == word.length && word.text[0] != '0';
}

void tunedx_parser_refuse_name(const tunedx_parser_t *parser,
                               tunedx_collective_t collective,
                               tunedx_word_t name)
{
    const char *of = tunedx_collective_name(collective);
    tunedx_choices_t choices = {.count = 0};
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(collective, &count);
    tunedx_writer_t writer = tunedx_complain(parser->complaint, name.at);

    if (name.length == 0) {
        tunedx_parser_write_here(&writer, parser);
        tunedx_write(&writer, " where an algorithm of %s belongs", of);
    } else if (tunedx_word_is(name, "auto") || tunedx_word_is(name, "0")) {
        tunedx_write_quoted(&writer, name);
        tunedx_write(&writer,
                     " leaves the choice open and names no algorithm of %s",
                     of);
    } else {
        tunedx_write(&writer,
                     tunedx_parser_is_number(name)
                         ? "no algorithm of %s is coll/tuned's number "
                         : "no algorithm of %s is called ",
                     of);
        tunedx_write_quoted(&writer, name);
    }
    for (size_t i = 0; i < count; i++) {
        tunedx_choices_add(&choices, algorithms[i]->name);
    }
    tunedx_write_choices(&writer, name, &choices);
}

void tunedx_parser_refuse_parameter(const tunedx_parser_t *parser,
                                    const tunedx_algorithm_t *algorithm,
                                    tunedx_word_t name)
{
    tunedx_choices_t choices = {.count = 0};
    tunedx_writer_t writer = tunedx_complain(parser->complaint, name.at);

    if (name.length == 0) {
        tunedx_parser_write_here(&writer, parser);
        tunedx_write(&writer, " where a parameter of %s belongs",
                     algorithm->name);
    } else {
        tunedx_write(&writer, "%s has no parameter ", algorithm->name);
        tunedx_write_quoted(&writer, name);
    }
    for (int i = 0;
         algorithm->parameters != NULL && algorithm->parameters[i] != NULL;
         i++) {
        tunedx_choices_add(&choices, algorithm->parameters[i]->name);
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        tunedx_choices_add(&choices, tunedx_common[i].name);
    }
    tunedx_write_choices(&writer, name, &choices);
}

void tunedx_parser_refuse_number(const tunedx_parser_t *parser,
                                 const tunedx_parameter_t *parameter,
                                 tunedx_word_t word)
{
    tunedx_writer_t writer = tunedx_complain(parser->complaint, word.at);

    if (word.length == 0) {
        tunedx_parser_write_here(&writer, parser);
        tunedx_write(&writer, " where the value of %s belongs",
                     parameter->name);
    } else {
        tunedx_write(&writer, "%s cannot be ", parameter->name);
        tunedx_write_quoted(&writer, word);
    }
    tunedx_write(&writer, "; expected a decimal number from ");
    tunedx_write_number(&writer, parameter->least);
    tunedx_write(&writer, " to ");
    tunedx_write_number(&writer, parameter->most);
    tunedx_write(&writer, " (no leading zero; k, M and G are 1024-based)");
}

void tunedx_parser_refuse_words(const tunedx_parser_t *parser,
                                const tunedx_parameter_t *parameter,
                                tunedx_word_t word, bool too_many)
{
    tunedx_choices_t choices = {.count = 0};
    tunedx_writer_t writer = tunedx_complain(parser->complaint, word.at);

    if (too_many) {
        tunedx_write_quoted(&writer, word);
        tunedx_write(&writer, " is one too many; %s has at most %d word%s",
                     parameter->name, parameter->most_words,
                     parameter->most_words == 1 ? "" : "s");
        return;
    }
    if (word.length == 0) {
        tunedx_parser_write_here(&writer, parser);
        tunedx_write(&writer, " where a word of %s belongs", parameter->name);
    } else {
        tunedx_write(&writer, "%s has no word ", parameter->name);
        tunedx_write_quoted(&writer, word);
    }
    for (int i = 0; parameter->words[i] != NULL; i++) {
        tunedx_choices_add(&choices, parameter->words[i]);
    }
    tunedx_write_choices(&writer, word, &choices);
}
