/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a schedule costs: writing its text, compiling that, keeping the program.
 */
#include "bench/costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/statistics.h"
#include "geometry/geometry.h"

enum { MESSAGE_BYTES = 65536, MOST_SCHEDULES = 32, STEPS_AT_ONCE = 256 };

/* Methods with more steps for 1,024 ranks would take hours for 65,536. */
enum { MOST_STEPS = 4096 };

/* One line of the table. */
typedef struct cost {
    int rank; /* of 0, 1, p/2 and p-1 the one with most steps */
    size_t steps, memory;
    double build, compile; /* nanoseconds of the whole */
} cost_t;

/* Sends, receives, copies and reductions. */
static size_t count_steps(const tunedx_program_t *program)
{
    size_t steps = 0;

    for (size_t i = 0; i < program->instructions; i++) {
        const uint8_t opcode = program->code[i].opcode;

        steps += opcode != TUNEDX_CODE_WAIT && opcode != TUNEDX_CODE_OPERAND;
    }
    return steps;
}

/* Chooses the rank, and learns of its program. */
static bool choose_rank(tunedx_shape_t *shape, cost_t *cost)
{
    const int ranks[] = {0, 1, shape->size / 2, shape->size - 1};

    *cost = (cost_t){.rank = -1};
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++) {
        tunedx_program_t *program;

        shape->rank = ranks[i];
        if (tunedx_build_program(shape, &program) != TUNEDX_SUCCESS) {
            return false;
        }
        const size_t steps = count_steps(program);
        if (cost->rank < 0 || steps > cost->steps) {
            cost->rank = ranks[i];
            cost->steps = steps;
            cost->memory = program->memory;
        }
        tunedx_program_release(program);
    }
    shape->rank = cost->rank;
    return true;
}

/* Builds and compiles `count` schedules, each in one go, so that the clock is
 * read rarely; adds the nanoseconds. */
static bool time_once(const tunedx_shape_t *shape, size_t count, double *build,
                      double *compile)
{
    const tunedx_window_t window = tunedx_window_of(
        (int)tunedx_method_common(shape->method, TUNEDX_WINDOW));
    tunedx_schedule_t *schedules[MOST_SCHEDULES];
    tunedx_program_t *programs[MOST_SCHEDULES];
    bool done = true;

    const uint64_t begin = bench_now();
    for (size_t i = 0; i < count; i++) {
        schedules[i] = tunedx_schedule_create(shape);
        if (schedules[i] == NULL) {
            return false;
        }
        shape->method->algorithm->build(schedules[i], shape);
    }
    const uint64_t middle = bench_now();
    for (size_t i = 0; i < count; i++) {
        programs[i] = NULL;
        done = tunedx_schedule_finish(schedules[i], &window, &programs[i]) ==
                   TUNEDX_SUCCESS &&
               done;
    }
    const uint64_t end = bench_now();
    for (size_t i = 0; i < count; i++) {
        tunedx_program_release(programs[i]);
    }
    *build = (double)(middle - begin) / (double)count;
    *compile = (double)(end - middle) / (double)count;
    return done;
}

static bool time_schedule(const tunedx_shape_t *shape, cost_t *cost)
{
    const size_t fits = STEPS_AT_ONCE / (cost->steps + 1);
    const size_t count = fits < 1                ? 1
                         : fits > MOST_SCHEDULES ? MOST_SCHEDULES
                                                 : fits;
    double build[BENCH_BATCHES], compile[BENCH_BATCHES];

    for (int i = -1; i < BENCH_BATCHES; i++) { /* the first one warms */
        const int place = i < 0 ? 0 : i;

        if (!time_once(shape, count, &build[place], &compile[place])) {
            return false;
        }
    }
    cost->build = bench_summarize(build, BENCH_BATCHES).median;
    cost->compile = bench_summarize(compile, BENCH_BATCHES).median;
    return true;
}

static void print_cost(tunedx_collective_t collective, const char *text,
                       int size, const cost_t *cost)
{
    const double steps = (double)cost->steps;

    if (cost->steps == 0) {
        return;
    }
    printf("%-10s %-26s %5d %5d %6zu %10.0f %10.0f %8.1f %8.1f %9zu %6.0f\n",
           tunedx_collective_name(collective), text, size, cost->rank,
           cost->steps, cost->build, cost->compile, cost->build / steps,
           cost->compile / steps, cost->memory, (double)cost->memory / steps);
}

