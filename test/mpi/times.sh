#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# The program bench/times and its driver: results are right and wrong ones are
# noticed, sides are what they say, what is written can be read, and a launch
# that is there already is not made again.  run.sh calls this; the environment
# is explained in lib.sh.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$here/lib.sh"
# shellcheck source=test/mpi/little.sh
. "$here/little.sh"

program=$bin_dir/../../bench/times
results=$scratch/results.jsonl
blocks='allgather allgatherv alltoall alltoallv bcast gather scatter'
vectors='allreduce exscan reduce reduce_scatter reduce_scatter_block scan'

# times RANKS ARGUMENT...: sets output and status.
times()
{
    collect "$MPIRUN" --oversubscribe --timeout "$timeout" -n "$1" "$program" \
        --calls=2 --warm=1 "${@:2}"
}

# cells OF...: each with some sizes.
cells()
{
    local word
    for word; do
        case " $blocks " in
            *" $word "*) echo "$word:1,33,1000,70001" ;;
            *) echo "$word:8,1000,64k" ;;
        esac
    done
}

# rows PATTERN: how many rows of the table have it.
rows()
{
    grep -v '^#' <<< "$output" | grep -c -e "$1"
}

require_right()
{
    require "status 0" [ "$status" -eq 0 ] || return
    require "all results right" [ "$(rows 'WRONG')" -eq 0 ]
}

# ---- results ----

all_are_right()
{
    # shellcheck disable=SC2046,SC2086 # words are wanted
    times "$1" "--roots=$2" barrier $(cells $blocks $vectors)
    require_right || return
    require "rows of both sides" [ "$(rows ' tunedx ')" -ge 40 ] || return
    require "as many of either" \
        [ "$(rows ' tunedx ')" -eq "$(rows ' default$')" ]
}

operations_are_right()
{
    local list=() collective operation
    for collective in $vectors; do
        for operation in maxloc user user_ordered; do
            list+=("$collective:8,4000:$operation")
        done
    done
    times "$1" --start=barrier "${list[@]}"
    require_right || return
    require "rows" [ "$(rows ' tunedx ')" -ge 30 ]
}

# Everything that coll/tuned can be told.
all_of_tuned_is_right()
{
    # shellcheck disable=SC2046,SC2086 # words are wanted
    times "$1" '--sides=default,tuned:*' barrier $(cells $blocks $vectors)
    require_right || return
    require "segments of bcast" [ "$(rows '^bcast .* tuned:chain/8k$')" -eq 4 ] ||
        return
    require "algorithms" [ "$(grep -o 'tuned:[a-z_-]*' <<< "$output" |
        sort -u | wc -l)" -ge 20 ]
}

# A byte of each result is changed.
wrong_is_noticed()
{
    # shellcheck disable=SC2046,SC2086 # words are wanted
    times 3 --spoil --sides=tunedx $(cells $blocks $vectors)
    require "status 1" [ "$status" -eq 1 ] || return
    require "each row" [ "$(rows ' tunedx .*WRONG RESULT$')" -ge 40 ] || return
    require "no other row" [ "$(rows ' tunedx ')" -eq "$(rows 'WRONG')" ]
}

# ---- sides ----

methods_serve()
{
    times 3 '--sides=tunedx:chain chains=2,tunedx:pipeline segment=1k' \
        "--output=$results" bcast:64k
    require_right || return
    require "the method in the results" \
        grep -q '"side":"tunedx:chain chains=2","method":"chain chains=2"' \
        "$results" || return
    require "both" [ "$(rows ' tunedx:')" -eq 2 ]
}

# Of all algorithms the fastest at most, if it is not one of the two that stay.
slow_sides_are_left_out()
{
    times 3 '--sides=tunedx,default,tuned:*' --leave-out=1 bcast:64k
    require_right || return
    require "says so" mentions ' left out, which took more than 1 times as long' ||
        return
    require "tunedx and the default stay" \
        [ "$(rows ' tunedx ')$(rows ' default$')" = 11 ] || return
    require "one algorithm at most" [ "$(rows ' tuned:')" -le 1 ] || return
    times 3 '--sides=tunedx,default,tuned:*' --leave-out=1000000 bcast:64k
    require_right || return
    require "all of them" [ "$(rows ' tuned:')" -ge 20 ]
}

# refuses STATUS TEXT ARGUMENT...: one line of its own says so.
refuses()
{
    times 3 "${@:3}"
    require "status $1" [ "$status" -eq "$1" ] || return
    require "one line" [ "$(grep -c '^times: ' <<< "$output")" -eq 1 ] || return
    require "\"$2\"" mentions "$2"
}

