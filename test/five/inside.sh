# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What run.sh does inside the Debian with Open MPI 5.0, in an empty directory
# and with an empty /dev/shm.
srcdir=/srv/source
. "$srcdir/test/build/tap.sh"
prefix=$PWD/prefix
plugins=$prefix/lib/tunedx
jobs=$(nproc)
others_failed=0

# The machine's other interfaces need not lead to itself.
OMPI_MCA_btl_tcp_if_include=lo
export OMPI_MCA_btl_tcp_if_include

build()
{
    "$srcdir/configure" --enable-werror --prefix="$prefix" \
        --libdir="$prefix/lib" && make -j "$jobs" && make install
}

# Make a target that reports and counts tests itself.
tests_of()
{
    make -k "$@" || others_failed=1
}

# ---- the ways to load it, as in README.md ----

# A job, in which Open MPI selects tunedx and PMIx does not mistake it for a
# plugin of its own.
loads()
{
    said=$("$MPIRUN" --oversubscribe -n 2 --mca coll_base_verbose 10 "$@" \
        test/build/hello 2>&1) || {
        echo "$said"
        return 1
    }
    if [ "$(echo "$said" | grep -c 'selecting *tunedx')" -lt 2 ] ||
        echo "$said" | grep -q -E 'bad prefix|failed to add'; then
        echo "$said"
        return 1
    fi
}

# PMIx's variable is set as test/build/env.sh does it.
by_variables()
(
    OMPI_MCA_mca_base_component_path=$1
    export OMPI_MCA_mca_base_component_path
    loads
)

by_options()
(
    theirs=${PMIX_MCA_mca_base_component_path:?}
    unset OMPI_MCA_mca_base_component_path PMIX_MCA_mca_base_component_path
    loads --mca mca_base_component_path "SYSTEM_DEFAULT:$plugins" \
        --pmixmca mca_base_component_path "$theirs"
)

# from_directory DIRECTORY PATH
from_directory()
{
    mkdir -p "$1" && cp "$plugins/mca_coll_tunedx.so" "$1" || return
    by_variables "$2"
    status=$?
    rm "$1/mca_coll_tunedx.so"
    return "$status"
}

ways_to_load()
{
    openmpi=$("$OMPI_INFO" --parsable --path pkglibdir |
        sed -n 's/^path:pkglibdir://p')
    check "loads by variables" by_variables "SYSTEM_DEFAULT:$plugins"
    check "loads by options of mpirun" by_options
    check "loads from ~/.openmpi/components" from_directory \
        ~/.openmpi/components SYSTEM_DEFAULT:USER_DEFAULT
    check "loads from Open MPI's own directory" from_directory "$openmpi" \
        SYSTEM_DEFAULT
}

# ---- with another list of components ----

job_with_list()
{
    "$MPIRUN" --oversubscribe -n 4 --timeout 120 \
        --mca coll "$TUNEDX_COLL_LIST" "$@"
}

jobs_with_list()
{
    check "hello with $TUNEDX_COLL_LIST" job_with_list test/build/hello
    check "matrix with $TUNEDX_COLL_LIST" job_with_list test/mpi/matrix \
        --cases 150
    check "many_comms with $TUNEDX_COLL_LIST" job_with_list test/mpi/many_comms
}

# Open MPI's own are named sm_segment.*; it leaves them when a job aborts.
shared_memory_is_clean()
{
    nothing "$(find /dev/shm -mindepth 1 ! -name 'sm_segment.*')"
}

check "configure, make and make install with Open MPI 5.0" build
[ $tap_failed -eq 0 ] || finish
# shellcheck source=/dev/null
. ./test/build/env.sh
tests_of check bench/times -j "$jobs" TESTS=
tests_of installcheck
# in the time that MPI jobs leave; the command knows nothing of Open MPI
# shellcheck disable=SC2016 # make expands them
nice -n 19 make -k check TUNEDX_TEST_LEVEL=few \
    TESTS='$(BUILD_TESTS) $(UNIT_TEST_NAMES)' > check.log 2>&1 &
unit_tests=$!
TUNEDX_TEST_STRIDE=16 TUNEDX_TEST_CALLS=40000 tests_of check-mpi
wait $unit_tests || others_failed=1
cat check.log
ways_to_load
if [ -n "${TUNEDX_COLL_LIST:-}" ]; then
    jobs_with_list
fi
check "nothing of tunedx is left in /dev/shm" shared_memory_is_clean
[ $others_failed -eq 0 ] || tap_failed=1
finish
