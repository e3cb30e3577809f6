# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# tunedx report: what it says of results, as text and as data, and what it says
# of faults.
#
# Each test is a process of its own, and what it sets is for itself:
# shellcheck disable=SC2030,SC2031
load results

# ---- what is said ----

@test "summary: means, losses, oracle, limit" {
    report results.jsonl
    says 'tunedx against default' \
        '5 launches, 2026-01-01 to 2026-01-05; 2 cells' \
        '1.00 times as fast as default: geometric mean of 2 cells.' \
        'Slower by more than 3 % in 1 cells; the worst is 0.500: bcast, 8 bytes' \
        'The best is 2.00: bcast, 1000 bytes, 4 ranks, 1 on each of 4 nodes.' \
        '0.63 times as fast as the oracle' \
        '1.500 times the limit of the links (D): geometric mean of 1 bandwidth-bound cells; default: 3.000.' \
        'faster in 1 cells, slower in 1, equal in 0, too few launches in 0' \
        'Oversubscribed: up to 4 ranks on 2 cores.'
}

# Five launches are too few for p < 0.01, and that is said; nine are not.
@test "what verdicts rest on" {
    report results.jsonl
    says 'tunedx: with 5 launches no corrected p is below 0.01 over 2 cells, which takes 9 launches: 2 verdicts rest on the interval alone.' \
        'bcast 8 4 4 1 tunedx 20.00 us 40.00 us 0.500 0.500..0.500 3.704 0.500 slower*'
    {
        cat results.jsonl
        for number in 6 7 8 9; do
            launch "$number" 4
            transfers
            cell bcast default 4 1000 330
            cell bcast tunedx 4 1000 165
            cell bcast default 4 8 20
            cell bcast tunedx 4 8 40
        done
    } > nine.jsonl
    report nine.jsonl
    says '0.500 slower, p=0.0078'
    [[ $output != *'interval alone'* ]]
}

# Losses are in front of the rest, and only losses.
@test "losses come first" {
    report results.jsonl
    awk '/^Losses/ { on = 1 } /^Guidelines/ { on = 0 }
        on && /^bcast/ { count++; bytes = $2 }
        END { exit !(count == 1 && bytes == 8) }' <<< "$output"
    report --against=tuned:chain/8k results.jsonl
    says 'tuned:chain/8k against default' 'Losses' ' none'
}

# bcast of 64 bytes to 4 ranks should take no longer than both of 16.
@test "broken guidelines" {
    {
        launch 1 4
        transfers
        cell bcast default 4 64 31
        cell scatter default 4 16 10
        cell allgather default 4 16 20
        cell bcast tunedx 4 64 60
        cell scatter tunedx 4 16 10
        cell allgather tunedx 4 16 20
    } > some.jsonl
    report some.jsonl
    says 'tunedx breaks 1 of 2 performance guidelines, default 0 of 2.' \
        'bcast 64 <= scatter 16 + allgather 16: 60.00 us against 30.00 us, 2.00 times; 4 ranks'
}

# column NAME BYTES SIDE: that column, by its title, of that row.
column()
{
    awk -F, -v name="$1" -v bytes="$2" -v side="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["bytes"] == bytes && $at["side"] == side { print $at[name] }
        NF != 30 { print "columns: " NF }' <<< "$output"
}

# A row for each cell and side.
@test "CSV" {
    report -f csv results.jsonl
    [ "$(wc -l <<< "$output")" -eq 6 ]
    [ "$(column ratio 1000 tunedx)" = 0.5 ]
    awk -v low="$(column ratio_low 1000 tunedx)" \
        -v high="$(column ratio_high 1000 tunedx)" 'BEGIN {
        exit !(low >= 165 / 335 && low < 0.5 &&
            high > 0.5 && high <= 165 / 329 + 1e-9) }'
    [ -z "$(column ratio_low 1000 default)" ]
    [ "$(column D 1000 tunedx)" = 1.5 ]
    [ "$(column limit_usec 1000 tunedx)" = 110 ]
    [ "$(column oracle 1000 tunedx)" = tuned:chain/8k ]
    [ "$(column ratio_to_oracle 1000 tunedx)" = 1.25 ]
    [ "$(column method 1000 tunedx)" = 'pipeline segment=2k' ]
    [ "$(column verdict 8 tunedx)" = slower ]
    [ "$(column bandwidth_bound 8 tunedx)" = 0 ]
    [ "$(column usec 8 default)" = 20 ]
}

