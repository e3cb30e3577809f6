# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# tunedx codegen: what it writes compiles without a warning and is the same each
# time, equal neighbours are merged, and what is wrong with a rules file is told
# without leaving a file behind.  That it decides as the rows do, the unit test
# test_generated shows.
. "${srcdir:?}/test/build/tool.sh"

cat > "$work/site.rules" << 'END'
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

# shellcheck disable=SC2086 # flags are words
compiles()
{
    for rules in "$srcdir/decision/defaults.rules" "$work/site.rules" \
        "$srcdir"/test/codegen/*.rules; do
        "$tool" codegen "$rules" -o "$work/code.c" || return 1
        $CC $TUNEDX_CFLAGS -Werror -fsyntax-only -I. -I"$srcdir" \
            "$work/code.c" || return 1
    done
}

# One comparison of the bytes and one of the ranks: 8 and 9 are not told apart.
merges()
{
    "$tool" codegen "$work/site.rules" --stats > "$work/output" &&
        grep -q '^bcast  *4  *3  *3  *2  *6  *2$' "$work/output" &&
        "$tool" codegen "$work/site.rules" --stats --rows > "$work/output" &&
        grep -q '^bcast  *4  *4  *4  *3  *6  *3$' "$work/output"
}

counts_what_it_writes()
{
    conditions=$("$tool" codegen "$srcdir/decision/defaults.rules" --stats |
        awk 'NR > 1 { sum += $5 } END { print sum }')
    [ "$conditions" -gt 100 ] &&
        [ "$("$tool" codegen "$srcdir/decision/defaults.rules" |
            grep -c '^ *if (')" = "$conditions" ]
}

is_the_same_each_time()
{
    mkdir -p "$work/again"
    "$tool" codegen "$work/site.rules" -o "$work/one.c" &&
        "$tool" codegen "$work/site.rules" -o "$work/again/one.c" &&
        cmp "$work/one.c" "$work/again/one.c" &&
        head -n 1 "$work/one.c" | grep -q '^/\* tunedx-decision 1:' &&
        ! grep -q "$work" "$work/one.c"
}

reads_standard_input()
{
    "$tool" codegen - < "$work/site.rules" > "$work/piped.c" &&
        grep -q 'rules = "standard input"' "$work/piped.c"
}

refuses_a_fault()
{
    sed 's/chain/chian/' "$work/site.rules" > "$work/fault.rules"
    ! "$tool" codegen "$work/fault.rules" -o "$work/fault.c" \
        2> "$work/errors" && [ ! -f "$work/fault.c" ] &&
        grep -q 'fault.rules:8:42: .*did you mean "chain"' "$work/errors" &&
        grep -q 'fault.rules has faults; nothing is written' "$work/errors"
}

# Random boxes in every column: more regions than anybody wants to compile.
refuses_too_many_regions()
{
    awk 'BEGIN {
        print "tunedx-rules 1\n[bcast]"
        for (i = 1; i <= 400; i++)
            printf "%d..%d %d..%d %d..%d %d..%d -> binomial segment=%d\n",
                i, 900 - i * 2 % 97, i, 950 - i * 3 % 89, i,
                990 - i * 5 % 83, i * 7, 9000 - i, i
    }' > "$work/many.rules"
    ! "$tool" codegen "$work/many.rules" > "$work/output" 2> "$work/errors" &&
        [ ! -s "$work/output" ] &&
        grep -q 'bcast: its rows have too many different ranges' "$work/errors"
}

check "what it writes compiles without a warning" compiles
check "equal neighbours are merged, rows only if asked" merges
check "it counts the conditions that it writes" counts_what_it_writes
check "the same rules give the same file" is_the_same_each_time
check "standard input" reads_standard_input
check "a rules file with a fault is refused" refuses_a_fault
check "too many regions are refused" refuses_too_many_regions
finish
