/* SPDX-License-Identifier: BSD-3-Clause */
/* See neighbours.h. */
#include <stdlib.h>

#include "check.h"
#include "neighbours.h"

enum { DEGREE_TAG = 21, LIST_TAG = 22, DIMENSIONS_MAX = 3 };

/* ---- grids ---- */

typedef struct {
    const char *name;
    int dimensions;
    int sizes[DIMENSIONS_MAX]; /* 0: all ranks; -1: half of them */
    int periods[DIMENSIONS_MAX];
} grid_t;

static const grid_t grids[] = {
    {"line", 1, {0}, {0}},
    {"ring", 1, {0}, {1}},
    {"2 x p/2, open", 2, {2, -1}, {0, 0}},
    {"2 x p/2, torus", 2, {2, -1}, {1, 1}},
    {"p/2 x 2, closed in the second", 2, {-1, 2}, {0, 1}},
    {"1 x p, torus", 2, {1, 0}, {1, 1}},
    {"p x 1, closed in the first", 2, {0, 1}, {1, 0}},
    {"1 x 2 x p/2, torus", 3, {1, 2, -1}, {1, 1, 1}},
    {"2 of all ranks, ring", 1, {2}, {1}},
    {"1 of all ranks, ring", 1, {1}, {1}},
};

enum { GRIDS = sizeof grids / sizeof grids[0], GRAPHS = 2, DIRECTED = 4 };

static void make_grid(topology_t *t, const grid_t *grid)
{
    const int ranks = check_ranks();
    int sizes[DIMENSIONS_MAX], product = 1;

    t->name = grid->name;
    t->is_grid = true;
    for (int d = 0; d < grid->dimensions; d++) {
        sizes[d] = grid->sizes[d] == 0    ? ranks
                   : grid->sizes[d] == -1 ? ranks / 2
                                          : grid->sizes[d];
        product *= sizes[d];
    }
    if (product == 0 || product > ranks) {
        return;
    }
    check_context("MPI_Cart_create: %s", t->name);
    check_mpi(MPI_Cart_create(MPI_COMM_WORLD, grid->dimensions, sizes,
                              grid->periods, 0, &t->comm),
              "MPI_Cart_create");
    if (t->comm == MPI_COMM_NULL) {
        return;
    }
    t->indegree = t->outdegree = 2 * grid->dimensions;
    t->sources = calloc((size_t)t->indegree, sizeof *t->sources);
    t->destinations = calloc((size_t)t->indegree, sizeof *t->destinations);
    for (size_t d = 0; d < (size_t)grid->dimensions; d++) {
        MPI_Cart_shift(t->comm, (int)d, 1, &t->sources[2 * d],
                       &t->sources[2 * d + 1]);
        t->destinations[2 * d] = t->sources[2 * d];
        t->destinations[2 * d + 1] = t->sources[2 * d + 1];
    }
}

/* ---- graphs ---- */

/*
 * How often an edge goes from one rank to another.  Graph 0 is a ring of edges
 * that count double, with an edge from each rank to itself; graph 1 a star
 * whose last rank is alone.
 */
static int graph_edges(int graph, int from, int to)
{
    const int size = check_ranks();

    if (graph == 0) {
        const bool is_next = (from + 1) % size == to;
        const bool is_last = (to + 1) % size == from;

        return (from == to) + 2 * is_next + 2 * is_last;
    }
    if (from == to || (size > 2 && (from == size - 1 || to == size - 1))) {
        return 0;
    }
    return from == 0 || to == 0;
}

/*
 * The same in directed graphs: 0 and 2 have up to two edges between any two
 * ranks, each its own number of them; 1 and 3 are a tree with self edges.
 */
static int directed_edges(int graph, int from, int to)
{
    const int size = check_ranks();

    if (graph % 2 == 0) {
        if (size > 3 && (from == 1 || to == 1)) {
            return 0;
        }
        return (int)(check_hash(77, (uint32_t)from, (uint32_t)to) % 3);
    }
    return to == 2 * from + 1 || to == 2 * from + 2 || to == from;
}

