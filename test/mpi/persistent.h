/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The functions that make persistent collectives: part of MPI from Open MPI 5
 * on, an extension before.
 */
#ifndef TUNEDX_TEST_PERSISTENT_H
#define TUNEDX_TEST_PERSISTENT_H

#include <mpi.h>

#if OMPI_MAJOR_VERSION >= 5
#define PERSISTENT(name) MPI_##name##_init
#else
#include <mpi-ext.h>
#define PERSISTENT(name) MPIX_##name##_init
#endif

#endif
