/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The map of a communicator: which sizes have which method.
 */
#include "decision/decide.h"

#include <string.h>

#include "decision/text.h"

enum { LINE = 256 };

/* The first size after `bytes` from which another row may decide; 0: none. */
static size_t next_border(const tunedx_decider_t *decider,
                          tunedx_collective_t collective, size_t bytes)
{
    size_t border = SIZE_MAX;

    for (size_t set = 0; set < decider->policy->rules_count; set++) {
        const tunedx_slice_t *slice = &decider->slices[set][collective];

        for (size_t i = 0; i < slice->count; i++) {
            const size_t last = slice->entries[i].last_bytes;

            if (last >= bytes && last < border) {
                border = last;
            }
        }
    }
    return border == SIZE_MAX ? 0 : border + 1;
}

static tunedx_key_t key_with(const tunedx_key_t *key, size_t bytes)
{
    tunedx_key_t made = *key;
    const size_t unit = key->unit_bytes == 0 ? 1 : key->unit_bytes;

    made.bytes = bytes;
    if (key->unit_bytes > 0) {
        made.units = bytes / unit;
        if (key->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
            made.units /= (size_t)key->size;
        } else if (key->collective == TUNEDX_ALLGATHERV) {
            made.units *= (size_t)key->size;
        }
    }
    return made;
}

/* What is chosen for this size, in words. */
static void describe(tunedx_decider_t *decider, const tunedx_key_t *key,
                     size_t bytes, char *text)
{
    const tunedx_key_t of_size = key_with(key, bytes);
    tunedx_writer_t writer = tunedx_writer(text, LINE);
    char method[LINE / 2], why[LINE / 2];
    tunedx_choice_t choice;

    if (!tunedx_decide(decider, &of_size, &choice)) {
        tunedx_write(&writer, "memory is short");
        return;
    }
    tunedx_method_print(choice.method, method, sizeof method);
    tunedx_choice_explain(&choice, why, sizeof why);
    tunedx_write(&writer, "%s (%s)", method, why);
}

static void write_range(tunedx_writer_t *writer, const char *indent,
                        size_t first, size_t end, const char *what)
{
    char range[64];
    tunedx_writer_t inner = tunedx_writer(range, sizeof range);

    tunedx_write_number(&inner, first);
    tunedx_write(&inner, "..");
    if (end > 0) {
        tunedx_write_number(&inner, end - 1);
    }
    tunedx_write(writer, "%s%-16s %s\n", indent, range, what);
}

size_t tunedx_decider_print(tunedx_decider_t *decider, const tunedx_key_t *key,
                            const char *indent, char *text, size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);
    char what[LINE], other[LINE];
    size_t first = 0, border;

    describe(decider, key, 0, what); /* which makes the slices as well */
    for (size_t at = 0;
         (border = next_border(decider, key->collective, at)) > 0;
         at = border) {
        describe(decider, key, border, other);
        if (strcmp(what, other) != 0) {
            write_range(&writer, indent, first, border, what);
            memcpy(what, other, sizeof what);
            first = border;
        }
    }
    write_range(&writer, indent, first, 0, what);
    return writer.length;
}
