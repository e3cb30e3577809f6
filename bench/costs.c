/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tunedx costs besides the messages: building and compiling schedules,
 * deciding, finding a program that is kept.  Needs no MPI.
 */
#include "bench/costs.h"

#include <stdio.h>
#include <string.h>

#include "bench/costs_tuned.h"
#include "bench/statistics.h"

double bench_measure(void (*work)(void *context), void *context,
                     size_t operations)
{
    double batches[BENCH_BATCHES];

    work(context); /* warm */
    for (int i = 0; i < BENCH_BATCHES; i++) {
        const uint64_t begin = bench_now();

        work(context);
        batches[i] = (double)(bench_now() - begin) / (double)operations;
    }
    return bench_summarize(batches, BENCH_BATCHES).median;
}

tunedx_key_t bench_key(tunedx_collective_t collective, int size, size_t bytes)
{
    const bool reduces = tunedx_collective_is_reduction(collective);
    const bool is_barrier = collective == TUNEDX_BARRIER;
    const size_t blocks =
        tunedx_collective_is_irregular(collective) ? (size_t)size : 1;
    const size_t unit = reduces ? sizeof(double) : 1;

    return (tunedx_key_t){
        .collective = collective,
        .size = size,
        .nodes = 1,
        .ppn = size,
        .bytes = is_barrier ? 0 : bytes,
        .units = is_barrier ? 1 : bytes * blocks / unit,
        .unit_bytes = is_barrier ? 0 : unit,
        .commutative = true,
        .op_class = reduces ? TUNEDX_OP_BUILTIN : TUNEDX_OP_NONE,
    };
}

static void ignore(void *context, const char *name, int line, size_t column,
                   const char *text)
{
    (void)context;
    fprintf(stderr, "costs: %s:%d:%zu: %s\n", name, line, column, text);
}

bool bench_policy(tunedx_arena_t *arena, tunedx_policy_t *policy)
{
    *policy =
        (tunedx_policy_t){.rules_count = 1, .common = {TUNEDX_DEFAULT_WINDOW}};
    return tunedx_rules_parse(arena, "built-in rules", tunedx_default_rules,
                              strlen(tunedx_default_rules), ignore, NULL,
                              &policy->rules[0]);
}

static int refuse(const char *argument)
{
    const bool asked = strcmp(argument, "--help") == 0;

    fprintf(asked ? stdout : stderr,
            asked ? "usage: costs [encodings | tuned]\n\n"
                    "Prints what building, compiling, deciding and finding "
                    "cost, in ns; with\n"
                    "encodings, only what a decision costs in each encoding; "
                    "with tuned, no cost,\n"
                    "but a rules file of what coll/tuned decides for bcast and "
                    "reduce.\n"
                  : "costs: %s: takes no arguments but encodings, tuned and "
                    "--help\n",
            argument);
    return asked ? 0 : 2;
}

int main(int argc, char **argv)
{
    const bool only = argc == 2 && strcmp(argv[1], "encodings") == 0;

    if (argc == 2 && strcmp(argv[1], "tuned") == 0) {
        if (!bench_tuned_rules()) {
            fprintf(stderr, "costs: no coll/tuned that can be asked\n");
            return 1;
        }
        return 0;
    }
    if (argc > 1 && !only) {
        return refuse(argv[1]);
    }
    if ((!only && (!bench_schedules() || !bench_decisions() || !bench_cache() ||
                   !bench_rules())) ||
        !bench_encodings()) {
        fprintf(stderr, "costs: not enough memory\n");
        return 1;
    }
    return 0;
}
