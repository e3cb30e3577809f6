/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx explain: which row of which rules decides about a call, and why those
 * before it do not.
 */
#include "tools/tunedx.h"

#include "decision/explain.h"
#include "tools/decision.h"

#include <string.h>

static const char name[] = "tunedx explain";

static const char help[] =
    "usage: tunedx explain [OPTION]... COLLECTIVE\n"
    "\n"
    "Tells which method serves a call, which row of the rules says so, and "
    "why\n"
    "the rows before it do not.\n"
    "\n"
    "  -m, --method=TEXT  the method that a parameter asks for\n"
    "      --brief        only the method and where it comes "
    "from\n" TOOL_DECISION_HELP "  -h, --help\n"
    "\n"
    "Examples:\n"
    "  tunedx explain bcast --ranks=96 --ppn=48 --bytes=4k\n"
    "  tunedx explain -r site.rules allreduce -p 12 -b 1M --op=user\n"
    "  tunedx explain reduce -p 5 -b 64k --in-order -m pipeline\n"
    "\n"
    "Exit status: 0; 1 if the rules file has a fault; 2 if an argument is\n"
    "refused.\n";

static const struct option options[] = {
    {"method", required_argument, NULL, 'm'},
    {"brief", no_argument, NULL, 'q'},
    TOOL_DECISION_OPTIONS,
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

typedef struct explain {
    bool is_brief;
    const char *method;
    tool_decision_t decision;
} explain_t;

static int take(void *context, int option, const char *argument,
                const char *value)
{
    explain_t *explain = context;

    switch (option) {
    case 'm':
        explain->method = value;
        return TOOL_SUCCESS;
    case 'q':
        explain->is_brief = true;
        return TOOL_SUCCESS;
    default:
        return tool_decision_take(&explain->decision, name, option, argument,
                                  value);
    }
}

static const tool_command_t command = {
    .name = name,
    .help = help,
    .letters = ":m:" TOOL_DECISION_LETTERS "h",
    .options = options,
    .most_operands = 1,
    .take = take,
};

/* ---- what is printed ---- */

static void print_call(const tunedx_key_t *key)
{
    static const char *const classes[] = {"", "; built-in operation",
                                          "; operation on pairs",
                                          "; user's operation"};
    char bytes[32];
    tunedx_writer_t writer = tunedx_writer(bytes, sizeof bytes);

    tunedx_write_number(&writer, key->bytes);
    printf("%s, bytes %s, ranks %d, nodes %d, ppn %d%s%s\n",
           tunedx_collective_name(key->collective), bytes, key->size,
           key->nodes, key->ppn, classes[key->op_class],
           key->commutative ? "" : " that does not commute");
}

/* The rows of one set up to the one that decides. */
static void print_rows(const tunedx_rules_t *rules, const tunedx_key_t *key)
{
    bool is_done = false;

    printf("\n%s\n", rules->name);
    for (size_t i = 0; i < rules->count && !is_done; i++) {
        const tunedx_rule_t *row = &rules->rows[i];
        char text[1024], why[512];

        if (row->collective != key->collective) {
            continue;
        }
        tunedx_rule_print(row, text, sizeof text);
        if (!tunedx_rule_explain(row, key, why, sizeof why)) {
            is_done = true;
            snprintf(why, sizeof why,
                     row->method == NULL ? "leaves it to what comes next"
                                         : "decides");
        }
        printf("%5d: %s\n       %s\n", row->line, text + strspn(text, " "),
               why);
    }
    if (!is_done) {
        printf("       no row of %s decides\n",
               tunedx_collective_name(key->collective));
    }
}

/* What the decision that is compiled in says; it has no rows to show. */
static void print_generated(const tunedx_policy_t *policy,
                            const tunedx_choice_t *choice)
{
    const tunedx_generated_t *generated = policy->generated.generated;

    if (generated != NULL) {
        printf("\n%s, compiled in (from %s)\n       %s\n", generated->file,
               generated->rules,
               choice->source == TUNEDX_SOURCE_GENERATED
                   ? "decides"
                   : "leaves it to what comes next");
    }
}

static void print_choice(const tunedx_choice_t *choice)
{
    char method[TUNEDX_METHOD_TEXT], why[512];

    tunedx_method_print(choice->method, method, sizeof method);
    tunedx_choice_explain(choice, why, sizeof why);
    printf("method: %s\nreason: %s\n", method, why);
}

static void print(const explain_t *explain, const tunedx_choice_t *choice)
{
    const tool_decision_t *decision = &explain->decision;
    const tunedx_policy_t *policy = &decision->policy;
    const bool shows_rows = choice->source == TUNEDX_SOURCE_RULES ||
                            choice->source == TUNEDX_SOURCE_GENERATED;

    if (explain->is_brief) {
        print_choice(choice);
        return;
    }
    print_call(&decision->key);
    for (size_t i = 0; i < policy->rules_count && shows_rows; i++) {
        if (i + 1 == policy->rules_count) {
            print_generated(policy, choice);
            if (choice->source == TUNEDX_SOURCE_GENERATED) {
                break;
            }
        }
        print_rows(&policy->rules[i], &decision->key);
        if (strcmp(choice->rules, policy->rules[i].name) == 0) {
            break;
        }
    }
    printf("\n");
    print_choice(choice);
}

int tool_explain(int argc, char **argv)
{
    explain_t explain = {.decision = tool_decision_default()};
    tool_decision_t *decision = &explain.decision;
    tunedx_choice_t choice;
    int status;

    if (!tool_parse(&command, argc, argv, &explain, &status)) {
        return status;
    }
    status = tool_decision_begin(decision, name, argv[optind]);
    if (status == TOOL_SUCCESS) {
        status = tool_decision_force(decision, name, explain.method);
    }
    if (status == TOOL_SUCCESS) {
        status = tool_decision_make(decision, name, &choice);
    }
    if (status == TOOL_SUCCESS) {
        print(&explain, &choice);
        status = tool_close(name, NULL, stdout);
    }
    tool_decision_end(decision);
    return status == TOOL_SUCCESS && decision->has_faults ? TOOL_ERROR : status;
}
