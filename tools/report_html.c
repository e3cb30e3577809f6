/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h: as a page, which needs nothing but itself.
 */
#include "tools/page_chart.h"

#include "tunedx_config.h"

#include <math.h>
#include <string.h>

/* ---- lines of the charts ---- */

static void add_series(page_t *page, size_t side, bool is_oracle)
{
    if (page->series_count == PAGE_SERIES) {
        page->left_out++;
        return;
    }
    page->series[page->series_count++] = (page_series_t){
        .name = is_oracle ? "oracle" : tool_side_name(page->report, side),
        .side = side,
        .is_oracle = is_oracle,
    };
}

static bool has_series(const page_t *page, size_t side)
{
    for (int i = 0; i < page->series_count; i++) {
        if (!page->series[i].is_oracle && page->series[i].side == side) {
            return true;
        }
    }
    return false;
}

/* Contenders, the base, the oracle, then all but coll/tuned's algorithms, of
 * which the oracle takes the best. */
static void choose_series(page_t *page)
{
    const tool_report_t *report = page->report;

    for (size_t i = 0; i < report->contenders_count; i++) {
        if (i + 2 < PAGE_SERIES) {
            add_series(page, report->contenders[i].side, false);
        }
    }
    add_series(page, report->base, false);
    if (report->has_oracle) {
        add_series(page, 0, true);
    }
    for (size_t i = 0; i < report->results.sides_count; i++) {
        if (!has_series(page, i) && strncmp(report->results.sides[i],
                                            "tuned:", strlen("tuned:")) != 0) {
            add_series(page, i, false);
        }
    }
}

/* ---- the head ---- */

static void print_title(const page_t *page)
{
    const tool_report_t *report = page->report;

    for (size_t i = 0; i < report->contenders_count; i++) {
        page_print(page, "%s%s", i == 0 ? "" : ", ",
                   tool_side_name(report, report->contenders[i].side));
    }
    page_print(page, " against %s", tool_side_name(report, report->base));
}

static void print_nav(const page_t *page)
{
    const tunedx_results_t *results = &page->report->results;

    fputs("<nav><p><a href=\"#losses\">losses</a><a "
          "href=\"#maps\">speed-ups</a><a href=\"#guidelines\">guidelines</a>"
          "<a href=\"#how\">how it was measured</a>charts: ",
          page->out);
    for (size_t i = 0; i < results->cells_count; i++) {
        const tunedx_cell_t *cell = &results->cells[i];

        if (i == 0 || cell->collective != results->cells[i - 1].collective) {
            fprintf(page->out, "<a href=\"#%s%zu\">%s",
                    tunedx_collective_name(cell->collective), cell->system,
                    tunedx_collective_name(cell->collective));
            if (results->systems_count > 1) {
                fprintf(page->out, " [%zu]", cell->system + 1);
            }
            fputs("</a>", page->out);
        }
    }
    fputs("</p></nav>\n", page->out);
}

static void print_head(const page_t *page)
{
    const tunedx_results_t *results = &page->report->results;
    const tunedx_launch_t *launches = results->launches;

    fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
          "lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n<meta "
          "name=\"viewport\" content=\"width=device-width\"/>\n<meta "
          "name=\"color-scheme\" content=\"light dark\"/>\n<title>",
          page->out);
    print_title(page);
    fputs("</title>\n", page->out);
    page_style(page->out);
    fputs("</head>\n<body>\n", page->out);
    page_markers(page->out);
    fputs("<h1>", page->out);
    print_title(page);
    fputs("</h1>\n<p class=\"faint\">", page->out);
    page_print(page, "%s. %zu cells, %zu launches from %s to %s.",
               results->systems[0].machine, results->cells_count,
               results->launches_count, launches[0].time,
               launches[results->launches_count - 1].time);
    fputs("</p>\n", page->out);
    print_nav(page);
}

/* ---- the summary ---- */

static void print_tile(const page_t *page, const char *value, const char *text)
{
    fputs("<div class=\"tile\"><b>", page->out);
    page_text(page, value);
    fputs("</b><span>", page->out);
    page_text(page, text);
    fputs("</span></div>\n", page->out);
}

