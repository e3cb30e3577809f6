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
    collect launch "$@"
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
    require "counted" grep -q \
        '^allreduce  *2  ring (info key) needs a commutative' <<< "$output" ||
        return
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

# ---- changes at run time ----

# mpi_t COMMANDS...: sets output and status.
mpi_t()
{
    mca+=(--mca coll_tunedx_report 1)
    run 4 mpi_t "$@"
    mca=()
    require "the job goes on" grep -q '^mpi_t: 4 ranks, 0 failures' \
        <<< "$output"
}

# used BYTES METHOD [COLLECTIVE]: in the row of that size, which is the only one.
used()
{
    require "$2 for $1 bytes" [ "$(rows "${3:-bcast}" | grep -c " $1\.\." \
        )" -eq 1 ] || return
    require "$2 for $1 bytes" \
        grep -q "^${3:-bcast} *$1\.\..* 3 .* $2 " <<< "$output"
}

# A change is for what is made later, and for the rest once the epoch is raised;
# what was cached is forgotten.
changes_later()
{
    mpi_t bcast 64 set bcast_algorithm 'chain chains=2' bcast 128 \
        dup bcast 256 world bcast 512 set epoch 1 bcast 1024 bcast 64 \
        set bcast_algorithm auto set epoch 2 bcast 2048 || return
    used 512 binomial && used 1k 'chain chains=2' && used 2k binomial &&
        used 4k 'chain chains=2' && used 8k binomial || return
    require "64 ints, before and after" [ "$(rows bcast | grep -c ' 256\.\.')" \
        -eq 2 ] || return
    require "no message" [ "$(lines 'tunedx: ')" -eq 0 ]
}

window_changes()
{
    mpi_t bcast 64 set window 7 bcast 128 set epoch 3 bcast 256 \
        set window 99 set epoch 4 bcast 512 show window || return
    require "window 4 before" \
        grep -q '^bcast  *512.*window=4 ' <<< "$output" || return
    require "window 7 after" \
        grep -q '^bcast  *1k.*window=7 ' <<< "$output" || return
    require "99 is told, once" once 'coll_tunedx_window = 99, .*MPI_T' || return
    require "7 holds" grep -q '^bcast  *2k.*window=7 ' <<< "$output" || return
    require "7 is shown" [ "$(lines 'window = 7$')" -eq 4 ]
}

# With `strict` as well: that is about the start.
bad_change()
{
    mca=(--mca coll_tunedx_strict 1)
    mpi_t set bcast_algorithm chain set epoch 1 bcast 64 \
        set bcast_algorithm chian set epoch 2 bcast 128 dup bcast 256 \
        show bcast_algorithm || return
    require "one message" once 'coll_tunedx_bcast_algorithm = "chian", .*MPI_T' \
        || return
    require "what was meant" mentions 'did you mean "chain"?' || return
    require "what holds" mentions 'The value from before holds' || return
    used 256 chain && used 512 chain && used 1k chain || return
    require "shown on all ranks" [ "$(lines 'bcast_algorithm = chain$')" -eq 4 ]
}

# What MPI_T shows is what the job has agreed on.
shows_what_holds()
{
    cat > "$scratch/mixed" << 'END'
#!/bin/sh
OMPI_MCA_coll_tunedx_bcast_algorithm=linear
[ "$OMPI_COMM_WORLD_RANK" -gt 0 ] || OMPI_MCA_coll_tunedx_bcast_algorithm=chain
export OMPI_MCA_coll_tunedx_bcast_algorithm
exec "$@"
END
    chmod +x "$scratch/mixed"
    TUNEDX_TEST_LAUNCH_PREFIX="$scratch/mixed ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        mpi_t show bcast_algorithm bcast 64 dup bcast 128 || return
    require "on all ranks" [ "$(lines 'bcast_algorithm = chain$')" -eq 4 ] ||
        return
    used 256 chain && used 512 chain
}

