/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Conditions of a rule beyond its columns: what may have to hold for a call,
 * or not to hold.  All look at the key only.
 *
 * A new one is a row of the table in conditions.c.
 */
#ifndef TUNEDX_CONDITIONS_H
#define TUNEDX_CONDITIONS_H

#include "schedule/shape.h"

/* A condition is a bit; its number is its place in the table. */
typedef struct tunedx_conditions {
    uint32_t wanted;   /* these have to hold */
    uint32_t unwanted; /* these must not */
} tunedx_conditions_t;

/* The name of condition `number`, as in rules; NULL past the last one. */
const char *tunedx_condition_name(int number);

/* The condition `name`, which there is: to hold, or not. */
tunedx_conditions_t tunedx_condition_named(const char *name, bool wanted);

/* What condition `number` is in C, of a key named `key`, for generated code. */
const char *tunedx_condition_code(int number);

/* Whether all of them are in the table; else nothing else may be asked. */
bool tunedx_conditions_exist(tunedx_conditions_t conditions);

/* Whether all of them are as they have to be. */
bool tunedx_conditions_hold(tunedx_conditions_t conditions,
                            const tunedx_key_t *key);

/* Those that are the same for all calls on a communicator; the others depend on
 * the call. */
tunedx_conditions_t
tunedx_conditions_of_communicator(tunedx_conditions_t conditions);

#endif
