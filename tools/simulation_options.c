/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See simulation.h: its options.
 */
#include "tools/simulation.h"

#include "tools/maps.h"
#include "tools/tree_options.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_METHODS = 256, MOST_FACTOR = 1000000, PERCENT = 100 };

static const size_t most_bytes = (size_t)1 << 30;

tool_simulation_t tool_simulation_default(void)
{
    return (tool_simulation_t){
        .price = tool_price_default(),
        .window = 1,
        .ppn = 1,
        .seed = 1,
    };
}

/* BYTES:FACTOR:METHOD */
static int take_spike(tool_spike_t *spike, const char *name,
                      const char *argument, const char *value)
{
    static const char expected[] = "BYTES:FACTOR:METHOD, as 1448:5:binomial";
    const size_t length = strlen(value);
    size_t factor, used;

    used = tunedx_number_parse(value, length, &spike->bytes);
    if (used == 0 || value[used++] != ':') {
        return tool_refuse(name, argument, value, expected);
    }
    const size_t more =
        tunedx_number_parse(value + used, length - used, &factor);
    used += more;
    if (more == 0 || factor == 0 || factor > MOST_FACTOR ||
        value[used] != ':') {
        return tool_refuse(name, argument, value, expected);
    }
    spike->factor = (double)factor;
    spike->method = value + used + 1;
    return TOOL_SUCCESS;
}

static int take_times(tool_simulation_t *simulation, const char *name,
                      const char *value)
{
    static const char *const words[] = {"auto", "formula", "simulator"};
    tunedx_choices_t choices = {.count = 0};

    for (int i = 0; i < 3; i++) {
        tunedx_choices_add(&choices, words[i]);
        if (strcmp(value, words[i]) == 0) {
            simulation->times = (tool_times_t)i;
            return TOOL_SUCCESS;
        }
    }
    return tool_refuse_word(name, "source of times", value, &choices);
}

static int take_method(tool_simulation_t *simulation, const char *name,
                       const char *argument, const char *value)
{
    if (simulation->methods == NULL) {
        simulation->methods = calloc(MOST_METHODS, sizeof(char *));
        if (simulation->methods == NULL) {
            return tool_fail(name, "not enough memory");
        }
    }
    if (simulation->methods_count == MOST_METHODS) {
        return tool_refuse(name, argument, value, "no more than 256 methods");
    }
    simulation->methods[simulation->methods_count++] = value;
    return TOOL_SUCCESS;
}

static int take_disturbance(tool_simulation_t *simulation, const char *name,
                            int option, const char *argument, const char *value)
{
    switch (option) {
    case 'N':
        return tool_take_percent(name, argument, value, PERCENT,
                                 &simulation->noise);
    case 'D':
        return tool_take_number(name, argument, value, 0, SIZE_MAX,
                                &simulation->seed);
    default:
        return take_spike(&simulation->spike, name, argument, value);
    }
}

int tool_simulation_take(tool_simulation_t *simulation, const char *name,
                         int option, const char *argument, const char *value)
{
    size_t number = 0;
    int status;

    switch (option) {
    case 'p':
        return tool_take_list(name, argument, value, 2, TOOL_MOST_RANKS,
                              &simulation->ranks, &simulation->ranks_count);
    case 'b':
        return tool_take_list(name, argument, value, 0, most_bytes,
                              &simulation->bytes, &simulation->bytes_count);
    case 's':
        return tool_take_list(name, argument, value, 0, most_bytes,
                              &simulation->segments,
                              &simulation->segments_count);
    case 'm':
        return take_method(simulation, name, argument, value);
    case 'P':
        status = tool_take_number(name, argument, value, 1, TOOL_MOST_RANKS,
                                  &number);
        simulation->ppn = (int)number;
        return status;
    case 'T':
        return take_times(simulation, name, value);
    case 'N':
    case 'D':
    case 'K':
        return take_disturbance(simulation, name, option, argument, value);
    case 'w':
        return tool_take_number(name, argument, value, 1, TUNEDX_MAX_WINDOW,
                                &simulation->window);
    default:
        return tool_price_take(&simulation->price, name, option, argument,
                               value);
    }
}

int tool_simulation_complete(tool_simulation_t *simulation, const char *name)
{
    static const char *const defaults[] = {"2..16", "1..1M:21",
                                           "0,1k,8k,16k,32k,64k,128k"};
    static const char letters[] = "pbs";
    size_t **const lists[] = {&simulation->ranks, &simulation->bytes,
                              &simulation->segments};
    const tunedx_collective_t collective = simulation->collective;
    int status = TOOL_SUCCESS;

    if (!tunedx_collective_has_size(collective)) {
        return tool_refuse(name, "--simulate",
                           tunedx_collective_name(collective),
                           "a collective whose size all ranks know");
    }
    for (int i = 0; i < 3 && status == TOOL_SUCCESS; i++) {
        if (collective == TUNEDX_BARRIER && letters[i] == 'b') {
            status =
                tool_simulation_take(simulation, name, 'b', "--bytes", "0");
        } else if (*lists[i] == NULL) {
            status = tool_simulation_take(simulation, name, letters[i], "",
                                          defaults[i]);
        }
    }
    return status;
}

void tool_simulation_free(tool_simulation_t *simulation)
{
    free(simulation->ranks);
    free(simulation->bytes);
    free(simulation->segments);
    free(simulation->methods);
}
