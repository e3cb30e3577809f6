/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See expression.h.
 */
#include "expression.h"

#include <stdlib.h>
#include <string.h>

/* ---- expressions ---- */

static uint64_t mix(uint64_t value)
{
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    return value ^ value >> 31;
}

expression_t expression_of_rank(int rank)
{
    return mix(0x9e3779b97f4a7c15u * (uint64_t)(rank + 1));
}

expression_t expression_join(expression_t left, expression_t right)
{
    return mix(3 * left + mix(right));
}

/* ---- the machine ---- */

/* Messages from one rank to another, in the order of their starts. */
typedef struct channel {
    expression_t **messages;
    size_t sent, room, received;
} channel_t;

/* A receive that was started, in its request slot. */
typedef struct landing {
    expression_t *to; /* NULL: no receive */
    size_t units, number;
    int peer;
} landing_t;

typedef struct rank {
    const tunedx_program_t *program;
    size_t at;
    expression_t *buffers[2]; /* send and receive buffer */
    expression_t **scratch;
    landing_t *landings;
} rank_t;

typedef struct machine {
    int size;
    rank_t *ranks;
    channel_t *channels; /* from * size + to */
} machine_t;

static void *take(size_t count, size_t bytes)
{
    void *taken = calloc(count + 1, bytes);

    if (taken == NULL) {
        abort();
    }
    return taken;
}

static expression_t *values_of(const rank_t *rank, const tunedx_span_t *span)
{
    return (span->buffer == TUNEDX_SCRATCH_BUFFER
                ? rank->scratch[span->block]
                : rank->buffers[span->buffer]) +
           span->first;
}

static void send(channel_t *channel, const expression_t *values, size_t units)
{
    if (channel->sent == channel->room) {
        channel->room = 2 * channel->room + 4;
        channel->messages = realloc(channel->messages,
                                    channel->room * sizeof *channel->messages);
        if (channel->messages == NULL) {
            abort();
        }
    }
    expression_t *copy = take(units, sizeof *copy);

    memcpy(copy, values, units * sizeof *copy);
    channel->messages[channel->sent++] = copy;
}

/* Ends what a request slot holds; false when the message is not there yet. */
static bool finish(machine_t *machine, int number, landing_t *landing)
{
    if (landing->to == NULL) {
        return true;
    }
    const channel_t *channel =
        &machine->channels[landing->peer * machine->size + number];

    if (landing->number >= channel->sent) {
        return false;
    }
    memcpy(landing->to, channel->messages[landing->number],
           landing->units * sizeof *landing->to);
    landing->to = NULL;
    return true;
}

static void compute(const rank_t *rank, const tunedx_instruction_t *code)
{
    const expression_t *from = values_of(rank, &code[0].span);
    expression_t *to = values_of(rank, &code[1].span);

    for (size_t i = 0; i < code->span.units; i++) {
        to[i] = code->opcode == TUNEDX_CODE_COPY
                    ? from[i]
                    : expression_join(from[i], to[i]);
    }
}

static void start_receive(machine_t *machine, int number,
                          const tunedx_instruction_t *code)
{
    rank_t *rank = &machine->ranks[number];
    channel_t *channel =
        &machine->channels[code->peer * machine->size + number];

    rank->landings[code->request] = (landing_t){
        .to = values_of(rank, &code->span),
        .units = code->span.units,
        .number = channel->received++,
        .peer = code->peer,
    };
}

/* Executes one instruction; false when it has to wait. */
static bool step(machine_t *machine, int number)
{
    rank_t *rank = &machine->ranks[number];
    const tunedx_instruction_t *code = &rank->program->code[rank->at];
    landing_t *landing = &rank->landings[code->request];

    switch ((tunedx_opcode_t)code->opcode) {
    case TUNEDX_CODE_SEND:
    case TUNEDX_CODE_START_SEND:
        send(&machine->channels[number * machine->size + code->peer],
             values_of(rank, &code->span), code->span.units);
        break;
    case TUNEDX_CODE_START_RECV:
        start_receive(machine, number, code);
        break;
    case TUNEDX_CODE_RECV:
        if (landing->to == NULL) {
            start_receive(machine, number, code);
        }
        if (!finish(machine, number, landing)) {
            return false;
        }
        break;
    case TUNEDX_CODE_WAIT:
        if (!finish(machine, number, landing)) {
            return false;
        }
        break;
    case TUNEDX_CODE_COPY:
    case TUNEDX_CODE_REDUCE:
        compute(rank, code);
        break;
    case TUNEDX_CODE_OPERAND:
        break;
    }
    rank->at++;
    return true;
}

