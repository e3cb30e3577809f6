/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reads a symmetric matrix from a Matrix Market file: `coordinate real
 * symmetric`, strictly.  No MPI in here, and nothing but cg.c uses it; that it
 * is a header lets `mpicc cg.c -o cg -lm` be enough.
 *
 * What is wrong is said on standard error in one line that names the file, the
 * line, what was expected and what was found.
 */
#ifndef EXAMPLES_MATRIX_MARKET_H
#define EXAMPLES_MATRIX_MARKET_H

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* An element on or below the diagonal; indices from 0. */
typedef struct {
    int row, column;
    double value;
} entry_t;

typedef struct {
    int order, count;
    entry_t *entries; /* to be freed by who reads the matrix */
} matrix_t;

typedef struct {
    const char *path;
    FILE *file;
    long line, first_entry; /* lines of the file, from 1 */
    bool is_at_end;
    char text[1026]; /* the format allows 1,024 characters and their end */
} reader_t;

/* Both return false, for who calls them to return. */
static bool refuse_file(const char *path, const char *what)
{
    fprintf(stderr, "cg: %s: %s\n", path, what);
    return false;
}

static bool refuse_line(const reader_t *reader, const char *expected)
{
    char found[41];
    size_t length = 0;

    if (ferror(reader->file)) {
        return refuse_file(reader->path, strerror(errno));
    }
    for (const char *c = reader->text;
         length < sizeof found - 1 && *c != '\0' && *c != '\n'; c++) {
        found[length++] = (char)(isprint((unsigned char)*c) ? *c : '?');
    }
    found[length] = '\0';
    fprintf(stderr, "cg: %s:%ld: expected %s, found %s%s%s\n", reader->path,
            reader->line, expected,
            reader->is_at_end ? "the end of the " : "\"",
            reader->is_at_end ? "file" : found, reader->is_at_end ? "" : "\"");
    return false;
}

/* False at the end of the file, and for a line that is too long. */
static bool read_line(reader_t *reader)
{
    reader->line++;
    reader->is_at_end =
        fgets(reader->text, sizeof reader->text, reader->file) == NULL;
    return !reader->is_at_end &&
           (strchr(reader->text, '\n') != NULL || feof(reader->file));
}

static bool is_blank(const char *text)
{
    return text[strspn(text, " \t\r\n")] == '\0';
}

static bool parse_integer(const char **text, int highest, int *value)
{
    char *end;

    errno = 0;
    const long number = strtol(*text, &end, 10);
    if (end == *text || errno != 0 || number < 1 || number > highest ||
        (*end != '\0' && !isspace((unsigned char)*end))) {
        return false;
    }
    *text = end;
    *value = (int)number;
    return true;
}

/* The format has no infinities and no hexadecimal numbers, strtod() has. */
static bool parse_last_real(const char *text, double *value)
{
    char *end;

    *value = strtod(text, &end);
    return end != text && is_blank(end) && isfinite(*value) &&
           text[strspn(text, "0123456789+-.eE \t\r\n")] == '\0';
}

static bool read_banner(reader_t *reader)
{
    char words[5][32], rest[2];

    return (read_line(reader) &&
            sscanf(reader->text, "%31s %31s %31s %31s %31s %1s", words[0],
                   words[1], words[2], words[3], words[4], rest) == 5 &&
            strcmp(words[0], "%%MatrixMarket") == 0 &&
            strcasecmp(words[1], "matrix") == 0 &&
            strcasecmp(words[2], "coordinate") == 0 &&
            strcasecmp(words[3], "real") == 0 &&
            strcasecmp(words[4], "symmetric") == 0) ||
           refuse_line(reader, "\"%%MatrixMarket matrix coordinate real "
                               "symmetric\"");
}

/* The numbers have to suit a positive definite matrix, which has no zero on its
 * diagonal; and MPI, whose counts are int, with both sides of the diagonal. */
static bool read_sizes(reader_t *reader, matrix_t *matrix)
{
    static const int highest = INT_MAX / 2;
    const char *text = reader->text;
    char expected[64];
    int columns;

    snprintf(expected, sizeof expected, "ROWS COLUMNS ENTRIES, each 1 to %d",
             highest);
    do {
        if (!read_line(reader)) {
            return refuse_line(reader, expected);
        }
    } while (reader->text[0] == '%');
    if (!parse_integer(&text, highest, &matrix->order) ||
        !parse_integer(&text, highest, &columns) ||
        !parse_integer(&text, highest, &matrix->count) || !is_blank(text)) {
        return refuse_line(reader, expected);
    }
    if (columns != matrix->order) {
        return refuse_line(reader, "as many rows as columns");
    }
    if (matrix->count < matrix->order ||
        matrix->count > 0.5 * matrix->order * (matrix->order + 1.0)) {
        return refuse_line(reader, "entries for all of the diagonal, and at "
                                   "most for all that is below it");
    }
    reader->first_entry = reader->line + 1;
    return true;
}

