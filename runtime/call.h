/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A call as the engine takes it: MPI_IN_PLACE and insignificant arguments are
 * resolved, and what the cache looks for is filled in.
 */
#ifndef TUNEDX_CALL_H
#define TUNEDX_CALL_H

#include "mca_params/params.h"
#include "runtime/module.h"

/* Blocks of an irregular buffer: block i has counts[i] elements from
 * displacement i on. */
typedef struct tunedx_blocks {
    tunedx_counts_t counts;
    tunedx_displacements_t displacements;
} tunedx_blocks_t;

/* A user's buffer: `count` elements of `type` at `address`, the vector or all
 * blocks of one length; or `blocks`, and then count is open. */
typedef struct tunedx_user_buffer {
    void *address;
    struct ompi_datatype_t *type; /* NULL: the call has no such buffer */
    size_t count;
    const tunedx_blocks_t *blocks; /* NULL where they have one length */
} tunedx_user_buffer_t;

typedef struct tunedx_call {
    tunedx_call_id_t id;
    size_t bytes; /* the message size, as rules and reports mean it */
    size_t units; /* as in the key, also where id leaves it open */
    tunedx_user_buffer_t send, recv;
    struct ompi_op_t *op; /* NULL where nothing is reduced */
    int tag;
} tunedx_call_t;

/* Executes `program` for `call` to its end.  After an error all receives have
 * been cancelled or completed, and memory that a transfer may still use is
 * never freed.  Returns the first error. */
int tunedx_run(tunedx_module_t *module, const tunedx_program_t *program,
               const tunedx_call_t *call);

/* Runs a call whose entry was not found (NULL) or whose time is kept. */
int tunedx_execute_slowly(tunedx_module_t *module, const tunedx_call_t *call,
                          tunedx_cache_entry_t *entry);

/* Finds or makes the call's program and runs it.  Returns when this rank's
 * part is done; an Open MPI error code else. */
static inline int tunedx_execute(tunedx_module_t *module,
                                 const tunedx_call_t *call)
{
    tunedx_cache_entry_t *entry = tunedx_cache_find(&module->cache, &call->id);

    return OPAL_LIKELY(entry != NULL && !tunedx_params.report)
               ? tunedx_run(module, entry->program, call)
               : tunedx_execute_slowly(module, call, entry);
}

/* The same for irregular collectives. */
int tunedx_execute_irregular(tunedx_module_t *module,
                             const tunedx_call_t *call);

#endif
