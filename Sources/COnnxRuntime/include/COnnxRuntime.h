// The part of ONNX Runtime's C interface that computes one tensor from others. It is declared here because the library
// is loaded at run time (dlopen), not linked: the speech engine brings it. The positions of the functions are those of
// version 1 of the interface, which later versions only append to.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// A loaded network.
struct OnnxNetwork;

/// A tensor of 32-bit floats that the caller owns.
struct OnnxTensor {
  const char *name;
  const float *values;
  size_t valueCount;
  const int64_t *shape;
  size_t dimensions;
};

/// Loads the runtime at `library`, which stays loaded until the process ends, and a network from `size` bytes at
/// `bytes`, which are copied. The network computes on the caller's thread only.
///
/// Returns NULL on failure, and a reason in `message`.
struct OnnxNetwork *OnnxOpen(const char *library, const void *bytes, size_t size, char *message,
                             size_t messageSize);

/// Computes the output `outputName` and copies its `outputCount` floats to `output`. Several threads may call this at
/// once.
///
/// Returns 0, or -1 on failure with a reason in `message`, for example if the output has another size.
int OnnxRun(struct OnnxNetwork *network, const struct OnnxTensor *inputs, size_t inputCount,
            const char *outputName, float *output, size_t outputCount, char *message,
            size_t messageSize);

/// Releases a network that no thread uses.
void OnnxClose(struct OnnxNetwork *network);
