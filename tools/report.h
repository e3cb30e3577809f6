/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a report says, whatever its form.
 */
#ifndef TUNEDX_TOOLS_REPORT_H
#define TUNEDX_TOOLS_REPORT_H

#include "results/guidelines.h"
#include "tools/command.h"

enum { TOOL_REPORT_TEXT = 256, TOOL_REPORT_NOTES = 16 };

/* A side that is held against the base. */
typedef struct tool_contender {
    size_t side;
    tunedx_summary_t summary;
    tunedx_guidelines_t guidelines;
} tool_contender_t;

typedef struct tool_report {
    tunedx_results_t results;
    tunedx_comparison_t comparison;
    size_t base; /* a side */
    tool_contender_t *contenders;
    size_t contenders_count;
    tunedx_guidelines_t base_guidelines;
    const tunedx_compared_t **losses; /* of all contenders, the worst first */
    size_t losses_count;
    bool has_oracle; /* more was measured of Open MPI than the base */
    size_t resamples;
    size_t seed;
    char notes[TOOL_REPORT_NOTES][TOOL_REPORT_TEXT]; /* what one has to know */
    size_t notes_count;
} tool_report_t;

/* Everything but results, base and contenders' sides, from these.  `measure` is
 * as of tunedx_compare_options_t. */
int tool_report_make(tool_report_t *report, const char *name,
                     const bool *measure, const bool *judge);

void tool_report_free(tool_report_t *report);

/* The forms.  False when memory is short. */
bool tool_report_print(const tool_report_t *report, FILE *out);
bool tool_report_write_csv(const tool_report_t *report, FILE *out);
bool tool_report_write_json(const tool_report_t *report, FILE *out);
bool tool_report_write_html(const tool_report_t *report, FILE *out);

/* ---- words that all forms use ---- */

const char *tool_side_name(const tool_report_t *report, size_t side);

const tunedx_cell_t *tool_cell_of(const tool_report_t *report,
                                  const tunedx_compared_t *item);

const char *tool_verdict_word(tunedx_verdict_t verdict);
const char *tool_root_word(tunedx_root_class_t root); /* "", "0" ... */

/* "allreduce, maxloc double_int", "bcast, other roots"; a system's number where
 * there are several. */
void tool_call_text(const tool_report_t *report, const tunedx_cell_t *cell,
                    char text[TOOL_REPORT_TEXT]);

/* "8 ranks, 2 on each of 4 nodes". */
void tool_place_text(const tunedx_cell_t *cell, char text[TOOL_REPORT_TEXT]);

/* "64k". */
void tool_bytes_text(size_t bytes, char text[TOOL_REPORT_TEXT]);

/* "13.42 ms": four digits. */
void tool_usec_text(double usec, char text[TOOL_REPORT_TEXT]);

/* "1.234", "12.34", and the interval of a speed-up, that of a ratio turned
 * round: "1.2" `to` "1.3". */
void tool_factor_text(double factor, char text[TOOL_REPORT_TEXT]);
void tool_interval_text(tunedx_interval_t ratio, const char *to,
                        char text[TOOL_REPORT_TEXT]);

/* A verdict and what it rests on. */
void tool_verdict_text(const tunedx_compared_t *item,
                       char text[TOOL_REPORT_TEXT]);

/* All of a cell in one line. */
void tool_cell_line(const tool_report_t *report, const tunedx_cell_t *cell,
                    char text[TOOL_REPORT_TEXT]);

/* What the summary says of a contender, line by line: calls `say` for each. */
void tool_report_say(const tool_report_t *report,
                     const tool_contender_t *contender,
                     void (*say)(void *context, const char *line),
                     void *context);

/* "tunedx breaks 3 of 120; default 41 of 118". */
void tool_guidelines_text(const tool_report_t *report,
                          const tool_contender_t *contender,
                          char text[TOOL_REPORT_TEXT]);

#endif
