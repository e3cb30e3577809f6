/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See maps.h.
 */
#include "tools/maps.h"

#include "tools/measurements.h"
#include "tools/profile_read.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

int tool_maps_take(tool_maps_request_t *request, const char *name, int option,
                   const char *argument, const char *value)
{
    size_t number = 0;
    int status;

    switch (option) {
    case 'C':
        request->one_collective = true;
        return tool_take_collective(name, value, &request->collective);
    case 'P':
        request->one_ppn = true;
        status = tool_take_number(name, argument, value, 0, TOOL_MOST_MAP_RANKS,
                                  &number);
        request->ppn = (int)number;
        return status;
    case 'W':
        request->weights = value;
        return value[0] != '\0'
                   ? TOOL_SUCCESS
                   : tool_refuse(name, argument, value, "the name of a file");
    default:
        request->strict = true;
        return TOOL_SUCCESS;
    }
}

/* ---- weights ---- */

/* What a profile has of one collective. */
typedef struct collected {
    const char *name;
    tunedx_collective_t collective;
    tunedx_map_calls_t *calls; /* to be freed */
    size_t count, capacity;
} collected_t;

static int collect(void *context, const tool_profile_line_t *line)
{
    collected_t *collected = context;
    const tool_profile_calls_t *calls = &line->of_calls;

    if (line->is_job || !calls->has_bytes ||
        calls->collective != collected->collective) {
        return TOOL_SUCCESS;
    }
    if (collected->count == collected->capacity) {
        const size_t capacity = 2 * collected->capacity + 64;
        tunedx_map_calls_t *larger =
            realloc(collected->calls, capacity * sizeof *larger);

        if (larger == NULL) {
            return tool_fail(collected->name, "not enough memory");
        }
        collected->calls = larger;
        collected->capacity = capacity;
    }
    collected->calls[collected->count++] = (tunedx_map_calls_t){
        .ranks = calls->ranks,
        .bytes = calls->bytes,
        .calls = (double)calls->calls,
    };
    return TOOL_SUCCESS;
}

/* Without calls of its collective a map is as it was. */
static int weigh(const char *name, const char *path, tunedx_map_t *map)
{
    collected_t collected = {
        .name = name,
        .collective = map->class.collective,
    };
    int status = tool_profile_read(name, path, collect, &collected);

    if (status == TOOL_SUCCESS && collected.count > 0 &&
        !tunedx_map_weigh(map, collected.calls, collected.count)) {
        status = tool_fail(name, "not enough memory");
    }
    free(collected.calls);
    return status;
}

static int weigh_all(const char *name, const tool_maps_request_t *request,
                     tool_maps_t *maps)
{
    int status = TOOL_SUCCESS;

    for (size_t i = 0; i < maps->count && status == TOOL_SUCCESS; i++) {
        status = weigh(name, request->weights, &maps->maps[i]);
    }
    return status;
}

/* ---- maps ---- */

static bool is_wanted(const tool_maps_request_t *request,
                      const tunedx_map_class_t *class)
{
    return (!request->one_collective ||
            class->collective == request->collective) &&
           (!request->one_ppn || class->ppn == request->ppn);
}

static int make_maps(const char *name, const tool_maps_request_t *request,
                     tool_maps_t *maps)
{
    tunedx_map_class_t classes[TOOL_MOST_MAPS];
    const size_t count =
        tunedx_map_classes(&maps->measurements, classes, TOOL_MOST_MAPS);

    if (count > TOOL_MOST_MAPS) {
        return tool_fail(name,
                         "%s: more than %d maps; expected fewer collectives "
                         "and numbers of ranks per node in one file",
                         request->path, TOOL_MOST_MAPS);
    }
    for (size_t i = 0; i < count; i++) {
        if (is_wanted(request, &classes[i]) &&
            !tunedx_map_make(&maps->measurements, &classes[i],
                             &maps->maps[maps->count++])) {
            return tool_fail(name, "not enough memory");
        }
    }
    if (maps->count == 0) {
        return tool_fail(name,
                         "%s: no measurement is of this collective and this "
                         "number of ranks per node",
                         request->path);
    }
    return request->weights == NULL ? TOOL_SUCCESS
                                    : weigh_all(name, request, maps);
}

int tool_maps_make(const char *name, const tool_maps_request_t *request,
                   tool_maps_t *maps)
{
    int status;

    *maps = (tool_maps_t){.count = 0};
    status = tool_measurements_read(name, request->path, request->strict,
                                    request->halves, &maps->measurements);
    return status == TOOL_SUCCESS ? make_maps(name, request, maps) : status;
}

/* Methods stay in the arena of the first ones. */
int tool_maps_make_again(const char *name, const tool_maps_request_t *request,
                         const tool_maps_t *maps, tool_maps_t *again)
{
    *again = (tool_maps_t){.count = 0};
    for (size_t i = 0; i < maps->measurements.count; i++) {
        tunedx_measurement_t point = maps->measurements.points[i];

        point.time = point.again;
        if (!tunedx_measurements_add(&again->measurements, &point)) {
            return tool_fail(name, "not enough memory");
        }
    }
    return make_maps(name, request, again);
}

void tool_maps_free(tool_maps_t *maps)
{
    for (size_t i = 0; i < maps->count; i++) {
        tunedx_map_free(&maps->maps[i]);
    }
    tunedx_measurements_free(&maps->measurements);
}

void tool_map_describe(const tunedx_map_t *map, char text[TOOL_CLASS_TEXT])
{
    const char *collective = tunedx_collective_name(map->class.collective);

    if (map->class.one_node) {
        snprintf(text, TOOL_CLASS_TEXT, "%s, within one node", collective);
    } else {
        snprintf(text, TOOL_CLASS_TEXT,
                 "%s, %d rank%s on each of several nodes", collective,
                 map->class.ppn, map->class.ppn == 1 ? "" : "s");
    }
}
