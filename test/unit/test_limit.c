/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Limits against numbers that were worked out by hand.
 */
#include "cmocka_test.h"
#include "model/limit.h"

#include <math.h>

/* 100 us and 1 us for every 10 bytes, then 2 us for every 10 bytes. */
static const tunedx_transfer_t bent[] = {{8, 100}, {1008, 200}, {2008, 400}};

/* Twenty microseconds and a byte in a half one. */
static const tunedx_transfer_t straight[] = {
    {8, 20}, {1008, 520}, {100008, 50020}};

static void same(double value, double expected)
{
    if (fabs(value - expected) > 1e-9 * fabs(expected)) {
        fail_msg("%.12g, expected %.12g", value, expected);
    }
}

static double limit(tunedx_collective_t collective, int ranks, int nodes,
                    size_t bytes)
{
    return tunedx_limit(collective, ranks, nodes, bytes, straight, 3);
}

static void points_hold_and_lines_join_them(void **state)
{
    (void)state;
    same(tunedx_transfer_time(bent, 3, 8), 100);
    same(tunedx_transfer_time(bent, 3, 508), 150);
    same(tunedx_transfer_time(bent, 3, 1008), 200);
    same(tunedx_transfer_time(bent, 3, 1508), 300);
    same(tunedx_transfer_time(bent, 3, 2008), 400);
}

static void ends_go_on(void **state)
{
    (void)state;
    same(tunedx_transfer_time(bent, 3, 0), 100);
    same(tunedx_transfer_time(bent, 3, 4008), 400 + 0.15 * 2000);
    same(tunedx_transfer_time(bent, 1, 4008), 100);
}

/* One rank on each of eight hosts. */
static void one_rank_a_host(void **state)
{
    (void)state;
    same(tunedx_busiest_bytes(TUNEDX_BCAST, 8, 8, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_REDUCE, 8, 8, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_SCAN, 8, 8, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_EXSCAN, 8, 8, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_ALLREDUCE, 8, 8, 1000), 1750);
    same(tunedx_busiest_bytes(TUNEDX_REDUCE_SCATTER, 8, 8, 1000), 875);
    same(tunedx_busiest_bytes(TUNEDX_REDUCE_SCATTER_BLOCK, 8, 8, 1000), 875);
    same(tunedx_busiest_bytes(TUNEDX_GATHER, 8, 8, 1000), 7000);
    same(tunedx_busiest_bytes(TUNEDX_SCATTER, 8, 8, 1000), 7000);
    same(tunedx_busiest_bytes(TUNEDX_ALLGATHER, 8, 8, 1000), 7000);
    same(tunedx_busiest_bytes(TUNEDX_ALLGATHERV, 8, 8, 1000), 7000);
    same(tunedx_busiest_bytes(TUNEDX_ALLTOALL, 8, 8, 1000), 7000);
    same(tunedx_busiest_bytes(TUNEDX_BARRIER, 8, 8, 0), 0);
}

/* Eight ranks on two hosts, four each; and seven on three: 3, 2 and 2. */
static void several_ranks_a_host(void **state)
{
    (void)state;
    same(tunedx_busiest_bytes(TUNEDX_BCAST, 8, 2, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_ALLREDUCE, 8, 2, 1000), 1000);
    same(tunedx_busiest_bytes(TUNEDX_GATHER, 8, 2, 1000), 4000);
    same(tunedx_busiest_bytes(TUNEDX_ALLGATHER, 8, 2, 1000), 4000);
    same(tunedx_busiest_bytes(TUNEDX_ALLTOALL, 8, 2, 1000), 16000);
    same(tunedx_busiest_bytes(TUNEDX_REDUCE_SCATTER, 8, 2, 1000), 500);
    same(tunedx_busiest_bytes(TUNEDX_GATHER, 7, 3, 1000), 4000);
    same(tunedx_busiest_bytes(TUNEDX_ALLGATHER, 7, 3, 1000), 5000);
    same(tunedx_busiest_bytes(TUNEDX_ALLTOALL, 7, 3, 1000), 12000);
    same(tunedx_busiest_bytes(TUNEDX_REDUCE_SCATTER, 7, 3, 7000), 5000);
}

static void doubling(void **state)
{
    static const tunedx_transfer_t transfers[] = {{.bytes = 8, .usec = 20}};

    (void)state;
    same(tunedx_doubling_time(2, transfers), 20);
    same(tunedx_doubling_time(5, transfers), 60);
    same(tunedx_doubling_time(8, transfers), 60);
    same(tunedx_doubling_time(9, transfers), 80);
}

/* Short messages: one; long ones: bytes. */
static void the_larger_bound_holds(void **state)
{
    (void)state;
    same(limit(TUNEDX_BARRIER, 8, 8, 0), 20);
    same(limit(TUNEDX_BARRIER, 8, 2, 0), 20);
    same(limit(TUNEDX_BCAST, 8, 8, 4), 20);
    same(limit(TUNEDX_BCAST, 8, 8, 8), 20);
    same(limit(TUNEDX_BCAST, 8, 8, 90), 61);
    same(limit(TUNEDX_BCAST, 8, 8, 10008), 5020);
    same(limit(TUNEDX_ALLREDUCE, 8, 8, 8000), 20 + (14000 - 8) / 2.0);
    same(limit(TUNEDX_ALLTOALL, 8, 8, 100000), 20 + (700000 - 8) / 2.0);
}

static void there_may_be_none(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        same(limit((tunedx_collective_t)i, 8, 1, 1 << 20), 0);
        same(tunedx_busiest_bytes((tunedx_collective_t)i, 8, 1, 1 << 20), 0);
        same(tunedx_limit((tunedx_collective_t)i, 8, 4, 1 << 20, NULL, 0), 0);
    }
}

/* No collective has less to do when its blocks are longer or ranks more. */
static void limits_grow(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;

        for (int nodes = 2; nodes < 20; nodes++) {
            for (size_t bytes = 8; bytes < 1 << 20; bytes *= 2) {
                const double here = limit(collective, nodes, nodes, bytes);

                assert_true(here >= 20);
                assert_true(limit(collective, nodes, nodes, 2 * bytes) >= here);
                assert_true(limit(collective, nodes + 1, nodes + 1, bytes) >=
                            here);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_hold_and_lines_join_them),
        cmocka_unit_test(ends_go_on),
        cmocka_unit_test(one_rank_a_host),
        cmocka_unit_test(several_ranks_a_host),
        cmocka_unit_test(the_larger_bound_holds),
        cmocka_unit_test(doubling),
        cmocka_unit_test(there_may_be_none),
        cmocka_unit_test(limits_grow),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
