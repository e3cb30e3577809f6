/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See map_view.h: as a picture.
 */
#include "tools/map_view.h"

#include <string.h>

enum {
    CELL = 14, /* pixels */
    LEFT = 70,
    TOP = 76,
    LINE = 22, /* of the legend */
    MARGIN = 20,
    LABEL_WIDTH = 320,
    FEW_COLOURS = 8,
    NUMBER_TEXT = 32
};

static const char *const penalty_colours[TOOL_PENALTY_CLASSES] = {
    "#ffffff", "#fff3bf", "#ffd43b", "#ff922b", "#e03131"};

/* ---- colours ---- */

static size_t colours_of(const tool_map_view_t *view)
{
    return view->penalties ? TOOL_PENALTY_CLASSES : view->shown;
}

static void print_colour(const tool_map_view_t *view, size_t colour, FILE *out)
{
    static const char *const few[FEW_COLOURS] = {
        "#8cb8f0", "#f6b26b", "#7fd0a6", "#f19cc0",
        "#b9a5ec", "#7fd3e0", "#e0cc66", "#c9b2a6"};

    fprintf(out, ".c%zu{fill:", colour);
    if (view->penalties) {
        fputs(penalty_colours[colour], out);
    } else if (colour < FEW_COLOURS) {
        fputs(few[colour], out);
    } else {
        fprintf(out, "hsl(%zu,%zu%%,%zu%%)", colour * 137 % 360,
                45 + colour % 3 * 15, 62 + colour % 4 * 7);
    }
    fputs("}\n", out);
}

static void print_style(const tool_map_view_t *view, FILE *out)
{
    fputs("<style>\n"
          "text{font:13px system-ui,\"DejaVu Sans\",sans-serif;fill:#24292f}\n"
          ".title{font-size:17px;font-weight:600}\n"
          ".faint{fill:#57606a;font-size:12px}\n"
          ".sign{font:10px \"DejaVu Sans Mono\",monospace;text-anchor:middle;"
          "fill:#1b1f24}\n"
          ".ranks{text-anchor:end}.paper{fill:#ffffff}\n"
          ".cell,.swatch{stroke:#57606a;stroke-width:.4}\n",
          out);
    for (size_t i = 0; i < colours_of(view); i++) {
        print_colour(view, i, out);
    }
    fputs("</style>\n", out);
}

/* ---- cells ---- */

static size_t colour_at(const tool_map_view_t *view, size_t point)
{
    return view->penalties ? (size_t)tool_penalty_class(view, point)
                           : view->letters[view->choices[point]];
}

/* Where, in row i, the run of one colour ends that begins at k. */
static size_t end_of_run(const tool_map_view_t *view, size_t i, size_t k)
{
    const size_t columns = view->map->bytes_count;
    const size_t colour = colour_at(view, i * columns + k);

    while (k < columns && colour_at(view, i * columns + k) == colour) {
        k++;
    }
    return k;
}

/* A rectangle with its sign in the middle; pointing at it shows what it is. */
static void draw_run(const tool_map_view_t *view, size_t i, size_t first,
                     size_t end, FILE *out)
{
    const tunedx_map_t *map = view->map;
    const size_t point = i * map->bytes_count + first;
    const size_t colour = colour_at(view, point);
    const size_t x = LEFT + first * CELL, y = TOP + i * CELL;
    char label[TOOL_VIEW_TEXT];

    if (view->penalties) {
        snprintf(label, sizeof label, "%s", tool_penalty_classes[colour]);
    } else {
        tool_map_view_label(view, colour, label);
        label[strcspn(label, ":")] = '\0';
    }
    fprintf(out,
            "<g><title>%zu ranks, %zu to %zu bytes: %s</title><rect "
            "class=\"cell c%zu\" x=\"%zu\" y=\"%zu\" width=\"%zu\" "
            "height=\"%d\"/><text class=\"sign\" x=\"%zu\" "
            "y=\"%zu\">%c</text></g>\n",
            map->ranks[i], map->bytes[first], map->bytes[end - 1], label,
            colour, x, y, (end - first) * CELL, CELL,
            x + (end - first) * CELL / 2, y + CELL - 4,
            tool_map_view_sign(view, point));
}

/* A small dot where the time of what is chosen was filled in. */
static void draw_fill(const tool_map_view_t *view, size_t i, size_t k,
                      FILE *out)
{
    const tunedx_map_t *map = view->map;
    const size_t point = i * map->bytes_count + k;
    const unsigned char kind =
        map->kinds[point * map->methods_count + view->choices[point]];

    if (kind != TUNEDX_CELL_GIVEN) {
        fprintf(out, "<circle cx=\"%zu\" cy=\"%zu\" r=\"1.5\"/>\n",
                LEFT + k * CELL + 3, TOP + i * CELL + 3);
    }
}