sides_are_refused()
{
    refuses 1 'tunedx:ring cannot serve allreduce of 80 bytes on 3 ranks' \
        --sides=tunedx:ring allreduce:80:user_ordered || return
    refuses 2 'expected a method of tunedx' --sides=tunedx:nothing bcast:8 ||
        return
    refuses 2 'expected an algorithm of coll/tuned' --sides=tuned:nothing \
        bcast:8 || return
    refuses 2 'two_proc: expected two ranks' --sides=tuned:two_proc barrier ||
        return
    refuses 2 'expected bytes behind the slash' --sides=tuned:chain/much \
        bcast:8 || return
    refuses 2 'expected tunedx, tunedx:METHOD, default' --sides=tunedy bcast:8
}

# Without the plugin there is no side tunedx, and the side default is as ever.
without_the_plugin()
{
    local -x OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT
    refuses 1 'of the side tunedx is served by ' --sides=tunedx bcast:8 ||
        return
    times 3 --sides=default bcast:8
    require_right
}

# coll/tuned serves first where it was asked for nothing: a job that keeps it
# from being told is not believed.
tuned_has_to_listen()
{
    local -x OMPI_MCA_coll_tuned_use_dynamic_rules=0
    refuses 1 'coll_tuned_use_dynamic_rules 1' --sides=tuned:chain bcast:8
}

# Open MPI 4.1 listens at the start of the job only.
allgatherv_is_told_at_the_start()
{
    local -x OMPI_MCA_coll_tuned_allgatherv_algorithm=3
    times 5 --sides=tuned:ring allgatherv:100
    require_right || return
    require "a row" [ "$(rows ' tuned:ring$')" -eq 1 ] || return
    times 5 --sides=tuned:bruck allgatherv:100
    [ "$status" -eq 0 ] || # later versions may listen
        require "why not" mentions coll_tuned_allgatherv_algorithm
}

# ---- arguments ----

arguments_are_refused()
{
    local line
    while IFS='|' read -r text line; do
        # shellcheck disable=SC2086 # words are wanted
        refuses 2 "$text" $line || return
    done << 'LINES'
expected what to time|
bcst:8: expected a collective|bcst:8
bcast: expected bytes|bcast
bcast:: expected bytes|bcast:
bcast:8,,8: expected bytes|bcast:8,,8
bcast:0: expected bytes|bcast:0
bcast:300M: expected bytes|bcast:300M
exchange:8/0: expected bytes|exchange:8/0
barrier:8: expected barrier alone|barrier:8
expected after the bytes of a reduction|bcast:8:sum
expected after the bytes of a reduction|reduce:8:product
--calls=0: expected a number|--calls=0 bcast:8
--leave-out=0.5: expected a factor|--leave-out=0.5 bcast:8
--leave-out: expected --warm=1 or more|--leave-out=2 --warm=0 bcast:8
--seed=-1: expected a number|--seed=-1 bcast:8
--start=never: expected window or barrier|--start=never bcast:8
--roots=2: expected 0, all or rotating|--roots=2 bcast:8
--bogus: no such option|--bogus bcast:8
LINES
    refuses 1 '/nowhere/file: No such file' --output=/nowhere/file bcast:8
}

# ---- the file ----

# facts FILTER: what jq makes of all lines.
facts()
{
    jq -s -c "$1" "$results"
}

lines_can_be_read()
{
    command -v jq > /dev/null || {
        echo "jq is not installed"
        return 77
    }
    rm -f "$results"
    times 3 --roots=rotating "--output=$results" '--network=a "b" \c' \
        bcast:8 allreduce:12345 reduce:100:maxloc barrier exchange:64/8
    require_right || return
    output=$(cat "$results")
    require "JSON" facts . > /dev/null || return
    require "the head" [ "$(facts '.[0] | [.results, .ranks, .nodes, .ppn,
        .order, .start, .seed, .network]')" = \
        '[1,3,1,3,"block","window",1,"a \"b\" \\c"]' ] || return
    require "as many lines as it says" \
        [ "$(facts '.[0].lines == length - 1')" = true ] || return
    require "two times each" \
        [ "$(facts '.[1:] | all(.usec | length == 2)')" = true ] || return
    require "cells" [ "$(facts '[.[] | select(.side == "tunedx") |
        [.collective, .bytes, .root, .operation, .right]]')" = \
        '[["bcast",8,-1,"",true],["allreduce",12344,null,"sum double",true],["reduce",96,-1,"maxloc double_int",true],["barrier",0,null,"",true]]' ] ||
        return
    require "no rank took longer than all together" [ "$(facts '[.[] |
        select(.side)] | all([.usec, .slowest] | transpose |
        all(.[0] >= .[1] and .[1] > 0))')" = true ]
}

launches_are_appended()
{
    rm -f "$results"
    times 2 --sides=default "--output=$results" bcast:8
    times 2 --sides=default "--output=$results" bcast:8
    require_right || return
    require "two heads" [ "$(grep -c '^{"results":1' "$results")" -eq 2 ] ||
        return
    require "two cells" [ "$(grep -c '"side":"default"' "$results")" -eq 2 ]
}