/* Runs all ranks as far as they come, again and again. */
static bool run(machine_t *machine)
{
    bool moves = true, ended = false;

    while (moves && !ended) {
        moves = false;
        ended = true;
        for (int i = 0; i < machine->size; i++) {
            const rank_t *rank = &machine->ranks[i];

            while (rank->at < rank->program->instructions && step(machine, i)) {
                moves = true;
            }
            ended = ended && rank->at == rank->program->instructions;
        }
    }
    return ended;
}

/* ---- buffers ---- */

static size_t vector_units(const job_call_t *call)
{
    return call->key.units *
           (call->key.collective == TUNEDX_REDUCE_SCATTER_BLOCK
                ? (size_t)call->key.size
                : 1);
}

/* How many results `rank` has. */
static size_t result_units(const job_call_t *call, int rank)
{
    switch (call->key.collective) {
    case TUNEDX_REDUCE:
        return rank == call->key.root ? call->key.units : 0;
    case TUNEDX_EXSCAN:
        return rank > 0 ? call->key.units : 0;
    case TUNEDX_REDUCE_SCATTER:
        return call->block_units[rank];
    default:
        return call->key.units;
    }
}

static void load(machine_t *machine, const job_call_t *call,
                 const tunedx_job_t *job)
{
    const size_t units = vector_units(call);

    *machine = (machine_t){
        .size = job->size,
        .ranks = take((size_t)job->size, sizeof *machine->ranks),
        .channels =
            take((size_t)job->size * (size_t)job->size, sizeof(channel_t)),
    };
    for (int i = 0; i < job->size; i++) {
        rank_t *rank = &machine->ranks[i];
        const tunedx_program_t *program = job->programs[i];
        expression_t *input;

        rank->program = program;
        rank->landings = take((size_t)program->requests, sizeof(landing_t));
        rank->scratch = take((size_t)program->slots, sizeof *rank->scratch);
        for (int k = 0; k < program->slots; k++) {
            rank->scratch[k] =
                take(program->slot_units[k], sizeof **rank->scratch);
        }
        for (int k = 0; k < 2; k++) {
            rank->buffers[k] = take(units, sizeof *rank->buffers[k]);
        }
        input = rank->buffers[job->shapes[i].in_place ? TUNEDX_RECV_BUFFER
                                                      : TUNEDX_SEND_BUFFER];
        for (size_t k = 0; k < units; k++) {
            input[k] = expression_of_rank(i);
        }
    }
}

static void unload(machine_t *machine)
{
    for (int i = 0; i < machine->size; i++) {
        rank_t *rank = &machine->ranks[i];

        for (int k = 0; k < rank->program->slots; k++) {
            free(rank->scratch[k]);
        }
        free(rank->scratch);
        free(rank->landings);
        free(rank->buffers[TUNEDX_SEND_BUFFER]);
        free(rank->buffers[TUNEDX_RECV_BUFFER]);
    }
    for (int i = 0; i < machine->size * machine->size; i++) {
        channel_t *channel = &machine->channels[i];

        while (channel->sent > 0) {
            free(channel->messages[--channel->sent]);
        }
        free(channel->messages);
    }
    free(machine->channels);
    free(machine->ranks);
}

bool expressions_make(expressions_t *all, const job_call_t *call,
                      const tunedx_job_t *job)
{
    machine_t machine;

    load(&machine, call, job);
    const bool ended = run(&machine);

    *all = (expressions_t){
        .size = job->size,
        .units = take((size_t)job->size, sizeof *all->units),
        .values = take((size_t)job->size, sizeof *all->values),
    };
    for (int i = 0; i < job->size; i++) {
        expression_t **buffer = &machine.ranks[i].buffers[TUNEDX_RECV_BUFFER];

        all->units[i] = result_units(call, i);
        all->values[i] = *buffer;
        *buffer = NULL;
    }
    unload(&machine);
    return ended;
}

void expressions_destroy(expressions_t *all)
{
    for (int i = 0; i < all->size; i++) {
        free(all->values[i]);
    }
    free(all->values);
    free(all->units);
    *all = (expressions_t){.size = 0};
}
