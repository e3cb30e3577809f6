/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See job.h.
 *
 * Up the tree goes, for each rank, the lowest rank of its node; down comes the
 * state: a header, the table of nodes, the agreed parameters and the rules of
 * the file that rank 0 has read.
 */
#include "runtime/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decision/pack_rules.h"
#include "mca_params/params.h"
#include "runtime/counting.h"
#include "runtime/fallback.h"
#include "runtime/leaders.h"
#include "runtime/policy.h"
#include "runtime/profile.h"
#include "runtime/report.h"
#include "runtime/rules_file.h"
#include "runtime/tree.h"
#include "tunedx_config.h"

#define BUILD TUNEDX_VERSION " for Open MPI " TUNEDX_OMPI_VERSION

/* Consecutive ranks of MPI_COMM_WORLD on one node. */
typedef struct node_run {
    int first; /* rank */
    int node;
} node_run_t;

typedef struct header {
    char build[80];
    uint64_t uses_decision; /* the one compiled in is for this job */
    uint64_t runs, nodes, param_bytes;
    uint64_t rules_bytes; /* 0: no file is named */
    uint64_t profiles;    /* the job gets a profile */
} header_t;

static struct job {
    bool started;
    node_run_t *runs;
    header_t header;
    void *params; /* what tunedx_params borrows from */
    void *packed; /* the rules of the file, while they are passed down */
    tunedx_rules_t rules;
    tunedx_arena_t arena;
    tunedx_policy_t policy, defaults;
    const tunedx_policy_t *current; /* `policy`, until something changes */
} job;

/* Threads may make communicators at the same time. */
static opal_mutex_t changing = OPAL_MUTEX_STATIC_INIT;

/* ---- who shares a node ---- */

/* Numbers the nodes in the order of their leaders and keeps runs of ranks. */
static int encode_nodes(const int *leaders, int size)
{
    int *number = calloc((size_t)size, sizeof *number);
    int nodes = 0;

    job.runs = calloc((size_t)size, sizeof *job.runs);
    if (number == NULL || job.runs == NULL) {
        free(number);
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int i = 0; i < size; i++) {
        const bool sound = leaders[i] >= 0 && leaders[i] <= i;
        const int leader = sound ? leaders[i] : i;

        if (leader == i) {
            number[i] = nodes++;
        }
        const int node = number[leader];
        number[i] = node;
        if (i == 0 || job.runs[job.header.runs - 1].node != node) {
            job.runs[job.header.runs++] = (node_run_t){i, node};
        }
    }
    job.header.nodes = (uint64_t)nodes;
    free(number);
    return OMPI_SUCCESS;
}

/* ---- down: the state ---- */

static int pass_down(int rank, int size, void *data, size_t bytes)
{
    int rc = OMPI_SUCCESS, ranks, children = 0;

    if (rank != 0) {
        rc = tunedx_tree_recv(data, bytes, tunedx_tree_parent(rank),
                              MCA_COLL_BASE_TAG_BCAST);
    }
    while (tunedx_tree_child(rank, size, children, &ranks) >= 0) {
        children++;
    }
    for (int i = children - 1; i >= 0 && rc == OMPI_SUCCESS; i--) {
        rc = tunedx_tree_send(data, bytes,
                              tunedx_tree_child(rank, size, i, &ranks),
                              MCA_COLL_BASE_TAG_BCAST);
    }
    return rc;
}

static int make_state(const int *leaders, int size)
{
    size_t length = 0, rules_bytes = 0;
    bool holds = false;

    if (tunedx_params_check() > 0 && tunedx_params.strict) {
        return OMPI_ERR_BAD_PARAM;
    }
    job.header.profiles = tunedx_profile_wanted();
    tunedx_decision_name(BUILD, job.header.build, sizeof job.header.build);
    int rc = encode_nodes(leaders, size);
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_decision_check(size, (int)job.header.nodes, &holds);
        job.header.uses_decision = holds;
    }
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_rules_file_pack(size, (int)job.header.nodes, &job.packed,
                                    &rules_bytes);
        job.header.rules_bytes = rules_bytes;
    }
    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    job.params = tunedx_params_pack(&length);
    job.header.param_bytes = length;
    return job.params == NULL ? OMPI_ERR_OUT_OF_RESOURCE : OMPI_SUCCESS;
}

