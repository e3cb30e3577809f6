/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rule of coll/tuned's in JSON: for which messages, and the algorithm.
 */
#include "tools/json_reader.h"

#ifdef TUNEDX_HAVE_JANSSON
#include <limits.h>
#include <string.h>

static const tunedx_range_t pair = {.first = 2, .last = 2};

/* "alg"; *algorithm NULL: the choice is left open.  False: there is no such
 * algorithm, which is reported. */
static bool take_algorithm(tool_json_reader_t *reader, const json_t *object,
                           size_t at, tunedx_collective_t collective,
                           const tunedx_tuned_algorithm_t **algorithm)
{
    const json_t *value = json_object_get(object, "alg");
    const char *name = json_string_value(value);
    char text[sizeof((tunedx_complaint_t *)NULL)->text];
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);
    tunedx_choices_t choices = {.count = 0};
    tunedx_word_t word = {.text = name == NULL ? "" : name};

    *algorithm = NULL;
    if ((name != NULL && strcmp(name, "ignore") == 0) ||
        (json_is_integer(value) && json_integer_value(value) == 0)) {
        return true;
    }
    if (name != NULL) {
        word.length = strlen(name);
        *algorithm = tunedx_tuned_find_name(collective, name, word.length);
    } else if (json_is_integer(value) && json_integer_value(value) > 0) {
        *algorithm =
            tunedx_tuned_find(collective, (size_t)json_integer_value(value));
    }
    if (*algorithm != NULL) {
        return true;
    }
    tunedx_write(&writer, "alg is no algorithm of %s; this rule is ignored",
                 tunedx_collective_name(collective));
    tunedx_tuned_choices(collective, &choices);
    tunedx_write_choices(&writer, word, &choices);
    tool_json_report(
        reader, value == NULL ? at : tool_json_find(reader->json, at, "alg"),
        "%s", text);
    return false;
}

static bool take_values(tool_json_reader_t *reader, const json_t *object,
                        size_t at, tunedx_tuned_values_t *values)
{
    return tool_json_take_number(reader, object, at, "faninout", INT_MAX,
                                 &values->fan) &&
           tool_json_take_number(reader, object, at, "segsize", INT_MAX,
                                 &values->segment) &&
           tool_json_take_number(reader, object, at, "seg_size", INT_MAX,
                                 &values->segment) &&
           tool_json_take_number(reader, object, at, "reqs", INT_MAX,
                                 &values->requests);
}

/* Narrows the row to the ranks that its algorithm serves with Open MPI; false
 * and reported when there are none. */
static bool narrow(tool_json_reader_t *reader, size_t at,
                   const tunedx_tuned_algorithm_t *algorithm,
                   tunedx_rule_t *row)
{
    if (algorithm->ours == NULL) {
        tool_json_report(reader, tool_json_find(reader->json, at, "alg"),
                         "tunedx has no algorithm like coll/tuned's %s; "
                         "expected one that it has; this rule is ignored",
                         algorithm->name);
        return false;
    }
    if (!algorithm->is_for_pairs) {
        return true;
    }
    if (row->ranks.ranges[0].first != 2 || row->ranks.ranges[0].last != 2) {
        tool_json_report(reader, tool_json_find(reader->json, at, "alg"),
                         "%s is for 2 ranks; expected comm_size_min and "
                         "comm_size_max to be 2; it is used for 2 ranks alone",
                         algorithm->name);
    }
    if (!tunedx_range_holds(row->ranks.ranges[0], 2)) {
        return false;
    }
    row->ranks = (tunedx_ranges_t){.ranges = &pair, .count = 1};
    return true;
}

/* Whether the row is ever looked up; coll/tuned knows no sizes of some. */
static bool is_used(tool_json_reader_t *reader, size_t at, tunedx_rule_t *row)
{
    if (tunedx_tuned_size(row->collective) != TUNEDX_TUNED_ZERO) {
        return true;
    }
    if (row->bytes.first > 0) {
        tool_json_report(
            reader, tool_json_find(reader->json, at, "msg_size_min"),
            "Open MPI looks up 0 bytes for %s, whatever is sent; expected 0; "
            "this rule is never used",
            tunedx_collective_name(row->collective));
        return false;
    }
    row->bytes = tunedx_range_any();
    return true;
}

bool tool_json_read_rule(tool_json_reader_t *reader, const json_t *object,
                         size_t at, const tunedx_rule_t *block)
{
    static const char *const keys[] = {
        "msg_size_min", "msg_size_max", "alg",  "faninout",
        "seg_size",     "segsize",      "reqs", NULL};
    tunedx_tuned_values_t values = {.fan = 0};
    const tunedx_tuned_algorithm_t *algorithm;
    tunedx_rule_t row = *block;

    row.line = tool_json_line(reader, at);
    if (!tool_json_check_keys(reader, object, at, "a rule", keys) ||
        !tool_json_take_range(reader, object, at, "msg_size_min",
                              "msg_size_max", &row.bytes) ||
        !take_algorithm(reader, object, at, block->collective, &algorithm) ||
        !take_values(reader, object, at, &values) ||
        !is_used(reader, at, &row) ||
        (algorithm != NULL && !narrow(reader, at, algorithm, &row))) {
        return true;
    }
    if (algorithm != NULL) {
        row.method = tunedx_tuned_method(reader->arena, algorithm, &values, 6);
        if (row.method == NULL) {
            return false;
        }
    }
    return tool_json_add_row(reader, &row);
}
#endif
