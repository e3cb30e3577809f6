#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# What tunedx finds out about a program and tells: calls that ranks do not make
# alike, info keys, changes at run time, counters, report and profile.  run.sh
# calls this; the environment is explained in lib.sh.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$here/lib.sh"
# shellcheck source=test/mpi/little.sh
. "$here/little.sh"

# run RANKS PROGRAM ARGUMENTS...: sets output and status.
run()
{
    output=$(launch "$@" 2>&1 < /dev/null)
    status=$?
}

# ---- calls that ranks do not make alike ----

# disagree RANKS WHAT WORDS...: aborted, and both sides are told.
disagree()
{
    local word
    mca=(--mca coll_tunedx_check 1)
    run "$1" disagree "$2"
    require "the job ends" [ "$status" -ne 0 ] || return
    require "no result" [ "$(lines '^disagree: ')" -eq 0 ] || return
    require "one message" once 'do not make the same call' || return
    require "what happens" once 'aborted (coll_tunedx_check)' || return
    for word in "${@:3}"; do
        require "\"$word\"" grep -q -E -e "$word" <<< "$output" || return
    done
}

# agree RANKS PARAMETERS...: nothing is told.
agree()
{
    mca=(--mca coll_tunedx_check 1 "${@:2}")
    run "$1" disagree nothing
    require "the job goes on" [ "$status" -eq 0 ] || return
    require "no message" [ "$(lines 'tunedx:')" -eq 0 ]
}

few_calls_agree()
{
    mca=(--mca coll_tunedx_check 1)
    job --noncommutative
    require "the job goes on" went_well || return
    require "no message" says_nothing
}

disagreements()
{
    local ranks
    run_test "check: different collectives" disagree 4 collective \
        'ranks 0, 1, 2 call bcast of 4096 bytes with root 0: .*\(built-in' \
        'rank 3 calls reduce of 7 elements of 4 bytes .*MPI_SUM with root 0: '
    run_test "check: different roots" disagree 4 root \
        'ranks 0, 1, 2 call bcast .*root 0: ' 'rank 3 calls bcast .*root 1: '
    run_test "check: different sizes" disagree 2 bytes \
        'rank 0 calls .* 64 bytes' 'rank 1 calls .* 68 bytes'
    run_test "check: different types" disagree 3 type 'INT4' 'FLOAT4'
    run_test "check: different operations" disagree 7 operation MPI_SUM MPI_MAX \
        'ranks 0, 1, 2, 3 and 2 more call'
    run_test "check: in place on one rank" disagree 3 place \
        'rank 2 calls .* in place'
    run_test "check: different blocks" disagree 6 blocks \
        'ranks 0, 1, 2, 3 and 1 more call allgatherv of 8 bytes, in blocks'
    run_test "check: different counts" disagree 3 counts \
        'blocks of 1, 1, 1:' 'blocks of 2, 1, 1:'
    run_test "check: different roots of gatherv" disagree 4 gatherv \
        'gatherv with root 0' 'rank 3 calls gatherv with root 1'
    run_test "check: alltoallv and barrier" disagree 4 alltoallv \
        'call alltoallv: ' 'rank 3 calls barrier'
    run_test "check: no bytes on one rank, which goes on" disagree 4 empty \
        'rank 3 calls barrier'
    run_test "check: every rank another size" disagree 7 everyone \
        'rank 3 calls bcast of 16 bytes' '3 more: something else'
    for ranks in 1 2 3 5 8; do
        run_test "check: all alike, $ranks ranks" agree "$ranks"
    done
    run_test "check: all alike, in each collective" few_calls_agree
}

# ---- info keys ----

# keyed HOW KEY VALUE: sets output and status.
keyed()
{
    mca+=(--mca coll_tunedx_report 1)
    run 4 info_keys "$@"
    mca=()
    require "the job goes on" grep -q '^info_keys: 4 ranks, 0 failures' \
        <<< "$output"
}

# heeded HOW: the key decides, whatever the parameter says.
heeded()
{
    mca=(--mca coll_tunedx_bcast_algorithm linear)
    keyed "$1" tunedx_bcast 'chain chains=2' || return
    require "chain by info key" grep -q \
        '^bcast  *256.* 3 .*chain chains=2 segment=0 .* info key$' \
        <<< "$output" || return
    require "no message" [ "$(lines 'tunedx: ')" -eq 0 ]
}

# unheeded HOW
unheeded()
{
    keyed "$1" tunedx_bcast chain || return
    require "no chain" [ "$(rows bcast | grep -c chain)" -eq 0 ]
}

# complains_about_key KEY VALUE WORDS...
complains_about_key()
{
    local word
    keyed dup "$1" "$2" || return
    require "one message" once 'has info key' || return
    require "what happens next" once 'The key is ignored' || return
    for word in "${@:3}"; do
        require "\"$word\"" mentions "$word" || return
    done
    require "the rules decide" [ "$(lines ' info key$')" -eq 0 ] || return
    mca=(--mca coll_tunedx_strict 1)
    run 4 info_keys dup "$1" "$2"
    require "strict: the job ends" [ "$status" -ne 0 ] || return
    require "strict: it says so" once 'aborted (coll_tunedx_strict)'
}

# A method that cannot serve: told once, counted, and the parameter decides.
key_is_passed_over()
{
    mca=(--mca coll_tunedx_allreduce_algorithm linear)
    keyed dup tunedx_allreduce ring || return
    require "ring where it can" grep -q '^allreduce .* 3 .* ring .*info key$' \
        <<< "$output" || return
    require "linear where not" grep -q -F \
        'parameter; ring (info key) needs a commutative' <<< "$output" || return
    require "one message" once 'info key tunedx_allreduce of .* asks for ring'
}

# Ranks that say different things are found out.
keys_disagree()
{
    disagree 4 info 'ranks 0, 1, 2 .*: binomial .*\(info key\)' \
        'rank 3 calls .*: chain .*\(info key\)'
}

info_keys()
{
    run_test "info key: MPI_Comm_dup_with_info" heeded dup
    run_test "info key: MPI_Comm_split_type" heeded split
    run_test "info key: MPI_Comm_set_info comes too late" unheeded set
    run_test "info key: MPI_Comm_dup passes none on" unheeded inherit
    run_test "info key: a method that cannot serve" key_is_passed_over
    run_test "info key: unknown algorithm" complains_about_key tunedx_bcast \
        binomail 'at character 1:' 'did you mean "binomial"?' \
        'tunedx_bcast = "binomail"'
    run_test "info key: empty parameter" complains_about_key tunedx_bcast \
        'pipeline segment=' 'at character 18:'
    run_test "info key: unknown key" complains_about_key tunedx_bcsat chain \
        '"tunedx_bcsat"' 'did you mean "tunedx_bcast"?'
    run_test "info key: different ones, check" keys_disagree
}

disagreements
info_keys
summary
