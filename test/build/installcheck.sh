# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
#   installcheck.sh DIRECTORY
#
# Open MPI's own programs find the plugin in the directory in which it was
# installed, and a job of two ranks runs with it.  From Open MPI 5 on that takes
# a second variable, PMIX_MCA_mca_base_component_path, as in test/build/env.sh.
. "${srcdir:?}/test/build/tap.sh"

directory=$1
OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$directory
export OMPI_MCA_mca_base_component_path

seen_by_ompi_info()
{
    "$OMPI_INFO" --parsable --param coll tunedx --level 9 |
        grep ':param:coll_tunedx_priority:value:'
}

# Open MPI says which modules it selected, on each communicator and rank.
job()
{
    said=$("$MPIRUN" --oversubscribe -n 2 --mca coll tunedx,basic \
        --mca coll_base_verbose 10 test/build/hello 2>&1) || {
        echo "$said"
        return 1
    }
    [ "$(echo "$said" | grep -c 'selecting *tunedx')" -ge 2 ] || {
        echo "$said"
        return 1
    }
}

# A plugin that Open MPI or PMIx does not take, or a directory in which it
# looks in vain, is told by either in these words.
not_complained_of()
{
    nothing "$("$MPIRUN" --oversubscribe -n 2 test/build/hello 2>&1 |
        grep -E 'component_path|bad prefix|failed to add')"
}

check "the plugin is in $directory" test -f "$directory/mca_coll_tunedx.so"
check "ompi_info shows it" seen_by_ompi_info
check "a job of 2 ranks runs with it" job
check "nothing is said against it" not_complained_of
finish
