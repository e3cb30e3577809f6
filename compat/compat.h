/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Everything of Open MPI that tunedx uses, and all that differs between its
 * series 4.1, 5.0 and 6.0.  coll.h defines exactly one of the version macros
 * tested below; no other file of tunedx tests any of them.
 */
#ifndef TUNEDX_COMPAT_H
#define TUNEDX_COMPAT_H

#include "ompi_config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"
#include "ompi/attribute/attribute.h"
#include "ompi/communicator/communicator.h"
#include "ompi/constants.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/errhandler/errhandler.h"
#include "ompi/group/group.h"
#include "ompi/mca/coll/base/base.h"
#include "ompi/mca/coll/base/coll_base_functions.h"
#include "ompi/mca/coll/base/coll_base_util.h"
#include "ompi/mca/coll/base/coll_tags.h"
#include "ompi/mca/coll/coll.h"
#include "ompi/mca/mca.h"
#include "ompi/mca/pml/base/base.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/mca/topo/base/base.h"
#include "ompi/op/op.h"
#include "ompi/proc/proc.h"
#include "ompi/request/request.h"
#include "opal/class/opal_free_list.h"
#include "opal/datatype/opal_convertor.h"
#include "opal/mca/base/mca_base_pvar.h"
#include "opal/mca/base/mca_base_var.h"
#include "opal/mca/btl/base/base.h"
#include "opal/runtime/opal_progress.h"
#include "opal/util/output.h"

#if defined(MCA_COLL_BASE_VERSION_3_0_0)
#define TUNEDX_COLL_SERIES 6
#define TUNEDX_COLL_BASE_VERSION MCA_COLL_BASE_VERSION_3_0_0
#elif defined(MCA_COLL_BASE_VERSION_2_4_0)
#define TUNEDX_COLL_SERIES 5
#define TUNEDX_COLL_BASE_VERSION MCA_COLL_BASE_VERSION_2_4_0
#elif defined(MCA_COLL_BASE_VERSION_2_0_0)
#define TUNEDX_COLL_SERIES 4
#define TUNEDX_COLL_BASE_VERSION MCA_COLL_BASE_VERSION_2_0_0
#else
#error "tunedx knows the coll interfaces 2.0.0, 2.4.0 and 3.0.0 only"
#endif

/* Counts and displacements as the table of functions passes them; the far ones
 * are those of neighbor_alltoallw. */
#if TUNEDX_COLL_SERIES >= 6
typedef size_t tunedx_count_t;
typedef ompi_count_array_t tunedx_counts_t;
typedef ompi_disp_array_t tunedx_displacements_t;
typedef ompi_disp_array_t tunedx_far_displacements_t;

static inline size_t tunedx_count_at(tunedx_counts_t counts, int i)
{
    return ompi_count_array_get(counts, (size_t)i);
}

static inline ptrdiff_t tunedx_displacement_at(tunedx_displacements_t array,
                                               int i)
{
    return ompi_disp_array_get(array, (size_t)i);
}

static inline ptrdiff_t
tunedx_far_displacement_at(tunedx_far_displacements_t array, int i)
{
    return ompi_disp_array_get(array, (size_t)i);
}
#else
typedef int tunedx_count_t;
typedef const int *tunedx_counts_t;
typedef const int *tunedx_displacements_t;
typedef const MPI_Aint *tunedx_far_displacements_t;

static inline size_t tunedx_count_at(tunedx_counts_t counts, int i)
{
    return (size_t)counts[i];
}

static inline ptrdiff_t tunedx_displacement_at(tunedx_displacements_t array,
                                               int i)
{
    return array[i];
}

static inline ptrdiff_t
tunedx_far_displacement_at(tunedx_far_displacements_t array, int i)
{
    return array[i];
}
#endif

typedef struct ompi_datatype_t *const *tunedx_types_t;

/* Installs function `name` of `module` in the communicator's table, and puts
 * back what was there.  Up to 5.0 Open MPI does this itself. */
#if TUNEDX_COLL_SERIES >= 6
#define TUNEDX_INSTALL(communicator, module, previous, name)               \
    do {                                                                   \
        if ((module)->coll_##name != NULL) {                               \
            (previous)->coll_##name = (communicator)->c_coll->coll_##name; \
            (previous)->coll_##name##_module =                             \
                (communicator)->c_coll->coll_##name##_module;              \
            (communicator)->c_coll->coll_##name = (module)->coll_##name;   \
            (communicator)->c_coll->coll_##name##_module = (module);       \
        }                                                                  \
    } while (0)
#define TUNEDX_UNINSTALL(communicator, module, previous, name)             \
    do {                                                                   \
        if ((communicator)->c_coll->coll_##name##_module == (module)) {    \
            (communicator)->c_coll->coll_##name = (previous)->coll_##name; \
            (communicator)->c_coll->coll_##name##_module =                 \
                (previous)->coll_##name##_module;                          \
        }                                                                  \
    } while (0)
#else
#define TUNEDX_INSTALL(communicator, module, previous, name) \
    do {                                                     \
        (void)(communicator);                                \
    } while (0)
#define TUNEDX_UNINSTALL(communicator, module, previous, name) \
    do {                                                       \
        (void)(communicator);                                  \
    } while (0)
#endif

/* Tells the user something, formatted like printf, where only this process
 * does. */
void tunedx_tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same where many processes may, each with the same `topic`: the launcher
 * then shows it once (4.1; it may lose it under load, so this is for what only
 * many can tell). */
void tunedx_tell_once(const char *topic, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* NULL when the running Open MPI is the one tunedx was built for; else what is
 * different, in static storage. */
const char *tunedx_compat_mismatch(void);

/* Whether this is the process that speaks for all before ranks are known: rank
 * 0 of the job by the launcher's word, or a process without a launcher. */
bool tunedx_compat_speaks_for_all(void);

/* Calls `take` for every entry of the info that `communicator` is being made
 * with.  It returns whether the entry has an effect: from 5.0 on, MPI_Comm_
 * get_info tells programs of those only. */
void tunedx_compat_each_info(struct ompi_communicator_t *communicator,
                             bool (*take)(void *context, const char *key,
                                          const char *value),
                             void *context);

/* Has `callback` called in MPI_Finalize while messages can still be sent, alike
 * on all ranks: when the attributes of MPI_COMM_SELF are deleted.  Once at
 * most.  Open MPI error code. */
int tunedx_call_at_finalize(void (*callback)(void));

/* The eager limit of TCP, in bytes, where messages between nodes go by TCP and
 * nothing else, as far as this process can see; else 0. */
int tunedx_compat_tcp_eager_limit(void);

/* Aborts the whole job. */
void tunedx_compat_abort(void);

#endif
