/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See report.h.
 */
#include "runtime/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decision/parse_method.h"
#include "runtime/counters.h"
#include "runtime/tree.h"

/* Sizes are counted together from one power of two to the next. */
typedef struct record {
    int32_t collective;
    int32_t bucket; /* sizes below 2^bucket, and not below half of it */
    uint64_t calls, nanoseconds;
    char method[TUNEDX_METHOD_TEXT], why[160];
    char refused[160]; /* who asked for what in vain; empty: nobody */
} record_t;

/* Searches in the caches of programs. */
typedef struct searches {
    uint64_t found, missed;
} searches_t;

static struct report {
    opal_mutex_t lock;
    record_t *records;
    uint64_t count, room;
    searches_t searches; /* of the other ranks, at the end of the job */
    tunedx_report_source_t *sources;
} report = {.lock = OPAL_MUTEX_STATIC_INIT};

static int bucket_of(size_t bytes)
{
    int bucket = 0;

    while (bytes > 0) {
        bytes /= 2;
        bucket++;
    }
    return bucket;
}

static bool is_same(const record_t *a, const record_t *b)
{
    return a->collective == b->collective && a->bucket == b->bucket &&
           strcmp(a->method, b->method) == 0 && strcmp(a->why, b->why) == 0;
}

/* Adds calls, and the longer time: the slowest rank's counts.  Where memory is
 * short the record is lost, and said so. */
static void add(const record_t *fresh, bool from_other_rank)
{
    record_t *same = report.records;
    const record_t *end = same + report.count;

    while (same < end && !is_same(same, fresh)) {
        same++;
    }
    if (same < end) {
        same->calls += fresh->calls;
        if (!from_other_rank) {
            same->nanoseconds += fresh->nanoseconds;
        } else if (fresh->nanoseconds > same->nanoseconds) {
            same->nanoseconds = fresh->nanoseconds;
        }
        return;
    }
    if (report.count == report.room) {
        const uint64_t room = report.room == 0 ? 32 : 2 * report.room;
        record_t *larger = realloc(report.records, room * sizeof *larger);

        if (larger == NULL) {
            tunedx_tell("tunedx: the report is incomplete: "
                        "out of memory\n");
            return;
        }
        report.records = larger;
        report.room = room;
    }
    report.records[report.count++] = *fresh;
}

void tunedx_report_add(tunedx_collective_t collective, size_t bytes,
                       const tunedx_choice_t *choice, uint64_t calls,
                       uint64_t nanoseconds, bool counts)
{
    if (choice->method == NULL) {
        return;
    }
    record_t record = {
        .collective = (int32_t)collective,
        .bucket = bucket_of(bytes),
        .calls = counts ? calls : 0,
        .nanoseconds = nanoseconds,
    };

    tunedx_method_print(choice->method, record.method, sizeof record.method);
    tunedx_choice_explain(choice, record.why, sizeof record.why);
    tunedx_refusal_explain(&choice->refusal, record.refused,
                           sizeof record.refused);
    OPAL_THREAD_LOCK(&report.lock);
    add(&record, false);
    OPAL_THREAD_UNLOCK(&report.lock);
}

/* ---- sources ---- */

/* Takes over what an entry has counted. */
static void take(void *context, tunedx_cache_entry_t *entry)
{
    const tunedx_report_source_t *source = context;

    const uint64_t calls = atomic_exchange(&entry->program->calls, 0);
    const uint64_t nanoseconds =
        atomic_exchange(&entry->program->nanoseconds, 0);

    if (calls > 0) {
        tunedx_report_add(tunedx_traits_unpack(entry->id.traits).collective,
                          entry->bytes, &entry->choice, calls, nanoseconds,
                          source->counts);
    }
}

static void take_all(tunedx_report_source_t *source)
{
    for (tunedx_cache_entry_t *entry = source->cache->oldest; entry != NULL;
         entry = entry->newer) {
        take(source, entry);
    }
}

void tunedx_report_enter(tunedx_report_source_t *source)
{
    source->cache->leaving = take;
    source->cache->context = source;
    OPAL_THREAD_LOCK(&report.lock);
    source->previous = NULL;
    source->next = report.sources;
    if (source->next != NULL) {
        source->next->previous = source;
    }
    report.sources = source;
    OPAL_THREAD_UNLOCK(&report.lock);
}

void tunedx_report_leave(tunedx_report_source_t *source)
{
    take_all(source);
    source->cache->leaving = NULL;
    OPAL_THREAD_LOCK(&report.lock);
    if (source->next != NULL) {
        source->next->previous = source->previous;
    }
    if (source->previous != NULL) {
        source->previous->next = source->next;
    } else {
        report.sources = source->next;
    }
    OPAL_THREAD_UNLOCK(&report.lock);
}

