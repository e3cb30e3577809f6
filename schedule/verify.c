/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The verifier: first each program by itself, then all of them together.
 *
 * Together they run as under MPI, with two queues for each rank: sends to it
 * that it does not receive yet, and receives it has posted.  When a send meets
 * its receive the values move at once; both spans stay in flight until their
 * waits, and the first pass has proved that nobody looks at them before.  A
 * rank runs until it has to wait, so the time is linear in the instructions.
 */
#include "schedule/verify_parts.h"

/* What a request slot holds. */
typedef struct transfer {
    bool busy;
    bool matched; /* met its counterpart: its wait returns */
    int peer;
    tunedx_place_t place;
    int entered; /* barrier: ranks that the message knows to have entered */
    struct transfer *next; /* in its queue */
} transfer_t;

typedef struct queue {
    transfer_t *first, *last;
} queue_t;

typedef struct process {
    const tunedx_program_t *program;
    size_t at; /* instruction to be executed next */
    transfer_t *slots;
    transfer_t *blocker; /* what it waits for, or NULL */
    queue_t sends;       /* to this rank, not yet received */
    queue_t receives;    /* by this rank, not yet sent */
    int entered;         /* barrier: ranks it knows to have entered */
} process_t;

typedef struct verifier {
    const tunedx_job_t *job;
    tunedx_fault_t *fault;
    tunedx_arena_t arena;
    tunedx_values_t values;
    process_t *processes;
    int *ready, ready_count; /* ranks that can go on */
} verifier_t;

static bool is_barrier(const verifier_t *v)
{
    return v->job->shapes[0].collective == TUNEDX_BARRIER;
}

static bool fail_memory(const verifier_t *v, int rank)
{
    return tunedx_fault_set(v->fault, rank, 0, "memory is short");
}

static tunedx_place_t place_of(const verifier_t *v, int rank,
                               const tunedx_instruction_t *code)
{
    return (tunedx_place_t){
        .rank = rank,
        .instruction = (size_t)(code - v->processes[rank].program->code),
        .area = tunedx_call_area(&v->values.calls[rank], &code->span),
    };
}

/* ---- messages ---- */

static void enqueue(queue_t *queue, transfer_t *transfer)
{
    transfer->next = NULL;
    if (queue->first == NULL) {
        queue->first = transfer;
    } else {
        queue->last->next = transfer;
    }
    queue->last = transfer;
}

/* Takes out the oldest transfer of rank `rank` with rank `peer`, or NULL. */
static transfer_t *dequeue(queue_t *queue, int rank, int peer)
{
    transfer_t *before = NULL, *found = queue->first;

    while (found != NULL &&
           (found->place.rank != rank || found->peer != peer)) {
        before = found;
        found = found->next;
    }
    if (found == NULL) {
        return NULL;
    }
    if (before == NULL) {
        queue->first = found->next;
    } else {
        before->next = found->next;
    }
    if (queue->last == found) {
        queue->last = before;
    }
    return found;
}

static void set_matched(verifier_t *v, transfer_t *transfer)
{
    process_t *process = &v->processes[transfer->place.rank];

    transfer->matched = true;
    if (process->blocker == transfer) {
        process->blocker = NULL;
        v->ready[v->ready_count++] = transfer->place.rank;
    }
}

static bool deliver(verifier_t *v, transfer_t *send, transfer_t *receive)
{
    if (send->place.area.units != receive->place.area.units) {
        return tunedx_fault_set(
            v->fault, receive->place.rank, receive->place.instruction,
            "receives %zu units, but instruction %zu of rank %d sends %zu",
            receive->place.area.units, send->place.instruction,
            send->place.rank, send->place.area.units);
    }
    if (is_barrier(v)) {
        receive->entered = send->entered;
    } else if (!tunedx_values_copy(&v->values, &send->place, &receive->place)) {
        return false;
    }
    set_matched(v, send);
    set_matched(v, receive);
    return true;
}

/* Starts the transfer of an instruction.  One without units has no message. */
static bool start(verifier_t *v, int rank, const tunedx_instruction_t *code,
                  bool sends)
{
    process_t *process = &v->processes[rank];
    process_t *receiver = sends ? &v->processes[code->peer] : process;
    transfer_t *transfer = &process->slots[code->request];

    *transfer = (transfer_t){
        .busy = true,
        .peer = code->peer,
        .place = place_of(v, rank, code),
        .entered = process->entered,
    };
    if (transfer->place.area.units == 0) {
        transfer->matched = true;
        return true;
    }
    transfer_t *other = dequeue(sends ? &receiver->receives : &receiver->sends,
                                code->peer, rank);

    if (other == NULL) {
        enqueue(sends ? &receiver->sends : &receiver->receives, transfer);
        return true;
    }
    return deliver(v, sends ? transfer : other, sends ? other : transfer);
}

/* Ends the transfer; false with *blocked set when it has to wait, and false
 * after a fault. */
static bool finish(verifier_t *v, int rank, transfer_t *transfer, bool *blocked)
{
    process_t *process = &v->processes[rank];

    if (!transfer->matched) {
        process->blocker = transfer;
        *blocked = true;
        return false;
    }
    transfer->busy = false;
    if (is_barrier(v)) {
        process->entered = tunedx_sets_join(&v->values.sets, process->entered,
                                            transfer->entered, TUNEDX_JOIN_ANY);
        return process->entered >= 0 || fail_memory(v, rank);
    }
    return true;
}

