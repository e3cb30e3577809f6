# SPDX-License-Identifier: BSD-3-Clause
#
# Rearranges what merge.awk made, for many sizes: a line for each size, with
# the A/B of every collective.  What that calls slower has a mark (!).

/^#/ { if (!size_count) title = title $0 "\n"; else rest = rest $0 "\n"; next }

{
    column = $1 ($2 == "-" ? "" : " " $2)
    if (!(column in seen)) {
        seen[column] = 1
        columns[++column_count] = column
    }
    if (!($3 in known)) {
        known[$3] = 1
        sizes[++size_count] = $3
    }
    ratio[column, $3] = $6
    mark[column, $3] = /slower/ ? "!" : " "
}

# The heads of the columns: the first word of each, or the second.
function heading(line, i, words)
{
    printf "%-8s", line == 1 ? "#" : "#  bytes"
    for (i = 1; i <= column_count; i++) {
        if (columns[i] == "barrier") {
            continue
        }
        split(columns[i] " ", words, " ")
        printf " %9s", words[line]
    }
    print ""
}

END {
    if (column_count == 0) {
        print "matrix: no cells" > "/dev/stderr"
        exit 1
    }
    split(title, lines, "\n")
    print lines[1]
    heading(1)
    heading(2)
    for (k = 1; k <= size_count; k++) {
        if (sizes[k] == 0) {
            continue
        }
        printf "%8d", sizes[k]
        for (i = 1; i <= column_count; i++) {
            if (columns[i] != "barrier") {
                printf " %8.3f%s", ratio[columns[i], sizes[k]],
                    mark[columns[i], sizes[k]]
            }
        }
        print ""
    }
    if (("barrier", 0) in ratio) {
        printf "# barrier %.3f\n", ratio["barrier", 0]
    }
    printf "%s", rest
}
