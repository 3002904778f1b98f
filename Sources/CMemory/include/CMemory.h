#ifndef CMEMORY_H
#define CMEMORY_H

#include <stddef.h>

/// Asks for memory that will be read soon to be brought into the cache, and does not wait for it. The
/// address may be any. A function, because Swift has no word for it.
static inline void cmemory_prefetch(const void *start, size_t bytes) {
  // The size of a cache line on x86-64 and on most arm64.
  for (size_t at = 0; at < bytes; at += 64) __builtin_prefetch((const char *)start + at);
}

#endif
