/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page_chart.h.
 */
#include "tools/page_chart.h"

/* The table of a chart has fewer columns: its cells share call and place. */
static void print_titles(const page_t *page, bool is_losses)
{
    const tool_report_t *report = page->report;

    fputs("<table><thead><tr>", page->out);
    if (is_losses) {
        fputs("<th class=\"l\">call</th><th class=\"l\">place</th>", page->out);
    }
    fputs("<th>bytes</th>", page->out);
    if (is_losses || report->contenders_count > 1) {
        fputs("<th class=\"l\">side</th>", page->out);
    }
    fputs("<th>", page->out);
    page_text(page, tool_side_name(report, report->base));
    fputs("</th><th>", page->out);
    page_text(page, is_losses || report->contenders_count != 1
                        ? "time"
                        : tool_side_name(report, report->contenders[0].side));
    fputs("</th><th>speed&#8209;up</th><th>95&#160;%&#160;interval</th><th>D</"
          "th>",
          page->out);
    if (report->has_oracle) {
        fputs("<th>vs&#160;oracle</th>", page->out);
    }
    fputs("<th class=\"l\">verdict</th></tr></thead><tbody>\n", page->out);
}

static void print_time(const page_t *page, const tunedx_compared_t *item)
{
    char text[TOOL_REPORT_TEXT] = "-";

    if (item != NULL) {
        tool_usec_text(item->time, text);
    }
    fprintf(page->out, "<td>%s</td>", text);
}

static void print_speedup(const page_t *page, const tunedx_compared_t *item)
{
    char text[TOOL_REPORT_TEXT];

    if (!item->has_ratio) {
        fputs("<td>-</td><td>-</td>", page->out);
        return;
    }
    tool_factor_text(1 / item->ratio, text);
    fprintf(page->out, "<td%s>%s</td>",
            item->ratio > 1 + TUNEDX_LOSS ? " class=\"bad\"" : "", text);
    if (item->has_intervals) {
        tool_interval_text(item->ratio_interval, "&#8211;", text);
        fprintf(page->out, "<td>%s</td>", text);
    } else {
        fputs("<td>-</td>", page->out);
    }
}

static void print_oracle(const page_t *page, const tunedx_compared_t *item)
{
    const tunedx_compared_t *oracle =
        tunedx_comparison_oracle(&page->report->comparison, item->cell);

    if (oracle == NULL || item->is_wrong) {
        fputs("<td>-</td>", page->out);
        return;
    }
    fputs("<td title=\"", page->out);
    page_text(page, tool_side_name(page->report, oracle->side));
    fprintf(page->out, "\">%.3f</td>", oracle->time / item->time);
}

static void print_verdict(const page_t *page, const tunedx_compared_t *item)
{
    char text[TOOL_REPORT_TEXT];

    tool_verdict_text(item, text);
    fprintf(page->out, "<td class=\"l%s\">",
            item->verdict == TUNEDX_VERDICT_FASTER   ? " good"
            : item->verdict == TUNEDX_VERDICT_SLOWER ? " bad"
            : item->verdict == TUNEDX_VERDICT_WRONG  ? " bad"
                                                     : "");
    page_text(page, text);
    fputs("</td></tr>\n", page->out);
}

static void print_row(const page_t *page, const tunedx_compared_t *item,
                      bool is_losses)
{
    const tool_report_t *report = page->report;
    const tunedx_cell_t *cell = tool_cell_of(report, item);
    char text[TOOL_REPORT_TEXT];

    fputs("<tr>", page->out);
    if (is_losses) {
        tool_call_text(report, cell, text);
        fputs("<td class=\"l\">", page->out);
        page_text(page, text);
        tool_place_text(cell, text);
        fprintf(page->out, "</td><td class=\"l\">%s</td>", text);
    }
    tool_bytes_text(cell->bytes, text);
    fprintf(page->out, "<td>%s</td>", text);
    if (is_losses || report->contenders_count > 1) {
        fputs("<td class=\"l\">", page->out);
        page_text(page, tool_side_name(report, item->side));
        fputs("</td>", page->out);
    }
    print_time(page, tunedx_comparison_find(&report->comparison, item->cell,
                                            report->base));
    print_time(page, item);
    print_speedup(page, item);
    if (item->distance > 0) {
        fprintf(page->out, "<td>%.3f</td>", item->distance);
    } else {
        fputs("<td>-</td>", page->out);
    }
    if (report->has_oracle) {
        print_oracle(page, item);
    }
    print_verdict(page, item);
}

/* A side in a cell, right or wrong, or NULL. */
static const tunedx_compared_t *find(const tunedx_comparison_t *comparison,
                                     size_t cell, size_t side)
{
    for (size_t i = comparison->first[cell]; i < comparison->first[cell + 1];
         i++) {
        if (comparison->items[i].side == side) {
            return &comparison->items[i];
        }
    }
    return NULL;
}

void page_chart_table(const page_t *page, size_t first, size_t end)
{
    const tool_report_t *report = page->report;

    fputs("<div class=\"scroll\">", page->out);
    print_titles(page, false);
    for (size_t cell = first; cell < end; cell++) {
        for (size_t i = 0; i < report->contenders_count; i++) {
            const tunedx_compared_t *item =
                find(&report->comparison, cell, report->contenders[i].side);

            if (item != NULL) {
                print_row(page, item, false);
            }
        }
    }
    fputs("</tbody></table></div>\n", page->out);
}

void page_losses_table(const page_t *page)
{
    fputs("<div class=\"scroll\">", page->out);
    print_titles(page, true);
    for (size_t i = 0; i < page->report->losses_count; i++) {
        print_row(page, page->report->losses[i], true);
    }
    fputs("</tbody></table></div>\n", page->out);
}
