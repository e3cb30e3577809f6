/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See conditions.h.
 */
#include "decision/conditions.h"

#include "geometry/geometry.h"

#include <assert.h>
#include <string.h>

static bool is_commutative(const tunedx_key_t *key)
{
    return key->commutative;
}

static bool is_builtin(const tunedx_key_t *key)
{
    return key->op_class == TUNEDX_OP_BUILTIN;
}

static bool is_pair(const tunedx_key_t *key)
{
    return key->op_class == TUNEDX_OP_PAIR;
}

static bool is_user(const tunedx_key_t *key)
{
    return key->op_class == TUNEDX_OP_USER;
}

static bool is_power_of_two(const tunedx_key_t *key)
{
    return tunedx_is_power_of_two(key->size);
}

static bool is_even(const tunedx_key_t *key)
{
    return key->size % 2 == 0;
}

static bool is_one_node(const tunedx_key_t *key)
{
    return key->nodes == 1;
}

static bool is_one_per_node(const tunedx_key_t *key)
{
    return key->ppn == 1;
}

static const struct condition {
    const char *name;
    bool (*holds)(const tunedx_key_t *key);
    bool depends_on_call;
    const char *code; /* what `holds` returns */
} table[] = {
    {"commutative", is_commutative, true, "key->commutative"},
    {"op=builtin", is_builtin, true, "key->op_class == TUNEDX_OP_BUILTIN"},
    {"op=pair", is_pair, true, "key->op_class == TUNEDX_OP_PAIR"},
    {"op=user", is_user, true, "key->op_class == TUNEDX_OP_USER"},
    {"power_of_two", is_power_of_two, false,
     "tunedx_is_power_of_two(key->size)"},
    {"even", is_even, false, "key->size % 2 == 0"},
    {"one_node", is_one_node, false, "key->nodes == 1"},
    {"one_per_node", is_one_per_node, false, "key->ppn == 1"},
};

enum { CONDITIONS = sizeof table / sizeof table[0] };

const char *tunedx_condition_name(int number)
{
    return number < CONDITIONS ? table[number].name : NULL;
}

tunedx_conditions_t tunedx_condition_named(const char *name, bool wanted)
{
    int number = 0;

    while (number < CONDITIONS && strcmp(table[number].name, name) != 0) {
        number++;
    }
    assert(number < CONDITIONS);
    const uint32_t bit = (uint32_t)1 << number;

    return (tunedx_conditions_t){wanted ? bit : 0, wanted ? 0 : bit};
}

const char *tunedx_condition_code(int number)
{
    return number < CONDITIONS ? table[number].code : NULL;
}

bool tunedx_conditions_exist(tunedx_conditions_t conditions)
{
    return (conditions.wanted | conditions.unwanted) < (uint32_t)1
                                                           << CONDITIONS;
}

bool tunedx_conditions_hold(tunedx_conditions_t conditions,
                            const tunedx_key_t *key)
{
    const uint32_t asked = conditions.wanted | conditions.unwanted;

    for (int i = 0; asked >> i != 0; i++) {
        if ((asked >> i & 1) != 0 &&
            table[i].holds(key) != ((conditions.wanted >> i & 1) != 0)) {
            return false;
        }
    }
    return true;
}

tunedx_conditions_t
tunedx_conditions_of_communicator(tunedx_conditions_t conditions)
{
    for (int i = 0; i < CONDITIONS; i++) {
        if (table[i].depends_on_call) {
            conditions.wanted &= ~((uint32_t)1 << i);
            conditions.unwanted &= ~((uint32_t)1 << i);
        }
    }
    return conditions;
}
