/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The component's MCA parameters: their values, registration and checks.
 */
#ifndef TUNEDX_PARAMS_H
#define TUNEDX_PARAMS_H

#include "compat/compat.h"
#include "decision/reproducible.h"
#include "schedule/collective.h"

/* The word for "nothing is forced". */
#define TUNEDX_AUTOMATIC "auto"

/* Types that params.def names. */
typedef int tunedx_param_int_t;
typedef size_t tunedx_param_size_t;
typedef bool tunedx_param_bool_t;
typedef char *tunedx_param_string_t;

typedef struct tunedx_params {
#define TUNEDX_PARAMETER(name, type, value, level, agreed, help) \
    tunedx_param_##type##_t name;
#include "mca_params/params.def"
#undef TUNEDX_PARAMETER
    char *algorithm[TUNEDX_COLLECTIVES]; /* as set; NULL: empty or absent */
    /* Of these the ones that hold: checked, and rank 0's once the job has
     * agreed.  "auto" where nothing is forced; borrowed. */
    const char *method[TUNEDX_COLLECTIVES];
    tunedx_reproducible_t reproduces; /* likewise */
} tunedx_params_t;

/* The values of this process; in a job, once it has started, those of rank 0
 * where the parameter is agreed. */
extern tunedx_params_t tunedx_params;

/* Registers all parameters of `component`. */
int tunedx_params_register(const mca_base_component_t *component);

/* The text that coll/tuned's parameter `name` has; NULL when it is not set.
 * Where Open MPI does not load coll/tuned, only what the environment or the
 * command line of mpirun says is known. */
const char *tunedx_params_of_tuned(const char *name);

/* Checks all values, as rank 0 does for the job.  Bad ones are reported, one
 * message each, and replaced by the default; names in the environment that no
 * parameter has are reported too, and what a value leaves to this process is
 * found out.  Returns how many bad values there were. */
int tunedx_params_check(void);

/* Changes at run time, through MPI_T, of methods and window.  hold has MPI_T
 * show what the job has agreed on.  take_changes takes over what was set since;
 * a bad value is told where `tells`, and the one from before holds and is shown
 * again.  *changed: anything that holds is another now.  Open MPI error code.
 * forget gives memory back, after MPI_Finalize. */
void tunedx_params_hold(void);
int tunedx_params_take_changes(bool tells, bool *changed);
void tunedx_params_forget(void);

/* The agreed values as bytes, for rank 0 to send and all ranks, rank 0 too, to
 * take.  pack returns a buffer for the caller to free, and its length, or NULL
 * when memory is short; unpack returns false when the bytes do not fit, and
 * borrows them for as long as the process lives. */
void *tunedx_params_pack(size_t *length);
bool tunedx_params_unpack(const void *bytes, size_t length);

#endif
