/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h: the words that all forms use.
 */
#include "tools/report.h"

#include <string.h>

const char *tool_side_name(const tool_report_t *report, size_t side)
{
    return report->results.sides[side];
}

const tunedx_cell_t *tool_cell_of(const tool_report_t *report,
                                  const tunedx_compared_t *item)
{
    return &report->results.cells[item->cell];
}

const char *tool_verdict_word(tunedx_verdict_t verdict)
{
    static const char *const words[] = {
        [TUNEDX_VERDICT_NONE] = "",
        [TUNEDX_VERDICT_TOO_FEW] = "too few launches",
        [TUNEDX_VERDICT_EQUAL] = "equal",
        [TUNEDX_VERDICT_FASTER] = "faster",
        [TUNEDX_VERDICT_SLOWER] = "slower",
        [TUNEDX_VERDICT_WRONG] = "wrong",
    };

    return words[verdict];
}

const char *tool_root_word(tunedx_root_class_t root)
{
    return root == TUNEDX_ROOT_NONE    ? ""
           : root == TUNEDX_ROOT_FIRST ? "0"
           : root == TUNEDX_ROOT_OTHER ? "other"
                                       : "rotating";
}

void tool_call_text(const tool_report_t *report, const tunedx_cell_t *cell,
                    char text[TOOL_REPORT_TEXT])
{
    tunedx_writer_t writer = tunedx_writer(text, TOOL_REPORT_TEXT);

    tunedx_write(&writer, "%s", tunedx_collective_name(cell->collective));
    if (cell->operation[0] != '\0') {
        tunedx_write(&writer, ", %.80s", cell->operation);
    }
    if (cell->root == TUNEDX_ROOT_OTHER) {
        tunedx_write(&writer, ", other roots");
    } else if (cell->root == TUNEDX_ROOT_ROTATING) {
        tunedx_write(&writer, ", rotating root");
    }
    if (report->results.systems_count > 1) {
        tunedx_write(&writer, " [%zu]", cell->system + 1);
    }
}

void tool_place_text(const tunedx_cell_t *cell, char text[TOOL_REPORT_TEXT])
{
    if (cell->nodes == 1) {
        snprintf(text, TOOL_REPORT_TEXT, "%d ranks on one node", cell->ranks);
    } else {
        snprintf(text, TOOL_REPORT_TEXT, "%d ranks, %s%d on each of %d nodes",
                 cell->ranks,
                 cell->ranks == cell->ppn * cell->nodes ? "" : "up to ",
                 cell->ppn, cell->nodes);
    }
}

void tool_bytes_text(size_t bytes, char text[TOOL_REPORT_TEXT])
{
    tunedx_writer_t writer = tunedx_writer(text, TOOL_REPORT_TEXT);

    tunedx_write_number(&writer, bytes);
}

void tool_usec_text(double usec, char text[TOOL_REPORT_TEXT])
{
    const char *unit = usec < 999.95 ? "us" : usec < 999950 ? "ms" : "s";
    const double value = usec < 999.95   ? usec
                         : usec < 999950 ? usec / 1e3
                                         : usec / 1e6;
    const int decimals = value < 9.9995   ? 3
                         : value < 99.995 ? 2
                         : value < 999.95 ? 1
                                          : 0;

    snprintf(text, TOOL_REPORT_TEXT, "%.*f %s", decimals, value, unit);
}

void tool_factor_text(double factor, char text[TOOL_REPORT_TEXT])
{
    snprintf(text, TOOL_REPORT_TEXT, factor < 9.9995 ? "%.3f" : "%.4g", factor);
}

void tool_interval_text(tunedx_interval_t ratio, const char *to,
                        char text[TOOL_REPORT_TEXT])
{
    char low[TOOL_REPORT_TEXT], high[TOOL_REPORT_TEXT];

    tool_factor_text(1 / ratio.high, low);
    tool_factor_text(1 / ratio.low, high);
    snprintf(text, TOOL_REPORT_TEXT, "%.40s%s%.40s", low, to, high);
}

void tool_verdict_text(const tunedx_compared_t *item,
                       char text[TOOL_REPORT_TEXT])
{
    const bool by_interval = item->pairs >= TUNEDX_FEWEST_LAUNCHES &&
                             !item->p_counts &&
                             item->verdict != TUNEDX_VERDICT_WRONG;

    if (item->verdict == TUNEDX_VERDICT_NONE) {
        text[0] = '\0';
    } else if (by_interval) {
        snprintf(text, TOOL_REPORT_TEXT, "%s*",
                 tool_verdict_word(item->verdict));
    } else if (item->p_counts) {
        snprintf(text, TOOL_REPORT_TEXT, "%s, p=%.2g",
                 tool_verdict_word(item->verdict), item->p);
    } else {
        snprintf(text, TOOL_REPORT_TEXT, "%s",
                 tool_verdict_word(item->verdict));
    }
}

