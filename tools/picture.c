/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See picture.h.
 *
 * A rank is a lane: sends are bars on its upper edge, reductions in its middle,
 * receives on its lower edge.  A message is an arrow from where and when its
 * send begins to where and when its receive ends.
 */
#include "tools/picture_parts.h"

#include "schedule/print.h"

#include <stdlib.h>

enum { SPAN_TEXT = 80 };

/* ---- the timeline ---- */

void tool_timeline_hear(void *context, const tunedx_activity_t *activity)
{
    tool_timeline_t *timeline = context;

    if (timeline->count == timeline->room) {
        const size_t room = timeline->room == 0 ? 256 : 2 * timeline->room;
        tunedx_activity_t *activities =
            realloc(timeline->activities, room * sizeof *activities);

        if (activities == NULL) {
            timeline->short_of_memory = true;
            return;
        }
        timeline->activities = activities;
        timeline->room = room;
    }
    timeline->activities[timeline->count++] = *activity;
}

/* ---- places ---- */

static double x_of(const picture_t *picture, uint64_t time)
{
    const uint64_t all = picture->timeline->time;

    return picture->left +
           (all == 0 ? 0 : picture->width * (double)time / (double)all);
}

static double y_of(const picture_t *picture, int rank)
{
    return picture->top + picture->lane * ((double)rank + 0.5);
}

static double between(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* So wide that a usual message is as long as its arrow is readable. */
static double width_for(const tool_timeline_t *timeline)
{
    double messages = 0, lengths = 0;

    for (size_t i = 0; i < timeline->count; i++) {
        const tunedx_activity_t *activity = &timeline->activities[i];

        if (activity->kind == TUNEDX_ACTIVITY_MESSAGE) {
            messages++;
            lengths += (double)(activity->end - activity->start);
        }
    }
    return lengths <= 0
               ? 700
               : between(56 * (double)timeline->time * messages / lengths, 700,
                         3600);
}

static void arrange(picture_t *picture)
{
    const int size = picture->job->key.size;

    picture->lane = size <= 12 ? 42 : size <= 20 ? 32 : size <= 64 ? 20 : 12;
    picture->third = between(picture->lane / 7, 2, 5);
    picture->left = 88;
    picture->top = 78;
    picture->width = width_for(picture->timeline);
    picture->bottom = picture->top + picture->lane * size;
    picture->colours = picture->pieces.count < PICTURE_COLOURS
                           ? (int)picture->pieces.count
                           : PICTURE_COLOURS;
}

/* Colour 0 is that of messages without a piece. */
static int colour_of(const picture_t *picture, const tunedx_activity_t *message)
{
    const int piece = tool_pieces_of(&picture->pieces, picture->job, message);

    return piece < 0 ? 0
                     : 1 + (int)((size_t)piece * (size_t)picture->colours /
                                 picture->pieces.count);
}

/* ---- the head ---- */

static void print_head(const picture_t *picture, const tunedx_price_t *price)
{
    const tunedx_key_t *key = &picture->job->key;
    const char *collective = tunedx_collective_name(key->collective);
    const double legend = tool_picture_legend_width(picture);
    const double width =
        picture->left + 40 + between(picture->width, legend, 1e6);
    const double height = picture->bottom + 96;
    char method[PICTURE_TEXT], time[4][32];

    tunedx_method_print(picture->job->choice.method, method, sizeof method);
    tool_print_time(picture->timeline->time, time[0], sizeof time[0]);
    tool_print_time(price->alpha, time[1], sizeof time[1]);
    tool_print_time(price->beta, time[2], sizeof time[2]);
    tool_print_time(price->gamma, time[3], sizeof time[3]);
    fprintf(picture->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
            "width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\">\n"
            "<title>%s, %s, %d ranks</title>\n",
            width, height, width, height, collective, method, key->size);
    tool_picture_style(picture);
    fprintf(picture->out,
            "<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\" rx=\"8\"/>\n"
            "<text class=\"title\" x=\"20\" y=\"30\">%s: %s</text>\n"
            "<text class=\"faint\" x=\"20\" y=\"50\">%d ranks, ",
            width, height, collective, method, key->size);
    if (key->bytes > 0) {
        fprintf(picture->out, "%zu bytes, ", key->bytes);
    }
    fprintf(picture->out,
            "%s ns; alpha %s ns, beta %s ns, gamma %s ns</text>\n", time[0],
            time[1], time[2], time[3]);
}

/* ---- lanes and the axis of time ---- */

/* 1, 2 or 5 times a power of ten, for at most ten ticks. */
static uint64_t tick_for(uint64_t time)
{
    static const int steps[] = {1, 2, 5};
    uint64_t power = 1;

    for (;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if (time / 10 < power * (uint64_t)steps[i]) {
                return power * (uint64_t)steps[i];
            }
        }
    }
}

static void print_axis(const picture_t *picture)
{
    const uint64_t time = picture->timeline->time, tick = tick_for(time);
    char text[32];

    for (uint64_t at = 0; at <= time; at += tick) {
        const double x = x_of(picture, at);

        tool_print_time(at, text, sizeof text);
        fprintf(picture->out,
                "<path class=\"grid\" d=\"M%.1f %.1fV%.1f\"/>"
                "<text class=\"faint\" x=\"%.1f\" y=\"%.1f\" "
                "text-anchor=\"middle\">%s%s</text>\n",
                x, picture->top, picture->bottom + 4, x, picture->bottom + 20,
                text, at == 0 ? " ns" : "");
        if (tick > UINT64_MAX - at) {
            break;
        }
    }
}

