# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# Each header compiles alone, those of the parts without MPI without a path to
# Open MPI's headers.
. "${srcdir:?}/test/build/tap.sh"

# shellcheck disable=SC2086 # flags are words
alone()
{
    header=$1
    shift
    printf '#include "%s"\n#include "%s"\ntypedef int tunedx_not_empty_t;\n' \
        "$header" "$header" |
        $CC $TUNEDX_CFLAGS -Werror -fsyntax-only -I. -I"$srcdir" "$@" -x c -
}

for file in "$srcdir"/schedule/*.h "$srcdir"/geometry/*.h \
    "$srcdir"/algorithms/*.h "$srcdir"/decision/*.h \
    "$srcdir"/model/*.h "$srcdir"/maps/*.h "$srcdir"/results/*.h \
    "$srcdir"/tools/*.h; do
    header=${file#"$srcdir"/}
    check "$header" alone "$header"
done
for file in "$srcdir"/coll_tunedx*.h "$srcdir"/runtime/*.h \
    "$srcdir"/mca_params/*.h "$srcdir"/compat/*.h; do
    header=${file#"$srcdir"/}
    # shellcheck disable=SC2086
    [ ! -f "$file" ] || check "$header" alone "$header" $OPENMPI_CPPFLAGS
done
finish