void tool_cell_line(const tool_report_t *report, const tunedx_cell_t *cell,
                    char text[TOOL_REPORT_TEXT])
{
    char call[TOOL_REPORT_TEXT], bytes[TOOL_REPORT_TEXT],
        place[TOOL_REPORT_TEXT];
    tunedx_writer_t writer = tunedx_writer(text, TOOL_REPORT_TEXT);

    tool_call_text(report, cell, call);
    tool_bytes_text(cell->bytes, bytes);
    tool_place_text(cell, place);
    tunedx_write(&writer, "%s, ", call);
    if (cell->collective != TUNEDX_BARRIER) {
        tunedx_write(&writer, "%s bytes, ", bytes);
    }
    tunedx_write(&writer, "%s", place);
}

void tool_guidelines_text(const tool_report_t *report,
                          const tool_contender_t *contender,
                          char text[TOOL_REPORT_TEXT])
{
    snprintf(text, TOOL_REPORT_TEXT,
             "%.80s breaks %zu of %zu performance guidelines, %.80s %zu of "
             "%zu.",
             tool_side_name(report, contender->side),
             contender->guidelines.count, contender->guidelines.checked,
             tool_side_name(report, report->base),
             report->base_guidelines.count, report->base_guidelines.checked);
}

/* ---- the summary ---- */

/* Where the lines go. */
typedef struct sayer {
    const tool_report_t *report;
    const tool_contender_t *contender;
    void (*say)(void *context, const char *line);
    void *context;
    char line[2 * TOOL_REPORT_TEXT];
} sayer_t;

static void say_speedup(sayer_t *sayer)
{
    const tunedx_summary_t *sum = &sayer->contender->summary;
    char cell[TOOL_REPORT_TEXT];

    if (sum->cells == 0) {
        sayer->say(sayer->context, "No cell has both sides.");
        return;
    }
    snprintf(sayer->line, sizeof sayer->line,
             "%.2f times as fast as %s: geometric mean of %zu cells.",
             sum->speedup, tool_side_name(sayer->report, sayer->report->base),
             sum->cells);
    sayer->say(sayer->context, sayer->line);
    tool_cell_line(sayer->report, tool_cell_of(sayer->report, sum->worst),
                   cell);
    snprintf(sayer->line, sizeof sayer->line,
             "Slower by more than %.0f %% in %zu cells; the worst is %.3f: %s.",
             100 * TUNEDX_LOSS, sum->losses, 1 / sum->worst->ratio, cell);
    sayer->say(sayer->context, sayer->line);
    tool_cell_line(sayer->report, tool_cell_of(sayer->report, sum->best), cell);
    snprintf(sayer->line, sizeof sayer->line, "The best is %.2f: %s.",
             1 / sum->best->ratio, cell);
    sayer->say(sayer->context, sayer->line);
}

static void say_oracle(sayer_t *sayer)
{
    const tunedx_summary_t *sum = &sayer->contender->summary;
    char cell[TOOL_REPORT_TEXT];

    if (!sayer->report->has_oracle || sum->oracle_cells == 0) {
        return;
    }
    const tunedx_compared_t *oracle = tunedx_comparison_oracle(
        &sayer->report->comparison, sum->oracle_worst->cell);

    tool_cell_line(sayer->report,
                   tool_cell_of(sayer->report, sum->oracle_worst), cell);
    snprintf(sayer->line, sizeof sayer->line,
             "%.2f times as fast as the oracle, the best that was measured of "
             "Open MPI in each of %zu cells; slower by more than %.0f %% in "
             "%zu, the worst is %.3f: %s.",
             sum->oracle_speedup, sum->oracle_cells, 100 * TUNEDX_LOSS,
             sum->oracle_losses, oracle->time / sum->oracle_worst->time, cell);
    sayer->say(sayer->context, sayer->line);
}

static void say_limit(sayer_t *sayer)
{
    const tunedx_summary_t *sum = &sayer->contender->summary;

    if (sum->bound_cells == 0) {
        return;
    }
    snprintf(sayer->line, sizeof sayer->line,
             "%.3f times the limit of the links (D): geometric mean of %zu "
             "bandwidth-bound cells; %s: %.3f.",
             sum->distance, sum->bound_cells,
             tool_side_name(sayer->report, sayer->report->base),
             sum->base_distance);
    sayer->say(sayer->context, sayer->line);
}

static void say_verdicts(sayer_t *sayer)
{
    const size_t *verdicts = sayer->contender->summary.verdicts;

    snprintf(sayer->line, sizeof sayer->line,
             "Verdicts: faster in %zu cells, slower in %zu, equal in %zu, too "
             "few launches in %zu%s.",
             verdicts[TUNEDX_VERDICT_FASTER], verdicts[TUNEDX_VERDICT_SLOWER],
             verdicts[TUNEDX_VERDICT_EQUAL], verdicts[TUNEDX_VERDICT_TOO_FEW],
             verdicts[TUNEDX_VERDICT_WRONG] > 0 ? "; some results are WRONG"
                                                : "");
    sayer->say(sayer->context, sayer->line);
}

void tool_report_say(const tool_report_t *report,
                     const tool_contender_t *contender,
                     void (*say)(void *context, const char *line),
                     void *context)
{
    sayer_t sayer = {
        .report = report,
        .contender = contender,
        .say = say,
        .context = context,
    };

    say_speedup(&sayer);
    say_oracle(&sayer);
    say_limit(&sayer);
    say_verdicts(&sayer);
    tool_guidelines_text(report, contender, sayer.line);
    say(context, sayer.line);
}
