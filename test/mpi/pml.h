/* SPDX-License-Identifier: BSD-3-Clause */
/* Open MPI's internal header of the message layer, without its warnings. */
#ifndef TUNEDX_TEST_PML_H
#define TUNEDX_TEST_PML_H

#pragma GCC system_header

#include <ompi_config.h>

#include <ompi/constants.h>
#include <ompi/mca/pml/pml.h>

#endif
