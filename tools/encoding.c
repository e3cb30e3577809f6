/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Decisions written as C.
 */
#include "tools/encoding.h"

#include "decision/text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

enum { METHOD_TEXT = 512, NAME_TEXT = 64, INDENT = 4 };

/* How C has the fields. */
static const char *const field_names[TREE_FIELDS] = {
    "key->size", "key->nodes", "key->ppn", "key->bytes", "total", "type_total",
};

/* ---- what C is careful about ---- */

/* A string literal. */
static void write_string(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;

        if (c == '"' || c == '\\' || c == '?' || c < ' ' || c > '~') {
            fprintf(out, "\\%03o", c);
        } else {
            fputc(c, out);
        }
    }
    fputc('"', out);
}

/* Text for a comment, which it must not end. */
static void write_comment(const char *text, FILE *out)
{
    char last = '\0';

    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;

        if ((last == '*' && c == '/') || (last == '/' && c == '*')) {
            fputc(' ', out);
        }
        fputc(c < ' ' || c > '~' ? '?' : c, out);
        last = (char)c;
    }
}

/* TUNEDX_BCAST */
static void write_constant(tunedx_collective_t collective, FILE *out)
{
    fputs("TUNEDX_", out);
    for (const char *c = tunedx_collective_name(collective); *c != '\0'; c++) {
        fputc(toupper((unsigned char)*c), out);
    }
}

static void print_method(const encoding_t *encoding, int number, char *text)
{
    tunedx_method_print(encoding->methods[number - 1].row->method, text,
                        METHOD_TEXT);
}

/* ---- functions ---- */

static void indent(int depth, FILE *out)
{
    fprintf(out, "%*s", INDENT * depth, "");
}

static void write_return(const encoding_t *encoding, int method, int depth,
                         FILE *out)
{
    char text[METHOD_TEXT];

    indent(depth, out);
    if (method == 0) {
        fputs("return 0;\n", out);
        return;
    }
    print_method(encoding, method, text);
    fprintf(out, "return %d; /* ", method);
    write_comment(text, out);
    fputs(" */\n", out);
}

/* What has to hold, joined by &&, with the range of the exponents' gap last. */
static void write_conditions(const tree_candidate_t *candidate, FILE *out)
{
    const tunedx_conditions_t conditions = candidate->conditions;
    const tunedx_range_t gap = candidate->expo_gap;
    const char *join = "";

    for (int i = 0; tunedx_condition_name(i) != NULL; i++) {
        if ((conditions.wanted >> i & 1) != 0) {
            fprintf(out, "%s(%s)", join, tunedx_condition_code(i));
            join = " && ";
        }
        if ((conditions.unwanted >> i & 1) != 0) {
            fprintf(out, "%s!(%s)", join, tunedx_condition_code(i));
            join = " && ";
        }
    }
    if (gap.first > 0) {
        fprintf(out, "%s(size_t)tunedx_expo_gap(key->size) >= %zuu", join,
                gap.first);
        join = " && ";
    }
    if (gap.last < SIZE_MAX) {
        fprintf(out, "%s(size_t)tunedx_expo_gap(key->size) <= %zuu", join,
                gap.last);
        join = " && ";
    }
    if (!candidate->decides) {
        fprintf(out, "%srefused-- == 0", join);
    }
}

static void write_leaf(const encoding_t *encoding, const tree_node_t *leaf,
                       int depth, FILE *out)
{
    for (size_t i = 0; i < leaf->count; i++) {
        const tree_candidate_t *candidate = &leaf->candidates[i];

        if (candidate->decides && !tree_candidate_is_conditional(candidate)) {
            write_return(encoding, candidate->method, depth, out);
            return;
        }
        indent(depth, out);
        fputs("if (", out);
        write_conditions(candidate, out);
        fputs(") {\n", out);
        write_return(encoding, candidate->method, depth + 1, out);
        indent(depth, out);
        fputs("}\n", out);
    }
    write_return(encoding, 0, depth, out);
}

static void write_tree(const encoding_t *encoding, const tree_node_t *node,
                       int depth, FILE *out)
{
    for (; node->field != TREE_FIELDS; node = node->high) {
        indent(depth, out);
        fprintf(out, "if (%s <= %zu%s) {\n", field_names[node->field],
                node->limit, node->field < TREE_BYTES ? "" : "u");
        write_tree(encoding, node->low, depth + 1, out);
        indent(depth, out);
        fputs("}\n", out);
    }
    write_leaf(encoding, node, depth, out);
}

static bool compares(const tree_node_t *node, tree_field_t field)
{
    return node->field != TREE_FIELDS &&
           (node->field == field || compares(node->low, field) ||
            compares(node->high, field));
}

static void write_function(const encoding_t *encoding,
                           tunedx_collective_t collective, FILE *out)
{
    const tree_node_t *root = encoding->roots[collective];

    fprintf(out,
            "static int decide_%s(const tunedx_key_t *key, int refused)\n{\n",
            tunedx_collective_name(collective));
    if (compares(root, TREE_TOTAL)) {
        fputs("    const size_t total = tunedx_total_bytes(key);\n", out);
    }
    if (compares(root, TREE_TYPE_TOTAL)) {
        fputs("    const size_t type_total =\n"
              "        key->unit_bytes * (size_t)key->size;\n",
              out);
    }
    fputs("    (void)key, (void)refused;\n", out);
    write_tree(encoding, root, 1, out);
    fputs("}\n\n", out);
}

