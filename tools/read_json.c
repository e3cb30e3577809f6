/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See read_json.h.  json_reader.h has the state, json_rule.c one rule.
 */
#include "tools/json_reader.h"
#include "tools/read_json.h"

#ifdef TUNEDX_HAVE_JANSSON
#include <string.h>

/* ---- communicator rules ---- */

static uint32_t condition(const char *name)
{
    int number = 0;

    while (strcmp(tunedx_condition_name(number), name) != 0) {
        number++;
    }
    return (uint32_t)1 << number;
}

static bool take_distribution(tool_json_reader_t *reader, const json_t *object,
                              size_t at, tunedx_conditions_t *conditions)
{
    const char *key = "comm_rank_distribution";
    const json_t *value = json_object_get(object, key);
    const char *word = json_string_value(value);

    if (value == NULL || (word != NULL && strcmp(word, "any") == 0)) {
        return true;
    }
    if (word != NULL && strcmp(word, "one-per-node") == 0) {
        conditions->wanted = condition("one_per_node");
        return true;
    }
    if (word != NULL && strcmp(word, "single-node") == 0) {
        conditions->wanted = condition("one_node");
        return true;
    }
    tool_json_report(reader, tool_json_find(reader->json, at, key),
                     "%s has to be \"any\", \"one-per-node\" or "
                     "\"single-node\"; this communicator rule is ignored (Open "
                     "MPI takes it for \"any\")",
                     key);
    return false;
}

/* What no rule of a communicator rule is for is left to the next source, not
 * to the communicator rules that follow. */
static bool add_end(tool_json_reader_t *reader, const tunedx_rule_t *block,
                    size_t first_row)
{
    tunedx_rule_t rest = *block;

    for (size_t i = first_row; i < reader->rows.count; i++) {
        const tunedx_rule_t *row = &reader->rows.rows[i];

        if (row->bytes.first == 0 && row->bytes.last == SIZE_MAX &&
            row->ranks.ranges == block->ranks.ranges) {
            return true;
        }
    }
    rest.bytes = tunedx_range_any();
    rest.measure = TUNEDX_MEASURE_BYTES;
    return tool_json_add_row(reader, &rest);
}

static bool read_block(tool_json_reader_t *reader, const json_t *object,
                       size_t at, tunedx_collective_t collective)
{
    static const char *const keys[] = {"comm_size_min", "comm_size_max",
                                       "comm_rank_distribution", "rules", NULL};
    tunedx_range_t *ranks = tunedx_arena_take(reader->arena, sizeof *ranks);
    const json_t *rules = json_object_get(object, "rules");
    const size_t first_row = reader->rows.count;
    size_t place = tool_json_first(reader->json,
                                   tool_json_find(reader->json, at, "rules"));
    tunedx_rule_t block = {
        .collective = collective,
        .line = tool_json_line(reader, at),
        .ranks = {.ranges = ranks, .count = 1},
        .nodes = tunedx_range_any(),
        .ppn = tunedx_range_any(),
        .expo_gap = tunedx_range_any(),
        .measure = tunedx_tuned_measure(collective),
    };

    if (ranks == NULL) {
        return false;
    }
    if (!tool_json_check_keys(reader, object, at, "a communicator rule",
                              keys) ||
        !tool_json_take_range(reader, object, at, "comm_size_min",
                              "comm_size_max", ranks) ||
        !take_distribution(reader, object, at, &block.conditions)) {
        return true;
    }
    if (rules != NULL && !json_is_array(rules)) {
        tool_json_report(reader, tool_json_find(reader->json, at, "rules"),
                         "rules has to be a list; this communicator rule is "
                         "ignored");
        return true;
    }
    for (size_t i = 0; i < json_array_size(rules); i++) {
        if (!tool_json_read_rule(reader, json_array_get(rules, i), place,
                                 &block)) {
            return false;
        }
        place = tool_json_next(reader->json, place);
    }
    return add_end(reader, &block, first_row);
}

/* ---- collectives ---- */

static bool find_collective(tool_json_reader_t *reader, const char *name,
                            size_t at, tunedx_collective_t *collective)
{
    const tunedx_word_t word = {.text = name, .length = strlen(name)};
    tunedx_choices_t choices = {.count = 0};
    char text[sizeof((tunedx_complaint_t *)NULL)->text];
    tunedx_writer_t writer = tunedx_writer(text, sizeof text);

    if (tunedx_collective_find(name, strlen(name), collective) &&
        tunedx_tuned_size(*collective) != TUNEDX_TUNED_NEVER) {
        return true;
    }
    tunedx_write(&writer, "coll/tuned and tunedx both decide no ");
    tunedx_write_quoted(&writer, word);
    tunedx_write(&writer, "; its rules are passed over");
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        if (tunedx_tuned_size((tunedx_collective_t)i) != TUNEDX_TUNED_NEVER) {
            tunedx_choices_add(&choices,
                               tunedx_collective_name((tunedx_collective_t)i));
        }
    }
    tunedx_write_choices(&writer, word, &choices);
    tool_json_report(reader, at, "%s", text);
    return false;
}

