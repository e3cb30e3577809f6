/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Checks of parameter values, with messages that name the parameter, where its
 * value came from, what was expected and what happens next.
 */
#include "decision/nearest.h"
#include "decision/parse_method.h"
#include "mca_params/params.h"

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
        snprintf(text, size, "set by the program");
    }
}

static const char *what_next(void)
{
    return tunedx_params.strict ? "The job is aborted (coll_tunedx_strict)."
                                : "The job goes on with the default.";
}

static bool has_algorithms(int collective)
{
    size_t count;

    tunedx_algorithms_of((tunedx_collective_t)collective, &count);
    return count > 0;
}

static bool check_method(int collective)
{
    /* an empty value comes as NULL */
    const char *text = tunedx_params.algorithm[collective] == NULL
                           ? ""
                           : tunedx_params.algorithm[collective];
    tunedx_arena_t arena = tunedx_arena_empty();
    tunedx_complaint_t complaint;
    char name[64], source[LINE];

    tunedx_params.method[collective] = TUNEDX_AUTOMATIC;
    if (!has_algorithms(collective) || strcmp(text, TUNEDX_AUTOMATIC) == 0 ||
        strcmp(text, "0") == 0) {
        return true;
    }
    const bool good =
        tunedx_method_parse(&arena, (tunedx_collective_t)collective, text,
                            strlen(text), &complaint) != NULL;
    tunedx_arena_free(&arena);
    if (good) {
        tunedx_params.method[collective] = text;
        return true;
    }
    snprintf(name, sizeof name, "%s_algorithm",
             tunedx_collective_name((tunedx_collective_t)collective));
    describe_source(name, source, sizeof source);
    tunedx_tell("tunedx: parameter coll_tunedx_%s = \"%.200s%s\", %s:\n"
                "tunedx:   at character %zu: %s\n"
                "tunedx:   %s\n",
                name, text, strlen(text) > 200 ? "..." : "", source,
                complaint.column, complaint.text, what_next());
    return false;
}

static bool check_range(const char *name, int *value, int least, int most,
                        int fallback)
{
    char source[LINE];

    if (least <= *value && *value <= most) {
        return true;
    }
    describe_source(name, source, sizeof source);
    tunedx_tell("tunedx: parameter coll_tunedx_%s = %d, %s: expected %d to "
                "%d.\n"
                "tunedx:   %s\n",
                name, *value, source, least, most, what_next());
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
                what_next());
    return false;
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
                        TUNEDX_DEFAULT_WINDOW);
    bad += !check_range("verbose", &tunedx_params.verbose, 0, 100, 0);
    bad += !check_reproducible();
    check_environment();
    return bad;
}
