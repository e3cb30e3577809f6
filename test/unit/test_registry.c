/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The registry: every descriptor is complete, and the find functions find it.
 */
#include "algorithms/method.h"
#include "cmocka_test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef void visit_t(tunedx_collective_t collective,
                     const tunedx_algorithm_t *algorithm);

static void for_each(visit_t *visit)
{
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        size_t count;
        const tunedx_algorithm_t *const *of =
            tunedx_algorithms_of((tunedx_collective_t)i, &count);

        assert_int_equal(of == NULL, count == 0);
        for (size_t k = 0; of != NULL && k < count; k++) {
            visit((tunedx_collective_t)i, of[k]);
        }
    }
}

/* ---- the whole table ---- */

static void all_lines_are_listed(void **state)
{
    static const tunedx_algorithm_t *const all[] = {
#define TUNEDX_ALGORITHM(collective, name) &tunedx_##collective##_##name,
#include "algorithms/algorithms.def"
#undef TUNEDX_ALGORITHM
    };
    size_t listed = 0;

    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        size_t count;
        const tunedx_algorithm_t *const *of =
            tunedx_algorithms_of((tunedx_collective_t)i, &count);

        for (size_t k = 0; k < count; k++) {
            assert_ptr_equal(of[k], all[listed]);
            listed++;
        }
    }
    assert_int_equal(listed, sizeof all / sizeof all[0]);
}

static void names_are_those_of_the_lines(void **state)
{
    (void)state;
#define TUNEDX_ALGORITHM(collective, word) \
    assert_string_equal(tunedx_##collective##_##word.name, #word);
#include "algorithms/algorithms.def"
#undef TUNEDX_ALGORITHM
}

static void names_are_sorted(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        size_t count;
        const tunedx_algorithm_t *const *of =
            tunedx_algorithms_of((tunedx_collective_t)i, &count);

        for (size_t k = 1; k < count; k++) {
            assert_true(strcmp(of[k - 1]->name, of[k]->name) < 0);
        }
    }
}

static void tuned_numbers_are_unique(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        size_t count;
        const tunedx_algorithm_t *const *of =
            tunedx_algorithms_of((tunedx_collective_t)i, &count);

        for (size_t k = 0; k < count; k++) {
            for (size_t j = 0; j < k; j++) {
                assert_true(of[k]->tuned_id == 0 ||
                            of[k]->tuned_id != of[j]->tuned_id);
            }
        }
        assert_null(tunedx_algorithm_find_tuned((tunedx_collective_t)i, 0));
        assert_null(tunedx_algorithm_find_tuned((tunedx_collective_t)i, -1));
        assert_null(tunedx_algorithm_find_tuned((tunedx_collective_t)i, 1000));
    }
}

/* ---- each descriptor ---- */

/* A line of a list: not empty, no line end, no full stop. */
static void assert_phrase(const char *text)
{
    assert_non_null(text);
    assert_in_range(strlen(text), 1, 70);
    assert_null(strpbrk(text, "\n\t"));
    assert_true(text[strlen(text) - 1] != '.');
}

static void assert_word(const char *text)
{
    assert_non_null(text);
    assert_true(islower((unsigned char)text[0]));
    for (; *text != '\0'; text++) {
        assert_true(islower((unsigned char)*text) || *text == '_' ||
                    isdigit((unsigned char)*text));
    }
}

static void assert_parameter(const tunedx_parameter_t *parameter)
{
    assert_word(parameter->name);
    assert_phrase(parameter->help);
    assert_string_not_equal(parameter->name, "window");
    if (parameter->kind == TUNEDX_PARAMETER_METHOD) {
        size_t count;

        tunedx_algorithms_of(parameter->collective, &count);
        assert_true(count > 0);
    } else if (parameter->kind == TUNEDX_PARAMETER_WORDS) {
        int count = 0;

        while (parameter->words[count] != NULL) {
            assert_word(parameter->words[count++]);
        }
        assert_in_range(count, 2, (1 << TUNEDX_WORD_BITS) - 1);
        assert_in_range(parameter->most_words, 1, TUNEDX_MOST_WORDS);
    } else {
        assert_true(parameter->least <= parameter->fallback);
        assert_true(parameter->fallback <= parameter->most);
        assert_true(parameter->least < parameter->most);
    }
}

static void check_descriptor(tunedx_collective_t collective,
                             const tunedx_algorithm_t *algorithm)
{
    const tunedx_parameter_t *const *parameters = algorithm->parameters;

    (void)collective;
    assert_word(algorithm->name);
    assert_phrase(algorithm->summary);
    assert_non_null(algorithm->build);
    assert_true(algorithm->tuned_id >= 0);
    assert_int_equal(algorithm->needs != NULL, algorithm->applies != NULL);
    if (algorithm->needs != NULL) {
        assert_phrase(algorithm->needs);
    }
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        assert_true(i < TUNEDX_MAX_PARAMETERS);
        assert_parameter(parameters[i]);
        for (int k = 0; k < i; k++) {
            assert_string_not_equal(parameters[k]->name, parameters[i]->name);
        }
    }
}

