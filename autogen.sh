#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Makes configure, after listing the source files for Makefile.am: every file
# in the folders below belongs to the build, so adding one needs no edit of a
# list.  Run this again after adding, renaming or removing a file (after an
# edit of algorithms/algorithms.def, make does so by itself).
#
#   ./autogen.sh            all of it
#   ./autogen.sh --lists    only the lists
set -eu
cd "$(dirname "$0")"
LC_ALL=C
export LC_ALL

for tool in autoreconf automake libtoolize pkg-config; do
    command -v "$tool" > /dev/null || {
        echo "$0: $tool is missing; on Debian and Ubuntu:" \
            "apt-get install autoconf automake libtool pkg-config" >&2
        exit 1
    }
done

# The makefile variable $1, holding the names read from standard input.
list()
{
    printf '%s =' "$1"
    while read -r name; do
        printf ' \\\n\t%s' "$name"
    done
    printf '\n'
}

# Those of the named files that exist (an unmatched pattern names none).
present()
{
    for file in "$@"; do
        [ ! -f "$file" ] || echo "$file"
    done
}

# mpi_programs FOLDER NAME: every file of the folder that has a main() makes a
# program; the files of program x are x.c, x.h and x_*.c.  The others go into
# a library for all of them.
mpi_programs()
{
    helpers=$(present "$1"/*.[ch])
    # shellcheck disable=SC2013 # names have no blanks
    for program in $(grep -l '^int main' "$1"/*.c | sed 's|\.c$||'); do
        variable=$(echo "$program" | tr / _)
        echo "$2_NAMES += $program"
        present "$program".[ch] "$program"_*.c | list "${variable}_SOURCES"
        echo "${variable}_CPPFLAGS = \$($2_CPPFLAGS)"
        echo "${variable}_LDADD = \$($2_LIBS)"
        # sed, not grep: that none is left is no failure
        helpers=$(echo "$helpers" | sed "\\,^${program}[_.],d")
    done
    echo "$helpers" | sed '/^$/d' | list "$2_HELPERS"
}

# What the tarball needs besides sources: no objects, no programs, and not the
# manual page, which the makefile names.
others()
{
    present [!.]*.md [!.]*.sh .clang-format .clang-tidy .editorconfig LICENSE
    for folder in bench compat/shim doc examples test; do
        [ ! -d "$folder" ] || find "$folder" -type f ! -name '*.o' \
            ! -name '*.lo' ! -name '*.la' ! -path '*/.*' \
            ! -path doc/tunedx.1 \
            \( -name '*.sh' -o ! -perm -100 \)
    done | sort
}

note='# Made by autogen.sh.'

# An algorithm (a file with _ in its name) is listed by its line in
# algorithms.def, all else by its file.
{
    echo "$note"
    sed -n 's|^TUNEDX_ALGORITHM(\(.*\), *\(.*\))$|algorithms/\1_\2.c|p' \
        algorithms/algorithms.def | list ALGORITHM_FILES
} > algorithms/algorithms.am

{
    echo "$note"
    present schedule/*.[ch] geometry/*.[ch] decision/*.[ch] \
        algorithms/*.[ch] algorithms/*.def |
        sed -e '/^algorithms.*_.*\.c$/d' -e '/^schedule\/verify/d' |
        list PURE_FILES
    present model/*.[ch] maps/*.[ch] results/*.[ch] schedule/verify*.[ch] |
        list OFFLINE_FILES
    present coll_tunedx*.[ch] runtime/*.[ch] mca_params/*.[ch] \
        mca_params/*.def compat/*.[ch] | list COMPONENT_FILES
    present tools/*.[ch] | list TOOL_FILES
    present test/unit/test_*.c | sed 's|\.c$||' | list UNIT_TEST_NAMES
    present test/unit/*.[ch] | sed '/\/test_/d' | list UNIT_TEST_HELPERS
    present test/build/test_*.sh | list BUILD_TESTS
    present test/build/test_*.bats | list COMMAND_TESTS
    mpi_programs test/mpi MPI_TEST
    mpi_programs bench BENCH
    mpi_programs examples EXAMPLE
    mpi_programs test/vcluster VCLUSTER
    others | list OTHER_FILES
} > sources.am

[ "${1:-}" != --lists ] || exit 0
autoreconf --install
# Once more without the cache: what it holds may be a moment too old, and then
# libtool's macros would be missing from the tarball.
rm -rf autom4te.cache
automake
