/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See cell_text.h.
 */
#include "tools/cell_text.h"

#include <stdio.h>
#include <string.h>

#include "decision/text.h"

/* ---- cells ---- */

static bool is_all(tunedx_range_t range)
{
    return range.first <= 1 && range.last == SIZE_MAX;
}

static void write_range(tunedx_writer_t *writer, tunedx_range_t range)
{
    tunedx_write_number(writer, range.first);
    if (range.last == SIZE_MAX) {
        tunedx_write(writer, "..");
    } else if (range.last > range.first) {
        tunedx_write(writer, "..");
        tunedx_write_number(writer, range.last);
    }
}

void tool_print_range(tunedx_range_t range, char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    write_range(&writer, range);
}

void tool_print_ranks(const tool_cell_t *cell, char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    write_range(&writer, cell->ranks);
    if (cell->shows_ranks) {
        tunedx_write(&writer, " (%d)", cell->key.size);
    }
}

void tool_print_others(const tool_cell_t *cell, char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    if (!is_all(cell->nodes)) {
        tunedx_write(&writer, "nodes ");
        write_range(&writer, cell->nodes);
    }
    if (!is_all(cell->ppn)) {
        tunedx_write(&writer, "%sppn ", writer.length > 0 ? ", " : "");
        write_range(&writer, cell->ppn);
    }
    if (cell->shows_type) {
        tunedx_write(&writer, "%selements of %zu bytes",
                     writer.length > 0 ? ", " : "", cell->key.unit_bytes);
    }
    if (*cell->other != '\0') {
        tunedx_write(&writer, "%s%s", writer.length > 0 ? ", " : "",
                     cell->other);
    }
    if (writer.length == 0) {
        tunedx_write(&writer, "-");
    }
}

/* ---- choices ---- */

void tool_print_choice(const tunedx_rule_t *rule, char *text, size_t size)
{
    if (rule == NULL || rule->method == NULL) {
        snprintf(text, size, "default");
    } else {
        tunedx_method_print(rule->method, text, size);
    }
}

static bool same_method(const tunedx_method_t *a, const tunedx_method_t *b)
{
    const tunedx_parameter_t *const *parameters = a->algorithm->parameters;

    if (a->algorithm != b->algorithm) {
        return false;
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        if (a->common[i].given != b->common[i].given ||
            a->common[i].number != b->common[i].number) {
            return false;
        }
    }
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_setting_t *x = &a->settings[i], *y = &b->settings[i];
        const size_t fallback = parameters[i]->fallback;

        if (parameters[i]->kind == TUNEDX_PARAMETER_METHOD) {
            if (x->given != y->given ||
                (x->given && !same_method(x->method, y->method))) {
                return false;
            }
        } else if ((x->given ? x->number : fallback) !=
                   (y->given ? y->number : fallback)) {
            return false;
        }
    }
    return true;
}

bool tool_same_choice(const tunedx_rule_t *a, const tunedx_rule_t *b)
{
    const tunedx_method_t *x = a == NULL ? NULL : a->method;
    const tunedx_method_t *y = b == NULL ? NULL : b->method;

    return x == NULL || y == NULL ? x == y : same_method(x, y);
}
