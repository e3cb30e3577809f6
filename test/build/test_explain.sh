# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# tunedx explain and show: which row decides, and why others do not.
. "${srcdir:?}/test/build/tool.sh"

cat > "$work/site.rules" << 'END'
tunedx-rules 1
[allreduce]
  16..     *      *      *            -> rabenseifner
  2..12    3..    ..3    *            -> linear
  *        *      *      64k..        -> ring
  *        *      *      ..4k  op=user-> default
  *        *      *      512k..  !commutative size=total -> linear
  *        *      *      *     expo_gap=2.. -> nonoverlapping reduce=chain
END

# explains TEXT ARGUMENT...: the line that has the text.
explains()
{
    text=$1
    shift
    "$tool" explain -r "$work/site.rules" "$@" > "$work/output" || return 1
    grep -q -F -e "$text" "$work/output" || {
        cat "$work/output"
        return 1
    }
}

says_why_not()
{
    explains 'ranks 12 is not in 16..' allreduce -p 12 &&
        explains 'nodes 2 is not in 3..' allreduce -p 12 -n 6 &&
        explains 'ppn 4 is not in ..3' allreduce -p 12 -n 4 &&
        explains 'bytes 8k is not in 64k..' allreduce -p 12 &&
        explains 'op=user is asked for' allreduce -p 12 -b 1k &&
        explains 'commutative is excluded' allreduce -p 12 -b 60k &&
        explains 'bytes times ranks 12k is not in 512k..' allreduce -p 12 -b 1k &&
        explains 'expo_gap 1 is not in 2..' allreduce -p 12 &&
        explains 'ring needs a commutative operation' allreduce -p 12 -b 64k \
            --in-order &&
        explains 'no row of bcast decides' bcast -p 12
}

says_what_decides()
{
    explains 'reason: '"$work/site.rules, line 3" allreduce -p 16 &&
        explains 'method: rabenseifner' allreduce -p 16 --brief &&
        explains 'method: nonoverlapping bcast=(binomial' allreduce -p 5 &&
        explains 'leaves it to what comes next' allreduce -b 1k --op user &&
        explains 'reason: built-in rules, line' allreduce -b 1k --op user &&
        explains 'reason: parameter' allreduce -m linear &&
        explains '; ring (parameter) needs a commutative operation' \
            allreduce -m ring --in-order &&
        explains "site.rules, line 7; ring (line 5) needs a commut" \
            allreduce -p 12 -b 128k --in-order
}

# A file with a fault explains all the same, and ends with 1.
tells_faults()
{
    { cat "$work/site.rules" && echo '* * * * -> rnig'; } > "$work/bad.rules"
    ! "$tool" explain -r "$work/bad.rules" allreduce -p 16 \
        > "$work/output" 2> "$work/errors" || return 1
    grep -q 'bad.rules:9:12: .*did you mean "ring"?' "$work/errors" &&
        grep -q 'method: rabenseifner' "$work/output"
}

# The map has the letter that explain has the method of, everywhere.
map_agrees()
{
    for bytes in 1 2k 64k 1M; do
        for ranks in 2 5 12 16; do
            method=$("$tool" explain --brief -r "$work/site.rules" allreduce \
                -p "$ranks" -n 4 -b "$bytes" 2> /dev/null |
                sed -n 's/^method: //p')
            [ -n "$method" ] || method=$("$tool" explain --brief \
                -r "$work/site.rules" allreduce -p "$ranks" -b "$bytes" |
                sed -n 's/^method: //p')
            "$tool" show -r "$work/site.rules" allreduce --ppn 4 \
                --ranks "$ranks" --bytes "$bytes" > "$work/map"
            if ! grep -q "^ *$ranks  a\$" "$work/map" ||
                ! grep -q -F -x "  a  $method" "$work/map"; then
                echo "$ranks ranks, $bytes: $method"
                cat "$work/map"
                return 1
            fi
        done
    done
}

# What is printed as the built-in rules is a rules file that decides alike.
defaults_are_rules()
{
    "$tool" show --defaults > "$work/defaults.rules"
    cmp "$work/defaults.rules" "$srcdir/decision/defaults.rules" || return 1
    for collective in bcast reduce allreduce allgather alltoall scan; do
        "$tool" show "$collective" > "$work/a" &&
            "$tool" show -r "$work/defaults.rules" "$collective" > "$work/b" &&
            cmp "$work/a" "$work/b" || return 1
    done
    "$tool" explain --brief -r "$work/defaults.rules" bcast |
        grep -q 'defaults.rules, line'
}

from_standard_input()
{
    "$tool" explain --brief -r - allreduce -p 16 < "$work/site.rules" |
        grep -q 'standard input, line 3'
}

check "explain says why a row does not decide" says_why_not
check "explain says what decides" says_what_decides
check "a fault is told, and the rest explained" tells_faults
check "show agrees with explain" map_agrees
check "the built-in rules are a rules file" defaults_are_rules
check "rules from standard input" from_standard_input
finish
