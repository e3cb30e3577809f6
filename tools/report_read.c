/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report_read.h.
 */
#include "tools/report_read.h"

#include "maps/measurements.h"
#include "tools/json_lines.h"
#include "tools/measurements.h"

#include <stdlib.h>
#include <string.h>

enum { SCHEMA = 1, MOST_SAMPLES = 1 << 16, MOST_SEED = 1 << 30 };

static const size_t most_bytes = (size_t)1 << 53;

/* How far a file is read. */
typedef struct reader {
    const char *name, *path;
    tunedx_results_t *results;
    bool has_launch;
    bool is_left_out;     /* the launch: its lines are passed over */
    size_t passed_over;   /* how many */
    size_t lines, wanted; /* that were there, and that it has; 0: unknown */
    size_t line;          /* where it begins */
    double samples[MOST_SAMPLES];
} reader_t;

static int memory_is_short(const reader_t *reader)
{
    return tool_fail(reader->name, "memory is short");
}

/* ---- launches ---- */

static const char *optional_text(tool_json_line_t *line, const char *key)
{
    return tool_json_has(line, key) ? tool_json_text(line, key) : "";
}

/* What the launch before lacks, told once it is over. */
static void end_launch(reader_t *reader)
{
    const tunedx_results_t *results = reader->results;
    const tunedx_launch_t *launch =
        reader->has_launch && !reader->is_left_out
            ? &results->launches[results->launches_count - 1]
            : NULL;

    if (reader->has_launch && reader->passed_over > 0) {
        fprintf(stderr,
                "%s: %s:%zu: %zu lines of this launch are ignored with it\n",
                reader->name, reader->path, reader->line, reader->passed_over);
    }
    if (launch != NULL && reader->lines < reader->wanted) {
        fprintf(stderr,
                "%s: %s:%zu: this launch has %zu of its %zu lines; they are "
                "used\n",
                reader->name, reader->path, reader->line, reader->lines,
                reader->wanted);
    }
    reader->passed_over = reader->lines = reader->wanted = 0;

    if (launch != NULL && launch->nodes > 1 && launch->transfers_count == 0) {
        fprintf(stderr,
                "%s: %s:%zu: no transfers follow; expected lines as "
                "{\"transfer\": 65536, \"usec\": 5423.1}; what this launch "
                "measured has no limit and no D\n",
                reader->name, launch->path, launch->line);
    }
}

static int take_launch(reader_t *reader, tool_json_line_t *line)
{
    tunedx_launch_t launch = {.path = reader->path, .line = line->number};
    tunedx_system_t system;

    end_launch(reader);
    reader->has_launch = reader->is_left_out = true;
    reader->line = line->number;
    if (tool_json_number(line, "results", 0, MOST_SEED) != SCHEMA) {
        tool_json_refuse(line, "results",
                         "1, the form of results that is known here");
    }
    launch.time = tool_json_text(line, "launch");
    launch.library = tool_json_text(line, "library");
    launch.version = optional_text(line, "tunedx");
    system.machine = tool_json_text(line, "machine");
    system.network = optional_text(line, "network");
    system.order = optional_text(line, "order");
    system.start = optional_text(line, "start");
    launch.ranks = (int)tool_json_number(line, "ranks", 1, TOOL_MOST_RANKS);
    launch.nodes =
        (int)tool_json_number(line, "nodes", 1, (size_t)launch.ranks);
    launch.ppn = (int)tool_json_number(line, "ppn", 1, (size_t)launch.ranks);
    if (tool_json_has(line, "load")) {
        launch.load = tool_json_amount(line, "load", "a load, 0 or more");
    }
    if (tool_json_has(line, "seed")) {
        launch.seed = tool_json_number(line, "seed", 0, most_bytes);
    }
    if (tool_json_has(line, "lines")) {
        reader->wanted = tool_json_number(line, "lines", 0, most_bytes);
    }
    if (line->is_bad) {
        return TOOL_SUCCESS; /* reported */
    }
    if (tunedx_results_have_launch(reader->results, &launch)) {
        fprintf(stderr,
                "%s: %s:%zu: this launch was read before; it is ignored\n",
                reader->name, reader->path, line->number);
        return TOOL_SUCCESS;
    }
    reader->is_left_out = false;
    return tunedx_results_add_launch(reader->results, &launch, &system)
               ? TOOL_SUCCESS
               : memory_is_short(reader);
}

static int take_transfer(reader_t *reader, tool_json_line_t *line)
{
    const size_t bytes = tool_json_number(line, "transfer", 0, most_bytes);
    const size_t count =
        tool_json_times(line, "usec", reader->samples, MOST_SAMPLES);

    if (line->is_bad) {
        return TOOL_SUCCESS;
    }
    return tunedx_results_add_transfer(
               reader->results,
               (tunedx_transfer_t){
                   .bytes = bytes,
                   .usec = tunedx_median(reader->samples, count),
               })
               ? TOOL_SUCCESS
               : memory_is_short(reader);
}

