/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See picture_parts.h: colours and what they mean.
 */
#include "tools/picture_parts.h"

#include <string.h>

enum { FEW_COLOURS = 8 };

/* ---- style ---- */

static void print_colour(const picture_t *picture, int colour)
{
    static const char *const few[FEW_COLOURS] = {
        "#2f7de1", "#e8710a", "#179a5b", "#d6336c",
        "#7d5bd9", "#0c9cb4", "#b58900", "#8d6e5f",
    };
    char text[32] = "#8b929c";

    if (colour > 0 && picture->colours <= FEW_COLOURS) {
        snprintf(text, sizeof text, "%s", few[colour - 1]);
    } else if (colour > 0) {
        snprintf(text, sizeof text, "hsl(%d,70%%,47%%)",
                 (215 + 360 * (colour - 1) / picture->colours) % 360);
    }
    fprintf(picture->out, ".f%d{fill:%s}.s%d{stroke:%s}\n", colour, text,
            colour, text);
}

void tool_picture_style(const picture_t *picture)
{
    fputs("<style>\n"
          "text{font:13px system-ui,\"DejaVu Sans\",sans-serif;fill:#24292f}\n"
          ".title{font-size:17px;font-weight:600}\n"
          ".faint{fill:#6a737d;font-size:12px}\n"
          ".paper{fill:#ffffff}\n"
          ".lane{stroke:#c9d1d9}.grid{stroke:#eceff2}\n"
          ".reduction{fill:#24292f}\n"
          ".message{fill:none;stroke-width:1.4}\n"
          "@media (prefers-color-scheme:dark){\n"
          "text{fill:#e6edf3}.faint{fill:#9aa4af}.paper{fill:#12161c}\n"
          ".lane{stroke:#3d4650}.grid{stroke:#20262d}.reduction{fill:#e6edf3}\n"
          "}\n",
          picture->out);
    for (int colour = 0; colour <= picture->colours; colour++) {
        print_colour(picture, colour);
    }
    fputs("</style>\n<defs>\n", picture->out);
    for (int colour = 0; colour <= picture->colours; colour++) {
        fprintf(picture->out,
                "<marker id=\"head%d\" viewBox=\"0 0 8 8\" refX=\"7.5\" "
                "refY=\"4\" markerUnits=\"userSpaceOnUse\" "
                "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
                "<path class=\"f%d\" d=\"M0 1L8 4L0 7z\"/></marker>\n",
                colour, colour);
    }
    fputs("</defs>\n", picture->out);
}

/* ---- the legend ---- */

static const char several[] = "through scratch";

/* With the room behind it. */
static double sign_width(const char *text)
{
    return text[0] == '\0' ? 24 : 49 + 6.6 * (double)strlen(text);
}

/* A swatch, `above` the middle of its line of text, which stands behind it;
 * returns where the next one goes. */
static double print_sign(const picture_t *picture, double x, double y,
                         double above, double height, const char *kind,
                         const char *text)
{
    fprintf(picture->out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"22\" "
            "height=\"%.1f\"/>",
            kind, x, y - above - height / 2, height);
    if (text[0] == '\0') {
        fputc('\n', picture->out);
        return x + sign_width(text);
    }
    fprintf(picture->out,
            "<text class=\"faint\" x=\"%.1f\" y=\"%.1f\">%s</text>\n", x + 29,
            y + 4, text);
    return x + sign_width(text);
}

/* The same with a piece of lane. */
static double print_lane_sign(const picture_t *picture, double x, double y,
                              double above, const char *kind, const char *text)
{
    fprintf(picture->out, "<path class=\"lane\" d=\"M%.1f %.1fh22\"/>", x, y);
    return print_sign(picture, x, y, above, 5, kind, text);
}

/* What a colour stands for: where in the data its pieces begin.  Of many
 * colours only the first and the last have a text. */
static void label(const picture_t *picture, int colour, char *text, size_t size)
{
    const tool_pieces_t *pieces = &picture->pieces;
    const bool is_last = colour == picture->colours - 1;
    const size_t piece =
        is_last ? pieces->count - 1
                : (size_t)colour * pieces->count / (size_t)picture->colours;
    const tunedx_span_t *begin = &pieces->begins[piece];

    if (picture->colours > FEW_COLOURS && colour > 0 && !is_last) {
        text[0] = '\0';
    } else if (pieces->begins[pieces->count - 1].block == 0) {
        snprintf(text, size, "%s%zu", colour == 0 ? "data from unit " : "",
                 begin->first);
    } else if (begin->units == TUNEDX_WHOLE || begin->first == 0) {
        snprintf(text, size, "block %d", begin->block);
    } else {
        snprintf(text, size, "block %d from unit %zu", begin->block,
                 begin->first);
    }
}

static void print_colours(const picture_t *picture, double y)
{
    double x = picture->left;
    char kind[16], text[PICTURE_TEXT];

    for (int colour = 0; colour < picture->colours; colour++) {
        label(picture, colour, text, sizeof text);
        snprintf(kind, sizeof kind, "f%d", colour + 1);
        x = print_sign(picture, x, y, 0, 10, kind, text);
    }
    if (picture->unknown) {
        print_sign(picture, x, y, 0, 10, "f0", several);
    }
}

double tool_picture_legend_width(const picture_t *picture)
{
    char text[PICTURE_TEXT];
    double width = picture->unknown ? sign_width(several) : 0;

    for (int colour = 0; colour < picture->colours; colour++) {
        label(picture, colour, text, sizeof text);
        width += sign_width(text);
    }
    return width;
}

void tool_picture_legend(const picture_t *picture)
{
    const double y = picture->bottom + 48;
    double x = picture->left;

    x = print_lane_sign(picture, x, y, 5, "f0", "sends");
    x = print_lane_sign(picture, x, y, -5, "f0", "receives");
    print_lane_sign(picture, x, y, 0, "reduction", "reduces");
    print_colours(picture, y + 26);
}
