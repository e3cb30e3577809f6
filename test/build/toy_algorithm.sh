# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# Adding an algorithm is one file and one line: in a copy of the source, a new
# barrier is built, proven, listed and run, with no other edit.
. "${srcdir:?}/test/build/tap.sh"

copy=$PWD/test/build/toy.tmp
make=${MAKE:-make}
unset MAKEFLAGS MFLAGS
rm -rf "$copy"
trap 'rm -rf "$copy"' EXIT

set_up()
{
    "$make" distdir distdir=test/build/toy.tmp && mkdir "$copy/build" &&
        cd "$copy/build" &&
        ../configure CC="$CC" MPICC="$MPICC" MPIRUN="$MPIRUN" \
            OMPI_INFO="$OMPI_INFO" CFLAGS=-O0
}

add_one_file_and_one_line()
{
    cat > ../algorithms/barrier_toy.c <<'END'
/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barrier, toy: everyone tells everyone.
 */
#include "algorithms/algorithm.h"
#include "geometry/geometry.h"

static void build(tunedx_schedule_t *s, const tunedx_shape_t *shape)
{
    for (int i = 1; i < shape->size; i++) {
        tunedx_send(s, tunedx_mod(shape->rank + i, shape->size),
                    tunedx_output(shape));
        tunedx_recv(s, tunedx_mod(shape->rank - i, shape->size),
                    tunedx_scratch(s, 1));
    }
}

static uint64_t cost(const tunedx_shape_t *shape, const tunedx_price_t *price)
{
    return 2 * (uint64_t)(shape->size - 1) * tunedx_one_way(price, 0);
}

const tunedx_algorithm_t tunedx_barrier_toy = {
    .name = "toy",
    .summary = "everyone tells everyone",
    .build = build,
    .cost = cost,
    .accuracy = TUNEDX_COST_BOUND,
};
END
    line='TUNEDX_ALGORITHM(barrier, toy)'
    table=../algorithms/algorithms.def
    {
        grep -v '^TUNEDX_ALGORITHM' "$table"
        { grep '^TUNEDX_ALGORITHM' "$table" && echo "$line"; } | LC_ALL=C sort
    } > table.tmp && mv table.tmp "$table"
}

proven()
{
    programs='test/unit/test_algorithms test/unit/test_registry'
    TUNEDX_TEST_ONLY=barrier_toy \
        "$make" check check_PROGRAMS="$programs" \
        TESTS="$programs test/build/test_algorithms.sh"
}

use_copy()
{
    OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$PWD/plugin
    export OMPI_MCA_mca_base_component_path
}

listed()
{
    use_copy
    "$OMPI_INFO" --param coll tunedx --level 9 |
        grep 'everyone tells everyone'
}

run()
{
    use_copy
    "$make" test/build/hello &&
        said=$("$MPIRUN" --oversubscribe -n 3 --mca coll_tunedx_report 1 \
            --mca coll_tunedx_barrier_algorithm toy test/build/hello 2>&1)
    status=$?
    echo "$said"
    [ "$status" = 0 ] && echo "$said" | grep -q -w toy
}

check "a copy is configured" set_up
cd "$copy/build" || exit 1
check "one file and one line are added" add_one_file_and_one_line
check "make builds it" "$make" -j 2
check "the verifier proves it" proven
check "ompi_info lists it" listed
check "a job runs it" run
finish