static void descriptors_are_complete(void **state)
{
    (void)state;
    for_each(check_descriptor);
}

static void check_find(tunedx_collective_t collective,
                       const tunedx_algorithm_t *algorithm)
{
    const char *name = algorithm->name;
    const size_t length = strlen(name);
    char longer[80] = "";

    assert_ptr_equal(tunedx_algorithm_find(collective, name, length),
                     algorithm);
    snprintf(longer, sizeof longer, "%sx", name);
    assert_null(tunedx_algorithm_find(collective, longer, length + 1));
    assert_ptr_equal(tunedx_algorithm_find(collective, longer, length),
                     algorithm);
    assert_null(tunedx_algorithm_find(collective, name, 0));
    if (algorithm->tuned_id != 0) {
        assert_ptr_equal(
            tunedx_algorithm_find_tuned(collective, algorithm->tuned_id),
            algorithm);
    }
}

static void algorithms_are_found(void **state)
{
    (void)state;
    for_each(check_find);
}

/* Every algorithm serves some ordinary call. */
static void check_applies(tunedx_collective_t collective,
                          const tunedx_algorithm_t *algorithm)
{
    const tunedx_key_t key = {
        .collective = collective,
        .size = 4,
        .nodes = 1,
        .ppn = 4,
        .bytes = 1024,
        .units = 1024,
        .unit_bytes = 1,
        .commutative = true,
    };

    assert_true(tunedx_algorithm_applies(algorithm, &key));
}

static void algorithms_serve_some_call(void **state)
{
    (void)state;
    for_each(check_applies);
}

/* Each part is chosen for the bytes that it has to move. */
static void parts_have_their_own_sizes(void **state)
{
    static const struct {
        tunedx_collective_t whole, part;
        tunedx_part_size_t size;
        size_t bytes, units;
    } cases[] = {
        {TUNEDX_ALLREDUCE, TUNEDX_REDUCE, TUNEDX_PART_SAME, 80, 20},
        {TUNEDX_REDUCE_SCATTER_BLOCK, TUNEDX_REDUCE, TUNEDX_PART_SAME, 80, 20},
        {TUNEDX_ALLREDUCE, TUNEDX_ALLGATHER, TUNEDX_PART_SAME, 80, 20},
        {TUNEDX_ALLGATHER, TUNEDX_BCAST, TUNEDX_PART_TIMES_RANKS, 320, 80},
        {TUNEDX_BCAST, TUNEDX_ALLGATHERV, TUNEDX_PART_OVER_RANKS, 20, 20},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tunedx_parameter_t parameter = {
            .kind = TUNEDX_PARAMETER_METHOD,
            .collective = cases[i].part,
            .part_size = cases[i].size,
        };
        const tunedx_key_t key = {
            .collective = cases[i].whole,
            .size = 4,
            .root = 3,
            .bytes = 80,
            .units = 12,
            .unit_bytes = 4,
        };
        const tunedx_key_t part = tunedx_part_key(&key, &parameter);

        assert_int_equal(part.collective, cases[i].part);
        assert_int_equal(part.size, 4);
        assert_int_equal(part.root, 0);
        assert_int_equal(part.bytes, cases[i].bytes);
        assert_int_equal(part.units, cases[i].units);
    }
}

/* Without a cost are those whose messages nobody knows who has to say what they
 * cost; methods have none of them inside. */
static void all_others_state_a_cost(void **state)
{
    (void)state;
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        size_t count;
        const tunedx_algorithm_t *const *algorithms =
            tunedx_algorithms_of(collective, &count);

        for (size_t k = 0; k < count; k++) {
            const bool lacks = collective == TUNEDX_ALLTOALLV ||
                               collective == TUNEDX_ALLTOALLW;

            assert_true((algorithms[k]->cost == NULL) == lacks);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lines_are_listed),
        cmocka_unit_test(names_are_those_of_the_lines),
        cmocka_unit_test(names_are_sorted),
        cmocka_unit_test(tuned_numbers_are_unique),
        cmocka_unit_test(descriptors_are_complete),
        cmocka_unit_test(algorithms_are_found),
        cmocka_unit_test(algorithms_serve_some_call),
        cmocka_unit_test(parts_have_their_own_sizes),
        cmocka_unit_test(all_others_state_a_cost),
    };

    return cmocka_run_group_tests_name("registry", tests, NULL, NULL);
}
