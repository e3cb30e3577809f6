# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What tools can say about the text: `make lint`.  A missing tool is skipped.
# TUNEDX_TEST_LEVEL=full adds GCC's analyzer, and clang's for the programs of
# test/ and bench/, which takes minutes.
. "${srcdir:?}/test/build/tap.sh"
builddir=${builddir:?}
cd "$srcdir" || exit 1

# Lists of files, none of which has spaces in its name.
# shellcheck disable=SC2046
{
    all=$(find $(ls -d ./*.[ch] ./*.sh ./*.md .ci schedule geometry algorithms \
        decision model maps results tools runtime mca_params compat test bench \
        examples doc 2> /dev/null) -type f ! -name '.*' | sed 's,^\./,,')
}
sources=$(echo "$all" | grep '\.[ch]$')
scripts=$(echo "$all" | grep -e '\.sh$' -e '\.bash$' -e '\.bats$' -e '^\.ci/')
texts=$(echo "$all" | grep -e '\.md$' -e '\.scd$')

# check_with TOOL FUNCTION
check_with()
{
    if command -v "$1" > /dev/null; then
        check "$1" "$2"
    else
        skip "$1" "not installed"
    fi
}

# shellcheck disable=SC2086
formatted()
{
    clang-format --dry-run -Werror $sources
}

# tidy_files OPTION: for the names of files that it reads; the option may be
# empty.
# shellcheck disable=SC2016 # the inner shell expands it
tidy_files()
{
    xargs -n 4 -P 2 sh -c '
        clang-tidy --quiet $0 "$@" -- -std=c11 -I"$builddir" -I. -Itest/unit \
            -Itest/mpi $OPENMPI_CPPFLAGS $JANSSON_CFLAGS 2>&1' "$1" \
        >> "$builddir/tidy.log"
}

# The analyzer's explanations, which are long, stay in tidy.log.  It takes nearly
# all of the time; programs for tests and measurements have it in a whole test.
tidy()
{
    where='^(test|bench)/.*[.]c$'
    option='--checks=-clang-analyzer-*'
    [ "${TUNEDX_TEST_LEVEL:-}" != full ] || option=
    : > "$builddir/tidy.log"
    {
        echo "$sources" | grep -E "$where" | tidy_files "$option" &&
            echo "$sources" | grep '[.]c$' | grep -v -E "$where" | tidy_files ''
    } || {
        grep ' error: ' "$builddir/tidy.log"
        return 1
    }
}

# shellcheck disable=SC2086
shell_scripts()
{
    shellcheck --exclude=SC2317 -x $scripts # 2317: called through check
}

# shellcheck disable=SC2086
spelling()
{
    codespell --ignore-words-list=inout $sources $scripts $texts
}

# In the first two lines: a script's first is #!.
licensed()
{
    nothing "$(for file in $sources $scripts configure.ac \
        Makefile.am m4/tunedx*.m4; do
        head -n 2 "$file" | grep -q 'SPDX-License-Identifier: BSD-3-Clause' ||
            echo "$file: no licence line"
    done)"
}

# shellcheck disable=SC2086
finished()
{
    nothing "$(grep -n -w -E 'TODO|FIXME|XXX|#if 0' $sources $texts)"
}

short()
{
    nothing "$(for file in $sources; do
        lines=$(wc -l < "$file")
        [ "$lines" -le 400 ] || echo "$file: $lines lines"
    done)"
}

# shellcheck disable=SC2086
analysed()
{
    printf '%s\n' $sources |
        grep -E '^(schedule|geometry|algorithms|decision|model|maps|results|tools).*\.c$' |
        xargs -n 4 -P 2 $CC -std=c11 -fanalyzer -Werror -fsyntax-only \
            -I"$builddir" -I.
}

check_with clang-format formatted
check_with clang-tidy tidy
check_with shellcheck shell_scripts
check_with codespell spelling
check "every file names its licence" licensed
check "nothing is left to do" finished
check "no file is longer than 400 lines" short
if [ "${TUNEDX_TEST_LEVEL:-}" = full ]; then
    check "gcc -fanalyzer" analysed
fi
finish
