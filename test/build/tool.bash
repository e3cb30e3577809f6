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

# Whether tunedx was built with jansson, which is asked once.
reads_json()
{
    [ -e json_errors ] ||
        tunedx convert --from tuned-json /dev/null 2> json_errors || true
    [[ $(< json_errors) != *jansson* ]]
}

# Skips the test if not.
needs_json()
{
    reads_json || skip "without jansson"
}

# well_formed FILE...: these are XML; the last name that is printed is the one
# that is not.
well_formed()
{
    if command -v xmllint > /dev/null; then
        xmllint --noout "$@"
    elif command -v python3 > /dev/null; then
        python3 -c '
import sys, xml.dom.minidom
for name in sys.argv[1:]:
    print(name)
    xml.dom.minidom.parse(name)' "$@"
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
