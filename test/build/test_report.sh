# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# tunedx report: what it says of results, as text and as data, and what it says
# of faults.
. "${srcdir:?}/test/build/results.sh"

# ---- what is said ----

sums_up()
{
    report results.jsonl &&
        says 'tunedx against default' &&
        says '5 launches, 2026-01-01 to 2026-01-05; 2 cells' &&
        says '1.00 times as fast as default: geometric mean of 2 cells.' &&
        says 'Slower by more than 3 % in 1 cells; the worst is 0.500: bcast, 8 bytes' &&
        says 'The best is 2.00: bcast, 1000 bytes, 4 ranks, 1 on each of 4 nodes.' &&
        says '0.63 times as fast as the oracle' &&
        says '1.500 times the limit of the links (D): geometric mean of 1 bandwidth-bound cells; default: 3.000.' &&
        says 'faster in 1 cells, slower in 1, equal in 0, too few launches in 0' &&
        says 'Oversubscribed: up to 4 ranks on 2 cores.'
}

# Five launches are too few for p < 0.01, and that is said; nine are not.
says_what_verdicts_rest_on()
{
    report results.jsonl &&
        says 'tunedx: with 5 launches no corrected p is below 0.01 over 2 cells, which takes 9 launches: 2 verdicts rest on the interval alone.' &&
        says 'bcast 8 4 4 1 tunedx 20.00 us 40.00 us 0.500 0.500..0.500 2.000 0.500 slower*' &&
        { cat results.jsonl; for number in 6 7 8 9; do
            launch "$number" 4
            transfers
            cell bcast default 4 1000 330
            cell bcast tunedx 4 1000 165
            cell bcast default 4 8 20
            cell bcast tunedx 4 8 40
        done; } > nine.jsonl &&
        report nine.jsonl &&
        says '0.500 slower, p=0.0078' &&
        ! grep -q 'interval alone' shown
}

# Losses are in front of the rest, and only losses.
losses_come_first()
{
    report results.jsonl &&
        awk '/^Losses/ { on = 1 } /^Guidelines/ { on = 0 }
            on && /^bcast/ { count++; bytes = $2 }
            END { exit !(count == 1 && bytes == 8) }' shown &&
        report --against=tuned:chain/8k results.jsonl &&
        says 'tuned:chain/8k against default' && says 'Losses' && says ' none'
}

# bcast of 64 bytes to 4 ranks should take no longer than both of 16.
finds_broken_guidelines()
{
    { launch 1 4
        transfers
        cell bcast default 4 64 31
        cell scatter default 4 16 10
        cell allgather default 4 16 20
        cell bcast tunedx 4 64 60
        cell scatter tunedx 4 16 10
        cell allgather tunedx 4 16 20; } > some.jsonl
    report some.jsonl &&
        says 'tunedx breaks 1 of 2 performance guidelines, default 0 of 2.' &&
        says 'bcast 64 <= scatter 16 + allgather 16: 60.00 us against 30.00 us, 2.00 times; 4 ranks'
}

# A row for each cell and side, columns by their titles.
# column NAME WHERE...: that column of the row that has these words.
column()
{
    awk -F, -v name="$1" -v bytes="$2" -v side="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
        $at["bytes"] == bytes && $at["side"] == side { print $at[name] }
        NF != 30 { print "columns: " NF }' shown
}

writes_csv()
{
    report -f csv results.jsonl &&
        [ "$(wc -l < shown)" -eq 6 ] &&
        [ "$(column ratio 1000 tunedx)" = 0.5 ] &&
        awk -v low="$(column ratio_low 1000 tunedx)" \
            -v high="$(column ratio_high 1000 tunedx)" 'BEGIN {
            exit !(low >= 165 / 335 && low < 0.5 &&
                high > 0.5 && high <= 165 / 329 + 1e-9) }' &&
        [ -z "$(column ratio_low 1000 default)" ] &&
        [ "$(column D 1000 tunedx)" = 1.5 ] &&
        [ "$(column limit_usec 1000 tunedx)" = 110 ] &&
        [ "$(column oracle 1000 tunedx)" = tuned:chain/8k ] &&
        [ "$(column ratio_to_oracle 1000 tunedx)" = 1.25 ] &&
        [ "$(column method 1000 tunedx)" = 'pipeline segment=2k' ] &&
        [ "$(column verdict 8 tunedx)" = slower ] &&
        [ "$(column bandwidth_bound 8 tunedx)" = 0 ] &&
        [ "$(column usec 8 default)" = 20 ]
}

writes_json()
{
    report -f json results.jsonl &&
        grep -q '"side": "tunedx", "cells": 2, "speedup": 1,' shown &&
        grep -q '"oracle": "tuned:chain/8k", "ratio_to_oracle": 1.25' shown &&
        grep -q '"ratio_low": null' shown || return 1
    ! command -v python3 > /dev/null ||
        python3 -c 'import json, sys
r = json.load(open("shown"))
sys.exit(not (len(r["cells"]) == 5 and len(r["launches"]) == 5 and
    r["launches"][0]["machine"] == "M <&> 1, 2 cores"))'
}

