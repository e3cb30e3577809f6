# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# What tests of the command tunedx share.  They run in a folder of their file,
# which bats makes and removes, and find the command in PATH.
bats_require_minimum_version 1.5.0
PATH=${builddir:?}:$PATH
cd "$BATS_FILE_TMPDIR" || exit 1

# Succeeds if the text is empty; else prints it and fails.
nothing()
{
    [ -z "$1" ] || {
        printf '%s\n' "$1"
        return 1
    }
}

well_formed()
{
    if command -v xmllint > /dev/null; then
        xmllint --noout "$1"
    elif command -v python3 > /dev/null; then
        python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])' \
            "$1"
    fi
}

# tells STATUS TEXT ARGUMENT...: tunedx exits so, with one line that has the
# text; what it prints besides is in the file output.
tells()
{
    local expected=$1 text=$2 status=0
    shift 2
    tunedx "$@" > output 2> errors || status=$?
    if [ "$status" != "$expected" ] || [ "$(wc -l < errors)" != 1 ] ||
        ! grep -q -F -e "$text" errors; then
        echo "tunedx $*: exit status $status; expected $expected and: $text"
        cat output errors
        return 1
    fi
}

# fails STATUS TEXT ARGUMENT...: the same, and it prints nothing besides.
fails()
{
    tells "$@" && nothing "$(cat output)"
}
