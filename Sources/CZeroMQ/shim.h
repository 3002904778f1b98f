#pragma once
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <time.h>
#include <zmq.h>

// libzmq adds these to the system's errno values. The macros are sums, which Swift does not import,
// so they are repeated as constants.
enum {
  CZMQ_EFSM = EFSM,
  CZMQ_ENOCOMPATPROTO = ENOCOMPATPROTO,
  CZMQ_ETERM = ETERM,
  CZMQ_EMTHREAD = EMTHREAD,
};

static inline int czmq_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

static inline int czmq_timerfd(void) {
  return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Arms the timer for an absolute time on CLOCK_MONOTONIC; zero disarms it. Both clear a pending
/// expiry.
static inline int czmq_timerfd_arm(int fd, uint64_t nanoseconds) {
  struct itimerspec when = {{0, 0}, {0, 0}};
  when.it_value.tv_sec = (time_t)(nanoseconds / 1000000000u);
  when.it_value.tv_nsec = (long)(nanoseconds % 1000000000u);
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, 0);
}

static inline uint64_t czmq_monotonic_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/// poll(2) with a timeout in nanoseconds.
static inline int czmq_wait(struct pollfd *items, int count, int64_t nanoseconds) {
  struct timespec timeout = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  return ppoll(items, (nfds_t)count, &timeout, NULL);
}
