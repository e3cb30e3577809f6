/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See compat.h.
 */
#include "compat/compat.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tunedx_config.h"

#if TUNEDX_COLL_SERIES == 4
#include "orte/util/show_help.h"
#else
#include "opal/util/show_help.h"
#endif

void tunedx_tell(const char *topic, const char *format, ...)
{
    char text[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
#if TUNEDX_COLL_SERIES == 4
    orte_show_help_norender("coll tunedx", topic, false, text);
#elif TUNEDX_COLL_SERIES == 5
    opal_show_help_norender("coll tunedx", topic, text);
#else
    (void)topic;
    opal_output(0, "%s", text);
#endif
}

/* Open MPI's structures change within a series without a new interface number,
 * so the release has to be the very one, and the sizes that the library itself
 * uses have to be those of our headers. */
const char *tunedx_compat_mismatch(void)
{
    static char text[MPI_MAX_LIBRARY_VERSION_STRING + 80];
    char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    char running[32] = "unknown";
    int length = 0;

    MPI_Get_library_version(version, &length);
    if (sscanf(version, "Open MPI v%31[0-9.]", running) != 1 ||
        strcmp(running, TUNEDX_OMPI_VERSION) != 0) {
        snprintf(text, sizeof text, "this is Open MPI %s", running);
        return text;
    }
    if (mca_coll_base_module_t_class.cls_sizeof !=
            sizeof(mca_coll_base_module_t) ||
        ompi_communicator_t_class.cls_sizeof != sizeof(ompi_communicator_t) ||
        ompi_request_t_class.cls_sizeof != sizeof(ompi_request_t)) {
        return "its structures have other sizes";
    }
    return NULL;
}

void tunedx_compat_abort(void)
{
    ompi_mpi_abort(&ompi_mpi_comm_world.comm, MPI_ERR_OTHER);
}
