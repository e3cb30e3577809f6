/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The results of the program times: a file of JSON lines, and a table.
 * doc/benchmarks.md describes both.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "bench/times.h"
#include "model/limit.h"
#include "tunedx_config.h"

/* ---- JSON ---- */

static void print_text(FILE *out, const char *key, const char *text)
{
    fprintf(out, "\"%s\":\"", key);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"' || *at == '\\') {
            fprintf(out, "\\%c", *at);
        } else if ((unsigned char)*at < ' ') {
            fprintf(out, "\\u%04x", (unsigned)*at);
        } else {
            fputc(*at, out);
        }
    }
    fputs("\"", out);
}

static void print_times(FILE *out, const char *key, const double *times,
                        int count)
{
    fprintf(out, "\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s%.3f", i == 0 ? "" : ",", times[i]);
    }
    fputs("]", out);
}

/* The processor, as Linux names it; "" if it does not. */
static void find_processor(char *name, size_t room)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[256];

    name[0] = '\0';
    while (file != NULL && name[0] == '\0' &&
           fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            snprintf(name, room, "%s", strchr(line, ':') + 2);
            name[strcspn(name, "\n")] = '\0';
        }
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* What the library calls itself, without what follows the version. */
static void find_library(char library[MPI_MAX_LIBRARY_VERSION_STRING])
{
    int length;

    MPI_Get_library_version(library, &length);
    library[strcspn(library, ",\n")] = '\0';
    for (char *at = strchr(library, '\t'); at != NULL; at = strchr(at, '\t')) {
        *at = ' ';
    }
}

static int count_lines(const times_job_t *job)
{
    int lines = 0;

    for (int i = 0; i < job->count; i++) {
        lines += job->cells[i].count;
    }
    return lines;
}

static void print_head(const times_job_t *job, FILE *out)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING], processor[128];
    char machine[512];
    struct utsname host;

    find_library(library);
    find_processor(processor, sizeof processor);
    uname(&host);
    snprintf(machine, sizeof machine, "%s %s %s, %s, %ld cores", host.sysname,
             host.release, host.machine, processor,
             sysconf(_SC_NPROCESSORS_ONLN));
    fputs("{\"results\":1,", out);
    print_text(out, "launch", job->launch);
    fputs(",", out);
    print_text(out, "library", library);
    fputs(",", out);
    print_text(out, "tunedx", TUNEDX_VERSION);
    fputs(",", out);
    print_text(out, "machine", machine);
    fprintf(out, ",\"ranks\":%d,\"nodes\":%d,\"ppn\":%d,", job->size,
            job->hosts, job->ppn);
    print_text(out, "order", job->order);
    fprintf(out, ",\"load\":%.2f,\"seed\":%lu,", job->load, job->options.seed);
    print_text(out, "start", job->options.barrier ? "barrier" : "window");
    fputs(",", out);
    print_text(out, "network", job->options.network);
    fputs(",", out);
    print_text(out, "grid", job->options.grid);
    fprintf(out, ",\"late\":%.1f,\"lines\":%d}\n", job->late, count_lines(job));
}

static void print_series(const times_job_t *job, const times_cell_t *cell,
                         const times_series_t *series, FILE *out)
{
    const bool reduces = bench_collective_is_reduction(cell->collective);

    fputs("{", out);
    if (cell->kind == TIMES_COLLECTIVE) {
        print_text(out, "collective", bench_collective_name(cell->collective));
        fputs(",", out);
        print_text(out, "side", series->side->name);
        fputs(",", out);
        print_text(out, "method", series->method);
        fprintf(out, ",\"ranks\":%d,\"nodes\":%d,\"ppn\":%d,\"bytes\":%zu,",
                job->size, job->hosts, job->ppn, cell->bytes);
        if (bench_collective_is_rooted(cell->collective)) {
            fprintf(out, "\"root\":%d,", cell->root);
        }
        print_text(out, "operation",
                   reduces ? bench_reduction_name(cell->reduction) : "");
        fputs(",", out);
    } else if (cell->kind == TIMES_EXCHANGE) {
        fprintf(out, "\"exchange\":%zu,\"piece\":%zu,", cell->bytes,
                cell->piece);
    } else {
        fprintf(out, "\"transfer\":%zu,", cell->bytes);
    }
    print_times(out, "usec", series->usec, job->options.calls);
    if (cell->kind == TIMES_COLLECTIVE) {
        fputs(",", out);
        print_times(out, "slowest", series->slowest, job->options.calls);
        fprintf(out, ",\"right\":%s,\"source\":\"measured\"",
                series->is_right ? "true" : "false");
    }
    fputs("}\n", out);
}

/* A whole line at a time, so that one job's are not in the middle of another's,
 * and none is cut off. */
static bool append(int file, const times_job_t *job, const times_cell_t *cell,
                   const times_series_t *series)
{
    char *line = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&line, &length);

    if (out == NULL) {
        return false;
    }
    if (cell == NULL) {
        print_head(job, out);
    } else {
        print_series(job, cell, series, out);
    }
    bool done = fclose(out) == 0;

    done = done && write(file, line, length) == (ssize_t)length;
    free(line);
    return done;
}

bool times_open_output(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    const char *name = job->options.output;
    int done = 1;

    job->file = -1;
    if (job->rank == 0 && name != NULL) {
        job->file = open(name, O_WRONLY | O_APPEND | O_CREAT, 0666);
        done = job->file >= 0;
    }
    if (!done) {
        snprintf(complaint, TIMES_COMPLAINT, "%.100s: %s", name,
                 strerror(errno));
    }
    MPI_Bcast(&done, 1, MPI_INT, 0, job->control);
    return done;
}

bool times_write(times_job_t *job, char complaint[TIMES_COMPLAINT])
{
    if (job->file < 0) {
        return true;
    }
    bool done = append(job->file, job, NULL, NULL);

    for (int i = 0; i < job->count; i++) {
        const times_cell_t *cell = &job->cells[i];

        for (int k = 0; k < cell->count; k++) {
            done = done && append(job->file, job, cell, &cell->series[k]);
        }
    }
    if (!done) {
        snprintf(complaint, TIMES_COMPLAINT, "%.100s: %s", job->options.output,
                 strerror(errno));
    }
    close(job->file);
    job->file = -1;
    return done;
}
