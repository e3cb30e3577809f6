/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See job.h.
 */
#include "job.h"

#include "cmocka_test.h"
#include "decision/parse_method.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

enum { TYPE_BYTES = 4, METHOD_TEXT = 256 };

/* ---- calls ---- */

/* What rules mean by bytes, of `all` in the key's units. */
static size_t bytes_of(tunedx_collective_t collective, int size, size_t all)
{
    switch (collective) {
    case TUNEDX_REDUCE_SCATTER_BLOCK:
        return all * (size_t)size;
    case TUNEDX_ALLGATHERV:
        return all / (size_t)size;
    default:
        return all;
    }
}

tunedx_key_t job_key(tunedx_collective_t collective, int size, int root,
                     size_t units, bool commutative)
{
    const bool reduces = tunedx_collective_is_reduction(collective);
    size_t unit_bytes = reduces ? TYPE_BYTES : 1;

    if (collective == TUNEDX_BARRIER) {
        unit_bytes = 0;
    }
    return (tunedx_key_t){
        .collective = collective,
        .size = size,
        .root = root,
        .nodes = 1,
        .ppn = size,
        .bytes = bytes_of(collective, size, units * unit_bytes),
        .units = units,
        .unit_bytes = unit_bytes,
        .commutative = commutative,
        .op_class = reduces ? TUNEDX_OP_BUILTIN : TUNEDX_OP_NONE,
    };
}

job_in_place_t job_in_place(tunedx_collective_t collective)
{
    switch (collective) {
    case TUNEDX_BARRIER:
    case TUNEDX_BCAST:
        return JOB_NOWHERE;
    case TUNEDX_GATHER:
    case TUNEDX_GATHERV:
    case TUNEDX_REDUCE:
    case TUNEDX_SCATTER:
    case TUNEDX_SCATTERV:
        return JOB_AT_ROOT;
    case TUNEDX_EXSCAN:
    case TUNEDX_REDUCE_SCATTER:
    case TUNEDX_SCAN:
        return JOB_ON_EVEN_RANKS;
    default:
        return JOB_EVERYWHERE;
    }
}

static bool is_in_place(const job_call_t *call, int rank)
{
    switch (call->in_place) {
    case JOB_NOWHERE:
        return false;
    case JOB_AT_ROOT:
        return rank == call->key.root;
    case JOB_ON_EVEN_RANKS:
        return rank % 2 == 0;
    case JOB_EVERYWHERE:
        return true;
    }
    return false;
}

bool job_has_table(tunedx_collective_t collective)
{
    return collective == TUNEDX_ALLTOALLV || collective == TUNEDX_ALLTOALLW;
}

bool job_is_symmetric(const job_call_t *call)
{
    const size_t size = (size_t)call->key.size;

    for (size_t i = 0; job_has_table(call->key.collective) && i < size; i++) {
        for (size_t k = 0; k < i; k++) {
            if (call->block_units[i * size + k] !=
                call->block_units[k * size + i]) {
                return false;
            }
        }
    }
    return true;
}

/* The key as the ranks have it: without a size where they agree on none. */
static tunedx_key_t agreed_key(const job_call_t *call)
{
    tunedx_key_t key = call->key;

    if (job_has_table(key.collective) || key.collective == TUNEDX_GATHERV ||
        key.collective == TUNEDX_SCATTERV) {
        key.bytes = 0;
        key.units = 0;
    }
    return key;
}

/* The lengths of blocks in the shape of `rank`, whose in_place is set. */
static const size_t *lengths_of(const job_call_t *call,
                                const tunedx_shape_t *shape)
{
    const tunedx_collective_t collective = call->key.collective;
    const bool needed =
        call->method == NULL ||
        tunedx_shape_needs_lengths(collective, shape->in_place, call->method);

    if (call->block_units == NULL || !needed) {
        return NULL;
    }
    return job_has_table(collective)
               ? &call->block_units[(size_t)shape->rank * (size_t)shape->size]
               : call->block_units;
}

static bool create(job_t *job, const job_call_t *call)
{
    const size_t size = (size_t)call->key.size;
    const tunedx_key_t key = agreed_key(call);

    job->shapes = calloc(size, sizeof *job->shapes);
    job->programs = calloc(size, sizeof *job->programs);
    job->job = (tunedx_job_t){
        .size = call->key.size,
        .shapes = job->shapes,
        .programs = (const tunedx_program_t *const *)job->programs,
        .block_units = call->block_units,
    };
    if (job->shapes == NULL || job->programs == NULL) {
        job_destroy(job);
        return false;
    }
    for (int rank = 0; rank < call->key.size; rank++) {
        tunedx_shape_t *shape = &job->shapes[rank];

        *shape = tunedx_shape_of(&key, rank, call->method);
        shape->in_place = is_in_place(call, rank);
        shape->block_units = lengths_of(call, shape);
    }
    return true;
}

