/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See match.h.
 *
 * A version is compared number by number, so 4.10 is after 4.9, and no more
 * numbers than the condition names: 4.1.4 is neither before nor after 4.1.
 */
#include "decision/match.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

/* ---- versions ---- */

static size_t take_digits(const char *text, size_t length, size_t *number)
{
    size_t used = 0;

    *number = 0;
    while (used < length && used < 9 && text[used] >= '0' &&
           text[used] <= '9') {
        *number = 10 * *number + (size_t)(text[used++] - '0');
    }
    return used;
}

/* Numbers and dots; returns how many characters. */
static size_t version_length(const char *text, size_t length)
{
    size_t at = 0, used, number;

    while ((used = take_digits(text + at, length - at, &number)) > 0) {
        at += used;
        if (at + 1 < length && text[at] == '.' && text[at + 1] >= '0' &&
            text[at + 1] <= '9') {
            at++;
        } else {
            break;
        }
    }
    return at;
}

/* -1, 0 or 1 as `version` is before, at or after `limit`. */
static int compare_versions(const char *version, const char *limit,
                            size_t length)
{
    size_t left = strlen(version);

    while (length > 0) {
        size_t own = 0, its = 0;
        const size_t a = take_digits(version, left, &own);
        const size_t b = take_digits(limit, length, &its);

        if (own != its) {
            return own < its ? -1 : 1;
        }
        version += a;
        left -= a;
        limit += b;
        length -= b;
        if (left > 0) { /* its dot */
            version++;
            left--;
        }
        if (length > 0) {
            limit++;
            length--;
        }
    }
    return 0;
}

typedef struct limit {
    bool may_be_less, may_be_equal, may_be_more;
    const char *version;
    size_t length;
} limit_t;

/* One limit: >=4.1, <5, 4.1.4.  Returns its length, 0 when it is none. */
static size_t read_limit(const char *text, size_t length, limit_t *limit)
{
    size_t at = 0;

    *limit = (limit_t){.may_be_equal = true};
    if (length > 0 && (text[0] == '<' || text[0] == '>')) {
        limit->may_be_less = text[0] == '<';
        limit->may_be_more = text[0] == '>';
        limit->may_be_equal = length > 1 && text[1] == '=';
        at = 1 + limit->may_be_equal;
    }
    limit->version = text + at;
    limit->length = version_length(text + at, length - at);
    return limit->length == 0 ? 0 : at + limit->length;
}

/* Limits by commas, all of which have to hold.  Returns how far they are sound;
 * when that is all, *holds tells whether `version` keeps them. */
static size_t keep_limits(const char *version, const char *text, size_t length,
                          bool *holds)
{
    size_t at = 0;

    *holds = true;
    for (;;) {
        limit_t limit;
        const size_t used = read_limit(text + at, length - at, &limit);

        if (used == 0) {
            return at == 0 ? 0 : at - 1; /* the comma */
        }
        const int order =
            compare_versions(version, limit.version, limit.length);
        *holds = *holds && (order < 0   ? limit.may_be_less
                            : order > 0 ? limit.may_be_more
                                        : limit.may_be_equal);
        at += used;
        if (at == length || text[at] != ',') {
            return at;
        }
        at++;
    }
}

static bool is_version(const char *value, size_t length)
{
    bool holds;

    return length > 0 && keep_limits("", value, length, &holds) == length;
}

/* ---- numbers ---- */

static bool is_span(const char *value, size_t length)
{
    tunedx_range_t range;

    return tunedx_range_parse(value, length, &range) &&
           range.first <= range.last;
}

static bool is_pattern(const char *value, size_t length)
{
    return length > 0 && memchr(value, '\0', length) == NULL;
}

/* ---- the conditions ---- */

typedef enum kind { VERSION, SPAN, PATTERN } kind_t;

