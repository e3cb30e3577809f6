/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See measurements.h.
 */
#include "tools/measurements.h"

#include "tools/json_lines.h"

#include <string.h>

enum { MOST_SAMPLES = 1024, METHOD_TEXT = 512, EXPECTED_TEXT = 640 };

static const size_t most_bytes = (size_t)1 << 53;

/* ---- parts of a line ---- */

tunedx_collective_t tool_line_collective(tool_json_line_t *line)
{
    const char *text = tool_json_text(line, "collective");
    tunedx_collective_t collective = TUNEDX_BCAST;

    if (!tunedx_collective_find(text, strlen(text), &collective)) {
        tool_json_refuse(line, "collective",
                         "a collective's name, as \"allreduce\"");
    }
    return collective;
}

static const tunedx_method_t *take_method(tool_json_line_t *line,
                                          tunedx_arena_t *arena,
                                          tunedx_collective_t collective)
{
    const char *text = tool_json_text(line, "method");
    char expected[EXPECTED_TEXT];
    tunedx_complaint_t complaint;

    if (line->is_bad) {
        return NULL;
    }
    const tunedx_method_t *method =
        tunedx_method_parse(arena, collective, text, strlen(text), &complaint);
    if (method == NULL) {
        snprintf(expected, sizeof expected,
                 "a method of %s (at character %zu: %s)",
                 tunedx_collective_name(collective), complaint.column,
                 complaint.text);
        tool_json_refuse(line, "method", expected);
    }
    return method;
}

static bool take_source(tool_json_line_t *line)
{
    if (!tool_json_has(line, "source")) {
        return false;
    }
    const char *text = tool_json_text(line, "source");
    const bool is_simulated = strcmp(text, "simulated") == 0;
    if (!is_simulated && strcmp(text, "measured") != 0) {
        tool_json_refuse(line, "source", "\"measured\" or \"simulated\"");
    }
    return is_simulated;
}

/* Ranks, nodes and ranks per node, which have to fit. */
static void take_places(tool_json_line_t *line, tunedx_measurement_t *point)
{
    const size_t ranks =
        tool_json_number(line, "ranks", 1, TOOL_MOST_MAP_RANKS);
    const size_t nodes = tool_json_number(line, "nodes", 1, ranks);
    const size_t evenly = (ranks + nodes - 1) / nodes;

    point->ranks = (int)ranks;
    point->nodes = (int)nodes;
    point->ppn = (int)evenly;
    if (tool_json_has(line, "ppn")) {
        point->ppn =
            (int)tool_json_number(line, "ppn", evenly, ranks - nodes + 1);
    }
}

/* ---- measurements ---- */

typedef struct reader {
    tunedx_measurements_t *measurements;
    const char *name;
    bool halves;
    double samples[MOST_SAMPLES];
} reader_t;

/* Results of benchmarks (tunedx report) have lines about launches and
 * transfers, and calls that none of our methods served, or nobody knows which,
 * or that went wrong. */
static bool is_other_result(tool_json_line_t *line)
{
    if (!tool_json_has(line, "collective")) {
        return tool_json_has(line, "results") ||
               tool_json_has(line, "transfer");
    }
    if (!tool_json_has(line, "side")) {
        return false;
    }
    const char *side = tool_json_text(line, "side");
    const char *method = tool_json_text(line, "method");

    return strncmp(side, "tunedx", strlen("tunedx")) != 0 ||
           method[0] == '\0' ||
           (tool_json_has(line, "right") && !tool_json_flag(line, "right"));
}

static void take_samples(tool_json_line_t *line, reader_t *reader,
                         tunedx_measurement_t *point)
{
    double *samples = reader->samples, half[MOST_SAMPLES / 2];
    const size_t count = tool_json_times(line, "usec", samples, MOST_SAMPLES);
    size_t first = count;

    if (reader->halves && count == 1) {
        tool_json_refuse(line, "usec",
                         "a list of samples, which --halves can part");
    }
    if (line->is_bad) {
        return;
    }
    if (reader->halves) {
        first = 0;
        for (size_t i = 0; i < count; i++) {
            *(i % 2 == 0 ? &samples[first++] : &half[i / 2]) = samples[i];
        }
        point->again = tunedx_median(half, count / 2);
    }
    point->time = tunedx_median(samples, first);
}

static int take_measurement(void *context, tool_json_line_t *line)
{
    reader_t *reader = context;

    if (is_other_result(line)) {
        return TOOL_SUCCESS;
    }
    tunedx_measurement_t point = {.collective = tool_line_collective(line)};

    take_places(line, &point);
    if (point.collective != TUNEDX_BARRIER || tool_json_has(line, "bytes")) {
        point.bytes = tool_json_number(line, "bytes", 0, most_bytes);
    }
    take_samples(line, reader, &point);
    point.is_simulated = take_source(line);
    point.method =
        take_method(line, &reader->measurements->arena, point.collective);
    if (line->is_bad) {
        return TOOL_SUCCESS; /* reported */
    }
    return tunedx_measurements_add(reader->measurements, &point)
               ? TOOL_SUCCESS
               : tool_fail(reader->name, "not enough memory");
}

int tool_measurements_read(const char *name, const char *path, bool strict,
                           bool halves, tunedx_measurements_t *measurements)
{
    static reader_t reader;

    reader.measurements = measurements;
    reader.name = name;
    reader.halves = halves;
    const int status = tool_json_lines_read(name, path, strict,
                                            take_measurement, &reader, NULL);
    if (status == TOOL_SUCCESS && measurements->count == 0) {
        return tool_fail(name,
                         "%s: there is no measurement in it; expected lines as "
                         "tunedx map --simulate writes them",
                         path);
    }
    return status;
}

void tool_measurement_write(const tunedx_measurement_t *point, FILE *out)
{
    char method[METHOD_TEXT];

    tunedx_method_print(point->method, method, sizeof method);
    fprintf(out,
            "{\"collective\": \"%s\", \"method\": \"%s\", \"ranks\": %d, "
            "\"nodes\": %d, \"ppn\": %d, \"bytes\": %zu, \"usec\": %.9g, "
            "\"source\": \"%s\"}\n",
            tunedx_collective_name(point->collective), method, point->ranks,
            point->nodes, point->ppn, point->bytes, point->time,
            point->is_simulated ? "simulated" : "measured");
}