# Counters begin at zero when they are started, and count every form.
counts()
{
    mca=(--mca coll_tunedx_allreduce_algorithm ring)
    run 4 mpi_t bcast 16 start bcast_binomial_calls start bcast_chain_calls \
        start cache_hits start cache_misses start allreduce_ring_calls \
        start allreduce_ring_refusals \
        bcast 16 bcast 17 ibcast read bcast_binomial_calls \
        read bcast_chain_calls read cache_hits read cache_misses \
        set bcast_algorithm chain set epoch 1 bcast 16 ordered \
        read bcast_binomial_calls read bcast_chain_calls \
        read allreduce_ring_calls read allreduce_ring_refusals
    require "the job goes on" grep -q '^mpi_t: 4 ranks, 0 failures' \
        <<< "$output" || return
    local wanted='bcast_binomial_calls = 8
bcast_chain_calls = 0
cache_hits = 6
cache_misses = 2
bcast_binomial_calls = 8
bcast_chain_calls = 3
allreduce_ring_calls = 0
allreduce_ring_refusals = 2'
    require "$wanted" [ "$(grep ' = ' <<< "$output")" = "$wanted" ]
}

# Calls are counted no longer than somebody counts, also where a session is
# freed with counters that run.
stops_counting()
{
    mca=(--mca coll_tunedx_verbose 20)
    run 1 mpi_t start cache_hits start cache_misses forget \
        start cache_hits forget start cache_hits
    mca=()
    require "the job goes on" grep -q '^mpi_t: 1 ranks, 0 failures' \
        <<< "$output" || return
    local wanted='calls are counted
calls are no longer counted'
    wanted=$wanted$'\n'$wanted$'\n'$wanted
    require "$wanted" [ "$(grep -o 'calls are .*' <<< "$output")" = "$wanted" ]
}

changes()
{
    run_test "MPI_T: a method, before and after the epoch" changes_later
    run_test "MPI_T: the window" window_changes
    run_test "MPI_T: a bad value" bad_change
    run_test "MPI_T: counters" counts
    run_test "MPI_T: counting ends" stops_counting
    run_test "MPI_T: shows what holds" shows_what_holds
}

# ---- the report, and what is told at once ----

# Three searches for each of three sizes on each of four ranks, the first of
# which finds nothing; and ring for what does not commute, in two sizes.
report_adds_up()
{
    mca=(--mca coll_tunedx_allreduce_algorithm ring)
    mpi_t bcast 10 bcast 1000 bcast 10 ordered allreduce 16 || return
    require "searches" once \
        '^programs, all ranks: 16 built, 40 found in the cache' || return
    require "in vain" \
        grep -q '^allreduce  *2  ring (parameter) needs a commut' <<< "$output"
}

# The map of a collective, once for each communicator that uses it.
tells_maps()
{
    mca=(--mca coll_tunedx_verbose 10)
    mpi_t bcast 10 bcast 1000 bcast 10 dup bcast 10 || return
    require "two communicators" [ "$(lines 'communicator .*: 4 ranks on')" \
        -eq 2 ] || return
    require "two maps" [ "$(lines 'bcast on communicator .* bytes')" -eq 2 ] ||
        return
    require "short ones" [ "$(lines 'tunedx:   0\.\.[0-9a-zA-Z]* *binomial')" -eq 2 ] \
        || return
    require "the last range is open" [ "$(lines 'tunedx:   [0-9a-zA-Z]*\.\. ')" \
        -ge 2 ] || return
    require "no decisions" [ "$(lines 'bcast, 40 bytes')" -eq 0 ]
}

# Each new decision once, from one rank.
tells_decisions()
{
    mca=(--mca coll_tunedx_verbose 20)
    mpi_t bcast 10 bcast 1000 bcast 10 || return
    require "40 bytes, once" once 'bcast, 40 bytes, 4 ranks: binomial' || return
    require "4000 bytes, once" once 'bcast, 4000 bytes, 4 ranks: '
}

# Without room in the cache every other size is built anew.
cache_has_a_budget()
{
    mpi_t bcast 10 bcast 20 bcast 10 bcast 20 || return
    require "two built by each rank" once 'all ranks: 8 built, 40 found' || return
    mca=(--mca coll_tunedx_cache_bytes 0)
    mpi_t bcast 10 bcast 20 bcast 10 bcast 20 || return
    require "four built by each rank" once 'all ranks: 16 built, 32 found' ||
        return
    mpi_t set cache_bytes 0 bcast 10 bcast 20 bcast 10 bcast 20 || return
    require "the same by MPI_T" once 'all ranks: 16 built, 32 found'
}

telling()
{
    run_test "cache_bytes, set at the start and later" cache_has_a_budget
    run_test "report: searches and what was asked for in vain" report_adds_up
    run_test "verbose 10: the map of each communicator" tells_maps
    run_test "verbose 20: each decision once" tells_decisions
}

# ---- the profile ----

