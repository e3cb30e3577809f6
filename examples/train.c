/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Trains a small neural network on all ranks together: gradient descent, with
 * the sum of the gradients hidden behind their computation.
 *
 *     mpicc -O2 train.c -o train -lm
 *     mpirun -n 4 ./train
 *
 * Every rank has all of the weights, and its share of the samples.  In a step
 * it computes the gradient of its samples, from the last layer to the first;
 * the gradients of all ranks are added up, 2.3 MB; and the weights change.  The
 * sum comes
 *
 *     blocking     in one MPI_Allreduce after the computation, or
 *     overlapped   in buckets of 256 KB: MPI_Iallreduce starts when a bucket's
 *                  rows are computed, and the next rows are computed meanwhile
 *
 * Both are timed, and checked: all ranks end with the same weights, bit by bit;
 * both ways end with the same, but for the order of additions; and the network
 * has learnt.  Each check that fails is said in a line, and then the exit code
 * of rank 0 is 1.
 */
#include <mpi.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
    INPUTS = 64,
    HIDDEN = 512,
    LAYERS = 3,
    SAMPLES = 64,
    STEPS = 12,
    BUCKET = 32768, /* numbers */
    MAX_BUCKETS = 16
};

static const double learning_rate = 0.05;

/* A sum in another order differs by roundings, 1e-16 of it, which grow from
 * step to step, but not to this in a dozen. */
static const double largest_difference = 1e-11;

/* The square error at the end, compared with the one before the first step. */
static const double largest_loss = 0.5;

/*
 * Every output has a row of weights: one for each input, and last the bias.
 * All outputs go through tanh.
 */
typedef struct {
    int inputs, outputs;
    size_t first; /* its first weight, in those of all layers */
} layer_t;

static const layer_t layers[LAYERS] = {
    {INPUTS, HIDDEN, 0},
    {HIDDEN, HIDDEN, (size_t)(INPUTS + 1) * HIDDEN},
    {HIDDEN, 1, (size_t)(INPUTS + 1 + HIDDEN + 1) * HIDDEN},
};

/* Behind the gradient comes the loss: so its sum needs no call of its own. */
enum {
    WEIGHTS = (INPUTS + 1 + HIDDEN + 1) * HIDDEN + HIDDEN + 1,
    LOSS = WEIGHTS,
    SUMMED
};

_Static_assert(SUMMED / BUCKET < MAX_BUCKETS, "a request for each bucket");

typedef double values_t[SAMPLES][HIDDEN];

typedef struct {
    double weights[WEIGHTS];
    double sums[SUMMED];         /* the gradient and the loss */
    values_t values[LAYERS + 1]; /* what layer i gets; i + 1: its outputs */
    values_t slopes[LAYERS + 1]; /* derivative of the loss by tanh's argument */
    double targets[SAMPLES];
    int samples; /* of this rank: the first so many of the arrays above */
    bool is_overlapped;
    size_t computed_from, summed_from; /* sums, from the last to the first */
    MPI_Request requests[MAX_BUCKETS], *next_request;
} trainer_t;

/* ---- data ---- */

/* The same number in [-1, 1) for an index on all ranks (the mixing function is
 * that of splitmix64). */
