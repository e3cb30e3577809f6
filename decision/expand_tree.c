/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See tree_text.h: from the code to rows.
 *
 * A node is read where it stands and knows its region: points of both axes, and
 * what is tested of the number of ranks.
 */
#include "decision/tree_text.h"

#include "geometry/geometry.h"

#include <stdint.h>
#include <string.h>

enum { MOST_NESTING = 128 };

typedef struct region {
    size_t ranks, ranks_end, bytes, bytes_end; /* points */
    int power_of_two;
    tunedx_range_t expo_gap;
} region_t;

typedef struct expander {
    const tunedx_tree_text_t *tree;
    tunedx_axis_t ranks, bytes;
    size_t piece; /* of the code */
    tunedx_cursor_t cursor;
    int line, depth;
    tunedx_complaint_t *complaint;
    tunedx_tree_rows_t rows;
} expander_t;

/* ---- reading ---- */

/* Goes to what comes next, on a further line perhaps; false at the end. */
static bool has_more(expander_t *e)
{
    while (!tunedx_skip_blanks(&e->cursor)) {
        if (e->piece + 1 >= e->tree->code_count) {
            return false;
        }
        e->piece++;
        e->cursor = e->tree->code[e->piece].cursor;
        e->line = e->tree->code[e->piece].line;
    }
    return true;
}

static tunedx_word_t take_word(expander_t *e)
{
    tunedx_word_t word;

    if (!has_more(e)) {
        return (tunedx_word_t){.text = "", .at = e->cursor.at};
    }
    word = tunedx_take_word(&e->cursor, "(){}");
    if (word.length == 0) { /* one of these */
        word.length = 1;
        e->cursor.at++;
    }
    return word;
}

static bool refuse(expander_t *e, tunedx_word_t word, const char *expected)
{
    return tunedx_tree_refuse(e->complaint, word, expected);
}

static bool expect(expander_t *e, const char *text, const char *expected)
{
    const tunedx_word_t word = take_word(e);

    return tunedx_word_is(word, text) || refuse(e, word, expected);
}

/* ---- leaves ---- */

static bool add_row(expander_t *e, const region_t *region, size_t method)
{
    tunedx_tree_row_t row = {
        .power_of_two = region->power_of_two,
        .expo_gap = region->expo_gap,
        .method = method,
    };

    if (!tunedx_axis_range(&e->ranks, region->ranks, region->ranks_end,
                           &row.ranks) ||
        !tunedx_axis_range(&e->bytes, region->bytes, region->bytes_end,
                           &row.bytes) ||
        row.expo_gap.first > row.expo_gap.last) {
        return true; /* a region without values */
    }
    tunedx_tree_row_t *larger =
        tunedx_arena_grow(e->tree->arena, e->rows.rows, e->rows.count,
                          &e->rows.capacity, sizeof row);
    if (larger == NULL) {
        return false;
    }
    e->rows.rows = larger;
    e->rows.rows[e->rows.count++] = row;
    return true;
}

static bool expand_leaf(expander_t *e, const region_t *region,
                        tunedx_word_t word)
{
    for (size_t i = 0; i < e->tree->methods_count; i++) {
        const tunedx_word_t letter = e->tree->methods[i].letter;

        if (letter.length == word.length &&
            memcmp(letter.text, word.text, word.length) == 0) {
            if (add_row(e, region, i)) {
                return true;
            }
            tunedx_writer_t writer = tunedx_complain(e->complaint, word.at);
            tunedx_write(&writer, "memory is short");
            return false;
        }
    }
    return refuse(e, word, "( or { or a letter that has a method");
}

/* ---- inner nodes ---- */

static bool expand_node(expander_t *e, const region_t *region);

/* Where a region is cut: the points at which the south and the east begin; its
 * end: not along this axis. */
typedef struct cut {
    size_t south, east;
} cut_t;

static cut_t middle_of(const region_t *region)
{
    const bool ranks = region->ranks_end - region->ranks > 1;
    const bool bytes = region->bytes_end - region->bytes > 1;

    return (cut_t){
        .south = ranks ? tunedx_axis_middle(region->ranks, region->ranks_end)
                       : region->ranks_end,
        .east = bytes ? tunedx_axis_middle(region->bytes, region->bytes_end)
                      : region->bytes_end,
    };
}

