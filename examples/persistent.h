/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Persistent collectives by their names in MPI 4, which Open MPI has from 5.0
 * on.  Open MPI 4.1 has the same functions as an extension, named MPIX_.
 */
#ifndef EXAMPLES_PERSISTENT_H
#define EXAMPLES_PERSISTENT_H

#include <mpi.h>

#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#ifndef OMPI_HAVE_MPI_EXT_PCOLLREQ
#error "this Open MPI was built without the extension pcollreq"
#endif
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Bcast_init MPIX_Bcast_init
#endif

#endif
