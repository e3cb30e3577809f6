# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# tunedx map, build and stats: what is simulated is what the formulas say, maps
# show the best methods, rules decide as their tree, bad lines are named and
# lose nothing else.
. "${srcdir:?}/test/build/tool.sh"

# simulate COLLECTIVE OPTION...
simulate()
{
    collective_name=$1
    shift
    "$tool" map --simulate="$collective_name" "$@"
}

# ---- simulating ----

# A binomial tree takes ceil(log2 p) messages: 3 (1 us + 1000 ns / 10).
simulates_the_formula()
{
    simulate bcast -p 8 -b 1000 -m binomial > "$work/one" &&
        [ "$(grep -c 'binomial segment=0.*"usec": 3.3,' "$work/one")" = 1 ] &&
        [ "$(wc -l < "$work/one")" = 7 ]
}

# A bound is no time: the simulator's is shorter, or equal.
simulates_what_is_a_bound()
{
    for times in formula simulator auto; do
        simulate bcast -p 6 -b 64k -m 'two_tree segment=7k' \
            --times="$times" | sed 's/.*"usec": \([0-9.]*\).*/\1/'
    done | tr '\n' ' ' > "$work/times"
    awk '{ exit !($1 > $2 && $2 == $3) }' "$work/times"
}

# Every collective with a size that all ranks know.
simulates_every_collective()
{
    for collective in allgather allgatherv allreduce alltoall barrier bcast \
        exscan gather reduce reduce_scatter reduce_scatter_block scan scatter
    do
        if ! simulate "$collective" -p 5,8 -b 240 --segments=0,64 \
            > "$work/$collective" ||
            ! "$tool" build "$work/$collective" > "$work/rules" ||
            ! grep -q -x "\[$collective\]" "$work/rules" ||
            ! "$tool" stats "$work/$collective" "$work/rules" --rules-only |
            awk -v rules="$work/rules" '
                $1 == rules && $3 <= 5 && $6 <= 5 { good = 1 }
                END { exit !good }'; then
            echo "$collective"
            return 1
        fi
    done
}

# Noise comes again, with another seed it is another, and it changes times by
# little; a spike is where it was asked for.
disturbs()
{
    simulate bcast -p 4 -b 64,128 -m linear --segments=0 > "$work/plain"
    for seed in 1 1 2; do
        simulate bcast -p 4 -b 64,128 -m linear --segments=0 --noise=1 \
            --seed="$seed" > "$work/noise$seed.new"
        [ ! -f "$work/noise$seed" ] ||
            cmp "$work/noise$seed" "$work/noise$seed.new" || return 1
        mv "$work/noise$seed.new" "$work/noise$seed"
    done
    ! cmp -s "$work/noise1" "$work/noise2" || return 1
    paste "$work/plain" "$work/noise1" |
        sed 's/[^\t]*"usec": \([0-9.]*\)[^\t]*/\1/g' |
        awk '{ part = $2 / $1
            if (part == 1 || part < 0.94 || part > 1.06) exit 1 }' || return 1
    simulate bcast -p 4 -b 64,128 -m linear --segments=0 \
        --spike='128:7:linear segment=0' | paste "$work/plain" - |
        sed 's/[^\t]*"bytes": \([0-9]*\), "usec": \([0-9.]*\)[^\t]*/\1 \2/g' |
        awk '$3 == 64 && $2 != $4 { exit 1 }
            $3 == 128 && ($4 / $2 < 6.999 || $4 / $2 > 7.001) { exit 1 }'
}

check "simulated times are those of the formula" simulates_the_formula
check "what is only a bound is simulated" simulates_what_is_a_bound
check "every collective has maps and rules" simulates_every_collective
check "noise and spikes" disturbs

# ---- maps ----

