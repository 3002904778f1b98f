#ifndef CMEMORY_H
#define CMEMORY_H

#include <malloc.h>
#include <stddef.h>

/// Prefetches memory into the cache without waiting for it. The address may be invalid. A C
/// function, because Swift has no such intrinsic.
static inline void cmemory_prefetch(const void *start, size_t bytes) {
  // Size of a cache line on x86-64 and on most arm64, in bytes.
  for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)start + at);
}

/// Bytes that this program has allocated with malloc and not freed, for measurements. A C function, because the module
/// Glibc does not contain malloc.h.
static inline size_t cmemory_allocated(void) {
  struct mallinfo2 information = mallinfo2();
  return information.uordblks + information.hblkhd;
}

#endif
