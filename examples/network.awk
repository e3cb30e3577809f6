# SPDX-License-Identifier: BSD-3-Clause
#
# Makes network.mtx, the matrix of cg.c:
#
#     awk -f network.awk > network.mtx
#
# An electric network: 1,000 nodes, joined by resistors.  Every new node is
# joined to older ones, and to a node the more likely the more resistors it has
# already, so the network has a few hubs and the matrix rows of very unequal
# length.  Every 50th node is joined to the ground, which makes the matrix of
# conductances not only symmetric but also positive definite.
#
# The same file comes out everywhere: all numbers are integers, conductances in
# thousandths, and the random ones come from Park and Miller's generator.

function random(below)
{
    state = (state * 16807) % 2147483647
    return state % below
}

function join(older, newer, conductance)
{
    if (!((newer, older) in between)) {
        resistors++
        ends[count++] = older
        ends[count++] = newer
    }
    between[newer, older] += conductance
    diagonal[older] += conductance
    diagonal[newer] += conductance
}

function print_entry(row, column, sign, thousandths)
{
    printf "%d %d %s%d.%03d\n", row, column, sign, int(thousandths / 1000),
        thousandths % 1000
}

BEGIN {
    nodes = 1000
    state = 2007
    join(1, 2, 1000)
    for (node = 3; node <= nodes; node++) {
        for (i = 0; i < 3; i++) {
            older = random(3) ? ends[random(count)] : 1 + random(node - 1)
            if (older != node) {
                join(older, node, 1 + random(9999))
            }
        }
    }
    for (node = 50; node <= nodes; node += 50) {
        diagonal[node] += 1000
    }

    print "%%MatrixMarket matrix coordinate real symmetric"
    print "% Conductances of an electric network; made by network.awk."
    print nodes, nodes, nodes + resistors
    for (column = 1; column <= nodes; column++) {
        print_entry(column, column, "", diagonal[column])
        for (row = column + 1; row <= nodes; row++) {
            if ((row, column) in between) {
                print_entry(row, column, "-", between[row, column])
            }
        }
    }
}
