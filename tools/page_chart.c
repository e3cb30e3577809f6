/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page.h: time against message size, a chart for each collective and place,
 * with the limit, and the numbers beside it.
 */
#include "tools/page_chart.h"

#include <math.h>

enum {
    WIDTH = 560, /* pixels */
    HEIGHT = 330,
    LEFT = 80,
    RIGHT = 14,
    TOP = 12,
    BOTTOM = 46,
    LABELS = 9 /* of sizes at most */
};

/* Where things are: the ends of both axes as logarithms. */
typedef struct chart {
    const page_t *page;
    size_t first, end;  /* cells */
    double left, right; /* of log2 of bytes */
    double low, high;   /* of log10 of microseconds */
} chart_t;

static const tunedx_cell_t *cell_of(const chart_t *chart, size_t cell)
{
    return &chart->page->report->results.cells[cell];
}

/* ---- places ---- */

static double x_of(const chart_t *chart, size_t bytes)
{
    const double room = chart->right - chart->left;

    return LEFT + (WIDTH - LEFT - RIGHT) * (log2((double)bytes) - chart->left) /
                      (room > 0 ? room : 1);
}

static double y_of(const chart_t *chart, double usec)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (chart->high - log10(usec)) /
                     (chart->high - chart->low);
}

/* What the line shows in a cell, or NULL. */
static const tunedx_compared_t *item_of(const chart_t *chart, int series,
                                        size_t cell)
{
    const page_series_t *line = &chart->page->series[series];
    const tunedx_comparison_t *comparison = &chart->page->report->comparison;

    return line->is_oracle
               ? tunedx_comparison_oracle(comparison, cell)
               : tunedx_comparison_find(comparison, cell, line->side);
}

static double limit_of(const chart_t *chart, size_t cell)
{
    const tunedx_comparison_t *comparison = &chart->page->report->comparison;

    for (size_t i = comparison->first[cell]; i < comparison->first[cell + 1];
         i++) {
        if (comparison->items[i].limit > 0) {
            return comparison->items[i].limit;
        }
    }
    return 0;
}

/* The axes reach from the least to the most that is drawn. */
static void take_in(chart_t *chart, double usec)
{
    if (usec > 0) {
        chart->low = fmin(chart->low, log10(usec));
        chart->high = fmax(chart->high, log10(usec));
    }
}

static void arrange(chart_t *chart)
{
    chart->left = INFINITY;
    chart->right = -INFINITY;
    chart->low = INFINITY;
    chart->high = -INFINITY;
    for (size_t i = chart->first; i < chart->end; i++) {
        const double bytes = log2((double)cell_of(chart, i)->bytes);

        if (cell_of(chart, i)->bytes == 0) {
            continue;
        }
        chart->left = fmin(chart->left, bytes);
        chart->right = fmax(chart->right, bytes);
        take_in(chart, limit_of(chart, i));
        for (int k = 0; k < chart->page->series_count; k++) {
            const tunedx_compared_t *item = item_of(chart, k, i);

            if (item != NULL) {
                take_in(chart, item->time);
                take_in(chart, item->time_interval.low);
                take_in(chart, item->time_interval.high);
            }
        }
    }
    chart->left -= 0.35;
    chart->right += 0.35;
    const double margin = 0.05 * (chart->high - chart->low) + 0.05;
    chart->low -= margin;
    chart->high += margin;
}

/* ---- axes ---- */

static void usec_label(double usec, char text[TOOL_REPORT_TEXT])
{
    if (usec < 1000) {
        snprintf(text, TOOL_REPORT_TEXT, "%.3g us", usec);
    } else if (usec < 1e6) {
        snprintf(text, TOOL_REPORT_TEXT, "%.3g ms", usec / 1e3);
    } else {
        snprintf(text, TOOL_REPORT_TEXT, "%.3g s", usec / 1e6);
    }
}

/* Lines at 1, 2 and 5 times powers of ten, or at the powers alone. */
static void draw_times(const chart_t *chart)
{
    const bool is_high = chart->high - chart->low > 2.4;
    static const double steps[] = {1, 2, 5};
    char text[TOOL_REPORT_TEXT];

    for (int power = (int)floor(chart->low); power <= chart->high; power++) {
        for (int i = 0; i < (is_high ? 1 : 3); i++) {
            const double usec = steps[i] * pow(10, power);
            const double y = y_of(chart, usec);

            if (log10(usec) < chart->low || log10(usec) > chart->high) {
                continue;
            }
            usec_label(usec, text);
            fprintf(chart->page->out,
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text "
                    "class=\"faint end\" x=\"%d\" y=\"%.1f\">%s</text>\n",
                    LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, text);
        }
    }
}

