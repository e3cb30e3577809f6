/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See profile_read.h.
 */
#include "tools/profile_read.h"

#include <string.h>

#include "tools/json_lines.h"

enum { SCHEMA = 1, MOST = 1 << 30 };

static const size_t most_bytes = (size_t)1 << 62;

/* Who wants the lines. */
typedef struct taker {
    int (*take)(void *context, const tool_profile_line_t *line);
    void *context;
} taker_t;

static void take_text(tool_json_line_t *json, const char *key, char *text,
                      size_t size)
{
    const char *value = tool_json_text(json, key);

    if (strlen(value) >= size) {
        tool_json_refuse(json, key, "a short text");
        value = "";
    }
    snprintf(text, size, "%s", value);
}

static void take_job(tool_json_line_t *json, tool_profile_job_t *job)
{
    take_text(json, "program", job->program, sizeof job->program);
    job->ranks = tool_json_number(json, "ranks", 1, MOST);
    job->nodes = tool_json_number(json, "nodes", 1, MOST);
    job->records = tool_json_number(json, "records", 0, MOST);
    job->seconds = tool_json_seconds(json, "seconds");
    job->complete = tool_json_flag(json, "complete");
}

static void take_bytes(tool_json_line_t *json, tool_profile_calls_t *calls)
{
    calls->has_bytes = !tool_json_is_null(json, "bytes");
    if (calls->has_bytes) {
        calls->bytes = tool_json_number(json, "bytes", 0, most_bytes);
        calls->last_bytes = calls->bytes;
    }
    if (tool_json_has(json, "last_bytes")) {
        calls->last_bytes =
            tool_json_number(json, "last_bytes", calls->bytes, most_bytes);
    }
}

static void take_calls(tool_json_line_t *json, tool_profile_calls_t *calls)
{
    const char *collective = tool_json_text(json, "collective");

    if (!tunedx_collective_find(collective, strlen(collective),
                                &calls->collective)) {
        tool_json_refuse(json, "collective", "the name of a collective");
    }
    take_text(json, "form", calls->form, sizeof calls->form);
    if (strcmp(calls->form, "blocking") != 0 &&
        strcmp(calls->form, "nonblocking") != 0 &&
        strcmp(calls->form, "persistent") != 0) {
        tool_json_refuse(json, "form", "blocking, nonblocking or persistent");
    }
    calls->ranks = tool_json_number(json, "ranks", 1, MOST);
    calls->nodes = tool_json_number(json, "nodes", 1, calls->ranks);
    calls->ppn = tool_json_number(json, "ppn", 1, calls->ranks);
    take_bytes(json, calls);
    calls->calls = tool_json_number(json, "calls", 0, most_bytes);
    calls->seconds = tool_json_seconds(json, "seconds");
    calls->slowest = tool_json_seconds(json, "seconds_slowest");
}

static int take_line(void *context, tool_json_line_t *json)
{
    const taker_t *taker = context;
    tool_profile_line_t line = {.text = json->text, .length = json->length};
    char type[16] = "";

    if (tool_json_number(json, "tunedx_profile", 0, MOST) != SCHEMA) {
        tool_json_refuse(json, "tunedx_profile",
                         "1, the form of lines that is known here");
    }
    take_text(json, "type", type, sizeof type);
    take_text(json, "job", line.job, sizeof line.job);
    line.is_job = strcmp(type, "job") == 0;
    if (line.is_job) {
        take_job(json, &line.of_job);
    } else if (strcmp(type, "calls") == 0) {
        take_calls(json, &line.of_calls);
    } else {
        tool_json_refuse(json, "type", "job or calls");
    }
    return json->is_bad ? TOOL_SUCCESS : taker->take(taker->context, &line);
}

int tool_profile_read(const char *name, const char *path,
                      int (*take)(void *context,
                                  const tool_profile_line_t *line),
                      void *context)
{
    taker_t taker = {.take = take, .context = context};
    bool all_good = false;
    const int status =
        tool_json_lines_read(name, path, false, take_line, &taker, &all_good);

    return status == TOOL_SUCCESS && !all_good ? TOOL_ERROR : status;
}