# Hand-made: three methods, one point short, samples whose median counts.
handmade()
{
    cat > "$work/hand" << 'LINES'
{"collective": "bcast", "method": "linear", "ranks": 2, "nodes": 2, "bytes": 1, "usec": [1, 100, 1]}
{"collective": "bcast", "method": "binomial", "ranks": 2, "nodes": 2, "bytes": 1, "usec": 2}

{"collective": "bcast", "method": "linear", "ranks": 2, "nodes": 2, "bytes": 1k, "usec": 9}
{"collective": "bcast", "method": "linear", "ranks": 2, "nodes": 2, "bytes": 1024, "usec": 9}
{"collective": "bcast", "method": "binomial", "ranks": 2, "nodes": 2, "bytes": 1024, "usec": 3, "host": "a"}
{"collective": "bcast", "method": "linear", "ranks": 4, "nodes": 4, "bytes": 1, "usec": 4}
{"collective": "bcast", "method": "binomial", "ranks": 4, "nodes": 4, "ppn": 1, "bytes": 1, "usec": 3, "source": "measured"}
{"collective": "bcast", "method": "linear", "ranks": 4, "nodes": 4, "bytes": 1024, "usec": 5}
{"collective": "bcast", "method": "binomial", "ranks": 4, "nodes": 4, "bytes": 1024, "us
LINES
}

shows_the_best()
{
    handmade
    "$tool" map "$work/hand" > "$work/text" 2> "$work/errors" || return 1
    cat > "$work/expected" << 'TEXT'
bcast, 1 rank on each of several nodes
2 x 2 points, 2 methods; the best of each point

  ranks  1 bytes
      2  ab
      4  ba

  a  linear: 2 points
  b  binomial: 2 points
TEXT
    diff "$work/expected" "$work/text"
}

# Two bad lines: each is named with its place, all others count.
names_bad_lines()
{
    handmade
    "$tool" map "$work/hand" > "$work/text" 2> "$work/errors" &&
        [ "$(wc -l < "$work/errors")" = 2 ] &&
        grep -q "hand:4:[0-9]*: .*; expected an object in one line.*; this line is ignored" \
            "$work/errors" &&
        grep -q "hand:10:[0-9]*: .*where the file is cut short\|hand:10:[0-9]*: .*; this line is ignored" \
            "$work/errors" || return 1
    "$tool" map --strict "$work/hand" > "$work/text" 2> "$work/errors"
    [ $? = 1 ] && [ ! -s "$work/text" ] &&
        grep -q 'nothing is made of this file (--strict)' "$work/errors"
}

# line TEXT VALUES...: the file of one good line and one with these values is
# refused there, with the text; the good line counts.
bad()
{
    text=$1
    column=$2
    good='{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":1}'
    printf '%s\n%s\n' "$good" "$3" > "$work/bad"
    "$tool" map "$work/bad" > "$work/text" 2> "$work/errors"
    status=$?
    if [ "$status" != 0 ] || [ "$(wc -l < "$work/errors")" != 1 ] ||
        ! grep -q -F -e "bad:2:$column: $text" "$work/errors" ||
        ! grep -q '; this line is ignored$' "$work/errors"; then
        echo "$3: exit status $status; expected at column $column: $text"
        cat "$work/errors"
    fi
}

names_bad_values()
{
    nothing "$(
        bad 'this is no object; expected an object' 1 '[1]'
        bad '"collective" is "bcats"; expected a collective' 15 \
            '{"collective":"bcats","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":1}'
        bad 'there is no "ranks"; expected a whole number from 1' 72 \
            '{"collective":"bcast","method":"binomial","nodes":2,"bytes":8,"usec":1}'
        bad '"method" is "binomal"; expected a method of bcast (at character 1: ' 32 \
            '{"collective":"bcast","method":"binomal","ranks":4,"nodes":2,"bytes":8,"usec":1}'
        bad '"nodes" is "5"; expected a whole number from 1 to 4' 61 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":5,"bytes":8,"usec":1}'
        bad '"ppn" is "1"; expected a whole number from 2 to 3' 69 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"ppn":1,"bytes":8,"usec":1}'
        bad '"bytes" is "1.5"; expected a whole number' 71 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":1.5,"usec":1}'
        bad '"usec" is "0"; expected microseconds' 80 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":0}'
        bad '"usec" is "[1,"x"]"; expected microseconds' 80 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":[1,"x"]}'
        bad '"usec" is "[]"; expected microseconds' 80 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":[]}'
        bad '"source" is "guessed"; expected "measured" or "simulated"' 91 \
            '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":1,"source":"guessed"}'
        bad 'duplicate object key' 18 '{"ranks":1,"ranks":2}'
    )"
}

