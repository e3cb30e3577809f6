/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of parameter values, with messages that name the parameter, where its
 * value came from, what was expected and what happens next.
 */
#include "decision/nearest.h"
#include "decision/parse_method.h"
#include "mca_params/params.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

extern char **environ;

#define ENVIRONMENT_PREFIX "OMPI_MCA_coll_tunedx_"

enum { MAX_NAMES = 2 * TUNEDX_COLLECTIVES + 16, LINE = 1024 };

/* The line of `file` that sets `name`, from 1; 0: not found. */
static int find_line(const char *file, const char *name)
{
    FILE *stream = fopen(file, "r");
    char line[LINE];
    int number = 0, found = 0;

    while (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
        const char *text = line + strspn(line, " \t");
        const size_t length = strlen(name);

        number++;
        if (strncmp(text, name, length) == 0 &&
            strchr(" \t=", text[length]) != NULL) {
            found = number;
        }
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return found;
}

/* Where the value of `name` (without the prefix) was set. */
static void describe_source(const char *name, char *text, size_t size)
{
    mca_base_var_source_t source = MCA_BASE_VAR_SOURCE_DEFAULT;
    const int index = mca_base_var_find("ompi", "coll", "tunedx", name);
    const char *file = NULL;
    char full[96];

    if (index >= 0) {
        mca_base_var_get_value(index, NULL, &source, &file);
    }
    snprintf(full, sizeof full, "coll_tunedx_%s", name);
    if (source == MCA_BASE_VAR_SOURCE_FILE && file != NULL) {
        snprintf(text, size, "set in %s, line %d", file, find_line(file, full));
    } else if (source == MCA_BASE_VAR_SOURCE_ENV) {
        snprintf(text, size,
                 "set on the command line of mpirun or in the environment");
    } else if (source == MCA_BASE_VAR_SOURCE_COMMAND_LINE) {
        snprintf(text, size, "set on the command line");
    } else {
        snprintf(text, size, "set by the program, through MPI_T");
    }
}

/* How the job goes on after a bad value: at the start, and later. */
static const char *const next = "The job goes on with the default.";
static const char *const next_later = "The value from before holds.";

static const char *what_next(const char *otherwise)
{
    return tunedx_params.strict && otherwise == next
               ? "The job is aborted (coll_tunedx_strict)."
               : otherwise;
}

static bool has_algorithms(int collective)
{
    size_t count;

    tunedx_algorithms_of((tunedx_collective_t)collective, &count);
    return count > 0;
}

/* Nothing is forced by this value. */
static bool is_automatic(const char *text)
{
    return strcmp(text, TUNEDX_AUTOMATIC) == 0 || strcmp(text, "0") == 0;
}

/* Whether the value names a method; if not, that is told to whom it may
 * concern. */
static bool check_text(int collective, const char *text, bool tells,
                       const char *otherwise)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_complaint_t complaint;
    char name[64], source[LINE];
    const bool good =
        tunedx_method_parse(&arena, (tunedx_collective_t)collective, text,
                            strlen(text), &complaint) != NULL;

    tunedx_arena_free(&arena);
    if (good || !tells) {
        return good;
    }
    snprintf(name, sizeof name, "%s_algorithm",
             tunedx_collective_name((tunedx_collective_t)collective));
    describe_source(name, source, sizeof source);
    tunedx_tell("tunedx: parameter coll_tunedx_%s = \"%.200s%s\", %s:\n"
                "tunedx:   at character %zu: %s\n"
                "tunedx:   %s\n",
                name, text, strlen(text) > 200 ? "..." : "", source,
                complaint.column, complaint.text, what_next(otherwise));
    return false;
}

/* The value as set; an empty one comes as NULL. */
static const char *set_method(int collective)
{
    return tunedx_params.algorithm[collective] == NULL
               ? ""
               : tunedx_params.algorithm[collective];
}

static bool check_method(int collective)
{
    const char *text = set_method(collective);

    tunedx_params.method[collective] = TUNEDX_AUTOMATIC;
    if (!has_algorithms(collective) || is_automatic(text)) {
        return true;
    }
    if (check_text(collective, text, true, next)) {
        tunedx_params.method[collective] = text;
        return true;
    }
    return false;
}

static bool check_range(const char *name, int *value, int least, int most,
                        int fallback, bool tells, const char *otherwise)
{
    char source[LINE];

    if (least <= *value && *value <= most) {
        return true;
    }
    if (tells) {
        describe_source(name, source, sizeof source);
        tunedx_tell("tunedx: parameter coll_tunedx_%s = %d, %s: expected %d to "
                    "%d.\n"
                    "tunedx:   %s\n",
                    name, *value, source, least, most, what_next(otherwise));
    }
    *value = fallback;
    return false;
}

static bool check_reproducible(void)
{
    /* an empty value comes as NULL */
    const char *text =
        tunedx_params.reproducible == NULL ? "" : tunedx_params.reproducible;
    const char *words[TUNEDX_REPRODUCIBLES];
    char source[LINE];

    tunedx_params.reproduces = TUNEDX_REPRODUCIBLE_NO;
    if (tunedx_reproducible_find(text, &tunedx_params.reproduces)) {
        return true;
    }
    for (int i = 0; i < TUNEDX_REPRODUCIBLES; i++) {
        words[i] = tunedx_reproducible_name((tunedx_reproducible_t)i);
    }
    const char *nearest =
        tunedx_nearest(text, strlen(text), words, TUNEDX_REPRODUCIBLES);
    describe_source("reproducible", source, sizeof source);
    tunedx_tell("tunedx: parameter coll_tunedx_reproducible = \"%.200s%s\", "
                "%s: expected no, run or ranks%s%s%s\n"
                "tunedx:   %s\n",
                text, strlen(text) > 200 ? "..." : "", source,
                nearest == NULL ? "" : "; did you mean ",
                nearest == NULL ? "" : nearest, nearest == NULL ? "." : "?",
                what_next(next));
    return false;
}