@test "JSON" {
    report -f json results.jsonl
    says '"side": "tunedx", "cells": 2, "speedup": 1,' \
        '"oracle": "tuned:chain/8k", "ratio_to_oracle": 1.25' \
        '"ratio_low": null'
    if command -v python3 > /dev/null; then
        python3 -c 'import json, sys
r = json.load(sys.stdin)
sys.exit(not (len(r["cells"]) == 5 and len(r["launches"]) == 5 and
    r["launches"][0]["machine"] == "M <&> 1, 2 cores"))' <<< "$output"
    fi
}

# The same in two runs; another seed is another.
@test "equal intervals by equal seeds" {
    for number in 1 2 3 4; do
        launch "$number" 4
        cell bcast default 4 8 "[2$number,2$number.5,30]"
        cell bcast tunedx 4 8 "[20.$number,21,2$number]"
    done > noise.jsonl
    tunedx report -f csv noise.jsonl > one
    tunedx report -f csv noise.jsonl | cmp one -
    tunedx report -f csv noise.jsonl --seed=2 --resamples=200 > other
    run -1 cmp one other
}

# The output's name says the form; nothing is written over what is read.
@test "forms by the output's name" {
    report results.jsonl -o shown.csv
    run -0 head -n 1 shown.csv
    [[ $output == system,* ]]
    report results.jsonl -o page.html
    run -0 head -n 1 page.html
    [[ $output == *DOCTYPE* ]]
    cp results.jsonl same.jsonl
    run ! tunedx report same.jsonl -o same.jsonl
    cmp same.jsonl results.jsonl
}

# ---- faults ----

# refused LINE TEXT: told with its place in one line, and the rest is used.
refused()
{
    mapfile -t good < results.jsonl
    printf '%s\n' "${good[@]:0:3}" "$1" "${good[@]:3}" > bad.jsonl
    complains 1 bad.jsonl
    [[ $stderr =~ bad\.jsonl:4:[0-9]*: ]]
    [[ $stderr == *'this line is ignored'* ]]
    [[ $stderr == *"$2"* ]]
    says '1.00 times as fast as default: geometric mean of 2 cells.'

    status=0
    tunedx report --strict bad.jsonl > output 2> errors || status=$?
    [ "$status" = 1 ]
    [ ! -s output ]
}

# The same of a launch: what follows belongs to it, and is ignored with it.
refuses_a_launch()
{
    mapfile -t good < results.jsonl
    {
        printf '%s\n' "${good[@]:0:8}" "$1"
        transfers
        cell bcast tunedx 4 8 1
        printf '%s\n' "${good[@]:8}"
    } > bad.jsonl
    complains 2 bad.jsonl
    [[ $stderr =~ bad\.jsonl:9:[0-9]*: ]]
    [[ $stderr == *"$2"* ]]
    [[ $stderr == *'bad.jsonl:9: 3 lines of this launch are ignored'* ]]
    says '5 launches' 'geometric mean of 2 cells'
}

@test "a line that is cut off" {
    {
        cat results.jsonl
        cell bcast tunedx 4 8 1 | head -c 90
    } > bad.jsonl
    complains 1 bad.jsonl
    [[ $stderr =~ 'bad.jsonl:41:'.*'the file is cut short'.*'this line is ignored' ]]
    says 'geometric mean of 2 cells'
}

@test "refuses lines that are wrong" {
    refused nonsense 'invalid token'
    refused '{"a":1}' 'expected "results", "transfer" or "collective"'
    refused "$(cell bcst default 4 8 1)" '"collective" is "bcst"'
    refused "$(cell bcast '' 4 8 1)" \
        '"side" is ""; expected what served the calls'
    refused "$(cell bcast default 5 8 1)" \
        '"ranks" is "5"; expected a whole number'
    refused "$(cell reduce default 4 8 1)" 'the operation of a reduction'
    refused "$(cell bcast default 4 8 '[]')" '"slowest"'
    refused "$(cell bcast default 4 8 '"1"')" 'expected microseconds'
    refused '{"collective":"bcast"}' 'there is no "ranks"'
    refused "$(cell bcast default 4 8.5 1)" '"bytes" is "8.5"'
    refused "$(cell bcast default 4 8 1 '' '' '"yes"')" 'expected true or false'
    refused "$(cell bcast default 4 8 1 | sed 's/measured/simulated/')" \
        'expected "measured"'
}

@test "refuses launches that are wrong" {
    refuses_a_launch '{"results":2}' 'expected 1, the form'
    refuses_a_launch '{"results":1,"launch":"1","library":"L","machine":"M"}' \
        'there is no "ranks"'
}

