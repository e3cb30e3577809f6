# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# What tests of tunedx report share: results of benchmarks with answers that can
# be worked out by hand, and how to look at what is said of them.
load tool

# launch NUMBER RANKS [MORE]: a launch with one rank on each node.
launch()
{
    printf '{"results":1,"launch":"2026-01-0%s","library":"L","tunedx":"1","machine":"M <&> 1, 2 cores","ranks":%s,"nodes":%s,"ppn":1,"order":"block","load":0.1,"seed":1,"start":"window","network":"N"%s}\n' \
        "$1" "$2" "$2" "${3:-}"
}

# A message of n bytes takes 10 + n / 10.
transfers()
{
    printf '{"transfer":0,"usec":[9,10,11]}\n{"transfer":1000,"usec":110}\n'
}

# cell COLLECTIVE SIDE RANKS BYTES USEC [OPERATION] [METHOD] [RIGHT]
cell()
{
    printf '{"collective":"%s","side":"%s","method":"%s","ranks":%s,"nodes":%s,"ppn":1,"bytes":%s,"root":0,"operation":"%s","usec":%s,"slowest":%s,"right":%s,"source":"measured"}\n' \
        "$1" "$2" "${7:-}" "$3" "$3" "$4" "${6:-}" "$5" "$5" "${8:-true}"
}

# Five launches of 4 ranks.  bcast of 1000 bytes: limit 110; default 330,
# tunedx 165, an algorithm of coll/tuned 132.  bcast of 8 bytes: default 20,
# tunedx 40.  Over default 2 and 0.5, mean 1; over the oracle 0.8 and 0.5, mean
# sqrt(0.4) = 0.632; D 1.5 and 3.
setup_file()
{
    for number in 1 2 3 4 5; do
        launch "$number" 4
        transfers
        cell bcast default 4 1000 "[330,33$number,329]"
        cell bcast tunedx 4 1000 '[165,165,165]' '' 'pipeline segment=2k'
        cell bcast tuned:chain/8k 4 1000 132
        cell bcast default 4 8 20
        cell bcast tunedx 4 8 40 '' binomial
    done > results.jsonl
}

setup()
{
    needs_json
}

# complains LINES ARGUMENT...: succeeds and complains in so many lines.  Sets
# what run would set, which takes three times as long.
# shellcheck disable=SC2034 # for tests
complains()
{
    output=$(tunedx report "${@:2}" 2> errors) || {
        cat errors
        return 1
    }
    stderr=$(< errors)
    mapfile -t stderr_lines < errors
    [ "${#stderr_lines[@]}" = "$1" ]
}

# report ARGUMENT...: succeeds and complains of nothing.
report()
{
    complains 0 "$@"
}

# says TEXT...: what was reported has each of them, blanks apart.
says()
{
    local words text
    read -r -d '' -a words <<< "$output" || true # until the end
    for text in "$@"; do
        if [[ ${words[*]} != *"$text"* ]]; then
            echo "wanted: $text"
            return 1
        fi
    done
}