# ---- the driver ----

# compare ARGUMENT...: bench/compare.sh on this machine; sets output and status.
compare()
{
    output=$(cd "$bin_dir/../.." && TMPDIR=$scratch bash \
        "$here/../../bench/compare.sh" --loaded --calls=1 --launches=2 \
        "$@" 2>&1 < /dev/null)
    status=$?
}

count_heads()
{
    grep -c '^{"results":1' "$results"
}

driver_goes_on()
{
    rm -f "$results"
    compare --ranks=2,3 "$results"
    require "status 0" [ "$status" -eq 0 ] || return
    require "2 parts x 2 numbers of ranks x 2" [ "$(count_heads)" -eq 8 ] ||
        return
    require "an estimate first" grep -q '^grid quick on 2,3 ranks' \
        <<< "$output" || return
    compare --ranks=2,3 "$results"
    require "nothing again" [ "$(count_heads)" -eq 8 ] || return
    # a launch that was cut off
    sed -i '$d' "$results"
    compare --ranks=2,3 "$results"
    require "one again" [ "$(count_heads)" -eq 9 ] || return
    compare --ranks=2,3 --sides=default "$results"
    require "other sides are others" [ "$(count_heads)" -eq 17 ]
}

driver_stops_in_time()
{
    rm -f "$results"
    compare --launches=200 --time=3 "$results"
    require "status 0" [ "$status" -eq 0 ] || return
    require "says so" mentions '3 seconds are over; start it again to go on' ||
        return
    require "some are done" [ "$(count_heads)" -ge 1 ] || return
    require "not all" [ "$(count_heads)" -lt 100 ]
}

# Jobs that do not end, with all results written or none.
driver_ends_jobs()
{
    local endless=$scratch/endless
    # shellcheck disable=SC2016 # for the script
    printf '#!/bin/sh\n"$@"\nexec sleep 100\n' > "$endless"
    chmod +x "$endless"
    rm -f "$results"
    compare --launches=1 --limit=6 "--prefix=$endless" "$results"
    require "status 0" [ "$status" -eq 0 ] || return
    require "both parts" [ "$(count_heads)" -eq 2 ] || return
    require "says so" [ "$(grep -c 'all results but did not end' \
        <<< "$output")" -eq 2 ] || return
    printf '#!/bin/sh\nexec sleep 100\n' > "$endless"
    rm -f "$results"
    compare --launches=1 --limit=1 "--prefix=$endless" "$results"
    require "status 1" [ "$status" -eq 1 ] || return
    require "why" mentions 'stopped after 1 s, without results'
}

driver_is_alone()
{
    exec 7> "$scratch/tunedx-compare.lock"
    flock 7
    compare "$results" 7>&-
    exec 7>&-
    require "status 75" [ "$status" -eq 75 ] || return
    require "why" mentions 'another comparison runs'
}

driver_refuses()
{
    local text argument
    while read -r argument text; do
        compare "$argument" "$results"
        require "status 2" [ "$status" -eq 2 ] || return
        require "one line" [ "$(wc -l <<< "$output")" -eq 1 ] || return
        require "\"$text\"" mentions "$text" || return
    done << 'LINES'
--grid=large expected quick, bandwidth, whole, short or figures
--ranks=1 expected 2 or more
--ranks=a expected numbers by commas
--calls=none expected a number
--leave-out=no expected a factor
--rate=20mbit needs --hosts=N
--nothing no such option
LINES
}

for ranks in 2 3 5; do
    run_test "times: $ranks ranks, all collectives" all_are_right $ranks 0
    run_test "times: $ranks ranks, operations" operations_are_right $ranks
done
run_test "times: 4 ranks, all roots" all_are_right 4 all
run_test "times: 3 ranks, other roots by turns" all_are_right 3 rotating
run_test "times: 2 ranks, coll/tuned" all_of_tuned_is_right 2
run_test "times: 5 ranks, coll/tuned" all_of_tuned_is_right 5
run_test "times: wrong results are noticed" wrong_is_noticed
run_test "times: methods serve" methods_serve
run_test "times: slow sides are left out" slow_sides_are_left_out
run_test "times: sides are refused" sides_are_refused
run_test "times: without the plugin" without_the_plugin
run_test "times: coll/tuned has to listen" tuned_has_to_listen
run_test "times: allgatherv of coll/tuned" allgatherv_is_told_at_the_start
run_test "times: arguments are refused" arguments_are_refused
run_test "times: lines can be read" lines_can_be_read
run_test "times: launches are appended" launches_are_appended
run_test "compare: goes on" driver_goes_on
run_test "compare: stops in time" driver_stops_in_time
run_test "compare: ends jobs that do not end" driver_ends_jobs
run_test "compare: one at a time" driver_is_alone
run_test "compare: arguments are refused" driver_refuses
summary
