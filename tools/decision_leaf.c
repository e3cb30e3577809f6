/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See decision_leaf.h.
 */
#include "tools/decision_leaf.h"

#include <string.h>

static bool is_any(tunedx_range_t range)
{
    return range.first == 0 && range.last == SIZE_MAX;
}

bool tree_candidate_is_conditional(const tree_candidate_t *candidate)
{
    return (candidate->conditions.wanted | candidate->conditions.unwanted) !=
               0 ||
           !is_any(candidate->expo_gap);
}

/* Whether the method, and those inside, can serve every call. */
static bool always_applies(const tunedx_method_t *method)
{
    const tunedx_parameter_t *const *parameters = method->algorithm->parameters;

    if (method->algorithm->applies != NULL) {
        return false;
    }
    for (int i = 0; parameters != NULL && parameters[i] != NULL; i++) {
        const tunedx_method_t *inner = method->settings[i].method;

        if (inner != NULL && !always_applies(inner)) {
            return false;
        }
    }
    return true;
}

uint32_t tree_conditions_of_ranges(void)
{
    return tunedx_condition_named("one_node", true).wanted |
           tunedx_condition_named("one_per_node", true).wanted;
}

static tree_candidate_t candidate_of(const tree_t *tree,
                                     const tunedx_rule_t *row)
{
    const uint32_t left = ~tree_conditions_of_ranges();

    return (tree_candidate_t){
        .conditions = {row->conditions.wanted & left,
                       row->conditions.unwanted & left},
        .expo_gap = row->expo_gap,
        .method = tree->methods[row - tree->rules->rows],
        .decides = row->method == NULL || always_applies(row->method),
    };
}

bool tree_row_ends(const tunedx_rule_t *row)
{
    return ((row->conditions.wanted | row->conditions.unwanted) &
            ~tree_conditions_of_ranges()) == 0 &&
           is_any(row->expo_gap) &&
           (row->method == NULL || always_applies(row->method));
}

/* ---- leaves ---- */

/* Whether `a` holds wherever `b` does. */
static bool holds_with(const tree_candidate_t *a, const tree_candidate_t *b)
{
    return (a->conditions.wanted & ~b->conditions.wanted) == 0 &&
           (a->conditions.unwanted & ~b->conditions.unwanted) == 0 &&
           a->expo_gap.first <= b->expo_gap.first &&
           a->expo_gap.last >= b->expo_gap.last;
}

/* Whether an earlier candidate keeps this one from ever being the answer: it
 * holds too, and decides or has just been refused. */
static bool is_hidden(const tree_candidate_t *earlier, size_t count,
                      const tree_candidate_t *candidate)
{
    bool hidden = false;

    for (size_t i = 0; i < count && !hidden; i++) {
        hidden = holds_with(&earlier[i], candidate) &&
                 (earlier[i].decides || earlier[i].method == candidate->method);
    }
    return hidden;
}

/* Drops, from the end, what says no more than the rest: candidates that decide
 * for what would be the answer without them. */
static size_t trim(tree_candidate_t *candidates, size_t count)
{
    tree_candidate_t last = {.method = 0};
    bool has_last = count > 0 && candidates[count - 1].decides &&
                    !tree_candidate_is_conditional(&candidates[count - 1]);

    if (has_last) {
        last = candidates[--count];
    }
    while (count > 0 && candidates[count - 1].decides &&
           candidates[count - 1].method == last.method) {
        count--;
    }
    has_last = has_last && last.method != 0;
    if (has_last) {
        candidates[count++] = last;
    }
    return count;
}

/* ---- equal nodes are one ---- */

static bool candidates_equal(const tree_node_t *a, const tree_node_t *b)
{
    bool equal = a->count == b->count;

    for (size_t i = 0; i < a->count && equal; i++) {
        const tree_candidate_t *x = &a->candidates[i], *y = &b->candidates[i];

        equal = x->method == y->method && x->decides == y->decides &&
                holds_with(x, y) && holds_with(y, x);
    }
    return equal;
}

static bool nodes_equal(const tree_node_t *a, const tree_node_t *b)
{
    return a->field == b->field && a->limit == b->limit && a->low == b->low &&
           a->high == b->high && candidates_equal(a, b);
}

static size_t hash_of(const tree_node_t *node)
{
    size_t hash = (size_t)node->field + 31 * node->limit +
                  (size_t)((uintptr_t)node->low / sizeof *node * 17) +
                  (size_t)((uintptr_t)node->high / sizeof *node * 101);

    for (size_t i = 0; i < node->count; i++) {
        hash = 257 * hash + (size_t)node->candidates[i].method;
    }
    return (hash ^ hash >> 15) % TREE_BUCKETS;
}

static const tree_node_t *intern(tree_t *tree, const tree_node_t *node)
{
    tree_node_t **bucket = &tree->buckets[hash_of(node)];
    tree_node_t *made = *bucket;

    while (made != NULL && !nodes_equal(made, node)) {
        made = made->next;
    }
    if (made != NULL) {
        return made;
    }
    tree_candidate_t *candidates = tunedx_arena_take_array(
        tree->arena, node->count + 1, sizeof *candidates);
    made = tunedx_arena_take(tree->arena, sizeof *made);
    if (made == NULL || candidates == NULL) {
        return NULL;
    }
    if (node->count > 0) {
        memcpy(candidates, node->candidates, node->count * sizeof *candidates);
    }
    *made = *node;
    made->candidates = candidates;
    made->next = *bucket;
    *bucket = made;
    return made;
}

const tree_node_t *tree_leaf(tree_t *tree, const tunedx_rule_t *const *rows,
                             size_t count)
{
    tree_node_t node = {.field = TREE_FIELDS, .leaves = 1};
    tunedx_arena_t work = tunedx_arena_empty();
    tree_candidate_t *candidates =
        tunedx_arena_take_array(&work, count + 1, sizeof *candidates);
    const tree_node_t *leaf = NULL;

    if (candidates != NULL) {
        for (size_t i = 0; i < count; i++) {
            const tree_candidate_t candidate = candidate_of(tree, rows[i]);

            if (!is_hidden(candidates, node.count, &candidate)) {
                candidates[node.count++] = candidate;
            }
        }
        node.count = trim(candidates, node.count);
        node.candidates = candidates;
        for (size_t i = 0; i < node.count; i++) {
            node.conditions += !candidates[i].decides ||
                               tree_candidate_is_conditional(&candidates[i]);
        }
        node.depth = node.conditions;
        leaf = intern(tree, &node);
    }
    tunedx_arena_free(&work);
    return leaf;
}

const tree_node_t *tree_branch(tree_t *tree, tree_field_t field, size_t limit,
                               const tree_node_t *low, const tree_node_t *high)
{
    if (low == high && tree->merges) {
        return low;
    }
    const tree_node_t node = {
        .field = field,
        .limit = limit,
        .low = low,
        .high = high,
        .leaves = low->leaves + high->leaves,
        .conditions = 1 + low->conditions + high->conditions,
        .depth = 1 + (low->depth > high->depth ? low->depth : high->depth),
    };
    return intern(tree, &node);
}
