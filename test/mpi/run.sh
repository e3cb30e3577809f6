#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# The MPI tests; see lib.sh for the environment.  One line for each test, and
# the number of tests in the last one.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$here/lib.sh"
# shellcheck source=test/mpi/registry.sh
. "$here/registry.sh"

seed=${TUNEDX_TEST_SEED:-1}
rank_counts='2 3 4 5 7 8 9 16'
[ "$level" != full ] || rank_counts+=' 6 12 15'
parameter_sets=('segment=64 piece=40' 'segment=1000 window=1' 'window=2 piece=96')

# turns: the numbers of the algorithms that this job forces: all of them, or of
# a sample every third (or TUNEDX_TEST_STRIDE-th), beginning elsewhere each time,
# so that three jobs in a row force every algorithm.
turn=0
stride=${TUNEDX_TEST_STRIDE:-3}
[ "$level" != full ] || stride=1
turns()
{
    local number
    for ((number = 0; number < $(rounds); number++)); do
        [ $((number % stride)) != $((turn % stride)) ] || echo "$number"
    done
}

# Numbers of ranks, also of long tests; builds that are slow, and take few
# algorithms at a time, leave the most of them to the others.
mix_ranks='2 3 4'
large_ranks='5 7'
inter_ranks='2 3 5 9'
sum_ranks='2 3 4 5 8'
[ "$stride" -le 3 ] || {
    rank_counts='2 3 5 8'
    mix_ranks=3
    large_ranks=7
    inter_ranks='2 5'
    sum_ranks='3 4'
}

# ---- is it there at all? ----

# The plugin supplies at least seven collectives.
loads()
{
    local collective
    for collective in $collectives; do
        echo "$collective: ${algorithms_of[$collective]}"
        [ -n "${algorithms_of[$collective]}" ] || return 1
    done
    [ "$(wc -w <<< "$collectives")" -eq 17 ]
}

# ---- the matrix ----

# matrix RANKS CASES OPTIONS...: another choice of cases in every job.
job=0
matrix()
{
    local ranks=$1 cases=$2 choice=(--cases "$2")
    shift 2
    [ "$cases" != full ] || choice=(--full)
    launch "$ranks" matrix --seed $((seed * 1000 + job)) "${choice[@]}" "$@"
}

# forced_matrix RANKS CASES PARAMETERS...: the algorithms of every collective
# whose turn it is.
forced_matrix()
{
    local ranks=$1 cases=$2 number
    shift 2
    for number in $(turns); do
        force "$number" "$@"
        job=$((job + 1))
        # shellcheck disable=SC2046 # words are wanted
        run_test "matrix: $ranks ranks, algorithms $((number + 1))${*:+, $*}" \
            matrix "$ranks" "$cases" \
            $(printf -- '--collective %s ' $(collectives_with "$number"))
    done
    turn=$((turn + 1))
    mca=()
}

