// The stored data of a standups.create, byte for byte as `standups-load commands` causes it: shared by the C baseline
// of a durable command and by the alternatives that store the same.

#ifndef COMMAND_H
#define COMMAND_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { ID = 36 };

typedef struct {
  const char *start;
  size_t size;
} text;

#define PRINT(t) (int)(t).size, (t).start

static inline text words(const char *start) { return (text){start, strlen(start)}; }

static inline void fresh_id(char *out) {
  static uint64_t state;
  if (!state) state = (uint64_t)time(NULL) * 0x9E3779B97F4A7C15u ^ (uint64_t)getpid();
  state += 0x9E3779B97F4A7C15u;
  uint64_t mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9u;
  mixed ^= mixed >> 27;
  snprintf(out, ID + 1, "%08x-%04x-4000-8000-%012llx", (unsigned)(mixed >> 32), (unsigned)mixed & 0xffff,
           (unsigned long long)(state & 0xffffffffffffu));
}

// Ids of events rise with time, like ours.
static inline void rising_id(char *out) {
  static char begin[9];
  static unsigned long long number;
  char fresh[ID + 1];
  if (!begin[0]) {
    fresh_id(fresh);
    memcpy(begin, fresh, 8);
  }
  snprintf(fresh, sizeof fresh, "%.8s-0001-7000-8000-%012llx", begin, number++ & 0xffffffffffff);
  memcpy(out, fresh, ID);
}

// The stored data of one command.
typedef struct {
  text id, document, event, time, data, cause, key, reply;
  int64_t sort_key;
} commit;

// Places of its strings.
typedef struct {
  commit row;
  char document[2048], event[ID + 1], time[40], data[2048], reply[2048];
  // Storage for strings that are in no message.
  char id[ID + 1], cause[ID + 1], key[64];
} made;

// Decides a command: everything but its cause and its key.
static void make(made *out, text id, text title, const text *names) {
  char attendees[1024], attendee[ID + 1];
  static int64_t sort_key;
  int size = 0;
  for (int index = 0; index < 3; index++) {
    fresh_id(attendee);
    size += snprintf(attendees + size, sizeof attendees - (size_t)size, "%s{\"id\":\"%s\",\"name\":\"%.*s\"}",
                     index ? "," : "", attendee, PRINT(names[index]));
  }
  commit *row = &out->row;
  size = snprintf(out->reply, sizeof out->reply,
                  "{\"attendees\":[%s],\"durationMs\":300000,\"id\":\"%.*s\",\"revision\":1,\"theme\":\"bubblegum\","
                  "\"title\":\"%.*s\"}",
                  attendees, PRINT(id), PRINT(title));
  row->reply = (text){out->reply, (size_t)size};
  size = snprintf(out->document, sizeof out->document, "{\"meetings\":0,\"standup\":%s}", out->reply);
  row->document = (text){out->document, (size_t)size};
  size = snprintf(out->data, sizeof out->data, "{\"standup\":%s}", out->reply);
  row->data = (text){out->data, (size_t)size};
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  struct tm parts;
  gmtime_r(&now.tv_sec, &parts);
  size_t length = strftime(out->time, sizeof out->time, "%Y-%m-%dT%H:%M:%S", &parts);
  snprintf(out->time + length, sizeof out->time - length, ".%03ldZ", now.tv_nsec / 1000000);
  row->time = words(out->time);
  rising_id(out->event);
  row->event = (text){out->event, ID};
  row->id = id;
  row->sort_key = ++sort_key;
}

// Creates the next command of this program in the format of standups-load, and decides it.
static inline void make_next(made *out) {
  static char prefix[25];
  static unsigned long long number;
  text names[] = {words("Attendee 1"), words("Attendee 2"), words("Attendee 3")};
  if (!prefix[0]) {
    fresh_id(out->id);
    snprintf(prefix, sizeof prefix, "%.8s-0007-4000-8000-", out->id);
  }
  snprintf(out->id, sizeof out->id, "%s%012llx", prefix, number);
  snprintf(out->cause, sizeof out->cause, "%.8s-0004-4000-8000-%012llx", prefix, number);
  snprintf(out->key, sizeof out->key, "standups.create/%.8s-0004-4000-8000-%012llx", prefix, number++);
  make(out, (text){out->id, ID}, words("Load 000000000000"), names);
  out->row.cause = (text){out->cause, ID};
  out->row.key = words(out->key);
}

// Its event in the subscribers' format.
static inline int write_event(char *out, size_t size, const commit *row, text epoch, int64_t previous,
                              int64_t sequence) {
  return snprintf(out, size,
                  "{\"data\":%.*s,\"datacontenttype\":\"application/json\",\"epoch\":\"%.*s\",\"id\":\"%.*s\","
                  "\"prevtype\":\"%020lld\",\"sequence\":\"%020lld\",\"source\":\"/standups/standups\","
                  "\"specversion\":\"1.0\",\"subject\":\"%.*s\",\"time\":\"%.*s\",\"type\":\"standup.created\"}",
                  PRINT(row->data), PRINT(epoch), PRINT(row->event), (long long)previous, (long long)sequence,
                  PRINT(row->id), PRINT(row->time));
}

#endif
