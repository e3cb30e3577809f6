# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# The trees of doc/quadtrees.md: with three levels, 64 leaves at most, the
# simulated maps keep within 1 % of the best on average and 25 % at every point.
load tool

maps=(bcast.ethernet reduce.ethernet)
if [ "${TUNEDX_TEST_LEVEL:-sample}" != few ]; then
    maps+=(bcast.plain bcast.myrinet reduce.myrinet allreduce)
fi

setup_file()
{
    (cd "${builddir:?}" && WORK=$BATS_FILE_TMPDIR sh \
        "${srcdir:?}/doc/quadtrees.sh" "$srcdir" maps "${maps[@]}")
}

# keeps LEAVES DEPTH MEAN MOST: whether the head of rules says no more than that.
keeps()
{
    tr '\n' ' ' < rules | sed -n \
        's/.*# \([0-9]*\) leaves, depth \([0-9]*\).* by \([0-9.]*\) % on average,.*# \([0-9.]*\) % at most.*/\1 \2 \3 \4/p' |
        awk -v leaves="$1" -v depth="$2" -v mean="$3" -v most="$4" '
            { print }
            $1 <= leaves && $2 <= depth && $3 <= mean && $4 <= most { good = 1 }
            END { exit !good }'
}

@test "the maps are simulated" {
    for map in "${maps[@]}"; do
        echo "$map"
        [ -s "$map" ]
    done
}

# In the two encodings, of which one and the same is true.
@test "three levels keep within 1 % on average and 25 % at most" {
    needs_json
    for map in "${maps[@]}"; do
        for encoding in rows tree; do
            echo "$map, $encoding"
            tunedx build "$map" --max-depth=3 --encoding="$encoding" -o rules
            keeps 64 3 1 25
            run -0 tunedx stats "$map" rules --rules-only
            awk '$1 == "rules" { good = $3 <= 25 && $4 <= 1 && $8 + $9 == 0 }
                END { exit !good }' <<< "$output"
        done
    done
}

# Half of the leaves do for the bounds alone.
@test "a third of the leaves do as well" {
    needs_json
    for map in "${maps[@]}"; do
        echo "$map"
        tunedx build "$map" --max-depth=3 --max-penalty=25 --mean-penalty=1 \
            -o rules
        keeps 33 3 1 25
    done
}

# The bound is none that halves would keep as well.
@test "three levels of halves do not" {
    needs_json
    for map in "${maps[@]}"; do
        echo "$map"
        tunedx build "$map" --max-depth=3 --split=middle -o rules
        run -1 keeps 64 3 1 25
        [ -n "$output" ]
    done
}