/* `method` as it would be resolved for this key. */
static bool resolve(const tunedx_policy_t *automatic, tunedx_decider_t *decider,
                    const tunedx_key_t *key, const tunedx_method_t *method,
                    tunedx_choice_t *choice)
{
    static tunedx_policy_t policy; /* the decider borrows it */

    policy = *automatic;
    policy.forced[key->collective] = method;
    tunedx_decider_init(decider, &policy, key->size, key->nodes, key->ppn);
    return tunedx_decide(decider, key, choice);
}

static bool show_method(const tunedx_policy_t *policy,
                        const tunedx_method_t *method,
                        tunedx_collective_t collective, const char *text,
                        int size, size_t *steps)
{
    const tunedx_key_t key = bench_key(collective, size, MESSAGE_BYTES);
    tunedx_decider_t decider;
    tunedx_choice_t choice;
    size_t *lengths = malloc((size_t)size * sizeof *lengths);
    cost_t cost;
    bool done = lengths != NULL;

    for (int i = 0; i < size && done; i++) {
        lengths[i] = collective == TUNEDX_REDUCE_SCATTER
                         ? tunedx_part_units(key.units, size, i)
                         : MESSAGE_BYTES;
    }
    done = done && resolve(policy, &decider, &key, method, &choice);
    if (done) {
        tunedx_shape_t shape = tunedx_shape_of(&key, 0, choice.method);

        if (tunedx_shape_needs_lengths(collective, false, choice.method)) {
            shape.block_units = lengths;
        }
        done = choose_rank(&shape, &cost) && time_schedule(&shape, &cost);
        tunedx_decider_free(&decider);
    }
    if (done) {
        print_cost(collective, text, size, &cost);
        *steps = cost.steps;
    }
    free(lengths);
    return done;
}

static bool has_segments(const tunedx_algorithm_t *algorithm)
{
    const tunedx_parameter_t *const *parameter = algorithm->parameters;

    while (parameter != NULL && *parameter != NULL &&
           *parameter != &tunedx_segment) {
        parameter++;
    }
    return parameter != NULL && *parameter != NULL;
}

/* The algorithm as it is, or cut into segments. */
static bool show_algorithm(const tunedx_policy_t *policy,
                           tunedx_collective_t collective,
                           const tunedx_algorithm_t *algorithm, bool cut)
{
    static const int sizes[] = {16, 1024, 65536};
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_complaint_t complaint;
    char text[64];

    snprintf(text, sizeof text, "%s%s", algorithm->name,
             cut ? " segment=8k" : "");
    const tunedx_method_t *method =
        tunedx_method_parse(&arena, collective, text, strlen(text), &complaint);
    bool done = method != NULL;
    size_t steps = 0; /* with fewer ranks */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && done; i++) {
        if (steps <= MOST_STEPS) {
            done =
                show_method(policy, method, collective, text, sizes[i], &steps);
        }
    }
    tunedx_arena_free(&arena);
    return done;
}

bool bench_schedules(void)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_policy_t policy;
    bool done = bench_policy(&arena, &policy);

    printf("# Schedules of 64 KiB: a vector, or a block; root 0; of the ranks "
           "0, 1, p/2 and p-1\n# the one with most steps.  Medians of %d.  ns "
           "and bytes of the whole and of a step.\n",
           BENCH_BATCHES);
    printf("%-10s %-26s %5s %5s %6s %10s %10s %8s %8s %9s %6s\n", "#", "method",
           "ranks", "rank", "steps", "build", "compile", "b/step", "c/step",
           "bytes", "/step");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *all =
            tunedx_algorithms_of(collective, &count);

        for (size_t k = 0; k < count && done; k++) {
            done = show_algorithm(&policy, collective, all[k], false) &&
                   (!has_segments(all[k]) ||
                    show_algorithm(&policy, collective, all[k], true));
        }
    }
    tunedx_arena_free(&arena);
    return done;
}