/* The point that a number is, behind `first` and before `end`; false when it is
 * none of these. */
static bool find_point(const tunedx_axis_t *axis, size_t first, size_t end,
                       const char *text, size_t length, size_t *point)
{
    size_t number;

    if (length == 0 || tunedx_number_parse(text, length, &number) != length) {
        return false;
    }
    for (size_t i = first + 1; i < end; i++) {
        if (axis->points[i] == number && axis->starts[i] < SIZE_MAX) {
            *point = i;
            return true;
        }
    }
    return false;
}

/* "16:64k", "16:" or ":64k". */
static bool read_cut(expander_t *e, const region_t *region, tunedx_word_t word,
                     cut_t *cut)
{
    const char *colon = memchr(word.text, ':', word.length);
    const size_t before =
        colon == NULL ? word.length : (size_t)(colon - word.text);
    const size_t after = colon == NULL ? 0 : word.length - before - 1;
    const bool is_sound =
        colon != NULL && before + after > 0 &&
        (before == 0 || find_point(&e->ranks, region->ranks, region->ranks_end,
                                   word.text, before, &cut->south)) &&
        (after == 0 || find_point(&e->bytes, region->bytes, region->bytes_end,
                                  colon + 1, after, &cut->east));

    return is_sound ||
           refuse(e, word,
                  "where the second halves begin, as 16:64k, 16: or :64k: "
                  "points of ranks and of bytes inside of this block");
}

/* A cut, if one comes next; else the middle. */
static bool take_cut(expander_t *e, const region_t *region, cut_t *cut)
{
    const expander_t before = *e;
    const tunedx_word_t word = take_word(e);

    if (word.length == 0 ||
        ((word.text[0] < '0' || word.text[0] > '9') && word.text[0] != ':')) {
        *e = before;
        *cut = middle_of(region);
        return true;
    }
    *cut = (cut_t){.south = region->ranks_end, .east = region->bytes_end};
    return read_cut(e, region, word, cut);
}

/* Behind a parenthesis. */
static bool expand_quadrants(expander_t *e, const region_t *region,
                             tunedx_word_t word)
{
    cut_t cut;

    if (!take_cut(e, region, &cut)) {
        return false;
    }
    const bool ranks = cut.south < region->ranks_end;
    const bool bytes = cut.east < region->bytes_end;
    if (!ranks && !bytes) {
        return refuse(e, word,
                      "a letter: one point is left and cannot be "
                      "halved");
    }
    for (int child = 0; child < 4; child++) {
        const bool south = child >= 2, east = child % 2 == 1;
        region_t part = *region;

        if ((south && !ranks) || (east && !bytes)) {
            continue;
        }
        if (ranks) {
            *(south ? &part.ranks : &part.ranks_end) = cut.south;
        }
        if (bytes) {
            *(east ? &part.bytes : &part.bytes_end) = cut.east;
        }
        if (!expand_node(e, &part)) {
            return false;
        }
    }
    return expect(e, ")",
                  ranks && bytes ? ") after four nodes"
                                 : ") after two nodes: one axis is not cut "
                                   "here");
}

/* The gaps that are in `all` and not in `taken`, as far as that is one range:
 * the rows of `taken` come first. */
static tunedx_range_t without(tunedx_range_t all, tunedx_range_t taken)
{
    if (all.first > all.last) {
        return all;
    }
    if (taken.first <= all.first && all.first <= taken.last) {
        if (taken.last >= all.last) {
            return (tunedx_range_t){.first = 1, .last = 0};
        }
        all.first = taken.last + 1;
    } else if (taken.last >= all.last && taken.first <= all.last) {
        all.last = taken.first - 1;
    }
    return all;
}

static tunedx_range_t both(tunedx_range_t a, tunedx_range_t b)
{
    return (tunedx_range_t){
        .first = a.first > b.first ? a.first : b.first,
        .last = a.last < b.last ? a.last : b.last,
    };
}

/* Behind a brace.  A second test of the same kind may leave nothing of one
 * side, whose rows then hold for no number of ranks. */
