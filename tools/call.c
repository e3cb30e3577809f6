/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See call.h.
 */
#include "tools/call.h"

#include "geometry/geometry.h"
#include "tools/rules_file.h"

#include <stdlib.h>
#include <string.h>

static const size_t most_bytes = (size_t)1 << 30;

/* Nanoseconds; with these limits no time leaves 64 bits. */
enum { MOST_ALPHA = 1000000000, MOST_BETA = 1000 };

/* ---- the call ---- */

tool_call_t tool_call_default(void)
{
    return (tool_call_t){
        .size = 8,
        .window = TUNEDX_DEFAULT_WINDOW,
        .bytes = 8192,
        .price =
            {
                .alpha = 1000000, /* 1 us */
                .beta = 100,      /* 10 GB/s */
                .one_way_alpha = 1000000,
                .one_way_beta = 100,
                .gamma = 50,
            },
    };
}

static int take_price(tunedx_price_t *price, const char *name, int option,
                      const char *argument, const char *value)
{
    const uint64_t most = option == 'A' ? MOST_ALPHA : MOST_BETA;
    uint64_t time;
    const int status = tool_take_time(name, argument, value, most, &time);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    if (option == 'A') {
        price->alpha = price->one_way_alpha = time;
    } else if (option == 'B') {
        price->beta = price->one_way_beta = time;
    } else {
        price->gamma = time;
    }
    return TOOL_SUCCESS;
}

int tool_call_take(tool_call_t *call, const char *name, int option,
                   const char *argument, const char *value)
{
    size_t number = 0;
    int status;

    switch (option) {
    case 'p':
        status = tool_take_number(name, argument, value, 1, TOOL_MOST_RANKS,
                                  &number);
        call->size = (int)number;
        return status;
    case 'w':
        status = tool_take_number(name, argument, value, 1, TUNEDX_MAX_WINDOW,
                                  &number);
        call->window = (int)number;
        return status;
    case 'b':
        call->has_count = false;
        return tool_take_number(name, argument, value, 0, most_bytes,
                                &call->bytes);
    case 'c':
        call->has_count = true;
        return tool_take_number(name, argument, value, 0,
                                most_bytes / TOOL_ELEMENT_BYTES, &call->count);
    case 'O':
        call->in_order = true;
        return TOOL_SUCCESS;
    default:
        return take_price(&call->price, name, option, argument, value);
    }
}

/* Units of the vector or of one block. */
static size_t units_of(const tool_call_t *call)
{
    size_t unit = TOOL_ELEMENT_BYTES;

    if (call->collective == TUNEDX_BARRIER) {
        return 1;
    }
    if (call->has_count) {
        return call->count;
    }
    if (!tunedx_collective_is_reduction(call->collective)) {
        return call->bytes;
    }
    if (call->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        unit *= (size_t)call->size;
    }
    return (call->bytes + unit - 1) / unit;
}

tunedx_key_t tool_call_key(const tool_call_t *call)
{
    const bool reduces = tunedx_collective_is_reduction(call->collective);
    const size_t size = (size_t)call->size;
    tunedx_key_t key = {
        .collective = call->collective,
        .size = call->size,
        .root = call->root,
        .nodes = 1,
        .ppn = call->size,
        .units = units_of(call),
        .unit_bytes = reduces ? TOOL_ELEMENT_BYTES : 1,
        .commutative = !reduces || !call->in_order,
        .op_class = reduces ? TUNEDX_OP_BUILTIN : TUNEDX_OP_NONE,
    };

    if (call->collective == TUNEDX_BARRIER) {
        key.unit_bytes = 0;
    }
    key.bytes = key.units * key.unit_bytes;
    if (call->collective == TUNEDX_REDUCE_SCATTER_BLOCK) {
        key.bytes *= size;
    } else if (call->collective == TUNEDX_ALLGATHERV) {
        key.units *= size;
    } else if (!tunedx_collective_has_size(call->collective)) {
        key.bytes = key.units = 0;
    }
    return key;
}

/* ---- the method ---- */

static int short_of_memory(const char *name)
{
    return tool_fail(name, "not enough memory");
}

/* An empty job, with the rules that are built in, for `call`. */
static int begin(tool_job_t *job, const char *name, const tool_call_t *call)
{
    *job = (tool_job_t){
        .key = tool_call_key(call),
        .block_units = units_of(call),
        .policy = {.rules_count = 1, .common = {(size_t)call->window}},
    };
    tunedx_decider_init(&job->decider, &job->policy, call->size, 1, call->size);
    const int status =
        tool_rules_built_in(name, &job->arena, &job->policy.rules[0]);

    return status == TOOL_SUCCESS
               ? tool_rules_compiled_in(name, &job->arena,
                                        &job->policy.generated)
               : status;
}

