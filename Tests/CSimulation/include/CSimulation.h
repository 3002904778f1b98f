#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdint.h>

/// The environment of a simulated machine's thread: its clocks, its randomness and its thread pool. This target
/// defines `clock_gettime` and `getentropy` instead of libc's; other threads still get the real ones, so the services
/// are unaffected.

/// Runs a job that Swift would give to its thread pool.
typedef void (*csimulation_enqueue)(void *_Nonnull job);

/// Starts the simulation on this thread: its clocks are 0, its random numbers follow from `seed`.
void csimulation_begin(uint64_t seed, csimulation_enqueue _Nonnull enqueue);

/// Restores the real clocks and random numbers on this thread.
void csimulation_end(void);

/// Sets both clocks: nanoseconds since the machine started, and since 1970.
void csimulation_set_clocks(int64_t steady_ns, int64_t wall_ns);

/// Number of calls of `getentropy` on the machine.
uint64_t csimulation_entropy_reads(void);

#endif
