/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A small well-behaved application: every collective a few times, results
 * checked.  bad_input.sh runs it to see what is printed.
 *
 *     few_calls [--noncommutative]
 *
 * With the option, reductions use an operation that does not commute.
 */
#include <string.h>

#include "check.h"
#include "checked.h"
#include "simple.h"

enum { ROUNDS = 3, ELEMENTS = 3000 };

/* Reduce and allreduce of an operation whose order matters. */
static void run_ordered(void)
{
    const datum_t datum = {.family = &layout_families[0],
                           .operation = OPERATION_USER_COMPOSE};
    checked_t what = {.collective = ALLREDUCE,
                      .comm = MPI_COMM_WORLD,
                      .seed = 5,
                      .datum = &datum,
                      .units = ELEMENTS,
                      .op = operation_handle(datum.operation)};

    check_context("allreduce that does not commute");
    checked_run(&what);
    check_context("reduce that does not commute");
    what.collective = REDUCE;
    checked_run(&what);
}

int main(int argc, char **argv)
{
    static const int counts[] = {1, 100, 5000};

    check_start(&argc, &argv, MPI_THREAD_SINGLE, "few_calls");
    const bool is_ordered =
        argc > 1 && strcmp(argv[1], "--noncommutative") == 0;

    layout_create();
    operation_create();
    for (int round = 0; round < ROUNDS; round++) {
        for (simple_t k = SIMPLE_BARRIER; k < SIMPLE_COUNT; k++) {
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
                check_context("%s of %d ints", simple_name(k), counts[i]);
                check_mpi(simple_run(k, MPI_COMM_WORLD, counts[i],
                                     round % check_ranks()),
                          simple_name(k));
            }
        }
        if (is_ordered) {
            run_ordered();
        }
    }
    operation_destroy();
    layout_destroy();
    return check_finish();
}
