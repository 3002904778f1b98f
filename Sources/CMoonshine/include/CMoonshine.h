// The part of libmoonshine's C interface that the transcription service calls. It is declared here
// because the library is loaded at run time (dlopen), not linked. Layouts are those of libmoonshine
// 0.1.0 on 64-bit Linux; the assertions below stop the build if they do not hold.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// An option for loading a model: its name and its value.
struct MoonshineOption {
  const char *name;
  const char *value;
};

/// A piece of the transcript. The transcriber owns all memory that it points to, until the next
/// call on that transcriber.
struct MoonshineLine {
  const char *text;
  const float *audio;
  size_t audioCount;
  float start;
  float duration;
  uint64_t identifier;
  int8_t isComplete;
  int8_t isUpdated;
  int8_t isNew;
  int8_t hasTextChanged;
  int8_t haveSpeakersChanged;
  const void *speakers;
  uint64_t speakerCount;
  uint32_t latencyMilliseconds;
  const void *words;
  uint64_t wordCount;
};

struct MoonshineTranscript {
  struct MoonshineLine *lines;
  uint64_t lineCount;
};

_Static_assert(sizeof(void *) == 8, "libmoonshine is 64-bit");
_Static_assert(sizeof(struct MoonshineOption) == 16, "option layout");
_Static_assert(offsetof(struct MoonshineLine, start) == 24, "line layout");
_Static_assert(offsetof(struct MoonshineLine, speakers) == 48, "line layout");
_Static_assert(sizeof(struct MoonshineLine) == 88, "line layout");
_Static_assert(sizeof(struct MoonshineTranscript) == 16, "transcript layout");

/// Network architecture of a model.
enum MoonshineArchitecture { MoonshineArchitectureTiny = 0, MoonshineArchitectureBase = 1 };

/// Version of the interface that these declarations describe.
enum { MoonshineInterfaceVersion = 30000 };

/// Functions of a loaded library. Negative results are error codes.
struct MoonshineFunctions {
  int32_t (*version)(void);
  const char *(*errorText)(int32_t error);
  int32_t (*load)(const char *directory, uint32_t architecture,
                  const struct MoonshineOption *options, uint64_t optionCount,
                  int32_t interfaceVersion);
  void (*release)(int32_t transcriber);
  int32_t (*transcribe)(int32_t transcriber, float *samples, uint64_t sampleCount,
                        int32_t sampleRate, uint32_t flags,
                        struct MoonshineTranscript **transcript);
};

enum MoonshineOpenResult {
  MoonshineOpened = 0,
  MoonshineFileUnusable = 1,
  MoonshineSymbolMissing = 2,
};

/// Loads the library at `path` and fills `functions`. The library stays loaded until the process
/// ends. On failure `message` holds the dynamic loader's error, or the name of the missing symbol.
enum MoonshineOpenResult MoonshineOpen(const char *path, struct MoonshineFunctions *functions,
                                       char *message, size_t messageSize);
