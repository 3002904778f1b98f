#include "CMoonshine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const struct {
  const char *name;
  size_t offset;
} symbols[] = {
    {"moonshine_get_version", offsetof(struct MoonshineFunctions, version)},
    {"moonshine_error_to_string", offsetof(struct MoonshineFunctions, errorText)},
    {"moonshine_load_transcriber_from_files", offsetof(struct MoonshineFunctions, load)},
    {"moonshine_free_transcriber", offsetof(struct MoonshineFunctions, release)},
    {"moonshine_transcribe_without_streaming", offsetof(struct MoonshineFunctions, transcribe)},
};

enum MoonshineOpenResult MoonshineOpen(const char *path, struct MoonshineFunctions *functions,
                                       char *message, size_t messageSize) {
  // RTLD_NOW, so that a missing dependency is reported here and not at the first word. RTLD_LOCAL,
  // because the library exports tens of thousands of C++ symbols that must not clash with those of
  // other libraries.
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *reason = dlerror();
    snprintf(message, messageSize, "%s", reason != NULL ? reason : "unknown loader error");
    return MoonshineFileUnusable;
  }
  for (size_t i = 0; i < sizeof symbols / sizeof symbols[0]; i++) {
    void *address = dlsym(library, symbols[i].name);
    if (address == NULL) {
      snprintf(message, messageSize, "%s", symbols[i].name);
      dlclose(library);
      return MoonshineSymbolMissing;
    }
    memcpy((char *)functions + symbols[i].offset, &address, sizeof address);
  }
  return MoonshineOpened;
}