static void print_tiles(const page_t *page, const tool_contender_t *contender)
{
    const tunedx_summary_t *sum = &contender->summary;
    const char *base = tool_side_name(page->report, page->report->base);
    char value[TOOL_REPORT_TEXT], text[TOOL_REPORT_TEXT];

    fputs("<div class=\"tiles\">\n", page->out);
    snprintf(value, sizeof value, "%.2f\303\227", sum->speedup);
    snprintf(text, sizeof text, "as fast as %.80s, geometric mean of %zu cells",
             base, sum->cells);
    print_tile(page, value, text);
    if (page->report->has_oracle) {
        snprintf(value, sizeof value, "%.2f\303\227", sum->oracle_speedup);
        print_tile(page, value,
                   "as fast as the oracle, the best that was "
                   "measured of Open MPI in each cell");
    }
    snprintf(value, sizeof value, "%zu of %zu", sum->losses, sum->cells);
    snprintf(text, sizeof text, "cells slower than %.80s by more than %.0f %%",
             base, 100 * TUNEDX_LOSS);
    print_tile(page, value, text);
    if (sum->bound_cells > 0) {
        snprintf(value, sizeof value, "D = %.3f", sum->distance);
        snprintf(text, sizeof text,
                 "time over limit, geometric mean of %zu bandwidth-bound "
                 "cells; %.80s: %.3f",
                 sum->bound_cells, base, sum->base_distance);
        print_tile(page, value, text);
    }
    snprintf(value, sizeof value, "%zu", contender->guidelines.count);
    snprintf(text, sizeof text,
             "of %zu performance guidelines broken; %.80s: "
             "%zu of %zu",
             contender->guidelines.checked, base,
             page->report->base_guidelines.count,
             page->report->base_guidelines.checked);
    print_tile(page, value, text);
    fputs("</div>\n", page->out);
}

static void say(void *context, const char *line)
{
    const page_t *page = context;

    fputs("<li>", page->out);
    page_text(page, line);
    fputs("</li>\n", page->out);
}

static void print_summary(page_t *page)
{
    const tool_report_t *report = page->report;

    for (size_t i = 0; i < report->contenders_count; i++) {
        const tool_contender_t *contender = &report->contenders[i];

        if (report->contenders_count > 1) {
            fputs("<h3>", page->out);
            page_text(page, tool_side_name(report, contender->side));
            fputs("</h3>\n", page->out);
        }
        if (contender->summary.cells > 0) {
            print_tiles(page, contender);
        }
        fputs("<ul>\n", page->out);
        tool_report_say(report, contender, say, page);
        fputs("</ul>\n", page->out);
    }
    if (report->notes_count > 0) {
        fputs("<div class=\"warn\">\n", page->out);
        for (size_t i = 0; i < report->notes_count; i++) {
            fputs("<p>", page->out);
            page_text(page, report->notes[i]);
            fputs("</p>\n", page->out);
        }
        fputs("</div>\n", page->out);
    }
}

static void print_losses(const page_t *page)
{
    fputs("<h2 id=\"losses\">Losses</h2>\n<p>", page->out);
    if (page->report->losses_count == 0) {
        page_print(page,
                   "No cell is slower than %s by more than %.0f %%, nor by "
                   "less with a verdict.",
                   tool_side_name(page->report, page->report->base),
                   100 * TUNEDX_LOSS);
        fputs("</p>\n", page->out);
        return;
    }
    page_print(page,
               "Cells slower than %s by more than %.0f %%, or by less with a "
               "verdict; the worst first.",
               tool_side_name(page->report, page->report->base),
               100 * TUNEDX_LOSS);
    fputs("</p>\n", page->out);
    page_losses_table(page);
}

/* ---- guidelines ---- */

static void print_violation(const page_t *page,
                            const tunedx_violation_t *violation)
{
    const tunedx_cell_t *cell = tool_cell_of(page->report, violation->item);
    char text[TOOL_REPORT_TEXT];

    fputs("<tr><td class=\"l\">", page->out);
    page_text(page, violation->text);
    tool_place_text(cell, text);
    fprintf(page->out, "</td><td class=\"l\">%s</td><td class=\"l\">", text);
    page_text(page, cell->operation);
    tool_usec_text(violation->item->time, text);
    fprintf(page->out, "</td><td>%s</td>", text);
    tool_usec_text(violation->bound, text);
    fprintf(page->out, "<td>%s%s</td><td>%.2f</td></tr>\n",
            violation->is_interpolated ? "about " : "", text,
            violation->item->time / violation->bound);
}

