#define _GNU_SOURCE
#include "CSimulation.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  int is_running;
  int64_t steady_ns;
  int64_t wall_ns;
  uint64_t random;
  uint64_t entropy_reads;
  csimulation_enqueue enqueue;
} machine;

static _Thread_local machine here;

// SplitMix64, as in Sources/StandupsDependencies/SeededGenerator.swift.
static uint64_t next_random(void) {
  here.random += 0x9E3779B97F4A7C15u;
  uint64_t mixed = here.random;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return mixed ^ (mixed >> 31);
}

static void fill(void *bytes, size_t count) {
  unsigned char *out = bytes;
  while (count > 0) {
    uint64_t word = next_random();
    size_t part = count < sizeof word ? count : sizeof word;
    memcpy(out, &word, part);
    out += part;
    count -= part;
  }
}

// The library function that this definition hides.
static void *hidden(const char *name) {
  void *symbol = dlsym(RTLD_NEXT, name);
  if (symbol == NULL) {
    fprintf(stderr, "csimulation: there is no %s\n", name);
    abort();
  }
  return symbol;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!here.is_running) {
    static int (*real)(clockid_t, struct timespec *);
    int (*found)(clockid_t, struct timespec *) = __atomic_load_n(&real, __ATOMIC_RELAXED);
    if (found == NULL) {
      found = (int (*)(clockid_t, struct timespec *))hidden("clock_gettime");
      __atomic_store_n(&real, found, __ATOMIC_RELAXED);
    }
    return found(clock, time);
  }
  int64_t ns =
      clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? here.wall_ns : here.steady_ns;
  time->tv_sec = ns / 1000000000;
  time->tv_nsec = ns % 1000000000;
  return 0;
}

int getentropy(void *bytes, size_t count) {
  if (!here.is_running) {
    static int (*real)(void *, size_t);
    int (*found)(void *, size_t) = __atomic_load_n(&real, __ATOMIC_RELAXED);
    if (found == NULL) {
      found = (int (*)(void *, size_t))hidden("getentropy");
      __atomic_store_n(&real, found, __ATOMIC_RELAXED);
    }
    return found(bytes, count);
  }
  here.entropy_reads += 1;
  fill(bytes, count);
  return 0;
}

// Swift's own hooks (swift/Runtime/Concurrency.h): jobs for its thread pool arrive here.
#define SWIFT_CC __attribute__((swiftcall))
typedef SWIFT_CC void (*enqueue_original)(void *job);
typedef SWIFT_CC void (*delay_original)(unsigned long long ns, void *job);
typedef SWIFT_CC void (*deadline_original)(long long s, long long ns, long long ts, long long tns,
                                           int clock, void *job);
extern SWIFT_CC void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_original original);
extern SWIFT_CC void (*swift_task_enqueueGlobalWithDelay_hook)(unsigned long long ns, void *job,
                                                               delay_original original);
extern SWIFT_CC void (*swift_task_enqueueGlobalWithDeadline_hook)(long long s, long long ns,
                                                                  long long ts, long long tns,
                                                                  int clock, void *job,
                                                                  deadline_original original);

static SWIFT_CC void enqueue(void *job, enqueue_original original) {
  if (here.is_running) here.enqueue(job); else original(job);
}

static void refuse_sleep(void) {
  fprintf(stderr, "csimulation: a task sleeps on the real clock; give it one of the simulation\n");
  abort();
}

static SWIFT_CC void enqueue_delayed(unsigned long long ns, void *job, delay_original original) {
  if (here.is_running) refuse_sleep();
  original(ns, job);
}

static SWIFT_CC void enqueue_deadline(long long s, long long ns, long long ts, long long tns, int clock,
                                      void *job, deadline_original original) {
  if (here.is_running) refuse_sleep();
  original(s, ns, ts, tns, clock, job);
}

void csimulation_begin(uint64_t seed, csimulation_enqueue enqueue_job) {
  memset(&here, 0, sizeof here);
  here.random = seed;
  here.enqueue = enqueue_job;
  here.is_running = 1;
  swift_task_enqueueGlobal_hook = enqueue;
  swift_task_enqueueGlobalWithDelay_hook = enqueue_delayed;
  swift_task_enqueueGlobalWithDeadline_hook = enqueue_deadline;
}

void csimulation_end(void) { here.is_running = 0; }

void csimulation_set_clocks(int64_t steady_ns, int64_t wall_ns) {
  here.steady_ns = steady_ns;
  here.wall_ns = wall_ns;
}

uint64_t csimulation_entropy_reads(void) { return here.entropy_reads; }
