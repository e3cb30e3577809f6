/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx list: the catalogue of algorithms as a table.
 */
#include "tools/tunedx.h"

#include "tools/decision.h"
#include "tools/job.h"
#include "tools/price.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "tunedx list";

static const char help[] =
    "usage: tunedx list [OPTION]... [COLLECTIVE]\n"
    "\n"
    "Lists the algorithms, of one collective or of all: their names, the "
    "number\n"
    "that coll/tuned has for them, parameters, what a call needs to be "
    "served,\n"
    "how reductions group operands, and when the formula by which they\n"
    "state their cost is exact: always, with one price for messages one way\n"
    "and both ways, whole (where messages are not cut), even (where what the\n"
    "vector is cut into is alike); else it is a bound, at one price by at "
    "most\n"
    "so many percent too high.\n"
    "\n"
    "  -m, --markdown     print the table in Markdown\n"
    "\n"
    "With any of the following the table has the time of a call by that\n"
    "formula, in nanoseconds, the shortest first (-: it cannot serve the "
    "call):\n"
    "\n" TOOL_DECISION_HELP TOOL_COUNT_HELP TOOL_PRICE_HELP "  -h, --help\n"
    "\n"
    "Rules say what algorithms that consist of others leave out.  Up to 4096\n"
    "ranks.\n"
    "\n"
    "Exit status: 0; 1 if the rules file has a fault; 2 if an argument is\n"
    "refused.\n";

static const struct option options[] = {
    {"markdown", no_argument, NULL, 'm'},    TOOL_DECISION_OPTIONS,
    {"count", required_argument, NULL, 'c'}, TOOL_PRICE_OPTIONS,
    {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0},
};

typedef struct list {
    bool markdown;
    bool priced;
    tool_decision_t decision;
    tunedx_price_t price;
} list_t;

static int take(void *context, int option, const char *argument,
                const char *value)
{
    list_t *list = context;

    if (option == 'm') {
        list->markdown = true;
        return TOOL_SUCCESS;
    }
    list->priced = true;
    return tool_price_has(option)
               ? tool_price_take(&list->price, name, option, argument, value)
               : tool_decision_take(&list->decision, name, option, argument,
                                    value);
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":m" TOOL_DECISION_LETTERS "c:h",
    .options = options,
    .most_operands = 1,
    .take = take,
};

/* ---- rows ---- */

enum { COLUMNS = 9, TIME_COLUMN = 7, CELL_TEXT = 160 };

static const char *const headings[COLUMNS] = {
    "collective", "algorithm", "number", "parameters", "needs",
    "grouping",   "cost",      "time",   "summary",
};

typedef struct row {
    char cells[COLUMNS][CELL_TEXT];
    int order;     /* of the collective */
    bool has_time; /* the others stand behind */
    uint64_t time;
} row_t;

typedef struct table {
    row_t *rows;
    size_t count, room;
} table_t;

static row_t *add_row(table_t *table)
{
    if (table->count == table->room) {
        const size_t room = table->room == 0 ? 64 : 2 * table->room;
        row_t *rows = realloc(table->rows, room * sizeof *rows);

        if (rows == NULL) {
            return NULL;
        }
        table->rows = rows;
        table->room = room;
    }
    return &table->rows[table->count++];
}

static void fill_parameters(char *cell,
                            const tunedx_parameter_t *const *parameter)
{
    tunedx_writer_t writer = tunedx_writer(cell, CELL_TEXT);

    for (; parameter != NULL && *parameter != NULL; parameter++) {
        tunedx_write(&writer, "%s%s", writer.length > 0 ? ", " : "",
                     (*parameter)->name);
    }
}

static void fill_grouping(char *cell, const tunedx_algorithm_t *algorithm)
{
    const char *with = algorithm->groups_with;

    snprintf(cell, CELL_TEXT, "%s%s%s%s",
             tunedx_grouping_name(algorithm->grouping),
             with == NULL ? "" : " (", with == NULL ? "" : with,
             with == NULL ? "" : ")");
}

static void fill_accuracy(char *cell, const tunedx_algorithm_t *algorithm)
{
    static const struct {
        int condition;
        const char *word;
    } words[] = {
        {TUNEDX_COST_BOUND, "bound"},         {TUNEDX_COST_WHOLE, "whole"},
        {TUNEDX_COST_EVEN, "even"},           {TUNEDX_COST_ALIKE, "alike"},
        {TUNEDX_COST_ONE_PRICE, "one price"},
    };
    tunedx_writer_t writer = tunedx_writer(cell, CELL_TEXT);

    if (algorithm->accuracy == TUNEDX_COST_EXACT) {
        tunedx_write(&writer, "exact");
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if ((algorithm->accuracy & words[i].condition) != 0) {
            tunedx_write(&writer, "%s%s", writer.length > 0 ? ", " : "",
                         words[i].word);
        }
    }
    if (algorithm->excess > 0) {
        tunedx_write(&writer, ", +%d %%", algorithm->excess);
    }
}

static void fill(row_t *row, tunedx_collective_t collective,
                 const tunedx_algorithm_t *algorithm)
{
    char(*cells)[CELL_TEXT] = row->cells;

    *row = (row_t){.order = (int)collective};
    snprintf(cells[0], CELL_TEXT, "%s", tunedx_collective_name(collective));
    snprintf(cells[1], CELL_TEXT, "%s", algorithm->name);
    if (algorithm->tuned_id > 0) {
        snprintf(cells[2], CELL_TEXT, "%d", algorithm->tuned_id);
    }
    fill_parameters(cells[3], algorithm->parameters);
    if (algorithm->needs != NULL) {
        snprintf(cells[4], CELL_TEXT, "%s", algorithm->needs);
    }
    if (tunedx_collective_is_reduction(collective)) {
        fill_grouping(cells[5], algorithm);
    }
    if (algorithm->cost != NULL) {
        fill_accuracy(cells[6], algorithm);
    }
    snprintf(cells[8], CELL_TEXT, "%s", algorithm->summary);
}

