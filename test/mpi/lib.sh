# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# For the scripts of this folder: run tests, launch MPI jobs, count.
#
#   TUNEDX_PLUGIN_DIR           directory of the plugin; empty: without it, to
#                               try the tests on Open MPI's own components
#   TUNEDX_TEST_BIN_DIR         directory of the test programs
#   TUNEDX_TEST_LEVEL           sample (default), valgrind or full
#   TUNEDX_TEST_LAUNCH_PREFIX   put before the program, as in "valgrind -q"
#   TUNEDX_TEST_LD_PRELOAD      LD_PRELOAD of the ranks
#   TUNEDX_TEST_SEED            another choice of cases
#   TUNEDX_TEST_FORM            all cases of the matrix in this form: blocking,
#                               nonblocking or persistent
#   TUNEDX_TEST_TIMEOUT         seconds for one job
#   MPIRUN, OMPI_INFO           the commands of Open MPI
set -u

MPIRUN=${MPIRUN:-mpirun}
OMPI_INFO=${OMPI_INFO:-ompi_info}
plugin_dir=${TUNEDX_PLUGIN_DIR-}
bin_dir=${TUNEDX_TEST_BIN_DIR:-.}
level=${TUNEDX_TEST_LEVEL:-sample}
passed=0
failed=0
skipped=0

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ -n "$plugin_dir" ]; then
    export OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$plugin_dir
    components=tunedx,basic
else
    components=basic,libnbc,self
    export TUNEDX_TEST_FORM=blocking # libnbc fails in the other forms
fi

case $level in
    valgrind)
        timeout=${TUNEDX_TEST_TIMEOUT:-600}
        export TUNEDX_TEST_WATCHDOG=${TUNEDX_TEST_WATCHDOG:-300}
        export TUNEDX_TEST_CANARY=0
        ;;
    full) timeout=${TUNEDX_TEST_TIMEOUT:-14400} ;;
    *) timeout=${TUNEDX_TEST_TIMEOUT:-240} ;;
esac
export TUNEDX_TEST_WATCHDOG=${TUNEDX_TEST_WATCHDOG:-30}

# A job that ends with errors, which many tests want, is not waited for a second.
export OMPI_MCA_odls_base_sigkill_timeout=0

# The layer whose transports a test names; to look at all others at each start
# takes a fifth of a short job.
export OMPI_MCA_pml=${OMPI_MCA_pml-ob1}

# Shared memory between the ranks, under the name of this Open MPI.
case $("$MPIRUN" --version 2> /dev/null | head -n 1) in
    *' 4.'*) shared=vader ;;
    *) shared=sm ;;
esac
transport=self,$shared

# now: microseconds.
now()
{
    echo "${EPOCHREALTIME/[.,]/}"
}

# report NAME STATUS START OUTPUT: one line, and the output of a failure.
report()
{
    local name=$1 status=$2 tenths=$((($(now) - $3) / 100000)) output=$4
    local time="($((tenths / 10)).$((tenths % 10)) s)"

    case $status in
        0)
            passed=$((passed + 1))
            echo "ok $name $time"
            ;;
        77)
            skipped=$((skipped + 1))
            echo "ok $name # SKIP ${output##*$'\n'}"
            ;;
        *)
            failed=$((failed + 1))
            echo "not ok $name $time"
            printf '%s\n' "$output" | cut -c 1-900 | head -n 60 |
                sed 's/^/    /'
            ;;
    esac
}

# run_test NAME COMMAND...: passes if the command does; 77 means skipped, the
# last line of its output says why.  TUNEDX_TEST_ONLY is a pattern of names.
run_test()
{
    local name=$1 start output
    shift
    # shellcheck disable=SC2254 # a pattern is wanted
    case $name in
        ${TUNEDX_TEST_ONLY:-*}) ;;
        *) return 0 ;;
    esac
    start=$(now)
    output=$("$@" 2>&1 < /dev/null)
    report "$name" $? "$start" "$output"
}

# Parameters of the next jobs, as in mca=(--mca NAME VALUE).
mca=()

# part_of_job RANKS PROGRAM ARGUMENTS...: sets part, what mpirun needs after its
# options.
part_of_job()
{
    local ranks=$1 program=$2
    shift 2
    part=(-n "$ranks")
    if [ -n "${TUNEDX_TEST_LD_PRELOAD-}" ]; then
        part+=(-x "LD_PRELOAD=$TUNEDX_TEST_LD_PRELOAD")
        part+=(-x "ASAN_OPTIONS=${ASAN_OPTIONS-}")
    fi
    # shellcheck disable=SC2206 # words are wanted
    part+=("${mca[@]}" ${TUNEDX_TEST_LAUNCH_PREFIX-} "$bin_dir/$program" "$@")
}

# launch RANKS PROGRAM ARGUMENTS...
launch()
{
    local part
    part_of_job "$@"
    "$MPIRUN" --oversubscribe --timeout "$timeout" \
        --mca btl "$transport" --mca coll "$components" "${part[@]}"
}

# collect launch RANKS PROGRAM...: sets output, what it says on both streams, and
# status.  mpirun passes the streams on in pieces, so that a program's last line,
# "PROGRAM: N ranks, N failures", may end up within a line that was told before:
# it is put last, and the line around it is whole again.
collect()
{
    local last
    output=$("$@" 2>&1 < /dev/null)
    status=$?
    last=$(grep -o -E "${3-}: [0-9]+ ranks, [0-9]+ failures" <<< "$output" |
        tail -n 1)
    [ -z "$last" ] || output=${output/"$last"$'\n'/}
    [ -z "$last" ] || [ "${output##*$'\n'}" = "$last" ] || output+=$'\n'$last
}

# What must not be in the output, whatever the exit status: ours, valgrind's
# and the sanitizers' words.
trouble='FAILED\|hangs\|crashes\|Invalid \(read\|write\)\|Sanitizer'

# victims RANKS AFTER VICTIM: each of the eight groups has one.
victims()
{
    local output status wanted
    collect launch "$1" errors "$2" "$3"
    wanted=$(grep -c 'as wanted$' <<< "$output")
    if [ "$wanted" -ne 8 ] || grep -q "$trouble" <<< "$output"
    then
        echo "$wanted of 8 as wanted"
        echo "$output"
        return 1
    fi
}

summary()
{
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
