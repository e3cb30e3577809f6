/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See profile_file.h.
 */
#include "runtime/profile_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "compat/compat.h"
#include "runtime/call.h"

/* The form in which the lines are written; another one gets another number. */
#define SCHEMA "\"tunedx_profile\": 1"

enum { ID_TEXT = 160 };

static const char *const forms[TUNEDX_FORMS] = {"blocking", "nonblocking",
                                                "persistent"};

static int open_file(const char *path)
{
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY,
                0666);
}

bool tunedx_profile_file_probe(const char *path)
{
    const int file = open_file(path);

    if (file < 0) {
        tunedx_tell("tunedx: profile file %s (coll_tunedx_profile_file): %s.\n"
                    "tunedx:   The job goes on without a profile.\n",
                    path, strerror(errno));
        return false;
    }
    close(file);
    return true;
}

/* ---- lines ---- */

/* Host, process and second: no two jobs have the same. */
static void make_id(char *id)
{
    char host[64] = "";

    gethostname(host, sizeof host - 1);
    snprintf(id, ID_TEXT, "%s-%ld-%lld", host, (long)getpid(),
             (long long)time(NULL));
}

/* The text in quotes, as JSON has it; other bytes than ASCII as question marks,
 * since a name need not be UTF-8. */
static void write_string(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\') {
            fprintf(out, "\\%c", c);
        } else {
            fputc(c < ' ' || c > '~' ? '?' : c, out);
        }
    }
    fputc('"', out);
}

static void write_job(FILE *out, const char *id,
                      const tunedx_profile_job_t *job, size_t count)
{
    fprintf(out, "{" SCHEMA ", \"type\": \"job\", \"job\": ");
    write_string(out, id);
    fprintf(out, ", \"program\": ");
    write_string(out, program_invocation_short_name);
    fprintf(out,
            ", \"ranks\": %d, \"nodes\": %d, \"seconds\": %.6f, "
            "\"records\": %zu, \"complete\": %s}\n",
            job->ranks, job->nodes, job->seconds, count,
            job->incomplete ? "false" : "true");
}

static void write_record(FILE *out, const char *id,
                         const tunedx_profile_record_t *record)
{
    const tunedx_collective_t collective =
        (tunedx_collective_t)record->collective;

    fprintf(out, "{" SCHEMA ", \"type\": \"calls\", \"job\": ");
    write_string(out, id);
    fprintf(out,
            ", \"collective\": \"%s\", \"form\": \"%s\", \"ranks\": %d, "
            "\"nodes\": %d, \"ppn\": %d, ",
            tunedx_collective_name(collective), forms[record->form],
            record->ranks, record->nodes, record->ppn);
    if (record->bytes == TUNEDX_PROFILE_NO_BYTES) {
        fprintf(out, "\"bytes\": null, ");
    } else {
        fprintf(out, "\"bytes\": %llu, ", (unsigned long long)record->bytes);
    }
    if (record->last_bytes != record->bytes) {
        fprintf(out, "\"last_bytes\": %llu, ",
                (unsigned long long)record->last_bytes);
    }
    fprintf(out,
            "\"calls\": %llu, \"seconds\": %.9f, \"seconds_slowest\": %.9f}\n",
            (unsigned long long)record->calls,
            1e-9 * (double)record->nanoseconds, 1e-9 * (double)record->slowest);
}

/* The lines, which the caller frees; NULL when memory is short. */
static char *compose(const tunedx_profile_job_t *job,
                     const tunedx_profile_record_t *records, size_t count,
                     size_t *length)
{
    char id[ID_TEXT], *text = NULL;
    FILE *out = open_memstream(&text, length);

    if (out == NULL) {
        return NULL;
    }
    make_id(id);
    write_job(out, id, job, count);
    for (size_t i = 0; i < count; i++) {
        write_record(out, id, &records[i]);
    }
    const bool is_whole = ferror(out) == 0;
    if (fclose(out) != 0 || !is_whole) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- the file ---- */

/* Writes all in one go; returns what is wrong, or NULL. */
static const char *append(const char *path, const char *text, size_t length)
{
    const int file = open_file(path);
    const char *why = NULL;

    if (file < 0) {
        return strerror(errno);
    }
    const ssize_t written = write(file, text, length);
    if (written < 0) {
        why = strerror(errno);
    } else if ((size_t)written != length) {
        why = "not all of it could be written";
    }
    if (close(file) != 0 && why == NULL) {
        why = strerror(errno);
    }
    return why;
}

void tunedx_profile_file_append(const char *path,
                                const tunedx_profile_job_t *job,
                                const tunedx_profile_record_t *records,
                                size_t count)
{
    size_t length = 0;
    char *text = compose(job, records, count, &length);
    const char *why =
        text == NULL ? "memory is short" : append(path, text, length);

    if (why != NULL) {
        tunedx_tell("tunedx: profile file %s (coll_tunedx_profile_file): %s.\n"
                    "tunedx:   The profile of this job is lost.\n",
                    path, why);
    }
    free(text);
}
