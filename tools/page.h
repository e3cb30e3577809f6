/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the files that write a report as a page share.
 */
#ifndef TUNEDX_TOOLS_PAGE_H
#define TUNEDX_TOOLS_PAGE_H

#include "tools/report.h"

enum { PAGE_SERIES = 8, PAGE_ORACLE = -1 };

/* A line of the charts: a side, or the oracle. */
typedef struct page_series {
    const char *name;
    size_t side;
    bool is_oracle;
} page_series_t;

typedef struct page {
    const tool_report_t *report;
    FILE *out;
    page_series_t series[PAGE_SERIES];
    int series_count;
    size_t left_out; /* sides that there is no line for */
} page_t;

/* ---- text ---- */

/* Text with what HTML reads as its own replaced. */
void page_text(const page_t *page, const char *text);

/* As printf, then escaped. */
void page_print(const page_t *page, const char *format, ...);

/* The style sheet, and the shapes of markers as symbols m0, m1 ... */
void page_style(FILE *out);
void page_markers(FILE *out);

/* ---- cells in a plane: sizes across, ranks down ---- */

typedef struct page_grid {
    size_t first, end; /* cells that differ in places and bytes alone */
    size_t *sizes, sizes_count;
    size_t *rows, rows_count; /* the first cell of each row */
} page_grid_t;

/* The grid that begins at cell `first`.  False when memory is short; to be
 * freed in any case. */
bool page_grid_make(const page_t *page, size_t first, page_grid_t *grid);
void page_grid_free(page_grid_t *grid);

/* The cell of a row with such a size, or TUNEDX_NOT_THERE. */
size_t page_grid_cell(const page_t *page, const page_grid_t *grid, size_t row,
                      size_t size);

/* What stands for a cell. */
typedef struct page_patch {
    const char *kind; /* class of its colour */
    bool is_strong;
    char text[16];                /* in it */
    char title[TOOL_REPORT_TEXT]; /* when it is pointed at */
} page_patch_t;

/* Draws the grid; `look` says how each cell looks, or false if there is nothing
 * to be seen. */
void page_grid_draw(const page_t *page, const page_grid_t *grid,
                    bool (*look)(void *context, size_t cell,
                                 page_patch_t *patch),
                    void *context);

/* "8", or "8 on 2 nodes" where there are more ranks on a node. */
void page_ranks_text(const tunedx_cell_t *cell, char text[TOOL_REPORT_TEXT]);

/* A swatch and what it stands for. */
void page_swatch(const page_t *page, const char *kind, const char *sign,
                 const char *text);

/* ---- sections ---- */

bool page_heat(const page_t *page);
void page_charts(const page_t *page);
bool page_figures(const page_t *page);

#endif
