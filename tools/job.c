/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See job.h.
 */
#include "tools/job.h"

#include "geometry/geometry.h"

static int short_of_memory(const char *name)
{
    return tool_fail(name, "not enough memory");
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
    tunedx_arena_free(&job->arena);
}
