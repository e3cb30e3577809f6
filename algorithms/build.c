/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What `build` functions have in common: buffers, parameters, embedding, and
 * the way from a shape to a program.
 */
#include "algorithms/method.h"

const tunedx_parameter_t tunedx_common[TUNEDX_COMMON] = {
    [TUNEDX_WINDOW] =
        {
            .name = "window",
            .help = "transfers in flight each way",
            .kind = TUNEDX_PARAMETER_NUMBER,
            .least = 1,
            .most = TUNEDX_MAX_WINDOW,
            .fallback = TUNEDX_DEFAULT_WINDOW,
        },
    [TUNEDX_PIECE] =
        {
            .name = "piece",
            .help = "bytes of one message at most, 0: any number",
            .kind = TUNEDX_PARAMETER_SIZE,
            .most = (size_t)1 << 40,
        },
};

const tunedx_parameter_t tunedx_segment = {
    .name = "segment",
    .help = "bytes of a segment, 0: the message is not cut",
    .kind = TUNEDX_PARAMETER_SIZE,
    .most = (size_t)1 << 40,
};

const tunedx_parameter_t tunedx_radix = {
    .name = "radix",
    .help = "ranks that a round or a level of the tree brings together",
    .kind = TUNEDX_PARAMETER_NUMBER,
    .least = 2,
    .most = 1024,
    .fallback = 4,
};

const tunedx_parameter_t tunedx_chains = {
    .name = "chains",
    .help = "chains that begin at the root",
    .kind = TUNEDX_PARAMETER_NUMBER,
    .least = 1,
    .most = 1024,
    .fallback = 4,
};

/* ---- buffers ---- */

static bool has_blocks(tunedx_collective_t collective)
{
    return collective == TUNEDX_ALLGATHER || collective == TUNEDX_ALLTOALL ||
           collective == TUNEDX_GATHER;
}

static bool scatters(tunedx_collective_t collective)
{
    return collective == TUNEDX_SCATTER || collective == TUNEDX_SCATTERV;
}

static tunedx_span_t block_of(const tunedx_shape_t *shape,
                              tunedx_buffer_t buffer, int rank)
{
    if (tunedx_collective_is_irregular(shape->collective)) {
        return (tunedx_span_t){
            .buffer = buffer,
            .block = rank,
            .units = shape->block_units == NULL ? TUNEDX_WHOLE
                                                : shape->block_units[rank],
        };
    }
    return (tunedx_span_t){
        .buffer = buffer,
        .first = (size_t)rank * shape->units,
        .units = shape->units,
    };
}

tunedx_span_t tunedx_output(const tunedx_shape_t *shape)
{
    const bool many = has_blocks(shape->collective);

    if (shape->collective == TUNEDX_SCATTERV) {
        tunedx_span_t own = tunedx_recv_block(shape, shape->rank);

        own.block = 0;
        return own;
    }
    return (tunedx_span_t){
        .buffer = TUNEDX_RECV_BUFFER,
        .units = shape->collective == TUNEDX_REDUCE_SCATTER
                     ? shape->block_units[shape->rank]
                     : shape->units * (size_t)(many ? shape->size : 1),
    };
}

tunedx_span_t tunedx_send_block(const tunedx_shape_t *shape, int rank)
{
    const bool received = shape->in_place && !scatters(shape->collective);

    return block_of(shape, received ? TUNEDX_RECV_BUFFER : TUNEDX_SEND_BUFFER,
                    rank);
}

tunedx_span_t tunedx_recv_block(const tunedx_shape_t *shape, int rank)
{
    return block_of(shape, TUNEDX_RECV_BUFFER, rank);
}

tunedx_span_t tunedx_input(const tunedx_shape_t *shape)
{
    const bool gathers = shape->collective == TUNEDX_ALLGATHER ||
                         shape->collective == TUNEDX_ALLGATHERV ||
                         shape->collective == TUNEDX_GATHER ||
                         shape->collective == TUNEDX_GATHERV;

    if (gathers && shape->in_place) {
        return tunedx_recv_block(shape, shape->rank);
    }
    if (gathers && tunedx_collective_is_irregular(shape->collective)) {
        tunedx_span_t own = tunedx_send_block(shape, shape->rank);

        own.block = 0;
        return own;
    }
    const bool many = shape->collective == TUNEDX_REDUCE_SCATTER_BLOCK;

    return (tunedx_span_t){
        .buffer = shape->in_place ? TUNEDX_RECV_BUFFER : TUNEDX_SEND_BUFFER,
        .units = shape->units * (size_t)(many ? shape->size : 1),
    };
}

/* ---- parameters ---- */

static const tunedx_setting_t *setting(const tunedx_method_t *method,
                                       const tunedx_parameter_t *parameter)
{
    const tunedx_algorithm_t *algorithm = method->algorithm;

    for (int i = 0;
         algorithm->parameters != NULL && algorithm->parameters[i] != NULL;
         i++) {
        if (algorithm->parameters[i] == parameter) {
            return &method->settings[i];
        }
    }
    return NULL;
}

size_t tunedx_method_number(const tunedx_method_t *method,
                            const tunedx_parameter_t *parameter)
{
    const tunedx_setting_t *found = setting(method, parameter);

    return found == NULL || !found->given ? parameter->fallback : found->number;
}

size_t tunedx_number(const tunedx_shape_t *shape,
                     const tunedx_parameter_t *parameter)
{
    return tunedx_method_number(shape->method, parameter);
}

