# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# algorithms.def and the files algorithms/<collective>_<name>.c belong together.
. "${srcdir:?}/test/build/tap.sh"
cd "$srcdir/algorithms" || exit 1

lines()
{
    sed -n '/^TUNEDX_ALGORITHM/p' algorithms.def
}

named()
{
    lines | sed 's/^TUNEDX_ALGORITHM(\(.*\), *\(.*\))$/\1_\2.c/'
}

each_line_has_a_file()
{
    nothing "$(named | while read -r file; do
        [ -f "$file" ] || echo "no file algorithms/$file"
    done)"
}

each_file_has_a_line()
{
    nothing "$(for file in *_*.c; do
        named | grep -q -x -F "$file" || echo "no line for algorithms/$file"
    done)"
}

sorted()
{
    lines | LC_ALL=C sort -c -u
}

check "each line of algorithms.def has its file" each_line_has_a_file
check "each algorithm's file has its line" each_file_has_a_line
check "algorithms.def is sorted" sorted
finish
