#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# The rules file: what it decides is what runs; what is wrong with it is told
# once, with its place and with what happens next, and all ranks do the same.
# run.sh calls this; the environment is explained in lib.sh.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$here/lib.sh"
# shellcheck source=test/mpi/little.sh
. "$here/little.sh"
# shellcheck source=test/mpi/registry.sh
. "$here/registry.sh"
registry_read

file=$scratch/site.rules

# with_file ARGUMENTS...: the job with the file, its report and line for line.
with_file()
{
    mca=(--mca coll_tunedx_rules_file "$file" --mca coll_tunedx_report 1
        --mca coll_tunedx_verbose 1 "$@")
    job
}

# rules LINES...: makes the file.
rules()
{
    printf '%s\n' 'tunedx-rules 1' "$@" > "$file"
}

went_well_with()
{
    require "the job goes on" went_well || return
    require "$1 rules, once" once "tunedx: $1 rules from .*site.rules, digest" \
        || return
    require "$2 messages" [ "$(lines 'site.rules:[0-9]*:[0-9]*: ')" -eq "$2" ]
}

# from LINE COLLECTIVE METHOD: the report says so.
from()
{
    rows "$2" | grep -q -e "$3.*site.rules, line $1\$"
}

rows_decide()
{
    rules '[bcast]' '* * * ..4 -> pipeline segment=2' \
        '2,4 * * 5..1k -> chain chains=2' '3 * * * -> linear' \
        '[reduce]' 'default -> chain' '* * * ..1k -> default' \
        '[allreduce]' '* * * * !power_of_two -> linear' \
        '* 1 4 * op=builtin -> recursive_multiplying radix=4'
    with_file
    went_well_with 7 0 || return
    require "short bcast" from 3 bcast 'pipeline segment=2 ' || return
    require "medium bcast" from 4 bcast 'chain .*chains=2' || return
    require "long bcast is left to the built-in rules" \
        grep -q '^bcast *16k.*built-in rules' <<< "$output" || return
    require "short reduce is left to the built-in rules" \
        grep -q '^reduce *256.*built-in rules' <<< "$output" || return
    require "long reduce" from 7 reduce chain || return
    require "allreduce" from 11 allreduce recursive_multiplying
}

parameter_beats_file()
{
    rules '[bcast]' '* * * * -> linear'
    with_file --mca coll_tunedx_bcast_algorithm chain
    went_well_with 1 0 || return
    require "chain in every row" only_method bcast chain
}

# A row that cannot serve a call is passed over, and the report says so.
row_is_passed_over()
{
    rules '[allreduce]' '* * * * -> ring' '* * * * -> linear'
    mca=(--mca coll_tunedx_rules_file "$file" --mca coll_tunedx_report 1)
    job --noncommutative
    require "the job goes on" went_well || return
    require "ring where it can" from 3 allreduce ring || return
    require "linear where not, and why" grep -q \
        '^allreduce .*linear.*site.rules, line 4; ring (line 3) needs a commut' \
        <<< "$output"
}

# faulty WHAT RULES PLACE TEXT: one message at that place, and the job goes on.
faulty()
{
    with_file
    went_well_with "$1" 1 || return
    require "place $2" mentions "site.rules:$2: " || return
    require "\"$3\"" mentions "$3" || return
    require "what happens next" grep -q -E \
        'ignored|nothing of this file|passed over|left to the next' <<< "$output" || return
    mca+=(--mca coll_tunedx_strict 1)
    job
    require "strict: the job ends" [ "$status" -ne 0 ] || return
    require "strict: it says so" once 'aborted (coll_tunedx_strict)' || return
    require "strict: no result" [ "$(lines 'few_calls: 4 ranks')" -eq 0 ]
}

# bad NAME RULES PLACE TEXT LINES...
bad()
{
    local name=$1 count=$2 place=$3 text=$4
    shift 4
    rules "$@"
    run_test "rules file: $name" faulty "$count" "$place" "$text"
}

bad_rows()
{
    local word
    for word in 010 1e6 -2 8q 99999999999999999999 5..4; do
        bad "$word" 1 3:7 "bytes cannot be \"$word\"" '[bcast]' \
            "* * * $word -> 3" '* * * * -> 6'
    done
    bad "8k is 8192" 1 4:1 "ranks cannot be" '[bcast]' \
        "8k.. * * 8k -> 3" 'x * * * -> 6'
}

# unusable WHAT TEXT: nothing of it is used, the job goes on, or not if strict.
unusable()
{
    with_file
    require "the job goes on" went_well || return
    require "one message" once "$1" || return
    require "what happens next" grep -q -i 'nothing of' <<< "$output" || return
    require "the built-in rules decide" [ "$(lines 'site.rules, line')" -eq 0 ] \
        || return
    mca+=(--mca coll_tunedx_strict 1)
    job
    require "strict: the job ends" [ "$status" -ne 0 ] || return
    require "strict: no result" [ "$(lines 'few_calls: 4 ranks')" -eq 0 ]
}

