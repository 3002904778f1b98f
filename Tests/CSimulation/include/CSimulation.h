#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdint.h>

/// What a simulated machine gives the thread on which it runs: its clocks, its randomness and its pool of
/// threads. This target defines `clock_gettime` and `getentropy` in the place of libc's, which other threads
/// get as before; so nothing of the services knows of it.

/// Runs a job that Swift would hand to its pool.
typedef void (*csimulation_enqueue)(void *_Nonnull job);

/// From now on this thread is the machine's: its clocks stand at 0, its random numbers follow from `seed`.
void csimulation_begin(uint64_t seed, csimulation_enqueue _Nonnull enqueue);

/// From now on this thread has the real clocks and random numbers again.
void csimulation_end(void);

/// Sets both clocks: nanoseconds since the machine started, and since 1970.
void csimulation_set_clocks(int64_t steady_ns, int64_t wall_ns);

/// How often `getentropy` was called on the machine.
uint64_t csimulation_entropy_reads(void);

#endif
