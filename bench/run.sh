#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Runs all benchmarks and writes their tables to a directory.
#
#   run.sh [OPTION]... [DIRECTORY]
#
#   --quick           one launch of few blocks: does it work, not how fast is it
#   --launches=N      of the comparison of collectives (default: 5)
#   --wait=SECONDS    how long to wait before each part for other programs to
#                     leave the cores alone (default: 60); if they do not, that
#                     is noted
#   --prefix=COMMAND  starts every launch (default: nice -n -20 if allowed).
#                     With `chrt -r 1` other programs cannot disturb at all;
#                     they stand still meanwhile.
#
# `make bench` runs it, in the build directory; the directory is
# bench-results by default.
set -eu
# shellcheck source=test/build/env.sh.in
. ./test/build/env.sh
# shellcheck source=bench/machine.sh
. "${srcdir:?}/bench/machine.sh"

launches=5
patience=60
results=bench-results
quick=
BENCH_PREFIX=
# Where it is allowed, go before other programs: they disturb less.
if [ "$(nice -n -20 nice 2> /dev/null)" = -20 ]; then
    BENCH_PREFIX='nice -n -20'
fi

refuse()
{
    echo "run.sh: $1" >&2
    exit 2
}

# number OPTION: the value of OPTION=NUMBER.
number()
{
    case ${1#*=} in
        '' | *[!0-9]*) refuse "$1: expected a number" ;;
    esac
    echo "${1#*=}"
}

for argument; do
    case $argument in
        --quick) quick=yes launches=1 patience=0 ;;
        --launches=*) launches=$(number "$argument") || exit 2 ;;
        --wait=*) patience=$(number "$argument") || exit 2 ;;
        --prefix=*) BENCH_PREFIX=${argument#*=} ;;
        --help)
            sed -n '4,/^set/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        -*) refuse "$argument: no such option (--help lists them)" ;;
        *) results=$argument ;;
    esac
done
[ "$launches" -gt 0 ] || refuse "--launches: expected at least 1"
for program in collectives costs memory overlap startup; do
    [ -x "bench/$program" ] ||
        refuse "bench/$program is missing: make bench"
done
mkdir -p "$results"

# shellcheck disable=SC2086 # a command and its arguments
$BENCH_PREFIX true 2> /dev/null || refuse "cannot run: $BENCH_PREFIX true"
export BENCH_PREFIX

# Waits until the machine is quiet; then says what it was like.
wait_for_quiet()
{
    deadline=$(($(date +%s) + patience))
    while used=$(busy) && [ "$used" -gt 10 ] &&
        [ "$(date +%s)" -lt "$deadline" ]; do
        sleep 2
    done
    echo "# before the start the cores were in use to $used %;" \
        "run with: ${BENCH_PREFIX:-no prefix}"
}

# launch RANKS PROGRAM ARGUMENT...
launch()
{
    count=$1
    program=$2
    shift 2
    bind=none
    [ "$count" -gt "$(nproc)" ] || bind=core
    # shellcheck disable=SC2086
    $BENCH_PREFIX "$MPIRUN" --oversubscribe --bind-to "$bind" -n "$count" \
        "./bench/$program" "$@"
}

# compare NAME SIDES RANKS OPTION...: several launches, and their medians; SIDES
# is what the table says of them.
compare()
{
    name=$1
    sides=$2
    ranks=$3
    shift 3
    [ -z "$quick" ] || set -- "$@" --pairs=5 --rounds=1 --block=100
    rm -f "$results/$name".*.csv
    for number in $(seq "$launches"); do
        echo "$name, launch $number of $launches"
        {
            wait_for_quiet
            launch "$ranks" collectives "$@" --csv="$results/$name.$number.csv"
        } > "$results/$name.$number.txt"
    done
    awk -v sides="$sides" -f "$srcdir/bench/merge.awk" "$results/$name".*.csv \
        > "$results/$name.txt"
}

# compare_forms NAME SIDES OPTION...: the same for forms that do not block, over
# more sizes, and arranged by size.
compare_forms()
{
    name=$1
    sides=$2
    shift 2
    compare "$name" "$sides" 2 --max=512k --pairs=10 "$@"
    awk -f "$srcdir/bench/matrix.awk" "$results/$name.txt" \
        > "$results/$name-by-size.txt"
}

# Which methods the comparison runs, and why: tunedx's own report.
methods()
{
    OMPI_MCA_coll_tunedx_report=1 launch 2 collectives --pairs=2 --rounds=1 \
        --block=50 --max=1M | sed -n '/^tunedx report/,$p'
}

echo "results go to $results"
{
    wait_for_quiet
    # shellcheck disable=SC2086
    $BENCH_PREFIX ./bench/costs
} > "$results/costs.txt"
methods > "$results/methods.txt"
compare control 'A and B: without tunedx' 2 --control
compare short 'A: tunedx, B: without' 2
compare long 'A: tunedx, B: without' 2 --min=8k --max=1M --pairs=5
compare short-4-ranks 'A: tunedx, B: without' 4 --sizes=8,64,512,4k \
    --pairs=11 --block=5000
compare_forms nonblocking 'nonblocking; A: tunedx, B: without' \
    --form=nonblocking
compare_forms persistent 'persistent; A: tunedx, B: without' --form=persistent
compare_forms nonblocking-control 'nonblocking; A and B: without tunedx' \
    --form=nonblocking --control
compare_forms own 'A: tunedx, persistent, B: tunedx, blocking' \
    --form=persistent --against=blocking
echo "overlap and memory"
{
    wait_for_quiet
    launch 2 overlap ${quick:+3}
} > "$results/overlap.txt"
launch 2 memory > "$results/memory.txt"
echo "start-up and communicators"
{
    wait_for_quiet
    "${SHELL:-sh}" "$srcdir/bench/startup.sh" ${quick:+1}
} > "$results/startup.txt"
echo "done: $results/costs.txt, methods.txt, control.txt, short.txt, long.txt," \
    "short-4-ranks.txt, nonblocking.txt, persistent.txt," \
    "nonblocking-control.txt, own.txt (and -by-size), overlap.txt," \
    "memory.txt, startup.txt"
