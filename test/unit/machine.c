/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See machine.h.
 */
#include "machine.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = TEXT_EVENTS * TEXT_LONGEST };

/* Messages between two ranks, in the order of their starts. */
typedef struct message {
    bool sent, posted; /* started by the sender, by the receiver */
    bool captured;     /* left the sender's buffer */
    bool delivered;    /* reached the receiver's */
    bool rendezvous;
    uint64_t *from, *to;
    size_t from_units, to_units;
    uint64_t values[MACHINE_UNITS];
} message_t;

typedef struct channel {
    message_t *messages; /* MOST_MESSAGES */
    int sent, posted;
} channel_t;

typedef struct slot {
    message_t *message; /* NULL: empty */
    bool sends;
} slot_t;

typedef struct rank {
    tunedx_instruction_t *code; /* the program's, all transfers in two parts */
    size_t at, instructions;
    uint64_t **scratch;
    slot_t *slots;
    int sends, receives; /* in flight */
} rank_t;

typedef struct run {
    machine_t *machine;
    rank_t ranks[MACHINE_RANKS];
    channel_t channels[MACHINE_RANKS][MACHINE_RANKS];
    const char *wrong;
} run_t;

static void *take(size_t count, size_t bytes)
{
    void *taken = calloc(count + 1, bytes);

    if (taken == NULL) {
        abort();
    }
    return taken;
}

/* ---- messages ---- */

static void capture(message_t *message)
{
    memcpy(message->values, message->from,
           message->from_units * sizeof *message->values);
    message->captured = true;
}

static void deliver(message_t *message)
{
    memcpy(message->to, message->values,
           message->to_units * sizeof *message->values);
    message->delivered = true;
}

/* Moves the data as far as both sides allow. */
static void progress(message_t *message)
{
    if (message->sent && !message->captured &&
        (message->posted || !message->rendezvous)) {
        capture(message);
    }
    if (message->captured && message->posted && !message->delivered) {
        deliver(message);
    }
}

static void progress_some(run_t *run)
{
    machine_t *machine = run->machine;

    if (machine->pace == MACHINE_LATE ||
        (machine->pace == MACHINE_RANDOM &&
         random_chance(&machine->random, 50))) {
        return;
    }
    for (int from = 0; from < machine->size; from++) {
        for (int to = 0; to < machine->size; to++) {
            channel_t *channel = &run->channels[from][to];

            for (int i = 0; i < channel->sent || i < channel->posted; i++) {
                if (!channel->messages[i].delivered &&
                    (machine->pace == MACHINE_EARLY ||
                     random_chance(&machine->random, 30))) {
                    progress(&channel->messages[i]);
                }
            }
        }
    }
}

/* ---- instructions ---- */

static uint64_t *values_of(run_t *run, int rank, const tunedx_span_t *span)
{
    const tunedx_program_t *program = run->machine->programs[rank];
    const bool is_scratch = span->buffer == TUNEDX_SCRATCH_BUFFER;
    size_t units = MACHINE_UNITS;

    if (is_scratch) {
        units =
            span->block < program->slots ? program->slot_units[span->block] : 0;
    }
    if (span->units > MACHINE_UNITS || span->first > units ||
        span->units > units - span->first ||
        (!is_scratch && span->block != 0)) {
        run->wrong = "a span reaches over its buffer";
        return NULL;
    }
    return (is_scratch ? run->ranks[rank].scratch[span->block]
                       : run->machine->buffers[rank][span->buffer]) +
           span->first;
}

static void start_send(run_t *run, int rank, const tunedx_instruction_t *code,
                       uint64_t *values)
{
    channel_t *channel = &run->channels[rank][code->peer];
    message_t *message = &channel->messages[channel->sent++];

    message->sent = true;
    message->rendezvous =
        code->synchronous ||
        random_chance(&run->machine->random, run->machine->rendezvous);
    message->from = values;
    message->from_units = code->span.units;
    run->ranks[rank].slots[code->request] =
        (slot_t){.message = message, .sends = true};
    run->ranks[rank].sends++;
}

/* What is being received holds anything until it has arrived. */
static void start_receive(run_t *run, int rank,
                          const tunedx_instruction_t *code, uint64_t *values)
{
    channel_t *channel = &run->channels[code->peer][rank];
    message_t *message = &channel->messages[channel->posted++];

    message->posted = true;
    message->to = values;
    message->to_units = code->span.units;
    for (size_t i = 0; i < code->span.units; i++) {
        values[i] = random_bits(&run->machine->random);
    }
    run->ranks[rank].slots[code->request] = (slot_t){.message = message};
    run->ranks[rank].receives++;
}

static void start(run_t *run, int rank, const tunedx_instruction_t *code)
{
    const tunedx_window_t *window = &run->machine->windows[rank];
    const bool sends = code->opcode == TUNEDX_CODE_START_SEND;
    rank_t *of = &run->ranks[rank];
    uint64_t *values = values_of(run, rank, &code->span);

    if (code->request >= run->machine->programs[rank]->requests) {
        run->wrong = "a request slot that does not exist";
    } else if (of->slots[code->request].message != NULL &&
               !run->machine->is_lenient) {
        run->wrong = "a request slot is taken twice";
    }
    if (run->wrong != NULL) {
        return;
    }
    if (sends) {
        start_send(run, rank, code, values);
    } else {
        start_receive(run, rank, code, values);
    }
    if (window->piece == 0 && /* it counts transfers, not pieces of them */
        (of->sends > window->sends || of->receives > window->receives) &&
        !run->machine->is_lenient) {
        run->wrong = "more in flight than the window allows";
    }
}

