/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The plainest text of every collective, whether the registry has an algorithm
 * for it or not.
 */
#ifndef TEST_UNIT_LINEAR_H
#define TEST_UNIT_LINEAR_H

#include "job.h"

/* For job_write.  Irregular data movement names whole blocks, except where
 * scratch is needed. */
extern job_text_t *const linear_texts[TUNEDX_COLLECTIVES];

#endif
