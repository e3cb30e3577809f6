/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h: as data, a row or an object for each cell and side.
 */
#include "tools/report.h"

#include <string.h>

/* How values are written: as CSV (RFC 4180) or as JSON. */
typedef struct form {
    const tool_report_t *report;
    FILE *out;
    bool is_json;
    size_t fields; /* of this row, so far */
} form_t;

/* ---- values ---- */

static void write_json_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') {
            fprintf(out, "\\%c", *text);
        } else if ((unsigned char)*text < ' ') {
            fprintf(out, "\\u%04x", (unsigned char)*text);
        } else {
            fputc(*text, out);
        }
    }
    fputc('"', out);
}

static void write_csv_text(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        fputs(*text == '"' ? "\"\"" : (char[]){*text, '\0'}, out);
    }
    fputc('"', out);
}

static void begin_field(form_t *form, const char *key)
{
    if (form->fields++ > 0) {
        fputs(form->is_json ? ", " : ",", form->out);
    }
    if (form->is_json) {
        fprintf(form->out, "\"%s\": ", key);
    }
}

static void write_text(form_t *form, const char *key, const char *text)
{
    begin_field(form, key);
    if (form->is_json) {
        write_json_text(form->out, text);
    } else {
        write_csv_text(form->out, text);
    }
}

static void write_number(form_t *form, const char *key, size_t number)
{
    begin_field(form, key);
    fprintf(form->out, "%zu", number);
}

/* What is unknown is empty, or null. */
static void write_value(form_t *form, const char *key, bool is_known,
                        double value)
{
    begin_field(form, key);
    if (is_known) {
        fprintf(form->out, "%.9g", value);
    } else if (form->is_json) {
        fputs("null", form->out);
    }
}

/* ---- cells ---- */

static const char csv_titles[] =
    "system,collective,operation,root,bytes,ranks,nodes,ppn,side,method,"
    "launches,calls,usec,usec_low,usec_high,usec_least,usec_most,usec_slowest,"
    "limit_usec,D,bandwidth_bound,ratio,ratio_low,ratio_high,pairs,p,p_counts,"
    "verdict,oracle,ratio_to_oracle\n";

static void write_call(form_t *form, const tunedx_cell_t *cell)
{
    write_number(form, "system", cell->system + 1);
    write_text(form, "collective", tunedx_collective_name(cell->collective));
    write_text(form, "operation", cell->operation);
    write_text(form, "root", tool_root_word(cell->root));
    write_number(form, "bytes", cell->bytes);
    write_number(form, "ranks", (size_t)cell->ranks);
    write_number(form, "nodes", (size_t)cell->nodes);
    write_number(form, "ppn", (size_t)cell->ppn);
}

/* ORDER: csv_titles. */
static void write_fields(form_t *form, const tunedx_compared_t *item)
{
    const tunedx_compared_t *oracle =
        tunedx_comparison_oracle(&form->report->comparison, item->cell);
    const bool sure = item->has_ratio && item->has_intervals &&
                      item->side != form->report->base;

    write_call(form, tool_cell_of(form->report, item));
    write_text(form, "side", tool_side_name(form->report, item->side));
    write_text(form, "method", item->method);
    write_number(form, "launches", item->sampled.count);
    write_number(form, "calls", item->calls);
    write_value(form, "usec", true, item->time);
    write_value(form, "usec_low", item->has_intervals, item->time_interval.low);
    write_value(form, "usec_high", item->has_intervals,
                item->time_interval.high);
    write_value(form, "usec_least", true, item->least);
    write_value(form, "usec_most", true, item->most);
    write_value(form, "usec_slowest", item->slowest > 0, item->slowest);
    write_value(form, "limit_usec", item->limit > 0, item->limit);
    write_value(form, "D", item->distance > 0, item->distance);
    write_number(form, "bandwidth_bound", item->is_bandwidth_bound);
    write_value(form, "ratio", item->has_ratio, item->ratio);
    write_value(form, "ratio_low", sure, item->ratio_interval.low);
    write_value(form, "ratio_high", sure, item->ratio_interval.high);
    write_number(form, "pairs", item->pairs);
    write_value(form, "p", item->pairs > 0, item->p);
    write_number(form, "p_counts", item->p_counts);
    write_text(form, "verdict", tool_verdict_word(item->verdict));
    write_text(form, "oracle",
               oracle == NULL ? ""
                              : tool_side_name(form->report, oracle->side));
    write_value(form, "ratio_to_oracle", oracle != NULL && !item->is_wrong,
                oracle == NULL ? 0 : item->time / oracle->time);
}

bool tool_report_write_csv(const tool_report_t *report, FILE *out)
{
    const tunedx_comparison_t *comparison = &report->comparison;

    fputs(csv_titles, out);
    for (size_t i = 0; i < comparison->count; i++) {
        form_t form = {.report = report, .out = out};

        write_fields(&form, &comparison->items[i]);
        fputc('\n', out);
    }
    return true;
}

/* ---- the rest of JSON ---- */

