#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# Tests everything, on Debian or Ubuntu from scratch: as root or with sudo it
# installs the packages that are missing, then builds below ./build-check.
#
#   ./runtests.sh            everything once
#   ./runtests.sh --quick    without valgrind, distcheck, a toy algorithm, other
#                            people's test suites and Open MPI 5.0
#   ./runtests.sh --full     the whole of every test matrix (hours)
#
# The last line counts: N passed, N failed, N skipped.  Logs stay in
# build-check/logs.
#
#   TUNEDX_TEST_MINUTES   what --quick leaves out does not begin later than this,
#                         and is skipped (default: 55; with --full 0: no limit)
set -u
cd "$(dirname "$0")" || exit 1

level=sample
quick=no
limit=40m # for one step, should jobs hang
minutes=${TUNEDX_TEST_MINUTES:-55}
# of make check in the optimised build; the command is tested with sanitizers
# shellcheck disable=SC2016 # make expands them
checks='$(BUILD_TESTS) $(UNIT_TEST_NAMES)'
case $minutes in
    *[!0-9]* | 0?*)
        echo "$0: TUNEDX_TEST_MINUTES: expected a number of minutes," \
            "found '$minutes'; nothing is tested" >&2
        exit 2
        ;;
esac
case ${1:-} in
    '') ;;
    --quick) quick=yes ;;
    --full)
        level=full
        limit=0
        # shellcheck disable=SC2016
        checks+=' $(COMMAND_TESTS)'
        minutes=${TUNEDX_TEST_MINUTES:-0}
        ;;
    *)
        sed -n '3,/^set/s/^# \{0,1\}//p' "$0"
        exit 2
        ;;
esac

top=$PWD
work=$top/build-check
logs=$work/logs
jobs=$(nproc)
passed=0
failed=0
skipped=0

say()
{
    printf '[%3d:%02d] %s\n' $((SECONDS / 60)) $((SECONDS % 60)) "$*"
}

# How many lines of a log match.
lines()
{
    grep -c -E "$1" "$2"
}

