/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The sides of the program times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/times.h"

/* What is tried of coll/tuned where it takes segments. */
static const int segments[] = {0, 2 << 10, 8 << 10, 32 << 10, 128 << 10};
enum { SEGMENTS = sizeof segments / sizeof segments[0] };

static bool refuse(char complaint[TIMES_COMPLAINT], const char *word,
                   const char *expected)
{
    snprintf(complaint, TIMES_COMPLAINT, "--sides: %.100s: expected %s", word,
             expected);
    return false;
}

/* Nothing happens if there is one of that name for the collective. */
static bool add(times_job_t *job, const times_side_t *side,
                char complaint[TIMES_COMPLAINT])
{
    for (int i = 0; i < job->sides_count; i++) {
        const times_side_t *old = &job->sides[i];

        if (strcmp(old->name, side->name) == 0 &&
            (old->is_for_all || old->collective == side->collective)) {
            return true;
        }
    }
    if (job->sides_count == TIMES_MOST_SIDES) {
        snprintf(complaint, TIMES_COMPLAINT, "--sides: more than %d of them",
                 TIMES_MOST_SIDES);
        return false;
    }
    job->sides[job->sides_count++] = *side;
    return true;
}

static bool is_timed(const times_job_t *job, bench_collective_t collective)
{
    for (int i = 0; i < job->count; i++) {
        if (job->cells[i].kind == TIMES_COLLECTIVE &&
            job->cells[i].collective == collective) {
            return true;
        }
    }
    return false;
}

/* ---- coll/tuned ---- */

static bool add_tuned(times_job_t *job, bench_collective_t collective,
                      int algorithm, int segment,
                      char complaint[TIMES_COMPLAINT])
{
    times_side_t side = {.kind = TIMES_TUNED,
                         .collective = collective,
                         .algorithm = algorithm,
                         .segment = segment};

    times_tuned_name(collective, algorithm, side.text);
    if (segment == 0) {
        snprintf(side.name, sizeof side.name, "tuned:%.100s", side.text);
    } else if (segment % 1024 == 0) {
        snprintf(side.name, sizeof side.name, "tuned:%.100s/%dk", side.text,
                 segment / 1024);
    } else {
        snprintf(side.name, sizeof side.name, "tuned:%.100s/%d", side.text,
                 segment);
    }
    return add(job, &side, complaint);
}

/* What coll/tuned only does on two ranks, where it does not abort. */
static bool serves(const times_job_t *job, const char *algorithm)
{
    return strcmp(algorithm, "two_proc") != 0 || job->size == 2;
}

/* Its algorithms for a collective. */
static bool add_all_tuned(times_job_t *job, bench_collective_t collective,
                          char complaint[TIMES_COMPLAINT])
{
    const char *name_of = bench_collective_name(collective);
    const int count = times_tuned_count(collective);

    if (!times_tuned_is_settable(collective)) {
        if (job->rank == 0) {
            fprintf(stderr,
                    "times: tuned:* leaves %s out, whose algorithm is fixed "
                    "when MPI starts (--mca coll_tuned_%s_algorithm N "
                    "--sides=tuned:NAME times one)\n",
                    name_of, name_of);
        }
        return true;
    }
    for (int algorithm = 1; algorithm <= count; algorithm++) {
        char name[TIMES_TEXT];

        if (!times_tuned_name(collective, algorithm, name) ||
            !serves(job, name)) {
            continue;
        }
        const bool takes = times_tuned_takes_segments(collective, name);

        for (int i = 0; i < (takes ? SEGMENTS : 1); i++) {
            if (!add_tuned(job, collective, algorithm, segments[i],
                           complaint)) {
                return false;
            }
        }
    }
    return true;
}

