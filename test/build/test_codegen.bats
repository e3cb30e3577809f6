# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# tunedx codegen: what it writes compiles without a warning and is the same each
# time, equal neighbours are merged, and what is wrong with a rules file is told
# without leaving a file behind.  That it decides as the rows do, the unit test
# test_generated shows.
load tool

setup_file()
{
    cat > site.rules << 'END'
tunedx-rules 1
[meta]
cluster = "ends a comment */ here"
[bcast]
  ..8      *      *      ..4k         -> binomial
  9..64    *      *      ..4k         -> binomial
  65..     *      *      ..4k         -> pipeline
  *        *      *      4k..         -> chain
[allreduce]
  *        *      *      *            -> default
END
}

# shellcheck disable=SC2086 # flags are words
@test "what it writes compiles without a warning" {
    for rules in "${srcdir:?}/decision/defaults.rules" site.rules \
        "$srcdir"/test/codegen/*.rules; do
        echo "$rules"
        tunedx codegen "$rules" -o code.c
        $CC $TUNEDX_CFLAGS -Werror -fsyntax-only -I"${builddir:?}" -I"$srcdir" \
            code.c
    done
}

# One comparison of the bytes and one of the ranks: 8 and 9 are not told apart.
@test "equal neighbours are merged, rows only if asked" {
    run -0 tunedx codegen site.rules --stats
    grep -q '^bcast  *4  *3  *3  *2  *6  *2$' <<< "$output"
    run -0 tunedx codegen site.rules --stats --rows
    grep -q '^bcast  *4  *4  *4  *3  *6  *3$' <<< "$output"
}

@test "it counts the conditions that it writes" {
    run -0 tunedx codegen "${srcdir:?}/decision/defaults.rules" --stats
    conditions=$(awk 'NR > 1 { sum += $5 } END { print sum }' <<< "$output")
    [ "$conditions" -gt 100 ]
    tunedx codegen "$srcdir/decision/defaults.rules" > code.c
    run -0 grep -c '^ *if (' code.c
    [ "$output" = "$conditions" ]
}

@test "the same rules give the same file" {
    mkdir again
    tunedx codegen "$PWD/site.rules" -o one.c
    tunedx codegen "$PWD/site.rules" -o again/one.c
    cmp one.c again/one.c
    run -0 head -n 1 one.c
    [[ $output == '/* tunedx-decision 1:'* ]]
    run -1 grep -F -e "$PWD" one.c
}

@test "standard input" {
    run -0 tunedx codegen - < site.rules
    [[ $output == *'rules = "standard input"'* ]]
}

@test "a rules file with a fault is refused" {
    sed 's/chain/chian/' site.rules > fault.rules
    run ! tunedx codegen fault.rules -o fault.c
    [ ! -f fault.c ]
    grep -q 'fault.rules:8:42: .*did you mean "chain"' <<< "$output"
    [[ $output == *'fault.rules has faults; nothing is written'* ]]
}

# Random boxes in every column: more regions than anybody wants to compile.
@test "too many regions are refused" {
    awk 'BEGIN {
        print "tunedx-rules 1\n[bcast]"
        for (i = 1; i <= 400; i++)
            printf "%d..%d %d..%d %d..%d %d..%d -> binomial segment=%d\n",
                i, 900 - i * 2 % 97, i, 950 - i * 3 % 89, i,
                990 - i * 5 % 83, i * 7, 9000 - i, i
    }' > many.rules
    run ! --separate-stderr tunedx codegen many.rules
    [ -z "$output" ]
    # shellcheck disable=SC2154 # run sets it
    [[ $stderr == *'bcast: its rows have too many different ranges'* ]]
}
