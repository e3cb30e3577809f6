/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Filling the holes of a map (see tunedx_map_make).
 *
 * Private to maps/.
 */
#ifndef TUNEDX_HOLES_H
#define TUNEDX_HOLES_H

#include "maps/map.h"

void tunedx_map_fill(tunedx_map_t *map);

#endif