missing()
{
    rm -f "$file"
    unusable 'No such file'
}

# Root may read everything, unless that right is taken away.
unreadable()
{
    local prefix=
    [ "$(id -u)" -ne 0 ] ||
        prefix='setpriv --bounding-set=-dac_override,-dac_read_search'
    rules '[bcast]'
    chmod 0 "$file"
    TUNEDX_TEST_LAUNCH_PREFIX="$prefix ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        unusable 'Permission denied'
    local status=$?
    rm -f "$file"
    return $status
}

folder()
{
    rm -f "$file"
    mkdir "$file"
    unusable 'no regular file'
    local status=$?
    rmdir "$file"
    return $status
}

empty()
{
    : > "$file"
    unusable 'site.rules:1:1: the file ends and says nothing'
}

binary()
{
    head -c 100000 "$plugin_dir/mca_coll_tunedx.so" > "$file"
    unusable 'site.rules:1:1: .*ELF'
}

large()
{
    rules '[bcast]'
    truncate -s 100M "$file"
    unusable 'at most 16 MiB'
}

long_line()
{
    { printf 'tunedx-rules 1\n[bcast]\n* * * * -> '
        head -c 1000000 /dev/zero | tr '\0' x
        echo; } > "$file"
    faulty 0 3:12 'no algorithm of bcast is called "xxx'
}

nul()
{
    printf 'tunedx-rules 1\n[bcast]\n* * \0 * -> 3\n* * * * -> 6\n' > "$file"
    faulty 1 3:5 'ppn cannot be "\x00"'
}

cut_off()
{
    printf 'tunedx-rules 1\n[bcast]\n* * * * -> 6\n* * * * -> 3 segment=6' \
        > "$file"
    faulty 1 4:1 'as if it were cut off'
}

byte_order_mark()
{
    printf '\357\273\277tunedx-rules 1\n[bcast]\n* * * * -> 6\n' > "$file"
    faulty 1 1:1 'byte order mark'
}

carriage_returns()
{
    printf 'tunedx-rules 1\r\n[bcast]\r\n* * * * -> linear\r\n' > "$file"
    with_file
    went_well_with 1 0 || return
    require "linear" from 3 bcast linear
}

other_site()
{
    rules '[match]' 'ranks = 128..' '[bcast]' '* * * * -> linear'
    unusable 'site.rules:3:9: the file is for ranks 128.., but here is 4'
}

many_faults()
{
    rules '[bcast]' 'x * * * -> 3' '* y * * -> 3' '* * * * -> nosuch' \
        '* * * * -> linear'
    with_file
    went_well_with 1 3 || return
    require "the sound row is used" from 6 bcast linear
}

# Ranks that have other files, or none, do as rank 0 says.
ranks_disagree()
{
    rules '[bcast]' '* * * * -> linear'
    printf 'nonsense\n' > "$scratch/other.rules"
    cat > "$scratch/mixed" << 'END'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" -eq 0 ] || OMPI_MCA_coll_tunedx_rules_file=$2
[ "$OMPI_COMM_WORLD_RANK" -gt 0 ] || OMPI_MCA_coll_tunedx_rules_file=$1
export OMPI_MCA_coll_tunedx_rules_file
shift 2
exec "$@"
END
    chmod +x "$scratch/mixed"
    mca=(--mca coll_tunedx_report 1 --mca coll_tunedx_verbose 1)
    TUNEDX_TEST_LAUNCH_PREFIX="$scratch/mixed $file $scratch/other.rules ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        job
    went_well_with 1 0 || return
    require "linear everywhere" only_method bcast linear || return
    require "nobody reads the other file" [ "$(lines other.rules)" -eq 0 ]
}

# No rank but rank 0 opens the file.
opened_once()
{
    command -v strace > /dev/null || {
        echo "strace is not installed"
        return 77
    }
    rules '[bcast]' '* * * * -> linear'
    TUNEDX_TEST_LAUNCH_PREFIX="strace -f -qq -e trace=open,openat -o $scratch/trace -A ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        with_file
    went_well_with 1 0 || return
    require "the file is opened once" \
        [ "$(grep -c 'site\.rules' "$scratch/trace")" -eq 1 ]
}

# tuned_file LINES...: a classic file of coll/tuned in the place of the other.
tuned_file()
{
    printf '%s\n' "$@" > "$file"
}

tuned_rows_decide()
{
    tuned_file '2 # collectives' '7 1' '2 2' '0 6 0 0' '256 3 0 1024' \
        '2 1' '0 1' '0 4 0 0'
    with_file
    went_well_with 3 0 || return
    require "short bcast" from 4 bcast 'binomial ' || return
    require "long bcast" from 5 bcast 'pipeline segment=1k ' || return
    require "allreduce" from 8 allreduce ring
}

