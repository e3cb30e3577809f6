/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See rules_file.h.
 */
#include "tools/rules_file.h"

#include <errno.h>
#include <string.h>

#include "tools/command.h"

enum { MOST_BYTES = 16 << 20, FIRST_BYTES = 1 << 16 };

static void print_fault(void *context, const char *name, int line,
                        size_t column, const char *text)
{
    (void)context;
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

int tool_rules_read(const char *name, const char *path, tunedx_arena_t *arena,
                    tunedx_rules_t *rules, bool *is_faultless)
{
    const bool is_input = strcmp(path, "-") == 0;
    FILE *file = is_input ? stdin : fopen(path, "rb");
    tunedx_word_t text = {.text = NULL};

    *rules = (tunedx_rules_t){.name = is_input ? "standard input" : path};
    if (file == NULL) {
        return tool_fail(name, "%s: %s", path, strerror(errno));
    }
    const int status = load(name, path, file, arena, &text);

    if (!is_input) {
        fclose(file);
    }
    if (status != TOOL_SUCCESS) {
        return status;
    }
    *is_faultless = tunedx_rules_parse(arena, rules->name, text.text,
                                       text.length, print_fault, NULL, rules);
    return TOOL_SUCCESS;
}

int tool_rules_built_in(const char *name, tunedx_arena_t *arena,
                        tunedx_rules_t *rules)
{
    return tunedx_rules_parse(arena, "built-in rules", tunedx_default_rules,
                              strlen(tunedx_default_rules), print_fault, NULL,
                              rules)
               ? TOOL_SUCCESS
               : tool_fail(name, "not enough memory");
}
