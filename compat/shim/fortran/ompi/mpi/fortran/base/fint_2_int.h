/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands in for the Open MPI header of this name, which no installation has
 * although ompi/op/op.h includes it: conversions between C's int and
 * Fortran's INTEGER, by value and by address.
 *
 * The conversions by address cannot be had when the two differ in size; Open
 * MPI's installed headers do not use them.
 */
#ifndef TUNEDX_SHIM_FINT_2_INT_H
#define TUNEDX_SHIM_FINT_2_INT_H

#include "ompi_config.h"

#include "mpi.h"

#define OMPI_FINT_2_INT(value) ((int)(value))
#define OMPI_INT_2_FINT(value) ((MPI_Fint)(value))

#if OMPI_SIZEOF_FORTRAN_INTEGER == SIZEOF_INT
#define OMPI_PFINT_2_PINT(address) (address)
#endif

#endif
