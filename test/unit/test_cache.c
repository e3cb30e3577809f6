/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The program cache and flow control: what of runtime/ needs no MPI.
 */
#include "runtime/cache.h"
#include "runtime/flow.h"

#include <stdlib.h>

#include "cmocka_test.h"

/* A program of `memory` bytes, as the compiler makes it: one allocation. */
static tunedx_program_t *program_of(size_t memory)
{
    tunedx_program_t *program = calloc(1, memory);

    assert_non_null(program);
    atomic_init(&program->owners, 1);
    program->memory = memory;
    return program;
}

static tunedx_call_id_t id_of(size_t units, int root)
{
    return (tunedx_call_id_t){
        .units = units,
        .unit_bytes = 1,
        .traits = tunedx_traits_pack((tunedx_traits_t){
            .collective = TUNEDX_BCAST,
            .root = root,
            .commutative = true,
        }),
    };
}

static tunedx_cache_entry_t *add(tunedx_cache_t *cache, size_t units,
                                 size_t memory, size_t budget)
{
    const tunedx_call_id_t id = id_of(units, 0);
    tunedx_cache_entry_t *entry =
        tunedx_cache_add(cache, &id, NULL, program_of(memory), budget);

    assert_non_null(entry);
    return entry;
}

static tunedx_cache_entry_t *find(const tunedx_cache_t *cache, size_t units)
{
    const tunedx_call_id_t id = id_of(units, 0);

    return tunedx_cache_find(cache, &id);
}

static void count_leaving(void *context, tunedx_cache_entry_t *entry)
{
    (void)entry;
    ++*(int *)context;
}

static void traits_survive_packing(void **state)
{
    const tunedx_traits_t traits = {
        .collective = TUNEDX_SCATTERV,
        .root = 99999,
        .op_class = TUNEDX_OP_USER,
        .in_place = true,
    };
    const tunedx_traits_t again =
        tunedx_traits_unpack(tunedx_traits_pack(traits));

    (void)state;
    assert_int_equal(again.collective, traits.collective);
    assert_int_equal(again.root, traits.root);
    assert_int_equal(again.op_class, traits.op_class);
    assert_false(again.commutative);
    assert_true(again.in_place);
}

static void calls_are_told_apart(void **state)
{
    tunedx_cache_t cache = {.memory = 0};
    tunedx_cache_entry_t *entries[400];

    (void)state;
    assert_null(find(&cache, 1));
    for (int i = 0; i < 400; i++) {
        const tunedx_call_id_t id = id_of((size_t)(i / 20), i % 20);

        entries[i] =
            tunedx_cache_add(&cache, &id, NULL, program_of(200), SIZE_MAX);
        assert_non_null(entries[i]);
    }
    for (int i = 0; i < 400; i++) {
        const tunedx_call_id_t id = id_of((size_t)(i / 20), i % 20);

        assert_ptr_equal(tunedx_cache_find(&cache, &id), entries[i]);
    }
    tunedx_cache_clear(&cache);
    assert_int_equal(cache.memory, 0);
    assert_null(find(&cache, 1));
}

static void the_budget_is_kept(void **state)
{
    const size_t budget = 20 * (sizeof(tunedx_cache_entry_t) + 500);
    tunedx_cache_t cache = {.memory = 0};
    int left = 0;

    (void)state;
    cache.leaving = count_leaving;
    cache.context = &left;
    for (size_t i = 1; i <= 1000; i++) {
        add(&cache, i, 500, budget);
        assert_true(cache.memory <= budget);
        assert_non_null(find(&cache, 1)); /* what is used stays */
    }
    assert_int_equal(left, 980);
    assert_null(find(&cache, 2));
    tunedx_cache_clear(&cache);
    assert_int_equal(left, 1000);
}

static void the_latest_is_kept_in_any_case(void **state)
{
    tunedx_cache_t cache = {.memory = 0};

    (void)state;
    add(&cache, 1, 5000, 0);
    assert_non_null(find(&cache, 1));
    add(&cache, 2, 5000, 0);
    assert_null(find(&cache, 1));
    assert_non_null(find(&cache, 2));
    tunedx_cache_clear(&cache);
}