static const struct kind_of {
    bool (*is_valid)(const char *value, size_t length);
    const char *expected;
} kinds[] = {
    [VERSION] = {is_version, "limits of a version by commas, as >=4.1,<4.2"},
    [SPAN] = {is_span, "a number or a range, as 2..64"},
    [PATTERN] = {is_pattern, "a host name, in which * stands for anything"},
};

static const char *site_ompi(const tunedx_site_t *site)
{
    return site->ompi;
}

static const char *site_tunedx(const tunedx_site_t *site)
{
    return site->tunedx;
}

static const char *site_host(const tunedx_site_t *site)
{
    return site->host;
}

static size_t site_ranks(const tunedx_site_t *site)
{
    return site->ranks;
}

static size_t site_nodes(const tunedx_site_t *site)
{
    return site->nodes;
}

static const struct condition {
    const char *name;
    kind_t kind;
    const char *(*text)(const tunedx_site_t *site);
    size_t (*number)(const tunedx_site_t *site);
} table[] = {
    {"ompi", VERSION, site_ompi, NULL}, {"tunedx", VERSION, site_tunedx, NULL},
    {"host", PATTERN, site_host, NULL}, {"ranks", SPAN, NULL, site_ranks},
    {"nodes", SPAN, NULL, site_nodes},
};

enum { CONDITIONS = sizeof table / sizeof table[0] };

bool tunedx_match_check(tunedx_word_t name, tunedx_word_t value,
                        tunedx_complaint_t *complaint)
{
    tunedx_choices_t choices = {.count = 0};

    for (int i = 0; i < CONDITIONS; i++) {
        tunedx_choices_add(&choices, table[i].name);
        if (!tunedx_word_is(name, table[i].name)) {
            continue;
        }
        if (kinds[table[i].kind].is_valid(value.text, value.length)) {
            return true;
        }
        tunedx_writer_t writer = tunedx_complain(complaint, value.at);

        tunedx_write(&writer, "%s cannot be ", table[i].name);
        tunedx_write_quoted(&writer, value);
        tunedx_write(&writer, "; expected %s; it is ignored",
                     kinds[table[i].kind].expected);
        return false;
    }
    tunedx_writer_t writer = tunedx_complain(complaint, name.at);

    tunedx_write(&writer, "[match] knows no ");
    tunedx_write_quoted(&writer, name);
    tunedx_write(&writer, "; it is ignored");
    tunedx_write_choices(&writer, name, &choices);
    return false;
}

static bool holds(const struct condition *condition, const char *value,
                  const tunedx_site_t *site)
{
    const size_t length = strlen(value);
    tunedx_range_t range;
    bool are_kept = false;

    switch (condition->kind) {
    case VERSION:
        return keep_limits(condition->text(site), value, length, &are_kept) ==
                   length &&
               are_kept;
    case SPAN:
        return tunedx_range_parse(value, length, &range) &&
               tunedx_range_holds(range, condition->number(site));
    case PATTERN:
        break;
    }
    return fnmatch(value, condition->text(site), 0) == 0;
}

static const struct condition *find_condition(const char *name)
{
    for (int i = 0; i < CONDITIONS; i++) {
        if (strcmp(table[i].name, name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}

const tunedx_pair_t *tunedx_match_find(const tunedx_pairs_t *match,
                                       const tunedx_site_t *site)
{
    for (size_t i = 0; i < match->count; i++) {
        const struct condition *condition =
            find_condition(match->pairs[i].name);

        if (condition != NULL &&
            !holds(condition, match->pairs[i].value, site)) {
            return &match->pairs[i];
        }
    }
    return NULL;
}

void tunedx_match_describe(const tunedx_site_t *site, const char *name,
                           char *text, size_t size)
{
    const struct condition *condition = find_condition(name);

    if (condition == NULL) {
        snprintf(text, size, "nothing");
    } else if (condition->text != NULL) {
        snprintf(text, size, "%s", condition->text(site));
    } else {
        snprintf(text, size, "%zu", condition->number(site));
    }
}
