# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
#   installcheck.sh DIRECTORY
#
# Open MPI's own programs find the plugin in the directory in which it was
# installed, and a job of two ranks runs with it.
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
    said=$("$MPIRUN" --oversubscribe -n 2 --mca coll tunedx,basic,libnbc,self \
        --mca coll_base_verbose 10 test/build/hello 2>&1) || {
        echo "$said"
        return 1
    }
    [ "$(echo "$said" | grep -c 'selecting *tunedx')" -ge 2 ] || {
        echo "$said"
        return 1
    }
}

check "the plugin is in $directory" test -f "$directory/mca_coll_tunedx.so"
check "ompi_info shows it" seen_by_ompi_info
check "a job of 2 ranks runs with it" job
finish
