/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table behind collective.h.
 */
#include "schedule/collective.h"

#include <string.h>

typedef struct traits {
    const char *name;
    bool reduction, rooted, one_way, irregular;
} traits_t;

static const traits_t traits[TUNEDX_COLLECTIVES] = {
    [TUNEDX_ALLGATHER] = {.name = "allgather"},
    [TUNEDX_ALLGATHERV] = {.name = "allgatherv", .irregular = true},
    [TUNEDX_ALLREDUCE] = {.name = "allreduce", .reduction = true},
    [TUNEDX_ALLTOALL] = {.name = "alltoall"},
    [TUNEDX_ALLTOALLV] = {.name = "alltoallv", .irregular = true},
    [TUNEDX_ALLTOALLW] = {.name = "alltoallw", .irregular = true},
    [TUNEDX_BARRIER] = {.name = "barrier"},
    [TUNEDX_BCAST] = {.name = "bcast", .rooted = true, .one_way = true},
    [TUNEDX_EXSCAN] = {.name = "exscan", .reduction = true, .one_way = true},
    [TUNEDX_GATHER] = {.name = "gather", .rooted = true, .one_way = true},
    [TUNEDX_GATHERV] =
        {
            .name = "gatherv",
            .rooted = true,
            .one_way = true,
            .irregular = true,
        },
    [TUNEDX_REDUCE] =
        {
            .name = "reduce",
            .reduction = true,
            .rooted = true,
            .one_way = true,
        },
    [TUNEDX_REDUCE_SCATTER] =
        {
            .name = "reduce_scatter",
            .reduction = true,
            .irregular = true,
        },
    [TUNEDX_REDUCE_SCATTER_BLOCK] =
        {
            .name = "reduce_scatter_block",
            .reduction = true,
        },
    [TUNEDX_SCAN] = {.name = "scan", .reduction = true, .one_way = true},
    [TUNEDX_SCATTER] = {.name = "scatter", .rooted = true, .one_way = true},
    [TUNEDX_SCATTERV] =
        {
            .name = "scatterv",
            .rooted = true,
            .one_way = true,
            .irregular = true,
        },
};

const char *tunedx_collective_name(tunedx_collective_t collective)
{
    return traits[collective].name;
}

bool tunedx_collective_find(const char *name, size_t length,
                            tunedx_collective_t *collective)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (strlen(traits[i].name) == length &&
            memcmp(traits[i].name, name, length) == 0) {
            *collective = (tunedx_collective_t)i;
            return true;
        }
    }
    return false;
}

bool tunedx_collective_is_reduction(tunedx_collective_t collective)
{
    return traits[collective].reduction;
}

bool tunedx_collective_is_rooted(tunedx_collective_t collective)
{
    return traits[collective].rooted;
}

bool tunedx_collective_is_one_way(tunedx_collective_t collective)
{
    return traits[collective].one_way;
}

bool tunedx_collective_needs_flow_control(tunedx_collective_t collective)
{
    return traits[collective].one_way || traits[collective].irregular;
}

bool tunedx_collective_is_irregular(tunedx_collective_t collective)
{
    return traits[collective].irregular;
}

bool tunedx_collective_has_size(tunedx_collective_t collective)
{
    return collective != TUNEDX_ALLTOALLV && collective != TUNEDX_ALLTOALLW &&
           collective != TUNEDX_GATHERV && collective != TUNEDX_SCATTERV;
}
