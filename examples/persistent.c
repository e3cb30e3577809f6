/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds the largest eigenvalue of a symmetric matrix by power iteration, with
 * persistent collectives.
 *
 *     mpicc persistent.c -o persistent -lm
 *     mpirun -n 4 ./persistent
 *
 * Every rank has some columns of the matrix A, and of the vector x all.  An
 * iteration multiplies the own columns with their part of x and adds up the
 * results of all ranks, which gives A x (4.8 KB, allreduce).  Rank 0 sees how
 * far x has moved and says when to stop (16 bytes, bcast).
 *
 * Buffers, counts and operations are the same in each iteration: so the two
 * collectives are made once, with MPI_Allreduce_init and MPI_Bcast_init, and
 * then only started and waited for.  The same loop with MPI_Iallreduce and
 * MPI_Ibcast, which have to look at everything in every call, is timed as well.
 *
 * The matrix is made from eigenvalues and eigenvectors, so both are known and
 * are checked, for each form.  What is wrong is said in a line, and then the
 * exit code of rank 0 is 1.
 */
#include "persistent.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { ORDER = 601, LIMIT = 1000 };

static const double largest_eigenvalue = 10, second_eigenvalue = 9;
static const double tolerance = 1e-12; /* how far x may still move */
static const double largest_error = 1e-10;

typedef enum { PERSISTENT, NONBLOCKING } form_t;
static const char *const form_names[] = {"persistent", "nonblocking"};

/* What rank 0 finds out. */
typedef struct {
    double eigenvalue, movement;
} state_t;

typedef struct {
    int rank, first, count; /* the columns of this rank */
    double *columns;
    double x[ORDER], own[ORDER], product[ORDER];
    state_t state;
    form_t form;
    MPI_Request sum, tell;
} power_t;

/* ---- the matrix: A = H D H, H = 1 - 2 v v' / v'v, D the eigenvalues ---- */

static double eigenvalue(int i)
{
    return i == 0 ? largest_eigenvalue
                  : second_eigenvalue * (ORDER - i) / (ORDER - 1);
}

static double v(int i)
{
    return 1 + i % 7;
}

static double v_square(void)
{
    double sum = 0;

    for (int i = 0; i < ORDER; i++) {
        sum += v(i) * v(i);
    }
    return sum;
}

static void make_columns(power_t *power)
{
    const double square = v_square();
    double v_d_v = 0;

    for (int i = 0; i < ORDER; i++) {
        v_d_v += v(i) * eigenvalue(i) * v(i);
    }
    for (int j = 0; j < power->count; j++) {
        const int column = power->first + j;
        double *a = power->columns + (size_t)j * ORDER;

        for (int i = 0; i < ORDER; i++) {
            a[i] =
                v(i) * v(column) / square *
                (4 * v_d_v / square - 2 * (eigenvalue(i) + eigenvalue(column)));
        }
        a[column] += eigenvalue(column);
    }
}

/* The eigenvector of the largest eigenvalue: the first column of H. */
static double eigenvector(int i)
{
    return (i == 0) - 2 * v(0) * v(i) / v_square();
}

/* ---- the iteration ---- */

static void requests_create(power_t *power)
{
    power->sum = power->tell = MPI_REQUEST_NULL;
    if (power->form == PERSISTENT) {
        MPI_Allreduce_init(power->own, power->product, ORDER, MPI_DOUBLE,
                           MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &power->sum);
        MPI_Bcast_init(&power->state, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &power->tell);
    }
}

static void requests_destroy(power_t *power)
{
    if (power->form == PERSISTENT) {
        MPI_Request_free(&power->tell);
        MPI_Request_free(&power->sum);
    }
}

