# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=bats
#
# tunedx report: the page, that it is one and has all of its parts.
load results

# Ranks, sizes and operations enough for every part of the page.
grid()
{
    for number in 1 2 3; do
        for ranks in 2 4; do
            launch "$number" "$ranks"
            transfers
            for bytes in 8 1000 100000; do
                for operation in 'sum double' 'maxloc double_int'; do
                    cell allreduce default "$ranks" "$bytes" "2$bytes" \
                        "$operation"
                    cell allreduce tunedx "$ranks" "$bytes" "1$bytes" \
                        "$operation" 'ring segment=8k'
                    cell allreduce '<b>&"' "$ranks" "$bytes" "3$bytes" \
                        "$operation"
                done
            done
            cell barrier default "$ranks" 0 10
            cell barrier tunedx "$ranks" 0 11
        done
    done | sed 's/<b>&"/<b>\&\\"/'
}

# The page that each of the tests looks at.
make_page()
{
    grid > grid.jsonl
    report grid.jsonl -o page.html
}

@test "a page is well-formed and needs nothing else" {
    make_page
    well_formed page.html
    run -1 grep -n -e '<script' -e '<b>&"' -e 'http://[^w]' -e 'src=' page.html
}

# A map, a chart for each operation and number of ranks, the classes.
@test "a page has all its parts" {
    make_page
    [ "$(grep -c '<svg class="plane"' page.html)" -eq 5 ]
    [ "$(grep -c '<path class="limit"' page.html)" -ge 4 ]
    [ "$(grep -c '<use href="#m1" class="f1"' page.html)" -ge 12 ]
    grep -q 'id="losses"' page.html
    grep -q 'id="operations"' page.html
    grep -q 'id="guidelines"' page.html
    grep -q '<td class="l">A</td><td class="l">ring</td><td>6</td>' page.html
    grep -q '&lt;b&gt;&amp;&quot;' page.html
    grep -q 'M &lt;&amp;&gt; 1, 2 cores' page.html
    report results.jsonl -o other.html
    run -1 grep 'id="operations"' other.html
}
