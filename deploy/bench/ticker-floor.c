// The C baseline of a timer service: a heap of deadlines, events that are built once and patched, and zmq_send.
//
// It replaces timer-service on the bus: it registers with HELLO, accepts timer.start and timer.cancel, publishes the
// same events under the same topics, and reports speakers and ends with the same delegate calls (without waiting for
// their replies). It checks nothing, survives nothing, and cannot pause. The tools that measure the service can
// measure this as well.
//
//   cc -O2 -o ticker-floor ticker-floor.c -lzmq
//   STANDUPS_COMMANDS=tcp://127.0.0.1:5550 STANDUPS_INGEST=tcp://127.0.0.1:5552 ticker-floor
//
// STANDUPS_TIMER_GRID is the grid of the wake-ups, in microseconds (default: 1000).
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { TOPICS = 3, ID_BYTES = 129, MOST_AT_ONCE = 512 };

typedef struct {
  int64_t start, next, turn_end;  // nanoseconds; `next` and `turn_end` as elapsed time
  int64_t duration, elapsed_ms, turn_end_ms;
  int32_t speaker, speakers;
  char id[ID_BYTES];
  // The constant parts of the events: head "<topic> {...", middle and tail of each topic's frame.
  char *topic[TOPICS];
  uint16_t topic_size[TOPICS];
  char *subject;
  int in_use;
} Countdown;

typedef struct {
  int64_t deadline;
  int32_t slot;
} Node;

static Countdown *countdowns;
static int32_t slots, slot_capacity;
static Node *heap;
static int32_t heap_count;
static void *commands, *events;
static volatile sig_atomic_t stopped;
static int64_t grid_ns = 1000000;
static char wall_text[96];
static int64_t wall_text_ms = -1;
static char boot[40];  // identifies the boot to which CLOCK_BOOTTIME refers

