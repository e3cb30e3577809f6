/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page.h: text, and cells in a plane.
 */
#include "tools/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT = 104, /* pixels */
    TOP = 40,
    ROW = 25,
    MARGIN = 8,
    COLUMNS_WIDTH = 624,
    NARROWEST = 16,
    WIDEST = 52,
    FOR_NUMBERS = 34,
    FOR_LABELS = 44
};

/* ---- text ---- */

void page_text(const page_t *page, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            fputs("&amp;", page->out);
            break;
        case '<':
            fputs("&lt;", page->out);
            break;
        case '>':
            fputs("&gt;", page->out);
            break;
        case '"':
            fputs("&quot;", page->out);
            break;
        default:
            /* XML has no other control characters, not even as references */
            fputc((unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text,
                  page->out);
        }
    }
}

void page_print(const page_t *page, const char *format, ...)
{
    char text[4 * TOOL_REPORT_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    page_text(page, text);
}

void page_swatch(const page_t *page, const char *kind, const char *sign,
                 const char *text)
{
    fprintf(page->out,
            "<span class=\"key\"><svg width=\"20\" height=\"16\" "
            "viewBox=\"0 0 20 16\" aria-hidden=\"true\"><rect class=\"cell "
            "%s\" x=\".5\" y=\".5\" width=\"19\" height=\"15\"/>",
            kind);
    if (sign[0] != '\0') {
        fprintf(page->out, "<text class=\"sign %s-ink\" x=\"10\" y=\"12\">",
                kind);
        page_text(page, sign);
        fputs("</text>", page->out);
    }
    fputs("</svg>", page->out);
    page_text(page, text);
    fputs("</span>\n", page->out);
}

void page_ranks_text(const tunedx_cell_t *cell, char text[TOOL_REPORT_TEXT])
{
    if (cell->ppn == 1) {
        snprintf(text, TOOL_REPORT_TEXT, "%d", cell->ranks);
    } else {
        snprintf(text, TOOL_REPORT_TEXT, "%d on %d node%s", cell->ranks,
                 cell->nodes, cell->nodes == 1 ? "" : "s");
    }
}

/* ---- grids ---- */

static int by_value(const void *left, const void *right)
{
    const size_t a = *(const size_t *)left, b = *(const size_t *)right;

    return (a > b) - (a < b);
}

bool page_grid_make(const page_t *page, size_t first, page_grid_t *grid)
{
    const tunedx_results_t *results = &page->report->results;
    const tunedx_cell_t *cells = results->cells;
    size_t kept = 0;

    *grid = (page_grid_t){.first = first, .end = first + 1};
    while (grid->end < results->cells_count &&
           tunedx_cell_is_like(&cells[first], &cells[grid->end])) {
        grid->end++;
    }
    grid->sizes = malloc((grid->end - first) * sizeof *grid->sizes);
    grid->rows = malloc((grid->end - first) * sizeof *grid->rows);
    if (grid->sizes == NULL || grid->rows == NULL) {
        return false;
    }
    for (size_t i = first; i < grid->end; i++) {
        grid->sizes[i - first] = cells[i].bytes;
        if (i == first || !tunedx_cell_is_beside(&cells[i - 1], &cells[i])) {
            grid->rows[grid->rows_count++] = i;
        }
    }
    qsort(grid->sizes, grid->end - first, sizeof *grid->sizes, by_value);
    for (size_t i = 0; i < grid->end - first; i++) {
        if (kept == 0 || grid->sizes[kept - 1] != grid->sizes[i]) {
            grid->sizes[kept++] = grid->sizes[i];
        }
    }
    grid->sizes_count = kept;
    return true;
}

void page_grid_free(page_grid_t *grid)
{
    free(grid->sizes);
    free(grid->rows);
}

size_t page_grid_cell(const page_t *page, const page_grid_t *grid, size_t row,
                      size_t size)
{
    const tunedx_cell_t *cells = page->report->results.cells;
    const size_t end =
        row + 1 < grid->rows_count ? grid->rows[row + 1] : grid->end;

    for (size_t i = grid->rows[row]; i < end; i++) {
        if (cells[i].bytes == grid->sizes[size]) {
            return i;
        }
    }
    return TUNEDX_NOT_THERE;
}

static size_t column_width(const page_grid_t *grid)
{
    const size_t width = COLUMNS_WIDTH / grid->sizes_count;

    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : width;
}

static void draw_axes(const page_t *page, const page_grid_t *grid, size_t width)
{
    const size_t every = (FOR_LABELS + width - 1) / width;
    char text[TOOL_REPORT_TEXT];

    fprintf(page->out,
            "<text class=\"faint\" x=\"%d\" y=\"13\">message size, "
            "bytes</text><text class=\"faint end\" x=\"%d\" "
            "y=\"%d\">ranks</text>\n",
            LEFT, LEFT - 8, TOP - 7);
    for (size_t i = 0; i < grid->sizes_count; i += every) {
        tool_bytes_text(grid->sizes[i], text);
        fprintf(page->out,
                "<text class=\"faint middle\" x=\"%zu\" y=\"%d\">%s</text>\n",
                LEFT + i * width + width / 2, TOP - 7, text);
    }
    for (size_t i = 0; i < grid->rows_count; i++) {
        page_ranks_text(&page->report->results.cells[grid->rows[i]], text);
        fprintf(page->out, "<text class=\"end\" x=\"%d\" y=\"%zu\">%s</text>\n",
                LEFT - 8, TOP + i * ROW + 17, text);
    }
}

static void draw_patch(const page_t *page, const page_patch_t *patch, size_t x,
                       size_t y, size_t width)
{
    fprintf(page->out, "<g><title>");
    page_text(page, patch->title);
    fprintf(page->out,
            "</title><rect class=\"cell %s\" x=\"%zu\" y=\"%zu\" "
            "width=\"%zu\" height=\"%d\"/>",
            patch->kind, x, y, width, ROW);
    if (patch->text[0] != '\0' &&
        (width >= FOR_NUMBERS || patch->text[1] == '\0')) {
        fprintf(page->out,
                "<text class=\"sign %s-ink%s\" x=\"%zu\" y=\"%zu\">%s</text>",
                patch->kind, patch->is_strong ? " strong" : "", x + width / 2,
                y + 17, patch->text);
    }
    fputs("</g>\n", page->out);
}

void page_grid_draw(const page_t *page, const page_grid_t *grid,
                    bool (*look)(void *context, size_t cell,
                                 page_patch_t *patch),
                    void *context)
{
    const size_t width = column_width(grid);
    const size_t wide = LEFT + grid->sizes_count * width + MARGIN;
    const size_t high = TOP + grid->rows_count * ROW + MARGIN;

    fprintf(page->out,
            "<svg class=\"plane\" role=\"img\" width=\"%zu\" height=\"%zu\" "
            "viewBox=\"0 0 %zu %zu\">\n",
            wide < LEFT + 160 ? LEFT + 160 : wide, high,
            wide < LEFT + 160 ? LEFT + 160 : wide, high);
    draw_axes(page, grid, width);
    for (size_t row = 0; row < grid->rows_count; row++) {
        for (size_t size = 0; size < grid->sizes_count; size++) {
            const size_t cell = page_grid_cell(page, grid, row, size);
            page_patch_t patch = {.kind = ""};

            if (cell != TUNEDX_NOT_THERE && look(context, cell, &patch)) {
                draw_patch(page, &patch, LEFT + size * width, TOP + row * ROW,
                           width);
            }
        }
    }
    fputs("</svg>\n", page->out);
}