profile=$scratch/profile.json

# entry WORDS...: a line of the profile has all of them.
entry()
{
    local word lines
    lines=$(cat "$profile")
    for word in "$@"; do
        lines=$(grep -F -e "$word" <<< "$lines")
    done
    require "an entry with $*" [ -n "$lines" ]
}

# Calls of all ranks and forms; two jobs one after the other.
profiles()
{
    rm -f "$profile"
    mca=(--mca coll_tunedx_profile_file "$profile")
    run 3 mpi_t bcast 10 bcast 10 ibcast allreduce 4 dup bcast 10
    require "the job goes on" grep -q '^mpi_t: 3 ranks, 0' <<< "$output" ||
        return
    require "no message" [ "$(lines 'tunedx')" -eq 0 ] || return
    entry '"job"' '"program": "mpi_t", "ranks": 3, "nodes": 1' \
        '"complete": true' || return
    entry '"bcast", "form": "blocking", "ranks": 3, "nodes": 1, "ppn": 3' \
        '"bytes": 40, "calls": 9,' || return
    entry '"bcast", "form": "nonblocking"' '"bytes": 4, "calls": 2,' || return
    entry '"allreduce", "form": "blocking"' '"bytes": 16, "calls": 3,' ||
        return
    run 2 few_calls
    require "two jobs" [ "$(grep -c '"type": "job"' "$profile")" -eq 2 ] ||
        return
    require "no torn line" [ "$(grep -c -v '^{.*}$' "$profile")" -eq 0 ] ||
        return
    entry '"records": '"$(grep -c '"calls".*"ranks": 2,' "$profile")" '"ranks": 2'
}

# More sizes than are kept apart: none is lost, and the further ones are counted
# together.
many_sizes()
{
    local commands=() i
    for ((i = 1; i <= 700; i++)); do
        commands+=(bcast $((i + 2000)))
    done
    rm -f "$profile"
    mca=(--mca coll_tunedx_profile_file "$profile")
    run 2 mpi_t "${commands[@]}"
    require "the job goes on" grep -q '^mpi_t: 2 ranks, 0' <<< "$output" ||
        return
    require "2,100 calls" [ "$(sed -n '/"bcast"/s/.*"calls": \([0-9]*\).*/\1/p' \
        "$profile" | awk '{ sum += $1 } END { print sum }')" -eq 2100 ] ||
        return
    require "few lines" [ "$(wc -l < "$profile")" -lt 520 ] || return
    entry '"bytes": 8192, "last_bytes": 16383,'
}

# Rank 0's value is the job's; the file is told to be no good at once.
unwritable()
{
    mca=(--mca coll_tunedx_profile_file "$scratch")
    run 3 mpi_t bcast 10
    require "the job goes on" grep -q '^mpi_t: 3 ranks, 0' <<< "$output" ||
        return
    require "one message" once 'profile file .*Is a directory' || return
    require "what happens" once 'goes on without a profile'
}

full_disk()
{
    [ -c /dev/full ] || return 77
    mca=(--mca coll_tunedx_profile_file /dev/full)
    run 3 mpi_t bcast 10
    require "the job goes on" grep -q '^mpi_t: 3 ranks, 0' <<< "$output" ||
        return
    require "one message" once 'profile file /dev/full .*No space left' ||
        return
    require "what happens" once 'profile of this job is lost'
}

first_rank_profiles()
{
    cat > "$scratch/mixed" << 'END'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" -gt 0 ] || OMPI_MCA_coll_tunedx_profile_file=$1
[ "$OMPI_COMM_WORLD_RANK" -eq 0 ] || OMPI_MCA_coll_tunedx_profile_file=$1.no
export OMPI_MCA_coll_tunedx_profile_file
shift
exec "$@"
END
    chmod +x "$scratch/mixed"
    rm -f "$profile"
    mca=()
    TUNEDX_TEST_LAUNCH_PREFIX="$scratch/mixed $profile ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        run 3 mpi_t bcast 10
    entry '"bcast"' '"calls": 3,' || return
    require "one file" [ ! -e "$profile.no" ]
}

profiling()
{
    run_test "profile: calls in every form, two jobs" profiles
    run_test "profile: many sizes" many_sizes
    run_test "profile: no file" unwritable
    run_test "profile: a full disk" full_disk
    run_test "profile: rank 0 says where" first_rank_profiles
}

disagreements
info_keys
changes
telling
profiling
summary
