/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Replays the fuzzer's corpus, test/fuzz/corpus.  Names say what is expected:
 *
 *     good-<collective>-<what>.method      parses as a method of it
 *     good-<what>.rules                    rules without a fault
 *     good-<what>.tuned                    a classic file of coll/tuned's
 *     good-<what>.tree                     what is between a tree's head and
 * end good-<what>.packed                   packed rules
 *
 * and the same with bad; any other name only has to do no harm.
 */
#define _POSIX_C_SOURCE 200809L

#include "bytes_checks.h"
#include "cmocka_test.h"
#include "decision_checks.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file's bytes in a block of just their size, so that a sanitizer sees
 * every read beyond them; the caller frees it. */
static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");

    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    const long size = ftell(file);
    assert_true(size >= 0);
    rewind(file);

    *length = (size_t)size;
    char *text = malloc(*length > 0 ? *length : 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *length, file), *length);
    fclose(file);
    return text;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static bool ends(const char *text, const char *with)
{
    const size_t length = strlen(text), tail = strlen(with);

    return length >= tail && strcmp(text + length - tail, with) == 0;
}

/* Whether the verdict in the name of a file is that of the parsers. */
static bool is_as_named(const char *name, const char *text, size_t length)
{
    const bool is_good = begins(name, "good-");

    for (int i = 0; i < TUNEDX_COLLECTIVES; i++) {
        const tunedx_collective_t collective = (tunedx_collective_t)i;
        const bool parses = check_method(collective, text, length);
        char middle[64];

        snprintf(middle, sizeof middle, "%s-%s-", is_good ? "good" : "bad",
                 tunedx_collective_name(collective));
        if (ends(name, ".method") && begins(name, middle) &&
            parses != is_good) {
            return false;
        }
    }
    const size_t faults = check_rules(text, length);
    const size_t tuned_faults = check_tuned(text, length);
    const bool is_tree = check_tree(text, length);
    const bool is_packed = check_unpack(text, length);

    return (!ends(name, ".rules") || (faults == 0) == is_good) &&
           (!ends(name, ".tuned") || (tuned_faults == 0) == is_good) &&
           (!ends(name, ".tree") || is_tree == is_good) &&
           (!ends(name, ".packed") || is_packed == is_good);
}

static void every_file_is_as_its_name_says(void **state)
{
    const char *source = getenv("srcdir");
    char folder[1024], path[2048];
    int files = 0;

    (void)state;
    snprintf(folder, sizeof folder, "%s/test/fuzz/corpus",
             source == NULL ? "." : source);
    DIR *corpus = opendir(folder);
    assert_non_null(corpus);
    for (struct dirent *entry; (entry = readdir(corpus)) != NULL;) {
        size_t length;

        if (entry->d_name[0] == '.') {
            continue;
        }
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        char *text = read_file(path, &length);
        if (!is_as_named(entry->d_name, text, length)) {
            fail_msg("%s is not what its name says", path);
        }
        free(text);
        files++;
    }
    closedir(corpus);
    assert_true(files > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_is_as_its_name_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
