# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# The trees of doc/quadtrees.md: with three levels, 64 leaves at most, the
# simulated maps keep within 1 % of the best on average and 25 % at every point.
. "${srcdir:?}/test/build/tool.sh"

maps='bcast.ethernet reduce.ethernet'
[ "${TUNEDX_TEST_LEVEL:-sample}" = sample ] ||
    maps="$maps bcast.plain bcast.myrinet reduce.myrinet allreduce"

makes_the_maps()
{
    # shellcheck disable=SC2086 # a list
    WORK=$work sh "$srcdir/doc/quadtrees.sh" "$srcdir" maps $maps
}

# keeps LEAVES DEPTH MEAN MOST: whether the head of rules says no more than that.
keeps()
{
    tr '\n' ' ' < "$work/rules" | sed -n \
        's/.*# \([0-9]*\) leaves, depth \([0-9]*\).* by \([0-9.]*\) % on average,.*# \([0-9.]*\) % at most.*/\1 \2 \3 \4/p' |
        awk -v leaves="$1" -v depth="$2" -v mean="$3" -v most="$4" '
            { print }
            $1 <= leaves && $2 <= depth && $3 <= mean && $4 <= most { good = 1 }
            END { exit !good }'
}

# In the two encodings, of which one and the same is true.
three_levels_are_enough()
{
    for map in $maps; do
        echo "$map"
        for encoding in rows tree; do
            "$tool" build "$work/$map" --max-depth=3 --encoding="$encoding" \
                -o "$work/rules" && keeps 64 3 1 25 &&
                "$tool" stats "$work/$map" "$work/rules" --rules-only |
                awk -v rules="$work/rules" '$1 == rules {
                    print; good = $3 <= 25 && $4 <= 1 && $8 + $9 == 0
                } END { exit !good }' || return 1
        done
    done
}

# Half of the leaves do for the bounds alone.
so_are_fewer_leaves()
{
    for map in $maps; do
        echo "$map"
        "$tool" build "$work/$map" --max-depth=3 --max-penalty=25 \
            --mean-penalty=1 -o "$work/rules" && keeps 33 3 1 25 || return 1
    done
}

# The bound is none that halves would keep as well.
halves_are_not()
{
    for map in $maps; do
        "$tool" build "$work/$map" --max-depth=3 --split=middle \
            -o "$work/rules" && ! keeps 64 3 1 25 || return 1
    done
}

check "the maps are simulated" makes_the_maps
check "three levels keep within 1 % on average and 25 % at most" \
    three_levels_are_enough
check "a third of the leaves do as well" so_are_fewer_leaves
check "three levels of halves do not" halves_are_not
finish