/* ---- execution ---- */

/* Executes one instruction; returns as `finish` does. */
static bool execute(verifier_t *v, int rank, bool *blocked)
{
    process_t *process = &v->processes[rank];
    const tunedx_instruction_t *code = &process->program->code[process->at];
    tunedx_place_t from, to;
    bool sends = false;

    switch ((tunedx_opcode_t)code->opcode) {
    case TUNEDX_CODE_START_SEND:
        sends = true;
        /* fall through */
    case TUNEDX_CODE_START_RECV:
        return start(v, rank, code, sends);
    case TUNEDX_CODE_SEND:
        sends = true;
        /* fall through */
    case TUNEDX_CODE_RECV:
        if (!process->slots[code->request].busy &&
            !start(v, rank, code, sends)) {
            return false;
        }
        return finish(v, rank, &process->slots[code->request], blocked);
    case TUNEDX_CODE_WAIT:
        return finish(v, rank, &process->slots[code->request], blocked);
    case TUNEDX_CODE_COPY:
    case TUNEDX_CODE_REDUCE:
        if (is_barrier(v)) {
            return true;
        }
        from = place_of(v, rank, code);
        to = place_of(v, rank, code + 1);
        return code->opcode == TUNEDX_CODE_COPY
                   ? tunedx_values_copy(&v->values, &from, &to)
                   : tunedx_values_reduce(&v->values, &from, &to);
    case TUNEDX_CODE_OPERAND:
        break;
    }
    return true;
}

/* Runs a rank until it ends or has to wait. */
static bool run(verifier_t *v, int rank)
{
    process_t *process = &v->processes[rank];
    bool blocked = false;

    while (process->at < process->program->instructions) {
        if (!execute(v, rank, &blocked)) {
            return blocked;
        }
        process->at++;
    }
    return true;
}

static bool fail_deadlock(const verifier_t *v, int rank)
{
    const transfer_t *blocker = v->processes[rank].blocker;
    const process_t *peer = &v->processes[blocker->peer];
    const size_t starter = blocker->place.instruction;
    const uint8_t opcode = v->processes[rank].program->code[starter].opcode;
    const bool sends =
        opcode == TUNEDX_CODE_SEND || opcode == TUNEDX_CODE_START_SEND;
    int stuck = 0;

    for (int i = 0; i < v->job->size; i++) {
        stuck += v->processes[i].blocker != NULL;
    }
    return tunedx_fault_set(
        v->fault, rank, v->processes[rank].at,
        "deadlock: instruction %zu, %s rank %d, never ends; that rank %s; "
        "%d ranks are stuck",
        starter, sends ? "a send to" : "a receive from", blocker->peer,
        peer->blocker != NULL ? "is stuck, too" : "has ended", stuck);
}

/* ---- all together ---- */

static bool check_end(verifier_t *v, int rank)
{
    const process_t *process = &v->processes[rank];
    const size_t end = process->program->instructions;

    if (process->blocker != NULL) {
        return fail_deadlock(v, rank);
    }
    if (!is_barrier(v)) {
        return tunedx_values_check(&v->values, rank, end);
    }
    const int all = tunedx_sets_range(&v->values.sets, 0, v->job->size - 1);

    if (process->entered != all) {
        char entered[64];

        tunedx_sets_print(&v->values.sets, process->entered, entered,
                          sizeof entered);
        return tunedx_fault_set(v->fault, rank, end,
                                "leaves the barrier knowing only of %s",
                                entered);
    }
    return true;
}

static bool prepare(verifier_t *v)
{
    const size_t size = (size_t)v->job->size;

    v->values.fault = v->fault;
    v->values.calls = tunedx_calls_make(v->job, &v->arena);
    v->values.memories =
        tunedx_arena_take_array(&v->arena, size, sizeof *v->values.memories);
    v->processes =
        tunedx_arena_take_array(&v->arena, size, sizeof *v->processes);
    v->ready = tunedx_arena_take_array(&v->arena, size, sizeof *v->ready);
    if (v->values.calls == NULL || v->values.memories == NULL ||
        v->processes == NULL || v->ready == NULL) {
        return fail_memory(v, 0);
    }
    for (int rank = 0; rank < v->job->size; rank++) {
        process_t *process = &v->processes[rank];

        process->program = v->job->programs[rank];
        process->slots = tunedx_arena_take_array(
            &v->arena, (size_t)process->program->requests,
            sizeof *process->slots);
        process->entered = tunedx_sets_range(&v->values.sets, rank, rank);
        if (process->slots == NULL || process->entered < 0) {
            return fail_memory(v, rank);
        }
        v->ready[v->ready_count++] = rank;
    }
    return true;
}

bool tunedx_verify(const tunedx_job_t *job, tunedx_fault_t *fault)
{
    verifier_t v = {.job = job, .fault = fault};
    bool passed = prepare(&v);

    for (int rank = 0; passed && rank < job->size; rank++) {
        passed = tunedx_verify_program(&v.values.calls[rank],
                                       job->programs[rank], fault);
    }
    passed = passed && tunedx_values_load(&v.values);
    while (passed && v.ready_count > 0) {
        passed = run(&v, v.ready[--v.ready_count]);
    }
    for (int rank = 0; passed && rank < job->size; rank++) {
        passed = check_end(&v, rank);
    }
    tunedx_values_free(&v.values);
    tunedx_arena_free(&v.arena);
    return passed;
}