/* ---- cells ---- */

static tunedx_root_class_t take_root(tool_json_line_t *line,
                                     tunedx_collective_t collective, int ranks)
{
    if (!tunedx_collective_is_rooted(collective)) {
        return TUNEDX_ROOT_NONE;
    }
    if (tool_json_is(line, "root", -1)) {
        return TUNEDX_ROOT_ROTATING;
    }
    return tool_json_has(line, "root") &&
                   tool_json_number(line, "root", 0, (size_t)ranks - 1) != 0
               ? TUNEDX_ROOT_OTHER
               : TUNEDX_ROOT_FIRST;
}

static tunedx_cell_t take_cell(tool_json_line_t *line,
                               const tunedx_launch_t *launch)
{
    tunedx_cell_t cell = {.collective = tool_line_collective(line)};

    cell.operation = optional_text(line, "operation");
    cell.ranks = (int)tool_json_number(line, "ranks", 1, (size_t)launch->ranks);
    cell.nodes = (int)tool_json_number(line, "nodes", 1, (size_t)cell.ranks);
    cell.ppn = (int)tool_json_number(line, "ppn", 1, (size_t)cell.ranks);
    if (cell.collective != TUNEDX_BARRIER || tool_json_has(line, "bytes")) {
        cell.bytes = tool_json_number(line, "bytes", 0, most_bytes);
    }
    cell.root = take_root(line, cell.collective, cell.ranks);
    if (tunedx_collective_is_reduction(cell.collective) &&
        cell.operation[0] == '\0') {
        tool_json_refuse(line, "operation",
                         "the operation of a reduction, as \"sum double\"");
    }
    return cell;
}

static const char *take_side(tool_json_line_t *line)
{
    const char *side = tool_json_text(line, "side");

    if (side[0] == '\0') {
        tool_json_refuse(line, "side",
                         "what served the calls, as \"tunedx\" or \"default\"");
    }
    return side;
}

static void check_source(tool_json_line_t *line)
{
    const char *source =
        tool_json_has(line, "source") ? tool_json_text(line, "source") : "";

    if (source[0] != '\0' && strcmp(source, "measured") != 0) {
        tool_json_refuse(line, "source", "\"measured\"");
    }
}

static int take_run(reader_t *reader, tool_json_line_t *line)
{
    const tunedx_results_t *results = reader->results;
    const tunedx_launch_t *launch =
        &results->launches[results->launches_count - 1];
    tunedx_run_t run = {.usec = reader->samples};

    const tunedx_cell_t cell = take_cell(line, launch);
    const char *side = take_side(line);
    run.method = optional_text(line, "method");
    check_source(line);
    run.is_wrong =
        tool_json_has(line, "right") && !tool_json_flag(line, "right");
    if (tool_json_has(line, "slowest")) {
        const size_t count =
            tool_json_times(line, "slowest", reader->samples, MOST_SAMPLES);

        run.slowest = count == 0 ? 0 : tunedx_median(reader->samples, count);
    }
    run.count = tool_json_times(line, "usec", reader->samples, MOST_SAMPLES);
    if (line->is_bad) {
        return TOOL_SUCCESS;
    }
    return tunedx_results_add_run(reader->results, &cell, side, &run)
               ? TOOL_SUCCESS
               : memory_is_short(reader);
}

/* ---- lines ---- */

static int take_line(void *context, tool_json_line_t *line)
{
    static const char launch_first[] =
        "a line {\"results\": 1, ...} of a launch before it";
    reader_t *reader = context;

    if (tool_json_has(line, "results")) {
        return take_launch(reader, line);
    }
    reader->lines++;
    if (reader->is_left_out) {
        reader->passed_over++;
    } else if (tool_json_has(line, "transfer") && reader->has_launch) {
        return take_transfer(reader, line);
    } else if (tool_json_has(line, "collective") && reader->has_launch) {
        return take_run(reader, line);
    } else if (tool_json_has(line, "transfer")) {
        tool_json_refuse(line, "transfer", launch_first);
    } else if (tool_json_has(line, "collective")) {
        tool_json_refuse(line, "collective", launch_first);
    } else {
        tool_json_refuse(line, "collective",
                         "\"results\", \"transfer\" or \"collective\"");
    }
    return TOOL_SUCCESS;
}

int tool_report_read(const char *name, const char *path, bool strict,
                     tunedx_results_t *results)
{
    reader_t *reader = calloc(1, sizeof *reader);

    if (reader == NULL) {
        return tool_fail(name, "memory is short");
    }
    reader->name = name;
    reader->path = path;
    reader->results = results;
    const int status =
        tool_json_lines_read(name, path, strict, take_line, reader, NULL);
    end_launch(reader);
    free(reader);
    return status;
}
