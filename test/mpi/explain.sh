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

disagreements
summary
