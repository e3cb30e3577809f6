/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The policy that follows from parameters and rules.
 */
#ifndef TUNEDX_POLICY_H
#define TUNEDX_POLICY_H

#include "decision/decide.h"

/* Makes the policy: the built-in rules and, where `agreed`, what the job's
 * ranks have agreed on: parameters, unless NULL the rules of a file and, where
 * `takes_decision`, the decision compiled in.  It lives in `arena`.  Open MPI
 * error code. */
int tunedx_make_policy(tunedx_arena_t *arena, bool agreed,
                       const tunedx_rules_t *site_rules, bool takes_decision,
                       tunedx_policy_t *policy);

/* Takes over what MPI_T has changed: then *policy becomes another one, in
 * `arena`.  Bad values are told where `tells`.  Open MPI error code. */
int tunedx_policy_refresh(tunedx_arena_t *arena, bool tells,
                          const tunedx_policy_t **policy);

#endif