/* ALGORITHM[/SEGMENT], for the collectives that have it: *found. */
static bool add_named_tuned(times_job_t *job, bench_collective_t collective,
                            const char *word, bool *found,
                            char complaint[TIMES_COMPLAINT])
{
    const int count = times_tuned_count(collective);
    const size_t length = strcspn(word, "/");
    size_t segment = 0;
    const char *end = word + length;

    if (*end == '/' &&
        (!times_take_bytes(end + 1, &segment, &end) || *end != '\0')) {
        return refuse(complaint, word, "bytes behind the slash, as chain/8k");
    }
    for (int algorithm = 1; algorithm <= count; algorithm++) {
        char name[TIMES_TEXT];

        if (!times_tuned_name(collective, algorithm, name) ||
            strlen(name) != length || strncmp(name, word, length) != 0) {
            continue;
        }
        if (!serves(job, name)) {
            return refuse(complaint, word, "two ranks");
        }
        *found = true;
        return add_tuned(job, collective, algorithm, (int)segment, complaint);
    }
    return true;
}

static bool parse_tuned(times_job_t *job, const char *word,
                        char complaint[TIMES_COMPLAINT])
{
    const bool all = strcmp(word, "*") == 0;
    bool found = false;

    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        const bench_collective_t collective = (bench_collective_t)i;

        if (!is_timed(job, collective)) {
            continue;
        }
        found = found || all;
        if (all ? !add_all_tuned(job, collective, complaint)
                : !add_named_tuned(job, collective, word, &found, complaint)) {
            return false;
        }
    }
    return found || refuse(complaint, word,
                           "an algorithm of coll/tuned for what is timed");
}

/* ---- the others ---- */

/* tunedx:METHOD, for the collectives that have the algorithm. */
static bool parse_method(times_job_t *job, const char *method,
                         char complaint[TIMES_COMPLAINT])
{
    bool found = false;

    for (int i = 0; i < BENCH_COLLECTIVES; i++) {
        times_side_t side = {.kind = TIMES_METHOD,
                             .collective = (bench_collective_t)i};

        if (!is_timed(job, side.collective) ||
            !times_has_algorithm(side.collective, method)) {
            continue;
        }
        found = true;
        snprintf(side.name, sizeof side.name, "tunedx:%.100s", method);
        snprintf(side.text, sizeof side.text, "%.100s", method);
        if (!add(job, &side, complaint)) {
            return false;
        }
    }
    return found || refuse(complaint, method,
                           "a method of tunedx, which is loaded, for what is "
                           "timed");
}

/* The words of Open MPI's sides, and the one of any other library. */
static const struct {
    const char *name;
    times_side_kind_t kind;
} known[] = {
#ifdef OPEN_MPI
    {"tunedx", TIMES_TUNEDX}, {"default", TIMES_DEFAULT},
    {"han", TIMES_COMPONENT}, {"adapt", TIMES_COMPONENT},
    {"sm", TIMES_COMPONENT},  {"basic", TIMES_COMPONENT},
#else
    {"mpich", TIMES_LIBRARY},
#endif
};

static bool parse_word(times_job_t *job, const char *word,
                       char complaint[TIMES_COMPLAINT])
{
    const bool is_open_mpi = known[0].kind != TIMES_LIBRARY;

    if (strlen(word) > 100) {
        return refuse(complaint, word, "up to 100 characters");
    }
    if (is_open_mpi && strncmp(word, "tuned:", 6) == 0) {
        return parse_tuned(job, word + 6, complaint);
    }
    if (is_open_mpi && strncmp(word, "tunedx:", 7) == 0) {
        return parse_method(job, word + 7, complaint);
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        times_side_t side = {.kind = known[i].kind, .is_for_all = true};

        if (strcmp(word, known[i].name) == 0) {
            snprintf(side.name, sizeof side.name, "%s", word);
            snprintf(side.text, sizeof side.text, "%s", word);
            return add(job, &side, complaint);
        }
    }
    return refuse(complaint, word,
                  is_open_mpi ? "tunedx, tunedx:METHOD, default, "
                                "tuned:ALGORITHM, tuned:*, han, adapt, sm or "
                                "basic"
                              : "mpich, since this is not Open MPI");
}

bool times_sides_parse(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    char *next;

    for (char *word = job->options.sides; word != NULL; word = next) {
        next = strchr(word, ',');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (!parse_word(job, word, complaint)) {
            return false;
        }
    }
    return true;
}
