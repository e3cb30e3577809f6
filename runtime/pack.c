/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See pack.h; Open MPI's convertor does the work.
 *
 * The convertor never cuts a basic element (an int, a double), but segments of
 * a message do.  Such an element is packed whole beside the stream: to pack,
 * its part is copied out; to unpack, its part is changed and the whole put
 * back.  No more than that element is put back, since its neighbours may be
 * arriving at this very moment.
 */
#include "runtime/pack.h"

#include <string.h>

enum { MOST_AT_ONCE = 1 << 30, LARGEST_ELEMENT = 64 };

typedef struct user_data {
    const void *address;
    size_t count;
    struct ompi_datatype_t *type;
} user_data_t;

static int prepare(opal_convertor_t *convertor, const user_data_t *user,
                   bool unpacks)
{
    OBJ_CONSTRUCT(convertor, opal_convertor_t);
    return unpacks ? opal_convertor_copy_and_prepare_for_recv(
                         ompi_mpi_local_convertor, &user->type->super,
                         user->count, user->address, 0, convertor)
                   : opal_convertor_copy_and_prepare_for_send(
                         ompi_mpi_local_convertor, &user->type->super,
                         user->count, user->address, 0, convertor);
}

static void release(opal_convertor_t *convertor)
{
    opal_convertor_cleanup(convertor);
    OBJ_DESTRUCT(convertor);
}

/* Moves bytes `first` to `end`, both between basic elements. */
static int move_whole(const user_data_t *user, size_t first, size_t end,
                      char *packed, bool unpacks)
{
    opal_convertor_t convertor;
    size_t position = first;
    int rc = prepare(&convertor, user, unpacks);

    if (rc == OMPI_SUCCESS &&
        (opal_convertor_set_position(&convertor, &position) < 0 ||
         position != first)) {
        rc = OMPI_ERROR;
    }
    while (rc == OMPI_SUCCESS && position < end) {
        const size_t left = end - position;
        struct iovec piece = {
            .iov_base = packed + (position - first),
            .iov_len = left < MOST_AT_ONCE ? left : MOST_AT_ONCE,
        };
        size_t moved = piece.iov_len;
        uint32_t pieces = 1;
        const int done =
            unpacks ? opal_convertor_unpack(&convertor, &piece, &pieces, &moved)
                    : opal_convertor_pack(&convertor, &piece, &pieces, &moved);

        if (done < 0 || moved == 0) {
            rc = OMPI_ERROR;
        }
        position += moved;
    }
    release(&convertor);
    return rc;
}

/* The last place between basic elements that is not behind `byte`. */
static int find_boundary(const user_data_t *user, size_t byte, size_t *boundary)
{
    opal_convertor_t convertor;
    int rc = prepare(&convertor, user, false);

    *boundary = byte;
    if (rc == OMPI_SUCCESS &&
        opal_convertor_set_position(&convertor, boundary) < 0) {
        rc = OMPI_ERROR;
    }
    release(&convertor);
    return rc == OMPI_SUCCESS && *boundary <= byte ? OMPI_SUCCESS : OMPI_ERROR;
}

/* Moves bytes `first` up to `end` of the basic element that begins at `begin`,
 * or as far as that reaches; *reached is where that is. */
static int move_part(const user_data_t *user, size_t begin, size_t first,
                     size_t end, char *packed, bool unpacks, size_t *reached)
{
    char element[LARGEST_ELEMENT];
    size_t size = 1, boundary = begin;
    int rc = OMPI_SUCCESS;

    /* their sizes are powers of two */
    while (rc == OMPI_SUCCESS) {
        rc = find_boundary(user, begin + size, &boundary);
        if (boundary == begin + size) {
            break;
        }
        size *= 2;
        if (size > LARGEST_ELEMENT) {
            rc = OMPI_ERROR;
        }
    }
    if (rc == OMPI_SUCCESS) {
        rc = move_whole(user, begin, begin + size, element, false);
    }
    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    *reached = begin + size < end ? begin + size : end;
    if (!unpacks) {
        memcpy(packed, element + (first - begin), *reached - first);
        return OMPI_SUCCESS;
    }
    memcpy(element + (first - begin), packed, *reached - first);
    return move_whole(user, begin, begin + size, element, true);
}

static int move(const user_data_t *user, size_t first, size_t bytes,
                char *packed, bool unpacks)
{
    const size_t end = first + bytes;
    size_t at = first, below, stop;

    while (at < end) {
        int rc = find_boundary(user, at, &below);

        if (rc == OMPI_SUCCESS) {
            rc = find_boundary(user, end, &stop);
        }
        if (rc == OMPI_SUCCESS && below == at && stop > at) {
            rc = move_whole(user, at, stop, packed + (at - first), unpacks);
        } else if (rc == OMPI_SUCCESS) {
            rc = move_part(user, below, at, end, packed + (at - first), unpacks,
                           &stop);
        }
        if (rc != OMPI_SUCCESS) {
            return rc;
        }
        at = stop;
    }
    return OMPI_SUCCESS;
}

int tunedx_pack(const void *address, size_t count, struct ompi_datatype_t *type,
                size_t first, size_t bytes, void *packed)
{
    const user_data_t user = {address, count, type};

    return move(&user, first, bytes, packed, false);
}

int tunedx_unpack(void *address, size_t count, struct ompi_datatype_t *type,
                  size_t first, size_t bytes, const void *packed)
{
    const user_data_t user = {address, count, type};

    return move(&user, first, bytes, (char *)(uintptr_t)packed, true);
}
