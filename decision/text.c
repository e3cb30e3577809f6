/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reading words and writing messages; numbers both ways.
 */
#include "decision/text.h"

#include "decision/nearest.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* ---- reading ---- */

bool tunedx_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool tunedx_skip_blanks(tunedx_cursor_t *cursor)
{
    while (cursor->at < cursor->length &&
           tunedx_is_blank(cursor->text[cursor->at])) {
        cursor->at++;
    }
    return cursor->at < cursor->length;
}

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

tunedx_word_t tunedx_take_word(tunedx_cursor_t *cursor, const char *stops)
{
    tunedx_skip_blanks(cursor);
    const size_t first = cursor->at;

    while (cursor->at < cursor->length &&
           !tunedx_is_blank(cursor->text[cursor->at]) &&
           !is_one_of(cursor->text[cursor->at], stops)) {
        cursor->at++;
    }
    return (tunedx_word_t){
        .text = cursor->text + first,
        .length = cursor->at - first,
        .at = first,
    };
}

bool tunedx_take_character(tunedx_cursor_t *cursor, char c)
{
    const bool is_there =
        tunedx_skip_blanks(cursor) && cursor->text[cursor->at] == c;

    cursor->at += is_there;
    return is_there;
}

bool tunedx_word_is(tunedx_word_t word, const char *text)
{
    return strlen(text) == word.length &&
           memcmp(text, word.text, word.length) == 0;
}

static unsigned shift_of(char unit)
{
    switch (unit) {
    case 'k':
    case 'K':
        return 10;
    case 'm':
    case 'M':
        return 20;
    case 'g':
    case 'G':
        return 30;
    default:
        return 0;
    }
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t tunedx_number_parse(const char *text, size_t length, size_t *number)
{
    size_t at = 0, value = 0;

    for (; at < length && is_digit(text[at]); at++) {
        const size_t digit = (size_t)(text[at] - '0');

        if (value > (SIZE_MAX - digit) / 10) {
            return 0;
        }
        value = 10 * value + digit;
    }
    if (at == 0 || (at > 1 && text[0] == '0')) {
        return 0;
    }
    const unsigned shift = at < length ? shift_of(text[at]) : 0;
    if (value > SIZE_MAX >> shift) {
        return 0;
    }
    *number = value << shift;
    return at + (shift > 0);
}

/* ---- writing ---- */

tunedx_writer_t tunedx_writer(char *text, size_t size)
{
    text[0] = '\0';
    return (tunedx_writer_t){.text = text, .size = size};
}

tunedx_writer_t tunedx_complain(tunedx_complaint_t *complaint, size_t at)
{
    complaint->column = at + 1;
    return tunedx_writer(complaint->text, sizeof complaint->text);
}

void tunedx_write(tunedx_writer_t *writer, const char *format, ...)
{
    const size_t used =
        writer->length < writer->size ? writer->length : writer->size - 1;
    va_list arguments;

    va_start(arguments, format);
    const int length =
        vsnprintf(writer->text + used, writer->size - used, format, arguments);
    va_end(arguments);
    writer->length += length > 0 ? (size_t)length : 0;
}

void tunedx_write_number(tunedx_writer_t *writer, size_t number)
{
    static const char *const units[] = {"", "k", "M", "G"};
    int unit = 0;

    while (unit < 3 && number != 0 && number % 1024 == 0) {
        number /= 1024;
        unit++;
    }
    tunedx_write(writer, "%zu%s", number, units[unit]);
}

void tunedx_write_quoted(tunedx_writer_t *writer, tunedx_word_t word)
{
    const size_t end = writer->length + 40;
    size_t i = 0;

    tunedx_write(writer, "\"");
    for (; i < word.length && writer->length < end; i++) {
        const unsigned char c = (unsigned char)word.text[i];

        tunedx_write(writer, c >= ' ' && c <= '~' ? "%c" : "\\x%02X", c);
    }
    tunedx_write(writer, i < word.length ? "...\"" : "\"");
}

void tunedx_complain_word(tunedx_complaint_t *complaint, tunedx_word_t word,
                          const char *expected)
{
    tunedx_writer_t writer = tunedx_complain(complaint, word.at);

    if (word.length == 0) {
        tunedx_write(&writer, "the line ends; ");
    } else {
        tunedx_write_quoted(&writer, word);
        tunedx_write(&writer, " is not understood; ");
    }
    tunedx_write(&writer, "expected %s", expected);
}

void tunedx_choices_add(tunedx_choices_t *choices, const char *word)
{
    if (choices->count < sizeof choices->words / sizeof choices->words[0]) {
        choices->words[choices->count++] = word;
    }
}

void tunedx_write_choices(tunedx_writer_t *writer, tunedx_word_t word,
                          const tunedx_choices_t *choices)
{
    const size_t room_for_nearest = 96;
    const char *nearest =
        tunedx_nearest(word.text, word.length, choices->words, choices->count);
    size_t i = 0;

    tunedx_write(writer, "; expected %s", choices->count > 1 ? "one of: " : "");
    while (i < choices->count &&
           writer->length + strlen(choices->words[i]) + room_for_nearest <
               writer->size) {
        tunedx_write(writer, "%s%s", i > 0 ? ", " : "", choices->words[i]);
        i++;
    }
    if (i < choices->count) {
        tunedx_write(writer, ", ...");
    }
    if (nearest != NULL) {
        tunedx_write(writer, "; did you mean \"%s\"?", nearest);
    }
}
