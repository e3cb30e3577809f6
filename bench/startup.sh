#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What tunedx adds to the start of a job and to communicators.  Launches with
# it and without (`--mca coll ^tunedx`) alternate.
#
#   startup.sh [LAUNCHES]     of each kind, 11 by default
#
# Runs in the build directory, where `make bench` leaves the program.
set -eu
# shellcheck source=test/build/env.sh.in
. ./test/build/env.sh

launches=${1:-11}
case $launches in
    '' | *[!0-9]* | 0*)
        echo "startup.sh: $launches: expected a number of launches" >&2
        exit 2
        ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# launch SIDE RANKS WHAT: appends `name value` lines to a file of that side,
# and the time of the whole as launch_us.
launch()
{
    side=$1
    ranks=$2
    what=$3
    set --
    [ "$side" = tunedx ] || set -- --mca coll ^tunedx
    begin=$(date +%s%N)
    # shellcheck disable=SC2086 # BENCH_PREFIX: a command and its arguments
    ${BENCH_PREFIX-} "$MPIRUN" --oversubscribe -n "$ranks" "$@" ./bench/startup "$what" \
        > "$work/said"
    end=$(date +%s%N)
    grep -q -x "served_by $side" "$work/said" || {
        [ "$side" != tunedx ] && ! grep -q -x "served_by tunedx" "$work/said"
    } || {
        echo "startup.sh: not served as it should be: $(cat "$work/said")" >&2
        exit 1
    }
    cat "$work/said" >> "$work/$side.$what.$ranks"
    echo "launch_us $(((end - begin) / 1000))" >> "$work/$side.$what.$ranks"
}

# median SIDE WHAT RANKS NAME
median()
{
    sed -n "s/^$4 //p" "$work/$1.$2.$3" | sort -n |
        awk '{ v[NR] = $1 }
             END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# line WHAT RANKS NAME SCALE
line()
{
    printf '%-26s %5s %12s %12s\n' "$3" "$2" \
        "$(median tunedx "$1" "$2" "$3")" "$(median without "$1" "$2" "$3")" |
        awk '{ printf "%-26s %5d %12.2f %12.2f %8.3f %12.2f\n", $1, $2, $3, $4,
               ($4 > 0 ? $3 / $4 : 0), $3 - $4 }'
}

# both RANKS WHAT
both()
{
    count=0
    while [ "$count" -lt "$launches" ]; do
        launch tunedx "$1" "$2"
        launch without "$1" "$2"
        launch without "$1" "$2"
        launch tunedx "$1" "$2"
        count=$((count + 2))
    done
}

echo "# medians of $launches launches or one more; the slowest rank of each"
printf '%-26s %5s %12s %12s %8s %12s\n' '#' ranks tunedx without ratio difference
for ranks in 2 4 8 16; do
    both "$ranks" init
    for name in init_us finalize_us launch_us; do
        line init "$ranks" "$name"
    done
done
for ranks in 2 4; do
    both "$ranks" communicators
    for name in dup_us dup_first_allreduce_us dup_second_allreduce_us \
        dup_free_us split_us split_free_us unused_bytes used_bytes; do
        line communicators "$ranks" "$name"
    done
done
