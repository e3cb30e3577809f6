/* SPDX-License-Identifier: BSD-3-Clause */
/* See check.h. */
#define _POSIX_C_SOURCE 200809L
#include "check.h"

#include <dlfcn.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PRINTED_FAILURES = 5, TOTAL_TAG = 4711, HANG_STATUS = 99 };

static const char *program_name = "";
static int world_rank, world_size;
static unsigned watchdog_seconds;
static atomic_long failures;
static _Thread_local char context[1024];
static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
static struct sigaction before_crash[sizeof crashes / sizeof crashes[0]];

static void put(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));

    (void)written;
}

static void watchdog(int signal_number)
{
    (void)signal_number;
    put(program_name);
    put(": hangs: ");
    put(context);
    put("\n");
    _exit(HANG_STATUS);
}

/* Say where, then let whoever was in charge before handle it again. */
static void crash(int signal_number)
{
    put(program_name);
    put(": crashes: ");
    put(context);
    put("\n");
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        if (crashes[i] == signal_number) {
            sigaction(signal_number, &before_crash[i], NULL);
        }
    }
}

static void watch_for_crashes(void)
{
    struct sigaction action = {.sa_handler = crash};

    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
        sigaction(crashes[i], &action, &before_crash[i]);
    }
}

void check_start(int *argc, char ***argv, int thread_level, const char *program)
{
    int provided;

    program_name = program;
    signal(SIGALRM, watchdog);
    watchdog_seconds = (unsigned)check_environment("TUNEDX_TEST_WATCHDOG", 60);
    alarm(watchdog_seconds);
    MPI_Init_thread(argc, argv, thread_level, &provided);
    watch_for_crashes();
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &world_size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check_context("start");
    if (provided < thread_level) {
        check_fail("thread level %d asked, %d given", thread_level, provided);
    }
}

int check_finish(void)
{
    const long own = check_failures();
    long total = own;

    check_context("end of the program");
    if (world_rank != 0) {
        MPI_Send(&own, 1, MPI_LONG, 0, TOTAL_TAG, MPI_COMM_WORLD);
    } else {
        for (int peer = 1; peer < world_size; peer++) {
            long theirs = 0;

            MPI_Recv(&theirs, 1, MPI_LONG, peer, TOTAL_TAG, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            total += theirs;
        }
        printf("%s: %d ranks, %ld failures\n", program_name, world_size, total);
    }
    fflush(NULL);
    MPI_Finalize();
    alarm(0);
    return total != 0;
}

int check_rank(void)
{
    return world_rank;
}

int check_ranks(void)
{
    return world_size;
}

void check_context(const char *format, ...)
{
    va_list values;

    va_start(values, format);
    const int used = snprintf(context, sizeof context, "rank %d: ", world_rank);
    vsnprintf(context + used, sizeof context - (size_t)used, format, values);
    va_end(values);
    alarm(watchdog_seconds);
}

void check_fail(const char *format, ...)
{
    char text[512], line[1700];
    va_list values;

    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    if (atomic_fetch_add(&failures, 1) >= PRINTED_FAILURES) {
        return;
    }
    snprintf(line, sizeof line, "%s: FAILED: %s: %s\n", program_name, context,
             text);
    put(line);
}

void check_mpi(int code, const char *function)
{
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;

    if (code == MPI_SUCCESS) {
        return;
    }
    MPI_Error_string(code, text, &length);
    check_fail("%s returned %.*s", function, length, text);
}

long check_failures(void)
{
    return atomic_load(&failures);
}

long check_environment(const char *name, long absent)
{
    const char *value = getenv(name);

    return value != NULL && *value != '\0' ? strtol(value, NULL, 10) : absent;
}

long check_memory(const char *field)
{
    FILE *file = fopen("/proc/self/status", "r");
    const size_t length = strlen(field);
    char line[256];
    long kibibytes = 0;

    if (file == NULL) {
        return 0;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, field, length) == 0 && line[length] == ':') {
            kibibytes = strtol(line + length + 1, NULL, 10);
        }
    }
    fclose(file);
    return kibibytes;
}

uint64_t check_random(uint64_t *state)
{
    uint64_t x = *state += 0x9E3779B97F4A7C15u;

    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

double check_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void check_sleep(double seconds)
{
    struct timespec time = {.tv_sec = (time_t)seconds};

    time.tv_nsec = (long)(1e9 * (seconds - (double)time.tv_sec));
    nanosleep(&time, NULL);
}

void check_growth(long growth, long allowed)
{
    const bool is_sanitized = dlsym(RTLD_DEFAULT, "__asan_init") != NULL;

    if (growth > allowed && !is_sanitized) {
        check_fail("memory grew by %ld KiB, %ld are allowed", growth, allowed);
    }
}
