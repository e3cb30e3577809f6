/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See pack_rules.h.
 *
 *     header | rows | ranges of ranks | methods | name
 *
 * A row names its ranges and its method by number.  Methods are written as
 * text, each once: parsing some dozens of them is cheap, and pointers to
 * algorithms mean nothing to another process.
 */
#include "decision/pack_rules.h"

#include <stdlib.h>
#include <string.h>

typedef struct header {
    uint64_t rows, ranges, methods, texts_bytes; /* texts: without the name */
} header_t;

typedef struct row {
    int32_t collective, line, measure, is_default;
    int64_t method; /* its number; -1: none */
    uint64_t first_range, ranges;
    tunedx_range_t nodes, ppn, bytes, expo_gap;
    tunedx_conditions_t conditions;
} row_t;

/* ---- packing ---- */

/* The different methods of the rows, with their collectives. */
typedef struct methods {
    const tunedx_rule_t **rows; /* the first that has it */
    size_t count;
} methods_t;

static int64_t find_method(const methods_t *methods, const tunedx_rule_t *rule)
{
    for (size_t i = methods->count; i-- > 0;) {
        if (methods->rows[i]->collective == rule->collective &&
            tunedx_method_equal(methods->rows[i]->method, rule->method)) {
            return (int64_t)i;
        }
    }
    return -1;
}

static bool collect_methods(const tunedx_rules_t *rules, methods_t *methods)
{
    methods->rows = calloc(rules->count + 1, sizeof(tunedx_rule_t *));
    if (methods->rows == NULL) {
        return false;
    }
    for (size_t i = 0; i < rules->count; i++) {
        const tunedx_rule_t *rule = &rules->rows[i];

        if (rule->method != NULL && find_method(methods, rule) < 0) {
            methods->rows[methods->count++] = rule;
        }
    }
    return true;
}

/* The texts of the methods, each as its collective's letter, the text and its
 * end.  Returns their bytes; `to` NULL: nothing is written. */
static size_t write_texts(const methods_t *methods, char *to)
{
    char nothing[1];
    size_t used = 0;

    for (size_t i = 0; i < methods->count; i++) {
        const tunedx_method_t *method = methods->rows[i]->method;
        const size_t length =
            tunedx_method_print(method, nothing, sizeof nothing);

        if (to != NULL) {
            to[used] = (char)('a' + methods->rows[i]->collective);
            tunedx_method_print(method, to + used + 1, length + 1);
        }
        used += 1 + length + 1;
    }
    return used;
}

static size_t body_bytes(const header_t *header)
{
    return header->rows * sizeof(row_t) +
           header->ranges * sizeof(tunedx_range_t) + header->texts_bytes;
}

static void write_rows(const tunedx_rules_t *rules, const methods_t *methods,
                       row_t *rows, tunedx_range_t *ranges)
{
    size_t used = 0;

    for (size_t i = 0; i < rules->count; i++) {
        const tunedx_rule_t *rule = &rules->rows[i];

        rows[i].collective = (int32_t)rule->collective;
        rows[i].line = rule->line;
        rows[i].measure = (int32_t)rule->measure;
        rows[i].is_default = rule->is_default;
        rows[i].method = rule->method == NULL ? -1 : find_method(methods, rule);
        rows[i].first_range = used;
        rows[i].ranges = rule->ranks.count;
        rows[i].nodes = rule->nodes;
        rows[i].ppn = rule->ppn;
        rows[i].bytes = rule->bytes;
        rows[i].expo_gap = rule->expo_gap;
        rows[i].conditions = rule->conditions;
        memcpy(ranges + used, rule->ranks.ranges,
               rule->ranks.count * sizeof *ranges);
        used += rule->ranks.count;
    }
}

void *tunedx_rules_pack(const tunedx_rules_t *rules, size_t *length)
{
    methods_t methods = {.rows = NULL};
    header_t header = {.rows = rules->count};
    char *bytes = NULL;

    if (!collect_methods(rules, &methods)) {
        return NULL;
    }
    for (size_t i = 0; i < rules->count; i++) {
        header.ranges += rules->rows[i].ranks.count;
    }
    header.methods = methods.count;
    header.texts_bytes = write_texts(&methods, NULL);
    const size_t unnamed = sizeof header + body_bytes(&header);
    const size_t name_bytes = strlen(rules->name) + 1;

    bytes = calloc(1, unnamed + name_bytes);
    if (bytes != NULL) {
        row_t *rows = (row_t *)(bytes + sizeof header);
        tunedx_range_t *ranges = (tunedx_range_t *)(rows + header.rows);

        memcpy(bytes, &header, sizeof header);
        write_rows(rules, &methods, rows, ranges);
        write_texts(&methods, (char *)(ranges + header.ranges));
        memcpy(bytes + unnamed, rules->name, name_bytes);
        *length = unnamed + name_bytes;
    }
    free(methods.rows);
    return bytes;
}

/* ---- unpacking ---- */