/* clang-tidy does not know that MPI_Start starts a request. */
static void wait_for(MPI_Request *request)
{
    /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* All ranks' own, added up. */
static void sum(power_t *power)
{
    if (power->form == PERSISTENT) {
        MPI_Start(&power->sum);
    } else {
        MPI_Iallreduce(power->own, power->product, ORDER, MPI_DOUBLE, MPI_SUM,
                       MPI_COMM_WORLD, &power->sum);
    }
    wait_for(&power->sum);
}

/* Rank 0's state. */
static void tell(power_t *power)
{
    if (power->form == PERSISTENT) {
        MPI_Start(&power->tell);
    } else {
        MPI_Ibcast(&power->state, 2, MPI_DOUBLE, 0, MPI_COMM_WORLD,
                   &power->tell);
    }
    wait_for(&power->tell);
}

static void multiply(power_t *power)
{
    for (int i = 0; i < ORDER; i++) {
        power->own[i] = 0;
    }
    for (int j = 0; j < power->count; j++) {
        const double *a = power->columns + (size_t)j * ORDER;
        const double x = power->x[power->first + j];

        for (int i = 0; i < ORDER; i++) {
            power->own[i] += a[i] * x;
        }
    }
}

static double length(const double *vector)
{
    double square = 0;

    for (int i = 0; i < ORDER; i++) {
        square += vector[i] * vector[i];
    }
    return sqrt(square);
}

/* x = product, of length 1.  Returns how far it was from there. */
static double move(power_t *power, double norm)
{
    double square = 0;

    for (int i = 0; i < ORDER; i++) {
        const double next = power->product[i] / norm;

        square += (next - power->x[i]) * (next - power->x[i]);
        power->x[i] = next;
    }
    return sqrt(square);
}

/*
 * Returns the number of iterations.  That rank 0 decides for all keeps them
 * together even where they round differently, as unlike machines may.
 */
static int iterate(power_t *power)
{
    for (int i = 0; i < ORDER; i++) {
        power->x[i] = 1 / sqrt(ORDER);
    }
    power->state = (state_t){0, HUGE_VAL};
    for (int k = 1; k <= LIMIT; k++) {
        multiply(power);
        sum(power);
        const double norm = length(power->product);
        const double movement = move(power, norm);

        if (power->rank == 0) {
            power->state = (state_t){norm, movement};
        }
        tell(power);
        if (power->state.movement <= tolerance) {
            return k;
        }
    }
    return LIMIT;
}

/* ---- the checks ---- */

/* x may have the eigenvector's direction or the opposite one. */
static bool is_right(const power_t *power)
{
    const double sign = power->x[1] * eigenvector(1) < 0 ? -1 : 1;
    double worst = fabs(power->state.eigenvalue - largest_eigenvalue);

    /* so written that a NaN is wrong as well */
    for (int i = 0; i < ORDER; i++) {
        const double error = fabs(power->x[i] - sign * eigenvector(i));

        worst = error <= worst ? worst : error;
    }
    return worst <= largest_error;
}

/* Whether all ranks have the right  */
static bool run(power_t *power, form_t form)
{
    power->form = form;
    requests_create(power);
    iterate(power); /* the first one is slow */
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    const int iterations = iterate(power);
    double microseconds = 1e6 * (MPI_Wtime() - begin) / iterations;
    int failures = !is_right(power);

    requests_destroy(power);
    MPI_Allreduce(MPI_IN_PLACE, &microseconds, 1, MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (power->rank == 0) {
        printf("persistent: %s, %d iterations, %.1f us each, eigenvalue "
               "%.12f\n",
               form_names[form], iterations, microseconds,
               power->state.eigenvalue);
        if (failures > 0) {
            fprintf(stderr,
                    "persistent: %s: %d ranks have no eigenvector, or not "
                    "eigenvalue %g\n",
                    form_names[form], failures, largest_eigenvalue);
        }
    }
    return failures == 0;
}

int main(int argc, char **argv)
{
    static power_t power;
    int ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &power.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    power.first = (int)((long)ORDER * power.rank / ranks);
    power.count = (int)((long)ORDER * (power.rank + 1) / ranks) - power.first;
    power.columns = calloc((size_t)power.count * ORDER + 1, sizeof(double));
    if (power.columns == NULL) {
        fprintf(stderr, "persistent: no memory for %d columns\n", power.count);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    make_columns(&power);
    if (power.rank == 0) {
        printf("persistent: %d ranks, matrix of order %d\n", ranks, ORDER);
    }
    bool is_good = run(&power, PERSISTENT);
    is_good &= run(&power, NONBLOCKING);
    free(power.columns);
    MPI_Finalize();
    return is_good || power.rank != 0 ? 0 : 1;
}
