#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What tunedx adds to the start of a job and to communicators, and a rules file
# to the start.  Launches with it and without alternate: with tunedx and with
# `--mca coll ^tunedx`, with a file and with none.
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
    case $side in
        tunedx) set -- ;;
        rules) set -- --mca coll_tunedx_rules_file "$work/site.rules" ;;
        without) set -- --mca coll ^tunedx ;;
    esac
    begin=$(date +%s%N)
    # shellcheck disable=SC2086 # BENCH_PREFIX: a command and its arguments
    ${BENCH_PREFIX-} "$MPIRUN" --oversubscribe -n "$ranks" "$@" ./bench/startup "$what" \
        > "$work/said"
    end=$(date +%s%N)
    served=no
    ! grep -q -x "served_by tunedx" "$work/said" || served=yes
    if [ "$side" = without ] && [ $served = yes ] ||
        [ "$side" != without ] && [ $served = no ]; then
        echo "startup.sh: not served as it should be: $(cat "$work/said")" >&2
        exit 1
    fi
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

# line WHAT RANKS NAME SIDE OTHER
line()
{
    printf '%-26s %5s %12s %12s\n' "$3" "$2" \
        "$(median "$4" "$1" "$2" "$3")" "$(median "$5" "$1" "$2" "$3")" |
        awk '{ printf "%-26s %5d %12.2f %12.2f %8.3f %12.2f\n", $1, $2, $3, $4,
               ($4 > 0 ? $3 / $4 : 0), $3 - $4 }'
}

# both RANKS WHAT SIDE OTHER
both()
{
    count=0
    rm -f "$work/$3.$2.$1" "$work/$4.$2.$1"
    while [ "$count" -lt "$launches" ]; do
        launch "$3" "$1" "$2"
        launch "$4" "$1" "$2"
        launch "$4" "$1" "$2"
        launch "$3" "$1" "$2"
        count=$((count + 2))
    done
}

# heading SIDE OTHER
heading()
{
    printf '%-26s %5s %12s %12s %8s %12s\n' '#' ranks "$1" "$2" ratio difference
}

echo "# medians of $launches launches or one more; the slowest rank of each"
heading tunedx without
for ranks in 2 4 8 16; do
    both "$ranks" init tunedx without
    for name in init_us finalize_us launch_us; do
        line init "$ranks" "$name" tunedx without
    done
done
for ranks in 2 4; do
    both "$ranks" communicators tunedx without
    for name in dup_us dup_first_allreduce_us dup_second_allreduce_us \
        dup_free_us split_us split_free_us unused_bytes used_bytes; do
        line communicators "$ranks" "$name" tunedx without
    done
done

rows=1000
{
    echo 'tunedx-rules 1'
    echo '[bcast]'
    row=0
    while [ "$row" -lt "$rows" ]; do
        echo "$((row % 64 + 2)) * * $((row * 64))..$((row * 64 + 63)) ->" \
            "chain chains=$((row % 8 + 1)) segment=$((row % 16 + 1))k"
        row=$((row + 1))
    done
} > "$work/site.rules"
echo
echo "# the same for a rules file of $rows rows (128 different methods)"
heading rules none
for ranks in 2 4 8 16 32 64; do
    both "$ranks" init rules tunedx
    line init "$ranks" init_us rules tunedx
done
