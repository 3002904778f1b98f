// Common code of all measuring programs: the time, samples and their quantiles.

#ifndef FIGURES_H
#define FIGURES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_SAMPLES = 1 << 22 };

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  return clock_gettime(clock, &time) ? 0 : (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int64_t now_ns(void) { return nanoseconds(CLOCK_MONOTONIC); }

static void fail(const char *what) {
  fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
  exit(1);
}

static int64_t *samples;
static atomic_int sample_count;

static void sample(int64_t took) {
  int index = atomic_fetch_add(&sample_count, 1);
  if (index < MOST_SAMPLES) samples[index] = took;
}

static int compare(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// The quantile of the samples for `part`, in microseconds.
static double quantile(double part) {
  int count = atomic_load(&sample_count);
  if (count > MOST_SAMPLES) count = MOST_SAMPLES;
  if (!count) return 0;
  qsort(samples, (size_t)count, sizeof *samples, compare);
  return (double)samples[(size_t)(count * part)] / 1000;
}

static void prepare_samples(void) {
  samples = malloc(MOST_SAMPLES * sizeof *samples);
  if (!samples) fail("no memory");
}

#endif
