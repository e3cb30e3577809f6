/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See compat.h.
 */
#include "compat/compat.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunedx_config.h"

#if TUNEDX_COLL_SERIES == 4
#include "orte/util/show_help.h"
#endif

enum { LONGEST_TEXT = 4096 };

void tunedx_tell(const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    opal_output(0, "%s", text);
}

void tunedx_tell_once(const char *topic, const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
#if TUNEDX_COLL_SERIES == 4
    orte_show_help_norender("coll tunedx", topic, false, text);
#else
    (void)topic;
    opal_output(0, "%s", text);
#endif
}

int tunedx_compat_tcp_eager_limit(void)
{
    static const char *const local[] = {"self", "vader", "sm", "smcuda"};
    mca_btl_base_selected_module_t *selected;
    size_t limit = INT_MAX;
    bool any = false;

    if (strcmp(mca_pml_base_selected_component.pmlm_version.mca_component_name,
               "ob1") != 0) {
        return 0;
    }
    OPAL_LIST_FOREACH(selected, &mca_btl_base_modules_initialized,
                      mca_btl_base_selected_module_t)
    {
        const mca_btl_base_module_t *btl = selected->btl_module;
        const char *name =
            selected->btl_component->btl_version.mca_component_name;
        bool counts = (btl->btl_flags & MCA_BTL_FLAGS_SEND) != 0;

        for (size_t i = 0; i < sizeof local / sizeof local[0]; i++) {
            counts = counts && strcmp(name, local[i]) != 0;
        }
        if (counts && strcmp(name, "tcp") != 0) {
            return 0;
        }
        any = any || counts;
        if (counts && btl->btl_eager_limit < limit) {
            limit = btl->btl_eager_limit;
        }
    }
    return any ? (int)limit : 0;
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

bool tunedx_compat_speaks_for_all(void)
{
    static const char *const names[] = {
        "OMPI_COMM_WORLD_RANK",
        "PMIX_RANK",
        "SLURM_PROCID",
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *rank = getenv(names[i]);

        if (rank != NULL) {
            return strcmp(rank, "0") == 0;
        }
    }
    return true;
}

/* ---- info of a communicator ---- */

/* 4.1 keeps plain texts, 5.0 counted ones, and reading one marks it used. */
#if TUNEDX_COLL_SERIES == 4
#define KEY_OF(entry) (entry)->ie_key
#define VALUE_OF(entry) (entry)->ie_value

static void mark_used(opal_info_t *info, const opal_info_entry_t *entry)
{
    (void)info;
    (void)entry;
}
#else
#define KEY_OF(entry) (entry)->ie_key->string
#define VALUE_OF(entry) (entry)->ie_value->string

static void mark_used(opal_info_t *info, const opal_info_entry_t *entry)
{
    opal_cstring_t *value;
    int found = 0;

    opal_info_get(info, KEY_OF(entry), &value, &found);
    if (found) {
        OBJ_RELEASE(value);
    }
}
#endif

void tunedx_compat_each_info(struct ompi_communicator_t *communicator,
                             bool (*take)(void *context, const char *key,
                                          const char *value),
                             void *context)
{
    opal_info_t *info = communicator->super.s_info;
    opal_info_entry_t *entry;

    if (info == NULL) {
        return;
    }
    OPAL_LIST_FOREACH(entry, &info->super, opal_info_entry_t)
    {
        if (take(context, KEY_OF(entry), VALUE_OF(entry))) {
            mark_used(info, entry);
        }
    }
}

/* ---- at MPI_Finalize ---- */

static void (*at_finalize)(void);

/* 4.1 tells the copy function of the new communicator as well. */
#if TUNEDX_COLL_SERIES == 4
#define NEW_COMMUNICATOR , MPI_Comm target
#define UNUSED_COMMUNICATOR (void)target
#else
#define NEW_COMMUNICATOR
#define UNUSED_COMMUNICATOR (void)0
#endif

static int copy_nothing(MPI_Comm communicator, int keyval, void *extra_state,
                        void *attribute, void *copy,
                        int *is_copied NEW_COMMUNICATOR)
{
    (void)communicator;
    (void)keyval;
    (void)extra_state;
    (void)attribute;
    (void)copy;
    UNUSED_COMMUNICATOR;
    *is_copied = 0;
    return MPI_SUCCESS;
}

static int call_back(MPI_Comm communicator, int keyval, void *attribute,
                     void *extra_state)
{
    (void)communicator;
    (void)keyval;
    (void)attribute;
    (void)extra_state;
    at_finalize();
    return MPI_SUCCESS;
}

int tunedx_call_at_finalize(void (*callback)(void))
{
    ompi_attribute_fn_ptr_union_t copy, delete;
    int keyval, rc;

    at_finalize = callback;
    copy.attr_communicator_copy_fn = copy_nothing;
    delete.attr_communicator_delete_fn = call_back;
    rc = ompi_attr_create_keyval(COMM_ATTR, copy, delete, &keyval, NULL, 0,
                                 NULL);
    return rc != OMPI_SUCCESS
               ? rc
               : ompi_attr_set_c(COMM_ATTR, &ompi_mpi_comm_self.comm,
                                 &ompi_mpi_comm_self.comm.c_keyhash, keyval,
                                 NULL, false);
}

void tunedx_compat_abort(void)
{
    ompi_mpi_abort(&ompi_mpi_comm_world.comm, MPI_ERR_OTHER);
}