static void list_graph(topology_t *t)
{
    MPI_Graph_neighbors_count(t->comm, t->rank, &t->indegree);
    t->outdegree = t->indegree;
    t->sources = calloc((size_t)t->indegree + 1, sizeof *t->sources);
    t->destinations = calloc((size_t)t->indegree + 1, sizeof *t->destinations);
    MPI_Graph_neighbors(t->comm, t->rank, t->indegree, t->sources);
    MPI_Graph_neighbors(t->comm, t->rank, t->indegree, t->destinations);
}

static void make_graph(topology_t *t, int graph)
{
    const int size = check_ranks();
    int *index = calloc((size_t)size, sizeof *index);
    int *edges = calloc((size_t)size * 5 + 1, sizeof *edges);
    int total = 0;

    t->name = graph == 0 ? "graph, double ring" : "graph, star";
    check_context("MPI_Graph_create: %s", t->name);
    for (int from = 0; from < size; from++) {
        for (int to = 0; to < size; to++) {
            for (int i = 0; i < graph_edges(graph, from, to); i++) {
                edges[total++] = to;
            }
        }
        index[from] = total;
    }
    check_mpi(MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &t->comm),
              "MPI_Graph_create");
    free(index);
    free(edges);
    MPI_Comm_rank(t->comm, &t->rank);
    list_graph(t);
}

/*
 * Weights, which no test looks at: GCC takes MPI_UNWEIGHTED for the address of
 * an array of no elements.
 */
static int *make_weights(int edges)
{
    int *weights = malloc(((size_t)edges + 1) * sizeof *weights);

    for (int i = 0; i < edges; i++) {
        weights[i] = 1;
    }
    return weights;
}

/* Each rank tells its own edges, its sources in another order than others
 * would: odd ranks list them from the last. */
static void make_adjacent(topology_t *t, int graph)
{
    const int size = check_ranks(), me = check_rank();
    int *sources = calloc(2 * (size_t)size, sizeof *sources);
    int *destinations = calloc(2 * (size_t)size, sizeof *destinations);
    int indegree = 0, outdegree = 0;

    for (int i = 0; i < size; i++) {
        const int peer = me % 2 ? size - 1 - i : i;

        for (int k = 0; k < directed_edges(graph, peer, me); k++) {
            sources[indegree++] = peer;
        }
        for (int k = 0; k < directed_edges(graph, me, i); k++) {
            destinations[outdegree++] = i;
        }
    }
    int *weights = make_weights(2 * size);

    check_mpi(MPI_Dist_graph_create_adjacent(
                  MPI_COMM_WORLD, indegree, sources, weights, outdegree,
                  destinations, weights, MPI_INFO_NULL, 0, &t->comm),
              "MPI_Dist_graph_create_adjacent");
    free(weights);
    free(sources);
    free(destinations);
}

/* Each rank tells the edges that leave the next one. */
static void make_distributed(topology_t *t, int graph)
{
    const int size = check_ranks(), from = (check_rank() + 1) % size;
    int *destinations = calloc(2 * (size_t)size, sizeof *destinations);
    int degree = 0;

    for (int to = 0; to < size; to++) {
        for (int k = 0; k < directed_edges(graph, from, to); k++) {
            destinations[degree++] = to;
        }
    }
    int *weights = make_weights(degree);

    check_mpi(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &from, &degree,
                                    destinations, weights, MPI_INFO_NULL, 0,
                                    &t->comm),
              "MPI_Dist_graph_create");
    free(weights);
    free(destinations);
}

static int count_of(const int *list, int length, int value)
{
    int count = 0;

    for (int i = 0; i < length; i++) {
        count += list[i] == value;
    }
    return count;
}