# The same in two runs, whatever else is in the files; another seed is another.
is_repeatable()
{
    for number in 1 2 3 4; do
        launch "$number" 4
        cell bcast default 4 8 "[2$number,2$number.5,30]"
        cell bcast tunedx 4 8 "[20.$number,21,2$number]"
    done > noise.jsonl
    "$tool" report -f csv noise.jsonl > one 2> /dev/null
    "$tool" report -f csv results.jsonl noise.jsonl > two 2> /dev/null
    "$tool" report -f csv noise.jsonl --seed=2 --resamples=200 \
        > three 2> /dev/null
    grep ',tunedx,' one | cut -d, -f 5-24 > same
    [ -s same ] && "$tool" report -f csv noise.jsonl 2> /dev/null |
        cmp - one && ! cmp -s one three
}

# The output's name says the form; nothing is written over what is read.
knows_forms()
{
    report results.jsonl -o shown.csv && head -n 1 shown.csv | grep -q '^system,' &&
        report results.jsonl -o page.html && head -n 1 page.html |
        grep -q DOCTYPE && cp results.jsonl same.jsonl &&
        ! "$tool" report same.jsonl -o same.jsonl 2> told &&
        cmp same.jsonl results.jsonl
}

check "summary: means, losses, oracle, limit" sums_up
check "what verdicts rest on" says_what_verdicts_rest_on
check "losses come first" losses_come_first
check "broken guidelines" finds_broken_guidelines
check "CSV" writes_csv
check "JSON" writes_json
check "equal intervals by equal seeds" is_repeatable
check "forms by the output's name" knows_forms

# ---- faults ----

# refused LINE WORDS: told with its place in one line, and the rest is used.
refused()
{
    { head -n 3 results.jsonl; printf '%s\n' "$1"; tail -n +4 results.jsonl
    } > bad.jsonl
    "$tool" report bad.jsonl > shown 2> told || return 1
    if [ "$(wc -l < told)" -ne 1 ] || ! grep -q 'bad.jsonl:4:[0-9]*:' told ||
        ! grep -q 'this line is ignored' told ||
        ! grep -q -F -e "$2" told; then
        cat told
        return 1
    fi
    says '1.00 times as fast as default: geometric mean of 2 cells.' &&
        { "$tool" report --strict bad.jsonl > shown 2> told
            [ $? -eq 1 ]; } && [ ! -s shown ]
}

# The same of a launch: what follows belongs to it, and is ignored with it.
refuses_a_launch()
{
    { head -n 8 results.jsonl; printf '%s\n' "$1"; transfers
        cell bcast tunedx 4 8 1; tail -n +9 results.jsonl; } > bad.jsonl
    "$tool" report bad.jsonl > shown 2> told || return 1
    [ "$(wc -l < told)" -eq 2 ] && grep -q 'bad.jsonl:9:[0-9]*:' told &&
        grep -q -F -e "$2" told &&
        grep -q 'bad.jsonl:9: 3 lines of this launch are ignored' told &&
        says '5 launches' && says 'geometric mean of 2 cells'
}

cut_off()
{
    { cat results.jsonl; cell bcast tunedx 4 8 1 | head -c 90; } > bad.jsonl
    "$tool" report bad.jsonl > shown 2> told &&
        [ "$(wc -l < told)" -eq 1 ] &&
        grep -q 'bad.jsonl:41:.*the file is cut short.*this line is ignored' \
            told && says 'geometric mean of 2 cells'
}

check "a line that is cut off" cut_off
check "refuses what is no JSON" refused nonsense 'invalid token'
check "refuses a line of nothing known" refused '{"a":1}' \
    'expected "results", "transfer" or "collective"'
check "refuses an unknown form" refuses_a_launch '{"results":2}' \
    'expected 1, the form'
check "refuses a launch without ranks" refuses_a_launch \
    '{"results":1,"launch":"1","library":"L","machine":"M"}' \
    'there is no "ranks"'
check "refuses an unknown collective" refused "$(cell bcst default 4 8 1)" \
    '"collective" is "bcst"'
check "refuses no side" refused "$(cell bcast '' 4 8 1)" \
    '"side" is ""; expected what served the calls'
check "refuses more ranks than the launch has" refused \
    "$(cell bcast default 5 8 1)" '"ranks" is "5"; expected a whole number'
check "refuses a reduction of nothing" refused "$(cell reduce default 4 8 1)" \
    'the operation of a reduction'
check "refuses no times" refused "$(cell bcast default 4 8 '[]')" '"slowest"'
check "refuses times in words" refused "$(cell bcast default 4 8 '"1"')" \
    'expected microseconds'
check "refuses a missing key" refused '{"collective":"bcast"}' \
    'there is no "ranks"'
check "refuses half a byte" refused "$(cell bcast default 4 8.5 1)" \
    '"bytes" is "8.5"'
check "refuses what is neither right nor wrong" refused \
    "$(cell bcast default 4 8 1 '' '' '"yes"')" 'expected true or false'
