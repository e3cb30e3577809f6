#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# bcast, reduce and allreduce of long vectors on a cluster in a box
# (doc/vcluster.md): with tunedx, without, and with methods that one might
# prefer, against what the links allow (bench/limits.c).
#
#   limits.sh [OPTION]...
#
#   --repetitions=N      (default: 5)
#   --sizes=BYTES,...    (default: 256k,1M)
#   other options        those of test/vcluster/vcluster.sh up (default:
#                        --hosts=8 --rate=20mbit)
#
# Runs in the build directory, as root, after `make vcluster bench/limits`.  The
# cluster is calibrated before and after; the exit status is 78 if the numbers
# do not count.
set -u
# shellcheck source=test/build/env.sh.in
. ./test/build/env.sh

vcluster=$srcdir/test/vcluster/vcluster.sh
repetitions=5
sizes=256k,1M
options=(--hosts=8 --rate=20mbit)

# By commas.
declare -A methods
methods[bcast]='pipeline segment=2k,pipeline segment=4k,pipeline segment=8k'
methods[bcast]+=',pipeline segment=16k,pipeline segment=32k'
methods[bcast]+=',circulant segment=8k,circulant segment=16k'
methods[bcast]+=',two_tree segment=8k,split_binary_tree segment=8k'
methods[bcast]+=',scatter_allgather_ring'
methods[reduce]='pipeline segment=4k,pipeline segment=8k,pipeline segment=16k'
methods[reduce]+=',pipeline segment=32k,circulant segment=4k'
methods[reduce]+=',circulant segment=8k,circulant segment=16k'
methods[reduce]+=',two_tree segment=8k,rabenseifner'
methods[allreduce]='ring,ring segment=16k,ring segment=32k'
methods[allreduce]+=',segmented_ring segment=8k,segmented_ring segment=32k'
methods[allreduce]+=',circulant,pairwise_ring,rabenseifner,chain segment=8k'

for argument; do
    case $argument in
        --repetitions=*) repetitions=${argument#*=} ;;
        --sizes=*) sizes=${argument#*=} ;;
        --help)
            sed -n '4,/^set/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        *) options+=("$argument") ;;
    esac
done

# run ARGUMENT...: a job of bench/limits.
run()
{
    "$vcluster" run --name="$name" -- "${parameters[@]}" bench/limits \
        "--repetitions=$repetitions" "$@"
}

# with_sizes COLLECTIVE: what limits is to time.
with_sizes()
{
    local size
    for size in ${sizes//,/ }; do
        echo "$1:$size"
    done
}

calibrate()
{
    "$vcluster" calibrate --name="$name" || counts=78
}

# try COLLECTIVE METHOD
try()
{
    parameters=(--mca coll_tunedx_strict 1
        --mca "coll_tunedx_${1}_algorithm" "$2")
    # shellcheck disable=SC2046 # words are wanted
    run --alone $(with_sizes "$1") | sed -n "s/^$1 .*/&  $2/p"
}

counts=0
name=$("$vcluster" up "${options[@]}") || exit
trap 'exit 143' HUP INT TERM # once the job is over
trap '"$vcluster" down "$name"' EXIT

calibrate
parameters=()
# shellcheck disable=SC2046 # words are wanted
run exchange:128k exchange:128k/32k $(with_sizes bcast) $(with_sizes reduce) \
    $(with_sizes allreduce)
for collective in bcast reduce allreduce; do
    IFS=, read -r -a list <<< "${methods[$collective]}"
    for method in "${list[@]}"; do
        try "$collective" "$method"
    done
done
calibrate
exit $counts
