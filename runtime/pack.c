/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See pack.h; Open MPI's convertor does the work.
 */
#include "runtime/pack.h"

enum { MOST_AT_ONCE = 1 << 30 };

static int
move(opal_convertor_t *convertor, size_t first, size_t bytes, char *packed,
     int (*step)(opal_convertor_t *, struct iovec *, uint32_t *, size_t *))
{
    size_t position = first, done = 0;

    if (opal_convertor_set_position(convertor, &position) < 0 ||
        position != first) {
        return OMPI_ERROR;
    }
    while (done < bytes) {
        const size_t left = bytes - done;
        struct iovec piece = {
            .iov_base = packed + done,
            .iov_len = left < MOST_AT_ONCE ? left : MOST_AT_ONCE,
        };
        size_t moved = piece.iov_len;
        uint32_t pieces = 1;

        if (step(convertor, &piece, &pieces, &moved) < 0 || moved == 0) {
            return OMPI_ERROR;
        }
        done += moved;
    }
    return OMPI_SUCCESS;
}

int tunedx_pack(const void *address, size_t count, struct ompi_datatype_t *type,
                size_t first, size_t bytes, void *packed)
{
    opal_convertor_t convertor;
    int rc;

    OBJ_CONSTRUCT(&convertor, opal_convertor_t);
    rc = opal_convertor_copy_and_prepare_for_send(
        ompi_mpi_local_convertor, &type->super, count, address, 0, &convertor);
    if (rc == OMPI_SUCCESS) {
        rc = move(&convertor, first, bytes, packed, opal_convertor_pack);
    }
    opal_convertor_cleanup(&convertor);
    OBJ_DESTRUCT(&convertor);
    return rc;
}

int tunedx_unpack(void *address, size_t count, struct ompi_datatype_t *type,
                  size_t first, size_t bytes, const void *packed)
{
    opal_convertor_t convertor;
    int rc;

    OBJ_CONSTRUCT(&convertor, opal_convertor_t);
    rc = opal_convertor_copy_and_prepare_for_recv(
        ompi_mpi_local_convertor, &type->super, count, address, 0, &convertor);
    if (rc == OMPI_SUCCESS) {
        rc = move(&convertor, first, bytes, (char *)(uintptr_t)packed,
                  opal_convertor_unpack);
    }
    opal_convertor_cleanup(&convertor);
    OBJ_DESTRUCT(&convertor);
    return rc;
}