static int64_t now_on(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void die(const char *what) {
  fprintf(stderr, "ticker-floor: %s: %s\n", what, zmq_strerror(errno));
  exit(1);
}

// MARK: The heap

static void sift_down(int32_t at) {
  Node node = heap[at];
  for (;;) {
    int32_t child = 4 * at + 1, least = child;
    if (child >= heap_count) break;
    int32_t end = child + 4 < heap_count ? child + 4 : heap_count;
    for (int32_t c = child + 1; c < end; c++)
      if (heap[c].deadline < heap[least].deadline) least = c;
    if (heap[least].deadline >= node.deadline) break;
    heap[at] = heap[least];
    at = least;
  }
  heap[at] = node;
}

static void push(int64_t deadline, int32_t slot) {
  int32_t at = heap_count++;
  while (at > 0 && heap[(at - 1) / 4].deadline > deadline) {
    heap[at] = heap[(at - 1) / 4];
    at = (at - 1) / 4;
  }
  heap[at] = (Node){deadline, slot};
}

static void pop(void) {
  heap[0] = heap[--heap_count];
  if (heap_count > 0) sift_down(0);
}

// MARK: Minimal JSON

// The value of a member, without quotes; 0 if it is missing. Escapes are not decoded.
static size_t member(const char *json, const char *name, const char **value) {
  char key[40];
  snprintf(key, sizeof key, "\"%s\":", name);
  const char *at = strstr(json, key);
  if (!at) return 0;
  at += strlen(key);
  if (*at == '"') {
    *value = at + 1;
    return strcspn(at + 1, "\"");
  }
  *value = at;
  return strcspn(at, ",}");
}

static int64_t number(const char *json, const char *name, int64_t fallback) {
  const char *value;
  return member(json, name, &value) ? strtoll(value, NULL, 10) : fallback;
}

static char *put(char *out, const char *text, size_t size) {
  memcpy(out, text, size);
  return out + size;
}
#define PUT(out, literal) put(out, literal, sizeof(literal) - 1)

static char *put_number(char *out, int64_t value) {
  char digits[20];
  int count = 0;
  do digits[count++] = '0' + value % 10;
  while (value /= 10);
  while (count) *out++ = digits[--count];
  return out;
}

static void set_wall_time(void) {
  int64_t ms = now_on(CLOCK_REALTIME) / 1000000;
  if (ms == wall_text_ms) return;
  wall_text_ms = ms;
  time_t seconds = ms / 1000;
  struct tm t;
  gmtime_r(&seconds, &t);
  snprintf(wall_text, sizeof wall_text, "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", t.tm_year + 1900,
           t.tm_mon + 1, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, (int)(ms % 1000));
}

static void new_id(char text[37]) {
  static uint64_t low;
  static uint64_t high;
  if (!high && getrandom(&high, 8, 0) != 8) die("getrandom");
  low++;
  snprintf(text, 37, "%08x-%04x-4%03x-8000-%012llx", (unsigned)(high >> 32),
           (unsigned)(high >> 16 & 0xffff), (unsigned)(high & 0xfff),
           (unsigned long long)(low & 0xffffffffffff));
}

// MARK: The bus

static void say(const char *kind_and_target, const char *cause, const char *more,
                const char *body) {
  char head[512], id[37];
  new_id(id);
  int size = cause ? snprintf(head, sizeof head, "STB1 %s {\"id\":\"%s\",\"cause\":\"%s\"%s}",
                              kind_and_target, id, cause, more)
                   : snprintf(head, sizeof head, "STB1 %s {\"id\":\"%s\"%s}", kind_and_target, id,
                              more);
  if (zmq_send(commands, head, size, ZMQ_SNDMORE | ZMQ_DONTWAIT) < 0) return;
  zmq_send(commands, body, strlen(body), ZMQ_DONTWAIT);
}

static void hello(void) {
  char instance[37], body[1024];
  new_id(instance);
  snprintf(body, sizeof body,
           "{\"service\":\"timer\",\"instance\":\"%s\",\"minor\":0,\"capacity\":1000000,"
           "\"isSharded\":true,\"commands\":[{\"access\":\"owner\",\"target\":\"timer.start\"},"
           "{\"access\":\"owner\",\"target\":\"timer.cancel\"}],"
           "\"delegates\":[\"timer.speakerChanged\",\"timer.finished\"]}",
           instance);
  say("HELLO timer", NULL, "", body);
}

static void tell(const char *target, const Countdown *c, int64_t elapsed_ms, int with_speaker) {
  char body[256], more[64], name[64];
  if (with_speaker)
    snprintf(body, sizeof body, "{\"elapsedMs\":%lld,\"id\":\"%s\",\"speaker\":%d}",
             (long long)elapsed_ms, c->id, c->speaker);
  else
    snprintf(body, sizeof body, "{\"elapsedMs\":%lld,\"id\":\"%s\"}", (long long)elapsed_ms, c->id);
  snprintf(more, sizeof more, ",\"deadline\":%lld", (long long)(wall_text_ms + 10000));
  snprintf(name, sizeof name, "DLG %s", target);
  say(name, NULL, more, body);
}

// MARK: Ticks

static void publish(Countdown *c) {
  char frame[1024];
  for (int i = 0; i < TOPICS && c->topic[i]; i++) {
    char *out = put(frame, c->topic[i], c->topic_size[i]);
    out = PUT(out, "{\"data\":{\"durationMs\":");
    out = put_number(out, c->duration / 1000000);
    out = PUT(out, ",\"elapsedMs\":");
    out = put_number(out, c->elapsed_ms);
    out = PUT(out, ",\"speaker\":");
    out = put_number(out, c->speaker);
    out = PUT(out, ",\"speakers\":");
    out = put_number(out, c->speakers);
    out = PUT(out, ",\"turnEndsMs\":");
    out = put_number(out, c->turn_end_ms);
    out = PUT(out, "},\"datacontenttype\":\"application/json\",\"id\":\"");
    out = put(out, c->id, strlen(c->id));
    *out++ = '/';
    out = put_number(out, c->elapsed_ms);
    out = PUT(out, "\",\"source\":\"/standups/timer\",\"specversion\":\"1.0\",\"subject\":\"");
    out = put(out, c->subject, strlen(c->subject));
    out = PUT(out, "\",\"time\":\"");
    out = put(out, wall_text, 24);
    out = PUT(out, "\",\"type\":\"load.tick\"}");
    zmq_send(events, frame, out - frame, ZMQ_DONTWAIT);
  }
}

static int64_t turn_end(const Countdown *c) {
  return c->duration / 1000000 * (c->speaker + 1) / c->speakers;
}

static int64_t deadline(const Countdown *c) {
  int64_t first = c->next < c->turn_end ? c->next : c->turn_end;
  return c->start + (first < c->duration ? first : c->duration);
}

static void settle(int32_t slot, int64_t now) {
  Countdown *c = &countdowns[slot];
  if (!c->in_use) return pop();
  int64_t elapsed = now - c->start;
  while (c->turn_end <= elapsed && c->speaker + 1 < c->speakers) {
    c->speaker++;
    tell("timer.speakerChanged", c, c->turn_end_ms, 1);
    c->turn_end_ms = turn_end(c);
    c->turn_end = c->turn_end_ms * 1000000;
  }
  if (c->next <= elapsed) {
    int64_t tick = elapsed / 1000000000;
    c->elapsed_ms = tick * 1000;
    c->next = (tick + 1) * 1000000000;
    publish(c);
  }
  if (elapsed >= c->duration) {
    c->in_use = 0;
    tell("timer.finished", c, c->duration / 1000000, 0);
    return pop();
  }
  heap[0].deadline = deadline(c);
  sift_down(0);
}

// MARK: Commands

static char *topic(const char *first, const char *a, size_t a_size, const char *b, size_t b_size,
                   uint16_t *size) {
  char text[400];
  *size = snprintf(text, sizeof text, "%s%.*s/%.*s/ ", first, (int)a_size, a, (int)b_size, b);
  return strdup(text);
}

static void start(const char *head, const char *body) {
  if (slots == slot_capacity) {
    slot_capacity = slot_capacity ? 2 * slot_capacity : 1024;
    countdowns = realloc(countdowns, slot_capacity * sizeof *countdowns);
    heap = realloc(heap, slot_capacity * sizeof *heap);
    if (!countdowns || !heap) die("memory");
  }
  Countdown *c = &countdowns[slots];
  memset(c, 0, sizeof *c);
  const char *id, *cause, *type, *subject, *view;
  size_t id_size = member(body, "id", &id), cause_size = member(head, "id", &cause);
  if (!id_size || id_size >= ID_BYTES || cause_size != 36) return;
  memcpy(c->id, id, id_size);
  c->in_use = 1;
  c->start = now_on(CLOCK_BOOTTIME);
  c->duration = number(body, "durationMs", 60000) * 1000000;
  c->speakers = number(body, "speakers", 1);
  c->turn_end_ms = turn_end(c);
  c->turn_end = c->turn_end_ms * 1000000;
  size_t type_size = member(body, "type", &type), subject_size = member(body, "subject", &subject);
  c->next = type_size ? 1000000000 : INT64_MAX;
  if (type_size) {
    int count = 0;
    size_t size;
    c->subject = strndup(subject, subject_size);
    c->topic[count] = topic("t/", type, type_size, subject, subject_size, &c->topic_size[count]);
    count++;
    if ((size = member(body, "standup", &view)) > 0) {
      c->topic[count] = topic("s/", view, size, type, type_size, &c->topic_size[count]);
      count++;
    }
    if ((size = member(body, "meeting", &view)) > 0)
      c->topic[count] = topic("m/", view, size, type, type_size, &c->topic_size[count]);
  }
  push(deadline(c), slots++);
  char answer[512], cause_text[37];
  snprintf(cause_text, sizeof cause_text, "%.36s", cause);
  snprintf(answer, sizeof answer,
           "{\"clock\":{\"at\":{\"boot\":\"%s\",\"uptimeUs\":%lld,\"wallMs\":%lld},\"elapsedMs\":0,"
           "\"isRunning\":true},\"durationMs\":%lld,\"id\":\"%s\",\"speaker\":0,\"speakers\":%d}",
           boot, (long long)((c->start + 999) / 1000), (long long)now_on(CLOCK_REALTIME) / 1000000,
           (long long)c->duration / 1000000, c->id, c->speakers);
  say("FIN -", cause_text, "", answer);
}

static void refuse(const char *head, const char *target) {
  const char *cause;
  char text[37], body[200];
  if (member(head, "id", &cause) != 36) return;
  snprintf(text, sizeof text, "%.36s", cause);
  snprintf(body, sizeof body,
           "{\"code\":\"unroutable\",\"message\":\"The floor does not know %.60s.\","
           "\"retryable\":false}",
           target);
  say("ERR -", text, "", body);
}

// Receives up to `most` messages; returns whether there may be more.
static int receive(int most) {
  static char head[8192], body[65536];
  while (most-- > 0) {
    int head_size = zmq_recv(commands, head, sizeof head - 1, ZMQ_DONTWAIT);
    if (head_size < 0) return 0;
    head[head_size < (int)sizeof head ? head_size : (int)sizeof head - 1] = 0;
    body[0] = 0;
    int more = 0;
    size_t more_size = sizeof more;
    zmq_getsockopt(commands, ZMQ_RCVMORE, &more, &more_size);
    if (more) {
      int body_size = zmq_recv(commands, body, sizeof body - 1, 0);
      body[body_size < (int)sizeof body ? body_size : (int)sizeof body - 1] = 0;
    }
    if (!strncmp(head, "STB1 CMD timer.start ", 21)) start(head, body);
    else if (!strncmp(head, "STB1 CMD ", 9)) refuse(head, head + 9);
    else if (!strncmp(head, "STB1 REHELLO", 12)) hello();
  }
  return 1;
}

static void stop(int number) {
  (void)number;
  stopped = 1;
}

// Without it a measuring tool has only the wall clock's whole milliseconds.
static void read_boot(void) {
  FILE *file = fopen("/proc/sys/kernel/random/boot_id", "r");
  if (!file) return;
  if (fscanf(file, "%36s", boot) != 1) boot[0] = 0;
  fclose(file);
}

static void *connected(void *context, int kind, const char *variable) {
  const char *endpoint = getenv(variable);
  if (!endpoint) {
    fprintf(stderr, "ticker-floor: set STANDUPS_COMMANDS and STANDUPS_INGEST to endpoints.\n");
    exit(64);
  }
  void *socket = zmq_socket(context, kind);
  int none = 0, many = 100000;
  zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
  zmq_setsockopt(socket, ZMQ_SNDHWM, &many, sizeof many);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &many, sizeof many);
  if (zmq_connect(socket, endpoint) != 0) die(endpoint);
  return socket;
}