# As many rectangles as runs of letters in the text, and one for each line of
# the legend.
draws()
{
    simulate bcast -p 2..12 -b 1..1M:11 > "$work/bcast" &&
        for options in "" "--max-depth=2" "--max-depth=1 --penalties"; do
            # shellcheck disable=SC2086 # words
            "$tool" map "$work/bcast" $options > "$work/text" &&
                "$tool" map "$work/bcast" $options -o "$work/map.svg" &&
                well_formed "$work/map.svg" || return 1
            runs=$(awk '/^ +[0-9]+  / {
                for (i = 1; i <= length($2); i++)
                    runs += i == 1 || substr($2, i, 1) != substr($2, i - 1, 1)
                } END { print runs }' "$work/text")
            [ "$runs" = "$(grep -c 'class="cell ' "$work/map.svg")" ] ||
                return 1
            [ "$(awk '/^  [^ r]  / { n++ } END { print n }' "$work/text")" = \
                "$(grep -c 'class="swatch ' "$work/map.svg")" ] || return 1
        done
}

check "a map shows the best methods" shows_the_best
check "bad lines are named and the rest counts" names_bad_lines
check "bad values are named where they stand" names_bad_values
check "pictures show what texts show" draws

# ---- rules ----

# penalty FILE RULES: the largest penalty of the rules, and their unknown points.
penalty()
{
    "$tool" stats "$1" "$2" --rules-only |
        awk -v rules="$2" '$1 == rules { print $3, $8 }'
}

# Both encodings decide the same, and as the bound says.
builds()
{
    simulate allreduce -p 2..17,32,48 -b 8..1M:9 --segments=0,8k \
        > "$work/allreduce" || return 1
    for options in "" "--max-depth=3" "--max-leaves=12 --tests=none" \
        "--by=colours --pad --threshold=80" "--exceptions=1 --max-depth=2" \
        "--boundary=next --tests=power_of_two --mean-penalty=0.5"; do
        for encoding in rows tree; do
            # shellcheck disable=SC2086 # words
            "$tool" build "$work/allreduce" $options --encoding="$encoding" \
                -o "$work/$encoding" || return 1
        done
        rows=$(penalty "$work/allreduce" "$work/rows")
        [ "$rows" = "$(penalty "$work/allreduce" "$work/tree")" ] || {
            echo "$options: rows and tree differ"
            return 1
        }
        # The head says what is so.
        most=$(sed -n 's/^# \(.*\) % at most$/\1/p' "$work/rows")
        [ "$rows" = "$most 0" ] || {
            echo "$options: $rows, but the file says $most"
            return 1
        }
    done
    "$tool" build "$work/allreduce" | grep -q '^# [0-4]\.[0-9]* % at most'
}

# One section for a collective; within a node, and from 2 and 8 ranks per node.
builds_for_ranks_per_node()
{
    {
        simulate bcast -p 8,16 -b 8,64k --ppn=16
        simulate bcast -p 8,16 -b 8,64k --ppn=2
        simulate bcast -p 16,24 -b 8,64k --ppn=8
        simulate reduce -p 8 -b 8 --ppn=2
    } > "$work/many" &&
        "$tool" build "$work/many" --max-depth=0 > "$work/rules" &&
        [ "$(grep -v '^#' "$work/rules" | sed 's/->.*//' | tr -s ' \n' ' ')" = \
            "tunedx-rules 1 [meta] rows = \"4\" [bcast] * 1 * * * 2.. ..7 * * 2.. 8.. * [reduce] * 2.. * * " ] &&
        [ "$("$tool" map "$work/many" --collective=bcast | grep -c points,)" = 3 ] &&
        [ "$("$tool" map "$work/many" --ppn=2 | grep -c points,)" = 2 ] &&
        "$tool" map "$work/many" --ppn=0 | grep -q 'within one node'
}

# Calls of an application move the leaf to where they are.
weighs()
{
    simulate bcast -p 2..33 -b 1..16M:25 -m binomial \
        -m 'pipeline segment=64k' --segments=0 > "$work/bcast" &&
        echo '{"tunedx_profile": 1, "type": "calls", "job": "a", "collective": "bcast", "form": "blocking", "ranks": 33, "nodes": 33, "ppn": 1, "bytes": 16777216, "calls": 1000, "seconds": 1, "seconds_slowest": 1}' \
            > "$work/calls" &&
        "$tool" build "$work/bcast" --max-depth=0 |
        grep -v '^#' > "$work/evenly" &&
        "$tool" build "$work/bcast" --max-depth=0 --weights="$work/calls" |
        grep -v '^#' > "$work/weighed" &&
        ! cmp -s "$work/evenly" "$work/weighed" &&
        grep -q -e '-> pipeline' "$work/weighed"
}

# A pipe of all three, with everything on standard output.
pipes()
{
    simulate reduce -p 2..9 -b 8..64k:6 | "$tool" build - |
        grep -q -x '\[reduce\]'
}

check "rows and trees decide the same" builds
check "a tree for each number of ranks per node" builds_for_ranks_per_node
check "calls of an application weigh" weighs
check "measurements come through a pipe" pipes

# ---- tables ----

# The exact tree loses nothing and is the last row; leaving a spike out helps.
tabulates()
{
    simulate bcast -p 2..33 -b 1..1M:21 -m binomial -m linear \
        -m 'pipeline segment=8k' --segments=0 \
        --spike='32768:9:pipeline segment=8k' > "$work/bcast" || return 1
    "$tool" stats "$work/bcast" --by=colours --pad > "$work/table" &&
        awk '/^ +[0-9]/ { last = $5; nodes = $10; leaves = $9
                if (leaves != 3 * (nodes - 1) / 4 + 1) exit 1 }
            END { exit !(last == "0.00") }' "$work/table" &&
        "$tool" stats "$work/bcast" --by=colours --depths=2 | awk '/^ +2 / { print $6 }' \
            > "$work/with" &&
        "$tool" stats "$work/bcast" --by=colours --depths=2 --leave-out=32k |
        awk '/^ +2 / { print $6 }' | paste "$work/with" - |
            awk '{ exit !($2 < $1) }' &&
        [ "$("$tool" stats "$work/bcast" --thresholds=20,60,100 --time |
            grep -c '^ *[126]0*  ')" = 3 ] &&
        nothing "$("$tool" stats "$work/bcast" --markdown --time |
            awk -F'|' '/^\|/ && NF != 14 && NF != 11')"
}

