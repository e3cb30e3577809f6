/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How fast a host's link is while other hosts send as well: vcluster.sh starts
 * one of these on each host, all for the same interval of time.
 *
 *     stream NEXT START MILLISECONDS
 *
 * Sends to the host with the address NEXT, and receives from whoever sends to
 * it, from START on (milliseconds since the machine booted).  Prints at how
 * many Mbit/s it has received, in the given time after half a second to begin.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PORT = 5077, BEGIN_MS = 500, BUFFER = 65536 };

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "stream: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* Milliseconds since the machine booted, as in /proc/uptime. */
static long now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void pause_ms(long milliseconds)
{
    if (milliseconds > 0) {
        poll(NULL, 0, (int)milliseconds);
    }
}

static int new_socket(void)
{
    const int descriptor = socket(AF_INET, SOCK_STREAM, 0);

    if (descriptor < 0) {
        fail("socket");
    }
    return descriptor;
}

/* ---- before the start ---- */

static int listen_here(void)
{
    const struct sockaddr_in here = {.sin_family = AF_INET,
                                     .sin_port = htons(PORT),
                                     .sin_addr = {htonl(INADDR_ANY)}};
    const int descriptor = new_socket(), yes = 1;

    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(descriptor, (const struct sockaddr *)&here, sizeof here) != 0 ||
        listen(descriptor, 1) != 0) {
        fail("listen");
    }
    return descriptor;
}

/* Tries until the start, because the next host may not listen yet. */
static int connect_to(const char *next, long start)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT)};

    if (inet_pton(AF_INET, next, &there.sin_addr) != 1) {
        errno = EINVAL;
        fail(next);
    }
    for (;;) {
        const int descriptor = new_socket();

        if (connect(descriptor, (struct sockaddr *)&there, sizeof there) == 0) {
            return descriptor;
        }
        if (now() >= start) {
            fail(next);
        }
        close(descriptor);
        pause_ms(20);
    }
}

static int accept_one(int listener, long start)
{
    struct pollfd wanted = {.fd = listener, .events = POLLIN};
    const long left = start - now();

    if (poll(&wanted, 1, left > 0 ? (int)left : 0) != 1) {
        errno = ETIMEDOUT;
        fail("nobody connects before the start");
    }
    const int descriptor = accept(listener, NULL, NULL);

    if (descriptor < 0) {
        fail("accept");
    }
    return descriptor;
}

/* ---- sending and receiving ---- */

static char buffer[BUFFER];

static int is_fatal(void)
{
    return errno != EAGAIN && errno != EINTR;
}

/* Sends and receives what is possible now; bytes received, or -1 when the other
 * hosts have ended. */
static ssize_t exchange(int out, int in, long until)
{
    struct pollfd ready[] = {{.fd = out, .events = POLLOUT},
                             {.fd = in, .events = POLLIN}};
    ssize_t received = 0;

    poll(ready, 2, (int)(until - now()) + 1);
    if (ready[0].revents != 0 &&
        send(out, buffer, sizeof buffer, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
        is_fatal()) {
        return -1;
    }
    if (ready[1].revents != 0) {
        received = recv(in, buffer, sizeof buffer, MSG_DONTWAIT);
        if (received == 0 || (received < 0 && is_fatal())) {
            return -1;
        }
    }
    return received < 0 ? 0 : received;
}

int main(int count, char **arguments)
{
    if (count != 4) {
        fputs("usage: stream NEXT START MILLISECONDS\n", stderr);
        return 2;
    }
    const long start = strtol(arguments[2], NULL, 10);
    const long first = start + BEGIN_MS;
    const long last = first + strtol(arguments[3], NULL, 10);
    const int listener = listen_here();
    const int out = connect_to(arguments[1], start);
    const int in = accept_one(listener, start);
    double bytes = 0;

    pause_ms(start - now());
    for (long time = now(); time < last; time = now()) {
        const ssize_t received = exchange(out, in, last);

        if (received < 0) {
            break;
        }
        bytes += time >= first ? (double)received : 0;
    }
    printf("%.3f\n", 8e-3 * bytes / (double)(last - first));
    return 0;
}