static bool read_collective(tool_json_reader_t *reader, const char *name,
                            const json_t *blocks, size_t object)
{
    tunedx_collective_t collective;
    size_t place = tool_json_find(reader->json, object, name);

    if (!find_collective(reader, name,
                         tool_json_find_key(reader->json, object, name),
                         &collective)) {
        return true;
    }
    if (!json_is_array(blocks)) {
        tool_json_report(reader, place,
                         "%s has to be a list of communicator rules; it is "
                         "ignored",
                         name);
        return true;
    }
    place = tool_json_first(reader->json, place);
    for (size_t i = 0; i < json_array_size(blocks); i++) {
        if (!read_block(reader, json_array_get(blocks, i), place, collective)) {
            return false;
        }
        place = tool_json_next(reader->json, place);
    }
    return true;
}

/* ---- the file ---- */

/* Version and module; false when nothing of the file is used. */
static bool check_head(tool_json_reader_t *reader, const json_t *root,
                       size_t at)
{
    static const char *const keys[] = {"rule_file_version", "module",
                                       "collectives", NULL};
    const json_t *version = json_object_get(root, keys[0]);
    const json_t *module = json_object_get(root, keys[1]);
    const char *is = json_string_value(module);

    if (!json_is_object(root)) {
        tool_json_report(reader, at,
                         "the file is no object; expected { }; nothing of it "
                         "is used");
        return false;
    }
    (void)tool_json_check_keys(reader, root, at, "the file", keys);
    if (!json_is_integer(version) || json_integer_value(version) != 3) {
        tool_json_report(reader, tool_json_find(reader->json, at, keys[0]),
                         "rule_file_version has to be 3, the only one known; "
                         "nothing of this file is used");
        return false;
    }
    if (module != NULL && (is == NULL || strcmp(is, "tuned") != 0)) {
        tool_json_report(reader, tool_json_find(reader->json, at, keys[1]),
                         "module has to be \"tuned\": the file is of another "
                         "component; nothing of it is used");
        return false;
    }
    if (!json_is_object(json_object_get(root, keys[2]))) {
        tool_json_report(reader, tool_json_find(reader->json, at, keys[2]),
                         "collectives has to be an object, with a list for "
                         "each collective; nothing of this file is used");
        return false;
    }
    return true;
}

static bool read_root(tool_json_reader_t *reader, json_t *root)
{
    const size_t at = tool_json_root(reader->json);
    json_t *blocks, *collectives = json_object_get(root, "collectives");
    const char *name;

    if (!check_head(reader, root, at)) {
        return true;
    }
    const size_t object = tool_json_find(reader->json, at, "collectives");

    json_object_foreach(collectives, name, blocks)
    {
        if (!read_collective(reader, name, blocks, object)) {
            return false;
        }
    }
    return true;
}

/* jansson names the place of what is no JSON, in bytes from the start. */
static void report_syntax(tool_json_reader_t *reader, const json_error_t *error)
{
    const size_t at = error->position > 0 ? (size_t)error->position - 1 : 0;
    tunedx_complaint_t complaint;
    tunedx_writer_t writer = tunedx_complain(&complaint, 0);

    tunedx_write(&writer, "no JSON: ");
    for (const char *c = error->text; *c != '\0'; c++) {
        tunedx_write(&writer, *c >= ' ' && *c <= '~' ? "%c" : "\\x%02X",
                     (unsigned char)*c);
    }
    tool_json_report(reader, at, "%s; nothing of this file is used",
                     complaint.text);
}

bool tool_json_parse(tunedx_arena_t *arena, const char *name, const char *text,
                     size_t length, tunedx_rules_report_t *report,
                     void *context, tunedx_rules_t *rules)
{
    tool_json_reader_t reader = {
        .arena = arena,
        .name = name,
        .report = report,
        .context = context,
        .json = {.text = text, .length = length},
        .is_faultless = true,
    };
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);

    if (root == NULL) {
        report_syntax(&reader, &error);
    } else if (!read_root(&reader, root)) {
        tool_json_report(&reader, 0,
                         "memory is short; nothing of this file "
                         "is used");
        reader.rows.count = 0;
    }
    json_decref(root);
    *rules = (tunedx_rules_t){
        .name = name,
        .rows = reader.rows.rows,
        .count = reader.rows.count,
    };
    return reader.is_faultless;
}

#else

bool tool_json_parse(tunedx_arena_t *arena, const char *name, const char *text,
                     size_t length, tunedx_rules_report_t *report,
                     void *context, tunedx_rules_t *rules)
{
    (void)arena, (void)text, (void)length;
    *rules = (tunedx_rules_t){.name = name};
    report(context, name, 1, 1,
           "JSON cannot be read: tunedx was built without jansson (Debian: "
           "libjansson-dev); nothing of this file is used");
    return false;
}
#endif