check "tables are those of the paper" tabulates

# ---- what is refused ----

refuses()
{
    nothing "$(
        fails 2 'a file of measurements is missing' map
        fails 2 'a file of measurements is missing' build
        fails 2 'a file of measurements is missing' stats
        fails 2 'expected none there: --simulate' map --simulate=bcast x
        fails 2 'ranks is "2..1"' map --simulate=bcast --ranks=2..1
        fails 2 '-p is "1"; expected a list' map --simulate=bcast -p 1
        fails 2 '-b is "4,"; expected a list' map --simulate=bcast -b 4,
        fails 2 '-b is "0..9:3"; expected a list' map --simulate=bcast -b 0..9:3
        fails 2 'a collective whose size all ranks know' \
            map --simulate=alltoallv
        fails 2 'did you mean "bcast"?' map --simulate=bcats
        fails 2 'did you mean "binomial"?' map --simulate=bcast -m binomal
        fails 2 'expected BYTES:FACTOR:METHOD' map --simulate=bcast --spike=1:2
        fails 2 'ranks"; expected it with --simulate alone' map x --ranks=4
        fails 2 'expected one of: auto, formula, simulator' \
            map --simulate=bcast --times=clock
        fails 2 '--max-depth is "65"' build x --max-depth=65
        fails 2 '--threshold is "101"; expected percent from 0 to 100' \
            build x --threshold=101
        fails 2 '--max-penalty is "5 %"; expected percent' \
            stats x --max-penalty='5 %'
        fails 2 'did you mean "colours"?' build x --by=colour
        fails 2 'expected one of: none, power_of_two, all' build x --tests=odd
        fails 2 'expected one of: next, geometric' build x --boundary=middle
        fails 2 'expected one of: middle, best' build x --split=half
        fails 2 'expected one of: rows, tree' build x --encoding=code
        fails 2 '--leave-out is "x"' stats x --leave-out=x
        fails 2 '--weights is ""' map x --weights=
        fails 1 'No such file or directory' map "$work/nowhere"
        fails 1 'there is no measurement in it' map /dev/null
        simulate bcast -p 4 -b 8 > "$work/one"
        fails 1 'No such file or directory' stats "$work/one" "$work/nowhere"
        fails 1 'no measurement is of this collective' \
            build "$work/one" --collective=reduce
        cat "$work/one" > "$work/two"
        simulate reduce -p 4 -b 8 >> "$work/two"
        fails 1 'has 2 maps and a picture shows one' map "$work/two" -f svg
        fails 1 'No such file or directory' build "$work/one" \
            -o "$work/no/file"
        fails 1 'No such file or directory' map "$work/one" \
            --weights="$work/nowhere"
    )"
}

