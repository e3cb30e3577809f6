/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A decision that is talked about: the call, as options describe it, and the
 * rules.
 *
 * Where programs are made of it, their number is limited, and its bytes are
 * those of whole elements.
 */
#ifndef TUNEDX_TOOLS_DECISION_H
#define TUNEDX_TOOLS_DECISION_H

#include "decision/decide.h"
#include "tools/command.h"

typedef struct tool_decision {
    bool makes_programs;

    /* As options have it. */
    const char *path; /* of the rules file; NULL: none */
    size_t bytes, type_size;
    bool has_count;
    size_t count;   /* as MPI means it, when has_count */
    int nodes, ppn; /* 0: from the other one */
    tunedx_op_class_t op_class;
    bool in_order;
    const char *root; /* as it was typed; NULL: it was not */

    /* What it means. */
    tunedx_key_t key;   /* size and root as options have them */
    size_t block_units; /* of a vector, or of every block, of all collectives */
    tunedx_arena_t arena;
    tunedx_policy_t policy;
    tunedx_decider_t decider;
    bool has_faults; /* the rules file */
} tool_decision_t;

#define TOOL_DECISION_LETTERS "r:p:b:n:N:"

#define TOOL_DECISION_OPTIONS                        \
    {"rules", required_argument, NULL, 'r'},         \
        {"ranks", required_argument, NULL, 'p'},     \
        {"bytes", required_argument, NULL, 'b'},     \
        {"nodes", required_argument, NULL, 'N'},     \
        {"ppn", required_argument, NULL, 'n'},       \
        {"root", required_argument, NULL, 'R'},      \
        {"op", required_argument, NULL, 'C'},        \
        {"type-size", required_argument, NULL, 't'}, \
    {                                                \
        "in-order", no_argument, NULL, 'O'           \
    }

#define TOOL_DECISION_HELP                                                     \
    "  -r, --rules=FILE   a rules file; it comes before the built-in rules\n"  \
    "  -p, --ranks=N      ranks of the communicator (default: 8)\n"            \
    "  -N, --nodes=N      nodes (default: ranks by ppn, else 1)\n"             \
    "  -n, --ppn=N        the most ranks on one node (default: ranks by\n"     \
    "                     nodes)\n"                                            \
    "  -b, --bytes=N      message size: of the vector, or of one block of\n"   \
    "                     allgather, alltoall, gather and scatter (default:\n" \
    "                     8k)\n"                                               \
    "      --root=N       the root (default: 0)\n"                             \
    "      --op=CLASS     operation: builtin (default), pair or user\n"        \
    "      --type-size=N  bytes of an element that is reduced (default: 8)\n"  \
    "      --in-order     the operation does not commute\n"

/* Where programs are made. */
#define TOOL_COUNT_HELP \
    "  -c, --count=N      message size as MPI's count, in place of bytes\n"

/* 8 ranks on one node, 8 KiB. */
tool_decision_t tool_decision_default(void);

/* Takes an option of these, c (count) or w (window). */
int tool_decision_take(tool_decision_t *decision, const char *name, int option,
                       const char *argument, const char *value);

/* Completes the key for `collective` (NULL: a usage error) and, the first time,
 * reads the rules.  Faults in the rules file are told and noted in
 * decision->has_faults. */
int tool_decision_begin(tool_decision_t *decision, const char *name,
                        const char *collective);

/* Makes the call one of `bytes` bytes. */
void tool_decision_resize(tool_decision_t *decision, size_t bytes);

/* Forces a method, unless it is NULL. */
int tool_decision_force(tool_decision_t *decision, const char *name,
                        const char *method);

/* Decides by the key as it stands now. */
int tool_decision_make(tool_decision_t *decision, const char *name,
                       tunedx_choice_t *choice);

void tool_decision_end(tool_decision_t *decision);

#endif
