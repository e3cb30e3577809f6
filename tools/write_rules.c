/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See write_rules.h: tunedx's own format.
 */
#include "tools/write_rules.h"

#include <stdlib.h>

static void write_pairs(FILE *out, const char *section, tunedx_pairs_t pairs)
{
    if (pairs.count > 0) {
        fprintf(out, "\n[%s]\n", section);
    }
    for (size_t i = 0; i < pairs.count; i++) {
        fprintf(out, "%s = \"%s\"\n", pairs.pairs[i].name,
                pairs.pairs[i].value);
    }
}

static bool write_row(FILE *out, const tunedx_rule_t *rule)
{
    const size_t size = tunedx_rule_print(rule, (char[1]){0}, 1) + 1;
    char *text = malloc(size);

    if (text == NULL) {
        return false;
    }
    tunedx_rule_print(rule, text, size);
    fprintf(out, "%s\n", text);
    free(text);
    return true;
}

bool tool_write_rules(FILE *out, const tunedx_rules_t *rules)
{
    fputs("tunedx-rules 1\n", out);
    write_pairs(out, "meta", rules->meta);
    write_pairs(out, "match", rules->match);
    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        bool has_begun = false;

        for (size_t k = 0; k < rules->count; k++) {
            const tunedx_rule_t *rule = &rules->rows[k];

            if (rule->collective != collective) {
                continue;
            }
            if (!has_begun) {
                fprintf(out,
                        "\n[%s]\n"
                        "# ranks  nodes  ppn    bytes       -> method\n",
                        tunedx_collective_name(collective));
                has_begun = true;
            }
            if (!write_row(out, rule)) {
                return false;
            }
        }
    }
    return true;
}
