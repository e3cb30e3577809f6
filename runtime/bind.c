/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See bind.h.
 *
 * Where data only move, units are packed bytes.  A contiguous buffer is used as
 * it is.  Any other is given to the PML in its own type when a span covers
 * whole elements (the bytes on the wire are the same); spans that cut through
 * elements go through a staging area, one segment at a time, so that packing
 * overlaps with the transfers of the other segments.
 *
 * In reductions units are elements, and scratch is shifted by the gap of the
 * type, so that elements lie in it as in the user's buffers.
 */
#include "runtime/bind.h"

#include <string.h>

#include "runtime/pack.h"
#include "runtime/pieces.h"

enum { ALIGNMENT = 64, MOST_SLOTS_OF_TOKENS = 256 };

static size_t round_up(size_t bytes)
{
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static void bind_bytes(tunedx_memory_t *memory)
{
    *memory = (tunedx_memory_t){
        .simple = true,
        .stride = 1,
        .elements = SIZE_MAX,
        .type = &ompi_mpi_byte.dt,
        .type_size = 1,
    };
}

/* Tokens have no bytes and lie nowhere, whatever their slot. */
static int bind_tokens(tunedx_run_t *run)
{
    static char *const nowhere[MOST_SLOTS_OF_TOKENS];
    const tunedx_memory_t tokens = {
        .simple = true,
        .type = &ompi_mpi_byte.dt,
    };

    run->memory[TUNEDX_RECV_BUFFER] = tokens;
    run->memory[TUNEDX_SCRATCH_BUFFER] = tokens;
    run->slots = nowhere;
    return run->program->slots <= MOST_SLOTS_OF_TOKENS ? OMPI_SUCCESS
                                                       : OMPI_ERR_NOT_SUPPORTED;
}

/* ---- scratch ---- */

/* Bytes below (as a negative number) and above the address of element 0 that
 * `units` elements of `type` take. */
static void find_reach(const struct ompi_datatype_t *type, ptrdiff_t stride,
                       size_t units, ptrdiff_t *below, ptrdiff_t *above)
{
    const ptrdiff_t last = (ptrdiff_t)(units - 1) * stride;

    *below = type->super.true_lb + (last < 0 ? last : 0);
    *above = type->super.true_ub + (last > 0 ? last : 0);
}

/* Lays out the slots; with `base` NULL it only measures.  Slots keep the
 * alignment that the type has in user's buffers. */
static size_t lay_out_slots(const tunedx_run_t *run, char *base, char **slots)
{
    const tunedx_memory_t *memory = &run->memory[TUNEDX_SCRATCH_BUFFER];
    size_t used = 0;

    for (int i = 0; i < run->program->slots; i++) {
        ptrdiff_t below, above;

        find_reach(memory->type, memory->stride, run->program->slot_units[i],
                   &below, &above);
        const size_t lead = round_up(below < 0 ? (size_t)-below : 0);
        if (base != NULL) {
            slots[i] = base + used + lead;
        }
        used += lead + round_up(above > 0 ? (size_t)above : 0);
    }
    return used;
}

static int bind_scratch(tunedx_run_t *run, const tunedx_call_t *call)
{
    tunedx_memory_t *memory = &run->memory[TUNEDX_SCRATCH_BUFFER];
    const size_t table =
        round_up((size_t)run->program->slots * sizeof *run->slots);

    if (run->program->slots == 0) {
        return OMPI_SUCCESS;
    }
    if (call->op != NULL) {
        tunedx_bind_user(memory,
                         call->recv.type != NULL ? &call->recv : &call->send,
                         true, false);
    } else {
        bind_bytes(memory);
    }
    run->scratch = malloc(table + lay_out_slots(run, NULL, NULL) + ALIGNMENT);
    if (run->scratch == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    char *aligned =
        run->scratch + ALIGNMENT - (uintptr_t)run->scratch % ALIGNMENT;
    char **slots = (char **)(void *)aligned;
    lay_out_slots(run, aligned + table, slots);
    run->slots = slots;
    return OMPI_SUCCESS;
}

/* ---- staging ---- */

static bool may_cut_elements(const tunedx_run_t *run, tunedx_buffer_t buffer,
                             const tunedx_user_buffer_t *user)
{
    const tunedx_memory_t *memory = &run->memory[buffer];

    return user->type != NULL && !memory->simple && memory->type_size > 0 &&
           run->program->granule[buffer] % memory->type_size != 0;
}

static int bind_staging(tunedx_run_t *run)
{
    if (!may_cut_elements(run, TUNEDX_SEND_BUFFER, &run->call->send) &&
        !may_cut_elements(run, TUNEDX_RECV_BUFFER, &run->call->recv)) {
        return OMPI_SUCCESS;
    }
    const size_t requests = (size_t)run->program->requests;
    const size_t table = round_up(requests * sizeof *run->landing);

    run->landing = malloc(table + requests * run->program->largest);
    if (run->landing == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (size_t i = 0; i < requests; i++) {
        run->landing[i] = NULL;
    }
    run->staging = (char *)run->landing + table;
    return OMPI_SUCCESS;
}

int tunedx_bind_rest(tunedx_run_t *run)
{
    if (run->call->id.unit_bytes == 0) {
        return bind_tokens(run);
    }
    int rc = bind_scratch(run, run->call);
    if (rc == OMPI_SUCCESS) {
        rc = bind_staging(run);
    }
    if (rc != OMPI_SUCCESS) {
        tunedx_unbind(run);
    }
    return rc;
}

static char *stage_of(const tunedx_run_t *run, uint16_t request)
{
    return run->staging + (size_t)request * run->program->largest;
}

int tunedx_stage(tunedx_run_t *run, const tunedx_instruction_t *at,
                 tunedx_place_t *place, bool sends)
{
    assert(run->landing != NULL);
    place->address = stage_of(run, at->request);
    place->count = place->bytes;
    place->type = &ompi_mpi_byte.dt;
    if (sends) {
        return tunedx_stage_out(run, &at->span, place->address);
    }
    run->landing[at->request] = at;
    return OMPI_SUCCESS;
}

int tunedx_land(tunedx_run_t *run, uint16_t request, int rc)
{
    const tunedx_instruction_t *at = run->landing[request];

    if (run->pieces != NULL && rc == OMPI_SUCCESS) {
        rc = tunedx_pieces_wait(run, request);
    }
    run->landing[request] = NULL;
    return at == NULL || rc != OMPI_SUCCESS
               ? rc
               : tunedx_stage_in(run, &at->span, stage_of(run, request));
}

/* ---- packed buffers ---- */

static ptrdiff_t extent_of(const struct ompi_datatype_t *type)
{
    return type->super.ub - type->super.lb;
}

/* Where a block of the buffer lies, or the whole of one without blocks.  The
 * type of an empty block is not looked at: it may be none. */
static tunedx_place_t find_block(const tunedx_user_buffer_t *user, int block)
{
    const tunedx_blocks_t *blocks = user->blocks;
    tunedx_place_t place = {user->address, user->count, user->type, 0};

    if (blocks != NULL) {
        place.count = blocks->spread == TUNEDX_EQUAL_BLOCKS
                          ? blocks->count
                          : tunedx_count_at(blocks->counts, block);
        switch (blocks->spread) {
        case TUNEDX_EQUAL_BLOCKS:
            place.address +=
                block * (ptrdiff_t)blocks->count * extent_of(user->type);
            break;
        case TUNEDX_COUNTED_BLOCKS:
            place.address +=
                tunedx_displacement_at(blocks->displacements, block) *
                extent_of(user->type);
            break;
        case TUNEDX_TYPED_BLOCKS:
            place.address +=
                tunedx_displacement_at(blocks->displacements, block);
            place.type = blocks->types[block];
            break;
        case TUNEDX_FAR_BLOCKS:
            place.address += tunedx_far_displacement_at(blocks->far, block);
            place.type = blocks->types[block];
            break;
        }
    }
    place.bytes = place.count == 0 ? 0 : place.count * place.type->super.size;
    return place;
}

bool tunedx_locate_packed(const tunedx_run_t *run, const tunedx_span_t *span,
                          tunedx_place_t *place)
{
    const tunedx_place_t block =
        find_block(run->memory[span->buffer].user, span->block);
    const size_t bytes =
        span->units == TUNEDX_WHOLE ? block.bytes : span->units;

    if (bytes == 0) {
        *place = (tunedx_place_t){block.address, 0, &ompi_mpi_byte.dt, 0};
        return true;
    }
    const size_t size = block.type->super.size;
    if (tunedx_is_contiguous(block.type, block.count)) {
        *place = (tunedx_place_t){
            .address = block.address + block.type->super.true_lb + span->first,
            .count = bytes,
            .type = &ompi_mpi_byte.dt,
            .bytes = bytes,
        };
        return true;
    }
    *place = (tunedx_place_t){
        .address = block.address +
                   (ptrdiff_t)(span->first / size) * extent_of(block.type),
        .count = bytes / size,
        .type = block.type,
        .bytes = bytes,
    };
    return span->first % size == 0 && bytes % size == 0;
}

int tunedx_stage_out(const tunedx_run_t *run, const tunedx_span_t *span,
                     void *packed)
{
    const tunedx_place_t block =
        find_block(run->memory[span->buffer].user, span->block);

    return tunedx_pack(block.address, block.count, block.type, span->first,
                       span->units, packed);
}

int tunedx_stage_in(const tunedx_run_t *run, const tunedx_span_t *span,
                    const void *packed)
{
    const tunedx_place_t block =
        find_block(run->memory[span->buffer].user, span->block);

    return tunedx_unpack(block.address, block.count, block.type, span->first,
                         span->units, packed);
}

/* ---- copies ---- */

/* Whether units follow each other without holes. */
static bool is_dense(const tunedx_memory_t *memory)
{
    return memory->simple && memory->type->super.true_lb == 0 &&
           (memory->type->super.flags & OPAL_DATATYPE_FLAG_NO_GAPS) != 0;
}

static bool is_plain(const tunedx_place_t *place)
{
    return place->type == &ompi_mpi_byte.dt;
}

int tunedx_copy_spans(const tunedx_run_t *run, const tunedx_span_t *from,
                      const tunedx_span_t *to)
{
    tunedx_place_t source, target;
    const bool whole_source = tunedx_locate(run, from, &source);
    const bool whole_target = tunedx_locate(run, to, &target);

    /* A rank's own block, of which the user says two different things. */
    if (OPAL_UNLIKELY(source.bytes > target.bytes)) {
        return MPI_ERR_TRUNCATE;
    }
    if (source.bytes == 0) {
        return OMPI_SUCCESS;
    }
    if (is_dense(&run->memory[from->buffer]) &&
        is_dense(&run->memory[to->buffer])) {
        memcpy(target.address, source.address, source.bytes);
        return OMPI_SUCCESS;
    }
    if (whole_source && whole_target && source.type == target.type) {
        return ompi_datatype_copy_content_same_ddt(
            source.type, source.count, target.address, source.address);
    }
    if (whole_source && is_plain(&source)) {
        return whole_target
                   ? tunedx_unpack(target.address, target.count, target.type, 0,
                                   source.bytes, source.address)
                   : tunedx_stage_in(run, to, source.address);
    }
    if (whole_target && is_plain(&target)) {
        return whole_source
                   ? tunedx_pack(source.address, source.count, source.type, 0,
                                 source.bytes, target.address)
                   : tunedx_stage_out(run, from, target.address);
    }
    char *between = malloc(source.bytes);
    if (between == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    int rc = whole_source ? tunedx_pack(source.address, source.count,
                                        source.type, 0, source.bytes, between)
                          : tunedx_stage_out(run, from, between);
    if (rc == OMPI_SUCCESS) {
        rc = whole_target ? tunedx_unpack(target.address, target.count,
                                          target.type, 0, source.bytes, between)
                          : tunedx_stage_in(run, to, between);
    }
    free(between);
    return rc;
}
