# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# The command tunedx: its table is the registry, its texts and pictures are
# those of the schedules, and what it refuses it refuses in one line.
load tool

# The lines of algorithms.def as "collective name".
registry()
{
    sed -n 's/^TUNEDX_ALGORITHM(\(.*\), *\(.*\))$/\1 \2/p' \
        "${srcdir:?}/algorithms/algorithms.def"
}

# ---- list ----

@test "list has every line of the registry" {
    registry | sort > expected
    tunedx list | awk 'NR > 1 { print $1, $2 }' | sort | diff expected -
}

@test "list of one collective has no other" {
    run -0 tunedx list bcast
    [ ${#lines[@]} -gt 1 ]
    for line in "${lines[@]:1}"; do
        [[ $line = 'bcast '* ]]
    done
}

@test "every row in Markdown has all columns" {
    tunedx list --markdown > table
    nothing "$(awk -F'|' 'NF != 10' table)"
    tunedx list --markdown -p 4 > table
    nothing "$(awk -F'|' 'NF != 11' table)"
    [ "$(wc -l < table)" -gt 2 ]
}

# Times come first within a collective, and grow.
@test "with prices, list is sorted by time" {
    for bytes in 8 1M; do
        tunedx list --markdown -p 16 -b "$bytes" > table
        nothing "$(awk -F' *[|] *' 'NR > 2 {
            missing = $9 == "" || $9 == "-"
            if ($2 == last && !missing && (behind || $9 + 0 < time + 0))
                print
            last = $2; time = $9; behind = missing
        }' table)"
    done
}

# alpha, beta and gamma with decimals; the cost of a dissemination is known.
@test "prices may have decimals" {
    run -0 tunedx list barrier -p 9 --alpha 2.5
    grep -q '^barrier  *dissemination .* 10  ' <<< "$output"
}

# ---- draw: text ----

# Without the parameters, of which there may be more one day.
@test "the text of one rank" {
    tunedx draw bcast binomial -p 4 -b 64 --rank 2 |
        sed '1s/ [a-z]*=.*//' > text
    diff - text << 'TEXT'
bcast: binomial
4 ranks, root 0, 64 bytes, units of 1; chosen by parameter

rank 2
  0  recv        recv[0..64)  from 0
  1  send        recv[0..64)  to 3
TEXT
}

@test "the text of all ranks" {
    run -0 tunedx draw allreduce ring -p 5
    [ "$(grep -c '^rank' <<< "$output")" = 5 ]
    tunedx draw bcast -p 4096 -o text
    [ "$(grep -c '^rank' text)" = 4096 ]
}

# What is not given is filled in, inside methods as well.
@test "what a method leaves out is filled in" {
    run -0 tunedx draw allreduce \
        'nonoverlapping reduce=(pipeline segment=1k) window=2' -p 6
    grep -q -x 'allreduce: nonoverlapping bcast=(.*) reduce=(pipeline segment=1k .*) window=2' \
        <<< "$output"
    run -0 tunedx draw bcast -b 8
    [[ $output = *'chosen by built-in rules, line'* ]]
}

# draw and explain decide alike, whatever describes the call.
@test "what is drawn is what explain says" {
    local call method
    cat > site.rules << 'RULES'
tunedx-rules 1
[allreduce]
# ranks nodes ppn bytes -> method
  *     4     *   *     -> ring segment=2k
  *     *     *   *     -> rabenseifner
RULES
    for call in "bcast -p 8 -b 256k" "bcast -p 8 -N 8 -b 256k" \
        "bcast -p 8 --ppn 1 -b 64 --root 3" "scan -p 9 -n 3 -b 32k" \
        "allreduce -p 8 -N 4 -r site.rules -b 1M" \
        "allreduce -p 8 -N 4 -r site.rules --in-order" \
        "reduce_scatter_block -p 5 -b 4000 --type-size=16 --op=pair" \
        "gatherv -p 6" barrier; do
        # shellcheck disable=SC2086 # words
        {
            method=$(tunedx explain --brief $call | sed -n 's/^method: //p')
            [ -n "$method" ]
            run -0 tunedx draw $call
        }
        [[ ${lines[0]} = "${call%% *}: $method" ]]
    done
}

# By what the rules say of nodes, and of a row that cannot serve.
@test "a rules file decides what is drawn" {
    printf '%s\n' 'tunedx-rules 1' '[allreduce]' \
        '# ranks nodes ppn bytes -> method' '* 2 * * -> ring' > site.rules
    run -0 tunedx draw allreduce -r site.rules -p 4 -N 2
    [[ ${lines[0]} = 'allreduce: ring '* ]]
    [[ ${lines[1]} = *'chosen by site.rules, line 4' ]]
    run -0 tunedx draw allreduce -r site.rules -p 4 -N 2 --in-order
    [[ ${lines[1]} = *'needs a commutative operation'* ]]
    echo nonsense >> site.rules
    run -1 tunedx draw allreduce -r site.rules -p 4 -N 2
    [[ $output = *'site.rules:5:'* && $output = *'allreduce: ring '* ]]
    run -1 tunedx list -r site.rules -p 4
    [ "$(grep -c 'site.rules:5:1:' <<< "$output")" = 1 ]
}

# Count is MPI's, with elements of any length.
@test "a count with elements of any length" {
    run -0 tunedx draw allreduce -c 1000 --type-size=4
    [[ ${lines[1]} = *', 4000 bytes, units of 4;'* ]]
    run -0 tunedx draw reduce_scatter_block -p 4 -c 10
    [[ ${lines[1]} = *', 320 bytes, units of 8;'* ]]
    run -0 tunedx draw allreduce -b 13
    [[ ${lines[1]} = *', 16 bytes, units of 8;'* ]]
}

# Between nodes the bcast inside of nonoverlapping is another one.
@test "list knows of nodes" {
    tunedx list -m allreduce -p 8 -b 256k > one
    tunedx list -m allreduce -p 8 -b 256k --nodes 8 > eight
    run -1 diff one eight
    [ "$(grep -c '^[<>] | allreduce | ' <<< "$output")" = 4 ]
    [ "$(grep -c '^[<>].* nonoverlapping ' <<< "$output")" = 2 ]
    [ "$(grep -c '^[<>].* allgather_reduce ' <<< "$output")" = 2 ]
}

@test "list takes a root for those that have one" {
    run -0 tunedx list -p 8 --root 3
    [[ $output = *allgather* && $output = *scatterv* ]]
}

# ---- draw: pictures ----

# As many arrows as sends; a call may need what this number of ranks has not.
# The options that follow make the call.
pictures()
{
    local collective algorithm picture sends arrows
    rm -f ./*.svg
    while read -r collective algorithm; do
        if ! tunedx draw "$collective" "$algorithm" "$@" > text 2> errors; then
            grep -q 'cannot serve this call' errors ||
                echo "$collective $algorithm: $(cat errors)"
            continue
        fi
        picture=${collective}_$algorithm.svg
        tunedx draw "$collective" "$algorithm" "$@" -o "$picture"
        sends=$(grep -c -E '^ *[0-9]+  (start )?send ' text || true)
        arrows=$(grep -c 'class="message ' "$picture" || true)
        [ "$sends" = "$arrows" ] ||
            echo "$collective $algorithm $*: $sends sends, $arrows arrows"
    done < <(registry) > faults
    nothing "$(cat faults)"
    well_formed ./*.svg
}

@test "pictures of every algorithm, 5 ranks" {
    pictures -p 5
}

@test "pictures of every algorithm, 8 ranks" {
    pictures -p 8 -c 40 --window 1
}

@test "pictures of every algorithm, 1 rank" {
    pictures -p 1
}

@test "pictures of every algorithm, one element" {
    pictures -p 4 -c 1
}

@test "a picture is the same each time" {
    tunedx draw allreduce ring -o one.svg
    tunedx draw allreduce ring -f svg > two.svg
    cmp one.svg two.svg
}

# ---- what is refused ----

@test "what is wrong is refused in one line" {
    fails 2 'a command is missing'
    fails 2 'did you mean "list"?' lst
    fails 2 'no command "--lst"' --lst
    fails 2 'did you mean "bcast"?' list bcats
    fails 2 'did you mean "markdown"?' list --markdwn
    fails 2 'no option "x"' list -x
    fails 2 'no option "x"' list --markdown -xm
    fails 2 'no option "x"' list --ranks=4 -mx
    fails 2 '--markdown is "1"; expected no value' list --markdown=1
    fails 2 'a value after it' list --ranks
    fails 2 'a value after it' draw -p
    fails 2 'expected none there' list bcast reduce
    fails 2 'expected none there' draw bcast pipeline segment=8k
    fails 2 '--ranks is "0"; expected a number from 1 to 4k' \
        draw bcast --ranks 0
    fails 2 '-p is "4097"' draw bcast -p 4097
    fails 2 '--bytes is "1T"' list --bytes 1T
    fails 2 '--bytes is "-1"' list --bytes -1
    fails 2 '--window is "65"' draw bcast --window 65
    fails 2 '--alpha is "1e3"' list --alpha 1e3
    fails 2 '--beta is "0.0001"' list --beta 0.0001
    fails 2 '--gamma is ""' list --gamma ''
    fails 2 'a collective is missing' draw
    fails 2 'a rules file is missing' codegen
    fails 2 'did you mean "rows"?' codegen --rwos
    fails 1 'No such file' codegen no.rules
    for command in draw list explain; do
        fails 2 'there is no root 8 among 8 ranks' $command bcast --root 8
        fails 2 'this collective has no root' $command allreduce --root 1
    done
    fails 2 '200000000 elements of 8 bytes are more than 1 GiB' \
        draw allreduce -c 200000000
    fails 2 '--type-size is "0"' draw allreduce --type-size 0
    fails 1 'No such file or directory' draw bcast -r no.rules
    fails 1 'No such file or directory' list bcast -r no.rules
    fails 2 '--rank is "5"' draw bcast -p 5 --rank 5
    fails 2 'a picture shows all ranks' draw bcast --rank 1 -f svg
    fails 2 'did you mean "text"?' draw bcast --format txt
    fails 2 '--output is ""' draw bcast --output ''
    fails 2 'at character 10: pipeline has no parameter "segmnt"' \
        draw bcast 'pipeline segmnt=8k'
    fails 2 'did you mean "pipeline"?' draw bcast pipelinex
    fails 2 '\x0A' draw bcast --ranks '
'
    fails 2 'a collective is missing' explain
    fails 2 'a collective is missing' show
    fails 2 '12 ranks do not lie on 2 nodes with at most 5 on one' \
        explain bcast -p 12 -N 2 -n 5
    fails 2 '3 ranks do not lie on 3 nodes with at most 2' \
        explain bcast -p 3 -N 3 -n 2
    fails 2 'there is no root 4 among 4 ranks' \
        explain bcast -p 4 --root 4
    fails 2 '--op is "sum"; expected builtin, pair or user' \
        explain reduce --op sum
    fails 2 'at character 1: no algorithm of bcast' \
        explain bcast -m pipelinex
    fails 2 '--ranks is "2,x"; expected a list' show bcast --ranks 2,x
    fails 2 '--nodes is "2"; expected --ppn instead' show bcast --nodes 2
    fails 1 'No such file or directory' explain bcast -r no.rules
    fails 1 'ring cannot serve this call: it needs a commutative' \
        draw allreduce ring --in-order
    fails 1 'more than 20000 messages' draw alltoall pairwise -p 200 -f svg
    fails 1 'No such file or directory' draw bcast -o no/file
}

@test "help and version" {
    run -0 tunedx --version
    grep -q -x 'tunedx [0-9.]*' <<< "$output"
    run -0 tunedx --help
    grep -q '^usage: tunedx' <<< "$output"
    for command in codegen convert diff draw explain lint list report show; do
        run -0 tunedx "$command" --help
        grep -q "^usage: tunedx $command" <<< "$output"
    done
}

# All options of --help are in the manual page and the other way round.
@test "the manual page has the options of --help" {
    for command in build codegen convert diff draw explain lint list map \
        report show stats; do
        tunedx "$command" --help
    done | grep -o -e '--[a-z-]*' | sed 's/^--//' | sort -u > help
    grep -o -e '\*--[a-z-]*' "$srcdir/doc/tunedx.1.scd" | sed 's/^\*--//' |
        grep -v -x version | sort -u | diff help -
}

into_full()
{
    tunedx "$@" > /dev/full
}

# A disk that is full, and a pipe that is closed.
@test "what cannot be written is reported" {
    if [ -c /dev/full ]; then
        for arguments in "list" "draw bcast" "draw bcast -f svg" --help; do
            # shellcheck disable=SC2086 # words
            run ! into_full $arguments
            [[ $output = *'standard output: No space left'* ]]
        done
        run ! tunedx draw bcast -o /dev/full
        [[ $output = *'/dev/full: No space left'* ]]
    fi
    { tunedx draw bcast binomial -p 4096 2> errors || echo $? > status; } |
        head -n 1
    [ "$(cat status)" = 1 ]
    grep 'Broken pipe' errors
}