/* ---- changes at run time ---- */

/* What holds, beside tunedx_params.method. */
static int held_window;
static tunedx_arena_t texts; /* of methods that were set at run time */

/* Has MPI_T show what holds. */
static void show_method(int collective)
{
    const char *holds = tunedx_params.method[collective];
    char name[64];

    if (strcmp(set_method(collective), holds) == 0) {
        return;
    }
    snprintf(name, sizeof name, "%s_algorithm",
             tunedx_collective_name((tunedx_collective_t)collective));
    mca_base_var_set_value(mca_base_var_find("ompi", "coll", "tunedx", name),
                           holds, strlen(holds) + 1, MCA_BASE_VAR_SOURCE_SET,
                           NULL);
}

void tunedx_params_hold(void)
{
    held_window = tunedx_params.window;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        show_method(i);
    }
}

static int take_method(int collective, bool tells, bool *changed)
{
    const char *text = set_method(collective);
    char *copy;

    if (strcmp(text, tunedx_params.method[collective]) == 0) {
        return OMPI_SUCCESS;
    }
    if (is_automatic(text)) {
        text = TUNEDX_AUTOMATIC;
    }
    if (strcmp(text, tunedx_params.method[collective]) != 0 &&
        (is_automatic(text) ||
         check_text(collective, text, tells, next_later))) {
        copy = tunedx_arena_copy_text(&texts, text, strlen(text));
        if (copy == NULL) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
        tunedx_params.method[collective] = copy;
        *changed = true;
    }
    show_method(collective);
    return OMPI_SUCCESS;
}

int tunedx_params_take_changes(bool tells, bool *changed)
{
    int rc = OMPI_SUCCESS;

    *changed = false;
    if (tunedx_params.window != held_window &&
        check_range("window", &tunedx_params.window, 1, TUNEDX_MAX_WINDOW,
                    held_window, tells, next_later)) {
        held_window = tunedx_params.window;
        *changed = true;
    }
    for (int i = 0; i < TUNEDX_COLLECTIVES && rc == OMPI_SUCCESS; i++) {
        rc = take_method(i, tells, changed);
    }
    return rc;
}

void tunedx_params_forget(void)
{
    tunedx_arena_free(&texts);
}

/* ---- names that no parameter has ---- */

static size_t collect_names(char storage[][64], const char **names)
{
    size_t count = 0;

#define TUNEDX_PARAMETER(name, type, value, level, agreed, help)  \
    snprintf(storage[count], sizeof storage[count], "%s", #name); \
    count++;
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (has_algorithms(i)) {
            snprintf(storage[count], sizeof storage[count], "%s_algorithm",
                     tunedx_collective_name((tunedx_collective_t)i));
            count++;
        }
    }
    for (size_t i = 0; i < count; i++) {
        names[i] = storage[i];
    }
    return count;
}

static void check_environment(void)
{
    static char storage[MAX_NAMES][64];
    const char *names[MAX_NAMES];
    const size_t count = collect_names(storage, names);

    for (char **entry = environ; *entry != NULL; entry++) {
        const char *name = *entry + strlen(ENVIRONMENT_PREFIX);
        bool known = false;

        if (strncmp(*entry, ENVIRONMENT_PREFIX, strlen(ENVIRONMENT_PREFIX)) !=
            0) {
            continue;
        }
        const size_t length = strcspn(name, "=");
        for (size_t i = 0; i < count; i++) {
            known = known || (strlen(names[i]) == length &&
                              memcmp(names[i], name, length) == 0);
        }
        if (known) {
            continue;
        }
        const char *nearest = tunedx_nearest(name, length, names, count);
        tunedx_tell("tunedx: there is no parameter coll_tunedx_%.*s, which is "
                    "set on the command line of mpirun or in the "
                    "environment%s%s%s\n"
                    "tunedx:   It has no effect. "
                    "\"ompi_info --param coll tunedx --level 9\" lists all.",
                    (int)length, name,
                    nearest == NULL ? "" : "; did you mean coll_tunedx_",
                    nearest == NULL ? "" : nearest,
                    nearest == NULL ? "." : "?");
    }
}

int tunedx_params_check(void)
{
    int bad = 0;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        bad += !check_method(i);
    }
    bad += !check_range("window", &tunedx_params.window, 1, TUNEDX_MAX_WINDOW,
                        TUNEDX_DEFAULT_WINDOW, true, next);
    bad += !check_range("piece", &tunedx_params.piece, -1, INT_MAX, -1, true,
                        next);
    bad +=
        !check_range("verbose", &tunedx_params.verbose, 0, 100, 0, true, next);
    bad += !check_reproducible();
    check_environment();
    if (tunedx_params.piece < 0) {
        tunedx_params.piece = tunedx_compat_tcp_eager_limit() / 2;
    }
    return bad;
}
