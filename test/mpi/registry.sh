# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# What ompi_info says about the algorithms: read from the parameters' texts,
# "Algorithms: NAME, NAME. NAME (summary): parameter, parameter. NAME ...".
# Needs lib.sh.

# Those of MPI, and those among them that the plugin supplies.
all_collectives='barrier bcast reduce allreduce allgather allgatherv alltoall
    alltoallv alltoallw gather gatherv scatter scatterv reduce_scatter
    reduce_scatter_block scan exscan'
collectives=

# Names of the algorithms of each collective, by blanks, and parameters of each
# "collective algorithm", by blanks on both sides.  They are read once: a process
# for each question would take longer than many a test.
declare -A algorithms_of parameters_of
registry_read()
{
    local all collective help names text
    all=$("$OMPI_INFO" --param coll tunedx --level 9 --parsable)
    for collective in $all_collectives; do
        help=$(sed -n "s/^.*:param:coll_tunedx_${collective}\
_algorithm:help:\"\{0,1\}//p" <<< "$all")
        [ -n "$help" ] || continue
        collectives+=" $collective"
        text=${help#*Algorithms: }
        names=${text%%.*}
        algorithms_of[$collective]=${names//,/}
        registry_read_parameters "$collective" "$help"
    done
}

# registry_read_parameters COLLECTIVE HELP
registry_read_parameters()
{
    local name parameters
    while read -r name parameters; do
        parameters_of["$1 $name"]=" ${parameters//,/} "
    done < <(grep -o '[a-z0-9_][a-z0-9_]* ([^.]*): [a-z_, ]*' <<< "$2" |
        sed 's/^\([a-z0-9_]*\) (.*): /\1 /')
}

# set_method COLLECTIVE NUMBER PARAMETERS...: sets method to the algorithm of
# that number (they are taken in turn) with those of the parameters, like
# segment=64, that it knows.
set_method()
{
    local collective=$1 number=$2 names name parameter
    shift 2
    read -r -a names <<< "${algorithms_of[$collective]}"
    name=${names[$((number % ${#names[@]}))]}
    method=$name
    for parameter in "$@"; do
        case ${parameters_of["$collective $name"]-} in
            *" ${parameter%%=*} "*) method+=" $parameter" ;;
        esac
    done
}

# rounds: how many jobs force every algorithm at least once.
rounds()
{
    local collective names most=1
    for collective in $collectives; do
        read -r -a names <<< "${algorithms_of[$collective]}"
        [ ${#names[@]} -le "$most" ] || most=${#names[@]}
    done
    echo "$most"
}

# collectives_with NUMBER: those that have an algorithm of that number, so that
# it was not their turn before.
collectives_with()
{
    local collective names
    for collective in $collectives; do
        read -r -a names <<< "${algorithms_of[$collective]}"
        [ "$1" -ge ${#names[@]} ] || echo "$collective"
    done
}

# force NUMBER PARAMETERS...: the next jobs use that algorithm everywhere; a
# method that is refused ends the job.
force()
{
    local collective number=$1 method
    shift
    mca=(--mca coll_tunedx_strict 1)
    for collective in $collectives; do
        set_method "$collective" "$number" "$@"
        mca+=(--mca "coll_tunedx_${collective}_algorithm" "$method")
    done
}