tuned_fault()
{
    tuned_file 1 '7 1' '2 1' '0 06 0 0'
    faulty "$1" 4:3 '06'
}

tuned_cut_off()
{
    tuned_file 1 '7 1' '2 2' '0 6 0 0'
    unusable 'site.rules:'
}

json()
{
    tuned_file '{"rule_file_version": 3}'
    unusable 'tunedx convert'
}

# coll/tuned's own parameter names a file: it holds, and that is said.
tuned_parameter()
{
    tuned_file 1 '7 1' '2 1' '0 3 0 1024'
    mca=(--mca coll_tuned_dynamic_rules_filename "$file"
        --mca coll_tunedx_report 1 "$@")
    job
    require "the job goes on" went_well || return
    if [ $# -gt 0 ]; then
        require "nothing is said" [ "$(lines 'tunedx: rules file')" -eq 0 ] ||
            return
        require "the file is not used" [ "$(lines 'site.rules, line')" -eq 0 ]
        return
    fi
    require "it is said once" \
        once 'rules file .*since coll_tuned_dynamic_rules_filename' || return
    require "the file decides" from 4 bcast pipeline
}

# sizes_are BYTES: every collective decides by the bytes that rules mean, or by
# none where the ranks know nothing of each other's lengths.
sizes_are()
{
    local collective wanted
    mca=(--mca coll_tunedx_verbose 20)
    collect launch 2 sizes "$1"
    require "no failure" grep -q '^sizes: 2 ranks, 0 failures' <<< "$output" ||
        return
    for collective in $collectives; do
        case $collective in
            barrier | gatherv | scatterv | alltoallv | alltoallw) wanted=0 ;;
            *) wanted=$1 ;;
        esac
        # another message may be for the parts of a composed algorithm
        require "$collective decides on $wanted bytes" grep -q \
            "tunedx: $collective, $wanted bytes, 2 ranks: " <<< "$output" ||
            return
        require "$collective decides on no other size" \
            [ "$(grep "tunedx: $collective, " <<< "$output" |
                grep -v -c ", $wanted bytes, ")" -eq 0 ] || return
    done
}

# Jobs that a job starts, and communicators that span both.
spawned()
{
    rules '[bcast]' '* * * * -> linear' '[allreduce]' '* * * * -> linear'
    mca=(--mca coll_tunedx_rules_file "$file")
    launch 3 alone
}

run_test "rules file: rows, lists, conditions, default" rows_decide
run_test "rules file: a parameter beats it" parameter_beats_file
run_test "rules file: a row that cannot serve" row_is_passed_over
run_test "rules file: missing" missing
run_test "rules file: unreadable" unreadable
run_test "rules file: a folder" folder
run_test "rules file: empty" empty
run_test "rules file: binary" binary
run_test "rules file: 100 MB" large
run_test "rules file: a line of 1 MB" long_line
run_test "rules file: NUL" nul
run_test "rules file: cut off" cut_off
run_test "rules file: byte order mark" byte_order_mark
run_test "rules file: CR LF" carriage_returns
run_test "rules file: for another site" other_site
run_test "rules file: every fault" many_faults
bad_rows
bad "unknown section" 1 2:2 'did you mean "bcast"?' '[bcst]' '* * * * -> 3' \
    '[reduce]' '* * * * -> 5'
bad "section twice" 1 4:2 'bcast has begun in line 2' '[bcast]' \
    '* * * * -> 3' '[bcast]' '* * * * -> 6'
bad "unknown algorithm" 1 3:12 'did you mean "binomial"?' '[bcast]' \
    '* * * * -> binomail' '* * * * -> 3'
bad "unknown parameter" 1 3:18 'did you mean "segment"?' '[bcast]' \
    '* * * * -> chain segmnt=4' '* * * * -> 3'
bad "unknown key of [match]" 1 3:1 'did you mean "ompi"?' '[match]' 'opmi=4' \
    '[bcast]' '* * * * -> 3'
printf 'tunedx-rules 2\n[bcast]\n* * * * -> 3\n' > "$file"
run_test "rules file: unknown version" unusable 'expected version 1'
run_test "coll/tuned's file: rows decide" tuned_rows_decide
run_test "coll/tuned's file: octal" tuned_fault 1
run_test "coll/tuned's file: cut off" tuned_cut_off
run_test "coll/tuned's file: JSON" json
run_test "coll/tuned's parameter names a file" tuned_parameter
run_test "coll/tuned's parameter names a file, ours none" tuned_parameter \
    --mca coll_tunedx_rules_file none
run_test "sizes: 998 bytes" sizes_are 998
run_test "sizes: 1000 bytes" sizes_are 1000
run_test "rules file: with jobs that a job starts" spawned
run_test "rules file: ranks disagree" ranks_disagree
run_test "rules file: opened by one rank" opened_once
summary
