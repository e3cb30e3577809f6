/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decision maps: the times of all methods at points of ranks and bytes, and the
 * best method at each, which is the point's colour.
 *
 * Source   Pjesivac-Grbovic et al., MPI Collective Algorithm Selection and
 *          Quadtree Encoding, Parallel Computing 33(9), 2007, section 3
 */
#ifndef TUNEDX_MAP_H
#define TUNEDX_MAP_H

#include "maps/measurements.h"

/* What a map is for: a collective, either within one node or with so many ranks
 * on the fullest of several nodes. */
typedef struct tunedx_map_class {
    tunedx_collective_t collective;
    bool one_node;
    int ppn; /* 0 within one node */
} tunedx_map_class_t;

/* Where a time comes from. */
typedef enum tunedx_cell_kind {
    TUNEDX_CELL_EMPTY,  /* the method cannot serve there, or nobody knows */
    TUNEDX_CELL_GIVEN,  /* measured, or simulated */
    TUNEDX_CELL_FILLED, /* between its neighbours */
    TUNEDX_CELL_COPIED  /* from the nearest point with any time */
} tunedx_cell_kind_t;

/* Points are numbered row by row: that of rank count i and size k, both
 * counted along their axes, has number i * bytes_count + k.  Cells likewise:
 * point * methods_count + method. */
typedef struct tunedx_map {
    tunedx_arena_t arena;
    tunedx_map_class_t class;
    size_t ranks_count, bytes_count, methods_count;
    size_t *ranks, *bytes; /* growing */
    int *nodes;            /* of every rank count; the first that was given */
    const tunedx_method_t **methods;
    double *times;        /* of every cell, microseconds; INFINITY when empty */
    unsigned char *kinds; /* tunedx_cell_kind_t of every cell */
    size_t *best;         /* of every point: its fastest method */
    double *weights;      /* of every point: 1, or more where calls are */
    bool is_simulated;    /* all of it */
} tunedx_map_t;

/* The classes that there are measurements of, sorted, into an array of `room`.
 * Returns how many there are, or a larger number than `room`. */
size_t tunedx_map_classes(const tunedx_measurements_t *measurements,
                          tunedx_map_class_t *classes, size_t room);

/* Makes the map of a class that there are measurements of, whose methods are
 * borrowed.  Of several times of one cell the median is taken.
 *
 * Cells that nobody gave are filled where their method can serve: between two
 * sizes of the same rank count by a straight line of the logarithms, else
 * between two rank counts of the same size.  A point that is left without any
 * time has those of the nearest size, of the same rank count, that has some.
 * False when memory is short; the map has to be freed either way. */
bool tunedx_map_make(const tunedx_measurements_t *measurements,
                     const tunedx_map_class_t *class, tunedx_map_t *map);

void tunedx_map_free(tunedx_map_t *map);

/* The key of a call at a point (see tunedx_measurement_key). */
tunedx_key_t tunedx_map_key(const tunedx_map_t *map, size_t point);

/* How many points there are. */
static inline size_t tunedx_map_points(const tunedx_map_t *map)
{
    return map->ranks_count * map->bytes_count;
}

/* What a call at a point takes longer than with the best method there, as a
 * part of that: 0 is none, 0.5 is half as long again.  A method that cannot
 * serve has TUNEDX_UNSERVED. */
double tunedx_map_penalty(const tunedx_map_t *map, size_t point, size_t method);

#define TUNEDX_UNSERVED 10.0

/* How many cells were filled or copied. */
size_t tunedx_map_filled(const tunedx_map_t *map);

/* ---- weights ---- */

/* Calls that an application makes, of a map's collective. */
typedef struct tunedx_map_calls {
    size_t ranks, bytes;
    double calls;
} tunedx_map_calls_t;

/* Weighs the points by what an application calls: nine tenths of all weight go
 * to the points nearest to calls (the last one that is not beyond, on each
 * axis), by their share of them, and one tenth to all points alike, since other
 * calls may come.  The mean of all weights stays 1.  False when memory is short
 * or there are no calls: the weights are untouched then. */
bool tunedx_map_weigh(tunedx_map_t *map, const tunedx_map_calls_t *calls,
                      size_t count);

#endif
