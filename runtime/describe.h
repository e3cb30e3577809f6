/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From MPI's arguments to calls: the parts they are made of.
 */
#ifndef TUNEDX_DESCRIBE_H
#define TUNEDX_DESCRIBE_H

#include "runtime/collectives.h"
#include "runtime/request.h"

static inline tunedx_module_t *own(mca_coll_base_module_t *module)
{
    return (tunedx_module_t *)(void *)module;
}

static inline void *writable(const void *address)
{
    return (void *)(uintptr_t)address;
}

static inline size_t size_of(const struct ompi_datatype_t *type)
{
    return type->super.size;
}

static inline tunedx_op_class_t class_of(struct ompi_op_t *op)
{
    if (!ompi_op_is_intrinsic(op)) {
        return TUNEDX_OP_USER;
    }
    return op == &ompi_mpi_op_maxloc.op || op == &ompi_mpi_op_minloc.op
               ? TUNEDX_OP_PAIR
               : TUNEDX_OP_BUILTIN;
}

/* What follows initialises parts of a call: as lists, not as functions that
 * return structures, which compilers build elsewhere and copy.  Lists are
 * complete for the calls that have to be fast, since what is left out has the
 * compiler clear the whole first, and slowly. */

#define USER_BUFFER(where, how_many, of_type)                               \
    {                                                                       \
        .address = writable(where), .count = (how_many), .type = (of_type), \
        .blocks = NULL,                                                     \
    }

#define NO_BUFFER USER_BUFFER(NULL, 0, NULL)

/* The id of a call that moves `bytes` bytes; 0 where lengths are not agreed. */
#define MOVING(which, bytes, its_root, is_in_place)        \
    {                                                      \
        .units = (bytes), .unit_bytes = 1, .method = NULL, \
        .traits = tunedx_traits_pack((tunedx_traits_t){    \
            .collective = (which),                         \
            .root = (its_root),                            \
            .commutative = true,                           \
            .in_place = (is_in_place),                     \
        }),                                                \
    }

/* The id of a call that reduces `count` elements. */
#define REDUCING(which, count, type, op, its_root, is_in_place)        \
    {                                                                  \
        .units = (count), .unit_bytes = size_of(type), .method = NULL, \
        .traits = tunedx_traits_pack((tunedx_traits_t){                \
            .collective = (which),                                     \
            .root = (its_root),                                        \
            .op_class = class_of(op),                                  \
            .commutative = ompi_op_is_commute(op),                     \
            .in_place = (is_in_place),                                 \
        }),                                                            \
    }

/* The id of a barrier. */
#define MEETING                                         \
    {                                                   \
        .units = 1, .unit_bytes = 0, .method = NULL,    \
        .traits = tunedx_traits_pack((tunedx_traits_t){ \
            .collective = TUNEDX_BARRIER,               \
            .commutative = true,                        \
        }),                                             \
    }

/* ---- blocks ---- */

/* `count` elements of `type` for each. */
static inline tunedx_user_buffer_t equal_blocks(tunedx_blocks_t *blocks,
                                                const void *address,
                                                tunedx_count_t count,
                                                struct ompi_datatype_t *type)
{
    *blocks = (tunedx_blocks_t){
        .spread = TUNEDX_EQUAL_BLOCKS,
        .count = (size_t)count,
    };
    return (tunedx_user_buffer_t){
        .address = writable(address),
        .type = type,
        .blocks = blocks,
    };
}

static inline tunedx_user_buffer_t
counted_blocks(tunedx_blocks_t *blocks, const void *address,
               tunedx_counts_t counts, tunedx_displacements_t displacements,
               struct ompi_datatype_t *type)
{
    *blocks = (tunedx_blocks_t){
        .spread = TUNEDX_COUNTED_BLOCKS,
        .counts = counts,
        .displacements = displacements,
    };
    return (tunedx_user_buffer_t){
        .address = writable(address),
        .type = type,
        .blocks = blocks,
    };
}

/* The buffer's own type stands for none: each block has one. */
static inline tunedx_user_buffer_t
typed_blocks(tunedx_blocks_t *blocks, const void *address,
             tunedx_counts_t counts, tunedx_displacements_t displacements,
             tunedx_types_t types)
{
    *blocks = (tunedx_blocks_t){
        .spread = TUNEDX_TYPED_BLOCKS,
        .counts = counts,
        .displacements = displacements,
        .types = types,
    };
    return (tunedx_user_buffer_t){
        .address = writable(address),
        .type = &ompi_mpi_byte.dt,
        .blocks = blocks,
    };
}

static inline tunedx_user_buffer_t
far_blocks(tunedx_blocks_t *blocks, const void *address, tunedx_counts_t counts,
           tunedx_far_displacements_t displacements, tunedx_types_t types)
{
    *blocks = (tunedx_blocks_t){
        .spread = TUNEDX_FAR_BLOCKS,
        .counts = counts,
        .far = displacements,
        .types = types,
    };
    return (tunedx_user_buffer_t){
        .address = writable(address),
        .type = &ompi_mpi_byte.dt,
        .blocks = blocks,
    };
}

/* ---- over intercommunicators ---- */

/* Describes a call; false when there is nothing to do.  `blocks` has room for
 * those of send and receive buffer. */
#define ENTRY(name, group)                            \
    bool tunedx_inter_##name(                         \
        tunedx_call_t *call, tunedx_blocks_t *blocks, \
        TUNEDX_##group##_PARAMETERS struct ompi_communicator_t *communicator);
TUNEDX_INTER_TABLE(ENTRY)
#undef ENTRY

/* The tag of a nonblocking or persistent one. */
int tunedx_inter_tag(tunedx_module_t *module, const tunedx_call_t *call);

/* ---- operations that are not waited for ---- */

/* The tag of an operation: the next one of the communicator, which all ranks
 * count alike; but between two groups only those that take part in a rooted one
 * are sure to be called. */
static inline int next_tag(const tunedx_call_t *call,
                           struct ompi_communicator_t *communicator,
                           mca_coll_base_module_t *module)
{
    return OPAL_UNLIKELY(OMPI_COMM_IS_INTER(communicator))
               ? tunedx_inter_tag(own(module), call)
               : ompi_coll_base_nbc_reserve_tags(communicator, 1);
}

/* Starts `call` with a tag of its own, or has nothing to do. */
static inline int start(tunedx_call_t *call, bool any,
                        struct ompi_communicator_t *communicator,
                        ompi_request_t **request,
                        mca_coll_base_module_t *module)
{
    if (any) {
        call->tag = next_tag(call, communicator, module);
    }
    return tunedx_request_start(own(module), call, !any, request);
}

/* The same for a persistent operation, whose tag is its own for good. */
static inline int init(tunedx_call_t *call, bool any,
                       struct ompi_communicator_t *communicator,
                       ompi_request_t **request, mca_coll_base_module_t *module)
{
    if (any) {
        call->tag = next_tag(call, communicator, module);
    }
    return tunedx_request_init(own(module), call, !any, request);
}

#endif
