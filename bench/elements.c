/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See elements.h.
 */
#include "bench/elements.h"

#include <stdint.h>

/* As MPI_DOUBLE_INT has it. */
typedef struct pair {
    double value;
    int place;
} pair_t;

/* Of a program: a sum and a minimum in one, with a gap at the end. */
typedef struct record {
    double sum;
    int least;
} record_t;

/* The map x -> factor x + term, modulo 2^32. */
typedef struct affine {
    uint32_t factor, term;
} affine_t;

/* Small whole numbers, so that sums are exact in any order. */
enum { PERIOD = 1021 };

static int small(int rank, size_t i, unsigned number)
{
    return rank * 7 + (int)((i + number) % PERIOD) + 1;
}

/* ---- sums ---- */

static void set_sum(void *element, int rank, size_t i, unsigned number)
{
    *(double *)element = small(rank, i, number);
}

static void combine_sum(void *left, const void *right)
{
    *(double *)left += *(const double *)right;
}

static bool equal_sums(const void *a, const void *b)
{
    return *(const double *)a == *(const double *)b;
}

/* ---- maxima with their places ---- */

/* Another rank has the maximum at the next place. */
static void set_maxloc(void *element, int rank, size_t i, unsigned number)
{
    const size_t turn = (size_t)rank * 5 + i + number;

    *(pair_t *)element = (pair_t){.value = (double)(turn % 17), .place = rank};
}

static void combine_maxloc(void *left, const void *right)
{
    pair_t *a = left;
    const pair_t *b = right;

    if (b->value > a->value || (b->value == a->value && b->place < a->place)) {
        *a = *b;
    }
}

static bool equal_pairs(const void *left, const void *right)
{
    const pair_t *a = left, *b = right;

    return a->value == b->value && a->place == b->place;
}

/* ---- a program's record ---- */

static void set_record(void *element, int rank, size_t i, unsigned number)
{
    *(record_t *)element = (record_t){
        .sum = small(rank, i, number),
        .least = (int)(((size_t)rank * 5 + i + number) % 17),
    };
}

static void combine_records(void *left, const void *right)
{
    record_t *a = left;
    const record_t *b = right;

    a->sum += b->sum;
    a->least = b->least < a->least ? b->least : a->least;
}

static bool equal_records(const void *left, const void *right)
{
    const record_t *a = left, *b = right;

    return a->sum == b->sum && a->least == b->least;
}

/* ---- maps, whose composition does not commute ---- */

static void set_affine(void *element, int rank, size_t i, unsigned number)
{
    *(affine_t *)element = (affine_t){
        .factor = 2 * (uint32_t)small(rank, i, number) + 1,
        .term = (uint32_t)(rank + 1) * 40503u + (uint32_t)i,
    };
}

/* The left map first. */
static void combine_affine(void *left, const void *right)
{
    affine_t *a = left;
    const affine_t *b = right;

    a->term = a->term * b->factor + b->term;
    a->factor *= b->factor;
}

static bool equal_affine(const void *left, const void *right)
{
    const affine_t *a = left, *b = right;

    return a->factor == b->factor && a->term == b->term;
}

/* ---- all of them ---- */

typedef struct kind {
    const char *word, *name;
    size_t bytes, extent;
    void (*set)(void *element, int rank, size_t i, unsigned number);
    void (*combine)(void *left, const void *right);
    bool (*equal)(const void *a, const void *b);
} kind_t;

static const kind_t kinds[BENCH_REDUCTIONS] = {
    [BENCH_SUM] = {"sum", "sum double", 8, sizeof(double), set_sum, combine_sum,
                   equal_sums},
    [BENCH_MAXLOC] = {"maxloc", "maxloc double_int", 12, sizeof(pair_t),
                      set_maxloc, combine_maxloc, equal_pairs},
    [BENCH_USER] = {"user", "user struct", 12, sizeof(record_t), set_record,
                    combine_records, equal_records},
    [BENCH_USER_ORDERED] = {"user_ordered", "user_ordered struct", 8,
                            sizeof(affine_t), set_affine, combine_affine,
                            equal_affine},
};

const char *bench_reduction_word(bench_reduction_t reduction)
{
    return kinds[reduction].word;
}

const char *bench_reduction_name(bench_reduction_t reduction)
{
    return kinds[reduction].name;
}

size_t bench_reduction_bytes(bench_reduction_t reduction)
{
    return kinds[reduction].bytes;
}

size_t bench_reduction_extent(bench_reduction_t reduction)
{
    return kinds[reduction].extent;
}

void bench_element_set(bench_reduction_t reduction, void *element, int rank,
                       size_t i, unsigned number)
{
    kinds[reduction].set(element, rank, i, number);
}

void bench_element_combine(bench_reduction_t reduction, void *left,
                           const void *right)
{
    kinds[reduction].combine(left, right);
}

bool bench_element_equals(bench_reduction_t reduction, const void *a,
                          const void *b)
{
    return kinds[reduction].equal(a, b);
}

/* ---- MPI's handles ---- */

static MPI_Datatype user_types[BENCH_REDUCTIONS];
static MPI_Op user_ops[BENCH_REDUCTIONS];

/* MPI's order: what comes in is the left operand. */
static void reduce_records(void *in, void *inout, int *count,
                           MPI_Datatype *type)
{
    const record_t *left = in;
    record_t *right = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        combine_records(&right[i], &left[i]); /* it commutes */
    }
}

static void reduce_affine(void *in, void *inout, int *count, MPI_Datatype *type)
{
    affine_t *left = in, *right = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        affine_t result = left[i];

        combine_affine(&result, &right[i]);
        right[i] = result;
    }
}

/* Two members, and the size of the struct with its gap. */
static MPI_Datatype make_type(MPI_Datatype first, MPI_Datatype second,
                              size_t second_at, size_t extent)
{
    const int lengths[] = {1, 1};
    const MPI_Aint places[] = {0, (MPI_Aint)second_at};
    const MPI_Datatype types[] = {first, second};
    MPI_Datatype members, whole;

    MPI_Type_create_struct(2, lengths, places, types, &members);
    MPI_Type_create_resized(members, 0, (MPI_Aint)extent, &whole);
    MPI_Type_commit(&whole);
    MPI_Type_free(&members);
    return whole;
}

void bench_reductions_open(void)
{
    user_types[BENCH_USER] = make_type(
        MPI_DOUBLE, MPI_INT, offsetof(record_t, least), sizeof(record_t));
    user_types[BENCH_USER_ORDERED] = make_type(
        MPI_UINT32_T, MPI_UINT32_T, offsetof(affine_t, term), sizeof(affine_t));
    MPI_Op_create(reduce_records, 1, &user_ops[BENCH_USER]);
    MPI_Op_create(reduce_affine, 0, &user_ops[BENCH_USER_ORDERED]);
}

void bench_reductions_close(void)
{
    for (int i = BENCH_USER; i <= BENCH_USER_ORDERED; i++) {
        MPI_Op_free(&user_ops[i]);
        MPI_Type_free(&user_types[i]);
    }
}

MPI_Datatype bench_reduction_type(bench_reduction_t reduction)
{
    return reduction == BENCH_SUM      ? MPI_DOUBLE
           : reduction == BENCH_MAXLOC ? MPI_DOUBLE_INT
                                       : user_types[reduction];
}

MPI_Op bench_reduction_op(bench_reduction_t reduction)
{
    return reduction == BENCH_SUM      ? MPI_SUM
           : reduction == BENCH_MAXLOC ? MPI_MAXLOC
                                       : user_ops[reduction];
}
