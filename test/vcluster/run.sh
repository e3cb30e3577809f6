#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# The cluster in a box, and the MPI tests on it; see test/mpi/lib.sh for the
# environment.  What is tested: the cluster is what its options say, and
# nothing stays behind; on several hosts, results are right over TCP and shared
# memory together, all ranks see the same hosts, and rules decide by them.
#
# Runs in the build directory, as root; skipped where that is not possible.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
tests=$(cd "$here/../mpi" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$tests/lib.sh"
# shellcheck source=test/mpi/registry.sh
. "$tests/registry.sh"
# shellcheck source=test/mpi/little.sh
. "$tests/little.sh"
# shellcheck source=test/vcluster/cluster_tests.sh
. "$here/cluster_tests.sh"

export VCLUSTER_MPIRUN=$MPIRUN VCLUSTER_NAME='' VCLUSTER_OPTIONS=''
MPIRUN=$here/mpirun.sh
transport=self,$shared,tcp
vcluster=$here/vcluster.sh

# ---- clusters ----

# cluster OPTIONS...: the one on which the next jobs run.
cluster()
{
    end_cluster
    VCLUSTER_NAME=$("$vcluster" up "$@") || exit
}

end_cluster()
{
    [ -z "$VCLUSTER_NAME" ] || "$vcluster" down "$VCLUSTER_NAME"
    VCLUSTER_NAME=
}

# ---- what the plugin sees of the hosts ----

# sees RANKS HOSTS MOST: ranks, hosts, and ranks on the fullest host.
sees()
{
    mca=(--mca coll_tunedx_verbose 20)
    collect launch "$1" few_calls
    require "no failures" grep -q "^few_calls: $1 ranks, 0 failures" \
        <<< "$output" || return
    require "ranks and nodes" once ": ranks $1, nodes $2," || return
    require "ranks of a node" once \
        "MPI_COMM_WORLD: $1 ranks on $2 nodes, at most $3 on one"
}

# decides_by_layout RANKS NODES PPN: of rows that differ in these columns, the
# one that is true of the job decides; the first is for a single node.
decides_by_layout()
{
    local file=$scratch/layout.rules
    printf '%s\n' 'tunedx-rules 1' '[bcast]' '* 1 * * -> linear' \
        "* * ..$(($3 - 1)) * -> linear" "* * $(($3 + 1)).. * -> linear" \
        "* ..$(($2 - 1)) * * -> linear" "* $(($2 + 1)).. * * -> linear" \
        "$1 $2 $3 * -> chain chains=2" '* * * * -> linear' > "$file"
    mca=(--mca coll_tunedx_rules_file "$file" --mca coll_tunedx_report 1
        --mca coll_tunedx_strict 1)
    collect launch "$1" few_calls
    require "no failures" grep -q "^few_calls: $1 ranks, 0 failures" \
        <<< "$output" || return
    require "the row for $1 $2 $3" \
        grep -q '^bcast .*chain.*layout.rules, line 8$' <<< "$output" || return
    require "no other row" only_method bcast chain
}

# pieces WANTED PARAMETER...: what methods have of that kind between hosts, where
# all messages go by TCP, whose eager limit is 64 KB.
pieces()
{
    mca=("${@:2}" --mca coll_tunedx_report 1)
    collect launch 8 few_calls
    require "no failures" grep -q '^few_calls: 8 ranks, 0 failures' \
        <<< "$output" || return
    require "$1" only_method bcast "$1"
}

# The first host has the file; the others do not even have its folder's content.
rules_on_one_host()
{
    local folder=$scratch/disk
    mkdir -p "$folder/host1" "$folder/host2"
    printf 'tunedx-rules 1\n[bcast]\n* * * * -> chain chains=3\n' \
        > "$folder/host1/site.rules"
    mca=(--mca coll_tunedx_rules_file "$folder/site.rules"
        --mca coll_tunedx_report 1 --mca coll_tunedx_verbose 1
        --mca coll_tunedx_strict 1)
    VCLUSTER_OPTIONS+=" --local=$folder"
    collect launch 8 few_calls
    require "no failures" grep -q '^few_calls: 8 ranks, 0 failures' \
        <<< "$output" || return
    require "one rule" once 'tunedx: 1 rules from .*site.rules' || return
    require "it decides everywhere" only_method bcast chain || return
    run_vcluster run "--name=$VCLUSTER_NAME" --slots=2 "--local=$folder" -- \
        -n 8 cat "$folder/site.rules"
    require "the second host has no such file" \
        grep -q 'No such file' <<< "$output"
}

# ---- the matrix and other programs ----

seed=${TUNEDX_TEST_SEED:-1}
job=0
matrix()
{
    launch "$1" matrix --seed $((seed * 1000 + job)) --cases "$2" "${@:3}"
}

# matrices NAME RANKS: the decision's methods, then every third algorithm (or
# TUNEDX_TEST_STRIDE-th), others for each layout.
matrices()
{
    local number stride=${TUNEDX_TEST_STRIDE:-3}
    [ "$level" != full ] || stride=1
    job=$((job + 1))
    mca=()
    run_test "$1: matrix" matrix "$2" 60
    for ((number = job % stride; number < $(rounds); number += stride)); do
        force "$number"
        # shellcheck disable=SC2046 # words are wanted
        run_test "$1: matrix, algorithms $((number + 1))" matrix "$2" 20 \
            $(printf -- '--collective %s ' $(collectives_with "$number"))
    done
    mca=()
}

# layout NAME OPTIONS RANKS HOSTS MOST: with these options of the job.
layout()
{
    VCLUSTER_OPTIONS=$2
    run_test "$1: the plugin sees $4 hosts" sees "$3" "$4" "$5"
    run_test "$1: rules decide by nodes and ppn" \
        decides_by_layout "$3" "$4" "$5"
    matrices "$1" "$3"
}

programs()
{
    local program
    for program in persistent pending neighbours; do
        run_test "$1: $program" launch "$2" "$program"
    done
}

# ---- all of it ----

why=$("$vcluster" up --hosts=2 2>&1)
status=$?
if [ $status = 77 ]; then
    echo "ok cluster in a box # SKIP ${why##*$'\n'}"
    exit 0
fi
[ $status = 0 ] || {
    echo "not ok cluster in a box: $why"
    exit 1
}
"$vcluster" down "$why"
trap 'end_cluster; rm -rf "$scratch"' EXIT

registry_read
cluster_tests
cluster --hosts=4 --rate=none
layout "4 hosts x 2, block" --slots=2 8 4 2
run_test "rules that only the first host has" rules_on_one_host
VCLUSTER_OPTIONS=--slots=2
run_test "pieces below the eager limit" pieces piece=32k
run_test "pieces as rank 0 has them" pieces piece=5k --mca coll_tunedx_piece 5k
mca=(--mca coll_tunedx_piece 96)
run_test "4 hosts x 2, block: pieces of 96 bytes" launch 8 matrix --cases 60
run_test "errors: pieces of 96 bytes, after 3 calls" victims 24 3 1
run_test "errors: pieces of 96 bytes, after 300 calls" victims 24 300 1
mca=(--mca coll_tunedx_piece 1000)
run_test "4 hosts x 2, block: pieces of 1000 bytes" launch 8 large 40000
mca=()
programs "4 hosts x 2, block" 8
layout "4 hosts x 2, cyclic" "--slots=2 --order=cyclic" 8 4 2
programs "4 hosts x 2, cyclic" 8
layout "4 hosts x 1" --slots=1 4 4 1
run_test "4 hosts x 1: layout_mix" launch 4 layout_mix
layout "hosts with 1, 3 and 2 ranks" --slots=1,3,2 6 3 3
cluster --hosts=2 --rate=100mbit --latency=200 --delay=line
layout "2 hosts, 1 + 3, 200 us" --slots=1,3 4 2 3
end_cluster
summary
