/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names and traits of the 17 collectives.
 */
#include "cmocka_test.h"
#include "schedule/collective.h"

#include <stdio.h>
#include <string.h>

static const char *const names[TUNEDX_COLLECTIVES] = {
    "allgather",      "allgatherv",
    "allreduce",      "alltoall",
    "alltoallv",      "alltoallw",
    "barrier",        "bcast",
    "exscan",         "gather",
    "gatherv",        "reduce",
    "reduce_scatter", "reduce_scatter_block",
    "scan",           "scatter",
    "scatterv",
};

static void names_are_found(void **state)
{
    (void)state;
    assert_int_equal(TUNEDX_COLLECTIVES, 17);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        tunedx_collective_t found = TUNEDX_COLLECTIVES;

        assert_string_equal(tunedx_collective_name((tunedx_collective_t)i),
                            names[i]);
        assert_true(tunedx_collective_find(names[i], strlen(names[i]), &found));
        assert_int_equal(found, i);
    }
}

static void other_words_are_not_found(void **state)
{
    tunedx_collective_t found = TUNEDX_SCAN;

    (void)state;
    assert_false(tunedx_collective_find("", 0, &found));
    assert_false(tunedx_collective_find("bcas", 4, &found));
    assert_false(tunedx_collective_find("bcasts", 6, &found));
    assert_false(tunedx_collective_find("Bcast", 5, &found));
    assert_int_equal(found, TUNEDX_SCAN);
    assert_true(tunedx_collective_find("reduce_scatter", 6, &found));
    assert_int_equal(found, TUNEDX_REDUCE);
}

/* The names of all collectives that have a trait, with blanks between. */
static void assert_trait(bool (*has)(tunedx_collective_t), const char *expected)
{
    char all[256] = "";
    size_t used = 0;

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (has((tunedx_collective_t)i)) {
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
                                     used == 0 ? "" : " ", names[i]);
        }
    }
    assert_string_equal(all, expected);
}

static void traits_are_those_of_mpi(void **state)
{
    (void)state;
    assert_trait(tunedx_collective_is_reduction,
                 "allreduce exscan reduce reduce_scatter "
                 "reduce_scatter_block scan");
    assert_trait(tunedx_collective_is_rooted,
                 "bcast gather gatherv reduce scatter scatterv");
    assert_trait(tunedx_collective_is_one_way,
                 "bcast exscan gather gatherv reduce scan scatter scatterv");
    assert_trait(tunedx_collective_needs_flow_control,
                 "allgatherv alltoallv alltoallw bcast exscan gather gatherv "
                 "reduce reduce_scatter scan scatter scatterv");
    assert_trait(tunedx_collective_is_irregular,
                 "allgatherv alltoallv alltoallw gatherv reduce_scatter "
                 "scatterv");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found),
        cmocka_unit_test(other_words_are_not_found),
        cmocka_unit_test(traits_are_those_of_mpi),
    };

    return cmocka_run_group_tests_name("collective", tests, NULL, NULL);
}