static void print_guidelines(const page_t *page)
{
    const tool_report_t *report = page->report;
    char text[TOOL_REPORT_TEXT];

    fputs("<h2 id=\"guidelines\">Performance guidelines</h2>\n<p>What can take "
          "the place of a collective should be no faster than it by more than "
          "5&#160;%; less data should not take longer than more (10&#160;%), "
          "nor fewer ranks than one more (3&#160;%). Sizes are bytes as each "
          "collective counts them. \"About\": between two sizes that were "
          "measured.</p>\n",
          page->out);
    for (size_t i = 0; i < report->contenders_count; i++) {
        const tunedx_guidelines_t *guidelines =
            &report->contenders[i].guidelines;

        tool_guidelines_text(report, &report->contenders[i], text);
        fputs("<p>", page->out);
        page_text(page, text);
        fputs("</p>\n", page->out);
        if (guidelines->count == 0) {
            continue;
        }
        fputs("<div class=\"scroll\"><table><thead><tr><th "
              "class=\"l\">guideline, sizes in bytes</th><th "
              "class=\"l\">place</th><th class=\"l\">operation</th><th>takes"
              "</th><th>should take</th><th>times</th></tr></thead><tbody>\n",
              page->out);
        for (size_t k = 0; k < guidelines->count; k++) {
            print_violation(page, &guidelines->violations[k]);
        }
        fputs("</tbody></table></div>\n", page->out);
    }
}

/* ---- how it was measured ---- */

static void print_method(const page_t *page)
{
    page_print(page,
               "The time of a call is from the first rank's entry to the last "
               "rank's exit. A time is the median over launches of the median "
               "of their calls; its interval, and that of the speed-up, "
               "comes from %zu bootstrap resamples of launches and of calls "
               "in them (seed %zu). \"faster\" and \"slower\" are said where "
               "the interval excludes 1 and a Wilcoxon signed-rank test over "
               "launches, corrected by Holm over all cells, has p < %.2g; with "
               "* where there are too few launches for such a p, so that the "
               "interval alone decides. The limit is the longer of ceil(log2 "
               "hosts) smallest messages and one message with all bytes of the "
               "busiest host, as measured in the same launch.",
               page->report->resamples, page->report->seed, TUNEDX_LEVEL);
}

static void print_launch(const page_t *page, const tunedx_launch_t *launch)
{
    fputs("<tr><td class=\"l\">", page->out);
    page_text(page, launch->time);
    fprintf(page->out,
            "</td><td>%zu</td><td>%d</td><td>%d</td><td>%d</td><td>%.2f</td>"
            "<td>%zu</td><td>%zu</td><td class=\"l\">",
            launch->system + 1, launch->ranks, launch->nodes, launch->ppn,
            launch->load, launch->seed, launch->transfers_count);
    page_text(page, launch->library);
    fputs("</td><td class=\"l\">", page->out);
    page_text(page, launch->version);
    fputs("</td></tr>\n", page->out);
}

static void print_how(const page_t *page)
{
    const tunedx_results_t *results = &page->report->results;

    fputs("<h2 id=\"how\">How it was measured</h2>\n<p>", page->out);
    print_method(page);
    fputs("</p>\n<table><thead><tr><th>system</th><th "
          "class=\"l\">machine</th><th class=\"l\">network</th><th "
          "class=\"l\">order of ranks</th><th class=\"l\">start of calls</th>"
          "</tr></thead><tbody>\n",
          page->out);
    for (size_t i = 0; i < results->systems_count; i++) {
        const tunedx_system_t *system = &results->systems[i];
        const char *const texts[] = {system->machine, system->network,
                                     system->order, system->start};

        fprintf(page->out, "<tr><td>%zu</td>", i + 1);
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++) {
            fputs("<td class=\"l w\">", page->out);
            page_text(page, texts[k][0] == '\0' ? "not said" : texts[k]);
            fputs("</td>", page->out);
        }
        fputs("</tr>\n", page->out);
    }
    fputs("</tbody></table>\n<p></p>\n<div class=\"scroll\"><table><thead><tr>"
          "<th class=\"l\">launch</th><th>system</th><th>ranks</th>"
          "<th>nodes</th><th>per node</th><th>load</th><th>seed</th>"
          "<th>transfers</th><th class=\"l\">library</th><th "
          "class=\"l\">tunedx</th></tr></thead><tbody>\n",
          page->out);
    for (size_t i = 0; i < results->launches_count; i++) {
        print_launch(page, &results->launches[i]);
    }
    fputs("</tbody></table></div>\n<p class=\"faint\">Made by tunedx report "
          "of tunedx " TUNEDX_VERSION ".</p>\n",
          page->out);
}

bool tool_report_write_html(const tool_report_t *report, FILE *out)
{
    page_t page = {.report = report, .out = out};

    choose_series(&page);
    print_head(&page);
    print_summary(&page);
    print_losses(&page);
    const bool enough = page_heat(&page) && page_figures(&page);
    page_charts(&page);
    print_guidelines(&page);
    print_how(&page);
    fputs("</body>\n</html>\n", out);
    return enough;
}
