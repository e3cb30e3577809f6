/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the verifier's matrix does not see of the algorithms that move data to
 * or from a root, or from all to all: how many messages they take, and which
 * programs do without scratch and without lengths.
 */
#include "cmocka_test.h"
#include "geometry/geometry.h"
#include "job.h"

#include <string.h>

enum { MOST_RANKS = 33, BLOCK = 8, FEW_RANKS = 6 };

/* ---- programs ---- */

static tunedx_method_t method_of(tunedx_collective_t collective,
                                 const char *name, int window)
{
    const tunedx_method_t method = {
        .algorithm = tunedx_algorithm_find(collective, name, strlen(name)),
        .common = {{.given = true, .number = (size_t)window}},
    };

    assert_non_null(method.algorithm);
    return method;
}

static bool sends(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_SEND ||
           code->opcode == TUNEDX_CODE_SEND;
}

static bool receives(const tunedx_instruction_t *code)
{
    return code->opcode == TUNEDX_CODE_START_RECV ||
           code->opcode == TUNEDX_CODE_RECV;
}

typedef bool is_kind_t(const tunedx_instruction_t *code);

/* The peers of a program's messages of one kind, in order; returns how many. */
static int list_peers(const tunedx_program_t *program, is_kind_t *is_kind,
                      int *peers)
{
    int count = 0;

    for (size_t i = 0; i < program->instructions; i++) {
        if (is_kind(&program->code[i])) {
            peers[count++] = program->code[i].peer;
        }
    }
    return count;
}

/* ---- the binomial trees ---- */

/* How many children a rank has whose subtree wraps around at the root. */
static int wrapped(int size, int root)
{
    for (int bit = 1; bit < size; bit *= 2) {
        const int blocks = bit < size - bit ? bit : size - bit;
        const int top = tunedx_mod(root + bit, size);

        if (top + blocks > size) {
            return 1;
        }
    }
    return 0;
}

/* One message for each rank but the root, and one more between the root and a
 * child where the ranks wrap around.  The root needs no scratch, nor does a
 * leaf. */
static void check_tree(tunedx_collective_t collective, is_kind_t *at_root,
                       int size, int root)
{
    const tunedx_method_t method = method_of(collective, "binomial", 4);
    const job_call_t call = {
        .key = job_key(collective, size, root, BLOCK, true),
        .method = &method,
        .in_place = JOB_NOWHERE,
    };
    int peers[2 * MOST_RANKS], messages = 0;
    job_t job;

    assert_int_equal(job_build(&job, &call), TUNEDX_SUCCESS);
    assert_int_equal(list_peers(job.programs[root], at_root, peers),
                     tunedx_rounds(size) + wrapped(size, root));
    for (int rank = 0; rank < size; rank++) {
        const int number = tunedx_mod(rank - root, size);
        const bool is_inner = number % 2 == 0 && number + 1 < size;

        assert_int_equal(job.programs[rank]->slots, is_inner && number > 0);
        messages += list_peers(job.programs[rank], sends, peers);
    }
    assert_int_equal(messages, size - 1 + wrapped(size, root));
    job_destroy(&job);
}

static void trees_send_straight_from_and_into_place(void **state)
{
    (void)state;
    for (int size = 1; size <= MOST_RANKS; size++) {
        for (int root = 0; root < size; root++) {
            check_tree(TUNEDX_GATHER, receives, size, root);
            check_tree(TUNEDX_SCATTER, sends, size, root);
        }
    }
}

/* ---- exchanges ---- */

typedef struct meetings {
    int to[MOST_RANKS][2 * MOST_RANKS], from[MOST_RANKS][2 * MOST_RANKS];
} meetings_t;

/* Whom every rank sends to and receives from, in the order of the text. */
static void list_meetings(tunedx_collective_t collective, const char *name,
                          int size, meetings_t *meetings)
{
    const tunedx_method_t method = method_of(collective, name, 1);
    size_t lengths[MOST_RANKS * MOST_RANKS];
    job_call_t call = {
        .key = job_key(collective, size, 0, BLOCK, true),
        .method = &method,
        .in_place = JOB_NOWHERE,
        .block_units = lengths,
    };
    job_t job;

    job_fill_lengths(lengths, &call.key, JOB_EQUAL, BLOCK);
    assert_int_equal(job_build(&job, &call), TUNEDX_SUCCESS);
    for (int rank = 0; rank < size; rank++) {
        assert_int_equal(
            list_peers(job.programs[rank], sends, meetings->to[rank]),
            size - 1);
        assert_int_equal(
            list_peers(job.programs[rank], receives, meetings->from[rank]),
            size - 1);
    }
    job_destroy(&job);
}

