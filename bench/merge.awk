# SPDX-License-Identifier: BSD-3-Clause
#
# Merges what launches of `collectives --csv` wrote: one line for each cell,
# with the median over launches.  The variable `sides` says what A and B are.

function sort_numbers(list, count, i, k, value)
{
    for (i = 2; i <= count; i++) {
        value = list[i]
        for (k = i - 1; k >= 1 && list[k] > value; k--) {
            list[k + 1] = list[k]
        }
        list[k + 1] = value
    }
}

# The median of the launches of a cell; also sets least and most.
function median(values, cell, list, count, i)
{
    count = split(values[cell], list, " ")
    for (i = 1; i <= count; i++) {
        list[i] += 0
    }
    sort_numbers(list, count)
    least = list[1]
    most = list[count]
    return (list[int((count + 1) / 2)] + list[int(count / 2) + 1]) / 2
}

# Takes the ratio into the geometric mean of `name`.
function add_to(name, ratio)
{
    if (!(name in sum)) {
        names[++name_count] = name
    }
    sum[name] += log(ratio)
    count[name]++
}

function print_means(i, name)
{
    for (i = 1; i <= cell_count; i++) {
        add_to("all", merged[cells[i]])
    }
    for (i = 1; i <= cell_count; i++) {
        add_to(collective[cells[i]], merged[cells[i]])
    }
    for (i = 1; i <= cell_count; i++) {
        if (bytes[cells[i]] > 0) {
            add_to(bytes[cells[i]] " bytes", merged[cells[i]])
        }
    }
    print "# geometric means of A/B"
    for (i = 1; i <= name_count; i++) {
        name = names[i]
        printf "#   %-13s %6.3f over %d cells\n", name,
            exp(sum[name] / count[name]), count[name]
    }
}

BEGIN { FS = "," }

FNR == 1 { launches++; next }

{
    cell = sprintf("%-9s %-8s %8d", $1, $2, $3)
    if (!(cell in ratios)) {
        cells[++cell_count] = cell
        collective[cell] = $1
        bytes[cell] = $3
    }
    ranks = $4
    tunedx[cell] = tunedx[cell] " " $7
    other[cell] = other[cell] " " $8
    ratios[cell] = ratios[cell] " " $9
}

END {
    if (cell_count == 0) {
        print "merge: no cells" > "/dev/stderr"
        exit 1
    }
    printf "# %d ranks, medians of %d launches; %s\n", ranks, launches,
        sides
    printf "%-9s %-8s %8s %10s %10s %6s  %s\n", "#", "root", "bytes",
        "A us", "B us", "A/B", "lowest..highest of the launches"
    for (i = 1; i <= cell_count; i++) {
        cell = cells[i]
        a = median(tunedx, cell)
        b = median(other, cell)
        ratio = median(ratios, cell)
        printf "%s %10.3f %10.3f %6.3f  %.3f..%.3f%s\n", cell, a, b, ratio,
            least, most, (ratio > 1.03 ? "  slower by more than 3 %" : "")
        merged[cell] = ratio
        slower += ratio > 1.03
        if (ratio > worst) {
            worst = ratio
            worst_cell = cell
        }
    }
    print_means()
    gsub(/ +/, " ", worst_cell)
    printf "# worst cell: %s, %.3f; %d of %d slower by more than 3 %%\n",
        worst_cell, worst, slower, cell_count
}
