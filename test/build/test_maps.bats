# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# tunedx map, build and stats: what is simulated is what the formulas say, maps
# show the best methods, rules decide as their tree, bad lines are named and
# lose nothing else.
load tool

# simulate COLLECTIVE OPTION...
simulate()
{
    tunedx map --simulate="$1" "${@:2}"
}

# Hand-made: three methods, one point short, samples whose median counts.
setup_file()
{
    cat > hand << 'LINES'
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

# ---- simulating ----

# A binomial tree takes ceil(log2 p) messages: 3 (1 us + 1000 ns / 10).
@test "simulated times are those of the formula" {
    run -0 simulate bcast -p 8 -b 1000 -m binomial
    [ "$(grep -c 'binomial segment=0.*"usec": 3.3,' <<< "$output")" = 1 ]
    [ "${#lines[@]}" = 7 ]
}

# A bound is no time: the simulator's is shorter, or equal.
@test "what is only a bound is simulated" {
    for times in formula simulator auto; do
        simulate bcast -p 6 -b 64k -m 'two_tree segment=7k' --times="$times"
    done > points
    run -0 sed 's/.*"usec": \([0-9.]*\).*/\1/' points
    awk '{ exit !($1 > $2 && $2 == $3) }' <<< "${lines[*]}"
}

# Every collective with a size that all ranks know.
@test "every collective has maps and rules" {
    needs_json
    for collective in allgather allgatherv allreduce alltoall barrier bcast \
        exscan gather reduce reduce_scatter reduce_scatter_block scan scatter
    do
        echo "$collective"
        simulate "$collective" -p 5,8 -b 240 --segments=0,64 > points
        tunedx build points > rules
        grep -q -x "\[$collective\]" rules
        run -0 tunedx stats points rules --rules-only
        awk '$1 == "rules" && $3 <= 5 && $6 <= 5 { good = 1 }
            END { exit !good }' <<< "$output"
    done
}

# Noise comes again, with another seed it is another, and it changes times by
# little; a spike is where it was asked for.
@test "noise and spikes" {
    linear=(bcast -p 4 -b "64,128" -m linear --segments=0)
    simulate "${linear[@]}" > plain
    simulate "${linear[@]}" --noise=1 --seed=1 > noise
    simulate "${linear[@]}" --noise=1 --seed=1 | cmp noise -
    simulate "${linear[@]}" --noise=1 --seed=2 > other
    run -1 cmp noise other
    paste plain noise | sed 's/[^\t]*"usec": \([0-9.]*\)[^\t]*/\1/g' > parts
    cat parts
    awk '{ part = $2 / $1
        if (part == 1 || part < 0.94 || part > 1.06) exit 1 }' parts
    simulate "${linear[@]}" --spike='128:7:linear segment=0' > spike
    paste plain spike |
        sed 's/[^\t]*"bytes": \([0-9]*\), "usec": \([0-9.]*\)[^\t]*/\1 \2/g' \
            > parts
    cat parts
    awk '$3 == 64 && $2 != $4 { exit 1 }
        $3 == 128 && ($4 / $2 < 6.999 || $4 / $2 > 7.001) { exit 1 }' parts
}

# ---- maps ----

@test "a map shows the best methods" {
    needs_json
    tunedx map hand > text
    diff - text << 'TEXT'
bcast, 1 rank on each of several nodes
2 x 2 points, 2 methods; the best of each point

  ranks  1 bytes
      2  ab
      4  ba

  a  linear: 2 points
  b  binomial: 2 points
TEXT
}

# Two bad lines: each is named with its place, all others count.
# shellcheck disable=SC2154 # run sets what it read from standard error
@test "bad lines are named and the rest counts" {
    needs_json
    run -0 --separate-stderr tunedx map hand
    [ "${#stderr_lines[@]}" = 2 ]
    grep -q "hand:4:[0-9]*: .*; expected an object in one line.*; this line is ignored" \
        <<< "$stderr"
    grep -q "hand:10:[0-9]*: .*where the file is cut short\|hand:10:[0-9]*: .*; this line is ignored" \
        <<< "$stderr"
    run -1 --separate-stderr tunedx map --strict hand
    [ -z "$output" ]
    [[ $stderr == *'nothing is made of this file (--strict)'* ]]
}

