# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# tunedx explain and show: which row decides, and why others do not.
load tool

setup_file()
{
    cat > site.rules << 'RULES'
tunedx-rules 1
[allreduce]
  16..     *      *      *            -> rabenseifner
  2..12    3..    ..3    *            -> linear
  *        *      *      64k..        -> ring
  *        *      *      ..4k  op=user-> default
  *        *      *      512k..  !commutative size=total -> linear
  *        *      *      *     expo_gap=2.. -> nonoverlapping reduce=chain
RULES
}

# explains TEXT ARGUMENT...: the output has the text.
explains()
{
    local text=$1
    shift
    run -0 tunedx explain -r site.rules "$@"
    [[ $output = *"$text"* ]]
}

@test "explain says why a row does not decide" {
    explains 'ranks 12 is not in 16..' allreduce -p 12
    explains 'nodes 2 is not in 3..' allreduce -p 12 -n 6
    explains 'ppn 4 is not in ..3' allreduce -p 12 -n 4
    explains 'bytes 8k is not in 64k..' allreduce -p 12
    explains 'op=user is asked for' allreduce -p 12 -b 1k
    explains 'commutative is excluded' allreduce -p 12 -b 60k
    explains 'bytes times ranks 12k is not in 512k..' allreduce -p 12 -b 1k
    explains 'expo_gap 1 is not in 2..' allreduce -p 12
    explains 'ring needs a commutative operation' allreduce -p 12 -b 64k \
        --in-order
    explains 'no row of bcast decides' bcast -p 12
}

@test "explain says what decides" {
    explains 'reason: site.rules, line 3' allreduce -p 16
    explains 'method: rabenseifner' allreduce -p 16 --brief
    explains 'method: nonoverlapping bcast=(binomial' allreduce -p 5
    explains 'leaves it to what comes next' allreduce -b 1k --op user
    explains 'reason: built-in rules, line' allreduce -b 1k --op user
    explains 'reason: parameter' allreduce -m linear
    explains '; ring (parameter) needs a commutative operation' \
        allreduce -m ring --in-order
    explains 'site.rules, line 7; ring (line 5) needs a commut' \
        allreduce -p 12 -b 128k --in-order
}

# A file with a fault explains all the same, and ends with 1.
@test "a fault is told, and the rest explained" {
    { cat site.rules && echo '* * * * -> rnig'; } > bad.rules
    run -1 --separate-stderr tunedx explain -r bad.rules allreduce -p 16
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr = *'bad.rules:9:12: '*'did you mean "ring"?'* ]]
    [[ $output = *'method: rabenseifner'* ]]
}

# The method that explain names.
method()
{
    tunedx explain --brief -r site.rules allreduce "$@" |
        sed -n 's/^method: //p'
}

# The map has the letter that explain has the method of, everywhere.
@test "show agrees with explain" {
    for bytes in 1 2k 64k 1M; do
        for ranks in 2 5 12 16; do
            echo "$ranks ranks, $bytes"
            found=$(method -p "$ranks" -n 4 -b "$bytes" 2> /dev/null)
            [ -n "$found" ] || found=$(method -p "$ranks" -b "$bytes")
            run -0 tunedx show -r site.rules allreduce --ppn 4 \
                --ranks "$ranks" --bytes "$bytes"
            grep -q "^ *$ranks  a\$" <<< "$output"
            grep -q -F -x "  a  $found" <<< "$output"
        done
    done
}

# What is printed as the built-in rules is a rules file that decides alike.
@test "the built-in rules are a rules file" {
    tunedx show --defaults > defaults.rules
    cmp defaults.rules "${srcdir:?}/decision/defaults.rules"
    for collective in bcast reduce allreduce allgather alltoall scan; do
        tunedx show "$collective" > built_in
        tunedx show -r defaults.rules "$collective" > from_file
        cmp built_in from_file
    done
    run -0 tunedx explain --brief -r defaults.rules bcast
    [[ $output = *'defaults.rules, line'* ]]
}

@test "rules from standard input" {
    run -0 tunedx explain --brief -r - allreduce -p 16 < site.rules
    [[ $output = *'standard input, line 3'* ]]
}
