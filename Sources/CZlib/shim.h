#pragma once
#include <zlib.h>

// deflateInit2 is a macro, which Swift does not import.

/// Starts compression in gzip format, at the highest level.
static inline int czlib_begin_gzip(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

/// Starts decompression of gzip data; other formats are rejected.
static inline int czlib_begin_gunzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }
