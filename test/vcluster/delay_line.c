/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Cables that take time, for kernels that have no netem.
 *
 *     delay_line MICROSECONDS BITS {NAMESPACE DEVICE NAMESPACE DEVICE}...
 *
 * Each cable joins two tap devices that exist, in network namespaces given as
 * files; whatever one sends comes out of the other so much later.  A cable of
 * so many BITS a second carries one packet after the other, each for as long as
 * its bits take, and then it comes out, whole; of 0, any number at a time.
 * Prints "ready", and runs until it is killed.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

/* Packets under way in one direction: at most 1.4 s of 100 Mbit/s.  When there
 * are more, the device's own queue holds them. */
enum { PACKETS = 8192, PACKET_BYTES = 2048 };

/* Of the command line: before the cables, and for each. */
enum { FIXED_WORDS = 3, WORDS_OF_CABLE = 4 };

typedef struct packet {
    int64_t due; /* nanoseconds */
    size_t bytes;
    char data[PACKET_BYTES];
} packet_t;

typedef struct cable {
    int64_t delay;         /* nanoseconds */
    double bits_of_second; /* 0: no limit */
} cable_t;

/* One direction of a cable: a queue, for no packet overtakes another. */
typedef struct direction {
    int from, to;
    int64_t idle; /* nanoseconds: since then it has carried nothing */
    packet_t *packets[PACKETS];
    unsigned first, count;
} direction_t;

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "delay_line: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* A descriptor of the device; this process stays in its namespace. */
static int open_tap(const char *namespace, const char *device)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    const int space = open(namespace, O_RDONLY | O_CLOEXEC);

    if (space < 0 || setns(space, CLONE_NEWNET) != 0) {
        fail(namespace);
    }
    close(space);
    const int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);

    if (tap < 0) {
        fail("/dev/net/tun");
    }
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", device);
    if (ioctl(tap, TUNSETIFF, &request) != 0) {
        fail(device);
    }
    return tap;
}

/* ---- packets ---- */

/* When a packet that is sent now will have been carried. */
static int64_t carried(direction_t *way, const cable_t *cable, size_t bytes)
{
    const int64_t start = now();

    way->idle = way->idle > start ? way->idle : start;
    if (cable->bits_of_second > 0) {
        way->idle += (int64_t)((double)bytes * 8e9 / cable->bits_of_second);
    }
    return way->idle + cable->delay;
}

/* Takes what the device has sent, as far as there is room. */
static void take(direction_t *way, const cable_t *cable)
{
    while (way->count < PACKETS) {
        packet_t *packet = malloc(sizeof *packet);

        if (packet == NULL) {
            return; /* it stays in the device's queue */
        }
        const ssize_t bytes = read(way->from, packet->data, PACKET_BYTES);

        if (bytes <= 0) {
            free(packet);
            return;
        }
        packet->bytes = (size_t)bytes;
        packet->due = carried(way, cable, packet->bytes);
        way->packets[(way->first + way->count) % PACKETS] = packet;
        way->count++;
    }
}

/* Hands over what is due.  A device that is down loses it, as a cable does. */
static void give(direction_t *way)
{
    while (way->count > 0 && way->packets[way->first]->due <= now()) {
        packet_t *packet = way->packets[way->first];

        if (write(way->to, packet->data, packet->bytes) < 0 &&
            errno == EAGAIN) {
            return;
        }
        free(packet);
        way->first = (way->first + 1) % PACKETS;
        way->count--;
    }
}

/* ---- waiting ---- */

/* The time until the next packet is due; NULL if there is none. */
static struct timespec *until_due(const direction_t *ways, size_t count,
                                  struct timespec *wait)
{
    int64_t due = INT64_MAX;

    for (size_t i = 0; i < count; i++) {
        if (ways[i].count > 0 && ways[i].packets[ways[i].first]->due < due) {
            due = ways[i].packets[ways[i].first]->due;
        }
    }
    if (due == INT64_MAX) {
        return NULL;
    }
    due -= now();
    due = due > 0 ? due : 0;
    wait->tv_sec = due / 1000000000;
    wait->tv_nsec = due % 1000000000;
    return wait;
}

static _Noreturn void run(direction_t *ways, size_t count, const cable_t *cable)
{
    struct pollfd *ready = calloc(count, sizeof *ready);
    struct timespec wait;

    if (ready == NULL) {
        fail("memory");
    }
    for (;;) {
        for (size_t i = 0; i < count; i++) {
            const bool has_room = ways[i].count < PACKETS;

            ready[i].fd = has_room ? ways[i].from : -1;
            ready[i].events = POLLIN;
        }
        if (ppoll(ready, count, until_due(ways, count, &wait), NULL) < 0 &&
            errno != EINTR) {
            fail("poll");
        }
        for (size_t i = 0; i < count; i++) {
            if (ready[i].fd >= 0 && ready[i].revents != 0) {
                take(&ways[i], cable);
            }
            give(&ways[i]);
        }
    }
}

/* ---- start ---- */

/* Wakes up on time: before other processes where that is allowed, and not some
 * 50 us late to save power. */
static void be_punctual(void)
{
    const struct sched_param first = {.sched_priority = 1};

    prctl(PR_SET_TIMERSLACK, 1UL);
    sched_setscheduler(0, SCHED_RR, &first);
}

int main(int count, char **arguments)
{
    const size_t words = count < FIXED_WORDS ? 0 : (size_t)count - FIXED_WORDS;
    const size_t cables = words / WORDS_OF_CABLE;

    if (cables == 0 || words % WORDS_OF_CABLE != 0) {
        fputs("usage: delay_line MICROSECONDS BITS "
              "{NAMESPACE DEVICE NAMESPACE DEVICE}...\n",
              stderr);
        return 2;
    }
    const cable_t cable = {.delay = 1000 * strtoll(arguments[1], NULL, 10),
                           .bits_of_second = strtod(arguments[2], NULL)};
    direction_t *ways = calloc(2 * cables, sizeof *ways);

    if (ways == NULL) {
        fail("memory");
    }
    for (size_t i = 0; i < cables; i++) {
        char **ends = arguments + FIXED_WORDS + i * WORDS_OF_CABLE;

        ways[2 * i].from = open_tap(ends[0], ends[1]);
        ways[2 * i].to = open_tap(ends[2], ends[3]);
        ways[2 * i + 1].from = ways[2 * i].to;
        ways[2 * i + 1].to = ways[2 * i].from;
    }
    be_punctual();
    puts("ready");
    fflush(stdout);
    run(ways, 2 * cables, &cable);
}