void tunedx_report_clear(void)
{
    free(report.records);
    report.records = NULL;
    report.count = report.room = 0;
}

/* ---- at the end of the job ---- */

static void merge(const tunedx_tree_pile_t *theirs)
{
    const record_t *records = theirs->records;

    for (uint64_t k = 0; k < theirs->count; k++) {
        add(&records[k], true);
    }
    report.searches.found += theirs->sums[0];
    report.searches.missed += theirs->sums[1];
}

static void give(tunedx_tree_pile_t *own)
{
    *own = (tunedx_tree_pile_t){
        .sums = {report.searches.found, report.searches.missed},
        .count = report.count,
        .records = report.records,
    };
}

static int compare(const void *left, const void *right)
{
    const record_t *a = left, *b = right;

    if (a->collective != b->collective) {
        return a->collective - b->collective;
    }
    if (a->bucket != b->bucket) {
        return a->bucket - b->bucket;
    }
    const int order = strcmp(a->method, b->method);

    return order != 0 ? order : strcmp(a->why, b->why);
}

/* "0", "1", "2..3", "1k..2k-1" */
static void print_bucket(int bucket, char *text, size_t size)
{
    static const char suffixes[] = {0, 'k', 'M', 'G', 'T', 'P', 'E'};
    char ends[2][16];

    if (bucket <= 1) {
        snprintf(text, size, "%d", bucket);
        return;
    }
    for (int i = 0; i < 2; i++) {
        const int power = bucket - 1 + i;

        snprintf(ends[i], sizeof ends[i], "%d%.1s", 1 << power % 10,
                 &suffixes[power / 10]);
    }
    snprintf(text, size, "%s..<%s", ends[0], ends[1]);
}

/* What was asked for in vain, by collective and reason. */
static void print_refusals(void)
{
    bool any = false;

    for (uint64_t i = 0; i < report.count; i++) {
        record_t *first = &report.records[i];

        if (*first->refused == '\0') {
            continue;
        }
        if (!any) {
            printf("\n%-11s %10s  %s\n", "collective", "calls",
                   "asked for, and could not serve");
            any = true;
        }
        for (uint64_t k = i + 1; k < report.count; k++) {
            record_t *same = &report.records[k];

            if (same->collective == first->collective &&
                strcmp(same->refused, first->refused) == 0) {
                first->calls += same->calls;
                *same->refused = '\0';
            }
        }
        printf("%-11s %10" PRIu64 "  %s\n",
               tunedx_collective_name((tunedx_collective_t)first->collective),
               first->calls, first->refused);
    }
}

static void print_searches(void)
{
    printf("\nprograms, all ranks: %" PRIu64 " built, %" PRIu64
           " found in the cache\n",
           report.searches.missed, report.searches.found);
}

/* So wide is the column of methods: as the longest, if it can be. */
static int method_width(void)
{
    size_t width = 34;

    for (uint64_t i = 0; i < report.count; i++) {
        const size_t length = strlen(report.records[i].method);

        width = length > width && length <= 72 ? length : width;
    }
    return (int)width;
}

static void print_report(int size)
{
    const int width = method_width();

    if (report.count > 0) {
        qsort(report.records, report.count, sizeof *report.records, compare);
    }
    printf("\ntunedx report, %d ranks.  Calls are counted once for each "
           "communicator; time is the slowest rank's.\n"
           "%-11s %-12s %10s %12s  %-*s %s\n",
           size, "collective", "bytes", "calls", "seconds", width, "method",
           "why");
    if (report.count == 0) {
        printf("tunedx served no call; \"--mca coll_base_verbose 10\" shows "
               "which components did.\n");
    }
    for (uint64_t i = 0; i < report.count; i++) {
        const record_t *record = &report.records[i];
        char bytes[48];

        print_bucket(record->bucket, bytes, sizeof bytes);
        printf("%-11s %-12s %10" PRIu64 " %12.6f  %-*s %s\n",
               tunedx_collective_name((tunedx_collective_t)record->collective),
               bytes, record->calls, 1e-9 * (double)record->nanoseconds, width,
               record->method, record->why);
    }
    print_refusals();
    if (report.count > 0) {
        print_searches();
    }
    fflush(stdout);
}

void tunedx_report_finish(void)
{
    struct ompi_communicator_t *world = &ompi_mpi_comm_world.comm;
    const int rank = ompi_comm_rank(world);

    /* communicators that still exist hand in their records first */
    for (tunedx_report_source_t *source = report.sources; source != NULL;
         source = source->next) {
        take_all(source);
    }
    tunedx_counters_searches(&report.searches.found, &report.searches.missed);
    if (tunedx_tree_gather(sizeof *report.records, merge, give) ==
            OMPI_SUCCESS &&
        rank == 0) {
        print_report(ompi_comm_size(world));
    }
}