# Roots are first, others, or another in each call; a launch says how many lines
# it has.
@test "classes of roots, lines that are missing" {
    {
        launch 1 4 ',"lines":6'
        transfers
        for root in "0 10" "1 11" "2 12" "-1 9"; do
            cell bcast default 4 8 "[${root#* },${root#* }]" |
                sed "s/\"root\":0/\"root\":${root% *}/"
        done
    } > some.jsonl
    report -f csv some.jsonl
    [ "$(cut -d, -f 4,12,13 <<< "$output" | tr '\n' ' ')" = \
        'root,calls,usec 0,2,10 other,4,11.5 rotating,2,9 ' ]
    sed '$d' some.jsonl > short.jsonl
    complains 1 -f csv short.jsonl
    [[ $stderr == *'short.jsonl:1: this launch has 5 of its 6 lines; they are used'* ]]
    [ "$(wc -l <<< "$output")" -eq 3 ]
}

@test "results without a launch" {
    cell bcast default 4 8 1 > bad.jsonl
    run ! --separate-stderr tunedx report bad.jsonl
    [ -z "$output" ]
    [[ $stderr =~ 'bad.jsonl:1:'.*'of a launch before it' ]]
    [[ $stderr == *'there is no result in it'* ]]
}

# Cells without a base are counted, not compared.
@test "cells without a base" {
    {
        cat results.jsonl
        cell gather tunedx 4 8 1
    } > some.jsonl
    report some.jsonl
    says '1 of 3 cells have no right result of default, the base.' \
        'geometric mean of 2 cells'
}

@test "launches without transfers" {
    {
        launch 1 4
        cell bcast default 4 8 2
        cell bcast tunedx 4 8 1
    } > some.jsonl
    complains 1 some.jsonl
    [[ $stderr == *'some.jsonl:1: no transfers follow; expected'* ]]
    says '1 of 1 launches have no transfers' \
        'bcast 8 4 4 1 tunedx 2.000 us 1.000 us 2.000' ' - too few launches'
    [[ $output != *'limit of the links'* ]]
}

# A launch that was read before is passed over.
@test "a launch that is read twice" {
    report results.jsonl
    once=$output
    complains 10 results.jsonl results.jsonl
    [ "$output" = "$once" ]
    [ "$(grep -c 'this launch was read before' <<< "$stderr")" -eq 5 ]
    [ "$(grep -c '7 lines of this launch are ignored' <<< "$stderr")" -eq 5 ]
}

# A wrong result is told, and its time counts nowhere.
@test "wrong results" {
    {
        cat results.jsonl
        cell bcast sm 4 8 1 '' '' false
    } > some.jsonl
    report some.jsonl
    says 'WRONG RESULTS in 1 cases' '0.63 times as fast as the oracle'
}

# Other networks are other cells.
@test "systems stay apart" {
    {
        cat results.jsonl
        launch 6 4 | sed 's/"network":"N"/"network":"faster"/'
        transfers
        cell bcast default 4 8 4
        cell bcast tunedx 4 8 1
    } > some.jsonl
    report some.jsonl
    says 'There are results of 2 systems' 'geometric mean of 3 cells' \
        'bcast [2] 8 4 4 1 tunedx'
}

@test "times below the limit" {
    {
        launch 1 4
        transfers
        cell bcast default 4 1000 100
    } > some.jsonl
    run tunedx report some.jsonl --base=default
    says '1 times are below the limit (D < 0.99)'
}

@test "limits are measured, so times may be close to them" {
    {
        launch 1 4
        transfers
        cell bcast default 4 1000 109.5
    } > some.jsonl
    run tunedx report some.jsonl --base=default
    [ "$status" -eq 0 ]
    [[ $output != *'below the limit'* ]]
}

@test "refuses arguments that are wrong" {
    fails 2 'no side "defaults"; expected one of: default, tunedx, tuned:chain/8k; did you mean "default"?' \
        report --base=defaults results.jsonl
    fails 2 'no side "hann"' report --against=tunedx,hann results.jsonl
    fails 2 'another side than the base' report --against=default results.jsonl
    fails 2 'no format "pdf"' report --format=pdf results.jsonl
    fails 2 'a number from 100 to' report --resamples=1 results.jsonl
    fails 2 'at least one file' report
    fails 1 'No such file' report nosuch.jsonl
}

@test "--help" {
    run -0 tunedx report --help
    says 'usage: tunedx report'
    run -0 tunedx --help
    says 'tunedx report RESULTS...'
}

# ---- results as measurements ----

@test "results go to tunedx map as well" {
    run -0 --separate-stderr tunedx map --strict results.jsonl
    [ -z "$stderr" ]
    says '1 x 2 points, 2 methods'
}
