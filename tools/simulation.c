/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See simulation.h: running it.
 */
#include "tools/simulation.h"

#include "model/simulate.h"
#include "tools/measurements.h"
#include "tools/rules_file.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_TEXT = 512 };

static const double picoseconds = 1e-6; /* in microseconds */

/* A method of the map, and where its segment is set; -1: it has none. */
typedef struct candidate {
    tunedx_method_t method;
    int segment;
} candidate_t;

/* A program of one point whose time is known. */
typedef struct priced {
    const tunedx_method_t *method; /* resolved, segments too long to matter
                                    * left out */
    uint64_t time;
} priced_t;

typedef struct run {
    const tool_simulation_t *simulation;
    const char *name;
    FILE *out;
    tunedx_arena_t arena;
    tunedx_policy_t policy;
    candidate_t *candidates;
    size_t count, capacity;
    const tunedx_method_t *spiked;
    priced_t *priced; /* of the point that is looked at */
    size_t priced_count;
} run_t;

static int short_of_memory(const run_t *run)
{
    return tool_fail(run->name, "not enough memory");
}

/* ---- methods ---- */

static int find_segment(const tunedx_algorithm_t *algorithm)
{
    for (int i = 0;
         algorithm->parameters != NULL && algorithm->parameters[i] != NULL;
         i++) {
        if (algorithm->parameters[i] == &tunedx_segment) {
            return i;
        }
    }
    return -1;
}

static int add_candidate(run_t *run, const candidate_t *candidate)
{
    if (run->count == run->capacity) {
        const size_t capacity = 2 * run->capacity + 64;
        candidate_t *candidates =
            realloc(run->candidates, capacity * sizeof *candidates);

        if (candidates == NULL) {
            return short_of_memory(run);
        }
        run->candidates = candidates;
        run->capacity = capacity;
    }
    run->candidates[run->count++] = *candidate;
    return TOOL_SUCCESS;
}

/* The method, or one for each segment when it leaves that open. */
static int add_method(run_t *run, const tunedx_method_t *method)
{
    const tool_simulation_t *simulation = run->simulation;
    candidate_t candidate = {
        .method = *method,
        .segment = find_segment(method->algorithm),
    };
    int status = TOOL_SUCCESS;

    if (candidate.segment < 0 || method->settings[candidate.segment].given) {
        return add_candidate(run, &candidate);
    }
    for (size_t i = 0; i < simulation->segments_count && status == TOOL_SUCCESS;
         i++) {
        candidate.method.settings[candidate.segment] = (tunedx_setting_t){
            .given = true,
            .number = simulation->segments[i],
        };
        status = add_candidate(run, &candidate);
    }
    return status;
}

static int parse_method(run_t *run, const char *text,
                        const tunedx_method_t **method)
{
    tunedx_complaint_t complaint;

    *method = tunedx_method_parse(&run->arena, run->simulation->collective,
                                  text, strlen(text), &complaint);
    if (*method == NULL) {
        return tool_refuse_method(run->name, text, &complaint);
    }
    return TOOL_SUCCESS;
}

static int collect_methods(run_t *run)
{
    const tool_simulation_t *simulation = run->simulation;
    const tunedx_method_t *method;
    size_t count;
    const tunedx_algorithm_t *const *algorithms =
        tunedx_algorithms_of(simulation->collective, &count);
    int status = TOOL_SUCCESS;

    for (size_t i = 0; i < simulation->methods_count && status == TOOL_SUCCESS;
         i++) {
        status = parse_method(run, simulation->methods[i], &method);
        if (status == TOOL_SUCCESS) {
            status = add_method(run, method);
        }
    }
    for (size_t i = 0;
         simulation->methods_count == 0 && i < count && status == TOOL_SUCCESS;
         i++) {
        status =
            add_method(run, &(tunedx_method_t){.algorithm = algorithms[i]});
    }
    if (status == TOOL_SUCCESS && simulation->spike.method != NULL) {
        status = parse_method(run, simulation->spike.method, &run->spiked);
    }
    return status;
}

/* ---- the time of a method at a point ---- */

/* The number of bytes that no part of a call exceeds. */
static size_t bytes_of_all(const tunedx_key_t *key)
{
    const bool is_vector = key->collective == TUNEDX_BCAST ||
                           tunedx_collective_is_reduction(key->collective);

    return is_vector ? key->bytes : key->bytes * (size_t)key->size;
}

/* Decides, so that what the method leaves out is filled in; *method is NULL
 * when it cannot serve. */
static int resolve(run_t *run, tunedx_decider_t *decider,
                   const tunedx_key_t *key, const candidate_t *candidate,
                   const tunedx_method_t **method)
{
    tunedx_method_t asked = candidate->method;
    tunedx_choice_t choice;

    if (candidate->segment >= 0 &&
        asked.settings[candidate->segment].number >= bytes_of_all(key)) {
        asked.settings[candidate->segment].number = 0;
    }
    run->policy.forced[key->collective] = &asked;
    const bool is_decided = tunedx_decide(decider, key, &choice);
    run->policy.forced[key->collective] = NULL;
    if (!is_decided) {
        return short_of_memory(run);
    }
    *method = choice.refusal.method == NULL ? choice.method : NULL;
    return TOOL_SUCCESS;
}

