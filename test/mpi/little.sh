# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# For scripts that look at what a small job of four ranks prints: the program
# few_calls, its messages and its report.  Source lib.sh first.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# What collect sets.
output='' status=0

# job ARGUMENTS...: run the little application; sets output and status.
job()
{
    collect launch 4 few_calls "$@"
}

# lines PATTERN: how many lines of the output match.
lines()
{
    grep -c -i -e "$1" <<< "$output"
}

# require WHAT CONDITION...: show the output if it does not hold.
require()
{
    local what=$1
    shift
    "$@" || {
        echo "wanted: $what; status $status, output:"
        cut -c 1-400 <<< "$output"
        return 1
    }
}

went_well()
{
    [ "$status" -eq 0 ] && grep -q '^few_calls: 4 ranks, 0 failures' <<< "$output"
}

once()
{
    [ "$(lines "$1")" -eq 1 ]
}

mentions()
{
    grep -q -i -F -e "$1" <<< "$output"
}

says_nothing()
{
    ! grep -v -e '^few_calls: 4 ranks, 0 failures' -e '^$' <<< "$output"
}

# ---- the report, which shows what ran ----

# rows COLLECTIVE: the lines of the report about it.
rows()
{
    sed -n '/^tunedx report/,/^$/p' <<< "$output" | grep "^$1 "
}

# All rows of the collective that moved something name the algorithm.
only_method()
{
    [ -n "$(rows "$1")" ] && ! rows "$1" | grep -v -w -e "$2"
}

# calls COLLECTIVE: the third column, added up.
calls()
{
    rows "$1" | awk '{ sum += $3 } END { print sum + 0 }'
}