static double random_number(uint64_t index)
{
    uint64_t z = index * 0x9e3779b97f4a7c15U;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return (double)((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
}

static void prepare(trainer_t *t, int rank, int ranks)
{
    const int begin = SAMPLES * rank / ranks;

    t->samples = SAMPLES * (rank + 1) / ranks - begin;
    for (int s = 0; s < t->samples; s++) {
        double *x = t->values[0][s];

        for (int i = 0; i < INPUTS; i++) {
            x[i] = random_number(1 + (uint64_t)((begin + s) * INPUTS + i));
        }
        t->targets[s] = 0.8 * sin(2 * x[0] + x[1] * x[2] - x[3]);
    }
}

static void forget(trainer_t *t)
{
    for (int l = 0; l < LAYERS; l++) {
        const size_t row = (size_t)layers[l].inputs + 1;
        const size_t end = layers[l].first + row * (size_t)layers[l].outputs;

        for (size_t i = layers[l].first; i < end; i++) {
            t->weights[i] =
                random_number(1000000 + i) / sqrt((double)layers[l].inputs);
        }
    }
}

/* ---- the sum over all ranks ---- */

static void sum_begin(trainer_t *t)
{
    t->computed_from = t->summed_from = SUMMED;
    t->next_request = t->requests;
}

static int requests_made(const trainer_t *t)
{
    return (int)(t->next_request - t->requests);
}

/* All of the sums that are computed and not on their way. */
static void start_bucket(trainer_t *t)
{
    MPI_Iallreduce(MPI_IN_PLACE, t->sums + t->computed_from,
                   (int)(t->summed_from - t->computed_from), MPI_DOUBLE,
                   MPI_SUM, MPI_COMM_WORLD, t->next_request);
    t->next_request++;
    t->summed_from = t->computed_from;
}

/*
 * From here on, the sums are computed.  Tests are not for their answer:
 * nonblocking collectives may go on only while a rank is in some call of MPI.
 */
static void sum_add(trainer_t *t, size_t from)
{
    int is_done;

    t->computed_from = from;
    if (t->is_overlapped) {
        if (t->summed_from - from >= BUCKET) {
            start_bucket(t);
        }
        MPI_Testall(requests_made(t), t->requests, &is_done,
                    MPI_STATUSES_IGNORE);
    }
}

static void sum_end(trainer_t *t)
{
    if (t->is_overlapped) {
        start_bucket(t);
        /* clang-tidy believes that this waits for all of the array. */
        /* NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker) */
        MPI_Waitall(requests_made(t), t->requests, MPI_STATUSES_IGNORE);
    } else {
        MPI_Allreduce(MPI_IN_PLACE, t->sums, SUMMED, MPI_DOUBLE, MPI_SUM,
                      MPI_COMM_WORLD);
    }
}

/* ---- a step ---- */

static const double *weights_of(const trainer_t *t, int l, int output)
{
    return t->weights + layers[l].first +
           (size_t)output * ((size_t)layers[l].inputs + 1);
}

static void forward(trainer_t *t, int l)
{
    const int inputs = layers[l].inputs;

    for (int o = 0; o < layers[l].outputs; o++) {
        const double *weights = weights_of(t, l, o);

        for (int s = 0; s < t->samples; s++) {
            const double *x = t->values[l][s];
            double sum = weights[inputs];

            for (int i = 0; i < inputs; i++) {
                sum += weights[i] * x[i];
            }
            t->values[l + 1][s][o] = tanh(sum);
        }
    }
}

/* The loss is the mean square error, half of it. */
static void compare_with_targets(trainer_t *t)
{
    t->sums[LOSS] = 0;
    for (int s = 0; s < t->samples; s++) {
        const double y = t->values[LAYERS][s][0];
        const double error = y - t->targets[s];

        t->sums[LOSS] += 0.5 * error * error / SAMPLES;
        t->slopes[LAYERS][s][0] = error * (1 - y * y) / SAMPLES;
    }
    sum_add(t, LOSS);
}

/* Last row first, so that what is computed grows downwards in one piece. */
static void compute_gradient(trainer_t *t, int l)
{
    const int inputs = layers[l].inputs;

    for (int o = layers[l].outputs - 1; o >= 0; o--) {
        const size_t first = (size_t)(weights_of(t, l, o) - t->weights);
        double *row = t->sums + first;

        memset(row, 0, ((size_t)inputs + 1) * sizeof *row);
        for (int s = 0; s < t->samples; s++) {
            const double *x = t->values[l][s];
            const double slope = t->slopes[l + 1][s][o];

            for (int i = 0; i < inputs; i++) {
                row[i] += slope * x[i];
            }
            row[inputs] += slope;
        }
        sum_add(t, first);
    }
}

static void backward(trainer_t *t, int l)
{
    const int inputs = layers[l].inputs;

    for (int s = 0; s < t->samples; s++) {
        double *slopes = t->slopes[l][s];
        const double *x = t->values[l][s];

        memset(slopes, 0, (size_t)inputs * sizeof *slopes);
        for (int o = 0; o < layers[l].outputs; o++) {
            const double *weights = weights_of(t, l, o);
            const double slope = t->slopes[l + 1][s][o];

            for (int i = 0; i < inputs; i++) {
                slopes[i] += slope * weights[i];
            }
        }
        for (int i = 0; i < inputs; i++) {
            slopes[i] *= 1 - x[i] * x[i];
        }
    }
}

/* Returns the loss before the step. */
static double step(trainer_t *t)
{
    sum_begin(t);
    for (int l = 0; l < LAYERS; l++) {
        forward(t, l);
    }
    compare_with_targets(t);
    for (int l = LAYERS - 1; l >= 0; l--) {
        compute_gradient(t, l);
        if (l > 0) {
            backward(t, l);
        }
    }
    sum_end(t);
    for (size_t i = 0; i < WEIGHTS; i++) {
        t->weights[i] -= learning_rate * t->sums[i];
    }
    return t->sums[LOSS];
}

/* ---- training and checks ---- */

typedef struct {
    double first_loss, last_loss, seconds;
} training_t;

static training_t train(trainer_t *t, bool is_overlapped, int steps)
{
    training_t training = {0, 0, 0};

    forget(t);
    t->is_overlapped = is_overlapped;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < steps; i++) {
        training.last_loss = step(t);
        if (i == 0) {
            training.first_loss = training.last_loss;
        }
    }
    training.seconds = MPI_Wtime() - begin;
    MPI_Allreduce(MPI_IN_PLACE, &training.seconds, 1, MPI_DOUBLE, MPI_MAX,
                  MPI_COMM_WORLD);
    return training;
}

/* Whether it holds on all ranks; if not, rank 0 says so. */
static bool require(bool holds, const char *what)
{
    int failures = !holds, rank;

    MPI_Allreduce(MPI_IN_PLACE, &failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (failures > 0 && rank == 0) {
        fprintf(stderr, "train: not so on %d ranks: %s\n", failures, what);
    }
    return failures == 0;
}

static bool is_same_everywhere(const trainer_t *t, double *scratch)
{
    size_t same = 0;

    memcpy(scratch, t->weights, sizeof t->weights);
    MPI_Bcast(scratch, WEIGHTS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    while (same < WEIGHTS && scratch[same] == t->weights[same]) {
        same++;
    }
    return same == WEIGHTS;
}

static bool run(trainer_t *t, int rank, int ranks)
{
    static double blocking_weights[WEIGHTS], scratch[WEIGHTS];
    double difference = 0;

    prepare(t, rank, ranks);
    train(t, false, 1); /* the first one is slow */
    const training_t blocking = train(t, false, STEPS);
    const bool is_same = is_same_everywhere(t, scratch);
    memcpy(blocking_weights, t->weights, sizeof blocking_weights);
    train(t, true, 1);
    const training_t overlapped = train(t, true, STEPS);
    const bool is_still_same = is_same_everywhere(t, scratch);

    /* so written that a NaN is a difference */
    for (size_t i = 0; i < WEIGHTS; i++) {
        const double here = fabs(t->weights[i] - blocking_weights[i]);
        difference = here <= difference ? difference : here;
    }
    if (rank == 0) {
        printf("train: %d ranks, %d weights, loss %.6f to %.6f\n"
               "train: %d steps blocking %.3f s, overlapped %.3f s, largest "
               "difference %.1e\n",
               ranks, WEIGHTS, blocking.first_loss, blocking.last_loss, STEPS,
               blocking.seconds, overlapped.seconds, difference);
    }
    bool is_good = require(is_same, "blocking, weights like rank 0's");
    is_good &= require(is_still_same, "overlapped, weights like rank 0's");
    is_good &= require(difference <= largest_difference,
                       "overlapped, weights like blocking ones");
    is_good &= require(blocking.last_loss <= largest_loss * blocking.first_loss,
                       "loss at most half of what it was");
    return is_good;
}

int main(int argc, char **argv)
{
    static trainer_t trainer;
    int rank, ranks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const bool is_good = run(&trainer, rank, ranks);
    MPI_Finalize();
    return is_good || rank != 0 ? 0 : 1;
}
