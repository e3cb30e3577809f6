/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Words and numbers of coll/tuned's classic files.
 *
 * Open MPI reads them with %li and drops what is no number character by
 * character.  Here a number is a decimal one; a complaint says what Open MPI
 * would read.
 */
#include "decision/tuned_reader.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- complaints ---- */

void tunedx_tuned_report(tunedx_tuned_reader_t *tuned, int line, size_t at,
                         const char *format, ...)
{
    const int here = tuned->reader.line;
    tunedx_complaint_t complaint = {.column = at + 1};
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(complaint.text, sizeof complaint.text, format, arguments);
    va_end(arguments);
    tuned->reader.line = line > 0 ? line : 1; /* the file may be empty */
    tunedx_reader_report(&tuned->reader, &complaint);
    tuned->reader.line = here;
}

/* ---- words ---- */

static bool take_line(tunedx_tuned_reader_t *tuned)
{
    const char *first = tuned->text + tuned->at;
    const size_t left = tuned->length - tuned->at;

    if (left == 0) {
        return false;
    }
    const char *end = memchr(first, '\n', left);
    const size_t whole = end == NULL ? left : (size_t)(end - first);
    const char *comment = memchr(first, '#', whole);

    tuned->reader.cursor = (tunedx_cursor_t){
        .text = first,
        .length = comment == NULL ? whole : (size_t)(comment - first),
    };
    tuned->reader.line++;
    tuned->at += whole + (end != NULL);
    return true;
}

bool tunedx_tuned_take_word(tunedx_tuned_reader_t *tuned, tunedx_word_t *word)
{
    while (!tunedx_skip_blanks(&tuned->reader.cursor)) {
        if (!take_line(tuned)) {
            return false;
        }
    }
    *word = tunedx_take_word(&tuned->reader.cursor, "");
    return true;
}

bool tunedx_tuned_line_goes_on(tunedx_tuned_reader_t *tuned)
{
    return tunedx_skip_blanks(&tuned->reader.cursor);
}

/* ---- numbers ---- */

static int digit_of(char c, int base)
{
    int digit = base;

    if (c >= '0' && c <= '9') {
        digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
        digit = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
        digit = c - 'A' + 10;
    }
    return digit < base ? digit : -1;
}

/* The number that %li finds at the beginning of `word`; the characters used, 0
 * when there is none. */
static size_t scan(tunedx_word_t word, long *number)
{
    const char *text = word.text;
    const size_t length = word.length;
    const bool has_sign = length > 0 && (*text == '-' || *text == '+');
    size_t at = has_sign;
    int base = 10;
    long value = 0;

    if (at + 1 < length && text[at] == '0') {
        base = text[at + 1] == 'x' || text[at + 1] == 'X' ? 16 : 8;
        at += base == 16 ? 2 : 0;
    }
    const size_t first = at;

    for (int digit; at < length && (digit = digit_of(text[at], base)) >= 0;
         at++) {
        value =
            value > (LONG_MAX - digit) / base ? LONG_MAX : value * base + digit;
    }
    *number = *text == '-' ? -value : value;
    return at > first ? at : 0;
}

/* Appends what Open MPI reads where `word` stands. */
static void write_reading(tunedx_writer_t *writer, tunedx_word_t word)
{
    int count = 0;

    tunedx_write(writer, "Open MPI 4.1 reads ");
    while (word.length > 0 && count < 3) {
        long number;
        const size_t used = scan(word, &number);

        if (used > 0) {
            tunedx_write(writer, "%s%ld", count++ == 0 ? "" : ", then ",
                         number);
        }
        word.text += used > 0 ? used : 1;
        word.length -= used > 0 ? used : 1;
    }
    tunedx_write(writer, count == 0 ? "no number there" : "");
}

/* Decimal digits and no leading zero; false for what does not fit. */
static bool parse(tunedx_word_t word, size_t *value)
{
    for (size_t i = 0; i < word.length; i++) {
        if (digit_of(word.text[i], 10) < 0) {
            return false;
        }
    }
    return tunedx_number_parse(word.text, word.length, value) == word.length;
}

static void refuse(tunedx_tuned_reader_t *tuned,
                   const tunedx_tuned_number_t *number)
{
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, number->word.at);

    tunedx_write_quoted(&writer, number->word);
    tunedx_write(&writer,
                 " is not %s; expected a decimal number from 0 to %zu (no "
                 "leading zero, no letters; ",
                 number->what, number->most);
    write_reading(&writer, number->word);
    tunedx_write(&writer, ")%s", number->then);
    tunedx_reader_report(&tuned->reader, &complaint);
}

tunedx_tuned_outcome_t tunedx_tuned_take(tunedx_tuned_reader_t *tuned,
                                         tunedx_tuned_number_t *number)
{
    if (!tunedx_tuned_take_word(tuned, &number->word)) {
        tuned->reader.is_refused = true;
        tunedx_tuned_report(
            tuned, tuned->reader.line, tuned->reader.cursor.at,
            "the file ends; expected %s, as the numbers before it announce: "
            "one of them is too large or something is "
            "missing" TUNEDX_TUNED_REFUSAL,
            number->what);
        return TUNEDX_TUNED_ENDED;
    }
    if (tuned->is_passed_over && !number->is_count) {
        parse(number->word, &number->value);
        return TUNEDX_TUNED_TAKEN;
    }
    if (!parse(number->word, &number->value) || number->value > number->most) {
        refuse(tuned, number);
        return TUNEDX_TUNED_FAULTY;
    }
    return TUNEDX_TUNED_TAKEN;
}
