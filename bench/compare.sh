#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Collectives with tunedx, without, and with what else there is, in several
# launches (bench/times), on this machine or on a cluster in a box
# (doc/vcluster.md); doc/benchmarks.md explains it.
#
#   compare.sh [OPTION]... [RESULTS]
#
#   --grid=NAME        quick (default), bandwidth, whole (12 collectives, 12
#                      sizes), short (6 of these) or figures (reduce and
#                      allreduce, three operations)
#   --ranks=N,...      numbers of ranks (default: all hosts' slots; 2 without
#                      hosts)
#   --launches=N       of each part (default: 5)
#   --calls=N          timed, of each side (default: 30)
#   --warm=N           calls before, not timed (default: 3); of short messages in
#                      whole, short and figures ten times as many of both
#   --leave-out=F      as bench/times takes it: does not time what is so slow
#   --sides=LIST       as bench/times takes it (default: tunedx,default)
#   --oracle           also all that Open MPI has: tuned:*, han, adapt, and on
#                      one machine sm and basic
#   --mpich=MPICC      also the side mpich: builds bench/times with this compiler
#   --time=SECONDS     starts nothing more when they are over
#   --limit=SECONDS    ends a job that takes longer (default: a minute and four
#                      times as long as it should)
#   --prefix=COMMAND   starts every job but MPICH's, such as 'nice -n -20'
#   --loaded           even if other programs run
#   --hosts=N ...      on a cluster in a box: any option of
#                      test/vcluster/vcluster.sh up, and --slots and --order
#
# Appends to RESULTS (default: results.jsonl).  Launches that are there already,
# of the same grid, sides and numbers of ranks, count: start it again to go on.
#
# Runs in the build directory after `make bench/times`, with hosts as root after
# `make vcluster`.  Exit status: 0; 1 a job failed or a result was wrong; 2 bad
# usage; 75 the machine is not idle, or another comparison runs; 77 it cannot be
# done here; 78 the calibration of the cluster failed: figures do not count.
set -u
# shellcheck source=test/build/env.sh.in
. ./test/build/env.sh
# shellcheck source=bench/machine.sh
. "${srcdir:?}/bench/machine.sh"
# shellcheck source=bench/grids.sh
. "$srcdir/bench/grids.sh"

vcluster=$srcdir/test/vcluster/vcluster.sh
grid=quick
ranks=
launches=5
calls=30
warm=3
leave_out=
sides=tunedx,default
oracle=no
mpicc=
mpich_program=
time_limit=0
job_limit=0
prefix=()
loaded=no
results=results.jsonl
shape=()  # of a cluster
places=() # of its jobs
hosts=0
slots=1
rate=20mbit
cluster=
network= # as it is in the results
counts=0

say()
{
    echo "compare.sh: $*" >&2
}

refuse()
{
    say "$*"
    exit 2
}

# number OPTION: the value of OPTION=NUMBER.
number()
{
    [[ ${1#*=} =~ ^[1-9][0-9]{0,8}$ ]] || refuse "$1: expected a number"
    echo "${1#*=}"
}

# ---- options ----

vcluster_option()
{
    case $1 in
        --slots=* | --order=*) places+=("$1") ;;
        --*=*) shape+=("$1") ;;
        *) refuse "$1: no such option (--help lists them)" ;;
    esac
    case $1 in
        --hosts=*) hosts=$(number "$1") || exit ;;
        --slots=*) slots=${1#*=} ;;
        --rate=*) rate=${1#*=} ;;
    esac
}

