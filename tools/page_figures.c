/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page.h: reduce and allreduce with several operations, in the form of
 * Figures 6 to 8 of Rabenseifner, Optimization of collective reduction
 * operations, ICCS 2004: how much faster the best method is than what was there
 * before, in classes, and which method that is.
 */
#include "tools/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 7, MOST_METHODS = 52, METHOD_TEXT = 64 };

static const double bounds[CLASSES] = {1, 1.5, 2, 3, 5, 10, INFINITY};
static const char *const kinds[CLASSES] = {"c0", "c1", "c2", "c3",
                                           "c4", "c5", "c6"};
static const char *const labels[CLASSES] = {
    "below 1", "1 to 1.5", "1.5 to 2",   "2 to 3",
    "3 to 5",  "5 to 10",  "10 and more"};

/* Algorithms have letters, in the order in which they appear. */
typedef struct figures {
    const page_t *page;
    char methods[MOST_METHODS][METHOD_TEXT];
    size_t counts[MOST_METHODS]; /* of cells in this map that each is best in */
    size_t methods_count;
    double logs; /* of the ratios in this map */
    size_t cells;
} figures_t;

/* ---- which method is best ---- */

static bool is_ours(const char *side)
{
    return strcmp(side, "tunedx") == 0 ||
           strncmp(side, "tunedx:", strlen("tunedx:")) == 0;
}

static const tunedx_compared_t *best_of(const tool_report_t *report,
                                        size_t cell)
{
    const tunedx_comparison_t *comparison = &report->comparison;
    const tunedx_compared_t *best = NULL;

    for (size_t i = comparison->first[cell]; i < comparison->first[cell + 1];
         i++) {
        const tunedx_compared_t *item = &comparison->items[i];

        if (is_ours(tool_side_name(report, item->side)) && item->has_ratio &&
            (best == NULL || item->time < best->time)) {
            best = item;
        }
    }
    return best;
}

/* The letter of the item's algorithm: the first word of its method. */
static size_t method_of(figures_t *figures, const tunedx_compared_t *item)
{
    const char *side = tool_side_name(figures->page->report, item->side);
    const char *point = strchr(side, ':');
    const char *method = item->method[0] != '\0' ? item->method
                         : point != NULL         ? point + 1
                                                 : side;
    char word[METHOD_TEXT];
    size_t i = 0;

    snprintf(word, sizeof word, "%.*s", (int)strcspn(method, " "), method);
    while (i < figures->methods_count &&
           strcmp(figures->methods[i], word) != 0) {
        i++;
    }
    if (i == MOST_METHODS) {
        return MOST_METHODS - 1;
    }
    if (i == figures->methods_count) {
        memcpy(figures->methods[i], word, sizeof word);
        figures->methods_count++;
    }
    return i;
}

static char letter_of(size_t method)
{
    return (char)(method < 26 ? 'A' + method : 'a' + (method - 26));
}

/* ---- maps ---- */

static bool look(void *context, size_t cell, page_patch_t *patch)
{
    figures_t *figures = context;
    const tool_report_t *report = figures->page->report;
    const tunedx_compared_t *best = best_of(report, cell);
    char line[TOOL_REPORT_TEXT];
    int class = 0;

    if (best == NULL) {
        return false;
    }
    const double ratio = 1 / best->ratio;
    const size_t method = method_of(figures, best);

    while (ratio >= bounds[class] && class < CLASSES - 1) {
        class ++;
    }
    figures->counts[method]++;
    figures->logs += log(ratio);
    figures->cells++;
    patch->kind = kinds[class];
    patch->text[0] = letter_of(method);
    tool_cell_line(report, &report->results.cells[cell], line);
    snprintf(patch->title, sizeof patch->title, "%.160s: %.2f with %s", line,
             ratio, figures->methods[method]);
    return true;
}

static void print_table(const figures_t *figures)
{
    FILE *out = figures->page->out;

    fputs("<table><thead><tr><th class=\"l\">letter</th><th class=\"l\">best "
          "method</th><th>cells</th></tr></thead><tbody>\n",
          out);
    for (size_t i = 0; i < figures->methods_count; i++) {
        if (figures->counts[i] > 0) {
            fprintf(out, "<tr><td class=\"l\">%c</td><td class=\"l\">",
                    letter_of(i));
            page_text(figures->page, figures->methods[i]);
            fprintf(out, "</td><td>%zu</td></tr>\n", figures->counts[i]);
        }
    }
    fprintf(out,
            "<tr><td class=\"l\" colspan=\"2\">geometric mean of the "
            "ratio</td><td>%.2f</td></tr></tbody></table>\n",
            figures->cells == 0 ? 0
                                : exp(figures->logs / (double)figures->cells));
}

static bool print_map(figures_t *figures, size_t first, size_t *end)
{
    const page_t *page = figures->page;
    const tunedx_cell_t *cell = &page->report->results.cells[first];
    char call[TOOL_REPORT_TEXT];
    page_grid_t grid;
    const bool enough = page_grid_make(page, first, &grid);

    if (enough) {
        *end = grid.end;
    }
    if (enough && (cell->collective == TUNEDX_REDUCE ||
                   cell->collective == TUNEDX_ALLREDUCE)) {
        memset(figures->counts, 0, sizeof figures->counts);
        figures->logs = 0;
        figures->cells = 0;
        tool_call_text(page->report, cell, call);
        fputs("<h3>", page->out);
        page_text(page, call);
        fputs("</h3>\n<figure>", page->out);
        page_grid_draw(page, &grid, look, figures);
        print_table(figures);
        fputs("</figure>\n", page->out);
    }
    page_grid_free(&grid);
    return enough;
}

/* Another operation than a sum of numbers was measured. */
static bool has_operations(const tunedx_results_t *results)
{
    for (size_t i = 0; i < results->cells_count; i++) {
        const tunedx_cell_t *cell = &results->cells[i];

        if ((cell->collective == TUNEDX_REDUCE ||
             cell->collective == TUNEDX_ALLREDUCE) &&
            strcmp(cell->operation, "sum double") != 0) {
            return true;
        }
    }
    return false;
}

bool page_figures(const page_t *page)
{
    const tunedx_results_t *results = &page->report->results;
    figures_t *figures = calloc(1, sizeof *figures);
    bool enough = figures != NULL;

    if (enough && has_operations(results)) {
        figures->page = page;
        fputs("<h2 id=\"operations\">Reduce and allreduce by operation</h2>\n"
              "<p>In the form of Figures 6 to 8 of Rabenseifner 2004: the time "
              "of ",
              page->out);
        page_text(page, tool_side_name(page->report, page->report->base));
        fputs(" over that of the best of tunedx, in classes. The letter is the "
              "method that was best.</p>\n<div class=\"keys\">\n",
              page->out);
        for (int i = 0; i < CLASSES; i++) {
            page_swatch(page, kinds[i], "", labels[i]);
        }
        fputs("</div>\n", page->out);
        for (size_t i = 0; i < results->cells_count && enough;) {
            enough = print_map(figures, i, &i);
        }
    }
    free(figures);
    return enough;
}