static bool says_something(const encoding_t *encoding, int collective)
{
    const tree_node_t *root = encoding->roots[collective];

    return root != NULL && (root->field != TREE_FIELDS || root->count > 0);
}

/* ---- the file ---- */

int encoding_methods_of(const encoding_t *encoding,
                        tunedx_collective_t collective)
{
    int count = 0;

    for (int i = 0; i < encoding->count; i++) {
        count += encoding->methods[i].row->collective == collective;
    }
    return count;
}

void encoding_write_statistics(const encoding_t *encoding, const char *margin,
                               FILE *out)
{
    fprintf(out, "%s%-22s %7s %7s %7s %10s %8s %7s\n", margin, "collective",
            "rows", "methods", "regions", "conditions", "unmerged", "deepest");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        const tree_node_t *root = encoding->roots[i];
        char unmerged[NAME_TEXT] = "-";

        if (encoding->rows[i] == 0 || root == NULL) {
            continue;
        }
        if (encoding->unmerged[i] > 0 || root->conditions == 0) {
            snprintf(unmerged, sizeof unmerged, "%zu", encoding->unmerged[i]);
        }
        fprintf(out, "%s%-22s %7zu %7d %7zu %10zu %8s %7zu\n", margin,
                tunedx_collective_name(collective), encoding->rows[i],
                encoding_methods_of(encoding, collective), root->leaves,
                root->conditions, unmerged, root->depth);
    }
}

static void write_pairs(const char *what, const tunedx_pairs_t *pairs,
                        FILE *out)
{
    for (size_t i = 0; i < pairs->count; i++) {
        fprintf(out, " *     %s ", what);
        write_comment(pairs->pairs[i].name, out);
        fputs(" = ", out);
        write_comment(pairs->pairs[i].value, out);
        fputs("\n", out);
    }
}

static void write_head(const encoding_t *encoding, FILE *out)
{
    fputs("/* tunedx-decision 1: made by tunedx codegen */\n/*\n"
          " * The decision of ",
          out);
    write_comment(encoding->name, out);
    fprintf(out,
            ", for configure --with-decision.\n *\n *     digest %016" PRIx64
            " (FNV-1a of the file)\n",
            encoding->digest);
    write_pairs("meta", &encoding->rules.meta, out);
    write_pairs("match", &encoding->rules.match, out);
    fputs(" *\n"
          " * rows: of the file; conditions: the ifs below; unmerged: what "
          "they would be if\n"
          " * equal neighbours stayed apart; deepest: the most that one call "
          "meets.\n *\n",
          out);
    encoding_write_statistics(encoding, " *     ", out);
    fputs(" */\n#include \"decision/generated.h\"\n\n", out);
}

static void write_methods(const encoding_t *encoding, FILE *out)
{
    char text[METHOD_TEXT];

    if (encoding->count == 0) {
        return;
    }
    fputs(
        "/* Collective, method, line of its first row, rows that have it. */\n"
        "static const tunedx_generated_method_t methods[] = {\n",
        out);
    for (int i = 0; i < encoding->count; i++) {
        const encoding_method_t *method = &encoding->methods[i];

        print_method(encoding, i + 1, text);
        fprintf(out, "    /* %d */ {", i + 1);
        write_constant(method->row->collective, out);
        fputs(", ", out);
        write_string(text, out);
        fprintf(out, ", %d, %d},\n", method->row->line, method->rows);
    }
    fputs("};\n\n", out);
}

static void write_match(const tunedx_pairs_t *match, FILE *out)
{
    if (match->count == 0) {
        return;
    }
    fputs("static const tunedx_pair_t match[] = {\n", out);
    for (size_t i = 0; i < match->count; i++) {
        fputs("    {", out);
        write_string(match->pairs[i].name, out);
        fputs(", ", out);
        write_string(match->pairs[i].value, out);
        fprintf(out, ", %d, %zu},\n", match->pairs[i].line,
                match->pairs[i].column);
    }
    fputs("};\n\n", out);
}

static void write_object(const encoding_t *encoding, FILE *out)
{
    fputs("const tunedx_generated_t TUNEDX_GENERATED = {\n    .file = ", out);
    write_string(encoding->file, out);
    fputs(",\n    .rules = ", out);
    write_string(encoding->name, out);
    fprintf(out, ",\n    .digest = \"%016" PRIx64 "\",\n", encoding->digest);
    if (encoding->rules.match.count > 0) {
        fprintf(out, "    .match = {.pairs = match, .count = %zu},\n",
                encoding->rules.match.count);
    }
    if (encoding->count > 0) {
        fprintf(out, "    .methods = methods,\n    .count = %d,\n",
                encoding->count);
    }
    fputs("    .decide =\n        {\n", out);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (says_something(encoding, i)) {
            fputs("            [", out);
            write_constant((tunedx_collective_t)i, out);
            fprintf(out, "] = decide_%s,\n",
                    tunedx_collective_name((tunedx_collective_t)i));
        }
    }
    if (encoding->count == 0) {
        fputs("            NULL,\n", out);
    }
    fputs("        },\n};\n", out);
}

void encoding_write(const encoding_t *encoding, FILE *out)
{
    write_head(encoding, out);
    write_methods(encoding, out);
    write_match(&encoding->rules.match, out);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (says_something(encoding, i)) {
            write_function(encoding, (tunedx_collective_t)i, out);
        }
    }
    write_object(encoding, out);
}