static void draw_sizes(const chart_t *chart)
{
    const int first = (int)ceil(chart->left), last = (int)floor(chart->right);
    const int every = 1 + (last - first) / LABELS;
    char text[TOOL_REPORT_TEXT];

    for (int power = first < 0 ? 0 : first; power <= last; power += every) {
        const double x = x_of(chart, (size_t)1 << power);

        tool_bytes_text((size_t)1 << power, text);
        fprintf(chart->page->out,
                "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text class=\"faint "
                "middle\" x=\"%.1f\" y=\"%d\">%s</text>\n",
                x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 17, text);
    }
}

static const char *size_words(tunedx_collective_t collective)
{
    switch (collective) {
    case TUNEDX_ALLGATHER:
    case TUNEDX_ALLTOALL:
    case TUNEDX_GATHER:
    case TUNEDX_SCATTER:
        return "bytes of one block (log scale)";
    case TUNEDX_ALLGATHERV:
    case TUNEDX_ALLTOALLV:
    case TUNEDX_ALLTOALLW:
    case TUNEDX_GATHERV:
    case TUNEDX_SCATTERV:
        return "bytes of an average block (log scale)";
    default:
        return "bytes of the vector (log scale)";
    }
}

static void draw_axes(const chart_t *chart)
{
    draw_times(chart);
    draw_sizes(chart);
    fprintf(chart->page->out,
            "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n<text class=\"faint "
            "middle\" x=\"%d\" y=\"%d\">%s</text>\n<text class=\"faint "
            "middle\" transform=\"translate(13 %d) rotate(-90)\">time (log "
            "scale)</text>\n",
            LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT,
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8,
            size_words(cell_of(chart, chart->first)->collective),
            (TOP + HEIGHT - BOTTOM) / 2);
}

/* ---- lines ---- */

static void draw_limit(const chart_t *chart)
{
    const char *command = "M";

    fputs("<path class=\"limit\" d=\"", chart->page->out);
    for (size_t i = chart->first; i < chart->end; i++) {
        const double limit = limit_of(chart, i);

        if (limit > 0 && cell_of(chart, i)->bytes > 0) {
            fprintf(chart->page->out, "%s%.1f %.1f", command,
                    x_of(chart, cell_of(chart, i)->bytes), y_of(chart, limit));
            command = "L";
        }
    }
    fputs("\"/>\n", chart->page->out);
}

static void draw_point(const chart_t *chart, int series,
                       const tunedx_compared_t *item)
{
    const page_t *page = chart->page;
    const tunedx_cell_t *cell = cell_of(chart, item->cell);
    const double x = x_of(chart, cell->bytes);
    char bytes[TOOL_REPORT_TEXT], time[TOOL_REPORT_TEXT];

    if (item->has_intervals) {
        const double top = y_of(chart, item->time_interval.high);
        const double bottom = y_of(chart, item->time_interval.low);

        fprintf(page->out,
                "<path class=\"bar s%d\" d=\"M%.1f %.1fh6m-3 0V%.1fm-3 "
                "0h6\"/>\n",
                series, x - 3, top, bottom);
    }
    tool_bytes_text(cell->bytes, bytes);
    tool_usec_text(item->time, time);
    fprintf(page->out,
            "<use href=\"#m%d\" class=\"f%d\" x=\"%.1f\" "
            "y=\"%.1f\"><title>",
            series, series, x, y_of(chart, item->time));
    page_print(page, "%s%s%.120s, %s bytes: %s", page->series[series].name,
               page->series[series].is_oracle ? " " : "",
               page->series[series].is_oracle
                   ? tool_side_name(page->report, item->side)
                   : "",
               bytes, time);
    fputs("</title></use>\n", page->out);
}

