/* SPDX-License-Identifier: BSD-3-Clause */
/* See datum.h. */
#include "datum.h"

#include <stdbool.h>

const layout_t *datum_layout(const datum_t *datum, int turn)
{
    const family_t *family = datum->family;
    const bool is_moved = datum->operation == OPERATIONS;

    if (datum->layout >= 0) {
        return &family->layouts[datum->layout];
    }
    for (int i = 0;; i = (i + 1) % family->count) {
        const layout_t *layout = &family->layouts[i];

        if ((is_moved || layout->atoms == datum->atoms) && turn-- == 0) {
            return layout;
        }
    }
}

size_t datum_unit(const datum_t *datum)
{
    if (datum->layout >= 0) {
        return datum->family->layouts[datum->layout].atoms;
    }
    return datum->operation == OPERATIONS ? datum->family->unit : datum->atoms;
}

size_t datum_unit_bytes(const datum_t *datum)
{
    const family_t *family = datum->family;
    size_t bytes = 0;

    for (size_t i = 0; i < datum_unit(datum); i++) {
        bytes += atom_bytes(family->pattern[i % family->period]);
    }
    return bytes > 0 ? bytes : 1;
}

size_t datum_elements(const datum_t *datum, const layout_t *layout,
                      size_t units)
{
    /* Any number of empty elements is the same message: nothing. */
    if (layout->atoms == 0) {
        return units;
    }
    return units * datum_unit(datum) / layout->atoms;
}

size_t datum_atoms(const datum_t *datum, size_t units)
{
    return datum->family->layouts[0].atoms == 0 ? 0 : units * datum_unit(datum);
}
