/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Parts of a typed buffer as packed bytes, from any byte to any other.
 */
#ifndef TUNEDX_PACK_H
#define TUNEDX_PACK_H

#include "compat/compat.h"

/* Copies `bytes` bytes, from byte `first` on, of the packed form of `count`
 * elements of `type` at `address` to `packed`, or back.  Open MPI error code.
 */
int tunedx_pack(const void *address, size_t count, struct ompi_datatype_t *type,
                size_t first, size_t bytes, void *packed);
int tunedx_unpack(void *address, size_t count, struct ompi_datatype_t *type,
                  size_t first, size_t bytes, const void *packed);

#endif
