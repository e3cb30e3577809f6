/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What an algorithm is, and what its `build` works with.
 *
 * Adding one: write algorithms/<collective>_<name>.c and add a line to
 * algorithms.def.  Everything else is derived from those two.
 */
#ifndef TUNEDX_ALGORITHM_H
#define TUNEDX_ALGORITHM_H

#include "algorithms/cost.h"
#include "schedule/schedule.h"

typedef enum tunedx_parameter_kind {
    TUNEDX_PARAMETER_NUMBER,
    TUNEDX_PARAMETER_SIZE,  /* a number of bytes; k, M and G are 1024-based */
    TUNEDX_PARAMETER_WORDS, /* words by commas; the number holds their list */
    TUNEDX_PARAMETER_METHOD /* another method, in parentheses */
} tunedx_parameter_kind_t;

/* The message size of a part of a composed algorithm, against that of the
 * whole; both as rules mean it (tunedx_key_t.bytes). */
typedef enum tunedx_part_size {
    TUNEDX_PART_SAME,
    TUNEDX_PART_TIMES_RANKS,
    TUNEDX_PART_OVER_RANKS
} tunedx_part_size_t;

/* A parameter that a method may give to an algorithm. */
typedef struct tunedx_parameter {
    const char *name;
    const char *help;
    tunedx_parameter_kind_t kind;
    size_t least, most;             /* NUMBER and SIZE: valid values */
    size_t fallback;                /* all but METHOD: when absent */
    const char *const *words;       /* WORDS: the valid ones, ends with NULL */
    int most_words;                 /* WORDS: how many may be given */
    tunedx_collective_t collective; /* METHOD: of which collective; absent:
                                     * what would be chosen for it */
    tunedx_part_size_t part_size;   /* METHOD: what it is chosen for */
} tunedx_parameter_t;

/* A list of words is a number: three bits for each, the first one lowest, that
 * hold 1 + its index in `words`.  0 is the empty list. */
enum { TUNEDX_WORD_BITS = 3, TUNEDX_MOST_WORDS = 21 };

static inline size_t tunedx_words_add(size_t list, int place, int word)
{
    return list | (size_t)(word + 1) << (TUNEDX_WORD_BITS * place);
}

/* The index of the word at a place of the list, -1 behind its end. */
static inline int tunedx_words_get(size_t list, int place)
{
    const size_t bits = ((size_t)1 << TUNEDX_WORD_BITS) - 1;

    return place < TUNEDX_MOST_WORDS
               ? (int)(list >> (TUNEDX_WORD_BITS * place) & bits) - 1
               : -1;
}

/* Bytes of a segment; 0: the message is not cut. */
extern const tunedx_parameter_t tunedx_segment;

/* Of k-nomial trees and of exchanges among k ranks at a time. */
extern const tunedx_parameter_t tunedx_radix;

/* How many chains begin at the root. */
extern const tunedx_parameter_t tunedx_chains;

/* How a reduction brackets the operands of one element, on which the last bits
 * of a floating-point sum depend.  With an operation that is taken as one that
 * does not commute, operands stand in the order of the ranks, so that brackets
 * are all there is: two algorithms of one collective with the same grouping
 * give the same bits, and so do reduce, allreduce, reduce_scatter and
 * reduce_scatter_block one with another.  Those of scan and exscan are told for
 * each rank. */
