#ifndef CPAGE_H
#define CPAGE_H

#include <stddef.h>

/// A file of the page, as it is served.
typedef struct {
  /// Its name in Sources/Page.
  const char *name;
  const unsigned char *bytes;
  /// Its size in bytes.
  size_t count;
} cpage_file;

/// The files of the page, which are part of the program, and their number.
const cpage_file *cpage_files(size_t *count);

#endif
