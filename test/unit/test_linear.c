/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The linear forms: whom they send to, what they receive, and that it ends.
 *
 * The two groups of an intercommunicator become the ranks of one communicator,
 * the second group after the first, and a program's blocks those of its peers.
 * What goes from rank to rank is then an alltoallw, most of whose blocks are
 * empty, and the verifier knows that.
 */
#include "algorithms/linear.h"
#include "cmocka_test.h"
#include "schedule/verify.h"

#include <stdlib.h>

enum { LARGEST = 7, MOST = 2 * LARGEST, LENGTH = 3 };

/* Two groups and what each rank of both does. */
typedef struct groups {
    int sizes[2];
    tunedx_collective_t collective;
    int root_group, root; /* of a rooted collective */
    tunedx_program_t *programs[MOST];
    tunedx_shape_t shapes[MOST];
    size_t lengths[MOST * MOST];
} groups_t;

static int total(const groups_t *of)
{
    return of->sizes[0] + of->sizes[1];
}

/* The shape of rank `rank` of group `group`. */
static tunedx_shape_t shape_of(const groups_t *of, int group, int rank)
{
    tunedx_shape_t shape = {
        .collective = of->collective,
        .size = of->sizes[1 - group],
        .local_size = of->sizes[group],
        .remote = true,
        .rank = rank,
        .unit_bytes = 1,
        .commutative = true,
    };

    if (tunedx_collective_is_rooted(of->collective)) {
        shape.root = group == of->root_group ? TUNEDX_ROOT_IS_SELF : of->root;
    }
    return shape;
}

/* Makes the peers those of the whole, and the blocks those of the peers. */
static tunedx_program_t *translate(const groups_t *of, int group,
                                   const tunedx_program_t *program, bool one)
{
    const size_t count = program->instructions;
    tunedx_instruction_t *code = calloc(count + 1, sizeof *code);

    assert_non_null(code);
    for (size_t i = 0; i < count; i++) {
        code[i] = program->code[i];
        if (code[i].opcode == TUNEDX_CODE_WAIT) {
            continue;
        }
        const bool sends = code[i].opcode == TUNEDX_CODE_START_SEND ||
                           code[i].opcode == TUNEDX_CODE_SEND;
        const bool is_only = code[i].span.block == 0 && (one || !sends);

        assert_true(is_only || code[i].span.block == code[i].peer);
        code[i].peer += group == 0 ? of->sizes[0] : 0;
        code[i].span.block = code[i].peer;
        code[i].span.buffer = sends ? TUNEDX_SEND_BUFFER : TUNEDX_RECV_BUFFER;
    }
    tunedx_program_t *result = tunedx_program_create(code, count, NULL, 0);
    assert_non_null(result);
    result->requests = program->requests;
    free(code);
    return result;
}

/* Whether something goes from a rank to another one, of the other group. */
static bool is_edge(const groups_t *of, int from, int to)
{
    const int root = of->root + (of->root_group == 1 ? of->sizes[0] : 0);

    if ((from < of->sizes[0]) == (to < of->sizes[0])) {
        return false;
    }
    switch (of->collective) {
    case TUNEDX_BCAST:
    case TUNEDX_SCATTER:
    case TUNEDX_SCATTERV:
        return from == root;
    case TUNEDX_GATHER:
    case TUNEDX_GATHERV:
        return to == root;
    default:
        return true;
    }
}

static void build_all(groups_t *of, int window)
{
    const bool one = of->collective != TUNEDX_ALLTOALL &&
                     of->collective != TUNEDX_ALLTOALLV &&
                     of->collective != TUNEDX_ALLTOALLW &&
                     of->collective != TUNEDX_SCATTER &&
                     of->collective != TUNEDX_SCATTERV;

    for (int i = 0; i < total(of); i++) {
        const int group = i < of->sizes[0] ? 0 : 1;
        const int rank = i - (group == 1 ? of->sizes[0] : 0);
        const tunedx_shape_t shape = shape_of(of, group, rank);
        const bool idle = shape.root == TUNEDX_ROOT_IS_SELF && rank != of->root;
        tunedx_program_t *program;

        if (idle) {
            program = tunedx_program_create(NULL, 0, NULL, 0);
            assert_non_null(program);
        } else {
            assert_int_equal(tunedx_build_inter(&shape, window, &program),
                             TUNEDX_SUCCESS);
        }
        of->programs[i] = translate(of, group, program, one);
        tunedx_program_release(program);
        of->shapes[i] = (tunedx_shape_t){
            .collective = TUNEDX_ALLTOALLW,
            .size = total(of),
            .rank = i,
            .unit_bytes = 1,
            .commutative = true,
        };
    }
}

