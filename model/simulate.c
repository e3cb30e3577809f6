/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See simulate.h.
 *
 * Two kinds of event in the order of time: a message that may start, and one
 * that ends.  What starts at one moment is priced together, so that both
 * messages of an exchange are seen to be two-way.  Between events a rank runs
 * ahead by itself until it has to wait.
 */
#include "model/simulate.h"

#include "model/events.h"
#include "schedule/verify_parts.h"

/* What a request slot holds. */
typedef struct transfer {
    bool open;      /* started and not matched yet */
    bool ended;     /* its wait returns */
    bool two_way;   /* a receive's, like the rest that concerns the message */
    uint64_t time;  /* when it was started; later when it ends */
    uint64_t began; /* when the message began */
    uint64_t order; /* among those of its rank */
    int rank, peer;
    size_t instruction, bytes;
    struct transfer *partner; /* the other end, when matched */
    struct transfer *next;    /* of those that start at one moment */
} transfer_t;

typedef struct process {
    const tunedx_program_t *program;
    const tunedx_instruction_t *at;
    uint64_t clock;   /* up to when it has run */
    uint64_t started; /* transfers so far */
    transfer_t *slots;
    transfer_t *blocker;           /* what it waits for, or NULL */
    bool sending, receiving;       /* its ports are taken */
    uint64_t send_free, recv_free; /* when they are free, or last were */
} process_t;

typedef struct simulator {
    const tunedx_job_t *job;
    const tunedx_price_t *price;
    const tunedx_listener_t *listener;
    const tunedx_call_t *calls; /* irregular collectives */
    tunedx_arena_t arena;
    process_t *processes;
    tunedx_events_t events; /* of receives; first: messages that end */
    bool short_of_memory;
} simulator_t;

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* A rank's sends get its port in the order in which they were started. */
static void push(simulator_t *s, uint64_t time, transfer_t *receive, bool ends)
{
    if (!tunedx_events_push(&s->events, time, ends, receive->partner->order,
                            receive)) {
        s->short_of_memory = true;
    }
}

/* ---- ranks ---- */

static size_t bytes_of(const simulator_t *s, int rank,
                       const tunedx_span_t *span)
{
    size_t units = span->units;

    if (units == TUNEDX_WHOLE) {
        units = tunedx_call_area(&s->calls[rank], span).units;
    }
    return units * s->job->shapes[rank].unit_bytes;
}

static void tell(const simulator_t *s, const tunedx_activity_t *activity)
{
    if (s->listener != NULL) {
        s->listener->hear(s->listener->context, activity);
    }
}

/* The first transfer that rank `rank` has open with `peer`, of the kind. */
static transfer_t *find_open(const simulator_t *s, int rank, int peer,
                             bool sends)
{
    const process_t *process = &s->processes[rank];
    transfer_t *found = NULL;

    for (int i = 0; i < process->program->requests; i++) {
        transfer_t *transfer = &process->slots[i];
        const uint8_t opcode =
            process->program->code[transfer->instruction].opcode;

        if (transfer->open && transfer->peer == peer &&
            sends == (opcode == TUNEDX_CODE_SEND ||
                      opcode == TUNEDX_CODE_START_SEND) &&
            (found == NULL || transfer->order < found->order)) {
            found = transfer;
        }
    }
    return found;
}

static void start(simulator_t *s, int rank, bool sends)
{
    process_t *process = &s->processes[rank];
    const tunedx_instruction_t *at = process->at;
    transfer_t *transfer = &process->slots[at->request];

    *transfer = (transfer_t){
        .open = true,
        .time = process->clock,
        .order = process->started++,
        .rank = rank,
        .peer = at->peer,
        .instruction = (size_t)(at - process->program->code),
        .bytes = bytes_of(s, rank, &at->span),
    };
    if (at->span.units == TUNEDX_WHOLE && transfer->bytes == 0) {
        transfer->open = false; /* an empty block is skipped */
        transfer->ended = true;
        return;
    }
    transfer_t *other = find_open(s, at->peer, rank, !sends);
    if (other == NULL) {
        return;
    }
    transfer->open = other->open = false;
    transfer->partner = other;
    other->partner = transfer;
    push(s, later(transfer->time, other->time), sends ? other : transfer,
         false);
}

