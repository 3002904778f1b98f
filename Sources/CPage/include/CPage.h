#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// A file of the page, as it is served.
typedef struct {
  /// Path in the directory Services.
  const char *name;
  const unsigned char *bytes;
  /// Size of the file, in bytes.
  size_t count;
} cpage_file;

/// Returns the embedded files of the page, and stores their number in `count`.
const cpage_file *cpage_files(size_t *count);

#endif
