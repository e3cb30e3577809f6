/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See counting.h.
 */
#include "runtime/counting.h"

#include "runtime/counters.h"
#include "runtime/profile.h"

atomic_int tunedx_counting;

static opal_mutex_t lock = OPAL_MUTEX_STATIC_INIT;
static tunedx_module_t *modules;

static void set_short_cut(tunedx_module_t *module)
{
    module->is_plain =
        !tunedx_counts() && !tunedx_params.check && !opal_using_threads();
    module->fast_epoch = module->is_plain ? module->epoch : TUNEDX_NO_EPOCH;
}

static void change(int by)
{
    OPAL_THREAD_LOCK(&lock);
    const int before = atomic_fetch_add(&tunedx_counting, by);

    if (tunedx_params.verbose >= 20 && (before == 0 || before + by == 0)) {
        opal_output(0, "tunedx: calls are %s",
                    before == 0 ? "counted" : "no longer counted");
    }
    for (tunedx_module_t *module = modules; module != NULL;
         module = module->next) {
        set_short_cut(module);
    }
    OPAL_THREAD_UNLOCK(&lock);
}

void tunedx_counting_begin(void)
{
    change(1);
}

void tunedx_counting_end(void)
{
    change(-1);
}

void tunedx_counting_enter(tunedx_module_t *module)
{
    OPAL_THREAD_LOCK(&lock);
    set_short_cut(module);
    module->next = modules;
    module->previous_next = &modules;
    if (modules != NULL) {
        modules->previous_next = &module->next;
    }
    modules = module;
    OPAL_THREAD_UNLOCK(&lock);
}

void tunedx_counting_leave(tunedx_module_t *module)
{
    OPAL_THREAD_LOCK(&lock);
    if (module->previous_next != NULL) {
        *module->previous_next = module->next;
        if (module->next != NULL) {
            module->next->previous_next = module->previous_next;
        }
        module->previous_next = NULL;
    }
    OPAL_THREAD_UNLOCK(&lock);
}

/* Sizes of calls that are looked up by their lengths vary: they are counted one
 * by one. */
static void count_for_report(const tunedx_module_t *module,
                             const tunedx_call_t *call,
                             const tunedx_found_t *found, uint64_t nanoseconds)
{
    if (call->by_lengths) {
        tunedx_report_add(tunedx_traits_unpack(call->id.traits).collective,
                          call->bytes, &found->choice, 1, nanoseconds,
                          ompi_comm_rank(module->communicator) == 0);
    } else {
        atomic_fetch_add(&found->program->calls, 1);
        atomic_fetch_add(&found->program->nanoseconds, nanoseconds);
    }
}

void tunedx_count_call(const tunedx_module_t *module, const tunedx_call_t *call,
                       const tunedx_found_t *found, tunedx_form_t form,
                       uint64_t nanoseconds)
{
    if (tunedx_params.report) {
        count_for_report(module, call, found, nanoseconds);
    }
    tunedx_counters_add(tunedx_traits_unpack(call->id.traits).collective,
                        &found->choice);
    tunedx_profile_add(module, call, form, nanoseconds);
}

void tunedx_count_start(const tunedx_module_t *module,
                        const tunedx_call_t *call, const tunedx_found_t *found)
{
    tunedx_counters_add(tunedx_traits_unpack(call->id.traits).collective,
                        &found->choice);
    tunedx_profile_add(module, call, TUNEDX_PERSISTENT_FORM, 0);
}