const tunedx_method_t *tunedx_submethod(const tunedx_shape_t *shape,
                                        const tunedx_parameter_t *parameter)
{
    const tunedx_setting_t *found = setting(shape->method, parameter);

    return found == NULL ? NULL : found->method;
}

size_t tunedx_segment_units(const tunedx_shape_t *shape, size_t units)
{
    const size_t bytes = tunedx_number(shape, &tunedx_segment);
    const size_t fewest =
        units / TUNEDX_MAX_SEGMENTS + (units % TUNEDX_MAX_SEGMENTS != 0);
    size_t segment = shape->unit_bytes == 0 ? 0 : bytes / shape->unit_bytes;

    if (bytes == 0 || segment > units) {
        return units;
    }
    return segment < fewest ? fewest : segment;
}

size_t tunedx_segments(const tunedx_shape_t *shape, size_t units)
{
    const size_t segment = tunedx_segment_units(shape, units);

    return segment == 0 ? 0 : (units - 1) / segment + 1;
}

bool tunedx_method_needs_lengths(const tunedx_method_t *method)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;
    bool needs = method->algorithm->by_lengths;

    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        needs = needs ||
                (parameters[i] == &tunedx_segment &&
                 method->settings[i].given && method->settings[i].number > 0);
    }
    return needs;
}

bool tunedx_shape_needs_lengths(tunedx_collective_t collective, bool in_place,
                                const tunedx_method_t *method)
{
    const bool swaps = in_place && (collective == TUNEDX_ALLTOALLV ||
                                    collective == TUNEDX_ALLTOALLW);

    return swaps || collective == TUNEDX_REDUCE_SCATTER ||
           (tunedx_collective_is_irregular(collective) &&
            tunedx_method_needs_lengths(method));
}

/* ---- methods ---- */

tunedx_key_t tunedx_part_key(const tunedx_key_t *key,
                             const tunedx_parameter_t *parameter)
{
    tunedx_key_t part = *key;

    part.collective = parameter->collective;
    part.root = 0;
    if (parameter->part_size == TUNEDX_PART_TIMES_RANKS) {
        part.bytes *= (size_t)key->size;
    } else if (parameter->part_size == TUNEDX_PART_OVER_RANKS) {
        part.bytes /= (size_t)key->size;
    }
    part.units =
        key->unit_bytes == 0 ? key->units : part.bytes / key->unit_bytes;
    if (part.collective == TUNEDX_ALLGATHERV) {
        part.units *= (size_t)key->size; /* all blocks, not the average one */
    }
    return part;
}

bool tunedx_method_applies(const tunedx_method_t *method,
                           const tunedx_key_t *key,
                           const tunedx_algorithm_t **refuses)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;

    if (!tunedx_algorithm_applies(method->algorithm, key)) {
        *refuses = method->algorithm;
        return false;
    }
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_method_t *inner = method->settings[i].method;

        if (inner != NULL) {
            const tunedx_key_t part = tunedx_part_key(key, parameters[i]);

            if (!tunedx_method_applies(inner, &part, refuses)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- programs ---- */

void tunedx_embed(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                  const tunedx_method_t *method, tunedx_collective_t collective,
                  const tunedx_view_t *view, int rank, int root)
{
    const tunedx_shape_t inner = {
        .collective = collective,
        .size = view->size,
        .root = root,
        .units = view->recv.units /
                 (size_t)(has_blocks(collective) ? view->size : 1),
        .unit_bytes = shape->unit_bytes,
        .commutative = shape->commutative,
        .rank = rank,
        .in_place = view->send.buffer == view->recv.buffer &&
                    view->send.block == view->recv.block &&
                    view->send.first == view->recv.first,
        .block_units = view->block_units,
        .method = method,
    };

    tunedx_schedule_enter(s, view);
    method->algorithm->build(s, &inner);
    tunedx_schedule_leave(s);
}

uint64_t tunedx_part_cost(const tunedx_shape_t *shape,
                          const tunedx_price_t *price,
                          const tunedx_method_t *method,
                          tunedx_collective_t collective, size_t units,
                          int root)
{
    const tunedx_shape_t inner = {
        .collective = collective,
        .size = shape->size,
        .root = root,
        .units = units,
        .unit_bytes = shape->unit_bytes,
        .commutative = shape->commutative,
        .method = method,
    };

    return method->algorithm->cost(&inner, price);
}

/* Units of one message at most; 0: any number.  In place, alltoallw's blocks
 * go whole: each may have a type of its own, which a piece might cut. */
static size_t piece_of(const tunedx_shape_t *shape)
{
    const size_t bytes = tunedx_method_common(shape->method, TUNEDX_PIECE);

    if (bytes == 0 || shape->unit_bytes == 0 ||
        (shape->collective == TUNEDX_ALLTOALLW && shape->in_place)) {
        return 0;
    }
    return bytes < shape->unit_bytes ? 1 : bytes / shape->unit_bytes;
}

tunedx_error_t tunedx_build_program(const tunedx_shape_t *shape,
                                    tunedx_program_t **program)
{
    const tunedx_method_t *method = shape->method;
    tunedx_window_t window =
        tunedx_window_of((int)tunedx_method_common(method, TUNEDX_WINDOW));
    tunedx_schedule_t *s = tunedx_schedule_create(shape);

    if (s == NULL) {
        return TUNEDX_OUT_OF_MEMORY;
    }
    window.piece = piece_of(shape);
    method->algorithm->build(s, shape);
    const tunedx_error_t error = tunedx_schedule_finish(s, &window, program);
    if (error == TUNEDX_SUCCESS && window.piece > 0) {
        (*program)->piece = window.piece;
    }
    return error;
}
