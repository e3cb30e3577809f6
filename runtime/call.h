/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A call as the engine takes it: MPI_IN_PLACE and insignificant arguments are
 * resolved, and what the cache looks for is filled in.
 */
#ifndef TUNEDX_CALL_H
#define TUNEDX_CALL_H

#include "mca_params/params.h"
#include "runtime/module.h"

/* How the blocks of a buffer lie in it. */
typedef enum tunedx_spread {
    TUNEDX_EQUAL_BLOCKS,   /* `count` elements each, one after the other */
    TUNEDX_COUNTED_BLOCKS, /* counts[i], displacements[i] extents further on */
    TUNEDX_TYPED_BLOCKS,   /* of types[i], displacements[i] bytes further on */
    TUNEDX_FAR_BLOCKS      /* of types[i], far[i] bytes further on */
} tunedx_spread_t;

/* The blocks of a buffer of which programs send and receive whole blocks. */
typedef struct tunedx_blocks {
    tunedx_spread_t spread;
    size_t count;
    tunedx_counts_t counts;
    tunedx_displacements_t displacements;
    tunedx_far_displacements_t far;
    tunedx_types_t types;
} tunedx_blocks_t;

/* A user's buffer: `count` elements of `type` at `address`, the vector, one
 * block or all blocks of one length; or `blocks`, and then count is open. */
typedef struct tunedx_user_buffer {
    void *address;
    struct ompi_datatype_t *type; /* NULL: the call has no such buffer */
    size_t count;
    const tunedx_blocks_t *blocks; /* NULL: the one block there is, block 0 */
} tunedx_user_buffer_t;

typedef struct tunedx_call {
    tunedx_call_id_t id;
    size_t bytes; /* the message size, as rules and reports mean it */
    size_t units; /* as in the key, also where id leaves it open */
    tunedx_user_buffer_t send, recv;
    struct ompi_op_t *op; /* NULL where nothing is reduced */
    int tag;
    bool whole_blocks; /* its programs send and receive whole blocks */
    bool by_lengths;   /* its method or its program depend on lengths that id
                        * leaves open: it is looked up anew in each call */
} tunedx_call_t;

/* Executes `program` for `call` to its end.  After an error all receives have
 * been cancelled or completed, and memory that a transfer may still use is
 * never freed.  Returns the first error. */
int tunedx_run(tunedx_module_t *module, const tunedx_program_t *program,
               const tunedx_call_t *call);

/* How a call is made. */
typedef enum tunedx_form {
    TUNEDX_BLOCKING_FORM,
    TUNEDX_NONBLOCKING_FORM,
    TUNEDX_PERSISTENT_FORM,
    TUNEDX_FORMS
} tunedx_form_t;

/* A program that was found: one more owner's, and how it was chosen. */
typedef struct tunedx_found {
    tunedx_program_t *program;
    tunedx_choice_t choice; /* method NULL: there was nothing to choose */
} tunedx_found_t;

/* Finds the call's program in the cache, or decides, builds and keeps it; the
 * caller becomes an owner. */
int tunedx_find_program(tunedx_module_t *module, const tunedx_call_t *call,
                        tunedx_found_t *found);

/* Runs a call that is not in the cache, or of a module that is not plain or
 * has not seen this epoch. */
int tunedx_execute_slowly(tunedx_module_t *module, const tunedx_call_t *call);

/* Finds or makes the call's program and runs it.  Returns when this rank's
 * part is done; an Open MPI error code else. */
static inline int tunedx_execute(tunedx_module_t *module,
                                 const tunedx_call_t *call)
{
    if (OPAL_LIKELY(module->fast_epoch == tunedx_params.epoch &&
                    !call->by_lengths)) {
        const tunedx_cache_entry_t *entry =
            tunedx_cache_find(&module->cache, &call->id);

        if (OPAL_LIKELY(entry != NULL)) {
            module->cache.pinned = entry->program;
            return tunedx_run(module, entry->program, call);
        }
    }
    return tunedx_execute_slowly(module, call);
}

#endif
