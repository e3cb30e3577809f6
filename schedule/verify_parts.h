/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the verifier is made of: sets of ranks, memories of symbolic values,
 * and what each collective gives and asks for.
 *
 * A value says where it comes from: `position` counts units of the input, and
 * `set` names the ranks whose inputs are combined in it.  Where data only move
 * the set is a single rank.  Neighbours whose positions continue each other
 * are kept as one run, so that a message costs as much as it has runs.
 *
 * Private to schedule/verify*.c, and to the simulator, which looks up the
 * lengths of blocks.
 */
#ifndef TUNEDX_VERIFY_PARTS_H
#define TUNEDX_VERIFY_PARTS_H

#include "schedule/arena.h"
#include "schedule/verify.h"

/* ---- sets of ranks (verify_sets.c) ---- */

/* Ranks first..last. */
typedef struct tunedx_interval {
    int first, last;
} tunedx_interval_t;

/* Sorted intervals with gaps between them. */
typedef struct tunedx_set {
    uint32_t hash;
    int count;
    const tunedx_interval_t *intervals;
} tunedx_set_t;

/* All sets in use.  Each is kept once, so equal sets have equal numbers. */
typedef struct tunedx_sets {
    tunedx_arena_t arena;
    tunedx_set_t *sets; /* by number */
    int count, room;
    int *table; /* numbers + 1 by hash, open addressing; 0: free */
    size_t entries;
    tunedx_interval_t *work;
    int work_room;
} tunedx_sets_t;

typedef enum tunedx_join {
    TUNEDX_JOIN_ANY,      /* the sets may have ranks in common */
    TUNEDX_JOIN_DISJOINT, /* every rank comes once */
    TUNEDX_JOIN_ADJACENT  /* the right set begins where the left one ends */
} tunedx_join_t;

enum { TUNEDX_NO_SET = -1, TUNEDX_NO_MEMORY = -2 };

/* The number of the set first..last, or TUNEDX_NO_MEMORY. */
int tunedx_sets_range(tunedx_sets_t *sets, int first, int last);

/* The number of the union; TUNEDX_NO_SET when `join` forbids it. */
int tunedx_sets_join(tunedx_sets_t *sets, int left, int right,
                     tunedx_join_t join);

/* Writes the set for people to read, "{0..3, 5}", cut to `size` bytes. */
void tunedx_sets_print(const tunedx_sets_t *sets, int set, char *text,
                       size_t size);

void tunedx_sets_free(tunedx_sets_t *sets);

/* ---- memories (verify_memory.c) ---- */

/* Unit first + i holds position + i of `set`. */
typedef struct tunedx_run {
    size_t first, units, position;
    int set;
} tunedx_run_t;

/* Runs by address; what lies between was never written.  Neighbours that
 * continue each other are one run. */
typedef struct tunedx_memory {
    tunedx_run_t *runs;
    size_t count, room;
} tunedx_memory_t;

/* Overwrites unit `first` and what follows with the runs of `piece`, which have
 * no gaps and addresses relative to `first`; false when memory is short. */
bool tunedx_memory_write(tunedx_memory_t *memory, size_t first,
                         const tunedx_memory_t *piece);

/* Reads `units` units from `first` on: sets the runs of *piece, with addresses
 * relative to `first`.  Returns how many of the units, from the front, were
 * ever written; TUNEDX_NOT_READ when memory is short. */
size_t tunedx_memory_read(const tunedx_memory_t *memory, size_t first,
                          size_t units, tunedx_memory_t *piece);

#define TUNEDX_NOT_READ SIZE_MAX

void tunedx_memory_free(tunedx_memory_t *memory);

/* ---- collectives (verify_calls.c) ---- */

/* A buffer as one line of units: block b is starts[b]..starts[b + 1]. */
typedef struct tunedx_layout {
    int blocks;
    const size_t *starts;
} tunedx_layout_t;

/* What one rank passes to the collective. */
typedef struct tunedx_call {
    const tunedx_job_t *job;
    const tunedx_shape_t *shape;
    tunedx_layout_t layouts[TUNEDX_BUFFERS]; /* scratch: the program's slots */
    tunedx_buffer_t input;                   /* where the input stands */
    size_t input_first, input_units;
} tunedx_call_t;

/* A span as units of its buffer's line. */
typedef struct tunedx_area {
    tunedx_buffer_t buffer;
    size_t first, units;
} tunedx_area_t;

/* The area of a span that has passed tunedx_verify_program. */
tunedx_area_t tunedx_call_area(const tunedx_call_t *call,
                               const tunedx_span_t *span);

/* Makes the calls of all ranks, in `arena`; NULL when memory is short. */
tunedx_call_t *tunedx_calls_make(const tunedx_job_t *job,
                                 tunedx_arena_t *arena);

/* Output number `index` of rank `rank` as a run of the receive buffer; false
 * when there are no more.  A set of TUNEDX_NO_MEMORY says just that. */
bool tunedx_calls_output(const tunedx_call_t *calls, int rank, int index,
                         tunedx_sets_t *sets, tunedx_run_t *output);

/* Proves what one program shows without its peers: instructions are whole,
 * spans lie inside their buffers, request slots are used in turn, no span is
 * touched while in flight, the input is not written to.  Otherwise returns
 * false with *fault set. */
bool tunedx_verify_program(const tunedx_call_t *call,
                           const tunedx_program_t *program,
                           tunedx_fault_t *fault);

/* ---- values (verify_values.c) ---- */

/* What the buffers of all ranks hold. */
typedef struct tunedx_values {
    const tunedx_call_t *calls;
    tunedx_sets_t sets;
    tunedx_memory_t (*memories)[TUNEDX_BUFFERS]; /* by rank */
    tunedx_memory_t left, right, result; /* operands, as they are read */
    tunedx_fault_t *fault;
} tunedx_values_t;

/* Who touches which values: for fault reports, too. */
typedef struct tunedx_place {
    int rank;
    size_t instruction;
    tunedx_area_t area;
} tunedx_place_t;

/* The functions below return false with the fault set. */

/* Writes the inputs of all ranks. */
bool tunedx_values_load(tunedx_values_t *values);

/* Copies units within a rank or from one to another. */
bool tunedx_values_copy(tunedx_values_t *values, const tunedx_place_t *from,
                        const tunedx_place_t *to);

/* into = from op into. */
bool tunedx_values_reduce(tunedx_values_t *values, const tunedx_place_t *from,
                          const tunedx_place_t *into);

/* Compares the outputs of a rank, at `instruction`, with what they have to
 * be. */
bool tunedx_values_check(tunedx_values_t *values, int rank, size_t instruction);

void tunedx_values_free(tunedx_values_t *values);

/* ---- faults (verify_program.c) ---- */

/* Sets *fault, `format` as in printf.  Always false, for the caller to
 * return. */
bool tunedx_fault_set(tunedx_fault_t *fault, int rank, size_t instruction,
                      const char *format, ...);

#endif
