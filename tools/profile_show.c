/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See profile_show.h.  The shares are those in which Rabenseifner (2004)
 * describes the use of MPI at a site.
 */
#include "tools/profile_show.h"

#include <stdlib.h>
#include <string.h>

/* Sizes below these bounds, and not below the one before. */
static const struct {
    size_t end;
    const char *words;
} size_classes[TOOL_SIZE_CLASSES - 1] = {
    {1, "none"},
    {64, "1..63"},
    {1 << 10, "64..1k-1"},
    {16 << 10, "1k..16k-1"},
    {256 << 10, "16k..256k-1"},
    {4 << 20, "256k..4M-1"},
    {SIZE_MAX, "4M.."},
};

static bool is_power_of_two(size_t ranks)
{
    return (ranks & (ranks - 1)) == 0;
}

/* ---- adding up ---- */

static void add(tool_share_t *share, const tool_profile_calls_t *calls)
{
    share->calls += (double)calls->calls;
    share->seconds += calls->seconds;
}

static tool_share_t *size_class(tool_profile_sum_t *sum,
                                const tool_profile_calls_t *calls)
{
    int i = 0;

    if (!calls->has_bytes) {
        return &sum->sizes[TOOL_SIZE_CLASSES - 1];
    }
    while (i < TOOL_SIZE_CLASSES - 2 && calls->bytes >= size_classes[i].end) {
        i++;
    }
    return &sum->sizes[i];
}

static tool_share_t *rank_class(tool_profile_sum_t *sum, size_t ranks)
{
    size_t i = 0;

    while (i < sum->ranks_count && sum->ranks[i].ranks < ranks) {
        i++;
    }
    if (i < sum->ranks_count && sum->ranks[i].ranks == ranks) {
        return &sum->ranks[i];
    }
    if (sum->ranks_count == TOOL_RANK_CLASSES) {
        return &sum->other_ranks;
    }
    memmove(&sum->ranks[i + 1], &sum->ranks[i],
            (sum->ranks_count - i) * sizeof sum->ranks[0]);
    sum->ranks_count++;
    sum->ranks[i] = (tool_share_t){.ranks = ranks};
    return &sum->ranks[i];
}

void tool_profile_add(tool_profile_sum_t *sum, const tool_profile_line_t *line)
{
    const tool_profile_calls_t *calls = &line->of_calls;

    if (line->is_job) {
        const double rank_seconds =
            line->of_job.seconds * (double)line->of_job.ranks;
        const bool is_odd = !is_power_of_two(line->of_job.ranks);

        sum->jobs++;
        sum->incomplete += !line->of_job.complete;
        sum->job_seconds += line->of_job.seconds;
        sum->rank_seconds += rank_seconds;
        sum->odd_jobs += is_odd;
        sum->odd_rank_seconds += is_odd ? rank_seconds : 0;
        return;
    }
    add(&sum->all, calls);
    add(&sum->collectives[calls->collective], calls);
    add(size_class(sum, calls), calls);
    add(rank_class(sum, calls->ranks), calls);
}

/* ---- printing ---- */

static double percent(double part, double whole)
{
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_head(const char *what)
{
    printf("\n%-22s %14s %7s %16s %7s\n", what, "calls", "%", "rank-seconds",
           "%");
}

static void print_share(const tool_profile_sum_t *sum, const char *what,
                        const tool_share_t *share)
{
    printf("%-22s %14.0f %7.2f %16.6f %7.2f\n", what, share->calls,
           percent(share->calls, sum->all.calls), share->seconds,
           percent(share->seconds, sum->all.seconds));
}

static void print_jobs(const tool_profile_sum_t *sum)
{
    printf("jobs                   %zu%s\n", sum->jobs,
           sum->incomplete > 0 ? ", some of them incomplete" : "");
    printf("their time             %.3f s, %.3f rank-seconds\n",
           sum->job_seconds, sum->rank_seconds);
    printf("in collectives         %.3f rank-seconds, %.2f %%\n",
           sum->all.seconds, percent(sum->all.seconds, sum->rank_seconds));
    printf("ranks no power of two  %zu jobs, %.2f %% of the rank-seconds\n",
           sum->odd_jobs, percent(sum->odd_rank_seconds, sum->rank_seconds));
}

static const tool_share_t *shares; /* what is being sorted */

static int compare(const void *left, const void *right)
{
    const int a = *(const int *)left, b = *(const int *)right;

    return shares[a].seconds != shares[b].seconds
               ? (shares[a].seconds < shares[b].seconds) -
                     (shares[a].seconds > shares[b].seconds)
               : a - b;
}

static void print_collectives(const tool_profile_sum_t *sum)
{
    int order[TUNEDX_COLLECTIVES];

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        order[i] = i;
    }
    shares = sum->collectives;
    qsort(order, TUNEDX_COLLECTIVES, sizeof order[0], compare);
    print_head("collective");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (shares[order[i]].calls > 0) {
            print_share(sum,
                        tunedx_collective_name((tunedx_collective_t)order[i]),
                        &shares[order[i]]);
        }
    }
}

static void print_sizes(const tool_profile_sum_t *sum)
{
    print_head("bytes");
    for (int i = 0; i < TOOL_SIZE_CLASSES; i++) {
        if (sum->sizes[i].calls > 0) {
            print_share(sum,
                        i < TOOL_SIZE_CLASSES - 1 ? size_classes[i].words
                                                  : "no common size",
                        &sum->sizes[i]);
        }
    }
}

static void print_ranks(const tool_profile_sum_t *sum)
{
    tool_share_t powers = {.ranks = 0}, others = sum->other_ranks;

    for (size_t i = 0; i < sum->ranks_count; i++) {
        tool_share_t *share =
            is_power_of_two(sum->ranks[i].ranks) ? &powers : &others;

        share->calls += sum->ranks[i].calls;
        share->seconds += sum->ranks[i].seconds;
    }
    print_head("ranks of communicator");
    print_share(sum, "powers of two", &powers);
    for (int odd = 0; odd < 2; odd++) {
        if (odd == 1) {
            print_share(sum, "others", &others);
        }
        for (size_t i = 0; i < sum->ranks_count; i++) {
            char ranks[32];

            if (is_power_of_two(sum->ranks[i].ranks) == (odd == 0)) {
                snprintf(ranks, sizeof ranks, "  %zu", sum->ranks[i].ranks);
                print_share(sum, ranks, &sum->ranks[i]);
            }
        }
    }
}

void tool_profile_print(tool_profile_sum_t *sum)
{
    print_jobs(sum);
    print_collectives(sum);
    print_sizes(sum);
    print_ranks(sum);
}