/* Ends the transfer in a slot; false when it cannot end yet. */
static bool finish(run_t *run, int rank, const tunedx_instruction_t *code)
{
    rank_t *of = &run->ranks[rank];
    slot_t *slot = &of->slots[code->request];
    message_t *message = slot->message;

    if (message == NULL) {
        run->wrong = run->machine->is_lenient ? NULL : "an empty slot";
        return true;
    }
    if (slot->sends ? message->rendezvous && !message->posted
                    : !message->sent) {
        return false;
    }
    if (message->sent && message->posted &&
        message->from_units != message->to_units) {
        run->wrong = "lengths of a message differ";
        return true;
    }
    if (!message->captured) {
        capture(message);
    }
    if (!slot->sends && !message->delivered) {
        deliver(message);
    }
    *(slot->sends ? &of->sends : &of->receives) -= 1;
    slot->message = NULL;
    return true;
}

static void compute(run_t *run, int rank, const tunedx_instruction_t *code)
{
    const uint64_t *from = values_of(run, rank, &code[0].span);
    uint64_t *to = values_of(run, rank, &code[1].span);

    for (size_t i = 0; run->wrong == NULL && i < code->span.units; i++) {
        to[i] = code->opcode == TUNEDX_CODE_COPY
                    ? from[i]
                    : text_operation(run->machine->commutative, from[i], to[i]);
    }
}

/* Executes one instruction of a rank; false when it has ended or must wait. */
static bool step(run_t *run, int rank)
{
    rank_t *of = &run->ranks[rank];
    const tunedx_instruction_t *code = &of->code[of->at];

    if (of->at == of->instructions) {
        return false;
    }
    switch ((tunedx_opcode_t)code->opcode) {
    case TUNEDX_CODE_START_SEND:
    case TUNEDX_CODE_START_RECV:
        start(run, rank, code);
        break;
    case TUNEDX_CODE_WAIT:
        if (!finish(run, rank, code)) {
            return false;
        }
        break;
    case TUNEDX_CODE_COPY:
    case TUNEDX_CODE_REDUCE:
        compute(run, rank, code);
        break;
    default:
        break;
    }
    of->at++;
    return true;
}

/* Lets one rank execute an instruction; false when none can. */
static bool step_any(run_t *run)
{
    const int size = run->machine->size;
    const int first = random_below(&run->machine->random, size);

    for (int i = 0; i < size; i++) {
        if (step(run, (first + i) % size)) {
            return true;
        }
    }
    return false;
}

/* ---- the run ---- */

static void load(run_t *run, int rank)
{
    const tunedx_program_t *program = run->machine->programs[rank];
    rank_t *of = &run->ranks[rank];

    of->code = take(2 * program->instructions, sizeof *of->code);
    for (size_t i = 0; i < program->instructions; i++) {
        tunedx_instruction_t *code = &of->code[of->instructions++];

        *code = program->code[i];
        if (code->opcode == TUNEDX_CODE_SEND ||
            code->opcode == TUNEDX_CODE_RECV) {
            code[1] = (tunedx_instruction_t){
                .opcode = TUNEDX_CODE_WAIT,
                .request = code->request,
            };
            code->opcode = code->opcode == TUNEDX_CODE_SEND
                               ? TUNEDX_CODE_START_SEND
                               : TUNEDX_CODE_START_RECV;
            of->instructions++;
        }
    }
    of->slots = take((size_t)program->requests, sizeof *of->slots);
    of->scratch = take((size_t)program->slots, sizeof *of->scratch);
    for (int i = 0; i < program->slots; i++) {
        of->scratch[i] = take(program->slot_units[i], sizeof **of->scratch);
    }
    for (int to = 0; to < run->machine->size; to++) {
        run->channels[rank][to].messages =
            take(MOST_MESSAGES, sizeof(message_t));
    }
}

static void unload(run_t *run, int rank)
{
    rank_t *of = &run->ranks[rank];

    for (int i = 0; i < run->machine->programs[rank]->slots; i++) {
        free(of->scratch[i]);
    }
    free(of->scratch);
    free(of->slots);
    free(of->code);
    for (int to = 0; to < run->machine->size; to++) {
        free(run->channels[rank][to].messages);
    }
}

static const char *check_end(const run_t *run)
{
    for (int i = 0; i < run->machine->size; i++) {
        const rank_t *of = &run->ranks[i];

        if (of->at < of->instructions) {
            return "a deadlock";
        }
        if ((of->sends > 0 || of->receives > 0) && !run->machine->is_lenient) {
            return "a transfer that nobody waits for";
        }
    }
    return NULL;
}

const char *machine_run(machine_t *machine)
{
    run_t run = {.machine = machine};

    for (int i = 0; i < machine->size; i++) {
        load(&run, i);
    }
    do {
        progress_some(&run);
    } while (step_any(&run) && run.wrong == NULL);
    if (run.wrong == NULL) {
        run.wrong = check_end(&run);
    }
    for (int i = 0; i < machine->size; i++) {
        unload(&run, i);
    }
    return run.wrong;
}