static void make_directed(topology_t *t, int graph)
{
    static const char *const names[DIRECTED] = {
        "adjacent graph, any edges", "adjacent graph, tree",
        "distributed graph, any edges", "distributed graph, tree"};
    int is_weighted;

    t->name = names[graph];
    check_context("%s", t->name);
    if (graph < 2) {
        make_adjacent(t, graph);
    } else {
        make_distributed(t, graph);
    }
    MPI_Comm_rank(t->comm, &t->rank);
    MPI_Dist_graph_neighbors_count(t->comm, &t->indegree, &t->outdegree,
                                   &is_weighted);
    t->sources = calloc((size_t)t->indegree + 1, sizeof *t->sources);
    t->destinations = calloc((size_t)t->outdegree + 1, sizeof *t->destinations);
    int *weights = make_weights(t->indegree + t->outdegree);

    MPI_Dist_graph_neighbors(t->comm, t->indegree, t->sources, weights,
                             t->outdegree, t->destinations,
                             weights + t->indegree);
    free(weights);
    for (int peer = 0; peer < check_ranks(); peer++) {
        if (count_of(t->sources, t->indegree, peer) !=
                directed_edges(graph, peer, t->rank) ||
            count_of(t->destinations, t->outdegree, peer) !=
                directed_edges(graph, t->rank, peer)) {
            check_fail("MPI_Dist_graph_neighbors has other edges");
        }
    }
}

/* ---- which block is which ---- */

/* The list of destinations of another rank, which tells it itself. */
static int *fetch_destinations(const topology_t *t, int peer, int *length)
{
    int *list;

    MPI_Sendrecv(&t->outdegree, 1, MPI_INT, peer, DEGREE_TAG, length, 1,
                 MPI_INT, peer, DEGREE_TAG, t->comm, MPI_STATUS_IGNORE);
    list = calloc((size_t)*length + 1, sizeof *list);
    MPI_Sendrecv(t->destinations, t->outdegree, MPI_INT, peer, LIST_TAG, list,
                 *length, MPI_INT, peer, LIST_TAG, t->comm, MPI_STATUS_IGNORE);
    return list;
}

/* Position of the n-th (from 0) of equal values. */
static int find(const int *list, int length, int value, int n)
{
    for (int i = 0; i < length; i++) {
        if (list[i] == value && n-- == 0) {
            return i;
        }
    }
    check_fail("a source does not name this rank as its destination");
    return 0;
}

/*
 * In a grid, what is sent in one direction arrives from the other one, also
 * when both neighbours are the same rank.  Else the first of several edges
 * between two ranks is the first in both lists.
 */
static void match_blocks(topology_t *t)
{
    t->blocks = calloc((size_t)t->indegree + 1, sizeof *t->blocks);
    for (int peer = 0; peer < t->size; peer++) {
        int length, *list = fetch_destinations(t, peer, &length);
        int seen = 0;

        for (int i = 0; i < t->indegree; i++) {
            if (t->sources[i] == peer) {
                t->blocks[i] =
                    t->is_grid ? i ^ 1 : find(list, length, t->rank, seen++);
            }
        }
        free(list);
    }
}

bool topology_create(topology_t *topology, int number)
{
    *topology = (topology_t){.comm = MPI_COMM_NULL};
    if (number >= GRIDS + GRAPHS + DIRECTED) {
        return false;
    }
    if (number < GRIDS) {
        make_grid(topology, &grids[number]);
    } else if (number < GRIDS + GRAPHS) {
        make_graph(topology, number - GRIDS);
    } else {
        make_directed(topology, number - GRIDS - GRAPHS);
    }
    if (topology->comm != MPI_COMM_NULL) {
        MPI_Comm_rank(topology->comm, &topology->rank);
        MPI_Comm_size(topology->comm, &topology->size);
        match_blocks(topology);
    }
    return true;
}

void topology_destroy(topology_t *topology)
{
    if (topology->comm != MPI_COMM_NULL) {
        MPI_Comm_free(&topology->comm);
    }
    free(topology->sources);
    free(topology->destinations);
    free(topology->blocks);
}
