/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Choosing the method of a call on a communicator.
 */
#ifndef TUNEDX_CHOOSE_H
#define TUNEDX_CHOOSE_H

#include "runtime/call.h"

/* Finds out how the communicator is spread and prepares its decider: at the
 * first choice, or before.  Open MPI error code. */
int tunedx_module_prepare(tunedx_module_t *module);

/* Has the policy of this time hold on the communicator from now on; what was
 * decided before is forgotten.  At the start and whenever coll_tunedx_epoch is
 * another.  Open MPI error code. */
int tunedx_module_refresh(tunedx_module_t *module);

/* Chooses the method of `call`, whose key it fills in as well.  Open MPI error
 * code. */
int tunedx_module_choose(tunedx_module_t *module, const tunedx_call_t *call,
                         tunedx_key_t *key, tunedx_choice_t *choice);

/* Tells, at coll_tunedx_verbose 20, what was chosen for a call that is new. */
void tunedx_module_tell_choice(const tunedx_module_t *module,
                               const tunedx_key_t *key,
                               const tunedx_choice_t *choice);

#endif
