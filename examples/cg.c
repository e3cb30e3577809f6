/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Solves A x = b with conjugate gradients, for a sparse, symmetric and positive
 * definite matrix A from a Matrix Market file.
 *
 *     mpicc cg.c -o cg -lm
 *     mpirun -n 4 ./cg network.mtx
 *
 * Rank 0 reads the file, chooses x and computes b = A x, so that the solution
 * is known.  Each rank gets consecutive rows, as many as make up its share of
 * the matrix elements, which may be none.  The collectives:
 *
 *     MPI_Bcast       the order of A, and who gets which rows
 *     MPI_Scatterv    the rows, and b
 *     MPI_Allgatherv  a vector, before A is multiplied with it
 *     MPI_Allreduce   all three scalar products of an iteration in one call:
 *                     the variant of Chronopoulos and Gear (1989) is for that
 *     MPI_Gatherv     the solution
 *
 * Rank 0 checks the solution with the matrix as it was read, not as it was
 * distributed.  What is wrong, with the file or with the solution, is said in
 * one line, and the exit code of rank 0 is 1.
 */
#include <mpi.h>

#include <stddef.h>

#include "matrix_market.h"

static const double tolerance = 1e-12;        /* of the iteration */
static const double largest_residual = 1e-10; /* of a right solution */
static const double largest_error = 1e-8;

/* Rank r has counts[r] of something, from firsts[r] on. */
typedef struct {
    int *firsts, *counts;
} blocks_t;

typedef struct {
    int order, ranks, rank;
    blocks_t rows, elements;
} layout_t;

/* Of this rank. */
typedef struct {
    int row_count, first_row, count;
    entry_t *elements;
} part_t;