/* True when the transfer has ended; else the rank waits for it. */
static bool wait_for(process_t *process, transfer_t *transfer)
{
    if (!transfer->ended) {
        process->blocker = transfer;
        return false;
    }
    process->clock = later(process->clock, transfer->time);
    return true;
}

static void work(simulator_t *s, int rank)
{
    process_t *process = &s->processes[rank];
    const bool reduces = process->at->opcode == TUNEDX_CODE_REDUCE;
    const size_t bytes = bytes_of(s, rank, &process->at->span);
    const uint64_t start = process->clock;

    if (reduces) {
        process->clock += tunedx_reducing(s->price, bytes);
    }
    tell(s,
         &(tunedx_activity_t){
             .kind = reduces ? TUNEDX_ACTIVITY_REDUCTION : TUNEDX_ACTIVITY_COPY,
             .start = start,
             .end = process->clock,
             .rank = rank,
             .instruction = (size_t)(process->at - process->program->code),
             .bytes = bytes,
         });
}

/* Runs a rank until it has to wait or ends.  A transfer that is started and
 * waited for in one is found started when the rank comes back to it. */
static void run(simulator_t *s, int rank)
{
    process_t *process = &s->processes[rank];
    const tunedx_program_t *program = process->program;
    const tunedx_instruction_t *end = program->code + program->instructions;

    for (; process->at < end; process->at++) {
        const tunedx_instruction_t *at = process->at;
        const bool blocks =
            at->opcode == TUNEDX_CODE_SEND || at->opcode == TUNEDX_CODE_RECV;

        switch ((tunedx_opcode_t)at->opcode) {
        case TUNEDX_CODE_START_SEND:
        case TUNEDX_CODE_SEND:
            start(s, rank, true);
            break;
        case TUNEDX_CODE_START_RECV:
        case TUNEDX_CODE_RECV:
            start(s, rank, false);
            break;
        case TUNEDX_CODE_COPY:
        case TUNEDX_CODE_REDUCE:
            work(s, rank);
            break;
        case TUNEDX_CODE_WAIT:
        case TUNEDX_CODE_OPERAND:
            break;
        }
        if ((blocks || at->opcode == TUNEDX_CODE_WAIT) &&
            !wait_for(process, &process->slots[at->request])) {
            process->at++;
            return;
        }
    }
}

/* ---- messages ---- */

/* Takes the ports of both ends, if they are free. */
static bool take_ports(simulator_t *s, const transfer_t *receive)
{
    process_t *to = &s->processes[receive->rank];
    process_t *from = &s->processes[receive->peer];

    if (to->receiving || from->sending) {
        return false;
    }
    to->receiving = from->sending = true;
    return true;
}

/* Prices a message that starts at `now` and has its ports. */
static void begin(simulator_t *s, transfer_t *receive, uint64_t now)
{
    process_t *to = &s->processes[receive->rank];
    process_t *from = &s->processes[receive->peer];

    receive->two_way = to->sending || from->receiving;
    receive->began = now;
    receive->time =
        now + (receive->two_way ? tunedx_two_way(s->price, receive->bytes)
                                : tunedx_one_way(s->price, receive->bytes));
    to->recv_free = from->send_free = receive->time;
    push(s, receive->time, receive, true);
}

/* Starts all messages that may start at `now`; those whose ports are taken are
 * looked at again when these are free. */
