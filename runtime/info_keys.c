/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See info_keys.h.
 */
#include "runtime/info_keys.h"

#include <string.h>

#include "decision/nearest.h"
#include "mca_params/params.h"

#define PREFIX "tunedx_"

static bool is_ours(const char *key)
{
    return strncmp(key, PREFIX, strlen(PREFIX)) == 0;
}

/* ---- is there any? ---- */

static bool note_ours(void *context, const char *key, const char *value)
{
    (void)value;
    *(bool *)context = *(bool *)context || is_ours(key);
    return false;
}

bool tunedx_info_keys_any(struct ompi_communicator_t *communicator)
{
    bool any = false;

    tunedx_compat_each_info(communicator, note_ours, &any);
    return any;
}

/* ---- reading ---- */

typedef struct reading {
    struct ompi_communicator_t *communicator;
    tunedx_decider_t *decider;
    int rc;
} reading_t;

static const char *what_next(void)
{
    return tunedx_params.strict ? "The job is aborted (coll_tunedx_strict)."
                                : "The key is ignored.";
}

/* Only one rank tells, and its abort is everybody's. */
static void end_if_strict(void)
{
    if (tunedx_params.strict) {
        tunedx_compat_abort();
    }
}

static void tell_key(const struct ompi_communicator_t *communicator,
                     const char *key)
{
    const char *names[TUNEDX_COLLECTIVES];
    const char *word = key + strlen(PREFIX);

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        names[i] = tunedx_collective_name((tunedx_collective_t)i);
    }
    const char *nearest =
        tunedx_nearest(word, strlen(word), names, TUNEDX_COLLECTIVES);

    tunedx_tell(
        "tunedx: communicator %s has info key \"%s\": expected \"" PREFIX
        "\" and the name of a collective%s%s%s\n"
        "tunedx:   %s\n",
        communicator->c_name, key,
        nearest == NULL ? "" : "; did you mean \"" PREFIX,
        nearest == NULL ? "" : nearest, nearest == NULL ? "." : "\"?",
        what_next());
    end_if_strict();
}

static void tell_value(const struct ompi_communicator_t *communicator,
                       const char *key, const char *value,
                       const tunedx_complaint_t *complaint)
{
    tunedx_tell("tunedx: communicator %s has info key %s = \"%.200s%s\":\n"
                "tunedx:   at character %zu: %s\n"
                "tunedx:   %s\n",
                communicator->c_name, key, value,
                strlen(value) > 200 ? "..." : "", complaint->column,
                complaint->text, what_next());
    end_if_strict();
}

/* Takes an entry; false when it has no effect. */
static bool take(void *context, const char *key, const char *value)
{
    reading_t *reading = context;
    tunedx_decider_t *decider = reading->decider;
    const bool tells = ompi_comm_rank(reading->communicator) == 0;
    const char *name = key + strlen(PREFIX);
    tunedx_complaint_t complaint = {.column = 0};
    tunedx_collective_t collective;

    if (!is_ours(key)) {
        return false;
    }
    if (!tunedx_collective_find(name, strlen(name), &collective)) {
        if (tells) {
            tell_key(reading->communicator, key);
        }
        return false;
    }
    if (strcmp(value, TUNEDX_AUTOMATIC) == 0 || strcmp(value, "0") == 0) {
        return true;
    }
    decider->info[collective] = tunedx_method_parse(
        &decider->arena, collective, value, strlen(value), &complaint);
    if (decider->info[collective] != NULL) {
        return true;
    }
    if (complaint.column == 0) {
        reading->rc = OMPI_ERR_OUT_OF_RESOURCE;
    } else if (tells) {
        tell_value(reading->communicator, key, value, &complaint);
    }
    return false;
}

int tunedx_info_keys_read(struct ompi_communicator_t *communicator,
                          tunedx_decider_t *decider)
{
    reading_t reading = {communicator, decider, OMPI_SUCCESS};

    tunedx_compat_each_info(communicator, take, &reading);
    return reading.rc;
}
