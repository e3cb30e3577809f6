/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See request.h.
 *
 * Open MPI keeps datatypes and operations of nonblocking calls alive for us: it
 * finds the request's class to be that of its own nonblocking collectives.  It
 * looks at a request after freeing it, so requests come from a free list and go
 * back there.
 *
 * A request holds communicator, module and program from its start to its end as
 * a handle, so that the communicator may be freed meanwhile.
 */
#include "runtime/request.h"

#include "runtime/counting.h"
#include "runtime/hold.h"
#include "runtime/progress.h"

/* As many transfers as most programs have in flight. */
enum { FEW_TRANSFERS = 8, REQUESTS_AT_A_TIME = 16 };

typedef struct request {
    ompi_coll_base_nbc_request_t super;
    tunedx_operation_t operation;
    tunedx_module_t *module;
    tunedx_found_t found; /* program NULL: there is nothing to do */
    tunedx_call_t call;
    tunedx_blocks_t blocks[2]; /* those of the call, send and receive */
    ompi_request_t *few[FEW_TRANSFERS];
    /* of a persistent operation */
    tunedx_held_t held;
    uint64_t starts; /* for the report */
} request_t;

static OBJ_CLASS_INSTANCE(request_t, ompi_coll_base_nbc_request_t, NULL, NULL);

static opal_free_list_t free_requests;
static bool is_open; /* a component that has declined is closed as well */

int tunedx_requests_open(void)
{
    OBJ_CONSTRUCT(&free_requests, opal_free_list_t);
    is_open = true;
    return opal_free_list_init(&free_requests, sizeof(request_t),
                               opal_cache_line_size, OBJ_CLASS(request_t), 0, 0,
                               0, -1, REQUESTS_AT_A_TIME, NULL, 0, NULL, NULL,
                               NULL);
}

void tunedx_requests_close(void)
{
    if (is_open) {
        tunedx_progress_stop();
        OBJ_DESTRUCT(&free_requests);
        is_open = false;
    }
}

static inline ompi_request_t *as_ompi(request_t *request)
{
    return &request->super.super;
}

static inline request_t *of_operation(tunedx_operation_t *operation)
{
    return (request_t *)(void *)((char *)operation -
                                 offsetof(request_t, operation));
}

/* ---- what a request holds ---- */

/* Programs of up to so many instructions keep their transfers from start to
 * start: about half a kilobyte each. */
enum { MOST_KEPT = 64 };

/* Room for the transfers of a persistent operation, none of them made yet.
 * Where memory is short each start makes its own. */
static void keep_transfers(request_t *request)
{
    const size_t instructions = request->found.program->instructions;

    if (instructions <= MOST_KEPT) {
        request->operation.run.kept =
            calloc(instructions, sizeof(ompi_request_t *));
    }
}

static void free_transfers(request_t *request)
{
    ompi_request_t **kept = request->operation.run.kept;

    if (kept == NULL) {
        return;
    }
    for (size_t i = 0; i < request->found.program->instructions; i++) {
        if (kept[i] != NULL && kept[i] != TUNEDX_NOT_KEPT) {
            ompi_request_free(&kept[i]);
        }
    }
    free(kept);
}