/* Every rank, rank 0 too, takes its rules from the same bytes. */
static int take_rules(int rank, int size)
{
    int rc = OMPI_SUCCESS;

    if (job.header.rules_bytes > 0) {
        rc = pass_down(rank, size, job.packed, job.header.rules_bytes);
        if (rc == OMPI_SUCCESS &&
            !tunedx_rules_unpack(&job.arena, job.packed, job.header.rules_bytes,
                                 &job.rules)) {
            rc = OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    return rc;
}

static int take_state(int rank, int size)
{
    char own[sizeof job.header.build];
    int rc = pass_down(rank, size, &job.header, sizeof job.header);

    tunedx_decision_name(BUILD, own, sizeof own);
    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    if (strncmp(job.header.build, own, sizeof own - 1) != 0) {
        tunedx_tell_once(
            "other build",
            "tunedx: rank %d loads tunedx %s, rank 0 %.79s.\n"
            "tunedx:   The job is aborted; install one build on all "
            "nodes.\n",
            rank, own, job.header.build);
        return OMPI_ERR_NOT_SUPPORTED;
    }
    if (rank != 0) {
        job.runs = calloc(job.header.runs, sizeof *job.runs);
        job.params = calloc(1, job.header.param_bytes);
        job.packed = calloc(1, job.header.rules_bytes + 1);
    }
    if (job.runs == NULL || job.params == NULL ||
        (job.packed == NULL && job.header.rules_bytes > 0)) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    rc = pass_down(rank, size, job.runs, job.header.runs * sizeof *job.runs);
    if (rc == OMPI_SUCCESS) {
        rc = pass_down(rank, size, job.params, job.header.param_bytes);
    }
    if (rc == OMPI_SUCCESS &&
        !tunedx_params_unpack(job.params, job.header.param_bytes)) {
        rc = OMPI_ERR_OUT_OF_RESOURCE;
    }
    return rc == OMPI_SUCCESS ? take_rules(rank, size) : rc;
}

/* ---- the end of the job ---- */

static bool has_forced(void)
{
    bool forced = false;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        forced = forced || job.policy.forced[i] != NULL;
    }
    return forced;
}

/* The same on all ranks, since all hold the same parameters. */
static void end(void)
{
    if (has_forced()) {
        tunedx_fallback_finish(&job.policy);
    }
    if (tunedx_params.report) {
        tunedx_report_finish();
    }
    if (job.header.profiles) {
        tunedx_profile_finish();
    }
}

static void introduce(int size)
{
    int forced = 0;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        forced += job.policy.forced[i] != NULL;
    }
    opal_output(
        0,
        "tunedx %s: ranks %d, nodes %d, methods forced by parameter %d, "
        "built-in rules %zu",
        BUILD, size, (int)job.header.nodes, forced,
        job.policy.rules[job.policy.rules_count - 1].count);
    if (job.header.uses_decision != 0) {
        opal_output(0, "tunedx: decision %s, compiled in, from %s, digest %s",
                    tunedx_generated.file, tunedx_generated.rules,
                    tunedx_generated.digest);
    }
    if (job.header.rules_bytes > 0) {
        opal_output(0, "tunedx: %zu rules from %s, digest %016llx",
                    job.rules.count, job.rules.name,
                    (unsigned long long)tunedx_rules_digest(
                        job.packed, job.header.rules_bytes));
    }
}

int tunedx_job_prepare(void)
{
    job.current = &job.policy;
    return tunedx_make_policy(&job.arena, false, NULL, false, &job.defaults);
}