if "$tool" map /dev/null 2>&1 | grep -q 'without jansson'; then
    skip "measurements" "built without jansson"
    finish
fi
check "what is wrong is refused in one line" refuses

# Two methods: by the first and third sample one is the better one, by the
# second and fourth the other.
halves()
{
    for method in linear:3,9,3,9 binomial:4,6,4,6; do
        printf '{"collective": "bcast", "method": "%s", "ranks": 4, "nodes": 4, "bytes": 8, "usec": [%s]}\n' \
            "${method%:*}" "${method#*:}"
    done > "$work/halves"
    "$tool" stats --halves --depths=1 "$work/halves" |
        awk '$1 == 1 { good = $5 == "50.00" && $6 == "50.00" }
            END { exit !good }' &&
        "$tool" stats --depths=1 "$work/halves" |
        awk '$1 == 1 { good = $6 == "0.00" } END { exit !good }' || return 1
    sed 's/\[3,9,3,9\]/3/' "$work/halves" |
        "$tool" stats --halves - 2>&1 > "$work/output" |
        grep -q '"usec" is "3"; expected a list of samples, which --halves can part'
}

check "choices are judged by other samples" halves

# What the fuzzer found for the readers of JSON does no harm: an exit status,
# no signal.
endures_what_was_found()
{
    for input in "$srcdir"/test/fuzz/corpus/fuzz-json-*; do
        for command in "map" "stats --halves" "profile show" "convert"; do
            # shellcheck disable=SC2086 # words
            "$tool" $command "$input" > "$work/output" 2>&1
            status=$?
            if [ "$status" -gt 2 ]; then
                echo "tunedx $command $input: exit status $status"
                return 1
            fi
        done
    done
}

check "readers of JSON endure what the fuzzer found" endures_what_was_found
finish
