#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# What people get wrong in parameters, and what they are told: one message in a
# job of four ranks, with the parameter's name, where the value came from, the
# valid words and the nearest one; the job goes on, or ends if it shall be
# strict.  run.sh calls this; the environment is explained in lib.sh.
[ -n "${BASH_VERSION-}" ] || exec bash "$0" "$@"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=test/mpi/lib.sh
. "$here/lib.sh"
# shellcheck source=test/mpi/little.sh
. "$here/little.sh"
# shellcheck source=test/mpi/registry.sh
. "$here/registry.sh"
registry_read

# complains PARAMETER WORDS...: one message, with the words, and all goes well.
complains()
{
    local parameter=$1 word
    shift
    job
    require "the job goes on" went_well || return
    require "one line naming $parameter" once "$parameter" || return
    for word in "$@"; do
        require "\"$word\"" mentions "$word" || return
    done
    require "less than 2,000 characters" [ ${#output} -lt 2000 ]
}

# complains_about COLLECTIVE VALUE WORDS...
complains_about()
{
    local parameter=coll_tunedx_$1_algorithm
    mca=(--mca "$parameter" "$2")
    complains "$parameter" "${@:3}"
}

aborts()
{
    mca=(--mca coll_tunedx_strict 1 --mca "coll_tunedx_$1_algorithm" "$2")
    job
    require "the job ends" [ "$status" -ne 0 ] || return
    require "no result" [ "$(lines 'few_calls: 4 ranks')" -eq 0 ] || return
    require "one line naming the parameter" \
        once "coll_tunedx_$1_algorithm" || return
    require "\"$3\"" mentions "$3"
}

# ---- values that are understood ----

# uses COLLECTIVE VALUE ALGORITHM: the value is understood, and is what runs.
uses()
{
    mca=(--mca coll_tunedx_report 1 --mca coll_tunedx_strict 1
        --mca "coll_tunedx_$1_algorithm" "$2")
    job
    require "the job goes on" went_well || return
    require "$3 in every row of $1" only_method "$1" "$3" || return
    require "no message" [ "$(lines 'tunedx: ')" -eq 0 ]
}

reports()
{
    local collective
    mca=(--mca coll_tunedx_report 1)
    job
    require "the job goes on" went_well || return
    require "one report" once '^tunedx report' || return
    # those that few_calls calls
    for collective in barrier bcast reduce allreduce allgather allgatherv \
        alltoall; do
        require "9 calls of $collective" \
            [ "$(calls "$collective")" -eq 9 ] || return
    done
}

quiet()
{
    mca=("$@")
    job
    require "the job goes on" went_well || return
    require "no message" says_nothing
}

# ---- several sources of a value ----

from_environment()
{
    mca=()
    OMPI_MCA_coll_tunedx_bcast_algorithm=binomail \
        complains coll_tunedx_bcast_algorithm environment binomial
}

from_command_line()
{
    complains_about bcast binomail 'command line' binomial
}

from_file()
{
    printf '# a comment\n\ncoll_tunedx_bcast_algorithm = pipe_line\n' \
        > "$scratch/parameters.conf"
    mca=()
    OMPI_MCA_mca_base_param_files=$scratch/parameters.conf \
        complains coll_tunedx_bcast_algorithm parameters.conf 'line 3' pipeline
}

from_environment_when_empty()
{
    mca=()
    OMPI_MCA_coll_tunedx_bcast_algorithm='' \
        complains coll_tunedx_bcast_algorithm binomial
}

unknown_parameter()
{
    mca=()
    OMPI_MCA_coll_tunedx_bcast_algoritm=binomial \
        complains coll_tunedx_bcast_algoritm coll_tunedx_bcast_algorithm
}

# ---- long values ----

long_in_environment()
{
    mca=()
    OMPI_MCA_coll_tunedx_bcast_algorithm=$(printf '%0100000d' 0) \
        complains coll_tunedx_bcast_algorithm binomial
}

long_in_file()
{
    # Open MPI's own reader of such files gives up at lines of 16 KB
    printf 'coll_tunedx_bcast_algorithm = %08000d\n' 0 > "$scratch/long.conf"
    mca=()
    OMPI_MCA_mca_base_param_files=$scratch/long.conf \
        complains coll_tunedx_bcast_algorithm binomial
}

# ---- a method that cannot serve every call ----

falls_back()
{
    mca=(--mca coll_tunedx_report 1 --mca coll_tunedx_strict "$1"
        --mca coll_tunedx_allreduce_algorithm ring)
    job --noncommutative
    require "the job goes on" went_well || return
    require "one message about ring" once 'tunedx: .*asks for ring' || return
    require "the reason" mentions commut || return
    require "9 + 3 calls of allreduce" [ "$(calls allreduce)" -eq 12 ] ||
        return
    require "a row that says why" fallback_row
}

fallback_row()
{
    rows allreduce | grep -i ring | grep -q -i commut
}

# Rank 0's word counts, and it is said why a method may not serve.
keeps_order()
{
    mca=(--mca coll_tunedx_report 1 --mca coll_tunedx_reproducible ranks
        --mca coll_tunedx_allreduce_algorithm ring)
    job
    require "the job goes on" went_well || return
    require "one message about ring" once \
        'tunedx: .*asks for ring, .* coll_tunedx_reproducible=ranks' || return
    require "others in the report" only_method allreduce \
        'recursive_doubling\|binary_blocks'
}

odd_word()
{
    mca=(--mca coll_tunedx_reproducible "$1")
    complains coll_tunedx_reproducible "${@:2}"
}

odd_word_strict()
{
    mca=(--mca coll_tunedx_strict 1 --mca coll_tunedx_reproducible rank)
    job
    require "the job ends" [ "$status" -ne 0 ] || return
    require "one line naming the parameter" once coll_tunedx_reproducible ||
        return
    require "\"ranks\"" mentions 'did you mean ranks'
}

# ---- another Open MPI than the one it was built for ----

# A copy of the plugin in which the release is another.
declines()
{
    local release other components='^sm'
    release=$("$MPIRUN" --version | sed -n '1s/.* //p')
    other=${release%?}9
    [ "$other" != "$release" ] || other=${release%?}8
    mkdir -p "$scratch/other"
    LC_ALL=C sed "s/${release//./\\.}/$other/g" \
        "$plugin_dir/mca_coll_tunedx.so" > "$scratch/other/mca_coll_tunedx.so"
    OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$scratch/other job
    require "the job goes on without it" went_well || return
    require "one line that says why" once \
        "built for Open MPI $other, but this is Open MPI $release: not used" ||
        return
    require "no more than that" [ "$(lines tunedx)" -eq 1 ]
}

# ---- ranks that disagree ----

# mixed FIRST OTHER: two ranks of each; sets output and status.  The ranks take
# their values themselves: the mpirun of Open MPI 5.0.7 crashes when it gets
# several programs.
mixed()
{
    cat > "$scratch/mixed" << 'END'
#!/bin/sh
OMPI_MCA_coll_tunedx_bcast_algorithm=$2
[ "$OMPI_COMM_WORLD_RANK" -gt 1 ] || OMPI_MCA_coll_tunedx_bcast_algorithm=$1
export OMPI_MCA_coll_tunedx_bcast_algorithm
shift 2
exec "$@"
END
    chmod +x "$scratch/mixed"
    mca=(--mca coll_tunedx_report 1)
    TUNEDX_TEST_LAUNCH_PREFIX="$scratch/mixed $1 $2 ${TUNEDX_TEST_LAUNCH_PREFIX-}" \
        job
}

first_rank_wins()
{
    mixed "$1" "$2"
    require "the job goes on" went_well || return
    require "$3 in every row of bcast" only_method bcast "$3" || return
    require "no message" [ "$(lines 'tunedx: ')" -eq 0 ]
}

first_rank_is_wrong()
{
    mixed nosuch pipeline
    require "the job goes on" went_well || return
    require "one message" once coll_tunedx_bcast_algorithm
}

# ---- other parameters ----

out_of_range()
{
    mca=(--mca "coll_tunedx_$1" "$2")
    complains "coll_tunedx_$1"
}

is_verbose()
{
    mca=(--mca coll_tunedx_verbose 20)
    job
    require "the job goes on" went_well || return
    require "decisions about bcast" mentions bcast
}

stays_away()
{
    local components=tunedx,basic,libnbc,self
    mca=(--mca coll_tunedx_priority -1 --mca coll_tunedx_report 1)
    job
    require "the job goes on" went_well || return
    require "no call of bcast" [ "$(calls bcast)" -eq 0 ]
}

malformed()
{
    local value
    for value in 'ring segment=' 'ring segment=8q' 'ring segment=-1' \
        'ring foo=1' 'ring (' 'ring )' 'ring segment' 'ring window=0' \
        'ring ring' 'ring segment=1 segment=2' 'ring segment=010' \
        'ring segment=99999999999999999999999'; do
        run_test "bad input: \"$value\"" complains_about allreduce "$value"
    done
    run_test "bad input: unknown parameter of a method" \
        complains_about allreduce 'ring segmnt=8k' segment
    run_test "bad input: nested method" complains_about allreduce \
        'nonoverlapping reduce=(nosuch)' nosuch binomial pipeline
    run_test "bad input: nested, without an end" complains_about allreduce \
        'nonoverlapping reduce=(binomial'
    run_test "bad input: upper case" complains_about allreduce RING ring
    run_test "bad input: empty, command line" complains_about bcast '' binomial
    run_test "bad input: empty, environment" from_environment_when_empty
    run_test "bad input: coll/tuned's number that we lack" \
        complains_about bcast 44 binomial pipeline
    run_test "bad input: 100 KB in the environment" long_in_environment
    run_test "bad input: 8 KB in a file" long_in_file
}

unknown_words()
{
    local collective name
    for collective in $collectives; do
        name=${algorithms_of[$collective]}
        name=${name%% *}
        run_test "bad input: unknown algorithm of $collective" \
            complains_about "$collective" "${name}x" "$name" "did you mean"
        run_test "bad input: unknown algorithm of $collective, strict" \
            aborts "$collective" "${name}x" "$name"
    done
    run_test "bad input: value from the environment" from_environment
    run_test "bad input: value from the command line" from_command_line
    run_test "bad input: value from a file" from_file
    run_test "bad input: unknown parameter" unknown_parameter
}

# coll/tuned's numbers.
numbers()
{
    local collective number algorithm
    while read -r collective number algorithm; do
        run_test "coll/tuned's number $number for $collective is $algorithm" \
            uses "$collective" "$number" "$algorithm"
    done << 'END'
allreduce 2 nonoverlapping
allreduce 3 recursive_doubling
allreduce 4 ring
bcast 3 pipeline
bcast 6 binomial
reduce 3 pipeline
reduce 5 binomial
allgather 2 bruck
allgather 4 ring
allgatherv 3 ring
alltoall 2 pairwise
alltoall 3 bruck
barrier 4 dissemination
END
}

run_test "quiet: defaults" quiet
run_test "quiet: auto" quiet --mca coll_tunedx_bcast_algorithm auto
run_test "quiet: a method" quiet \
    --mca coll_tunedx_bcast_algorithm 'pipeline segment=8k window=2'
run_test "quiet: a nested method" quiet --mca coll_tunedx_allreduce_algorithm \
    'nonoverlapping reduce=(binomial) bcast=(pipeline segment=8k)'
run_test "report: counts every call" reports
unknown_words
malformed
numbers
run_test "fall-back: said once, counted" falls_back 0
run_test "fall-back: also when strict" falls_back 1
run_test "built for another Open MPI" declines
run_test "ranks disagree: the first wins" \
    first_rank_wins binomial pipeline binomial
run_test "ranks disagree: the first wins, whatever it says" \
    first_rank_wins pipeline binomial pipeline
run_test "ranks disagree: only the first is checked" \
    first_rank_wins binomial nosuch binomial
run_test "ranks disagree: the first is wrong" first_rank_is_wrong
run_test "bad input: window 0" out_of_range window 0
run_test "bad input: window 100000" out_of_range window 100000
run_test "bad input: piece -2" out_of_range piece -2
run_test "reproducible: a method that may not serve" keeps_order
run_test "reproducible: bad word" \
    odd_word rank 'command line' 'no, run or ranks'
run_test "reproducible: upper case" odd_word RANKS 'did you mean ranks'
run_test "reproducible: empty" odd_word '' 'no, run or ranks'
run_test "reproducible: bad word, strict" odd_word_strict
run_test "verbose: tells decisions" is_verbose
run_test "priority -1: not used" stays_away
summary
