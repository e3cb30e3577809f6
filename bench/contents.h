/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What buffers hold before a call and have to hold after it.
 */
#ifndef TUNEDX_BENCH_CONTENTS_H
#define TUNEDX_BENCH_CONTENTS_H

#include "bench/calls.h"

/* Writes what this rank contributes to the call of this number: other numbers,
 * other contents. */
void bench_fill(const bench_operation_t *operation, int root, unsigned number);

/* True when what this rank has got in that call is right, to the last byte. */
bool bench_verify(const bench_operation_t *operation, int root,
                  unsigned number);

/* Changes a byte of what this rank has got, if it gets anything: a fault that
 * bench_verify has to find. */
void bench_spoil(const bench_operation_t *operation, int root);

/* Calls once with fresh contents and compares with what must come out.  True
 * when this rank's result is right. */
bool bench_check(const bench_operation_t *operation, int root);

#endif