/* Begins an object of a list. */
static form_t begin_object(const tool_report_t *report, FILE *out, size_t index)
{
    fputs(index == 0 ? "\n  {" : ",\n  {", out);
    return (form_t){.report = report, .out = out, .is_json = true};
}

static void write_launches(const tool_report_t *report, FILE *out)
{
    const tunedx_results_t *results = &report->results;

    for (size_t i = 0; i < results->launches_count; i++) {
        const tunedx_launch_t *launch = &results->launches[i];
        const tunedx_system_t *system = &results->systems[launch->system];
        form_t form = begin_object(report, out, i);

        write_text(&form, "launch", launch->time);
        write_text(&form, "library", launch->library);
        write_text(&form, "tunedx", launch->version);
        write_number(&form, "system", launch->system + 1);
        write_text(&form, "machine", system->machine);
        write_text(&form, "network", system->network);
        write_text(&form, "order", system->order);
        write_text(&form, "start", system->start);
        write_number(&form, "ranks", (size_t)launch->ranks);
        write_number(&form, "nodes", (size_t)launch->nodes);
        write_number(&form, "ppn", (size_t)launch->ppn);
        write_value(&form, "load", true, launch->load);
        write_number(&form, "seed", launch->seed);
        fputc('}', out);
    }
}

static void write_summaries(const tool_report_t *report, FILE *out)
{
    for (size_t i = 0; i < report->contenders_count; i++) {
        const tool_contender_t *contender = &report->contenders[i];
        const tunedx_summary_t *sum = &contender->summary;
        form_t form = begin_object(report, out, i);

        write_text(&form, "side", tool_side_name(report, contender->side));
        write_number(&form, "cells", sum->cells);
        write_value(&form, "speedup", sum->cells > 0, sum->speedup);
        write_number(&form, "losses", sum->losses);
        write_value(&form, "worst_ratio", sum->worst != NULL,
                    sum->worst == NULL ? 0 : sum->worst->ratio);
        write_number(&form, "faster", sum->verdicts[TUNEDX_VERDICT_FASTER]);
        write_number(&form, "slower", sum->verdicts[TUNEDX_VERDICT_SLOWER]);
        write_number(&form, "equal", sum->verdicts[TUNEDX_VERDICT_EQUAL]);
        write_number(&form, "wrong", sum->verdicts[TUNEDX_VERDICT_WRONG]);
        write_number(&form, "oracle_cells", sum->oracle_cells);
        write_value(&form, "oracle_speedup", sum->oracle_cells > 0,
                    sum->oracle_speedup);
        write_number(&form, "oracle_losses", sum->oracle_losses);
        write_number(&form, "bandwidth_bound", sum->bound_cells);
        write_value(&form, "D", sum->bound_cells > 0, sum->distance);
        write_value(&form, "base_D", sum->base_distance > 0,
                    sum->base_distance);
        write_number(&form, "guidelines_checked",
                     contender->guidelines.checked);
        write_number(&form, "guidelines_broken", contender->guidelines.count);
        fputc('}', out);
    }
}

static void write_guidelines(const tool_report_t *report, FILE *out)
{
    size_t index = 0;

    for (size_t i = 0; i < report->contenders_count; i++) {
        const tunedx_guidelines_t *guidelines =
            &report->contenders[i].guidelines;

        for (size_t k = 0; k < guidelines->count; k++) {
            const tunedx_violation_t *violation = &guidelines->violations[k];
            form_t form = begin_object(report, out, index++);

            write_call(&form, tool_cell_of(report, violation->item));
            write_text(&form, "side",
                       tool_side_name(report, violation->item->side));
            write_text(&form, "guideline", violation->text);
            write_value(&form, "usec", true, violation->item->time);
            write_value(&form, "bound_usec", true, violation->bound);
            write_number(&form, "interpolated", violation->is_interpolated);
            fputc('}', out);
        }
    }
}

bool tool_report_write_json(const tool_report_t *report, FILE *out)
{
    const tunedx_comparison_t *comparison = &report->comparison;

    fputs("{\"tunedx_report\": 1,\n\"base\": ", out);
    write_json_text(out, tool_side_name(report, report->base));
    fprintf(out, ",\n\"resamples\": %zu, \"seed\": %zu,\n\"launches\": [",
            report->resamples, report->seed);
    write_launches(report, out);
    fputs("],\n\"summary\": [", out);
    write_summaries(report, out);
    fputs("],\n\"notes\": [", out);
    for (size_t i = 0; i < report->notes_count; i++) {
        fputs(i == 0 ? "\n  " : ",\n  ", out);
        write_json_text(out, report->notes[i]);
    }
    fputs("],\n\"guidelines\": [", out);
    write_guidelines(report, out);
    fputs("],\n\"cells\": [", out);
    for (size_t i = 0; i < comparison->count; i++) {
        form_t form = begin_object(report, out, i);

        write_fields(&form, &comparison->items[i]);
        fputc('}', out);
    }
    fputs("]}\n", out);
    return true;
}
