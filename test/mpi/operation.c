/* SPDX-License-Identifier: BSD-3-Clause */
/* See operation.h. */
#include "operation.h"

#include "check.h"

/*
 * An affine map x -> a x + b modulo P is kept as the number a P + b, which fits
 * a short.  Composition is associative and hardly ever commutes.
 */
enum { P = 181, MODULUS = 32749, WATCHED_MAX = 8 };

static MPI_Op handles[OPERATIONS];
static struct {
    const layout_t *layout;
    size_t elements;
} watched[WATCHED_MAX];
static int watched_count;
static const char *fault;
static long elements_seen, empty_calls;

static long compose(long left, long right)
{
    const long a = left / P, b = left % P, c = right / P, d = right % P;

    return (a * c % P) * P + (a * d + b) % P;
}

static long combine_atom(operation_t operation, long x, long y)
{
    switch (operation) {
    case OPERATION_SUM:
        return x + y;
    case OPERATION_PROD:
        return x * y;
    case OPERATION_MAX:
        return x > y ? x : y;
    case OPERATION_MIN:
        return x < y ? x : y;
    case OPERATION_BAND:
        return x & y;
    case OPERATION_BOR:
        return x | y;
    case OPERATION_BXOR:
        return x ^ y;
    case OPERATION_LAND:
        return x && y;
    case OPERATION_LOR:
        return x || y;
    case OPERATION_LXOR:
        return !x != !y;
    case OPERATION_USER_SUM:
        return (x + y) % MODULUS;
    case OPERATION_USER_COMPOSE:
        return compose(x, y);
    default:
        return 0;
    }
}

/* Pairs of value and index; the lower index wins among equal values. */
static void combine_pairs(operation_t operation, long *left, const long *right,
                          size_t atoms)
{
    for (size_t i = 0; i + 1 < atoms; i += 2) {
        const int better = operation == OPERATION_MAXLOC ? right[i] > left[i]
                                                         : right[i] < left[i];

        if (better || (right[i] == left[i] && right[i + 1] < left[i + 1])) {
            left[i] = right[i];
            left[i + 1] = right[i + 1];
        }
    }
}

void operation_combine(operation_t operation, long *left, const long *right,
                       size_t atoms)
{
    if (operation == OPERATION_MAXLOC || operation == OPERATION_MINLOC) {
        combine_pairs(operation, left, right, atoms);
        return;
    }
    for (size_t i = 0; i < atoms; i++) {
        left[i] = combine_atom(operation, left[i], right[i]);
    }
}

long operation_value(operation_t operation, uint32_t seed, int rank,
                     size_t place)
{
    const uint32_t hash = check_hash(seed, (uint32_t)rank, (uint32_t)place);

    switch (operation) {
    case OPERATION_PROD:
        return hash % 2 ? 1 + (long)(hash >> 4) % 2
                        : -1 - (long)(hash >> 4) % 2;
    case OPERATION_LAND:
    case OPERATION_LOR:
    case OPERATION_LXOR:
        return hash % 3;
    case OPERATION_MAXLOC:
    case OPERATION_MINLOC:
        return place % 2 ? (long)(hash % 1000) : (long)(hash % 4);
    case OPERATION_USER_SUM:
        return hash % MODULUS;
    case OPERATION_USER_COMPOSE:
        return (long)(1 + hash % (P - 1)) * P + (long)((hash >> 8) % P);
    case OPERATION_SUM:
        return hash % 1000;
    default:
        return hash % 32768;
    }
}

void operation_watch(const layout_t *layout, size_t elements)
{
    watched_count = 0;
    fault = NULL;
    elements_seen = 0;
    empty_calls = 0;
    operation_watch_also(layout, elements);
}

void operation_watch_also(const layout_t *layout, size_t elements)
{
    if (watched_count == WATCHED_MAX) {
        check_fail("more than %d reductions are watched", WATCHED_MAX);
        return;
    }
    watched[watched_count].layout = layout;
    watched[watched_count++].elements = elements;
}

const char *operation_fault(void)
{
    return fault;
}

long operation_elements(void)
{
    return elements_seen;
}

long operation_empty_calls(void)
{
    return empty_calls;
}