/* Binds the call to its program; holds nothing after a failure. */
static int bind_call(request_t *request, const tunedx_call_t *call)
{
    const tunedx_program_t *program = request->found.program;
    ompi_request_t **transfers = request->few;

    request->call = *call;
    if (call->send.blocks != NULL) {
        request->blocks[0] = *call->send.blocks;
        request->call.send.blocks = &request->blocks[0];
    }
    if (call->recv.blocks != NULL) {
        request->blocks[1] = *call->recv.blocks;
        request->call.recv.blocks = &request->blocks[1];
    }
    if (program->requests > FEW_TRANSFERS) {
        transfers =
            malloc((size_t)program->requests * sizeof(ompi_request_t *));
        if (transfers == NULL) {
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
    }
    const int rc =
        tunedx_bind(&request->operation.run, request->module->communicator,
                    program, &request->call, transfers);
    if (rc != OMPI_SUCCESS && transfers != request->few) {
        free(transfers);
    }
    return rc;
}

static void unbind_call(request_t *request)
{
    if (request->operation.run.requests != request->few) {
        free(request->operation.run.requests);
    }
    tunedx_unbind(&request->operation.run);
}

/* Finds the program and binds the call to it. */
static int prepare(request_t *request, const tunedx_call_t *call)
{
    int rc = tunedx_find_program(request->module, call, &request->found);

    if (rc != OMPI_SUCCESS) {
        return rc;
    }
    rc = bind_call(request, call);
    if (rc != OMPI_SUCCESS) {
        tunedx_program_release(request->found.program);
    }
    return rc;
}

/* Holds communicator and module, which others may let go of. */
static void retain(const request_t *request)
{
    OBJ_RETAIN(request->module->communicator);
    OBJ_RETAIN(request->module);
}

static void release(request_t *request)
{
    tunedx_module_t *module = request->module;
    struct ompi_communicator_t *communicator = module->communicator;

    tunedx_program_release(request->found.program);
    OBJ_RELEASE(communicator);
    OBJ_RELEASE(module);
}

/* ---- the handle ---- */

static request_t *take(tunedx_module_t *module, bool persistent)
{
    request_t *request =
        (request_t *)(void *)opal_free_list_get(&free_requests);

    if (request == NULL) {
        return NULL;
    }
    OMPI_REQUEST_INIT(as_ompi(request), persistent);
    as_ompi(request)->req_type = OMPI_REQUEST_COLL;
    as_ompi(request)->req_status = ompi_request_empty.req_status;
    as_ompi(request)->req_cancel = NULL;
    as_ompi(request)->req_mpi_object.comm = module->communicator;
    request->module = module;
    request->found.program = NULL;
    request->starts = 0;
    return request;
}

static void give_back(request_t *request)
{
    OMPI_REQUEST_FINI(as_ompi(request));
    opal_free_list_return(&free_requests, &as_ompi(request)->super);
}

static int free_started(ompi_request_t **handle)
{
    request_t *request = (request_t *)(void *)*handle;

    if (!REQUEST_COMPLETE(*handle)) {
        return MPI_ERR_REQUEST;
    }
    release(request);
    give_back(request);
    *handle = MPI_REQUEST_NULL;
    return OMPI_SUCCESS;
}

/* Counts the starts; MPI_Start may come in any thread. */
static void report(const request_t *request)
{
    const tunedx_call_t *call = &request->call;

    if (request->starts > 0) {
        tunedx_report_add(tunedx_traits_unpack(call->id.traits).collective,
                          call->bytes, &request->found.choice, request->starts,
                          0,
                          ompi_comm_rank(request->module->communicator) == 0);
    }
}

static int free_persistent(ompi_request_t **handle)
{
    request_t *request = (request_t *)(void *)*handle;

    if (!REQUEST_COMPLETE(*handle)) {
        return MPI_ERR_REQUEST;
    }
    report(request);
    if (request->found.program != NULL) {
        free_transfers(request);
        unbind_call(request);
        tunedx_let_go(&request->held);
        release(request);
    }
    give_back(request);
    *handle = MPI_REQUEST_NULL;
    return OMPI_SUCCESS;
}

/* ---- running ---- */

/* What an operation without agreed lengths counts for in flow control. */
enum { UNKNOWN_WEIGHT = 16384 };

/* Lets the run begin.  Runs that overlap cannot count what went to each peer,
 * and may be driven by any thread: so the whole operation is synchronous when
 * it needs flow control and this rank has started so much since the last such
 * one. */
static void begin(request_t *request)
{
    tunedx_module_t *module = request->module;
    tunedx_run_t *run = &request->operation.run;

    tunedx_run_begin(run);
    request->starts += tunedx_params.report;
    if (request->found.program->flow_control) {
        const size_t bytes =
            request->call.bytes > 0 ? request->call.bytes : UNKNOWN_WEIGHT;
        const size_t weight = TUNEDX_FLOW_MESSAGE + bytes;

        /* Threads that start at once may lose a weight, never the count. */
        const size_t sum = weight + atomic_load_explicit(&module->flow_weight,
                                                         memory_order_relaxed);

        run->synchronous = sum > TUNEDX_FLOW_LIMIT;
        atomic_store_explicit(&module->flow_weight, run->synchronous ? 0 : sum,
                              memory_order_relaxed);
    }
}

static void complete(request_t *request, int rc)
{
    as_ompi(request)->req_status.MPI_ERROR = rc;
    ompi_request_complete(as_ompi(request), true);
}

static void end_started(tunedx_operation_t *operation, int rc)
{
    request_t *request = of_operation(operation);

    unbind_call(request);
    complete(request, rc);
}

static void end_persistent(tunedx_operation_t *operation, int rc)
{
    complete(of_operation(operation), rc);
}

int tunedx_request_start(tunedx_module_t *module, const tunedx_call_t *call,
                         bool nothing, ompi_request_t **result)
{
    request_t *request = nothing ? NULL : take(module, false);
    int rc = OMPI_SUCCESS;

    if (nothing) {
        *result = &ompi_request_empty;
        return OMPI_SUCCESS;
    }
    if (request == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    rc = prepare(request, call);
    if (rc != OMPI_SUCCESS) {
        give_back(request);
        return rc;
    }
    if (tunedx_counts()) {
        tunedx_count_call(module, call, &request->found,
                          TUNEDX_NONBLOCKING_FORM, 0);
    }
    begin(request);
    if (tunedx_run_advance(&request->operation.run, &rc)) {
        unbind_call(request);
        tunedx_program_release(request->found.program);
        give_back(request);
        *result = &ompi_request_empty;
        return rc;
    }
    retain(request);
    as_ompi(request)->req_free = free_started;
    as_ompi(request)->req_state = OMPI_REQUEST_ACTIVE;
    request->operation.ended = end_started;
    *result = as_ompi(request);
    tunedx_progress_add(&request->operation);
    return OMPI_SUCCESS;
}

/* ---- persistent operations ---- */

static void start_persistent(request_t *request)
{
    int rc = OMPI_SUCCESS;

    as_ompi(request)->req_state = OMPI_REQUEST_ACTIVE;
    if (request->found.program != NULL) {
        if (tunedx_counts()) {
            tunedx_count_start(request->module, &request->call,
                               &request->found);
        }
        begin(request);
        if (!tunedx_run_advance(&request->operation.run, &rc)) {
            as_ompi(request)->req_complete = REQUEST_PENDING;
            tunedx_progress_add(&request->operation);
            return;
        }
    }
    /* Nobody waits for what is still being started. */
    as_ompi(request)->req_status.MPI_ERROR = rc;
    as_ompi(request)->req_complete = REQUEST_COMPLETED;
}

static int start_all(size_t count, ompi_request_t **requests)
{
    for (size_t i = 0; i < count; i++) {
        start_persistent((request_t *)(void *)requests[i]);
    }
    return OMPI_SUCCESS;
}

int tunedx_request_init(tunedx_module_t *module, const tunedx_call_t *call,
                        bool nothing, ompi_request_t **result)
{
    request_t *request = take(module, true);

    if (request == NULL) {
        return OMPI_ERR_OUT_OF_RESOURCE;
    }
    if (!nothing) {
        const int rc = prepare(request, call);

        if (rc != OMPI_SUCCESS) {
            give_back(request);
            return rc;
        }
        if (!tunedx_hold(&request->held, &request->call,
                         request->found.program)) {
            unbind_call(request);
            tunedx_program_release(request->found.program);
            give_back(request);
            return OMPI_ERR_OUT_OF_RESOURCE;
        }
        keep_transfers(request);
        retain(request);
    }
    as_ompi(request)->req_start = start_all;
    as_ompi(request)->req_free = free_persistent;
    request->operation.ended = end_persistent;
    *result = as_ompi(request);
    return OMPI_SUCCESS;
}
