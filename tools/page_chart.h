/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The numbers of charts, as tables.
 */
#ifndef TUNEDX_TOOLS_PAGE_CHART_H
#define TUNEDX_TOOLS_PAGE_CHART_H

#include "tools/page.h"

/* The table of cells that differ in bytes alone. */
void page_chart_table(const page_t *page, size_t first, size_t end);

/* The table of losses, the worst first. */
void page_losses_table(const page_t *page);

#endif
