/* SPDX-License-Identifier: BSD-3-Clause */
/* See buffer.h. */
#include "buffer.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { CANARY = 64, PATTERN = 4096, SALTS = 251 };

static ptrdiff_t first_byte(const buffer_t *buffer)
{
    return buffer->elements > 0 ? buffer->layout->lowest : 0;
}

static ptrdiff_t end_byte(const buffer_t *buffer)
{
    const layout_t *layout = buffer->layout;

    if (buffer->elements == 0 || layout->atoms == 0) {
        return first_byte(buffer);
    }
    return (ptrdiff_t)(buffer->elements - 1) * layout->extent + layout->highest;
}

static void fill(unsigned char *memory, size_t bytes, unsigned salt)
{
    static unsigned char pattern[PATTERN + SALTS];

    if (pattern[1] == 0) {
        for (size_t i = 0; i < sizeof pattern; i++) {
            pattern[i] = (unsigned char)(check_hash(1, 2, (uint32_t)i) | 1);
        }
    }
    for (size_t done = 0; done < bytes; done += PATTERN) {
        const size_t left = bytes - done;

        memcpy(memory + done, pattern + salt % SALTS,
               left < PATTERN ? left : PATTERN);
    }
}

void buffer_create(buffer_t *buffer, const layout_t *layout, size_t elements,
                   unsigned salt)
{
    *buffer = (buffer_t){.layout = layout, .elements = elements};
    buffer->canary = (size_t)check_environment("TUNEDX_TEST_CANARY", CANARY);
    buffer->bytes =
        2 * buffer->canary + (size_t)(end_byte(buffer) - first_byte(buffer));
    buffer->memory = malloc(buffer->bytes);
    buffer->image = malloc(buffer->bytes);
    buffer->base = buffer->memory + buffer->canary - first_byte(buffer);
    fill(buffer->memory, buffer->bytes, salt);
    fill(buffer->image, buffer->bytes, salt);
}

void buffer_destroy(buffer_t *buffer)
{
    free(buffer->memory);
    free(buffer->image);
    *buffer = (buffer_t){0};
}

void buffer_expect(buffer_t *buffer, size_t element, const long *values,
                   size_t atoms)
{
    layout_store(buffer->layout,
                 buffer->image + buffer->canary - first_byte(buffer), element,
                 values, atoms);
}

void buffer_input(buffer_t *buffer, size_t element, const long *values,
                  size_t atoms)
{
    layout_store(buffer->layout, buffer->base, element, values, atoms);
    buffer_expect(buffer, element, values, atoms);
}

/* Make bytes equal that carry no value: the end of a long double. */
static void clear_unused(buffer_t *buffer)
{
    const layout_t *layout = buffer->layout;

    if (layout->atoms == 0 || layout->kind[0] != ATOM_LONG_DOUBLE) {
        return;
    }
    for (size_t e = 0; e < buffer->elements; e++) {
        const size_t used = atom_value_bytes(ATOM_LONG_DOUBLE);
        const size_t unused = atom_bytes(ATOM_LONG_DOUBLE) - used;
        const ptrdiff_t at = (ptrdiff_t)e * layout->extent + layout->at[0];
        unsigned char *actual = buffer->base + at + used;

        memset(actual, 0, unused);
        memset(buffer->image + (actual - buffer->memory), 0, unused);
    }
}

/* Say what the byte at a place belongs to, and how it is wrong. */
static void explain(const buffer_t *buffer, const char *what, ptrdiff_t place)
{
    const layout_t *layout = buffer->layout;
    const ptrdiff_t in_data = place - (ptrdiff_t)buffer->canary;
    const ptrdiff_t offset = in_data + first_byte(buffer);

    for (size_t e = 0; e < buffer->elements; e++) {
        for (size_t i = 0; i < layout->atoms; i++) {
            const atom_t kind = layout->kind[i];
            const ptrdiff_t at = (ptrdiff_t)e * layout->extent + layout->at[i];
            const unsigned char *actual = buffer->base + at;

            if (offset < at || offset >= at + (ptrdiff_t)atom_bytes(kind)) {
                continue;
            }
            check_fail(
                "%s: element %zu, value %zu: expected %ld, got %ld "
                "(byte %td: 0x%02x, 0x%02x)",
                what, e, i,
                atom_load(kind, buffer->image + (actual - buffer->memory)),
                atom_load(kind, actual), offset - at, buffer->image[place],
                buffer->memory[place]);
            return;
        }
    }
    check_fail("%s: %s at byte %td: expected 0x%02x, got 0x%02x", what,
               in_data < 0                  ? "before the data"
               : offset >= end_byte(buffer) ? "after the data"
                                            : "hole",
               offset, buffer->image[place], buffer->memory[place]);
}

void buffer_check(buffer_t *buffer, const char *what)
{
    size_t place = 0;

    clear_unused(buffer);
    if (memcmp(buffer->memory, buffer->image, buffer->bytes) == 0) {
        return;
    }
    while (buffer->memory[place] == buffer->image[place]) {
        place++;
    }
    explain(buffer, what, (ptrdiff_t)place);
}