take_option()
{
    case $1 in
        --grid=*) grid=${1#*=} ;;
        --ranks=*) ranks=${1#*=} ;;
        --launches=*) launches=$(number "$1") || exit ;;
        --calls=*) calls=$(number "$1") || exit ;;
        --warm=*) warm=$(number "$1") || exit ;;
        --leave-out=*) leave_out=${1#*=} ;;
        --time=*) time_limit=$(number "$1") || exit ;;
        --limit=*) job_limit=$(number "$1") || exit ;;
        --sides=*) sides=${1#*=} ;;
        --oracle) oracle=yes ;;
        --mpich=*) mpicc=${1#*=} ;;
        --prefix=*) read -r -a prefix <<< "${1#*=}" ;;
        --loaded) loaded=yes ;;
        --help)
            sed -n '4,/^set/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
        -*) vcluster_option "$1" ;;
        *) results=$1 ;;
    esac
}

# How many ranks the hosts take.
all_slots()
{
    local list sum=0 host
    IFS=, read -r -a list <<< "$slots"
    for ((host = 0; host < hosts; host++)); do
        sum=$((sum + ${list[host < ${#list[@]} ? host : ${#list[@]} - 1]}))
    done
    echo $sum
}

check_options()
{
    local count
    [ -n "$(parts_of "$grid")" ] ||
        refuse "--grid=$grid: expected quick, bandwidth, whole, short or figures"
    [ "$hosts" -gt 0 ] || [ ${#shape[@]}${#places[@]} = 00 ] ||
        refuse "${shape[*]} ${places[*]}: needs --hosts=N"
    [[ $slots =~ ^[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*$ ]] ||
        refuse "--slots=$slots: expected numbers by commas"
    [ "$hosts" -gt 0 ] || ranks=${ranks:-2}
    ranks=${ranks:-$(all_slots)}
    [[ $ranks =~ ^[1-9][0-9]{0,3}(,[1-9][0-9]{0,3})*$ ]] ||
        refuse "--ranks=$ranks: expected numbers by commas"
    for count in ${ranks//,/ }; do
        [ "$count" -ge 2 ] || refuse "--ranks=$ranks: expected 2 or more"
        [ "$hosts" = 0 ] || [ "$count" -le "$(all_slots)" ] ||
            refuse "--ranks=$ranks: $hosts hosts take $(all_slots) ranks"
    done
    [[ $leave_out =~ ^([1-9][0-9]*(\.[0-9]+)?)?$ ]] ||
        refuse "--leave-out=$leave_out: expected a factor, as 1.5"
    [ -x bench/times ] || refuse "bench/times is missing: make bench/times"
    : >> "$results" || refuse "$results: cannot be written"
}

# ---- the machine ----

take_lock()
{
    exec 8> "${TMPDIR:-/tmp}/tunedx-compare.lock"
    flock --nonblock 8 || {
        say "another comparison runs on this machine: it would spoil both"
        exit 75
    }
}

# Other programs change times by factors.
check_idle()
{
    local load used
    [ "$loaded" = no ] || return 0
    read -r load _ < /proc/loadavg
    used=$(busy)
    if [ "$used" -gt 10 ] || awk "BEGIN { exit !($load > 0.3) }"; then
        say "this machine is not idle (load $load, cores in use to $used %):" \
            "figures would not count; wait, or --loaded"
        exit 75
    fi
}

# Builds bench/times with MPICH; what is missing is told, and it goes on without.
# Its ranks spin: with a prefix that makes them real-time processes, those that
# wait would keep the others from the cores.  They go before other programs in
# the ordinary way.
mpich_prefix=()
build_mpich()
{
    [ -n "$mpicc" ] || return 0
    if ! command -v "$mpicc" > /dev/null; then
        say "$mpicc is not there: no side mpich (on Debian: apt-get install" \
            "mpich libmpich-dev)"
        return 0
    fi
    mpich_run=$(dirname "$(command -v "$mpicc")")/$(basename "$mpicc" |
        sed 's/^mpicc/mpirun/')
    [ -x "$mpich_run" ] || refuse "$mpicc: there is no $mpich_run beside it"
    mkdir -p bench/mpich
    "$mpicc" -std=c11 -O2 -D_GNU_SOURCE -I"$srcdir" -I. -o bench/mpich/times \
        "$srcdir"/bench/times*.c "$srcdir"/bench/calls.c \
        "$srcdir"/bench/contents.c "$srcdir"/bench/elements.c \
        "$srcdir"/bench/statistics.c "$srcdir"/model/limit.c \
        "$srcdir"/schedule/collective.c -lm ||
        refuse "$mpicc cannot build bench/times (on Debian: apt-get install" \
            "libmpich-dev)"
    mpich_program=bench/mpich/times
    [ "$(nice -n -20 nice 2> /dev/null)" != -20 ] ||
        mpich_prefix=(nice -n -20)
}

calibrate()
{
    [ -n "$cluster" ] || return 0
    "${prefix[@]}" "$vcluster" calibrate --name="$cluster" 8>&- || counts=78
}

# Removes it, once a job that was interrupted has let go of it.
end_cluster()
{
    local patience=20
    trap '' HUP INT TERM
    until "$vcluster" down "$cluster" 2> /dev/null; do
        patience=$((patience - 1))
        [ "$patience" -gt 0 ] || {
            say "the cluster $cluster stays: vcluster.sh down $cluster"
            return
        }
        sleep 1
    done
}

make_cluster()
{
    [ "$hosts" -gt 0 ] || return 0
    cluster=$("$vcluster" up "${shape[@]}" 8>&-) || exit
    trap 'exit 143' HUP INT TERM # once the job is over
    trap end_cluster EXIT
    calibrate
    [ $counts = 0 ] || [ "$loaded" = yes ] || exit $counts
}

# Bytes a second, for the estimate: of a link, or of memory that all share.
find_bandwidth()
{
    awk -v rate="$([ "$hosts" = 0 ] && echo none || echo "$rate")" 'BEGIN {
        factor["bit"] = 1; factor["kbit"] = 1e3
        factor["mbit"] = 1e6; factor["gbit"] = 1e9
        unit = rate; gsub(/[0-9.]/, "", unit)
        printf "%d\n", rate == "none" ? 5e8 : rate * factor[unit] * 0.93 / 8 }'
}

# ---- launches ----

# done_of GRID RANKS: how many whole launches of it are in the results; one that
# was killed has fewer lines than its first one promises.
done_of()
{
    awk -v grid="\"network\":\"$network\",\"grid\":\"$1\"," \
        -v ranks="\"ranks\":$2," '
        function close_one() { if (wanted && lines == due) { count++ } }
        /^{"results":/ {
            close_one()
            wanted = index($0, grid) && index($0, ranks)
            due = $0; sub(/.*"lines":/, "", due); due += 0
            lines = 0
            next
        }
        /}$/ { lines++ }
        END { close_one(); print count + 0 }' "$results"
}

# job RANKS KIND OPTIONS-OF-MPIRUN SECONDS PROGRAM ARGUMENT...: its output;
# status 124 if it was ended because it took longer.
job()
{
    local count=$1 kind=$2 before first=("${prefix[@]}") bind=none
    local stop=(timeout --kill-after=20 "$4")
    read -r -a before <<< "$3"
    shift 4
    local -x MPIRUN=$MPIRUN
    if [ "$kind" = mpich ]; then
        MPIRUN=$mpich_run
        first=("${mpich_prefix[@]}")
    fi
    if [ -n "$cluster" ]; then
        with_plugin "${stop[@]}" "${first[@]}" "$vcluster" run \
            --name="$cluster" "${places[@]}" -- "${before[@]}" -n "$count" "$@"
        return
    fi
    if [ "$kind" != mpich ]; then
        [ "$count" -gt "$(nproc)" ] || bind=core
        before+=(--oversubscribe --bind-to "$bind")
    fi
    with_plugin "${stop[@]}" "${first[@]}" "$MPIRUN" "${before[@]}" -n "$count" "$@"
}

# launch RANKS PART KIND CELL...: if it has not been done `number` times.  KIND
# is a line of kinds_of.
failed=0
launch()
{
    local count=$1 part=$2 kind before options program=bench/times tag begun
    local limit=$job_limit timed status
    IFS='|' read -r kind before options <<< "$3"
    shift 3
    timed=$(often "$calls" "$part")
    tag="$grid $part $kind ${options#--sides=} $timed${leave_out:+ to $leave_out}"
    [ "$(done_of "$tag" "$count")" -lt "$number" ] || return 0
    if [ "$time_limit" -gt 0 ] && [ $SECONDS -ge "$time_limit" ]; then
        say "$time_limit seconds are over; start it again to go on"
        exit $counts
    fi
    [ "$kind" != mpich ] || program=$mpich_program
    begun=$SECONDS
    [ "$limit" -gt 0 ] || limit=$((60 + 4 * $(seconds_of "$count" "$part" "$@")))
    job "$count" "$kind" "$before" "$limit" "$program" "$options" \
        --calls="$timed" --warm="$(often "$warm" "$part")" \
        ${leave_out:+--leave-out="$leave_out"} --seed="$number" --grid="$tag" \
        --network="$network" --output="$results" "$@" \
        > /dev/null 2> "$results.log" 8>&- < /dev/null
    status=$?
    if [ $status = 124 ] && [ "$(done_of "$tag" "$count")" -ge "$number" ]; then
        say "this job wrote all results but did not end: stopped"
    elif [ $status = 124 ]; then
        failed=1
        say "a job was stopped after $limit s, without results; --limit lets" \
            "it take longer"
    elif [ $status != 0 ]; then
        failed=1
        say "a job failed; see $results.log: $(grep -m 1 . "$results.log")"
    fi
    echo "launch $number of $launches, $count ranks: $part, $kind:" \
        "$((SECONDS - begun)) s"
}

# Each part's kinds, forwards and backwards by turns.
launch_all()
{
    local number count part cells kind order
    for ((number = 1; number <= launches; number++)); do
        order=(cat)
        [ $((number % 2)) = 1 ] || order=(tac)
        for count in ${ranks//,/ }; do
            while read -r part cells; do
                while IFS= read -r kind; do
                    # shellcheck disable=SC2086 # words are wanted
                    launch "$count" "$part" "$kind" $cells
                done < <(kinds_of "$part" | "${order[@]}")
            done < <(parts_of "$grid")
        done
    done
}

# Before it begins: how long will it take?
estimate()
{
    local count part cells seconds=0
    for count in ${ranks//,/ }; do
        while read -r part cells; do
            # shellcheck disable=SC2086 # words are wanted
            seconds=$((seconds + $(seconds_of "$count" "$part" $cells)))
        done < <(parts_of "$grid")
    done
    [ -z "$mpich_program" ] || seconds=$((2 * seconds))
    echo "grid $grid on $ranks ranks, $launches launches: about" \
        "$((seconds * launches / 60)) minutes, $((seconds / 60)) for each" \
        "launch$([ "$time_limit" = 0 ] || echo "; at most $time_limit s now")"
}

for argument; do
    take_option "$argument"
done
check_options
# The rate is said, even where it is vcluster.sh's own default.
[ "$hosts" = 0 ] || [[ " ${shape[*]}" = *" --rate="* ]] ||
    shape+=("--rate=$rate")
if [ "$oracle" = yes ]; then
    sides+=',tuned:*,han,adapt'
    [ "$hosts" -gt 0 ] || sides+=,sm,basic
fi
network="${shape[*]#--}${places[*]:+ ${places[*]#--}}"
bandwidth=$(find_bandwidth)
export bandwidth
take_lock
check_idle
build_mpich
estimate
make_cluster
launch_all
calibrate
echo "done: $results; to look at it: tunedx report $results -o report.html"
[ $failed = 0 ] || exit 1
exit $counts