# step NAME COMMAND...: runs the command, counts the tests that it reports (as
# automake and TAP print them) or itself, if it reports none.  Succeeds if the
# command did.
step()
{
    local name=$1 log=$logs/${1// /-}.log start=$SECONDS status
    shift
    say "$name ..."
    "$@" > "$log" 2>&1 < /dev/null
    status=$?
    count "$name" "$log" $status $((SECONDS - start))
    return $status
}

# count NAME LOG STATUS SECONDS: what a step reported.
count()
{
    local name=$1 log=$2 status=$3 ok bad skip
    skip=$(lines '^SKIP: |^ok .*# SKIP' "$log")
    ok=$(($(lines '^(PASS|XFAIL): |^ok ' "$log") - $(lines '^ok .*# SKIP' "$log")))
    bad=$(lines '^(FAIL|XPASS|ERROR): |^not ok ' "$log")
    if [ "$status" -ne 0 ] && [ "$bad" -eq 0 ]; then
        bad=1
    elif [ $((ok + bad + skip)) -eq 0 ]; then
        ok=1
    fi
    passed=$((passed + ok))
    failed=$((failed + bad))
    skipped=$((skipped + skip))
    say "$name: $ok passed, $bad failed, $skip skipped ($4 s)"
    if [ "$bad" -gt 0 ]; then
        grep -E -A 2 '^(\| )?(FAIL|XPASS|ERROR|not ok)|error:|undefined reference|\*\*\*' "$log" |
            head -n 60 | sed 's/^/        /'
        echo "        (all of it: $log)"
    fi
}

# in_time NAME COMMAND...: a step that is skipped when it is too late for it.
in_time()
{
    if [ "$minutes" -gt 0 ] && [ $SECONDS -ge $((minutes * 60)) ]; then
        skipped=$((skipped + 1))
        say "$1: skipped, $minutes minutes are over (TUNEDX_TEST_MINUTES)"
    else
        step "$@"
    fi
}

# beside NAME COMMAND...: a step that takes what time MPI jobs leave, which wait
# for their launchers and for each other: at the lowest priority, in the
# background, one after the other.  Nothing of it may start MPI jobs.
queue=() # names of such steps, whose logs and statuses await
beside()
{
    local name=$1 log=$logs/${1// /-}.log before=${queued-}
    shift
    say "$name, beside what follows"
    {
        [ -z "$before" ] || tail --pid="$before" -f /dev/null
        renice -n 19 -p "$BASHPID" > /dev/null
        SECONDS=0
        "$@" > "$log" 2>&1 < /dev/null
        echo "$? $SECONDS" > "$log.status"
    } &
    queued=$!
    queue+=("$name")
}

# Waits for them and counts.
settle()
{
    local name log status seconds
    wait
    for name in "${queue[@]}"; do
        log=$logs/${name// /-}.log
        status=1 seconds=0 # should it have been killed
        [ ! -f "$log.status" ] || read -r status seconds < "$log.status"
        count "$name" "$log" "$status" "$seconds"
    done
    queue=()
    queued=
}

finish()
{
    say "done"
    echo "$passed passed, $failed failed, $skipped skipped"
    exit $((failed > 0))
}

# ---- packages ----

packages='gcc libc6-dev make autoconf automake libtool pkg-config
    libopenmpi-dev openmpi-bin libcmocka-dev libjansson-dev scdoc bats
    valgrind strace iproute2 ethtool util-linux tcpdump
    clang-format clang-tidy shellcheck codespell'
[ $quick = yes ] || packages+=' python3-mpi4py scalapack-mpi-test mumps-test mmdebstrap'

# The components with which other people's suites run, and some jobs more on
# Open MPI 5.0, as in mpirun --mca coll LIST; empty: all components, or none.
export TUNEDX_COLL_LIST=${TUNEDX_COLL_LIST-tunedx,basic}

install_packages()
{
    local missing=() package sudo=
    for package in $packages; do
        dpkg-query -W -f '${Status}' "$package" 2> /dev/null |
            grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ "$(id -u)" = 0 ] || sudo=sudo
    echo "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    $sudo apt-get install -y --no-install-recommends "${missing[@]}" || {
        $sudo apt-get update &&
            $sudo apt-get install -y --no-install-recommends "${missing[@]}"
    }
}

# ---- builds ----

# libtool, a script that runs for every file, is faster in a shell that is small,
# as Debian's is: a build takes two thirds of the time.
export CONFIG_SHELL=/bin/sh

# build NAME ARGUMENTS...: configures and makes in build-check/NAME
build()
(
    name=$1
    shift
    mkdir -p "$work/$name" && cd "$work/$name" &&
        "$top/configure" --enable-werror --prefix="$work/$name/prefix" "$@" &&
        make -j "$jobs"
)

# in_build NAME ARGUMENTS...: make there
in_build()
{
    local name=$1
    shift
    timeout "$limit" make -C "$work/$name" "$@"
}

# Faults, in a few small jobs; what Open MPI itself does wrong is left out.
valgrind_tests()
{
    local command='valgrind --quiet --error-exitcode=99' file theirs
    # shellcheck disable=SC1091
    theirs=$(. "$work/optimised/test/build/env.sh" && echo "$OPENMPI_PKGDATADIR")
    for file in "$theirs/openmpi-valgrind.supp" test/build/valgrind.supp; do
        [ ! -f "$file" ] || command+=" --suppressions=$(realpath "$file")"
    done
    TUNEDX_TEST_LAUNCH_PREFIX=$command \
        in_build optimised check-mpi TUNEDX_TEST_LEVEL=valgrind
}

install_and_check()
{
    in_build optimised install && in_build optimised installcheck
}

# One test, whatever runs inside: all that reads files of the tarball.
# shellcheck disable=SC2016 # make expands them
distcheck()
(
    set -o pipefail
    in_build optimised distcheck -j "$jobs" TUNEDX_TEST_LEVEL=few \
        TESTS='$(BUILD_TESTS) $(COMMAND_TESTS) test/unit/test_corpus' \
        DISTCHECK_CONFIGURE_FLAGS=CFLAGS=-O0 | sed 's/^/| /'
)

# ---- all of it ----

rm -rf "$work"
mkdir -p "$logs"

if command -v apt-get > /dev/null; then
    say "packages"
    install_packages > "$logs/packages.log" 2>&1 || {
        tail -n 20 "$logs/packages.log"
        say "could not install packages: going on with what is there"
    }
fi

if [ -f config.status ]; then
    make distclean > /dev/null # or no other build of this tree is possible
fi
step "autogen" ./autogen.sh || finish

if step "optimised build" build optimised; then
    # the verifier's matrix, of which this has a little, comes whole
    TUNEDX_TEST_MATRIX=few step "optimised check" in_build optimised check -k \
        -j "$jobs" TUNEDX_TEST_LEVEL=$level TESTS="$checks"
    step "benchmark build" in_build optimised bench/times -j "$jobs"
    beside "verifier, the whole matrix" in_build optimised check-full
    beside "lint" in_build optimised lint TUNEDX_TEST_LEVEL=$level
    step "optimised check-mpi" in_build optimised check-mpi \
        TUNEDX_TEST_LEVEL=$level
    step "optimised check-vcluster" in_build optimised check-vcluster
    step "optimised check-examples" in_build optimised check-examples
    settle
    step "installcheck" install_and_check
fi

if step "sanitized build" build sanitized --enable-sanitizers \
    CFLAGS='-O1 -g'; then
    step "build of sanitized tests" in_build sanitized check bench/times \
        -j "$jobs" TESTS=
    # of configure, headers and documents another build shows nothing new
    # shellcheck disable=SC2016 # make expands them
    beside "sanitized check" in_build sanitized check -k -j "$jobs" \
        TUNEDX_TEST_LEVEL=few TESTS='$(COMMAND_TESTS) $(UNIT_TEST_NAMES)'
    # fewer algorithms in each job, and short floods: the long ones, which show
    # that memory does not grow, are those of the optimised build
    TUNEDX_TEST_STRIDE=16 TUNEDX_TEST_CALLS=40000 step "sanitized check-mpi" \
        in_build sanitized check-mpi
    step "sanitized check-examples" in_build sanitized check-examples
    settle
fi

if [ $quick = no ] && [ -d "$work/optimised" ]; then
    in_time "valgrind" valgrind_tests
    in_time "Open MPI 5.0" in_build optimised check-five
    in_time "distcheck" distcheck
    in_time "suites of others" in_build optimised check-suites
    in_time "toy algorithm" in_build optimised check-toy
    in_time "compiled decision" in_build optimised check-decision
fi
finish