check "refuses what was simulated" refused \
    "$(cell bcast default 4 8 1 | sed 's/measured/simulated/')" \
    'expected "measured"'

without_launch()
{
    cell bcast default 4 8 1 > bad.jsonl
    ! "$tool" report bad.jsonl > shown 2> told && [ ! -s shown ] &&
        grep -q 'bad.jsonl:1:.*of a launch before it' told &&
        grep -q 'there is no result in it' told
}

# Cells without a base are counted, not compared.
without_base()
{
    { cat results.jsonl; cell gather tunedx 4 8 1; } > some.jsonl
    report some.jsonl &&
        says '1 of 3 cells have no right result of default, the base.' &&
        says 'geometric mean of 2 cells'
}

without_transfers()
{
    { launch 1 4; cell bcast default 4 8 2; cell bcast tunedx 4 8 1
    } > some.jsonl
    "$tool" report some.jsonl > shown 2> told &&
        [ "$(wc -l < told)" -eq 1 ] &&
        grep -q 'some.jsonl:1: no transfers follow; expected' told &&
        says '1 of 1 launches have no transfers' &&
        ! grep -q 'limit of the links' shown &&
        says 'bcast 8 4 4 1 tunedx 2.000 us 1.000 us 2.000' && says ' - too few launches'
}

# A launch that was read before is passed over.
read_twice()
{
    report results.jsonl && mv shown once &&
        "$tool" report results.jsonl results.jsonl > shown 2> told &&
        cmp once shown &&
        [ "$(grep -c 'this launch was read before' told)" -eq 5 ] &&
        [ "$(grep -c '7 lines of this launch are ignored' told)" -eq 5 ]
}

# A wrong result is told, and its time counts nowhere.
wrong_results()
{
    { cat results.jsonl; cell bcast sm 4 8 1 '' '' false; } > some.jsonl
    report some.jsonl &&
        says 'WRONG RESULTS in 1 cases' &&
        says '0.63 times as fast as the oracle'
}

# Other networks are other cells.
systems_stay_apart()
{
    { cat results.jsonl
        launch 6 4 | sed 's/"network":"N"/"network":"faster"/'
        transfers
        cell bcast default 4 8 4
        cell bcast tunedx 4 8 1; } > some.jsonl
    report some.jsonl && says 'There are results of 2 systems' &&
        says 'geometric mean of 3 cells' && says 'bcast [2] 8 4 4 1 tunedx'
}

below_the_limit()
{
    { launch 1 4; transfers; cell bcast default 4 1000 100; } > some.jsonl
    "$tool" report some.jsonl --base=default > shown 2> told
    says '1 times are below the limit (D < 1)'
}

usage()
{
    fails 2 "$1" report "$2" results.jsonl > out
    nothing "$(cat out)"
}

# Roots are first, others, or another in each call; a launch says how many lines
# it has.
knows_roots()
{
    for root in 0 1 2 -1; do
        cell bcast default 4 8 "[1$root,1$root]" | sed 's/1-1/9/g'
    done | sed "s/\"root\":0/\"root\":X/" > cells
    { launch 1 4 ',"lines":6'
        transfers
        awk '{ split("0 1 2 -1", root); sub("X", root[NR]); print }' cells
    } > some.jsonl
    report -f csv some.jsonl &&
        [ "$(cut -d, -f 4,12,13 shown | tr '\n' ' ')" = \
            'root,calls,usec 0,2,10 other,4,11.5 rotating,2,9 ' ] &&
        sed '$d' some.jsonl > short.jsonl &&
        "$tool" report -f csv short.jsonl > shown 2> told &&
        grep -q 'short.jsonl:1: this launch has 5 of its 6 lines; they are used' told &&
        [ "$(wc -l < shown)" -eq 3 ]
}

check "classes of roots, lines that are missing" knows_roots
check "results without a launch" without_launch
check "cells without a base" without_base
check "launches without transfers" without_transfers
check "a launch that is read twice" read_twice
check "wrong results" wrong_results
check "systems stay apart" systems_stay_apart
check "times below the limit" below_the_limit
check "refuses an unknown base" usage 'no side "defaults"; expected one of: default, tunedx, tuned:chain/8k; did you mean "default"?' --base=defaults
check "refuses an unknown side" usage 'no side "hann"' --against=tunedx,hann
check "refuses the base against itself" usage 'another side than the base' \
    --against=default
check "refuses an unknown form" usage 'no format "pdf"' --format=pdf
check "refuses too few resamples" usage 'a number from 100 to' --resamples=1
check "refuses no file" nothing "$(fails 2 'at least one file' report)"
check "a missing file" nothing "$(fails 1 'No such file' report nosuch.jsonl)"

helps()
{
    "$tool" report --help > shown && says 'usage: tunedx report' &&
        "$tool" --help > shown && says 'tunedx report RESULTS...'
}
check "--help" helps

# ---- results as measurements ----

makes_a_map()
{
    "$tool" map --strict results.jsonl > shown 2> told &&
        nothing "$(cat told)" && says '1 x 2 points, 2 methods'
}
check "results go to tunedx map as well" makes_a_map
finish