static bool read_header(const char *bytes, size_t length, header_t *header)
{
    if (length < sizeof *header) {
        return false;
    }
    memcpy(header, bytes, sizeof *header);
    const size_t most = length - sizeof *header;

    return header->rows <= most / sizeof(row_t) &&
           header->ranges <= most / sizeof(tunedx_range_t) &&
           header->methods <= most && header->texts_bytes <= most &&
           body_bytes(header) < most && bytes[length - 1] == '\0';
}

/* Parses the methods; returns what follows them, or NULL. */
static const char *read_methods(tunedx_arena_t *arena, const header_t *header,
                                const char *at, const tunedx_method_t **methods)
{
    const char *end = at + header->texts_bytes;
    tunedx_complaint_t complaint;

    for (size_t i = 0; i < header->methods; i++) {
        const int collective = at < end ? *at - 'a' : -1;
        const char *stop =
            at < end ? memchr(at, '\0', (size_t)(end - at)) : NULL;

        if (stop == NULL || stop == at || collective < 0 ||
            collective >= TUNEDX_COLLECTIVES) {
            return NULL;
        }
        methods[i] =
            tunedx_method_parse(arena, (tunedx_collective_t)collective, at + 1,
                                (size_t)(stop - at - 1), &complaint);
        if (methods[i] == NULL) {
            return NULL;
        }
        at = stop + 1;
    }
    return at == end ? at : NULL;
}

static bool is_of(tunedx_collective_t collective, const tunedx_method_t *method)
{
    const char *name = method->algorithm->name;

    return tunedx_algorithm_find(collective, name, strlen(name)) ==
           method->algorithm;
}

static bool is_sound(tunedx_range_t range)
{
    return range.first <= range.last;
}

static bool read_row(const row_t *row, const header_t *header,
                     const tunedx_range_t *ranges,
                     const tunedx_method_t *const *methods, tunedx_rule_t *rule)
{
    if (row->collective < 0 || row->collective >= TUNEDX_COLLECTIVES ||
        row->ranges == 0 || row->first_range > header->ranges ||
        row->ranges > header->ranges - row->first_range ||
        row->method >= (int64_t)header->methods || row->method < -1 ||
        (row->method >= 0 &&
         !is_of((tunedx_collective_t)row->collective, methods[row->method])) ||
        row->measure < 0 || row->measure > TUNEDX_MEASURE_TYPE_TOTAL ||
        !is_sound(row->nodes) || !is_sound(row->ppn) || !is_sound(row->bytes) ||
        !is_sound(row->expo_gap) || !tunedx_conditions_exist(row->conditions)) {
        return false;
    }
    for (uint64_t i = 0; i < row->ranges; i++) {
        if (!is_sound(ranges[row->first_range + i])) {
            return false;
        }
    }
    *rule = (tunedx_rule_t){
        .collective = (tunedx_collective_t)row->collective,
        .line = row->line,
        .ranks = {.ranges = ranges + row->first_range, .count = row->ranges},
        .nodes = row->nodes,
        .ppn = row->ppn,
        .bytes = row->bytes,
        .expo_gap = row->expo_gap,
        .measure = (tunedx_measure_t)row->measure,
        .conditions = row->conditions,
        .is_default = row->is_default != 0,
        .method = row->method < 0 ? NULL : methods[row->method],
    };
    return true;
}

bool tunedx_rules_unpack(tunedx_arena_t *arena, const void *bytes,
                         size_t length, tunedx_rules_t *rules)
{
    const char *at = bytes;
    header_t header;

    if (!read_header(at, length, &header)) {
        return false;
    }
    tunedx_rule_t *made =
        tunedx_arena_take_array(arena, header.rows + 1, sizeof *made);
    tunedx_range_t *ranges =
        tunedx_arena_take_array(arena, header.ranges + 1, sizeof *ranges);
    const tunedx_method_t **methods = tunedx_arena_take_array(
        arena, header.methods + 1, sizeof(tunedx_method_t *));

    if (made == NULL || ranges == NULL || methods == NULL) {
        return false;
    }
    at += sizeof header;
    const char *const rows = at;

    at += header.rows * sizeof(row_t);
    memcpy(ranges, at, header.ranges * sizeof *ranges);
    at += header.ranges * sizeof *ranges;
    const char *name = read_methods(arena, &header, at, methods);
    if (name == NULL) {
        return false;
    }
    for (size_t i = 0; i < header.rows; i++) {
        row_t row;

        memcpy(&row, rows + i * sizeof row, sizeof row);
        if (!read_row(&row, &header, ranges, methods, &made[i])) {
            return false;
        }
    }
    name = tunedx_arena_copy_text(arena, name, strlen(name));
    *rules = (tunedx_rules_t){.name = name, .rows = made, .count = header.rows};
    return name != NULL;
}

uint64_t tunedx_rules_digest(const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    header_t header;
    uint64_t digest = 0xcbf29ce484222325U;

    if (!read_header(bytes, length, &header)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof header + body_bytes(&header); i++) {
        digest = (digest ^ at[i]) * 0x100000001b3U;
    }
    return digest;
}