/* The layout of a datatype, if nothing is wrong with the arguments. */
static const layout_t *inspect(int length, MPI_Datatype type)
{
    const layout_t *layout = NULL;
    MPI_Aint lower, extent;
    size_t most = 0;

    for (int i = 0; i < watched_count; i++) {
        if (watched[i].layout->type == type) {
            layout = watched[i].layout;
            most = watched[i].elements > most ? watched[i].elements : most;
        }
    }
    elements_seen += length;
    empty_calls += length == 0;
    if (layout == NULL) {
        fault = "user function got another datatype handle";
        return NULL;
    }
    MPI_Type_get_extent(type, &lower, &extent);
    if (lower != layout->lower || extent != layout->extent) {
        fault = "user function got a datatype of other bounds";
        return NULL;
    }
    if (length < 0 || (size_t)length > most) {
        fault = "user function got a length out of range";
        return NULL;
    }
    return layout;
}

static void apply(operation_t operation, unsigned char *in,
                  unsigned char *inout, int length, MPI_Datatype type)
{
    const layout_t *layout = inspect(length, type);

    for (int e = 0; layout != NULL && e < length; e++) {
        for (size_t i = 0; i < layout->atoms; i++) {
            const ptrdiff_t at = e * layout->extent + layout->at[i];
            const atom_t kind = layout->kind[i];

            atom_store(kind, inout + at,
                       combine_atom(operation, atom_load(kind, in + at),
                                    atom_load(kind, inout + at)));
        }
    }
}

static void user_sum_function(void *in, void *inout, int *length,
                              MPI_Datatype *type)
{
    apply(OPERATION_USER_SUM, in, inout, *length, *type);
}

static void user_compose_function(void *in, void *inout, int *length,
                                  MPI_Datatype *type)
{
    apply(OPERATION_USER_COMPOSE, in, inout, *length, *type);
}

MPI_User_function *operation_function(operation_t operation)
{
    return operation == OPERATION_USER_SUM ? user_sum_function
                                           : user_compose_function;
}

void operation_create(void)
{
    handles[OPERATION_SUM] = MPI_SUM;
    handles[OPERATION_PROD] = MPI_PROD;
    handles[OPERATION_MAX] = MPI_MAX;
    handles[OPERATION_MIN] = MPI_MIN;
    handles[OPERATION_BAND] = MPI_BAND;
    handles[OPERATION_BOR] = MPI_BOR;
    handles[OPERATION_BXOR] = MPI_BXOR;
    handles[OPERATION_LAND] = MPI_LAND;
    handles[OPERATION_LOR] = MPI_LOR;
    handles[OPERATION_LXOR] = MPI_LXOR;
    handles[OPERATION_MAXLOC] = MPI_MAXLOC;
    handles[OPERATION_MINLOC] = MPI_MINLOC;
    MPI_Op_create(user_sum_function, 1, &handles[OPERATION_USER_SUM]);
    MPI_Op_create(user_compose_function, 0, &handles[OPERATION_USER_COMPOSE]);
}

void operation_destroy(void)
{
    MPI_Op_free(&handles[OPERATION_USER_SUM]);
    MPI_Op_free(&handles[OPERATION_USER_COMPOSE]);
}

MPI_Op operation_handle(operation_t operation)
{
    return handles[operation];
}

const char *operation_name(operation_t operation)
{
    static const char *const names[] = {
        [OPERATION_SUM] = "MPI_SUM",
        [OPERATION_PROD] = "MPI_PROD",
        [OPERATION_MAX] = "MPI_MAX",
        [OPERATION_MIN] = "MPI_MIN",
        [OPERATION_BAND] = "MPI_BAND",
        [OPERATION_BOR] = "MPI_BOR",
        [OPERATION_BXOR] = "MPI_BXOR",
        [OPERATION_LAND] = "MPI_LAND",
        [OPERATION_LOR] = "MPI_LOR",
        [OPERATION_LXOR] = "MPI_LXOR",
        [OPERATION_MAXLOC] = "MPI_MAXLOC",
        [OPERATION_MINLOC] = "MPI_MINLOC",
        [OPERATION_USER_SUM] = "user sum (commutative)",
        [OPERATION_USER_COMPOSE] = "user composition (not commutative)"};

    return names[operation];
}