static void draw_cells(const tool_map_view_t *view, FILE *out)
{
    const tunedx_map_t *map = view->map;

    for (size_t i = 0; i < map->ranks_count; i++) {
        for (size_t k = 0, end; k < map->bytes_count; k = end) {
            end = end_of_run(view, i, k);
            draw_run(view, i, k, end, out);
        }
        for (size_t k = 0; k < map->bytes_count; k++) {
            draw_fill(view, i, k, out);
        }
    }
}

/* ---- around them ---- */

static void draw_axes(const tool_map_view_t *view, FILE *out)
{
    const tunedx_map_t *map = view->map;
    const size_t every = 1 + 3 * CELL / LEFT + (map->bytes_count > 12 ? 2 : 0);
    char text[NUMBER_TEXT];

    fprintf(out, "<text class=\"faint\" x=\"%d\" y=\"%d\">bytes</text>\n", 22,
            TOP - 6);
    for (size_t k = 0; k < map->bytes_count; k += every) {
        tunedx_writer_t writer = tunedx_writer(text, sizeof text);

        tunedx_write_number(&writer, map->bytes[k]);
        fprintf(out, "<text class=\"faint\" x=\"%zu\" y=\"%d\">%s</text>\n",
                LEFT + k * CELL, TOP - 6, text);
    }
    for (size_t i = 0; i < map->ranks_count; i++) {
        fprintf(out,
                "<text class=\"faint ranks\" x=\"%d\" y=\"%zu\">%zu</text>\n",
                LEFT - 8, TOP + i * CELL + CELL - 3, map->ranks[i]);
    }
    fprintf(out, "<text class=\"faint\" x=\"%d\" y=\"%d\">ranks</text>\n", 8,
            TOP + CELL - 3);
}

static void draw_legend(const tool_map_view_t *view, size_t top, FILE *out)
{
    char label[TOOL_VIEW_TEXT];

    for (size_t i = 0; i < colours_of(view); i++) {
        const size_t y = top + i * LINE;

        if (view->penalties) {
            snprintf(label, sizeof label, "%s longer than the best",
                     tool_penalty_classes[i]);
        } else {
            tool_map_view_label(view, i, label);
        }
        fprintf(out,
                "<rect class=\"swatch c%zu\" x=\"%d\" y=\"%zu\" width=\"%d\" "
                "height=\"%d\"/><text class=\"sign\" x=\"%d\" "
                "y=\"%zu\">%c</text><text x=\"%d\" y=\"%zu\">%s</text>\n",
                i, LEFT, y, CELL, CELL, LEFT + CELL / 2, y + CELL - 4,
                tool_map_view_entry(view, i), LEFT + 2 * CELL, y + CELL - 3,
                label);
    }
}

void tool_map_view_draw(const tool_map_view_t *view, FILE *out)
{
    const tunedx_map_t *map = view->map;
    const size_t legend = TOP + map->ranks_count * CELL + MARGIN;
    const size_t height = legend + colours_of(view) * LINE + MARGIN;
    size_t width = LEFT + map->bytes_count * CELL + MARGIN;
    const size_t words = strlen(view->subtitle) * 7 + MARGIN + MARGIN;

    width = width < LEFT + LABEL_WIDTH ? LEFT + LABEL_WIDTH : width;
    width = width < words ? words : width;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%zu\" "
            "height=\"%zu\" viewBox=\"0 0 %zu %zu\" role=\"img\" "
            "aria-labelledby=\"t d\">\n<title id=\"t\">%s%s</title>\n<desc "
            "id=\"d\">A decision map: rank counts down, sizes across, %s; %s. "
            "tunedx map prints the same as text.</desc>\n",
            width, height, width, height,
            view->penalties ? "penalties: " : "decision map: ", view->title,
            view->penalties ? "each point shows how much longer it takes than "
                              "with the best method"
                            : "each point shows a method",
            view->subtitle);
    print_style(view, out);
    fprintf(out,
            "<rect class=\"paper\" width=\"%zu\" height=\"%zu\"/>\n"
            "<text class=\"title\" x=\"20\" y=\"28\">%s</text>\n"
            "<text class=\"faint\" x=\"20\" y=\"48\">%s</text>\n",
            width, height, view->title, view->subtitle);
    draw_axes(view, out);
    draw_cells(view, out);
    draw_legend(view, legend, out);
    fputs("</svg>\n", out);
}
