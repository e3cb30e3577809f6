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

declare -A help_of
registry_read()
{
    local collective parameters
    parameters=$("$OMPI_INFO" --param coll tunedx --level 9 --parsable)
    for collective in $all_collectives; do
        help_of[$collective]=$(sed -n "s/^.*:param:coll_tunedx_${collective}\
_algorithm:help:\"\{0,1\}//p" <<< "$parameters")
        [ -z "${help_of[$collective]}" ] || collectives+=" $collective"
    done
}

# algorithms_of COLLECTIVE: their names, by spaces.
algorithms_of()
{
    sed -n 's/.*Algorithms: \([a-z0-9_, ]*\)\..*/\1/p' <<< "${help_of[$1]}" |
        tr -d ,
}

# has_parameter COLLECTIVE ALGORITHM PARAMETER
has_parameter()
{
    sed -n "s/.*\. $2 ([^.]*): \([a-z_, ]*\)\..*/ \1,/p" <<< "${help_of[$1]}" |
        grep -q " $3,"
}

# method COLLECTIVE NUMBER PARAMETERS...: the algorithm of that number (they
# are taken in turn) with those of the parameters, like segment=64, it knows.
method()
{
    local collective=$1 number=$2 names parameter text
    shift 2
    read -r -a names <<< "$(algorithms_of "$collective")"
    text=${names[$((number % ${#names[@]}))]}
    for parameter in "$@"; do
        if has_parameter "$collective" "${text%% *}" "${parameter%%=*}"; then
            text="$text $parameter"
        fi
    done
    echo "$text"
}

# rounds: how many jobs force every algorithm at least once.
rounds()
{
    local collective names most=1
    for collective in $collectives; do
        read -r -a names <<< "$(algorithms_of "$collective")"
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
        read -r -a names <<< "$(algorithms_of "$collective")"
        [ "$1" -ge ${#names[@]} ] || echo "$collective"
    done
}

# force NUMBER PARAMETERS...: the next jobs use that algorithm everywhere; a
# method that is refused ends the job.
force()
{
    local collective number=$1
    shift
    mca=(--mca coll_tunedx_strict 1)
    for collective in $collectives; do
        mca+=(--mca "coll_tunedx_${collective}_algorithm"
            "$(method "$collective" "$number" "$@")")
    done
}
