/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A program that does to MPI_T what its arguments say, and calls collectives
 * in between.  explain.sh runs it to see what happens.
 *
 *     mpi_t COMMAND...
 *
 *     set NAME VALUE    of a control variable, on all ranks
 *     show NAME         prints a control variable on every rank
 *     start NAME        starts a counter
 *     read NAME         prints it on rank 0
 *     dup               makes a communicator, which is used from then on
 *     world             MPI_COMM_WORLD is used from then on
 *     bcast COUNT       of ints, three times; results are checked
 *     allreduce COUNT
 *     ordered           two allreduces whose operation does not commute
 *     ibcast            of one int, twice, nonblocking
 *     forget            frees the session, and all counters with it
 *
 * Names are without the prefix coll_tunedx_.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "simple.h"

enum { NAME = 128, TEXT = 1024, MOST_COUNTERS = 16 };

static MPI_Comm comm;
static MPI_T_pvar_session session;
static struct counter {
    char name[NAME];
    MPI_T_pvar_handle handle;
} counters[MOST_COUNTERS];
static int counters_count;

/* ---- control variables ---- */

static MPI_T_cvar_handle control(const char *name, MPI_Datatype *type)
{
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    char full[NAME], found[NAME];
    int count = 0, values;

    snprintf(full, sizeof full, "coll_tunedx_%s", name);
    MPI_T_cvar_get_num(&count);
    for (int i = 0; i < count && handle == MPI_T_CVAR_HANDLE_NULL; i++) {
        int length = sizeof found, verbosity, binding, scope, none = 0;

        if (MPI_T_cvar_get_info(i, found, &length, &verbosity, type, NULL, NULL,
                                &none, &binding, &scope) == MPI_SUCCESS &&
            strcmp(found, full) == 0) {
            check_mpi(MPI_T_cvar_handle_alloc(i, NULL, &handle, &values),
                      "MPI_T_cvar_handle_alloc");
        }
    }
    if (handle == MPI_T_CVAR_HANDLE_NULL) {
        check_fail("there is no control variable %s", full);
    }
    return handle;
}

static void set(const char *name, const char *value)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_cvar_handle handle = control(name, &type);
    /* A shorter type reads its first bytes only, which come first here. */
    const long long number = atoll(value);

    check_mpi(MPI_T_cvar_write(handle, type == MPI_CHAR ? (const void *)value
                                                        : &number),
              "MPI_T_cvar_write");
    MPI_T_cvar_handle_free(&handle);
}

static void show(const char *name)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_cvar_handle handle = control(name, &type);
    char value[TEXT] = "";
    int number = 0;

    check_mpi(
        MPI_T_cvar_read(handle, type == MPI_CHAR ? (void *)value : &number),
        "MPI_T_cvar_read");
    if (type == MPI_CHAR) {
        printf("rank %d: %s = %s\n", check_rank(), name, value);
    } else {
        printf("rank %d: %s = %d\n", check_rank(), name, number);
    }
    fflush(stdout);
    MPI_T_cvar_handle_free(&handle);
}

/* ---- counters ---- */

static void start(const char *name)
{
    struct counter *counter = &counters[counters_count++];
    char full[NAME];
    int index, values;

    snprintf(counter->name, sizeof counter->name, "%s", name);
    snprintf(full, sizeof full, "coll_tunedx_%s", name);
    check_mpi(MPI_T_pvar_get_index(full, MPI_T_PVAR_CLASS_COUNTER, &index),
              full);
    check_mpi(MPI_T_pvar_handle_alloc(session, index, NULL, &counter->handle,
                                      &values),
              "MPI_T_pvar_handle_alloc");
    check_mpi(MPI_T_pvar_start(session, counter->handle), "MPI_T_pvar_start");
}

static void read_counter(const char *name)
{
    unsigned long long value = 0;

    for (int i = 0; i < counters_count; i++) {
        if (strcmp(counters[i].name, name) == 0) {
            check_mpi(MPI_T_pvar_read(session, counters[i].handle, &value),
                      "MPI_T_pvar_read");
            if (check_rank() == 0) {
                printf("%s = %llu\n", name, value);
                fflush(stdout);
            }
        }
    }
}

/* ---- calls ---- */

static void repeat(simple_t which, const char *count)
{
    for (int round = 0; round < 3; round++) {
        check_mpi(simple_run(which, comm, atoi(count), 0), simple_name(which));
    }
}

static void first(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, (size_t)*count * sizeof(int));
}

static void ordered(void)
{
    int value = check_rank(), result = -1;
    MPI_Op op;

    MPI_Op_create(first, 0, &op);
    for (int round = 0; round < 2; round++) {
        check_mpi(MPI_Allreduce(&value, &result, 1, MPI_INT, op, comm),
                  "allreduce that does not commute");
        if (result != 0) {
            check_fail("got %d", result);
        }
    }
    MPI_Op_free(&op);
}

static void nonblocking(void)
{
    for (int round = 0; round < 2; round++) {
        int value = check_rank() == 0 ? 7 : 0;
        MPI_Request request;

        check_mpi(MPI_Ibcast(&value, 1, MPI_INT, 0, comm, &request), "ibcast");
        check_mpi(MPI_Wait(&request, MPI_STATUS_IGNORE), "wait");
        if (value != 7) {
            check_fail("got %d", value);
        }
    }
}

/* Executes the first command; returns how many arguments it took. */
static int execute(char **arguments)
{
    const char *command = arguments[0];
    /* what is missing is an empty word */
    const char *argument[] = {
        command,
        arguments[1] == NULL ? "" : arguments[1],
        arguments[1] == NULL || arguments[2] == NULL ? "" : arguments[2],
    };

    check_context("%s %s", command, argument[1]);
    if (strcmp(command, "set") == 0) {
        set(argument[1], argument[2]);
        return 3;
    }
    if (strcmp(command, "dup") == 0) {
        check_mpi(MPI_Comm_dup(MPI_COMM_WORLD, &comm), "dup");
    } else if (strcmp(command, "world") == 0) {
        comm = MPI_COMM_WORLD;
    } else if (strcmp(command, "ordered") == 0) {
        ordered();
    } else if (strcmp(command, "forget") == 0) {
        /* all handles with their session, whether they run or not */
        MPI_T_pvar_session_free(&session);
        counters_count = 0;
        MPI_T_pvar_session_create(&session);
    } else if (strcmp(command, "ibcast") == 0) {
        nonblocking();
    } else {
        if (strcmp(command, "show") == 0) {
            show(argument[1]);
        } else if (strcmp(command, "start") == 0) {
            start(argument[1]);
        } else if (strcmp(command, "read") == 0) {
            read_counter(argument[1]);
        } else if (simple_find(command) < SIMPLE_COUNT) {
            repeat(simple_find(command), argument[1]);
        } else {
            check_fail("unknown command %s", command);
        }
        return 2;
    }
    return 1;
}

int main(int argc, char **argv)
{
    int provided;

    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    check_start(&argc, &argv, MPI_THREAD_SINGLE, "mpi_t");
    MPI_T_pvar_session_create(&session);
    comm = MPI_COMM_WORLD;
    for (int i = 1; i < argc;) {
        i += execute(&argv[i]);
    }
    for (int i = 0; i < counters_count; i++) {
        MPI_T_pvar_handle_free(session, &counters[i].handle);
    }
    MPI_T_pvar_session_free(&session);
    MPI_T_finalize();
    return check_finish();
}
