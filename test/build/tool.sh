# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What tests of the command tunedx share: the command, a folder for their files,
# and how to look at what it says.
. "${srcdir:?}/test/build/tap.sh"

tool=$PWD/tunedx
work=$PWD/test/build/$(basename "$0" .sh).tmp
trap 'rm -rf "$work"' EXIT
rm -rf "$work"
mkdir -p "$work"

well_formed()
{
    if command -v xmllint > /dev/null; then
        xmllint --noout "$1"
    elif command -v python3 > /dev/null; then
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' \
            "$1"
    fi
}

# fails STATUS TEXT ARGUMENT...: exits so, with one line that has the text and
# nothing on standard output.
fails()
{
    expected=$1
    text=$2
    shift 2
    "$tool" "$@" > "$work/output" 2> "$work/errors"
    status=$?
    if [ "$status" != "$expected" ] || [ -s "$work/output" ] ||
        [ "$(wc -l < "$work/errors")" != 1 ] ||
        ! grep -q -F -e "$text" "$work/errors"; then
        echo "tunedx $*: exit status $status; expected $expected and: $text"
        cat "$work/output" "$work/errors"
    fi
}