# bad TEXT COLUMN LINE: of one good line and this one, this is refused there,
# with the text; the good line counts.
bad()
{
    printf '%s\n' '{"collective":"bcast","method":"binomial","ranks":4,"nodes":2,"bytes":8,"usec":1}' \
        "$3" > bad
    tells 0 "bad:2:$2: $1" map bad
    cat errors output
    grep -q '; this line is ignored$' errors
    grep -q binomial output
}

@test "bad values are named where they stand" {
    needs_json
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
}

# As many rectangles as runs of letters in the text, and one for each line of
# the legend.
@test "pictures show what texts show" {
    needs_json
    simulate bcast -p 2..12 -b 1..1M:11 > points
    for options in "" "--max-depth=2" "--max-depth=1 --penalties"; do
        # shellcheck disable=SC2086 # words
        run -0 tunedx map points $options
        # shellcheck disable=SC2086
        tunedx map points $options -o map.svg
        well_formed map.svg
        runs=$(awk '/^ +[0-9]+  / {
            for (i = 1; i <= length($2); i++)
                runs += i == 1 || substr($2, i, 1) != substr($2, i - 1, 1)
            } END { print runs }' <<< "$output")
        [ "$runs" = "$(grep -c 'class="cell ' map.svg)" ]
        names=$(awk '/^  [^ r]  / { n++ } END { print n }' <<< "$output")
        [ "$names" = "$(grep -c 'class="swatch ' map.svg)" ]
    done
}

# ---- rules ----

# The largest penalty of the rules in this file, and their unknown points.
penalty()
{
    tunedx stats points "$1" --rules-only |
        awk -v rules="$1" '$1 == rules { print $3, $8 }'
}

# Both encodings decide the same, and as the bound says.
@test "rows and trees decide the same" {
    needs_json
    simulate allreduce -p "2..17,32,48" -b 8..1M:9 --segments=0,8k > points
    for options in "" "--max-depth=3" "--max-leaves=12 --tests=none" \
        "--by=colours --pad --threshold=80" "--exceptions=1 --max-depth=2" \
        "--boundary=next --tests=power_of_two --mean-penalty=0.5"; do
        for encoding in rows tree; do
            # shellcheck disable=SC2086 # words
            tunedx build points $options --encoding="$encoding" -o "$encoding"
        done
        # The head says what is so.
        most=$(sed -n 's/^# \(.*\) % at most$/\1/p' rows)
        rows=$(penalty rows)
        tree=$(penalty tree)
        echo "$options: rows $rows, tree $tree; the file says $most"
        [ "$rows" = "$tree" ]
        [ "$rows" = "$most 0" ]
    done
    run -0 tunedx build points
    grep -q '^# [0-4]\.[0-9]* % at most' <<< "$output"
}

# One section for a collective; within a node, and from 2 and 8 ranks per node.
@test "a tree for each number of ranks per node" {
    needs_json
    {
        simulate bcast -p 8,16 -b 8,64k --ppn=16
        simulate bcast -p 8,16 -b 8,64k --ppn=2
        simulate bcast -p 16,24 -b 8,64k --ppn=8
        simulate reduce -p 8 -b 8 --ppn=2
    } > many
    tunedx build many --max-depth=0 > rules
    run -0 sed -e '/^#/d' -e 's/->.*//' rules
    [ "$(tr -s ' \n' ' ' <<< "$output")" = \
        "tunedx-rules 1 [meta] rows = \"4\" [bcast] * 1 * * * 2.. ..7 * * 2.. 8.. * [reduce] * 2.. * * " ]
    run -0 tunedx map many --collective=bcast
    [ "$(grep -c points, <<< "$output")" = 3 ]
    run -0 tunedx map many --ppn=2
    [ "$(grep -c points, <<< "$output")" = 2 ]
    run -0 tunedx map many --ppn=0
    [[ $output == *'within one node'* ]]
}

# Calls of an application move the leaf to where they are.
@test "calls of an application weigh" {
    needs_json
    simulate bcast -p 2..33 -b 1..16M:25 -m binomial \
        -m 'pipeline segment=64k' --segments=0 > points
    echo '{"tunedx_profile": 1, "type": "calls", "job": "a", "collective": "bcast", "form": "blocking", "ranks": 33, "nodes": 33, "ppn": 1, "bytes": 16777216, "calls": 1000, "seconds": 1, "seconds_slowest": 1}' \
        > calls
    tunedx build points --max-depth=0 | grep -v '^#' > evenly
    tunedx build points --max-depth=0 --weights=calls | grep -v '^#' > weighed
    run -1 cmp evenly weighed
    run -0 cat weighed
    [[ $output == *'-> pipeline'* ]]
}

# A pipe of all three, with everything on standard output.
@test "measurements come through a pipe" {
    needs_json
    simulate reduce -p 2..9 -b 8..64k:6 | tunedx build - > rules
    cat rules
    grep -q -x '\[reduce\]' rules
}

# ---- tables ----

# The exact tree loses nothing and is the last row; leaving a spike out helps.
@test "tables are those of the paper" {
    needs_json
    simulate bcast -p 2..33 -b 1..1M:21 -m binomial -m linear \
        -m 'pipeline segment=8k' --segments=0 \
        --spike='32768:9:pipeline segment=8k' > points
    run -0 tunedx stats points --by=colours --pad
    awk '/^ +[0-9]/ { last = $5; nodes = $10; leaves = $9
            if (leaves != 3 * (nodes - 1) / 4 + 1) exit 1 }
        END { exit !(last == "0.00") }' <<< "$output"

    run -0 tunedx stats points --by=colours --depths=2
    with=$(awk '/^ +2 / { print $6 }' <<< "$output")
    run -0 tunedx stats points --by=colours --depths=2 --leave-out=32k
    awk -v with="$with" '/^ +2 / { good = $6 < with }
        END { exit !good }' <<< "$output"

    run -0 tunedx stats points --thresholds=20,60,100 --time
    [ "$(grep -c '^ *[126]0*  ' <<< "$output")" = 3 ]
    run -0 tunedx stats points --markdown --time
    nothing "$(awk -F'|' '/^\|/ && NF != 14 && NF != 11' <<< "$output")"
}

# ---- what is refused ----

@test "what is wrong is refused in one line" {
    needs_json
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
    fails 1 'No such file or directory' map nowhere
    fails 1 'there is no measurement in it' map /dev/null
    simulate bcast -p 4 -b 8 > one
    fails 1 'No such file or directory' stats one nowhere
    fails 1 'no measurement is of this collective' \
        build one --collective=reduce
    cp one two
    simulate reduce -p 4 -b 8 >> two
    fails 1 'has 2 maps and a picture shows one' map two -f svg
    fails 1 'No such file or directory' build one -o no/file
    fails 1 'No such file or directory' map one --weights=nowhere
}

# Two methods: by the first and third sample one is the better one, by the
# second and fourth the other.
@test "choices are judged by other samples" {
    needs_json
    for method in "linear:3,9,3,9" "binomial:4,6,4,6"; do
        printf '{"collective": "bcast", "method": "%s", "ranks": 4, "nodes": 4, "bytes": 8, "usec": [%s]}\n' \
            "${method%:*}" "${method#*:}"
    done > halves
    run -0 tunedx stats --halves --depths=1 halves
    awk '$1 == 1 { good = $5 == "50.00" && $6 == "50.00" }
        END { exit !good }' <<< "$output"
    run -0 tunedx stats --depths=1 halves
    awk '$1 == 1 { good = $6 == "0.00" } END { exit !good }' <<< "$output"
    sed 's/\[3,9,3,9\]/3/' halves > short
    run tunedx stats --halves - < short
    [[ $output == *'"usec" is "3"; expected a list of samples, which --halves can part'* ]]
}

# What the fuzzer found for the readers of JSON does no harm: an exit status,
# no signal.
@test "readers of JSON endure what the fuzzer found" {
    needs_json
    for input in "${srcdir:?}"/test/fuzz/corpus/fuzz-json-*; do
        for command in "map" "stats --halves" "profile show" "convert"; do
            echo "tunedx $command $input"
            # shellcheck disable=SC2086 # words
            tunedx $command "$input" || [ $? -le 2 ]
        done
    done
}