static void verify(groups_t *of, int window)
{
    const int size = total(of);
    tunedx_fault_t fault = {.text = ""};

    build_all(of, window);
    for (int i = 0; i < size * size; i++) {
        of->lengths[i] = is_edge(of, i / size, i % size) ? LENGTH : 0;
    }
    const tunedx_job_t job = {
        .size = size,
        .shapes = of->shapes,
        .programs = (const tunedx_program_t *const *)of->programs,
        .block_units = of->lengths,
    };
    if (!tunedx_verify(&job, &fault)) {
        fail_msg("%s, %d and %d ranks, window %d: rank %d, instruction %zu: %s",
                 tunedx_collective_name(of->collective), of->sizes[0],
                 of->sizes[1], window, fault.rank, fault.instruction,
                 fault.text);
    }
    for (int i = 0; i < size; i++) {
        tunedx_program_release(of->programs[i]);
    }
}

static void groups_exchange(void **state)
{
    static const tunedx_collective_t collectives[] = {
        TUNEDX_ALLGATHER, TUNEDX_ALLGATHERV, TUNEDX_ALLTOALL, TUNEDX_ALLTOALLV,
        TUNEDX_ALLTOALLW, TUNEDX_BCAST,      TUNEDX_GATHER,   TUNEDX_GATHERV,
        TUNEDX_SCATTER,   TUNEDX_SCATTERV,
    };
    groups_t groups = {.root = 0};

    (void)state;
    for (size_t c = 0; c < sizeof collectives / sizeof collectives[0]; c++) {
        groups.collective = collectives[c];
        for (int i = 0; i < LARGEST * LARGEST; i++) {
            groups.sizes[0] = i / LARGEST + 1;
            groups.sizes[1] = i % LARGEST + 1;
            groups.root_group = i % 2;
            groups.root = groups.sizes[i % 2] - 1;
            verify(&groups, 1);
            verify(&groups, 4);
        }
    }
}

/* Everything is in flight before anything is waited for, nobody is left out,
 * and nobody is nobody. */
static void neighbours_are_all_served(void **state)
{
    static const tunedx_neighbour_t in[] = {{4, 0}, {-1, 1}, {4, 2}, {0, 3}};
    static const tunedx_neighbour_t out[] = {{-1, 0}, {2, 1}, {0, 2}};
    static const struct {
        tunedx_opcode_t opcode;
        int peer, block;
    } expected[] = {
        {TUNEDX_CODE_START_RECV, 4, 0}, {TUNEDX_CODE_START_RECV, 4, 2},
        {TUNEDX_CODE_START_RECV, 0, 3}, {TUNEDX_CODE_START_SEND, 2, 1},
        {TUNEDX_CODE_START_SEND, 0, 2},
    };
    tunedx_program_t *program;

    (void)state;
    assert_int_equal(tunedx_build_neighbours(in, 4, out, 3, &program),
                     TUNEDX_SUCCESS);
    assert_int_equal(program->instructions, 10);
    assert_int_equal(program->requests, 5);
    for (int i = 0; i < 5; i++) {
        const tunedx_instruction_t *at = &program->code[i];

        assert_int_equal(at->opcode, expected[i].opcode);
        assert_int_equal(at->peer, expected[i].peer);
        assert_int_equal(at->span.block, expected[i].block);
        assert_int_equal(at->request, i);
        assert_int_equal(program->code[5 + i].opcode, TUNEDX_CODE_WAIT);
        assert_int_equal(program->code[5 + i].request, i);
    }
    tunedx_program_release(program);
    assert_int_equal(tunedx_build_neighbours(in, 0, out, 0, &program),
                     TUNEDX_SUCCESS);
    assert_int_equal(program->instructions, 0);
    tunedx_program_release(program);
}

static void too_many_neighbours_are_refused(void **state)
{
    const int many = UINT16_MAX + 1;
    tunedx_neighbour_t *in = calloc((size_t)many, sizeof *in);
    tunedx_program_t *program;

    (void)state;
    assert_non_null(in);
    assert_int_equal(tunedx_build_neighbours(in, many, NULL, 0, &program),
                     TUNEDX_TOO_LARGE);
    assert_int_equal(tunedx_build_neighbours(in, many - 1, NULL, 0, &program),
                     TUNEDX_SUCCESS);
    tunedx_program_release(program);
    free(in);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_exchange),
        cmocka_unit_test(neighbours_are_all_served),
        cmocka_unit_test(too_many_neighbours_are_refused),
    };

    return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