static bool expand_test(expander_t *e, const region_t *region)
{
    const tunedx_word_t test = take_word(e);
    const tunedx_range_t none = {.first = 1, .last = 0};
    region_t is = *region, is_not = *region;

    if (tunedx_word_is(test, "power_of_two")) {
        is.power_of_two = 1;
        is_not.power_of_two = -1;
        if (region->power_of_two != 0) {
            *(region->power_of_two > 0 ? &is_not : &is) = (region_t){
                .ranks = region->ranks,
                .ranks_end = region->ranks_end,
                .bytes = region->bytes,
                .bytes_end = region->bytes_end,
                .power_of_two = region->power_of_two,
                .expo_gap = none,
            };
        }
    } else if (tunedx_word_is(test, "expo_gap")) {
        const tunedx_word_t word = take_word(e);
        tunedx_range_t gap;

        if (!tunedx_tree_read_range(word, &gap)) {
            return refuse(e, word, "a range of gaps: 1, 0..2, 3..");
        }
        is.expo_gap = both(region->expo_gap, gap);
        is_not.expo_gap = without(region->expo_gap, gap);
    } else {
        return refuse(e, test, "power_of_two or expo_gap");
    }
    return expand_node(e, &is) && expand_node(e, &is_not) &&
           expect(e, "}", "} after two nodes");
}

static bool expand_node(expander_t *e, const region_t *region)
{
    const tunedx_word_t word = take_word(e);
    bool is_good;

    if (word.length == 0) {
        return refuse(e, word, "a node: the code is not complete");
    }
    if (e->depth == MOST_NESTING) {
        return refuse(e, word, "at most 128 nodes one in another");
    }
    e->depth++;
    if (tunedx_word_is(word, "(")) {
        is_good = expand_quadrants(e, region, word);
    } else if (tunedx_word_is(word, "{")) {
        is_good = expand_test(e, region);
    } else {
        is_good = expand_leaf(e, region, word);
    }
    e->depth--;
    return is_good;
}

/* ---- all of it ---- */

static bool is_complete(const tunedx_tree_text_t *tree,
                        tunedx_complaint_t *complaint)
{
    const char *missing = tree->ranks.count == 0   ? "ranks"
                          : tree->bytes.count == 0 ? "bytes"
                          : tree->code_count == 0  ? "code"
                                                   : NULL;

    if (missing != NULL) {
        tunedx_writer_t writer = tunedx_complain(complaint, 0);

        tunedx_write(&writer,
                     "the tree of line %d ends without a line that begins with "
                     "%s; expected ranks, bytes, methods and code",
                     tree->line, missing);
    }
    return missing == NULL;
}

bool tunedx_tree_text_expand(const tunedx_tree_text_t *tree, int *line,
                             tunedx_complaint_t *complaint,
                             tunedx_tree_rows_t *rows)
{
    expander_t e = {.tree = tree, .complaint = complaint};

    if (!is_complete(tree, complaint)) {
        return false;
    }
    if (!tunedx_axis_make(tree->arena, tree->ranks.points, tree->ranks.count,
                          TUNEDX_BOUNDARY_NEXT, &e.ranks) ||
        !tunedx_axis_make(tree->arena, tree->bytes.points, tree->bytes.count,
                          tree->boundary, &e.bytes)) {
        tunedx_writer_t writer = tunedx_complain(complaint, 0);

        tunedx_write(&writer, "memory is short");
        return false;
    }
    const region_t all = {
        .ranks_end = e.ranks.count,
        .bytes_end = e.bytes.count,
        .expo_gap = {.first = 0, .last = SIZE_MAX},
    };
    e.cursor = tree->code[0].cursor;
    e.line = tree->code[0].line;
    bool is_good = expand_node(&e, &all);
    if (is_good && has_more(&e)) {
        is_good = refuse(&e, take_word(&e), "end after the tree");
    }
    *line = e.line;
    if (is_good) {
        *rows = e.rows;
    }
    return is_good;
}

bool tunedx_tree_row_holds(const tunedx_tree_row_t *row, int ranks,
                           size_t bytes)
{
    return tunedx_range_holds(row->ranks, (size_t)ranks) &&
           tunedx_range_holds(row->bytes, bytes) &&
           tunedx_range_holds(row->expo_gap, (size_t)tunedx_expo_gap(ranks)) &&
           (row->power_of_two == 0 ||
            tunedx_is_power_of_two(ranks) == (row->power_of_two > 0));
}
