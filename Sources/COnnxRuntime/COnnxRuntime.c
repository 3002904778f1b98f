#include "COnnxRuntime.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Objects of the runtime, which only the runtime looks into.
typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSession OrtSession;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtValue OrtValue;
typedef struct OrtTensorInfo OrtTensorInfo;

// Constants of the interface.
enum {
  interfaceVersion = 1,
  logErrors = 3,
  deviceAllocator = 0,
  defaultMemory = 0,
  floatElements = 1,
  maxInputs = 4,
};

// Positions in the table of functions.
enum {
  atErrorMessage = 2,
  atCreateEnv = 3,
  atCreateSessionFromArray = 8,
  atRun = 9,
  atCreateSessionOptions = 10,
  atDisableCpuMemArena = 19,
  atSetIntraOpNumThreads = 24,
  atSetInterOpNumThreads = 25,
  atCreateTensor = 49,
  atTensorData = 51,
  atTensorElementType = 60,
  atTensorElementCount = 64,
  atTensorInfo = 65,
  atCreateCpuMemoryInfo = 69,
  atReleaseStatus = 93,
  atReleaseMemoryInfo = 94,
  atReleaseSession = 95,
  atReleaseValue = 96,
  atReleaseTensorInfo = 99,
  atReleaseSessionOptions = 100,
};

typedef void (*Function)(void);

struct OrtApiBase {
  const Function *(*table)(uint32_t version);
  const char *(*version)(void);
};

struct OnnxNetwork {
  const Function *table;
  OrtSession *session;
  OrtMemoryInfo *memory;
};

// CALL(table, position, types, arguments): calls a function that returns a status.
#define CALL(table, position, types, ...) (((OrtStatus * (*)types)(table)[position])(__VA_ARGS__))
#define RELEASE(table, position, object) (((void (*)(void *))(table)[position])(object))

// Releases a status. Returns true, and its message, if it is an error.
static int failed(const Function *table, OrtStatus *status, char *message, size_t messageSize) {
  if (status == NULL) return 0;
  const char *text = ((const char *(*)(const OrtStatus *))table[atErrorMessage])(status);
  snprintf(message, messageSize, "%s", text != NULL ? text : "unknown error");
  RELEASE(table, atReleaseStatus, status);
  return 1;
}

static const Function *loadTable(const char *library, char *message, size_t messageSize) {
  // RTLD_LOCAL, so that its symbols do not clash with those of other libraries. If the speech engine loaded the same
  // file, this is the same library.
  void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *reason = dlerror();
    snprintf(message, messageSize, "%s", reason != NULL ? reason : "unknown loader error");
    return NULL;
  }
  void *address = dlsym(handle, "OrtGetApiBase");
  const struct OrtApiBase *(*base)(void) = NULL;
  memcpy(&base, &address, sizeof address);
  const struct OrtApiBase *found = base != NULL ? base() : NULL;
  const Function *table = found != NULL ? found->table(interfaceVersion) : NULL;
  if (table == NULL) {
    snprintf(message, messageSize, "it is not ONNX Runtime, or not of a known version");
    dlclose(handle);
  }
  return table;
}

struct OnnxNetwork *OnnxOpen(const char *library, const void *bytes, size_t size, char *message,
                             size_t messageSize) {
  const Function *table = loadTable(library, message, messageSize);
  if (table == NULL) return NULL;
  struct OnnxNetwork *network = calloc(1, sizeof *network);
  if (network == NULL) {
    snprintf(message, messageSize, "out of memory");
    return NULL;
  }
  network->table = table;
  // The runtime has one environment for the whole process and counts its users; it is never released, because the
  // speech engine may use it.
  OrtEnv *environment = NULL;
  OrtSessionOptions *options = NULL;
  int isFailed =
      failed(table,
             CALL(table, atCreateEnv, (int, const char *, OrtEnv **), logErrors, "voices",
                  &environment),
             message, messageSize) ||
      failed(table, CALL(table, atCreateSessionOptions, (OrtSessionOptions **), &options), message,
             messageSize) ||
      // With one thread the runtime starts none, so that none waits by spinning.
      failed(table, CALL(table, atSetIntraOpNumThreads, (OrtSessionOptions *, int), options, 1),
             message, messageSize) ||
      failed(table, CALL(table, atSetInterOpNumThreads, (OrtSessionOptions *, int), options, 1),
             message, messageSize) ||
      // Without an arena the memory of a piece of audio is returned after it.
      failed(table, CALL(table, atDisableCpuMemArena, (OrtSessionOptions *), options), message,
             messageSize) ||
      failed(table,
             CALL(table, atCreateSessionFromArray,
                  (const OrtEnv *, const void *, size_t, const OrtSessionOptions *, OrtSession **),
                  environment, bytes, size, options, &network->session),
             message, messageSize) ||
      failed(table,
             CALL(table, atCreateCpuMemoryInfo, (int, int, OrtMemoryInfo **), deviceAllocator,
                  defaultMemory, &network->memory),
             message, messageSize);
  if (options != NULL) RELEASE(table, atReleaseSessionOptions, options);
  if (!isFailed) return network;
  OnnxClose(network);
  return NULL;
}

