#ifndef CTHREADS_H
#define CTHREADS_H

#include <sys/prctl.h>

/// Sets the name of the calling thread; the kernel keeps 15 bytes. A C function, because `prctl` is
/// variadic, and Swift does not import it.
static inline void cthreads_name_thread(const char *name) {
  prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

#endif