/* Destroys the job after an error, and passes that on. */
static tunedx_error_t give_up(job_t *job, tunedx_error_t error)
{
    job_destroy(job);
    return error;
}

tunedx_error_t job_build(job_t *job, const job_call_t *call)
{
    if (!create(job, call)) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    for (int rank = 0; rank < job->job.size; rank++) {
        const tunedx_error_t error =
            tunedx_build_program(&job->shapes[rank], &job->programs[rank]);

        if (error != TUNEDX_SUCCESS) {
            return give_up(job, error);
        }
    }
    return TUNEDX_SUCCESS;
}

tunedx_error_t job_write(job_t *job, const job_call_t *call, job_text_t *text,
                         int window)
{
    const tunedx_window_t width = tunedx_window_of(window);

    if (!create(job, call)) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    for (int rank = 0; rank < job->job.size; rank++) {
        tunedx_schedule_t *s = tunedx_schedule_create(&job->shapes[rank]);

        if (s == NULL) {
            return give_up(job, TUNEDX_OUT_OF_MEMORY);
        }
        text(s, &job->shapes[rank]);
        const tunedx_error_t error =
            tunedx_schedule_finish(s, &width, &job->programs[rank]);
        if (error != TUNEDX_SUCCESS) {
            return give_up(job, error);
        }
    }
    return TUNEDX_SUCCESS;
}

void job_destroy(job_t *job)
{
    for (int rank = 0; job->programs != NULL && rank < job->job.size; rank++) {
        tunedx_program_release(job->programs[rank]);
    }
    free(job->programs);
    free(job->shapes);
    *job = (job_t){.shapes = NULL};
}

/* ---- lengths of blocks ---- */

static int rows_of(const tunedx_key_t *key)
{
    return job_has_table(key->collective) ? key->size : 1;
}

static size_t length_of(job_pattern_t pattern, int size, int block,
                        size_t units)
{
    switch (pattern) {
    case JOB_VARIED:
    case JOB_LOPSIDED:
        return (size_t)block * 7919 % (units + 2);
    case JOB_ONLY_LAST:
        return block == size - 1 ? units : 0;
    case JOB_SOME_EMPTY:
        return block % 3 == 0 ? 0 : units;
    case JOB_GROWING:
        return (size_t)block + 1;
    default:
        return units;
    }
}

size_t job_fill_lengths(size_t *lengths, const tunedx_key_t *key,
                        job_pattern_t pattern, size_t units)
{
    size_t sum = 0;

    for (int i = 0; i < rows_of(key); i++) {
        for (int k = 0; k < key->size; k++) {
            const int other = pattern == JOB_LOPSIDED ? 2 * k : k;

            *lengths = length_of(pattern, key->size, i + other, units);
            sum += *lengths++;
        }
    }
    return sum;
}

size_t job_longest(const size_t *lengths, const tunedx_key_t *key)
{
    size_t longest = 0;

    for (int i = 0; i < rows_of(key) * key->size; i++) {
        longest = lengths[i] > longest ? lengths[i] : longest;
    }
    return longest;
}

/* ---- reports ---- */

bool job_is_wanted(tunedx_collective_t collective, const char *name)
{
    const char *only = getenv("TUNEDX_TEST_ONLY");
    char whole[METHOD_TEXT];

    snprintf(whole, sizeof whole, "%s_%s", tunedx_collective_name(collective),
             name);
    return only == NULL || fnmatch(only, whole, 0) == 0;
}

void job_fail(const job_call_t *call, const tunedx_fault_t *fault)
{
    static const char *const places[] = {
        "", " in place at the root", " in place on even ranks", " in place"};
    const tunedx_key_t *key = &call->key;
    char method[METHOD_TEXT] = "a text of its own";

    if (call->method != NULL) {
        tunedx_method_print(call->method, method, sizeof method);
    }
    fail_msg("%s, %s: %d ranks, root %d, %zu units%s%s: rank %d, instruction "
             "%zu: %s",
             tunedx_collective_name(key->collective), method, key->size,
             key->root, key->units, places[call->in_place],
             key->commutative ? "" : ", in rank order", fault->rank,
             fault->instruction, fault->text);
}
