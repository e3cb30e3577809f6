/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See profile.h.
 */
#include "runtime/profile.h"

#include <stdlib.h>
#include <time.h>

#include "runtime/profile_file.h"
#include "runtime/tree.h"

/* So many records have exact sizes; further ones count sizes together, from one
 * power of two to the next. */
enum { MOST_EXACT = 512 };

static struct profile {
    opal_mutex_t lock;
    bool active;
    bool incomplete; /* memory was short */
    int nodes;
    uint64_t begin; /* nanoseconds */
    tunedx_profile_record_t *records;
    size_t count, room;
    size_t *places; /* hash table: number of a record and 1; 0: free */
    size_t slots;   /* a power of two, and more than the records */
} profile = {.lock = OPAL_MUTEX_STATIC_INIT};

static uint64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void tunedx_profile_begin(int nodes)
{
    profile.nodes = nodes;
    profile.begin = now();
    profile.active = true;
}

void tunedx_profile_clear(void)
{
    free(profile.records);
    free(profile.places);
    profile.records = NULL;
    profile.places = NULL;
    profile.count = profile.room = profile.slots = 0;
    profile.active = profile.incomplete = false;
}

/* ---- records ---- */

static bool is_same(const tunedx_profile_record_t *a,
                    const tunedx_profile_record_t *b)
{
    return a->bytes == b->bytes && a->last_bytes == b->last_bytes &&
           a->collective == b->collective && a->form == b->form &&
           a->ranks == b->ranks && a->nodes == b->nodes && a->ppn == b->ppn;
}

static size_t hash_of(const tunedx_profile_record_t *record)
{
    const uint64_t words[] = {
        record->bytes,
        (uint64_t)record->collective << 8 | (uint64_t)record->form,
        (uint64_t)record->ranks,
        (uint64_t)record->nodes << 32 | (uint64_t)record->ppn,
    };
    uint64_t hash = record->last_bytes;

    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return (size_t)hash;
}

/* The place of an equal record, or the free one for it. */
static size_t find_place(const tunedx_profile_record_t *record)
{
    size_t slot = hash_of(record) & (profile.slots - 1);

    while (profile.places[slot] != 0 &&
           !is_same(&profile.records[profile.places[slot] - 1], record)) {
        slot = (slot + 1) & (profile.slots - 1);
    }
    return slot;
}

/* Makes room for one more record; false when memory is short. */
static bool make_room(void)
{
    if (profile.count < profile.room) {
        return true;
    }
    const size_t room = profile.room == 0 ? 64 : 2 * profile.room;
    tunedx_profile_record_t *records =
        realloc(profile.records, room * sizeof *records);

    if (records == NULL) {
        return false;
    }
    profile.records = records;
    size_t *places = calloc(4 * room, sizeof *places);
    if (places == NULL) {
        return false;
    }
    free(profile.places);
    profile.places = places;
    profile.slots = 4 * room;
    profile.room = room;
    for (size_t i = 0; i < profile.count; i++) {
        profile.places[find_place(&profile.records[i])] = i + 1;
    }
    return true;
}

/* The sizes with the same highest bit. */
static void widen(tunedx_profile_record_t *record)
{
    uint64_t first = record->bytes;

    if (record->bytes == TUNEDX_PROFILE_NO_BYTES || record->bytes == 0) {
        return;
    }
    while ((first & (first - 1)) != 0) {
        first &= first - 1;
    }
    record->bytes = first;
    record->last_bytes = 2 * first - 1;
}

static void merge(const tunedx_profile_record_t *fresh)
{
    tunedx_profile_record_t record = *fresh;

    if (!make_room()) {
        profile.incomplete = true;
        return;
    }
    size_t place = find_place(&record);
    if (profile.places[place] == 0 && profile.count >= MOST_EXACT) {
        widen(&record);
        place = find_place(&record);
    }
    if (profile.places[place] == 0) {
        profile.records[profile.count++] = record;
        profile.places[place] = profile.count;
        return;
    }
    tunedx_profile_record_t *same = &profile.records[profile.places[place] - 1];

    same->calls += record.calls;
    same->nanoseconds += record.nanoseconds;
    if (record.slowest > same->slowest) {
        same->slowest = record.slowest;
    }
}

/* Calls of this collective have a size that all ranks know. */
static bool has_bytes(tunedx_collective_t collective)
{
    return collective != TUNEDX_GATHERV && collective != TUNEDX_SCATTERV &&
           collective != TUNEDX_ALLTOALLV && collective != TUNEDX_ALLTOALLW;
}

void tunedx_profile_add(const tunedx_module_t *module,
                        const tunedx_call_t *call, tunedx_form_t form,
                        uint64_t nanoseconds)
{
    const tunedx_traits_t traits = tunedx_traits_unpack(call->id.traits);
    const uint64_t bytes =
        has_bytes(traits.collective) ? call->bytes : TUNEDX_PROFILE_NO_BYTES;

    if (!profile.active || traits.scope != TUNEDX_INTRA ||
        !module->has_layout) {
        return;
    }
    const tunedx_profile_record_t record = {
        .collective = (int32_t)traits.collective,
        .form = (int32_t)form,
        .ranks = module->decider.size,
        .nodes = module->decider.nodes,
        .ppn = module->decider.ppn,
        .bytes = bytes,
        .last_bytes = bytes,
        .calls = ompi_comm_rank(module->communicator) == 0,
        .nanoseconds = nanoseconds,
        .slowest = nanoseconds,
    };

    OPAL_THREAD_LOCK(&profile.lock);
    merge(&record);
    OPAL_THREAD_UNLOCK(&profile.lock);
}

/* ---- at the end of the job ---- */

/* What this rank has is the slowest rank's, until others are known. */
static void sum_up_own(void)
{
    for (size_t i = 0; i < profile.count; i++) {
        profile.records[i].slowest = profile.records[i].nanoseconds;
    }
}

static void merge_pile(const tunedx_tree_pile_t *theirs)
{
    const tunedx_profile_record_t *records = theirs->records;

    for (uint64_t i = 0; i < theirs->count; i++) {
        merge(&records[i]);
    }
    profile.incomplete = profile.incomplete || theirs->sums[0] > 0;
}

static void give(tunedx_tree_pile_t *own)
{
    *own = (tunedx_tree_pile_t){
        .sums = {profile.incomplete},
        .count = profile.count,
        .records = profile.records,
    };
}

bool tunedx_profile_wanted(void)
{
    const char *path = tunedx_params.profile_file;

    return path != NULL && *path != '\0' && tunedx_profile_file_probe(path);
}

void tunedx_profile_finish(void)
{
    struct ompi_communicator_t *world = &ompi_mpi_comm_world.comm;

    profile.active = false;
    sum_up_own();
    const int rc =
        tunedx_tree_gather(sizeof *profile.records, merge_pile, give);
    if (ompi_comm_rank(world) != 0) {
        return;
    }
    const tunedx_profile_job_t job = {
        .ranks = ompi_comm_size(world),
        .nodes = profile.nodes,
        .seconds = 1e-9 * (double)(now() - profile.begin),
        .incomplete = profile.incomplete || rc != OMPI_SUCCESS,
    };

    tunedx_profile_file_append(tunedx_params.profile_file, &job,
                               profile.records, profile.count);
}
