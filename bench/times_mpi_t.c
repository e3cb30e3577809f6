/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the program times asks for, and learns, through MPI_T.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/times.h"

enum { NAME = 256 };

/* ---- coll/tuned: control variables ---- */

/* The number of the variable coll_tuned_COLLECTIVE_SUFFIX, or -1. */
static int find_variable(bench_collective_t collective, const char *suffix)
{
    char name[NAME];
    int variable;

    snprintf(name, sizeof name, "coll_tuned_%s_%s",
             bench_collective_name(collective), suffix);
    return MPI_T_cvar_get_index(name, &variable) == MPI_SUCCESS ? variable : -1;
}

/* The names of a variable's values, or MPI_T_ENUM_NULL; and whether it can be
 * changed. */
static MPI_T_enum ask(int variable, bool *is_settable)
{
    int name_length = 0, help_length = 0, verbosity, binding, scope;
    MPI_Datatype type;
    MPI_T_enum names = MPI_T_ENUM_NULL;

    *is_settable = false;
    if (variable < 0 ||
        MPI_T_cvar_get_info(variable, NULL, &name_length, &verbosity, &type,
                            &names, NULL, &help_length, &binding,
                            &scope) != MPI_SUCCESS) {
        return MPI_T_ENUM_NULL;
    }
    *is_settable =
        scope != MPI_T_SCOPE_CONSTANT && scope != MPI_T_SCOPE_READONLY;
    return names;
}

static MPI_T_enum find_names(int variable)
{
    bool is_settable;

    return ask(variable, &is_settable);
}

bool times_tuned_is_settable(bench_collective_t collective)
{
    bool is_settable;

    ask(find_variable(collective, "algorithm"), &is_settable);
    return is_settable;
}

int times_tuned_count(bench_collective_t collective)
{
    MPI_T_enum names = find_names(find_variable(collective, "algorithm"));
    int count = 0, length = 0;

    if (names == MPI_T_ENUM_NULL ||
        MPI_T_enum_get_info(names, &count, NULL, &length) != MPI_SUCCESS) {
        return 0;
    }
    return count - 1; /* 0 is to ignore it */
}

bool times_tuned_name(bench_collective_t collective, int algorithm,
                      char name[TIMES_TEXT])
{
    MPI_T_enum names = find_names(find_variable(collective, "algorithm"));
    int value, length = TIMES_TEXT, count = 0, none = 0;

    if (names == MPI_T_ENUM_NULL ||
        MPI_T_enum_get_info(names, &count, NULL, &none) != MPI_SUCCESS) {
        return false;
    }
    for (int i = 0; i < count; i++, length = TIMES_TEXT) {
        if (MPI_T_enum_get_item(names, i, &value, name, &length) ==
                MPI_SUCCESS &&
            value == algorithm) {
            return true;
        }
    }
    return false;
}

/* As Open MPI's help says of most of them, and its sources of the rest. */
bool times_tuned_takes_segments(bench_collective_t collective, const char *name)
{
    static const struct {
        bench_collective_t collective;
        const char *names; /* each between spaces */
    } takers[] = {
        {BENCH_BCAST, " chain pipeline split_binary_tree binary_tree binomial "
                      "knomial "},
        {BENCH_REDUCE, " chain pipeline binary binomial in-order_binary "},
        {BENCH_ALLREDUCE, " segmented_ring "},
        {BENCH_GATHER, " linear_sync "}, /* the first segment */
    };
    char word[TIMES_TEXT + 2];

    snprintf(word, sizeof word, " %s ", name);
    for (size_t i = 0; i < sizeof takers / sizeof *takers; i++) {
        if (takers[i].collective == collective) {
            return strstr(takers[i].names, word) != NULL;
        }
    }
    return false;
}

/* Writes and reads back; nothing is left to do if it has the value. */
static bool set_variable(int variable, int value)
{
    MPI_T_cvar_handle handle;
    int count, now = -1;

    if (variable < 0 || MPI_T_cvar_handle_alloc(variable, NULL, &handle,
                                                &count) != MPI_SUCCESS) {
        return false;
    }
    bool is_set = MPI_T_cvar_read(handle, &now) == MPI_SUCCESS && now == value;

    is_set = is_set ||
             (MPI_T_cvar_write(handle, &value) == MPI_SUCCESS &&
              MPI_T_cvar_read(handle, &now) == MPI_SUCCESS && now == value);

    MPI_T_cvar_handle_free(&handle);
    return is_set;
}

