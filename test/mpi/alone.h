/* SPDX-License-Identifier: BSD-3-Clause */
/* Processes that are spawned, and jobs that connect to each other. */
#ifndef TUNEDX_TEST_ALONE_H
#define TUNEDX_TEST_ALONE_H

/* The argument that makes the program a spawned one. */
#define CHILD "--child"

/* Run this program twice more, and call collectives with these two. */
void alone_spawn(const char *program);

/* What these do. */
void alone_child(void);

/* Two halves of MPI_COMM_WORLD meet as strangers would: through a port. */
void alone_connect(void);

#endif
