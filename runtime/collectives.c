/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The three forms of every collective.
 */
#include "runtime/intra.h"

#define ENTRY(name, group)                                              \
    TUNEDX_BLOCKING_SIGNATURE(name, group)                              \
    {                                                                   \
        tunedx_blocks_t blocks[2];                                      \
        tunedx_call_t call;                                             \
                                                                        \
        return describe_##name(&call, blocks,                           \
                               TUNEDX_##group##_ARGUMENTS communicator) \
                   ? tunedx_execute(own(module), &call)                 \
                   : OMPI_SUCCESS;                                      \
    }
TUNEDX_TABLE(ENTRY)
#undef ENTRY

/* What is not waited for, with the way to tell the two kinds of communicators
 * apart. */
#define FORMS(name, group, describe)                             \
    TUNEDX_NONBLOCKING_SIGNATURE(name, group)                    \
    {                                                            \
        tunedx_blocks_t blocks[2];                               \
        tunedx_call_t call;                                      \
        const bool any = describe(name, group);                  \
                                                                 \
        return start(&call, any, communicator, request, module); \
    }                                                            \
    TUNEDX_PERSISTENT_SIGNATURE(name, group)                     \
    {                                                            \
        tunedx_blocks_t blocks[2];                               \
        tunedx_call_t call;                                      \
        const bool any = describe(name, group);                  \
                                                                 \
        (void)info;                                              \
        return init(&call, any, communicator, request, module);  \
    }

#define INTRA(name, group) \
    describe_##name(&call, blocks, TUNEDX_##group##_ARGUMENTS communicator)
#define EITHER(name, group)                                             \
    (OMPI_COMM_IS_INTER(communicator)                                   \
         ? tunedx_inter_##name(&call, blocks,                           \
                               TUNEDX_##group##_ARGUMENTS communicator) \
         : INTRA(name, group))

#define ENTRY(name, group) FORMS(name, group, EITHER)
TUNEDX_INTER_TABLE(ENTRY)
#undef ENTRY
FORMS(exscan, REDUCED, INTRA)
FORMS(scan, REDUCED, INTRA)