// Copies a tensor of floats. Returns true on failure.
static int copyTensor(const Function *table, OrtValue *value, float *output, size_t count,
                      char *message, size_t messageSize) {
  OrtTensorInfo *info = NULL;
  int type = 0;
  size_t found = 0;
  float *values = NULL;
  if (failed(table, CALL(table, atTensorInfo, (const OrtValue *, OrtTensorInfo **), value, &info),
             message, messageSize)) {
    return 1;
  }
  int isFailed =
      failed(table,
             CALL(table, atTensorElementType, (const OrtTensorInfo *, int *), info, &type), message,
             messageSize) ||
      failed(table,
             CALL(table, atTensorElementCount, (const OrtTensorInfo *, size_t *), info, &found),
             message, messageSize) ||
      failed(table, CALL(table, atTensorData, (OrtValue *, void **), value, (void **)&values),
             message, messageSize);
  RELEASE(table, atReleaseTensorInfo, info);
  if (isFailed) return 1;
  if (type != floatElements || found != count) {
    snprintf(message, messageSize, "the output has %zu values of type %d", found, type);
    return 1;
  }
  memcpy(output, values, count * sizeof *output);
  return 0;
}

int OnnxRun(struct OnnxNetwork *network, const struct OnnxTensor *inputs, size_t inputCount,
            const char *outputName, float *output, size_t outputCount, char *message,
            size_t messageSize) {
  const Function *table = network->table;
  OrtValue *values[maxInputs] = {NULL};
  const char *names[maxInputs] = {NULL};
  OrtValue *result = NULL;
  if (inputCount > maxInputs) {
    snprintf(message, messageSize, "too many inputs");
    return -1;
  }
  int isFailed = 0;
  for (size_t i = 0; i < inputCount && !isFailed; i++) {
    names[i] = inputs[i].name;
    // The runtime does not change the values of an input.
    isFailed = failed(table,
                      CALL(table, atCreateTensor,
                           (const OrtMemoryInfo *, void *, size_t, const int64_t *, size_t, int,
                            OrtValue **),
                           network->memory, (void *)inputs[i].values,
                           inputs[i].valueCount * sizeof(float), inputs[i].shape,
                           inputs[i].dimensions, floatElements, &values[i]),
                      message, messageSize);
  }
  isFailed =
      isFailed ||
      failed(table,
             CALL(table, atRun,
                  (OrtSession *, const void *, const char *const *, const OrtValue *const *, size_t,
                   const char *const *, size_t, OrtValue **),
                  network->session, NULL, names, (const OrtValue *const *)values, inputCount,
                  &outputName, 1, &result),
             message, messageSize) ||
      copyTensor(table, result, output, outputCount, message, messageSize);
  if (result != NULL) RELEASE(table, atReleaseValue, result);
  for (size_t i = 0; i < inputCount; i++) {
    if (values[i] != NULL) RELEASE(table, atReleaseValue, values[i]);
  }
  return isFailed ? -1 : 0;
}

void OnnxClose(struct OnnxNetwork *network) {
  if (network == NULL) return;
  if (network->session != NULL) RELEASE(network->table, atReleaseSession, network->session);
  if (network->memory != NULL) RELEASE(network->table, atReleaseMemoryInfo, network->memory);
  free(network);
}