static bool read_entry(reader_t *reader, const matrix_t *matrix, entry_t *entry)
{
    const char *text = reader->text;
    char expected[96];

    if (!read_line(reader) ||
        !parse_integer(&text, matrix->order, &entry->row) ||
        !parse_integer(&text, matrix->order, &entry->column) ||
        !parse_last_real(text, &entry->value)) {
        snprintf(expected, sizeof expected,
                 "ROW COLUMN VALUE (entry %ld of %d, indices 1 to %d)",
                 reader->line - reader->first_entry + 1, matrix->count,
                 matrix->order);
        return refuse_line(reader, expected);
    }
    if (entry->column > entry->row) {
        return refuse_line(reader, "an entry on or below the diagonal");
    }
    if (entry->row == entry->column && entry->value <= 0) {
        return refuse_line(reader, "a positive diagonal, as a positive "
                                   "definite matrix has");
    }
    entry->row--;
    entry->column--;
    return true;
}

static bool read_entries(reader_t *reader, const matrix_t *matrix)
{
    for (int i = 0; i < matrix->count; i++) {
        if (!read_entry(reader, matrix, &matrix->entries[i])) {
            return false;
        }
    }
    while (read_line(reader) && is_blank(reader->text)) {
    }
    return (reader->is_at_end && !ferror(reader->file)) ||
           refuse_line(reader, "nothing after the last entry");
}

/*
 * No element comes twice, and the diagonal is complete.  The entries of each
 * row are chained, in the order of the file; scratch has room for the chains'
 * beginnings, for which row a column was last seen in, and for the chains.
 */
static bool check_rows(const reader_t *reader, const matrix_t *matrix,
                       int *scratch)
{
    int *first = scratch, *seen = first + matrix->order,
        *next = seen + matrix->order;
    char what[96];

    for (int i = 0; i < matrix->order; i++) {
        first[i] = seen[i] = -1;
    }
    for (int i = matrix->count - 1; i >= 0; i--) {
        next[i] = first[matrix->entries[i].row];
        first[matrix->entries[i].row] = i;
    }
    for (int row = 0; row < matrix->order; row++) {
        for (int i = first[row]; i >= 0; i = next[i]) {
            const int column = matrix->entries[i].column;

            if (seen[column] == row) {
                snprintf(what, sizeof what,
                         "line %ld: expected each element once, found row %d, "
                         "column %d again",
                         reader->first_entry + i, row + 1, column + 1);
                return refuse_file(reader->path, what);
            }
            seen[column] = row;
        }
        if (seen[row] != row) {
            snprintf(what, sizeof what,
                     "expected all of the diagonal, found no entry for row %d",
                     row + 1);
            return refuse_file(reader->path, what);
        }
    }
    return true;
}

static bool matrix_read_open(reader_t *reader, matrix_t *matrix)
{
    if (!read_banner(reader) || !read_sizes(reader, matrix)) {
        return false;
    }
    assert(matrix->order > 0 && matrix->count > 0);
    const size_t order = (size_t)matrix->order, count = (size_t)matrix->count;
    int *scratch = malloc((2 * order + count) * sizeof *scratch);

    matrix->entries = malloc(count * sizeof *matrix->entries);
    const bool is_right =
        scratch == NULL || matrix->entries == NULL
            ? refuse_line(reader, "a matrix that memory has room for")
            : read_entries(reader, matrix) &&
                  check_rows(reader, matrix, scratch);
    free(scratch);
    return is_right;
}

/* False if there is no such file, or not such a matrix in it. */
static bool matrix_read(const char *path, matrix_t *matrix)
{
    reader_t reader = {.path = path, .file = fopen(path, "r")};
    matrix_t read = {0};

    if (reader.file == NULL) {
        return refuse_file(path, strerror(errno));
    }
    const bool is_right = matrix_read_open(&reader, &read);
    fclose(reader.file);
    if (is_right) {
        *matrix = read;
    } else {
        free(read.entries);
    }
    return is_right;
}

#endif
