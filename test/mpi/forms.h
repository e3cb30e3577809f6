/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Persistent collectives under one name: MPI_Bcast_init and its like are
 * extensions of Open MPI 4.1, called MPIX_Bcast_init there.
 */
#ifndef TUNEDX_TEST_FORMS_H
#define TUNEDX_TEST_FORMS_H

#include <mpi.h>

/* PERSISTENT_FUNCTION(Bcast) is the function that makes such a request. */
#if MPI_VERSION >= 4 || OMPI_MAJOR_VERSION >= 5
#define PERSISTENT_FUNCTION(Name) MPI_##Name##_init
#else
#include <mpi-ext.h>
#define PERSISTENT_FUNCTION(Name) MPIX_##Name##_init
#endif

#endif
