/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writing rows as the grammar has them.
 */
#include "decision/print_rule.h"

void tunedx_write_range(tunedx_writer_t *writer, tunedx_range_t range)
{
    if (range.first == 0 && range.last == SIZE_MAX) {
        tunedx_write(writer, "*");
        return;
    }
    if (range.first > 0 || range.last == 0) {
        tunedx_write_number(writer, range.first);
    }
    if (range.first == range.last) {
        return;
    }
    tunedx_write(writer, "..");
    if (range.last < SIZE_MAX) {
        tunedx_write_number(writer, range.last);
    }
}

void tunedx_write_ranges(tunedx_writer_t *writer, tunedx_ranges_t ranges)
{
    for (size_t i = 0; i < ranges.count; i++) {
        tunedx_write(writer, i == 0 ? "" : ",");
        tunedx_write_range(writer, ranges.ranges[i]);
    }
}

/* A column of at least `width` characters and a blank. */
static void write_column(tunedx_writer_t *writer, tunedx_ranges_t ranges,
                         size_t width)
{
    const size_t first = writer->length;

    tunedx_write_ranges(writer, ranges);
    do {
        tunedx_write(writer, " ");
    } while (writer->length - first < width);
}

static bool is_any(tunedx_range_t range)
{
    return range.first == 0 && range.last == SIZE_MAX;
}

static void write_conditions(tunedx_writer_t *writer, const tunedx_rule_t *rule)
{
    for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
        if ((rule->conditions.wanted >> i & 1) != 0) {
            tunedx_write(writer, "%s ", tunedx_condition_name(i));
        }
        if ((rule->conditions.unwanted >> i & 1) != 0) {
            tunedx_write(writer, "!%s ", tunedx_condition_name(i));
        }
    }
    if (!is_any(rule->expo_gap)) {
        tunedx_write(writer, "expo_gap=");
        tunedx_write_range(writer, rule->expo_gap);
        tunedx_write(writer, " ");
    }
    if (rule->measure != TUNEDX_MEASURE_BYTES) {
        tunedx_write(writer, "size=%s ",
                     rule->measure == TUNEDX_MEASURE_TOTAL ? "total"
                                                           : "type_total");
    }
}

size_t tunedx_rule_print(const tunedx_rule_t *rule, char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    tunedx_write(&writer, "  ");
    if (rule->is_default) {
        tunedx_write(&writer, "default ");
    } else {
        write_column(&writer, rule->ranks, 9);
        write_column(&writer, (tunedx_ranges_t){&rule->nodes, 1}, 7);
        write_column(&writer, (tunedx_ranges_t){&rule->ppn, 1}, 7);
        write_column(&writer, (tunedx_ranges_t){&rule->bytes, 1}, 12);
    }
    write_conditions(&writer, rule);
    tunedx_write(&writer, "-> ");
    if (rule->method == NULL) {
        tunedx_write(&writer, "default");
        return writer.length;
    }
    const size_t used = writer.length < size ? writer.length : size - 1;

    return writer.length +
           tunedx_method_print(rule->method, text + used, size - used);
}
