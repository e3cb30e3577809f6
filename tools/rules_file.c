/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rules_file.h.
 */
#include "tools/rules_file.h"

#include <errno.h>
#include <string.h>

#include "tools/command.h"
#include "tools/read_json.h"

enum { MOST_BYTES = 16 << 20, FIRST_BYTES = 1 << 16 };

static void print_fault(void *context, const char *name, int line,
                        size_t column, const char *text)
{
    ++*(size_t *)context;
    fprintf(stderr, "%s:%d:%zu: %s\n", name, line, column, text);
}

/* All of `file`, in `arena`; what was outgrown stays there. */
static int load(const char *name, const char *path, FILE *file,
                tunedx_arena_t *arena, tunedx_word_t *text)
{
    size_t room = FIRST_BYTES, used = 0;
    char *bytes = tunedx_arena_take(arena, room);

    while (bytes != NULL) {
        used += fread(bytes + used, 1, room - used, file);
        if (used < room) {
            *text = (tunedx_word_t){.text = bytes, .length = used};
            return ferror(file) == 0
                       ? TOOL_SUCCESS
                       : tool_fail(name, "%s: %s", path, strerror(errno));
        }
        if (room > MOST_BYTES) {
            return tool_fail(name, "%s: expected at most 16 MiB", path);
        }
        char *larger = tunedx_arena_take(arena, 2 * room);

        if (larger != NULL) {
            memcpy(larger, bytes, used);
        }
        bytes = larger;
        room *= 2;
    }
    return tool_fail(name, "not enough memory");
}

static int read_text(const char *name, const char *path, tunedx_arena_t *arena,
                     tunedx_word_t *text)
{
    const bool is_input = strcmp(path, "-") == 0;
    FILE *file = is_input ? stdin : fopen(path, "rb");

    if (file == NULL) {
        return tool_fail(name, "%s: %s", path, strerror(errno));
    }
    const int status = load(name, path, file, arena, text);

    if (!is_input) {
        fclose(file);
    }
    return status;
}

/* Files of coll/han look like classic ones, but name levels or components. */
static bool is_of_han(tunedx_word_t text)
{
    static const char *const words[] = {"intra_node", "inter_node",
                                        "global_communicator", "libnbc"};
    tunedx_cursor_t cursor = {.text = text.text, .length = text.length};

    while (tunedx_skip_blanks(&cursor)) {
        const tunedx_word_t word = tunedx_take_word(&cursor, "");

        if (word.text[0] == '#') {
            const char *end = memchr(word.text, '\n', cursor.length - word.at);

            cursor.at = end == NULL ? cursor.length : (size_t)(end - text.text);
        }
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (tunedx_word_is(word, words[i])) {
                return true;
            }
        }
    }
    return false;
}

static int parse(tool_rules_file_t *file, const char *name, const char *path,
                 tunedx_tuned_ids_t ids, tunedx_arena_t *arena)
{
    tunedx_rules_t *rules = &file->tuned.rules;
    const tunedx_word_t text = file->text;

    switch (file->kind) {
    case TUNEDX_RULES_TUNED_JSON:
        (void)tool_json_parse(arena, path, text.text, text.length, print_fault,
                              &file->faults, rules);
        return TOOL_SUCCESS;
    case TUNEDX_RULES_TUNED:
        if (is_of_han(text)) {
            return tool_fail(name,
                             "%s: a rules file of coll/han, which chooses "
                             "components and no algorithms; expected one of "
                             "tunedx or coll/tuned",
                             path);
        }
        (void)tunedx_tuned_read(arena, path, text.text, text.length, ids,
                                print_fault, &file->faults, &file->tuned);
        return TOOL_SUCCESS;
    default:
        (void)tunedx_rules_parse(arena, path, text.text, text.length,
                                 print_fault, &file->faults, rules);
        return TOOL_SUCCESS;
    }
}

int tool_rules_file_read(tool_rules_file_t *file, const char *name,
                         const char *path, tunedx_rules_kind_t kind,
                         tunedx_tuned_ids_t ids, tunedx_arena_t *arena)
{
    *file = (tool_rules_file_t){
        .text = {.text = ""},
        .kind = kind,
        .tuned = {.rules = {.name = path}},
    };
    const int status = read_text(name, path, arena, &file->text);

    if (status != TOOL_SUCCESS) {
        return status;
    }
    if (kind == TUNEDX_RULES_UNKNOWN) {
        file->kind = tunedx_rules_detect(file->text.text, file->text.length);
    }
    return parse(file, name, strcmp(path, "-") == 0 ? "standard input" : path,
                 ids, arena);
}

int tool_rules_read(const char *name, const char *path, tunedx_arena_t *arena,
                    tunedx_rules_t *rules, bool *is_faultless)
{
    tool_rules_file_t file;
    const int status = tool_rules_file_read(
        &file, name, path, TUNEDX_RULES_UNKNOWN, TUNEDX_TUNED_IDS, arena);

    if (status == TOOL_SUCCESS) {
        *rules = file.tuned.rules;
        *is_faultless = file.faults == 0;
    }
    return status;
}

int tool_rules_take_kind(const char *name, const char *argument,
                         const char *value, tunedx_rules_kind_t *kind)
{
    static const struct {
        const char *name;
        tunedx_rules_kind_t kind;
    } kinds[] = {
        {"rules", TUNEDX_RULES_NATIVE},
        {"tuned", TUNEDX_RULES_TUNED},
        {"tuned-json", TUNEDX_RULES_TUNED_JSON},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(value, kinds[i].name) == 0) {
            *kind = kinds[i].kind;
            return TOOL_SUCCESS;
        }
    }
    return tool_refuse(name, argument, value, "rules, tuned or tuned-json");
}

int tool_rules_built_in(const char *name, tunedx_arena_t *arena,
                        tunedx_rules_t *rules)
{
    size_t faults = 0;

    return tunedx_rules_parse(arena, "built-in rules", tunedx_default_rules,
                              strlen(tunedx_default_rules), print_fault,
                              &faults, rules)
               ? TOOL_SUCCESS
               : tool_fail(name, "not enough memory");
}

int tool_rules_compiled_in(const char *name, tunedx_arena_t *arena,
                           tunedx_generated_rules_t *rules)
{
    const tunedx_generated_t *generated = &tunedx_generated;
    const tunedx_generated_method_t *faulty;
    tunedx_complaint_t complaint;

    if (tunedx_generated_parse(arena, generated, rules, &faulty, &complaint)) {
        return TOOL_SUCCESS;
    }
    return faulty == NULL
               ? tool_fail(name, "not enough memory")
               : tool_fail(name,
                           "%s, compiled in: method \"%s\" of %s, at character "
                           "%zu: %s; expected what the codegen of this version "
                           "writes; nothing is decided",
                           generated->file, faulty->text,
                           tunedx_collective_name(faulty->collective),
                           complaint.column, complaint.text);
}
