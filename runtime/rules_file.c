/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rules_file.h.
 */
#include "runtime/rules_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compat/compat.h"
#include "decision/generated.h"
#include "decision/match.h"
#include "decision/pack_rules.h"
#include "decision/read_tuned.h"
#include "mca_params/params.h"
#include "tunedx_config.h"

enum { MOST_BYTES = 16 << 20 };

/* Instead of a name. */
#define TUNEDX_NO_FILE "none"

static void tell_fault(void *context, const char *name, int line, size_t column,
                       const char *text)
{
    ++*(int *)context;
    tunedx_tell("tunedx: %s:%d:%zu: %s\n", name, line, column, text);
}

/* Says why the whole file is of no use; that is one fault. */
static int refuse_file(const char *path, const char *why)
{
    tunedx_tell("tunedx: rules file %s: %s.\n"
                "tunedx:   Nothing of it is used; the built-in rules hold.\n",
                path, why);
    return 1;
}

/* The file's bytes, in `arena`; NULL and *why when there are none to be had. */
static const char *load(tunedx_arena_t *arena, const char *path, size_t *length,
                        const char **why)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    char *text = NULL;

    if (file == NULL || fstat(fileno(file), &status) != 0) {
        *why = strerror(errno);
    } else if (!S_ISREG(status.st_mode)) {
        *why = "this is no regular file";
    } else if (status.st_size > MOST_BYTES) {
        *why = "expected at most 16 MiB";
    } else {
        const size_t size = (size_t)status.st_size;

        text = tunedx_arena_take(arena, size + 1);
        *length = text == NULL ? 0 : fread(text, 1, size + 1, file);
        if (text == NULL || ferror(file) || *length != size) {
            *why = text == NULL        ? "memory is short"
                   : ferror(file) != 0 ? strerror(errno)
                                       : "it changed while it was read";
            text = NULL;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

static int check_match(const tunedx_site_t *site, tunedx_rules_t *rules)
{
    const tunedx_pair_t *other = tunedx_match_find(&rules->match, site);
    char own[128];

    if (other == NULL) {
        return 0;
    }
    tunedx_match_describe(site, other->name, own, sizeof own);
    tunedx_tell("tunedx: %s:%d:%zu: the file is for %s %s, but here is %s.\n"
                "tunedx:   Nothing of it is used; the built-in rules hold.\n",
                rules->name, other->line, other->column, other->name,
                other->value, own);
    rules->count = 0;
    return 1;
}

/* Parses a text in one of the formats that are read here; returns the number of
 * faults. */
static int parse(tunedx_arena_t *arena, const char *path, const char *text,
                 size_t length, tunedx_rules_t *rules)
{
    int faults = 0;

    switch (tunedx_rules_detect(text, length)) {
    case TUNEDX_RULES_TUNED:
        tunedx_tuned_parse(arena, path, text, length, tell_fault, &faults,
                           rules);
        break;
    case TUNEDX_RULES_TUNED_JSON:
        return refuse_file(path, "coll/tuned's rules in JSON are not read "
                                 "here; \"tunedx convert\" makes a rules "
                                 "file of them");
    case TUNEDX_RULES_NATIVE:
    case TUNEDX_RULES_UNKNOWN:
        tunedx_rules_parse(arena, path, text, length, tell_fault, &faults,
                           rules);
        break;
    }
    return faults;
}

/* Leaves out of `rules`, which live in `arena`, what cannot be used: all of a
 * file that is for another site.  Returns the number of faults. */
static int read_file(tunedx_arena_t *arena, const char *path,
                     const tunedx_site_t *site, tunedx_rules_t *rules)
{
    const char *why = "", *text;
    size_t length = 0;

    *rules = (tunedx_rules_t){.name = path};
    text = load(arena, path, &length, &why);
    if (text == NULL) {
        return refuse_file(path, why);
    }
    const int faults = parse(arena, path, text, length, rules);

    return faults + check_match(site, rules);
}

/* The file that is named; NULL: none.  Who has told coll/tuned of a file and us
 * of none has the same file here, and is told so. */
static const char *find_path(void)
{
    static const char name[] = "coll_tuned_dynamic_rules_filename";
    const char *path = tunedx_params.rules_file;

    if (path != NULL && *path != '\0') {
        return strcmp(path, TUNEDX_NO_FILE) == 0 ? NULL : path;
    }
    path = tunedx_params_of_tuned("dynamic_rules_filename");
    if (path == NULL || *path == '\0') {
        return NULL;
    }
    tunedx_tell("tunedx: rules file %s, since %s names it.\n"
                "tunedx:   It is read as Open MPI 4.1 does; "
                "coll_tunedx_rules_file names another one, or none with the "
                "word \"" TUNEDX_NO_FILE "\".\n",
                path, name);
    return path;
}

void tunedx_decision_name(const char *build, char *text, size_t size)
{
    if (tunedx_generated.count > 0) {
        snprintf(text, size, "%s, decision %s", build, tunedx_generated.digest);
    } else {
        snprintf(text, size, "%s", build);
    }
}

static tunedx_site_t make_site(int ranks, int nodes, char *host, size_t size)
{
    memset(host, 0, size);
    gethostname(host, size - 1);
    return (tunedx_site_t){
        .ompi = TUNEDX_OMPI_VERSION,
        .tunedx = TUNEDX_VERSION,
        .host = host,
        .ranks = (size_t)ranks,
        .nodes = (size_t)nodes,
    };
}

static int end_if_strict(void)
{
    if (tunedx_params.strict) {
        tunedx_tell("tunedx: the job is aborted (coll_tunedx_strict).\n");
        return OMPI_ERR_BAD_PARAM;
    }
    return OMPI_SUCCESS;
}

int tunedx_decision_check(int ranks, int nodes, bool *holds)
{
    const tunedx_generated_t *generated = &tunedx_generated;
    char host[256], own[128];
    const tunedx_site_t site = make_site(ranks, nodes, host, sizeof host);
    const tunedx_pair_t *other = tunedx_match_find(&generated->match, &site);

    *holds = generated->count > 0 && other == NULL;
    if (generated->count == 0 || other == NULL) {
        return OMPI_SUCCESS;
    }
    tunedx_match_describe(&site, other->name, own, sizeof own);
    tunedx_tell("tunedx: %s, compiled in: %s, line %d: it is for %s %s, but "
                "here is %s.\n"
                "tunedx:   Nothing of it is used; the built-in rules hold.\n",
                generated->file, generated->rules, other->line, other->name,
                other->value, own);
    return end_if_strict();
}

int tunedx_rules_file_pack(int ranks, int nodes, void **bytes, size_t *length)
{
    const char *path = find_path();
    tunedx_arena_t arena = tunedx_arena_empty();
    char host[256];
    const tunedx_site_t site = make_site(ranks, nodes, host, sizeof host);
    tunedx_rules_t rules;
    int rc = OMPI_SUCCESS;

    *bytes = NULL;
    *length = 0;
    if (path == NULL) {
        return OMPI_SUCCESS;
    }
    if (read_file(&arena, path, &site, &rules) > 0) {
        rc = end_if_strict();
    }
    if (rc == OMPI_SUCCESS) {
        *bytes = tunedx_rules_pack(&rules, length);
        rc = *bytes == NULL ? OMPI_ERR_OUT_OF_RESOURCE : OMPI_SUCCESS;
    }
    tunedx_arena_free(&arena);
    return rc;
}