matrices()
{
    local ranks sets=0 set cases=60
    [ "$level" != full ] || cases=full
    for ranks in $rank_counts; do
        job=$((job + 1))
        run_test "matrix: $ranks ranks, default decision" \
            matrix "$ranks" "$cases"
        [ -n "$plugin_dir" ] || continue
        forced_matrix "$ranks" "$cases"
        if [ "$level" = full ]; then
            for set in "${parameter_sets[@]}"; do
                # shellcheck disable=SC2086 # words are wanted
                forced_matrix "$ranks" full $set
            done
        else
            # shellcheck disable=SC2086
            forced_matrix "$ranks" "$cases" \
                ${parameter_sets[$((sets % ${#parameter_sets[@]}))]}
            sets=$((sets + 1))
        fi
    done
    run_test "matrix: 4 ranks over tcp" over_tcp 4 60
    mca=(--mca mpi_yield_when_idle 1)
    run_test "matrix: 3 ranks that yield" matrix 3 60
    mca=()
}

over_tcp()
{
    transport=self,tcp matrix "$@"
}

# ---- one topic each ----

# topic PROGRAM RANKS ARGUMENTS...
topic()
{
    local program=$1 ranks=$2
    run_test "$program${3:+ ${*:3}}: $ranks ranks" launch "$ranks" "$program" \
        "${@:3}"
}

# forced_topic PARAMETERS PROGRAM RANKS ARGUMENTS...: with the algorithms whose
# turn it is.
forced_topic()
{
    local parameters=$1 number
    shift
    [ -n "$plugin_dir" ] || return 0
    for number in $(turns); do
        # shellcheck disable=SC2086
        force "$number" $parameters
        run_test "$1: $2 ranks, algorithms $((number + 1))${parameters:+, \
$parameters}" launch "$2" "$1" "${@:3}"
    done
    turn=$((turn + 1))
    mca=()
}

topics()
{
    local ranks
    topic many_comms 3
    topic threads 2
    topic threads 3
    topic own_block 1
    topic own_block 2
    # What follows is too much for stock components, and may be.
    [ -n "$plugin_dir" ] || return 0
    for ranks in 2 3 8; do
        topic zero "$ranks"
        forced_topic '' zero "$ranks"
    done
    for ranks in 3 8; do
        forced_topic 'segment=200' user_op "$ranks"
    done
    for ranks in $mix_ranks; do
        topic layout_mix "$ranks"
        forced_topic 'segment=1000' layout_mix "$ranks"
        topic large "$ranks"
    done
    forced_topic 'segment=64k' large 3
    for ranks in $large_ranks; do
        forced_topic '' large "$ranks" 131072
    done
    [ "$stride" -gt 3 ] || forced_topic '' large 12 65536
    topic types_freed 3
    forced_topic 'segment=100' types_freed 4
}

# ---- what happens around the calls ----

# with_basic RANKS PROGRAM...: nothing but the plugin and the simplest component.
with_basic()
{
    components=tunedx,basic launch "$@"
}

# Without coll/inter, coll/basic reduces in the wrong order.
with_inter()
{
    components+=,inter launch "$@"
}

with_tcp()
{
    transport=self,$shared,tcp launch "$@"
}

with_basic_and_tcp()
{
    components=tunedx,basic with_tcp "$@"
}

# Windows whose owner has to take part, and messages whose sender has to.
without_shortcuts()
{
    local mca=()
    [ "$shared" != vader ] || mca=(--mca osc pt2pt)
    transport=self,tcp launch "$@"
}

surroundings()
{
    local ranks
    for ranks in $inter_ranks; do
        TUNEDX_TEST_FORMS=1 run_test "inter: $ranks ranks, blocking" \
            with_inter "$ranks" inter
    done
    for ranks in 1 2 3 4 6; do
        TUNEDX_TEST_FORMS=1 run_test "neighbours: $ranks ranks, blocking" \
            launch "$ranks" neighbours
    done
    for ranks in 2 4 5; do
        topic pending "$ranks"
        topic persistent "$ranks"
        topic progress "$ranks"
    done
    run_test "progress: 3 ranks, without shortcuts" \
        without_shortcuts 3 progress
    for ranks in 1 2 4; do
        topic alone "$ranks"
    done
    run_test "alone --dynamic: 3 ranks" with_tcp 3 alone --dynamic
}

# Open MPI's own components fail these.
surroundings_of_ours()
{
    local ranks
    [ -n "$plugin_dir" ] || return 0
    for ranks in $inter_ranks; do
        topic inter "$ranks"
        topic inter "$ranks" --bare
    done
    for ranks in 1 2 3 4 6; do
        topic neighbours "$ranks"
    done
    for ranks in 2 4; do
        topic pending "$ranks" --freed
        topic persistent "$ranks" --freed
    done
    for ranks in 1 2 4; do
        run_test "alone: $ranks ranks, tunedx,basic" with_basic "$ranks" alone
    done
    run_test "alone --dynamic: 3 ranks, tunedx,basic" \
        with_basic_and_tcp 3 alone --dynamic
    run_test "inter: 4 ranks, tunedx,basic" with_basic 4 inter
    run_test "neighbours: 4 ranks, tunedx,basic" with_basic 4 neighbours
}

# ---- reproducible reductions ----

# forced_sums RANKS PARAMETERS: with the algorithms whose turn it is, where they
# may serve.
forced_sums()
{
    local number
    for number in $(turns); do
        # shellcheck disable=SC2086 # words are wanted
        force "$number" $2
        mca+=(--mca coll_tunedx_reproducible ranks)
        run_test "reproducible: $1 ranks, algorithms $((number + 1)), $2" \
            launch "$1" reproducible --few
    done
    turn=$((turn + 1))
    mca=()
}

# The same digest of two runs.
sums_of_two_runs()
{
    local output status first='' run
    for run in 1 2; do
        collect launch 4 reproducible --few --differs
        grep "^digest ${first:-.*}$" <<< "$output" || {
            echo "run $run: status $status, wanted digest $first, output:"
            echo "$output"
            return 1
        }
        first=$(sed -n 's/^digest //p' <<< "$output")
    done
}

reproducible_sums()
{
    local ranks
    [ -n "$plugin_dir" ] || return 0
    for ranks in $sum_ranks; do
        mca=(--mca coll_tunedx_reproducible ranks)
        topic reproducible "$ranks"
        mca=()
    done
    for ranks in 4 5; do
        mca=(--mca coll_tunedx_reproducible no)
        topic reproducible "$ranks" --few --differs
        mca=(--mca coll_tunedx_reproducible run)
        topic reproducible "$ranks" --few --differs
        mca=()
    done
    mca=(--mca coll_tunedx_reproducible run)
    run_test "reproducible: two runs" sums_of_two_runs
    mca=()
    forced_sums 3 segment=64
    [ "$stride" -le 3 ] || return 0
    forced_sums 5 segment=1000
    forced_sums 6 radix=2
}

# Stock components fail this one, and they may.
floods()
{
    [ -n "$plugin_dir" ] || return 0
    topic flood 2
    topic flood 4
    TUNEDX_TEST_CALLS=${TUNEDX_TEST_CALLS:-80000} forced_topic '' flood 3
}

# ---- errors of the message layer ----

layer_errors()
{
    local after
    [ -n "$plugin_dir" ] || return 0
    topic errors 2 all
    forced_topic '' errors 4 all
    for after in 0 1 2 5; do
        run_test "errors: 8 x 3 ranks, after $after calls" victims 24 $after 1
    done
    run_test "errors: 8 x 2 ranks, at the root" victims 16 1 0
    force 1 segment=500
    run_test "errors: 8 x 3 ranks, segments, after 3 calls" victims 24 3 0
    run_test "errors: 8 x 3 ranks, segments, after 20 calls" victims 24 20 1
    mca=()
}

# ---- do the tests notice? ----

# notices FAULT OPTIONS...: the matrix must fail.
notices()
{
    local output status fault=$1
    shift
    TUNEDX_TEST_FAULT=$fault collect matrix 3 60 "$@"
    if [ "$status" -eq 0 ]; then
        echo "a fault was not noticed: $fault"
        return 1
    fi
    grep 'matrix: FAILED' <<< "$output"
}

# program_notices FAULT PROGRAM: this one, which calls MPI itself, must fail.
program_notices()
{
    local output status
    TUNEDX_TEST_MPI_FAULT=$1 collect launch 3 "$2"
    if [ "$status" -eq 0 ]; then
        echo "a fault was not noticed: $1"
        return 1
    fi
    grep "$2: FAILED" <<< "$output"
}

# Kinds of faults and forms by turns, for all collectives; in a whole test, each
# collective in each form.
noticed_faults()
{
    local fault collective form number=0
    local kinds=(value hole before after input error skip)
    local forms=(blocking nonblocking persistent) some

    [ -z "${TUNEDX_TEST_FORM-}" ] || forms=("$TUNEDX_TEST_FORM")
    for collective in $all_collectives; do
        some=("${forms[@]}")
        [ "$level" = full ] || some=("${forms[number % ${#forms[@]}]}")
        for form in "${some[@]}"; do
            fault=${kinds[$((number % ${#kinds[@]}))]}
            number=$((number + 1))
            [ "$collective" != barrier ] || fault=skip
            fault=$fault:$collective:$form
            run_test "the matrix notices a fault: $fault" \
                notices "$fault" --collective "$collective" --form "$form"
        done
    done
    TUNEDX_TEST_FORMS=1 components+=,inter run_test \
        "inter notices a fault: skip:barrier" program_notices skip:barrier inter
    for fault in value:bcast value:allreduce input:allgather; do
        run_test "pending notices a fault: $fault" \
            program_notices $fault pending
        run_test "alone notices a fault: $fault" program_notices $fault alone
    done
    [ -n "$plugin_dir" ] || return 0
    mca=(--mca coll_tunedx_allreduce_algorithm ring)
    run_test "the matrix notices a wrong order" notices commute \
        --collective allreduce --form blocking
    mca=()
}

# lines_of SCRIPT: the lines of another script, counted with ours.
lines_of()
{
    local line
    while IFS= read -r line; do
        case $line in
            'ok '*'# SKIP '*) skipped=$((skipped + 1)) ;;
            'ok '*) passed=$((passed + 1)) ;;
            'not ok '*) failed=$((failed + 1)) ;;
            [0-9]*' passed, '*) continue ;;
        esac
        printf '%s\n' "$line"
    done < <(bash "$here/$1")
}

# ---- few and small, for valgrind ----

small_ones()
{
    forced_matrix 3 1 segment=200
    forced_matrix 3 1 segment=200
    forced_matrix 3 1 segment=200
    run_test "matrix: 2 ranks" matrix 2 1
    TUNEDX_TEST_ROUNDS=48 topic types_freed 2 # each collective in each form
    TUNEDX_TEST_ROUNDS=12 topic many_comms 2
    topic errors 2 all
    run_test "errors: 8 x 2 ranks, after 1 call" victims 16 1 0
}

if [ -n "$plugin_dir" ]; then
    registry_read
    run_test "the plugin is loaded" loads
    if [ "$failed" -gt 0 ]; then
        summary
        exit
    fi
fi
if [ "$level" = valgrind ]; then
    small_ones
else
    matrices
    topics
    surroundings
    surroundings_of_ours
    reproducible_sums
    floods
    layer_errors
    # that the tests notice faults is not another thing in a slow build
    [ "$stride" -gt 3 ] || noticed_faults
fi
if [ -n "$plugin_dir" ] && [ "$level" != valgrind ]; then
    lines_of bad_input.sh
    lines_of rules_file.sh
    lines_of explain.sh
    [ "$stride" -gt 3 ] || lines_of times.sh # of a program for measuring
fi
summary