int main(void) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  if (getenv("STANDUPS_TIMER_GRID")) grid_ns = atoll(getenv("STANDUPS_TIMER_GRID")) * 1000;
  if (grid_ns < 1) grid_ns = 1;
  read_boot();
  void *context = zmq_ctx_new();
  commands = connected(context, ZMQ_DEALER, "STANDUPS_COMMANDS");
  events = connected(context, ZMQ_PUB, "STANDUPS_INGEST");
  int timer = timerfd_create(CLOCK_BOOTTIME, TFD_NONBLOCK), mailbox, publishing;
  size_t size = sizeof mailbox;
  zmq_getsockopt(commands, ZMQ_FD, &mailbox, &size);
  zmq_getsockopt(events, ZMQ_FD, &publishing, &size);
  set_wall_time();
  hello();
  int64_t next_beat = now_on(CLOCK_BOOTTIME) + 1000000000;
  while (!stopped) {
    int64_t now = now_on(CLOCK_BOOTTIME);
    set_wall_time();
    int served = 0;
    while (heap_count && heap[0].deadline <= now && served++ < MOST_AT_ONCE)
      settle(heap[0].slot, now);
    if (now >= next_beat) {
      say("HB timer", NULL, "", "{}");
      next_beat = now + 1000000000;
    }
    int is_busy = receive(256);
    // Reads subscriptions, too.
    int flags;
    size = sizeof flags;
    zmq_getsockopt(events, ZMQ_EVENTS, &flags, &size);
    if (is_busy || (heap_count && heap[0].deadline <= now)) continue;
    int64_t wake = heap_count ? (heap[0].deadline + grid_ns - 1) / grid_ns * grid_ns : next_beat;
    if (next_beat < wake) wake = next_beat;
    struct itimerspec when = {{0, 0}, {wake / 1000000000, wake % 1000000000}};
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &when, NULL);
    struct pollfd items[] = {{timer, POLLIN, 0}, {mailbox, POLLIN, 0}, {publishing, POLLIN, 0}};
    size = sizeof flags;
    if (zmq_getsockopt(commands, ZMQ_EVENTS, &flags, &size) == 0 && (flags & ZMQ_POLLIN)) continue;
    poll(items, 3, -1);
  }
  zmq_close(commands);
  zmq_close(events);
  zmq_ctx_term(context);
  return 0;
}
