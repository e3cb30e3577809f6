/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The fuzzer of the readers of JSON: of measurements, of profiles and of
 * coll/tuned's rules.  See fuzz_rules.c.
 *
 * The readers of lines open files, so each input is one, in memory.
 */
#define _GNU_SOURCE

#include "tools/measurements.h"
#include "tools/profile_read.h"
#include "tools/read_json.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Command names are only printed. */
static const char name[] = "fuzz";

static void ignore(void *context, const char *file, int line, size_t column,
                   const char *text)
{
    (void)context, (void)file, (void)column, (void)text;
    if (line < 1) {
        abort();
    }
}

static void read_rules(const char *text, size_t length)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_rules_t rules;

    (void)tool_json_parse(&arena, name, text, length, ignore, NULL, &rules);
    tunedx_arena_free(&arena);
}

static void read_measurements(const char *path)
{
    tunedx_measurements_t measurements = {.count = 0};
    tunedx_map_class_t class;
    tunedx_map_t map;

    if (tool_measurements_read(name, path, false, true, &measurements) ==
        TOOL_SUCCESS) {
        tunedx_map_classes(&measurements, &class, 1);
        if (!tunedx_map_make(&measurements, &class, &map)) {
            abort();
        }
        tunedx_map_free(&map);
    }
    tunedx_measurements_free(&measurements);
}

static int take(void *context, const tool_profile_line_t *line)
{
    (void)context;
    return line->length > 0 ? TOOL_SUCCESS : TOOL_ERROR;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const int file = memfd_create("input", 0);
    char path[64];

    if (file < 0 || write(file, data, size) != (ssize_t)size) {
        abort();
    }
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    read_rules((const char *)data, size);
    read_measurements(path);
    (void)tool_profile_read(name, path, take, NULL);
    close(file);
    return 0;
}