static void draw_series(const chart_t *chart, int series)
{
    const char *command = "M";

    fprintf(chart->page->out, "<path class=\"curve s%d\" d=\"", series);
    for (size_t i = chart->first; i < chart->end; i++) {
        const tunedx_compared_t *item = item_of(chart, series, i);

        if (item != NULL && cell_of(chart, i)->bytes > 0) {
            fprintf(chart->page->out, "%s%.1f %.1f", command,
                    x_of(chart, cell_of(chart, i)->bytes),
                    y_of(chart, item->time));
            command = "L";
        }
    }
    fputs("\"/>\n", chart->page->out);
    for (size_t i = chart->first; i < chart->end; i++) {
        const tunedx_compared_t *item = item_of(chart, series, i);

        if (item != NULL && cell_of(chart, i)->bytes > 0) {
            draw_point(chart, series, item);
        }
    }
}

static bool has_series(const chart_t *chart, int series)
{
    for (size_t i = chart->first; i < chart->end; i++) {
        if (item_of(chart, series, i) != NULL) {
            return true;
        }
    }
    return false;
}

static void print_keys(const chart_t *chart)
{
    const page_t *page = chart->page;

    fputs("<div class=\"keys\">\n", page->out);
    for (int i = 0; i < page->series_count; i++) {
        if (has_series(chart, i)) {
            fprintf(page->out,
                    "<span class=\"key\"><svg width=\"30\" height=\"14\" "
                    "viewBox=\"0 0 30 14\" aria-hidden=\"true\"><path "
                    "class=\"curve s%d\" d=\"M1 7H29\"/><use href=\"#m%d\" "
                    "class=\"f%d\" x=\"15\" y=\"7\"/></svg>",
                    i, i, i);
            page_text(page, page->series[i].name);
            fputs("</span>\n", page->out);
        }
    }
    if (limit_of(chart, chart->first) > 0) {
        fputs("<span class=\"key\"><svg width=\"30\" height=\"14\" viewBox=\"0 "
              "0 30 14\" aria-hidden=\"true\"><path class=\"limit\" d=\"M1 "
              "7H29\"/></svg>limit of the links</span>\n",
              page->out);
    }
    fputs("</div>\n", page->out);
}

static void draw(chart_t *chart)
{
    arrange(chart);
    fprintf(chart->page->out,
            "<svg role=\"img\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d "
            "%d\">\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    draw_axes(chart);
    draw_limit(chart);
    for (int i = chart->page->series_count - 1; i >= 0; i--) {
        draw_series(chart, i);
    }
    fputs("</svg>\n", chart->page->out);
}

/* One size makes no line. */
static bool has_sizes(const chart_t *chart)
{
    return chart->end - chart->first > 1 &&
           cell_of(chart, chart->end - 2)->bytes > 0;
}

/* ---- all of them ---- */

static void print_chart(const page_t *page, size_t first, size_t end)
{
    chart_t chart = {.page = page, .first = first, .end = end};
    char call[TOOL_REPORT_TEXT], place[TOOL_REPORT_TEXT];

    tool_call_text(page->report, cell_of(&chart, first), call);
    tool_place_text(cell_of(&chart, first), place);
    fputs("<h3>", page->out);
    page_print(page, "%s: %s", call, place);
    fputs("</h3>\n<figure>", page->out);
    if (has_sizes(&chart)) {
        fputs("<div class=\"half\">", page->out);
        draw(&chart);
        print_keys(&chart);
        fputs("</div>\n", page->out);
    }
    page_chart_table(page, first, end);
    fputs("</figure>\n", page->out);
}

void page_charts(const page_t *page)
{
    const tunedx_results_t *results = &page->report->results;

    fputs("<h2 id=\"charts\">Time against message size</h2>\n<p>The median of "
          "the launches' medians; bars are 95&#160;% intervals. The dashed "
          "line is the least time that the links allow; D is the time over "
          "that.",
          page->out);
    if (page->report->has_oracle) {
        fputs(" The oracle is, size by size, the best that was measured of "
              "Open MPI.",
              page->out);
    }
    if (page->left_out > 0) {
        page_print(page, " %zu further sides have no line.", page->left_out);
    }
    fputs("</p>\n", page->out);
    for (size_t i = 0, end; i < results->cells_count; i = end) {
        for (end = i + 1;
             end < results->cells_count &&
             tunedx_cell_is_beside(&results->cells[i], &results->cells[end]);
             end++) {
        }
        if (i == 0 ||
            results->cells[i].collective != results->cells[i - 1].collective) {
            fprintf(page->out, "<div id=\"%s%zu\"></div>\n",
                    tunedx_collective_name(results->cells[i].collective),
                    results->cells[i].system);
        }
        print_chart(page, i, end);
    }
}