/* With an even number of ranks, nobody rests and all meet in p-1 rounds. */
static void pairs_meet_in_one_round(void **state)
{
    static meetings_t meetings;

    (void)state;
    for (int size = 2; size <= MOST_RANKS; size += 2) {
        list_meetings(TUNEDX_ALLTOALLV, "pairwise", size, &meetings);
        for (int rank = 0; rank < size; rank++) {
            for (int round = 0; round < size - 1; round++) {
                const int peer = meetings.to[rank][round];

                assert_int_equal(meetings.from[rank][round], peer);
                assert_int_equal(meetings.to[peer][round], rank);
            }
        }
    }
}

static int distance(int rank, int peer, int size)
{
    const int there = tunedx_mod(peer - rank, size);

    return there < size - there ? there : size - there;
}

static void linear_goes_to_the_nearest_first(void **state)
{
    static meetings_t meetings;

    (void)state;
    for (int size = 2; size <= MOST_RANKS; size++) {
        list_meetings(TUNEDX_ALLTOALLW, "linear", size, &meetings);
        for (int rank = 0; rank < size; rank++) {
            for (int i = 0; i < size - 1; i++) {
                const int peer = meetings.to[rank][i];

                assert_int_equal(distance(rank, peer, size), i / 2 + 1);
                assert_int_equal(meetings.from[peer][i], rank);
            }
        }
    }
}

/* ---- lengths ---- */

static bool swaps(tunedx_collective_t collective)
{
    return collective == TUNEDX_ALLTOALLV || collective == TUNEDX_ALLTOALLW;
}

static bool needs(tunedx_collective_t collective, bool in_place,
                  const tunedx_algorithm_t *algorithm, size_t segment)
{
    tunedx_arena_t arena = tunedx_arena_empty();
    const tunedx_method_t *method =
        job_method(&arena, algorithm, 0, 1, segment, 0);

    assert_non_null(method);
    const bool needed =
        tunedx_shape_needs_lengths(collective, in_place, method);
    tunedx_arena_free(&arena);
    return needed;
}

static void some_collectives_need_lengths(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *all =
            tunedx_algorithms_of(collective, &count);

        for (size_t k = 0; k < count; k++) {
            const bool always = collective == TUNEDX_REDUCE_SCATTER ||
                                all[k] == &tunedx_allgatherv_bruck;

            assert_int_equal(needs(collective, false, all[k], 0), always);
            assert_int_equal(needs(collective, true, all[k], 0),
                             always || swaps(collective));
        }
    }
    assert_true(needs(TUNEDX_ALLGATHERV, false, &tunedx_allgatherv_ring, 8));
    assert_false(needs(TUNEDX_ALLGATHER, false, &tunedx_allgather_ring, 8));
}

/* Not a program that would take scratch of no known length. */
static void without_lengths_nothing_is_built_in_place(void **state)
{
    static const char *const names[] = {"linear", "pairwise"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        const tunedx_method_t method = method_of(TUNEDX_ALLTOALLV, names[i], 4);
        const tunedx_key_t key =
            job_key(TUNEDX_ALLTOALLV, FEW_RANKS, 0, 0, true);
        const size_t lengths[FEW_RANKS] = {0, 7, 0, 3, 1, 2};
        tunedx_shape_t shape = tunedx_shape_of(&key, 1, &method);
        tunedx_program_t *program = NULL;

        shape.in_place = true;
        assert_int_equal(tunedx_build_program(&shape, &program),
                         TUNEDX_BAD_STEP);
        assert_null(program);
        shape.block_units = lengths;
        assert_int_equal(tunedx_build_program(&shape, &program),
                         TUNEDX_SUCCESS);
        assert_int_equal(program->largest, 3); /* the own block stays */
        tunedx_program_release(program);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_send_straight_from_and_into_place),
        cmocka_unit_test(pairs_meet_in_one_round),
        cmocka_unit_test(linear_goes_to_the_nearest_first),
        cmocka_unit_test(some_collectives_need_lengths),
        cmocka_unit_test(without_lengths_nothing_is_built_in_place),
    };

    return cmocka_run_group_tests_name("movement", tests, NULL, NULL);
}
