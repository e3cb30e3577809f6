/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page.h: where a side is faster than the base and where not, a map for
 * each collective.
 */
#include "tools/page.h"

#include <math.h>

enum { CLASSES = 8 };

/* Up to which speed-up each class goes, and what it is called. */
static const double bounds[CLASSES] = {0.5,  0.8, 0.97, 1.03,
                                       1.25, 2,   3,    INFINITY};
static const char *const kinds[CLASSES] = {"h0", "h1", "h2", "h3",
                                           "h4", "h5", "h6", "h7"};
static const char *const labels[CLASSES] = {
    "below 0.5",    "0.5 to 0.8", "0.8 to 0.97", "0.97 to 1.03",
    "1.03 to 1.25", "1.25 to 2",  "2 to 3",      "above 3"};

typedef struct heat {
    const page_t *page;
    size_t side;
} heat_t;

static const char *kind_of(double speedup)
{
    int class = 0;

    while (speedup >= bounds[class] && class < CLASSES - 1) {
        class ++;
    }
    return kinds[class];
}

static bool look(void *context, size_t cell, page_patch_t *patch)
{
    const heat_t *heat = context;
    const tool_report_t *report = heat->page->report;
    const tunedx_compared_t *item =
        tunedx_comparison_find(&report->comparison, cell, heat->side);
    char line[TOOL_REPORT_TEXT], verdict[TOOL_REPORT_TEXT];

    if (item == NULL || !item->has_ratio) {
        return false;
    }
    const double speedup = 1 / item->ratio;

    patch->kind = kind_of(speedup);
    patch->is_strong = item->verdict == TUNEDX_VERDICT_FASTER ||
                       item->verdict == TUNEDX_VERDICT_SLOWER;
    snprintf(patch->text, sizeof patch->text, "%.*f",
             speedup < 9.995   ? 2
             : speedup < 99.95 ? 1
                               : 0,
             speedup);
    tool_cell_line(report, &report->results.cells[cell], line);
    tool_verdict_text(item, verdict);
    snprintf(patch->title, sizeof patch->title, "%.200s: %.3f %.40s", line,
             speedup, verdict);
    return true;
}

/* ---- the table beside ---- */

static void print_row(const heat_t *heat, const page_grid_t *grid, size_t row)
{
    const tool_report_t *report = heat->page->report;
    double logs = 0, least = INFINITY, most = 0;
    size_t count = 0, losses = 0;
    char text[TOOL_REPORT_TEXT];

    for (size_t size = 0; size < grid->sizes_count; size++) {
        const size_t cell = page_grid_cell(heat->page, grid, row, size);
        const tunedx_compared_t *item =
            cell == TUNEDX_NOT_THERE
                ? NULL
                : tunedx_comparison_find(&report->comparison, cell, heat->side);

        if (item != NULL && item->has_ratio) {
            logs -= log(item->ratio);
            least = fmin(least, 1 / item->ratio);
            most = fmax(most, 1 / item->ratio);
            losses += item->ratio > 1 + TUNEDX_LOSS;
            count++;
        }
    }
    page_ranks_text(&report->results.cells[grid->rows[row]], text);
    fprintf(heat->page->out, "<tr><td class=\"l\">%s</td>", text);
    if (count == 0) {
        fputs("<td>-</td><td>-</td><td>-</td><td>-</td></tr>\n",
              heat->page->out);
        return;
    }
    fprintf(heat->page->out,
            "<td>%.2f</td><td>%.2f</td><td>%.2f</td><td%s>%zu of "
            "%zu</td></tr>\n",
            exp(logs / (double)count), least, most,
            losses > 0 ? " class=\"bad\"" : "", losses, count);
}

static void print_table(const heat_t *heat, const page_grid_t *grid)
{
    fprintf(heat->page->out,
            "<table><thead><tr><th class=\"l\">ranks</th><th>mean</th>"
            "<th>least</th><th>most</th><th>slower by &gt; %.0f %%</th></tr>"
            "</thead><tbody>\n",
            100 * TUNEDX_LOSS);
    for (size_t row = 0; row < grid->rows_count; row++) {
        print_row(heat, grid, row);
    }
    fputs("</tbody></table>\n", heat->page->out);
}

/* ---- maps ---- */

static bool print_map(const heat_t *heat, size_t first, size_t *end)
{
    const page_t *page = heat->page;
    char call[TOOL_REPORT_TEXT];
    page_grid_t grid;
    const bool enough = page_grid_make(page, first, &grid);

    if (enough) {
        tool_call_text(page->report, &page->report->results.cells[first], call);
        fputs("<h3>", page->out);
        page_text(page, call);
        fputs("</h3>\n<figure>", page->out);
        page_grid_draw(page, &grid, look, (void *)heat);
        print_table(heat, &grid);
        fputs("</figure>\n", page->out);
        *end = grid.end;
    }
    page_grid_free(&grid);
    return enough;
}

static bool print_contender(const page_t *page, size_t side)
{
    const tool_report_t *report = page->report;
    const heat_t heat = {.page = page, .side = side};
    bool enough = true;

    fputs("<h2 id=\"maps\">", page->out);
    page_print(page, "Speed-up of %s over %s", tool_side_name(report, side),
               tool_side_name(report, report->base));
    fputs("</h2>\n<p>The time of the base over that of the side: above 1 it is "
          "faster. Bold where that is more than chance. The mean is "
          "geometric.</p>\n<div class=\"keys\">\n",
          page->out);
    for (int i = 0; i < CLASSES; i++) {
        page_swatch(page, kinds[i], "", labels[i]);
    }
    fputs("</div>\n", page->out);
    for (size_t i = 0; i < report->results.cells_count && enough;) {
        enough = print_map(&heat, i, &i);
    }
    return enough;
}

bool page_heat(const page_t *page)
{
    bool enough = true;

    for (size_t i = 0; i < page->report->contenders_count && enough; i++) {
        enough = print_contender(page, page->report->contenders[i].side);
    }
    return enough;
}
