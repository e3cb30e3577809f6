/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See map_view.h: what is shown, and as text.
 */
#include "tools/map_view.h"

#include "tools/maps.h"

#include <stdlib.h>
#include <string.h>

enum { METHOD_TEXT = 512, NUMBER_TEXT = 32 };

/* The classes of the paper's Figure 3, with one more. */
static const double bounds[TOOL_PENALTY_CLASSES - 1] = {0.05, 0.1, 0.25, 0.5};
static const char penalty_signs[] = ".-+*#";

const char *const tool_penalty_classes[TOOL_PENALTY_CLASSES] = {
    "less than 5 %", "5 to 10 %", "10 to 25 %", "25 to 50 %", "50 % and above"};

/* ---- making one ---- */

static void describe(tool_map_view_t *view, const tunedx_quadtree_t *tree)
{
    const tunedx_map_t *map = view->map;
    char class[TOOL_CLASS_TEXT];

    tool_map_describe(map, class);
    snprintf(view->title, sizeof view->title, "%s%s", class,
             map->is_simulated ? ", simulated" : "");
    tunedx_writer_t writer =
        tunedx_writer(view->subtitle, sizeof view->subtitle);
    tunedx_write(&writer, "%zu x %zu points, %zu methods", map->ranks_count,
                 map->bytes_count, map->methods_count);
    if (tunedx_map_filled(map) > 0) {
        tunedx_write(&writer, ", %zu times filled in from neighbours",
                     tunedx_map_filled(map));
    }
    if (tree == NULL) {
        tunedx_write(&writer, "; the best of each point");
        return;
    }
    const tunedx_tree_size_t size = tunedx_quadtree_size(tree);
    tunedx_write(&writer, "; a tree of depth %zu with %zu leaves",
                 size.most_depth, size.leaves);
    if (tree->exceptions_count > 0) {
        tunedx_write(&writer, " and %zu rows", tree->exceptions_count);
    }
}

/* Sorts methods by how often they are chosen; equal ones keep their order. */
static void sort_methods(tool_map_view_t *view)
{
    const tunedx_map_t *map = view->map;

    for (size_t i = 0; i < map->methods_count; i++) {
        size_t at = view->shown;

        if (view->counts[i] == 0) {
            continue;
        }
        for (; at > 0 && view->counts[view->sorted[at - 1]] < view->counts[i];
             at--) {
            view->sorted[at] = view->sorted[at - 1];
        }
        view->sorted[at] = i;
        view->shown++;
    }
    for (size_t i = 0; i < view->shown; i++) {
        view->letters[view->sorted[i]] = i;
    }
}

int tool_map_view_make(tool_map_view_t *view, const char *name,
                       const tunedx_map_t *map, const tunedx_quadtree_t *tree,
                       bool penalties)
{
    const size_t points = tunedx_map_points(map);

    *view = (tool_map_view_t){
        .map = map,
        .penalties = penalties,
        .choices = calloc(points, sizeof(size_t)),
        .sorted = calloc(map->methods_count, sizeof(size_t)),
        .counts = calloc(map->methods_count, sizeof(size_t)),
        .letters = calloc(map->methods_count, sizeof(size_t)),
    };
    if (view->choices == NULL || view->sorted == NULL || view->counts == NULL ||
        view->letters == NULL) {
        return tool_fail(name, "not enough memory");
    }
    if (tree != NULL) {
        tunedx_quadtree_choices(tree, view->choices);
    } else {
        memcpy(view->choices, map->best, points * sizeof(size_t));
    }
    for (size_t i = 0; i < points; i++) {
        view->counts[view->choices[i]]++;
    }
    sort_methods(view);
    describe(view, tree);
    return TOOL_SUCCESS;
}

void tool_map_view_free(tool_map_view_t *view)
{
    free(view->choices);
    free(view->sorted);
    free(view->counts);
    free(view->letters);
}

/* ---- signs ---- */

/* The last one stands for all that have none. */
static char letter_of(size_t letter)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?";
    const size_t last = sizeof letters - 2;

    return letters[letter < last ? letter : last];
}

int tool_penalty_class(const tool_map_view_t *view, size_t point)
{
    const double penalty =
        tunedx_map_penalty(view->map, point, view->choices[point]);
    int class = 0;

    while (class < TOOL_PENALTY_CLASSES - 1 && penalty >= bounds[class]) {
        class ++;
    }
    return class;
}

char tool_map_view_entry(const tool_map_view_t *view, size_t entry)
{
    if (view->penalties) {
        return penalty_signs[entry];
    }
    return letter_of(entry);
}

char tool_map_view_sign(const tool_map_view_t *view, size_t point)
{
    return tool_map_view_entry(
        view, view->penalties ? (size_t)tool_penalty_class(view, point)
                              : view->letters[view->choices[point]]);
}

void tool_map_view_label(const tool_map_view_t *view, size_t letter,
                         char text[TOOL_VIEW_TEXT])
{
    char method[METHOD_TEXT];

    tunedx_method_print(view->map->methods[view->sorted[letter]], method,
                        sizeof method);
    snprintf(text, TOOL_VIEW_TEXT, "%s: %zu points", method,
             view->counts[view->sorted[letter]]);
}

/* ---- text ---- */

/* Sizes above the columns, as many as have room. */
static void print_sizes(const tool_map_view_t *view, FILE *out)
{
    const tunedx_map_t *map = view->map;
    char text[NUMBER_TEXT];
    size_t at = 0;

    fprintf(out, "  ranks  ");
    for (size_t k = 0; k < map->bytes_count; k++) {
        tunedx_writer_t writer = tunedx_writer(text, sizeof text);

        tunedx_write_number(&writer, map->bytes[k]);
        if (k == 0 || at < k) {
            fprintf(out, "%*s%s", (int)(k - at), "", text);
            at = k + writer.length;
        }
    }
    fprintf(out, " bytes\n");
}

void tool_map_view_print(const tool_map_view_t *view, FILE *out)
{
    const tunedx_map_t *map = view->map;
    char label[TOOL_VIEW_TEXT];

    fprintf(out, "%s\n%s\n\n", view->title, view->subtitle);
    print_sizes(view, out);
    for (size_t i = 0; i < map->ranks_count; i++) {
        fprintf(out, "%7zu  ", map->ranks[i]);
        for (size_t k = 0; k < map->bytes_count; k++) {
            fputc(tool_map_view_sign(view, i * map->bytes_count + k), out);
        }
        fputc('\n', out);
    }
    fputc('\n', out);
    for (int i = 0; view->penalties && i < TOOL_PENALTY_CLASSES; i++) {
        fprintf(out, "  %c  %s longer than the best\n", penalty_signs[i],
                tool_penalty_classes[i]);
    }
    for (size_t i = 0; !view->penalties && i < view->shown; i++) {
        tool_map_view_label(view, i, label);
        fprintf(out, "  %c  %s\n", letter_of(i), label);
    }
}