/* MPI counts with int.  Never NULL, even for 0. */
static void *allocate(int count, size_t size)
{
    void *memory = calloc((size_t)count + 1, size);

    if (memory == NULL) {
        fprintf(stderr, "cg: no memory for %d x %zu bytes\n", count, size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

static double *vector_create(int count)
{
    return allocate(count, sizeof(double));
}

/* ---- on rank 0: the whole matrix ---- */

static double known_solution(int i)
{
    return 1 + (i % 11 * 7 % 11) / 11.0;
}

/* result = A vector, from what the file says. */
static void multiply_matrix(const matrix_t *matrix, const double *vector,
                            double *result)
{
    for (int i = 0; i < matrix->order; i++) {
        result[i] = 0;
    }
    for (int i = 0; i < matrix->count; i++) {
        const entry_t entry = matrix->entries[i];

        result[entry.row] += entry.value * vector[entry.column];
        if (entry.row != entry.column) {
            result[entry.column] += entry.value * vector[entry.row];
        }
    }
}

static double *right_side_create(const matrix_t *matrix)
{
    double *solution = vector_create(matrix->order);
    double *right_side = vector_create(matrix->order);

    for (int i = 0; i < matrix->order; i++) {
        solution[i] = known_solution(i);
    }
    multiply_matrix(matrix, solution, right_side);
    free(solution);
    return right_side;
}

/*
 * All elements row by row, on both sides of the diagonal.  starts has two more
 * numbers than there are rows, all 0; row i gets the elements starts[i] to
 * starts[i + 1] - 1.
 */
static entry_t *elements_create(const matrix_t *matrix, int *starts)
{
    entry_t *elements = allocate(2 * matrix->count, sizeof *elements);

    for (int i = 0; i < matrix->count; i++) {
        const entry_t e = matrix->entries[i];

        starts[e.row + 2]++;
        starts[e.column + 2] += e.row != e.column;
    }
    for (int i = 0; i < matrix->order; i++) {
        starts[i + 2] += starts[i + 1];
    }
    for (int i = 0; i < matrix->count; i++) {
        const entry_t e = matrix->entries[i];

        elements[starts[e.row + 1]++] = e;
        if (e.row != e.column) {
            elements[starts[e.column + 1]++] =
                (entry_t){e.column, e.row, e.value};
        }
    }
    return elements;
}

/* Blocks of rows with about the same number of elements each. */
static void layout_choose(layout_t *layout, const int *starts)
{
    const double share = (double)starts[layout->order] / layout->ranks;
    int row = 0;

    for (int rank = 0; rank < layout->ranks; rank++) {
        const int first = row;

        while (row < layout->order && starts[row] < share * (rank + 1)) {
            row++;
        }
        layout->rows.firsts[rank] = first;
        layout->rows.counts[rank] = row - first;
        layout->elements.firsts[rank] = starts[first];
        layout->elements.counts[rank] = starts[row] - starts[first];
    }
}

/* ---- distribution ---- */

/* Rank 0 alone knows the order and starts; an order of 0 says that it has no
 * matrix. */
static void layout_create(layout_t *layout, int order, const int *starts)
{
    MPI_Comm_size(MPI_COMM_WORLD, &layout->ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &layout->rank);
    layout->order = order;

    const int ranks = layout->ranks;
    int *numbers = allocate(4 * ranks, sizeof *numbers);

    layout->rows.firsts = numbers;
    layout->rows.counts = layout->rows.firsts + ranks;
    layout->elements.firsts = layout->rows.counts + ranks;
    layout->elements.counts = layout->elements.firsts + ranks;
    if (order > 0) {
        layout_choose(layout, starts);
    }
    MPI_Bcast(&layout->order, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, 4 * ranks, MPI_INT, 0, MPI_COMM_WORLD);
}

static void scatter_elements(const layout_t *layout, const entry_t *all,
                             part_t *part)
{
    const int lengths[] = {2, 1};
    const MPI_Aint places[] = {offsetof(entry_t, row),
                               offsetof(entry_t, value)};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype type;

    part->row_count = layout->rows.counts[layout->rank];
    part->first_row = layout->rows.firsts[layout->rank];
    part->count = layout->elements.counts[layout->rank];
    part->elements = allocate(part->count, sizeof *part->elements);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    MPI_Scatterv(all, layout->elements.counts, layout->elements.firsts, type,
                 part->elements, part->count, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

/* ---- conjugate gradients ---- */

/* The vectors of an iteration, as the literature names them. */
typedef struct {
    double *diagonal, *r, *u, *w, *p, *s, *all_of_u;
} vectors_t;

static void vectors_create(vectors_t *v, const layout_t *layout,
                           const part_t *part, const double *right_side)
{
    const int count = part->row_count;

    v->diagonal = allocate(count, 6 * sizeof(double));
    v->r = v->diagonal + count;
    v->u = v->r + count;
    v->w = v->u + count;
    v->p = v->w + count;
    v->s = v->p + count;
    v->all_of_u = vector_create(layout->order);
    for (int i = 0; i < part->count; i++) {
        const entry_t e = part->elements[i];

        if (e.row == e.column) {
            v->diagonal[e.row - part->first_row] = e.value;
        }
    }
    for (int i = 0; i < count; i++) {
        v->r[i] = right_side[i];
    }
}

/* u = r / diagonal, w = A u. */
static void multiply(const layout_t *layout, const part_t *part, vectors_t *v)
{
    for (int i = 0; i < part->row_count; i++) {
        v->u[i] = v->r[i] / v->diagonal[i];
        v->w[i] = 0;
    }
    MPI_Allgatherv(v->u, part->row_count, MPI_DOUBLE, v->all_of_u,
                   layout->rows.counts, layout->rows.firsts, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    for (int i = 0; i < part->count; i++) {
        const entry_t e = part->elements[i];

        v->w[e.row - part->first_row] += e.value * v->all_of_u[e.column];
    }
}

typedef struct {
    double ru, wu, rr;
} products_t;

static products_t scalar_products(const vectors_t *v, int count)
{
    products_t own = {0, 0, 0}, sum;

    for (int i = 0; i < count; i++) {
        own.ru += v->r[i] * v->u[i];
        own.wu += v->w[i] * v->u[i];
        own.rr += v->r[i] * v->r[i];
    }
    MPI_Allreduce(&own, &sum, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

/*
 * Returns what went wrong, or NULL.  All ranks leave the loop together, since
 * MPI_Allreduce gives all of them the same bits.  alpha and beta are those of
 * the textbook's method, preconditioned with the diagonal; wu - beta * ru /
 * alpha is its (p, A p), which is positive for all p if A is positive definite.
 */
static const char *iterate(const layout_t *layout, const part_t *part,
                           vectors_t *v, double *x, int *iterations)
{
    double alpha = 0, last_ru = 0, goal = 0;

    for (int k = 0; k < 10 * (layout->order + 10.0); k++) {
        multiply(layout, part, v);
        const products_t sum = scalar_products(v, part->row_count);
        const double beta = k == 0 ? 0 : sum.ru / last_ru;
        const double curvature = sum.wu - (k == 0 ? 0 : beta * sum.ru / alpha);

        *iterations = k;
        goal = k == 0 ? tolerance * tolerance * sum.rr : goal;
        if (sum.rr <= goal) {
            return NULL;
        }
        if (!(curvature > 0)) {
            return "the matrix is not positive definite";
        }
        alpha = sum.ru / curvature;
        last_ru = sum.ru;
        for (int i = 0; i < part->row_count; i++) {
            v->p[i] = v->u[i] + beta * v->p[i];
            v->s[i] = v->w[i] + beta * v->s[i];
            x[i] += alpha * v->p[i];
            v->r[i] -= alpha * v->s[i];
        }
    }
    return "the iteration does not converge";
}

/* ---- checks, on rank 0 ---- */

/* Returns what is wrong, or NULL. */
static const char *check(const matrix_t *matrix, const double *right_side,
                         const double *x)
{
    double *product = vector_create(matrix->order);
    double residual = 0, length = 0, error = 0;

    multiply_matrix(matrix, x, product);
    for (int i = 0; i < matrix->order; i++) {
        residual += pow(right_side[i] - product[i], 2);
        length += pow(right_side[i], 2);
        error = fmax(error, fabs(x[i] - known_solution(i)));
    }
    free(product);
    residual = sqrt(residual / length);
    printf("cg: residual %.1e, largest error %.1e\n", residual, error);
    /* so written that a NaN is wrong as well */
    if (residual <= largest_residual && error <= largest_error) {
        return NULL;
    }
    return "the solution is wrong";
}

/* The matrix and all of its elements are rank 0's, and so is the verdict. */
static bool run(const matrix_t *matrix, const layout_t *layout,
                const entry_t *elements)
{
    const int count = layout->rows.counts[layout->rank];
    double *right_side = right_side_create(matrix);
    double *solution = vector_create(matrix->order);
    double *own_right_side = vector_create(count);
    double *x = vector_create(count);
    int iterations = 0;
    vectors_t vectors;
    part_t part;

    scatter_elements(layout, elements, &part);
    MPI_Scatterv(right_side, layout->rows.counts, layout->rows.firsts,
                 MPI_DOUBLE, own_right_side, count, MPI_DOUBLE, 0,
                 MPI_COMM_WORLD);
    vectors_create(&vectors, layout, &part, own_right_side);
    const double begin = MPI_Wtime();
    const char *fault = iterate(layout, &part, &vectors, x, &iterations);
    const double seconds = MPI_Wtime() - begin;
    MPI_Gatherv(x, count, MPI_DOUBLE, solution, layout->rows.counts,
                layout->rows.firsts, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    if (layout->rank == 0 && fault == NULL) {
        printf("cg: %d ranks, %d rows, %d iterations, %.1f ms\n", layout->ranks,
               layout->order, iterations, 1e3 * seconds);
        fault = check(matrix, right_side, solution);
    }
    if (layout->rank == 0 && fault != NULL) {
        fprintf(stderr, "cg: %s\n", fault);
    }
    free(vectors.all_of_u);
    free(vectors.diagonal);
    free(part.elements);
    free(x);
    free(own_right_side);
    free(solution);
    free(right_side);
    return layout->rank != 0 || fault == NULL;
}

int main(int argc, char **argv)
{
    matrix_t matrix = {0};
    entry_t *elements = NULL;
    int *starts = NULL;
    layout_t layout;
    bool is_good = true;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        is_good = argc == 2 ? matrix_read(argv[1], &matrix)
                            : refuse_file("usage", "cg MATRIX-MARKET-FILE");
    }
    if (matrix.order > 0) {
        starts = allocate(matrix.order + 1, sizeof *starts);
        elements = elements_create(&matrix, starts);
    }
    layout_create(&layout, matrix.order, starts);
    if (layout.order > 0) {
        is_good = run(&matrix, &layout, elements);
    }
    free(layout.rows.firsts);
    free(elements);
    free(starts);
    free(matrix.entries);
    MPI_Finalize();
    return is_good ? 0 : 1;
}