typedef enum tunedx_grouping {
    TUNEDX_GROUPING_VARIES, /* with the size, segments, the element's place, the
                             * root or the rank that has the result */
    TUNEDX_GROUPING_FIRST,  /* ((0+1)+2)+3: from the first rank on */
    TUNEDX_GROUPING_LAST,   /* 0+(1+(2+3)): from the last rank on */
    TUNEDX_GROUPING_BLOCKS, /* ((0+1)+(2+3))+(4+5): ranks are a block of as
                             * large a power of two as there is, in halves, and
                             * what is left, likewise */
    TUNEDX_GROUPING_PAIRS,  /* ((0+1)+2)+(3+4): as many pairs come first as
                             * leave a power of two, then all in halves */
    TUNEDX_GROUPING_TREE,   /* (0+(1+2))+(3+4): the first rank, with one half
                             * of the others, then with the other half */
    TUNEDX_GROUPING_HALVES, /* two halves of all ranks, each as a tree */
    TUNEDX_GROUPING_INORDER,  /* the tree of algorithms/inorder.h */
    TUNEDX_GROUPING_DOUBLING, /* the last 1, 2, 4, ... ranks */
    TUNEDX_GROUPING_INSIDE,   /* that of the reduce inside */
    TUNEDX_GROUPING_ARRIVAL,  /* with the message that comes first */
    TUNEDX_GROUPINGS
} tunedx_grouping_t;

/* In a word: "blocks". */
const char *tunedx_grouping_name(tunedx_grouping_t grouping);

/* When a cost is the time of the simulated schedule, of a commutative operation
 * and of blocks of one length where they might differ; else it is no less.
 * Conditions may be combined.  Of a method with others inside they hold if they
 * do for these. */
typedef enum tunedx_accuracy {
    TUNEDX_COST_EXACT = 0,     /* always */
    TUNEDX_COST_ONE_PRICE = 1, /* where a message costs as much one way as both
                                * ways, as in Hockney's model */
    TUNEDX_COST_WHOLE = 2,     /* where no message is cut into segments */
    TUNEDX_COST_BOUND = 4, /* not in general: the algorithm's file says why */
    TUNEDX_COST_EVEN = 8,  /* where `is_even` finds that what it cuts the vector
                            * into is alike, so that ranks stay in step */
    TUNEDX_COST_ALIKE = 16 /* whole, or at one price where `is_even` finds that
                            * all segments have one length */
} tunedx_accuracy_t;

typedef struct tunedx_algorithm {
    const char *name;    /* coll/tuned's name where the algorithm is the same */
    const char *summary; /* half a line for lists and help texts */
    int tuned_id;        /* coll/tuned's number; 0: it has none */
    const tunedx_parameter_t *const *parameters; /* ends with NULL, or NULL */

    /* Whether it can serve such a call; absent: it always can. */
    bool (*applies)(const tunedx_key_t *key);
    const char *needs; /* what applies asks for: "a commutative operation" */
    bool by_lengths;   /* of irregular collectives: `build` looks at the lengths
                        * of all blocks */

    /* Of reductions.  It holds with those parameters that `groups` finds good
     * (absent: with all), which `groups_with` names: "radix=2"; with others it
     * varies. */
    tunedx_grouping_t grouping;
    bool (*groups)(const struct tunedx_method *method);
    const char *groups_with;

    /* Writes the schedule of shape->rank.  Pure: equal shapes, equal texts. */
    void (*build)(tunedx_schedule_t *s, const tunedx_shape_t *shape);

    /* The time of the call by its formula, with a window of one (shape->rank is
     * not looked at); absent: none is stated. */
    uint64_t (*cost)(const tunedx_shape_t *shape, const tunedx_price_t *price);
    int accuracy;                                 /* of tunedx_accuracy_t */
    bool (*is_even)(const tunedx_shape_t *shape); /* _EVEN, _ALIKE */
    /* Where one price leaves it no more than a bound: it is at most so many
     * percent above the time; 0: nobody says how many. */
    int excess;
} tunedx_algorithm_t;

#define TUNEDX_ALGORITHM(collective, name) \
    extern const tunedx_algorithm_t tunedx_##collective##_##name;
#include "algorithms/algorithms.def"
#undef TUNEDX_ALGORITHM

/* The algorithms of a collective, sorted by name; their number in *count.
 * NULL and 0 where the collective has none. */
const tunedx_algorithm_t *const *
tunedx_algorithms_of(tunedx_collective_t collective, size_t *count);

