# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The Test Anything Protocol for the shell tests of this folder.  They run in
# the build directory, with test/build/env.sh read.

tap_count=0
tap_failed=0

# check NAME COMMAND...: passes if the command succeeds; if it fails, what it
# printed is shown.
check()
{
    tap_name=$1
    shift
    tap_count=$((tap_count + 1))
    if tap_output=$("$@" 2>&1); then
        echo "ok $tap_count - $tap_name"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $tap_name"
        printf '%s\n' "$tap_output" | sed 's/^/# /'
    fi
}

skip()
{
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

finish()
{
    echo "1..$tap_count"
    exit $((tap_failed > 0))
}

# Succeeds if the text is empty; else prints it and fails.
nothing()
{
    [ -z "$1" ] || {
        printf '%s\n' "$1"
        return 1
    }
}