/* The decision has begun. */
static int price(row_t *row, tool_decision_t *decision,
                 const tunedx_price_t *price,
                 const tunedx_algorithm_t *algorithm)
{
    tool_job_t job = {
        .key = decision->key,
        .block_units = decision->block_units,
    };
    int status = tool_decision_force(decision, name, algorithm->name);

    if (status == TOOL_SUCCESS) {
        status = tool_decision_make(decision, name, &job.choice);
    }
    if (status == TOOL_SUCCESS && job.choice.refusal.method != NULL) {
        snprintf(row->cells[TIME_COLUMN], CELL_TEXT, "-");
    } else if (status == TOOL_SUCCESS && algorithm->cost != NULL) {
        status = tool_job_cost(&job, name, price, &row->time);
        row->has_time = true;
        tool_print_time(row->time, row->cells[TIME_COLUMN], CELL_TEXT);
    }
    tool_job_destroy(&job);
    return status;
}

static int compare(const void *left, const void *right)
{
    const row_t *a = left, *b = right;

    if (a->order != b->order) {
        return a->order < b->order ? -1 : 1;
    }
    if (a->has_time != b->has_time) {
        return a->has_time ? -1 : 1;
    }
    if (a->time != b->time) {
        return a->time < b->time ? -1 : 1;
    }
    return strcmp(a->cells[1], b->cells[1]);
}

static int collect(table_t *table, list_t *list, tunedx_collective_t collective)
{
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(collective, &count);
    int status = TOOL_SUCCESS;

    if (list->priced) {
        status = tool_decision_begin(&list->decision, name,
                                     tunedx_collective_name(collective));
    }
    for (size_t i = 0; i < count && status == TOOL_SUCCESS; i++) {
        row_t *row = add_row(table);

        if (row == NULL) {
            return tool_fail(name, "not enough memory");
        }
        fill(row, collective, algorithms[i]);
        if (list->priced) {
            status = price(row, &list->decision, &list->price, algorithms[i]);
        }
    }
    return status;
}

/* ---- the table ---- */

static const char *cell_of(const table_t *table, size_t row, int column)
{
    return row == 0 ? headings[column] : table->rows[row - 1].cells[column];
}

/* Row 0 is the heading. */
static void print_markdown_row(const table_t *table, size_t row, bool priced)
{
    for (int column = 0; column < COLUMNS; column++) {
        const char *cell = cell_of(table, row, column);

        if (column != TIME_COLUMN || priced) {
            printf(cell[0] == '\0' ? "|%s " : "| %s ", cell);
        }
    }
    printf("|\n");
}

static void print_markdown(const table_t *table, bool priced)
{
    for (size_t row = 0; row <= table->count; row++) {
        print_markdown_row(table, row, priced);
        for (int column = priced ? 0 : 1; row == 0 && column < COLUMNS;
             column++) {
            printf("|---");
        }
        printf(row == 0 ? "|\n" : "");
    }
}

static void print_text(const table_t *table, bool priced)
{
    int widths[COLUMNS] = {0};

    for (size_t row = 0; row <= table->count; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            const int length = (int)strlen(cell_of(table, row, column));

            widths[column] = length > widths[column] ? length : widths[column];
        }
    }
    for (size_t row = 0; row <= table->count; row++) {
        for (int column = 0; column < COLUMNS - 1; column++) {
            if (column != TIME_COLUMN) {
                printf("%-*s  ", widths[column], cell_of(table, row, column));
            } else if (priced) {
                printf("%*s  ", widths[column], cell_of(table, row, column));
            }
        }
        printf("%s\n", cell_of(table, row, COLUMNS - 1));
    }
}

static int print(const table_t *table, const list_t *list)
{
    if (list->markdown) {
        print_markdown(table, list->priced);
    } else {
        print_text(table, list->priced);
    }
    return tool_close(name, NULL, stdout);
}

int tool_list(int argc, char **argv)
{
    list_t list = {
        .decision = tool_decision_default(),
        .price = tool_price_default(),
    };
    tunedx_collective_t collective = TUNEDX_COLLECTIVES;
    table_t table = {.count = 0};
    int status;

    list.decision.makes_programs = true;
    if (!tool_parse(&command, argc, argv, &list, &status)) {
        return status;
    }
    if (optind < argc) {
        status = tool_take_collective(name, argv[optind], &collective);
    } else {
        list.decision.root = NULL; /* the key's, where there is one */
    }
    for (int i = 0; i < TUNEDX_COLLECTIVES && status == TOOL_SUCCESS; i++) {
        if (collective == TUNEDX_COLLECTIVES || (int)collective == i) {
            status = collect(&table, &list, (tunedx_collective_t)i);
        }
    }
    if (status == TOOL_SUCCESS) {
        if (list.priced) {
            qsort(table.rows, table.count, sizeof *table.rows, compare);
        }
        status = print(&table, &list);
    }
    free(table.rows);
    tool_decision_end(&list.decision);
    return status == TOOL_SUCCESS && list.decision.has_faults ? TOOL_ERROR
                                                              : status;
}
