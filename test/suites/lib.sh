# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bash
#
# For the scripts of this folder, which run test suites of others through
# tunedx.  They run in the build directory, with test/build/env.sh read.
#
#   TUNEDX_COLL_LIST       the components to choose from, as of mpirun's --mca
#                          coll; empty: all.  "^tunedx" shows what the suites
#                          find wrong without it.
#   TUNEDX_SUITE_TIMEOUT   seconds for one job
set -u
# shellcheck source=test/build/tap.sh
. "${srcdir:?}/test/build/tap.sh"
# shellcheck source=test/build/mirror.sh
. "$srcdir/test/build/mirror.sh"

coll_list=${TUNEDX_COLL_LIST-}

# Ranks that wait give way: there are more of them than cores.
export OMPI_MCA_mpi_yield_when_idle=1

# enter NAME: an empty directory for a suite.
enter()
{
    rm -rf "suites/$1" && mkdir -p "suites/$1" && cd "suites/$1" || exit 1
}

# job RANKS COMMAND...: with tunedx's report, which shows that it was used.
# $stdin: what rank 0 reads, if anything.
job()
{
    local ranks=$1 list=()
    shift
    [ -z "$coll_list" ] || list=(--mca coll "$coll_list")
    timeout --kill-after=10 "${TUNEDX_SUITE_TIMEOUT:-300}" \
        "$MPIRUN" --oversubscribe -n "$ranks" "${list[@]}" \
        --mca coll_tunedx_report 1 "$@" < "${stdin:-/dev/null}"
}

# was_used FILE: what a job printed has tunedx's report.
was_used()
{
    [ "$coll_list" = '^tunedx' ] || grep -q '^tunedx report, ' "$1" || {
        echo "the job did not use tunedx"
        return 1
    }
}