int tunedx_job_start(struct ompi_communicator_t *world)
{
    const int rank = ompi_comm_rank(world), size = ompi_comm_size(world);
    int *leaders = NULL;
    int rc = tunedx_leaders_gather(world, &leaders);

    if (rc == OMPI_SUCCESS && rank == 0) {
        rc = make_state(leaders, size);
    }
    free(leaders);
    if (rc == OMPI_SUCCESS) {
        rc = take_state(rank, size);
    }
    if (rc == OMPI_SUCCESS) {
        rc = tunedx_make_policy(&job.arena, true,
                                job.header.rules_bytes > 0 ? &job.rules : NULL,
                                job.header.uses_decision != 0, &job.policy);
    }
    if (rc == OMPI_SUCCESS &&
        (tunedx_params.report || job.header.profiles || has_forced())) {
        rc = tunedx_call_at_finalize(end);
    }
    if (rc != OMPI_SUCCESS) {
        /* the other ranks cannot be told any other way */
        tunedx_compat_abort();
        return rc;
    }
    tunedx_params_hold();
    if (job.header.profiles) {
        tunedx_profile_begin((int)job.header.nodes);
    }
    if (tunedx_params.report || job.header.profiles) {
        tunedx_counting_begin();
    }
    job.started = true;
    if (rank == 0 && tunedx_params.verbose >= 1) {
        introduce(size);
    }
    free(job.packed);
    job.packed = NULL;
    return OMPI_SUCCESS;
}

void tunedx_job_stop(void)
{
    free(job.runs);
    free(job.params);
    free(job.packed);
    tunedx_arena_free(&job.arena);
    tunedx_params_forget();
    job = (struct job){.started = false};
}

/* ---- layouts ---- */

/* The node of a rank of MPI_COMM_WORLD. */
static int node_of(int rank)
{
    size_t low = 0, high = job.header.runs;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (job.runs[middle].first <= rank) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return job.runs[low].node;
}

/* The rank in MPI_COMM_WORLD of member `i`; -1 when it is of another job. */
static int world_rank(struct ompi_communicator_t *communicator, int i)
{
    const opal_process_name_t own = ompi_proc_local()->super.proc_name;
    const opal_process_name_t name =
        ompi_group_get_proc_name(communicator->c_local_group, i);

    return name.jobid == own.jobid &&
                   (int)name.vpid < ompi_comm_size(&ompi_mpi_comm_world.comm)
               ? (int)name.vpid
               : -1;
}

static int count_nodes(struct ompi_communicator_t *communicator,
                       tunedx_layout_t *layout, int *strangers)
{
    const int size = ompi_comm_size(communicator);
    int *members = calloc((size_t)job.header.nodes + 1, sizeof *members);

    if (members == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    for (int i = 0; i < size; i++) {
        const int rank = job.started ? world_rank(communicator, i) : -1;

        if (rank < 0) {
            ++*strangers;
            continue;
        }
        int *count = &members[node_of(rank)];
        layout->nodes += ++*count == 1;
        layout->ppn = *count > layout->ppn ? *count : layout->ppn;
    }
    free(members);
    return OMPI_SUCCESS;
}

/* ---- changes at run time ---- */

int tunedx_job_refresh(void)
{
    int rc = OMPI_SUCCESS;

    if (job.started) {
        OPAL_THREAD_LOCK(&changing);
        rc = tunedx_policy_refresh(
            &job.arena, ompi_comm_rank(&ompi_mpi_comm_world.comm) == 0,
            &job.current);
        OPAL_THREAD_UNLOCK(&changing);
    }
    return rc;
}

const tunedx_policy_t *tunedx_job_policy(void)
{
    return job.current;
}

/* ---- layouts of communicators ---- */

int tunedx_job_layout(struct ompi_communicator_t *communicator,
                      const tunedx_policy_t *policy, tunedx_layout_t *layout)
{
    tunedx_layout_t made = {.nodes = 0, .ppn = 1, .policy = policy};
    int strangers = 0;
    const int rc = count_nodes(communicator, &made, &strangers);

    if (rc == OMPI_SUCCESS && strangers > 0) {
        /* every rank has to come to the same, whatever job it is of */
        made.nodes = ompi_comm_size(communicator);
        made.ppn = 1;
        made.policy = &job.defaults;
    }
    if (rc == OMPI_SUCCESS) {
        *layout = made;
    }
    return rc;
}