static void print_lanes(const picture_t *picture)
{
    const tunedx_key_t *key = &picture->job->key;
    const bool rooted = tunedx_collective_is_rooted(key->collective);

    for (int rank = 0; rank < key->size; rank++) {
        const bool is_root = rooted && rank == key->root;
        const double y = y_of(picture, rank);

        fprintf(picture->out,
                "<path class=\"lane\" d=\"M%.1f %.1fH%.1f\"/>"
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\"%s>%s%d"
                "</text>\n",
                picture->left, y, picture->left + picture->width,
                picture->left - 12, y + 4.5,
                picture->lane < 16 ? " style=\"font-size:10px\"" : "",
                is_root     ? "root "
                : rank == 0 ? "rank "
                            : "",
                rank);
    }
}

/* ---- what happens ---- */

/* The beginning of a bar in a lane: row -1 sends, 0 reduces, 1 receives. */
static void print_bar(const picture_t *picture, const char *kind, int rank,
                      int row, const tunedx_activity_t *activity)
{
    const double x = x_of(picture, activity->start);
    const double y = y_of(picture, rank) + ((double)row - 0.5) * picture->third;

    fprintf(picture->out,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
            "height=\"%.1f\"",
            kind, x, y,
            between(x_of(picture, activity->end) - x - 1, 0.6, picture->width),
            picture->third);
}

static void print_reduction(const picture_t *picture,
                            const tunedx_activity_t *activity)
{
    const tunedx_program_t *program = picture->job->programs[activity->rank];
    char text[PICTURE_TEXT];

    tunedx_instruction_print(program, activity->instruction, text, sizeof text);
    print_bar(picture, "reduction", activity->rank, 0, activity);
    fprintf(picture->out, "><title>rank %d: %s</title></rect>\n",
            activity->rank, text);
}

static void print_bars(const picture_t *picture)
{
    const tool_timeline_t *timeline = picture->timeline;
    char kind[16];

    for (size_t i = 0; i < timeline->count; i++) {
        const tunedx_activity_t *activity = &timeline->activities[i];

        if (activity->kind == TUNEDX_ACTIVITY_REDUCTION) {
            print_reduction(picture, activity);
        } else if (activity->kind == TUNEDX_ACTIVITY_MESSAGE) {
            snprintf(kind, sizeof kind, "f%d", colour_of(picture, activity));
            print_bar(picture, kind, activity->sender, -1, activity);
            fputs("/>", picture->out);
            print_bar(picture, kind, activity->rank, 1, activity);
            fputs("/>\n", picture->out);
        }
    }
}

static void print_message(const picture_t *picture,
                          const tunedx_activity_t *message)
{
    const tunedx_program_t *from = picture->job->programs[message->sender];
    const tunedx_program_t *to = picture->job->programs[message->rank];
    const bool down = message->rank > message->sender;
    const double from_edge = (down ? -0.5 : -1.5) * picture->third;
    const double to_edge = (down ? 0.5 : 1.5) * picture->third;
    const int colour = colour_of(picture, message);
    char sent[SPAN_TEXT], received[SPAN_TEXT], start[32], end[32];

    tunedx_span_print(&from->code[message->sends].span, sent, sizeof sent);
    tunedx_span_print(&to->code[message->instruction].span, received,
                      sizeof received);
    tool_print_time(message->start, start, sizeof start);
    tool_print_time(message->end, end, sizeof end);
    fprintf(picture->out,
            "<path class=\"message s%d\" marker-end=\"url(#head%d)\" "
            "d=\"M%.1f %.1fL%.1f %.1f\"><title>rank %d to rank %d: %zu bytes, "
            "%s to %s, from %s to %s ns</title></path>\n",
            colour, colour, x_of(picture, message->start),
            y_of(picture, message->sender) + from_edge,
            x_of(picture, message->end), y_of(picture, message->rank) + to_edge,
            message->sender, message->rank, message->bytes, sent, received,
            start, end);
}

static void print_messages(const picture_t *picture)
{
    const tool_timeline_t *timeline = picture->timeline;

    for (size_t i = 0; i < timeline->count; i++) {
        if (timeline->activities[i].kind == TUNEDX_ACTIVITY_MESSAGE) {
            print_message(picture, &timeline->activities[i]);
        }
    }
}

bool tool_picture_draw(const tool_job_t *job, const tunedx_price_t *price,
                       const tool_timeline_t *timeline, FILE *out)
{
    picture_t picture = {.out = out, .job = job, .timeline = timeline};

    if (!tool_pieces_find(&picture.pieces, job, timeline)) {
        return false;
    }
    arrange(&picture);
    for (size_t i = 0; i < timeline->count; i++) {
        const tunedx_activity_t *activity = &timeline->activities[i];

        picture.unknown =
            picture.unknown || (activity->kind == TUNEDX_ACTIVITY_MESSAGE &&
                                colour_of(&picture, activity) == 0);
    }
    print_head(&picture, price);
    print_axis(&picture);
    print_lanes(&picture);
    print_bars(&picture);
    print_messages(&picture);
    tool_picture_legend(&picture);
    fputs("</svg>\n", out);
    tool_pieces_free(&picture.pieces);
    return true;
}