int tool_job_decide(tool_job_t *job, const char *name, const tool_call_t *call,
                    const char *text)
{
    const tunedx_method_t **forced;
    tunedx_complaint_t complaint;
    const int status = begin(job, name, call);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    forced = &job->policy.forced[call->collective];
    if (text != NULL &&
        (*forced = tunedx_method_parse(&job->arena, call->collective, text,
                                       strlen(text), &complaint)) == NULL) {
        return tool_refuse_method(name, text, &complaint);
    }
    return tunedx_decide(&job->decider, &job->key, &job->choice)
               ? TOOL_SUCCESS
               : short_of_memory(name);
}

/* ---- shapes and programs ---- */

static bool has_table(const tool_job_t *job)
{
    return job->key.collective == TUNEDX_ALLTOALLV ||
           job->key.collective == TUNEDX_ALLTOALLW;
}

/* Units of every block of an irregular collective, `count` times. */
static const size_t *make_lengths(tool_job_t *job, size_t count)
{
    const tunedx_key_t *key = &job->key;
    size_t *lengths =
        tunedx_arena_take_array(&job->arena, count, sizeof *lengths);

    for (size_t i = 0; i < count && lengths != NULL; i++) {
        lengths[i] = key->collective == TUNEDX_REDUCE_SCATTER
                         ? tunedx_part_units(key->units, key->size, (int)i)
                         : job->block_units;
    }
    return lengths;
}

int tool_job_cost(tool_job_t *job, const char *name,
                  const tunedx_price_t *price, uint64_t *time)
{
    const tunedx_method_t *method = job->choice.method;
    tunedx_shape_t shape = tunedx_shape_of(&job->key, 0, method);

    if (tunedx_collective_is_irregular(shape.collective)) {
        shape.block_units = make_lengths(job, (size_t)shape.size);
        if (shape.block_units == NULL) {
            return short_of_memory(name);
        }
        if (shape.units == 0) {
            shape.units = job->block_units * (size_t)shape.size;
        }
    }
    *time = method->algorithm->cost(&shape, price);
    return TOOL_SUCCESS;
}

int tool_job_describe(tool_job_t *job, const char *name, bool with_lengths)
{
    const tunedx_key_t *key = &job->key;
    const tunedx_method_t *method = job->choice.method;
    const size_t size = (size_t)key->size;
    const bool needed =
        tunedx_shape_needs_lengths(key->collective, false, method);
    const bool makes = tunedx_collective_is_irregular(key->collective) &&
                       (needed || with_lengths);
    const size_t *lengths = NULL;

    job->shapes =
        tunedx_arena_take_array(&job->arena, size, sizeof *job->shapes);
    job->programs =
        tunedx_arena_take_array(&job->arena, size, sizeof *job->programs);
    if (makes) {
        lengths = make_lengths(job, has_table(job) ? size * size : size);
    }
    if (job->shapes == NULL || job->programs == NULL ||
        (makes && lengths == NULL)) {
        return short_of_memory(name);
    }
    for (int rank = 0; rank < key->size; rank++) {
        job->shapes[rank] = tunedx_shape_of(key, rank, method);
        job->shapes[rank].block_units = needed ? lengths : NULL;
    }
    job->job = (tunedx_job_t){
        .size = key->size,
        .shapes = job->shapes,
        .programs = (const tunedx_program_t *const *)job->programs,
        .block_units = lengths,
    };
    return TOOL_SUCCESS;
}

int tool_job_build(tool_job_t *job, const char *name, int rank)
{
    switch (tunedx_build_program(&job->shapes[rank], &job->programs[rank])) {
    case TUNEDX_SUCCESS:
        return TOOL_SUCCESS;
    case TUNEDX_OUT_OF_MEMORY:
        return short_of_memory(name);
    default:
        return tool_fail(name, "no schedule for rank %d: too many units", rank);
    }
}

void tool_job_drop(tool_job_t *job, int rank)
{
    tunedx_program_release(job->programs[rank]);
    job->programs[rank] = NULL;
}

void tool_job_destroy(tool_job_t *job)
{
    for (int rank = 0; rank < job->job.size; rank++) {
        tool_job_drop(job, rank);
    }
    tunedx_decider_free(&job->decider);
    tunedx_arena_free(&job->arena);
}