/* A program that may be running is passed over, whatever the budget says. */
static void the_pinned_stays(void **state)
{
    tunedx_cache_t cache = {.memory = 0};

    (void)state;
    cache.pinned = add(&cache, 1, 5000, 0)->program;
    for (size_t i = 2; i < 20; i++) {
        add(&cache, i, 5000, 0);
        assert_non_null(find(&cache, 1));
        assert_non_null(find(&cache, i));
        assert_null(find(&cache, i - 1 > 1 ? i - 1 : 0));
    }
    tunedx_cache_clear(&cache);
}

/* Equal ids, as if digests had collided: lengths tell them apart. */
static void lengths_tell_apart(void **state)
{
    static const size_t lengths[][3] = {{1, 2, 3}, {3, 2, 1}, {1, 2, 4}};
    tunedx_cache_t cache = {.ranks = 3};
    const tunedx_call_id_t id = id_of(7, 0);
    tunedx_cache_entry_t *entries[3];

    (void)state;
    assert_null(tunedx_cache_find_lengths(&cache, &id, lengths[0]));
    for (int i = 0; i < 3; i++) {
        entries[i] = tunedx_cache_add(&cache, &id, lengths[i], program_of(200),
                                      SIZE_MAX);
        assert_non_null(entries[i]);
    }
    for (int i = 0; i < 3; i++) {
        assert_ptr_equal(tunedx_cache_find_lengths(&cache, &id, lengths[i]),
                         entries[i]);
    }
    assert_int_equal(cache.memory, 3 * (sizeof(tunedx_cache_entry_t) + 200 +
                                        3 * sizeof(size_t)));
    tunedx_cache_clear(&cache);
    assert_int_equal(cache.memory, 0);
}

/* A program lives until its last owner lets go of it. */
static void programs_outlive_their_entry(void **state)
{
    tunedx_cache_t cache = {.memory = 0};
    tunedx_program_t *program = add(&cache, 1, 200, SIZE_MAX)->program;

    (void)state;
    tunedx_program_retain(program);
    tunedx_cache_clear(&cache);
    assert_int_equal(program->memory, 200);
    tunedx_program_release(program);
}

static void senders_wait_now_and_then(void **state)
{
    tunedx_flow_t flow = {.counts = NULL};
    size_t since = 0, longest = 0;
    int synchronous = 0;

    (void)state;
    assert_true(tunedx_flow_create(&flow, 5000));
    for (int i = 0; i < 100000; i++) {
        since++;
        if (tunedx_flow_send(&flow, 3, 8, false)) {
            synchronous++;
            longest = since > longest ? since : longest;
            since = 0;
        }
    }
    assert_in_range(longest, 1024, 4096);
    assert_in_range(synchronous, 24, 98);
    /* large messages, the schedule's own choice, peers far apart */
    assert_false(tunedx_flow_send(&flow, 7, 1 << 19, false));
    assert_true(tunedx_flow_send(&flow, 7, 1 << 19, false));
    assert_true(tunedx_flow_send(&flow, 8, 8, true));
    for (int peer = 9; peer < 5000; peer += 245) {
        assert_false(tunedx_flow_send(&flow, peer, 1 << 19, false));
    }
    for (int peer = 9; peer < 5000; peer += 245) {
        assert_true(tunedx_flow_send(&flow, peer, 1 << 19, false));
        assert_false(tunedx_flow_send(&flow, peer, 1 << 19, false));
    }
    assert_true(tunedx_flow_send(&flow, 4999, SIZE_MAX / 2, false));
    tunedx_flow_free(&flow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(traits_survive_packing),
        cmocka_unit_test(calls_are_told_apart),
        cmocka_unit_test(the_budget_is_kept),
        cmocka_unit_test(the_latest_is_kept_in_any_case),
        cmocka_unit_test(the_pinned_stays),
        cmocka_unit_test(lengths_tell_apart),
        cmocka_unit_test(programs_outlive_their_entry),
        cmocka_unit_test(senders_wait_now_and_then),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