static int simulate(tool_job_t *job, const run_t *run, uint64_t *time)
{
    int status = tool_job_describe(job, run->name, true);

    for (int rank = 0; rank < job->key.size && status == TOOL_SUCCESS; rank++) {
        status = tool_job_build(job, run->name, rank);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    switch (tunedx_simulate(&job->job, &run->simulation->price, NULL, time)) {
    case TUNEDX_SIMULATED:
        return TOOL_SUCCESS;
    case TUNEDX_SIMULATION_STUCK:
        return tool_fail(run->name, "the schedule deadlocks");
    default:
        return short_of_memory(run);
    }
}

static int price(run_t *run, const tunedx_key_t *key,
                 const tunedx_method_t *method, uint64_t *time)
{
    const tunedx_algorithm_t *algorithm = method->algorithm;
    const tool_times_t times = run->simulation->times;
    const tunedx_shape_t shape = tunedx_shape_of(key, 0, method);
    const bool by_formula =
        algorithm->cost != NULL && times != TOOL_TIMES_SIMULATED &&
        (times == TOOL_TIMES_FORMULA ||
         tunedx_cost_is_exact(&shape, &run->simulation->price));
    tool_job_t job = {
        .key = *key,
        .block_units = key->bytes,
        .choice = {.method = method},
    };

    for (size_t i = 0; i < run->priced_count; i++) {
        if (tunedx_method_equal(run->priced[i].method, method)) {
            *time = run->priced[i].time;
            return TOOL_SUCCESS;
        }
    }
    const int status = by_formula ? tool_job_cost(&job, run->name,
                                                  &run->simulation->price, time)
                                  : simulate(&job, run, time);
    tool_job_destroy(&job);
    run->priced[run->priced_count++] =
        (priced_t){.method = method, .time = *time};
    return status;
}

/* ---- noise ---- */

static uint64_t mix(uint64_t number)
{
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31);
}

/* Nearly normal, of mean 0 and deviation 1: twelve even numbers added up.  It
 * depends on nothing but the seed, the point and the program: methods that
 * differ in a segment longer than the message are one. */
static double deviation(const run_t *run, const tunedx_measurement_t *point,
                        const tunedx_method_t *resolved)
{
    char text[METHOD_TEXT];
    uint64_t state = mix(run->simulation->seed + 1);
    double sum = -6;

    tunedx_method_print(resolved, text, sizeof text);
    for (const char *c = text; *c != '\0'; c++) {
        state = mix(state + (unsigned char)*c);
    }
    state = mix(state + (uint64_t)point->ranks);
    state = mix(state + point->bytes);
    for (int i = 0; i < 12; i++) {
        state = mix(state + 0x9e3779b97f4a7c15U);
        sum += (double)(state >> 11) / 9007199254740992.0;
    }
    return sum;
}

static double disturb(const run_t *run, const tunedx_measurement_t *point,
                      const tunedx_method_t *resolved)
{
    const tool_simulation_t *simulation = run->simulation;
    const double least = 0.1;
    double factor = 1 + simulation->noise * deviation(run, point, resolved);

    if (factor < least) {
        factor = least;
    }
    if (run->spiked != NULL && point->bytes == simulation->spike.bytes &&
        tunedx_method_equal(run->spiked, point->method)) {
        factor *= simulation->spike.factor;
    }
    return point->time * factor;
}

/* ---- all of it ---- */

static int run_point(run_t *run, tunedx_decider_t *decider,
                     tunedx_measurement_t point)
{
    const tunedx_key_t key = tunedx_measurement_key(&point);
    int status = TOOL_SUCCESS;

    run->priced_count = 0;
    for (size_t i = 0; i < run->count && status == TOOL_SUCCESS; i++) {
        const tunedx_method_t *method = NULL;
        uint64_t time = 0;

        status = resolve(run, decider, &key, &run->candidates[i], &method);
        if (status != TOOL_SUCCESS || method == NULL) {
            continue;
        }
        status = price(run, &key, method, &time);
        if (status == TOOL_SUCCESS && time > 0) {
            point.method = &run->candidates[i].method;
            point.time = (double)time * picoseconds;
            point.time = disturb(run, &point, method);
            tool_measurement_write(&point, run->out);
        }
    }
    return status;
}

static int run_ranks(run_t *run, int ranks)
{
    const tool_simulation_t *simulation = run->simulation;
    const int ppn = ranks < simulation->ppn ? ranks : simulation->ppn;
    tunedx_measurement_t point = {
        .collective = simulation->collective,
        .ranks = ranks,
        .nodes = (ranks + ppn - 1) / ppn,
        .ppn = ppn,
        .is_simulated = true,
    };
    tunedx_decider_t decider;
    int status = TOOL_SUCCESS;

    tunedx_decider_init(&decider, &run->policy, ranks, point.nodes, ppn);
    for (size_t k = 0; k < simulation->bytes_count && status == TOOL_SUCCESS &&
                       !ferror(run->out);
         k++) {
        point.bytes = simulation->bytes[k];
        status = run_point(run, &decider, point);
    }
    tunedx_decider_free(&decider);
    return status;
}

int tool_simulation_run(const tool_simulation_t *simulation, const char *name,
                        FILE *out)
{
    run_t run = {
        .simulation = simulation,
        .name = name,
        .out = out,
        .policy = {.rules_count = 1, .common = {simulation->window}},
    };
    int status = tool_rules_built_in(name, &run.arena, &run.policy.rules[0]);

    if (status == TOOL_SUCCESS) {
        status = collect_methods(&run);
    }
    if (status == TOOL_SUCCESS) {
        run.priced = calloc(run.count, sizeof *run.priced);
        status = run.priced == NULL ? short_of_memory(&run) : TOOL_SUCCESS;
    }
    for (size_t i = 0;
         i < simulation->ranks_count && status == TOOL_SUCCESS && !ferror(out);
         i++) {
        status = run_ranks(&run, (int)simulation->ranks[i]);
    }
    free(run.priced);
    free(run.candidates);
    tunedx_arena_free(&run.arena);
    return status;
}