/* It looks at these variables only if this one is set. */
static bool has_dynamic_rules(void)
{
    MPI_T_cvar_handle handle;
    int variable, count;
    char value[sizeof(int)] = ""; /* of a bool, whatever its size is */

    if (MPI_T_cvar_get_index("coll_tuned_use_dynamic_rules", &variable) !=
            MPI_SUCCESS ||
        MPI_T_cvar_handle_alloc(variable, NULL, &handle, &count) !=
            MPI_SUCCESS) {
        return false;
    }
    MPI_T_cvar_read(handle, value);
    MPI_T_cvar_handle_free(&handle);
    return value[0] != 0;
}

bool times_tuned_force(bench_collective_t collective, int algorithm,
                       int segment)
{
    const int size = find_variable(collective, "algorithm_segmentsize");

    return has_dynamic_rules() &&
           set_variable(find_variable(collective, "algorithm"), algorithm) &&
           (size < 0 ? segment == 0 : set_variable(size, segment));
}

/* ---- tunedx: performance variables ---- */

enum { MOST_ALGORITHMS = 64 };

struct times_counters {
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handles[MOST_ALGORITHMS];
    char names[MOST_ALGORITHMS][TIMES_TEXT];
    int count;
};

/* A variable's name; "" if it has none. */
static void read_name(int variable, char name[NAME])
{
    int name_length = NAME, help_length = 0, verbosity, class, binding;
    int read_only, continuous, atomic;
    MPI_Datatype type;
    MPI_T_enum names;

    name[0] = '\0';
    MPI_T_pvar_get_info(variable, name, &name_length, &verbosity, &class, &type,
                        &names, NULL, &help_length, &binding, &read_only,
                        &continuous, &atomic);
}

/* The algorithm whose calls the variable counts, if it is one of the
 * collective's: coll_tunedx_COLLECTIVE_ALGORITHM_calls. */
static bool take_algorithm(bench_collective_t collective, const char *name,
                           char algorithm[TIMES_TEXT])
{
    static const char end[] = "_calls";
    char begin[NAME];

    snprintf(begin, sizeof begin, "coll_tunedx_%s_",
             bench_collective_name(collective));
    const size_t first = strlen(begin), length = strlen(name);

    if (strncmp(name, begin, first) != 0 || length < first + sizeof end ||
        strcmp(name + length - (sizeof end - 1), end) != 0) {
        return false;
    }
    snprintf(algorithm, TIMES_TEXT, "%.*s",
             (int)(length - first - (sizeof end - 1)), name + first);
    return true;
}

bool times_has_algorithm(bench_collective_t collective, const char *method)
{
    char name[NAME];
    int variable;

    snprintf(name, sizeof name, "coll_tunedx_%s_%.*s_calls",
             bench_collective_name(collective),
             (int)(strcspn(method, " ") < 100 ? strcspn(method, " ") : 100),
             method);
    return MPI_T_pvar_get_index(name, MPI_T_PVAR_CLASS_COUNTER, &variable) ==
           MPI_SUCCESS;
}

times_counters_t *times_counters_start(bench_collective_t collective)
{
    times_counters_t *counters = calloc(1, sizeof *counters);
    int variables = 0;

    if (counters == NULL ||
        MPI_T_pvar_session_create(&counters->session) != MPI_SUCCESS) {
        free(counters);
        return NULL;
    }
    MPI_T_pvar_get_num(&variables);
    for (int i = 0; i < variables && counters->count < MOST_ALGORITHMS; i++) {
        MPI_T_pvar_handle *handle = &counters->handles[counters->count];
        char name[NAME];
        int values;

        read_name(i, name);
        if (take_algorithm(collective, name,
                           counters->names[counters->count]) &&
            MPI_T_pvar_handle_alloc(counters->session, i, NULL, handle,
                                    &values) == MPI_SUCCESS) {
            MPI_T_pvar_start(counters->session, *handle);
            counters->count++;
        }
    }
    return counters;
}

bool times_counters_stop(times_counters_t *counters, char method[TIMES_TEXT])
{
    bool found = false;

    if (counters == NULL) {
        return false;
    }
    for (int i = 0; i < counters->count; i++) {
        unsigned long long calls = 0;

        /* All of them: calls that are counted take longer. */
        MPI_T_pvar_stop(counters->session, counters->handles[i]);
        if (MPI_T_pvar_read(counters->session, counters->handles[i], &calls) ==
                MPI_SUCCESS &&
            calls > 0) {
            found = true;
            memcpy(method, counters->names[i], TIMES_TEXT);
        }
    }
    MPI_T_pvar_session_free(&counters->session);
    free(counters);
    return found;
}