static void begin_all(simulator_t *s, uint64_t now)
{
    transfer_t *begins = NULL, *deferred = NULL;

    while (tunedx_events_has(&s->events, now, false)) {
        transfer_t *receive = tunedx_events_pop(&s->events);
        transfer_t **list = take_ports(s, receive) ? &begins : &deferred;

        receive->next = *list;
        *list = receive;
    }
    for (; begins != NULL; begins = begins->next) {
        begin(s, begins, now);
    }
    for (; deferred != NULL; deferred = deferred->next) {
        push(s,
             later(s->processes[deferred->rank].recv_free,
                   s->processes[deferred->peer].send_free),
             deferred, false);
    }
}

static void end(simulator_t *s, transfer_t *receive)
{
    transfer_t *ends[] = {receive, receive->partner};

    tell(s, &(tunedx_activity_t){
                .kind = TUNEDX_ACTIVITY_MESSAGE,
                .start = receive->began,
                .end = receive->time,
                .rank = receive->rank,
                .instruction = receive->instruction,
                .bytes = receive->bytes,
                .sender = receive->peer,
                .sends = receive->partner->instruction,
                .two_way = receive->two_way,
            });
    s->processes[receive->rank].receiving = false;
    s->processes[receive->peer].sending = false;
    for (int i = 0; i < 2; i++) {
        ends[i]->ended = true;
        ends[i]->time = receive->time;
    }
    for (int i = 0; i < 2; i++) {
        process_t *process = &s->processes[ends[i]->rank];

        if (process->blocker == ends[i]) {
            process->blocker = NULL;
            process->clock = later(process->clock, ends[i]->time);
            run(s, ends[i]->rank);
        }
    }
}

/* ---- all of it ---- */

static bool prepare(simulator_t *s)
{
    const tunedx_job_t *job = s->job;

    s->processes = tunedx_arena_take_array(&s->arena, (size_t)job->size,
                                           sizeof *s->processes);
    if (job->block_units != NULL) {
        s->calls = tunedx_calls_make(job, &s->arena);
    }
    if (s->processes == NULL ||
        (job->block_units != NULL && s->calls == NULL)) {
        return false;
    }
    for (int i = 0; i < job->size; i++) {
        process_t *process = &s->processes[i];

        *process = (process_t){
            .program = job->programs[i],
            .at = job->programs[i]->code,
            .slots = tunedx_arena_take_array(&s->arena,
                                             (size_t)job->programs[i]->requests,
                                             sizeof *process->slots),
        };
        if (process->slots == NULL) {
            return false;
        }
        for (int k = 0; k < process->program->requests; k++) {
            process->slots[k] = (transfer_t){.ended = true};
        }
    }
    return true;
}

static tunedx_simulation_t execute(simulator_t *s, uint64_t *time)
{
    uint64_t last = 0;

    for (int i = 0; i < s->job->size; i++) {
        run(s, i);
    }
    while (s->events.count > 0 && !s->short_of_memory) {
        const uint64_t now = s->events.heap[0].time;

        while (tunedx_events_has(&s->events, now, true)) {
            end(s, tunedx_events_pop(&s->events));
        }
        begin_all(s, now);
    }
    if (s->short_of_memory) {
        return TUNEDX_SIMULATION_MEMORY;
    }
    for (int i = 0; i < s->job->size; i++) {
        const process_t *process = &s->processes[i];

        if (process->blocker != NULL) {
            return TUNEDX_SIMULATION_STUCK;
        }
        last = later(last, process->clock);
    }
    *time = last;
    return TUNEDX_SIMULATED;
}

tunedx_simulation_t tunedx_simulate(const tunedx_job_t *job,
                                    const tunedx_price_t *price,
                                    const tunedx_listener_t *listener,
                                    uint64_t *time)
{
    simulator_t s = {.job = job, .price = price, .listener = listener};
    const tunedx_simulation_t result =
        prepare(&s) ? execute(&s, time) : TUNEDX_SIMULATION_MEMORY;

    tunedx_events_free(&s.events);
    tunedx_arena_free(&s.arena);
    return result;
}
