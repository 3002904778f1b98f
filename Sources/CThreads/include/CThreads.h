#ifndef CTHREADS_H
#define CTHREADS_H

#include <sys/prctl.h>

/// Names the calling thread; the kernel keeps 15 bytes. A function, because Swift does not import
/// `prctl`, which takes any number of arguments.
static inline void cthreads_name_thread(const char *name) {
  prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

#endif