/* Finds one by the first `length` characters of `name`, or NULL. */
const tunedx_algorithm_t *tunedx_algorithm_find(tunedx_collective_t collective,
                                                const char *name,
                                                size_t length);

/* Finds one by coll/tuned's number, or NULL. */
const tunedx_algorithm_t *
tunedx_algorithm_find_tuned(tunedx_collective_t collective, int tuned_id);

bool tunedx_algorithm_applies(const tunedx_algorithm_t *algorithm,
                              const tunedx_key_t *key);

/* An irregular collective's program depends on the block lengths when its
 * algorithm looks at them, or when its method cuts blocks into segments. */
bool tunedx_method_needs_lengths(const struct tunedx_method *method);

/* Whether a shape has to have block_units: because of its method; because it is
 * an alltoallv or alltoallw in place, which swaps blocks through scratch; or
 * because it is a reduce_scatter, whose blocks are parts of one vector.  Its
 * program serves calls with these very lengths only. */
bool tunedx_shape_needs_lengths(tunedx_collective_t collective, bool in_place,
                                const struct tunedx_method *method);

/* Builds and compiles the program of shape->rank; the caller owns it. */
tunedx_error_t tunedx_build_program(const tunedx_shape_t *shape,
                                    tunedx_program_t **program);

/* ---- for `build`: buffers ---- */

/* This rank's input: in the send buffer, or in place.  Of reduce_scatter and
 * reduce_scatter_block it is the blocks of all ranks. */
tunedx_span_t tunedx_input(const tunedx_shape_t *shape);

/* The vector or all blocks of the receive buffer; of scatter and scatterv its
 * only block, of reduce_scatter and reduce_scatter_block this rank's block, at
 * its beginning. */
tunedx_span_t tunedx_output(const tunedx_shape_t *shape);

/* Block `rank` of the send buffer (alltoall, alltoallv, alltoallw and scatter,
 * scatterv at the root: what goes to `rank`; in place it stands in the receive
 * buffer, of scatter and scatterv in the send buffer as ever). */
tunedx_span_t tunedx_send_block(const tunedx_shape_t *shape, int rank);

/* Block `rank` of the receive buffer. */
tunedx_span_t tunedx_recv_block(const tunedx_shape_t *shape, int rank);

/* ---- for `build`: parameters ---- */

/* The value that shape->method has for `parameter`. */
size_t tunedx_number(const tunedx_shape_t *shape,
                     const tunedx_parameter_t *parameter);
const struct tunedx_method *
tunedx_submethod(const tunedx_shape_t *shape,
                 const tunedx_parameter_t *parameter);

/* The units of a segment when `units` are to be cut: from the parameter
 * `segment`, at least one unit, and so large that there are at most
 * TUNEDX_MAX_SEGMENTS.  0 only when `units` is 0. */
size_t tunedx_segment_units(const tunedx_shape_t *shape, size_t units);

enum { TUNEDX_MAX_SEGMENTS = 1024 };

/* How many segments that gives. */
size_t tunedx_segments(const tunedx_shape_t *shape, size_t units);

/* ---- for `build`: other algorithms inside this one ---- */

/* Lets the ranks of `view` run `method` as part of this schedule; rank, size
 * and root count inside the view.  Its input is view->send, its output
 * view->recv; the same span for both means in place.  An irregular collective's
 * blocks stand one after the other, of the lengths view->block_units. */
void tunedx_embed(tunedx_schedule_t *s, const tunedx_shape_t *shape,
                  const struct tunedx_method *method,
                  tunedx_collective_t collective, const tunedx_view_t *view,
                  int rank, int root);

/* What that takes by itself when all ranks run it, with `units` as in a shape.
 * Every algorithm that a method may have inside states a cost. */
uint64_t tunedx_part_cost(const tunedx_shape_t *shape,
                          const tunedx_price_t *price,
                          const struct tunedx_method *method,
                          tunedx_collective_t collective, size_t units,
                          int root);

#endif
