/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Registration, packing and policy.  The checks are in check.c.
 */
#include "mca_params/params.h"

#include "algorithms/method.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEFAULT_int(value) value
#define DEFAULT_size(value) value
#define DEFAULT_bool(value) value
#define DEFAULT_string(value) ((char[]){value})

tunedx_params_t tunedx_params = {
#define TUNEDX_PARAMETER(name, type, value, level, agreed, help) \
    .name = DEFAULT_##type(value),
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
};

#define MCA_TYPE_int MCA_BASE_VAR_TYPE_INT
#define MCA_TYPE_size MCA_BASE_VAR_TYPE_SIZE_T
#define MCA_TYPE_bool MCA_BASE_VAR_TYPE_BOOL
#define MCA_TYPE_string MCA_BASE_VAR_TYPE_STRING

/* ---- registration ---- */

/* What `ompi_info` shows for a collective's parameter: the grammar and every
 * algorithm with its parameters. */
static void describe_methods(tunedx_collective_t collective, char *text,
                             size_t size)
{
    const char *name = tunedx_collective_name(collective);
    size_t count, used;
    const tunedx_algorithm_t *const *all =
        tunedx_algorithms_of(collective, &count);

    used = (size_t)snprintf(
        text, size,
        "Method of %s: auto, or an algorithm with parameters, such as "
        "\"%s window=2\", or coll/tuned's number. Algorithms:",
        name, all[0]->name);
    for (size_t i = 0; i < count && used < size; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s %s",
                                 i == 0 ? "" : ",", all[i]->name);
    }
    for (size_t i = 0; i < count && used < size; i++) {
        const tunedx_parameter_t *const *parameter = all[i]->parameters;

        used += (size_t)snprintf(
            text + used, size - used, ". %s (%s%s%s): %s", all[i]->name,
            all[i]->summary, all[i]->needs == NULL ? "" : "; needs ",
            all[i]->needs == NULL ? "" : all[i]->needs, tunedx_common[0].name);
        for (int k = 1; k < TUNEDX_COMMON && used < size; k++) {
            used += (size_t)snprintf(text + used, size - used, ", %s",
                                     tunedx_common[k].name);
        }
        for (; parameter != NULL && *parameter != NULL && used < size;
             parameter++) {
            used += (size_t)snprintf(text + used, size - used, ", %s",
                                     (*parameter)->name);
        }
    }
    if (used < size) {
        snprintf(text + used, size - used, ".");
    }
}

static int register_methods(const mca_base_component_t *component)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        char name[64], help[4096];
        size_t count;

        tunedx_algorithms_of(collective, &count);
        if (count == 0) {
            continue;
        }
        snprintf(name, sizeof name, "%s_algorithm",
                 tunedx_collective_name(collective));
        describe_methods(collective, help, sizeof help);
        tunedx_params.algorithm[i] = (char[]){TUNEDX_AUTOMATIC};
        tunedx_params.method[i] = TUNEDX_AUTOMATIC;
        const int index = mca_base_component_var_register(
            component, name, help, MCA_BASE_VAR_TYPE_STRING, NULL, 0,
            MCA_BASE_VAR_FLAG_SETTABLE, OPAL_INFO_LVL_5,
            MCA_BASE_VAR_SCOPE_ALL_EQ, &tunedx_params.algorithm[i]);
        if (index < 0) {
            return index;
        }
    }
    return OMPI_SUCCESS;
}

int tunedx_params_register(const mca_base_component_t *component)
{
    int index;

#define REGISTER(name, type, value, level, help, flags, scope)            \
    tunedx_params.name = value;                                           \
    index = mca_base_component_var_register(component, #name, help, type, \
                                            NULL, 0, flags, level, scope, \
                                            &tunedx_params.name);         \
    if (index < 0) {                                                      \
        return index;                                                     \
    }
#define TUNEDX_PARAMETER(name, type, value, level, agreed, help) \
    REGISTER(name, MCA_TYPE_##type, DEFAULT_##type(value),       \
             OPAL_INFO_LVL_##level, help, 0,                     \
             (agreed) ? MCA_BASE_VAR_SCOPE_ALL_EQ                \
                      : MCA_BASE_VAR_SCOPE_READONLY)
#define TUNEDX_SETTABLE(name, type, value, level, agreed, help)       \
    REGISTER(name, MCA_TYPE_##type, DEFAULT_##type(value),            \
             OPAL_INFO_LVL_##level, help, MCA_BASE_VAR_FLAG_SETTABLE, \
             (agreed) ? MCA_BASE_VAR_SCOPE_ALL_EQ : MCA_BASE_VAR_SCOPE_LOCAL)
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    return register_methods(component);
}

const char *tunedx_params_of_tuned(const char *name)
{
    const int index = mca_base_var_find("ompi", "coll", "tuned", name);
    char *const *value = NULL;
    char variable[96];

    if (index >= 0 &&
        mca_base_var_get_value(index, &value, NULL, NULL) == OPAL_SUCCESS &&
        value != NULL) {
        return *value;
    }
    snprintf(variable, sizeof variable, "OMPI_MCA_coll_tuned_%s", name);
    return getenv(variable);
}

/* ---- packing ---- */

/* The texts of all methods, one after the other, each with its end. */
static size_t pack_methods(char *bytes)
{
    size_t used = 0;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const char *text = tunedx_params.method[i];
        const size_t length = text == NULL ? 0 : strlen(text);

        if (bytes != NULL && length > 0) {
            memcpy(bytes + used, text, length);
        }
        used += length + 1;
    }
    return used;
}

void *tunedx_params_pack(size_t *length)
{
    size_t used = 0;

#define TUNEDX_PARAMETER(name, type, value, level, agreed, help) \
    used += (agreed) ? sizeof tunedx_params.name : 0;
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    *length = used + sizeof tunedx_params.reproduces + pack_methods(NULL);
    char *bytes = calloc(1, *length);
    if (bytes == NULL) {
        return NULL;
    }
    used = 0;
#define TUNEDX_PARAMETER(name, type, value, level, agreed, help)              \
    if (agreed) {                                                             \
        memcpy(bytes + used, &tunedx_params.name, sizeof tunedx_params.name); \
        used += sizeof tunedx_params.name;                                    \
    }
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    memcpy(bytes + used, &tunedx_params.reproduces,
           sizeof tunedx_params.reproduces);
    pack_methods(bytes + used + sizeof tunedx_params.reproduces);
    return bytes;
}

bool tunedx_params_unpack(const void *bytes, size_t length)
{
    const char *at = bytes, *end = at + length;

#define TUNEDX_PARAMETER(name, type, value, level, agreed, help)    \
    if (agreed) {                                                   \
        if ((size_t)(end - at) < sizeof tunedx_params.name) {       \
            return false;                                           \
        }                                                           \
        memcpy(&tunedx_params.name, at, sizeof tunedx_params.name); \
        at += sizeof tunedx_params.name;                            \
    }
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    if ((size_t)(end - at) < sizeof tunedx_params.reproduces) {
        return false;
    }
    memcpy(&tunedx_params.reproduces, at, sizeof tunedx_params.reproduces);
    at += sizeof tunedx_params.reproduces;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const char *stop = memchr(at, '\0', (size_t)(end - at));

        if (stop == NULL) {
            return false;
        }
        tunedx_params.method[i] = at;
        at = stop + 1;
    }
    return at == end;
}
