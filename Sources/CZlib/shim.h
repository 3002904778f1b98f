#pragma once
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not see.

/// Begins to compress in gzip's format, as small as it gets.
static inline int czlib_begin_gzip(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Begins to read what is compressed in gzip's format, and nothing else.
static inline int czlib_begin_gunzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
