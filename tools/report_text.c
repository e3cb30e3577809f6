/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h: as text, losses first.
 */
#include "tools/report.h"

#include <string.h>

enum { CALL_WIDTH = 28, SIDE_WIDTH = 14, MOST_LINES = 40 };

/* ---- the head ---- */

static void say(void *context, const char *line)
{
    fprintf(context, "  %s\n", line);
}

static void print_systems(const tool_report_t *report, FILE *out)
{
    const tunedx_results_t *results = &report->results;

    for (size_t i = 0; i < results->systems_count; i++) {
        const tunedx_system_t *system = &results->systems[i];
        size_t launches = 0;

        for (size_t k = 0; k < results->launches_count; k++) {
            launches += results->launches[k].system == i;
        }
        fprintf(out,
                "  [%zu] %s; network: %s; order: %s; start: %s; %zu "
                "launches\n",
                i + 1, system->machine,
                system->network[0] == '\0' ? "not said" : system->network,
                system->order[0] == '\0' ? "not said" : system->order,
                system->start[0] == '\0' ? "not said" : system->start,
                launches);
    }
}

static void print_head(const tool_report_t *report, FILE *out)
{
    const tunedx_results_t *results = &report->results;
    const tunedx_launch_t *first = &results->launches[0];
    const tunedx_launch_t *last =
        &results->launches[results->launches_count - 1];

    for (size_t i = 0; i < report->contenders_count; i++) {
        fprintf(out, "%s%s", i == 0 ? "" : ", ",
                tool_side_name(report, report->contenders[i].side));
    }
    fprintf(out, " against %s\n\n", tool_side_name(report, report->base));
    fprintf(out, "%zu launches, %s to %s; %zu cells\n", results->launches_count,
            first->time, last->time, results->cells_count);
    print_systems(report, out);
    for (size_t i = 0; i < report->notes_count; i++) {
        fprintf(out, "  %s\n", report->notes[i]);
    }
    for (size_t i = 0; i < report->contenders_count; i++) {
        fprintf(out, "\n%s\n",
                tool_side_name(report, report->contenders[i].side));
        tool_report_say(report, &report->contenders[i], say, out);
    }
}

/* ---- rows ---- */

static void print_titles(const tool_report_t *report, FILE *out)
{
    fprintf(out, "%-*s %7s %5s %5s %4s %-*s %10s %10s %8s %-15s %6s %7s  %s\n",
            CALL_WIDTH, "call", "bytes", "ranks", "nodes", "ppn", SIDE_WIDTH,
            "side", "base", "time", "speed-up", "95 %", "D",
            report->has_oracle ? "/oracle" : "", "verdict");
}

static void print_times(const tool_report_t *report,
                        const tunedx_compared_t *item, FILE *out)
{
    const tunedx_compared_t *base =
        tunedx_comparison_find(&report->comparison, item->cell, report->base);
    char text[TOOL_REPORT_TEXT] = "-";

    if (base != NULL) {
        tool_usec_text(base->time, text);
    }
    fprintf(out, " %10s", text);
    tool_usec_text(item->time, text);
    fprintf(out, " %10s", text);
    snprintf(text, sizeof text, "-");
    if (item->has_ratio) {
        tool_factor_text(1 / item->ratio, text);
    }
    fprintf(out, " %8s", text);
    text[0] = '\0';
    if (item->has_ratio && item->has_intervals) {
        tool_interval_text(item->ratio_interval, "..", text);
    }
    fprintf(out, " %-15s", text);
}

static void print_row(const tool_report_t *report,
                      const tunedx_compared_t *item, FILE *out)
{
    const tunedx_cell_t *cell = tool_cell_of(report, item);
    const tunedx_compared_t *oracle =
        tunedx_comparison_oracle(&report->comparison, item->cell);
    char text[TOOL_REPORT_TEXT];

    tool_call_text(report, cell, text);
    fprintf(out, "%-*s", CALL_WIDTH, text);
    tool_bytes_text(cell->bytes, text);
    fprintf(out, " %7s %5d %5d %4d %-*s", text, cell->ranks, cell->nodes,
            cell->ppn, SIDE_WIDTH, tool_side_name(report, item->side));
    print_times(report, item, out);
    if (item->distance > 0) {
        fprintf(out, " %6.3f", item->distance);
    } else {
        fprintf(out, " %6s", "-");
    }
    if (report->has_oracle && oracle != NULL && !item->is_wrong) {
        fprintf(out, " %7.3f", oracle->time / item->time);
    } else {
        fprintf(out, " %7s", report->has_oracle ? "-" : "");
    }
    tool_verdict_text(item, text);
    fprintf(out, "%s%s\n", text[0] == '\0' ? "" : "  ", text);
}

static void print_losses(const tool_report_t *report, FILE *out)
{
    fprintf(out, "\nLosses: slower than %s, the worst first\n",
            tool_side_name(report, report->base));
    if (report->losses_count == 0) {
        fputs("  none\n", out);
        return;
    }
    print_titles(report, out);
    for (size_t i = 0; i < report->losses_count; i++) {
        print_row(report, report->losses[i], out);
    }
}

static bool is_contender(const tool_report_t *report, size_t side)
{
    for (size_t i = 0; i < report->contenders_count; i++) {
        if (report->contenders[i].side == side) {
            return true;
        }
    }
    return false;
}

static void print_all(const tool_report_t *report, FILE *out)
{
    const tunedx_comparison_t *comparison = &report->comparison;

    fputs("\nAll cells", out);
    for (size_t i = 0; i < report->contenders_count; i++) {
        if (report->contenders[i].summary.uncounted > 0) {
            fputs(" (*: by the interval alone)", out);
            break;
        }
    }
    fputc('\n', out);
    print_titles(report, out);
    for (size_t i = 0; i < comparison->count; i++) {
        if (is_contender(report, comparison->items[i].side)) {
            print_row(report, &comparison->items[i], out);
        }
    }
}

/* ---- guidelines ---- */

static void print_violations(const tool_report_t *report,
                             const tool_contender_t *contender, FILE *out)
{
    const tunedx_guidelines_t *guidelines = &contender->guidelines;
    char time[TOOL_REPORT_TEXT], bound[TOOL_REPORT_TEXT],
        place[TOOL_REPORT_TEXT];

    for (size_t i = 0; i < guidelines->count; i++) {
        const tunedx_violation_t *violation = &guidelines->violations[i];
        const tunedx_cell_t *cell = tool_cell_of(report, violation->item);

        if (i == MOST_LINES) {
            fprintf(out, "  and %zu more\n", guidelines->count - MOST_LINES);
            break;
        }
        tool_usec_text(violation->item->time, time);
        tool_usec_text(violation->bound, bound);
        tool_place_text(cell, place);
        fprintf(out, "  %s: %s against %s%s, %.2f times; %s%s%s\n",
                violation->text, time,
                violation->is_interpolated ? "about " : "", bound,
                violation->item->time / violation->bound, place,
                cell->operation[0] == '\0' ? "" : ", ", cell->operation);
    }
}

static void print_guidelines(const tool_report_t *report, FILE *out)
{
    char text[TOOL_REPORT_TEXT];

    fputs("\nGuidelines\n", out);
    for (size_t i = 0; i < report->contenders_count; i++) {
        tool_guidelines_text(report, &report->contenders[i], text);
        fprintf(out, "  %s\n", text);
        print_violations(report, &report->contenders[i], out);
    }
}

bool tool_report_print(const tool_report_t *report, FILE *out)
{
    print_head(report, out);
    print_losses(report, out);
    print_guidelines(report, out);
    print_all(report, out);
    return true;
}
