// Simulates BROWSERS browsers in one process: each follows the gateway's stream like the page, or its Server-Sent Events
// like an EventSource, reconnects, and checks every sequence.
//
//   page-crowd PORT COOKIE[,COOKIE...] BROWSERS [MEETING [websocket|events]]
//
// The browsers share the sessions of the cookies equally, and connect from several addresses, because the streams of
// each session and of each address are limited.
// All watch MEETING. Prints {"following": browsers} whenever all follow, the figures so far for each "look" on
// standard input, and a last line at its end.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { AWAY, CONNECTING, GREETING, OPEN };
// Buffer for incomplete frames; a stream's frames are smaller than this.
enum { MOST = 1 << 20 };
// Parts of a chunk (RFC 9112, section 7.1): its size, the rest of that line, its data, and the line break after it.
enum { SIZE, EXTENSION, DATA, BREAK };

typedef struct {
  int fd, state, failures;
  // Server-Sent Events: the part of a chunk that is being decoded, and the number of bytes left of its data.
  int chunk;
  size_t left;
  bool follows;
  int64_t last, again;
  char *rest;
  size_t kept;
} Browser;

static Browser *browsers;
static int count, following, epoll_fd;
static int port;
static const char *meeting;
static bool is_events;
static char *cookies[512];
static int sessions;
static char epoch[65];
static int64_t messages, events, bytes, gaps, repeats, snapshots, losses;
static uint32_t *latencies;
static size_t measured, room;

static int64_t now_us(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static int by_size(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static double quantile(double q) {
  return measured ? latencies[(size_t)(q * (double)(measured - 1))] / 1000.0 : 0;
}

static void tell(const char *kind) {
  int64_t least = INT64_MAX, most = -1;
  for (int i = 0; i < count; i++) {
    if (browsers[i].last < least) least = browsers[i].last;
    if (browsers[i].last > most) most = browsers[i].last;
  }
  qsort(latencies, measured, sizeof *latencies, by_size);
  printf("{\"%s\":%d,\"messages\":%lld,\"events\":%lld,\"bytes\":%lld,\"gaps\":%lld,\"repeats\":%lld,"
         "\"snapshots\":%lld,\"losses\":%lld,\"least\":%lld,\"most\":%lld,\"p50Ms\":%.3f,\"p99Ms\":%.3f}\n",
         kind, following, (long long)messages, (long long)events, (long long)bytes, (long long)gaps,
         (long long)repeats, (long long)snapshots, (long long)losses, (long long)least, (long long)most, quantile(0.5),
         quantile(0.99));
  fflush(stdout);
}

// The same delays as in Services/Gateway/Page/stream.js.
static void lose(Browser *it) {
  close(it->fd);
  if (it->follows) following--;
  if (it->state == OPEN) losses++;
  it->follows = false;
  it->state = AWAY;
  it->kept = 0;
  it->failures++;
  int exponent = it->failures < 5 ? it->failures : 5;
  double wait = 200.0 * (1 << exponent);
  if (wait > 5000) wait = 5000;
  it->again = now_us(CLOCK_MONOTONIC) + (int64_t)(1000 * wait * (0.5 + drand48() / 2));
}

static void watch(Browser *it, uint32_t what, int how) {
  struct epoll_event event = {.events = what, .data.ptr = it};
  if (epoll_ctl(epoll_fd, how, it->fd, &event)) fail("epoll_ctl");
}

static void begin(Browser *it) {
  it->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (it->fd < 0) fail("socket");
  int yes = 1;
  setsockopt(it->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_in from = {.sin_family = AF_INET};
  from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)((it - browsers) / 250));
  if (bind(it->fd, (struct sockaddr *)&from, sizeof from)) fail("bind");
  it->state = CONNECTING;
  if (connect(it->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS) return lose(it);
  watch(it, EPOLLOUT, EPOLL_CTL_ADD);
}

static bool put(Browser *it, const void *data, size_t size) {
  // The message is small, and nothing waits on the connection.
  return send(it->fd, data, size, MSG_NOSIGNAL) == (ssize_t)size;
}

// Masked with zeros, which is a valid mask.
static bool say(Browser *it, int opcode, const char *text, size_t size) {
  unsigned char frame[512] = {(unsigned char)(0x80 | opcode)};
  size_t at = 2;
  if (size < 126) {
    frame[1] = (unsigned char)(0x80 | size);
  } else {
    frame[1] = 0x80 | 126;
    frame[2] = (unsigned char)(size >> 8);
    frame[3] = (unsigned char)size;
    at = 4;
  }
  at += 4;
  memcpy(frame + at, text, size);
  return put(it, frame, at + size);
}

static void connected(Browser *it) {
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(it->fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) return lose(it);
  char head[1024];
  if (is_events) {
    int length = snprintf(head, sizeof head, "GET /api/events%s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n",
                          *meeting ? "?meeting=" : "", meeting, port, cookies[(it - browsers) % sessions]);
    if (it->last >= 0)
      length += snprintf(head + length, sizeof head - (size_t)length, "Last-Event-ID: %s/%lld\r\n", epoch,
                         (long long)it->last);
    length += snprintf(head + length, sizeof head - (size_t)length, "\r\n");
    if (!put(it, head, (size_t)length)) return lose(it);
    it->state = GREETING;
    it->chunk = SIZE;
    it->left = 0;
    return watch(it, EPOLLIN, EPOLL_CTL_MOD);
  }
  int length = snprintf(head, sizeof head,
                        "GET /api/stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: standups.1\r\nCookie: %s\r\n\r\n",
                        port, port, cookies[(it - browsers) % sessions]);
  if (!put(it, head, (size_t)length)) return lose(it);
  it->state = GREETING;
  watch(it, EPOLLIN, EPOLL_CTL_MOD);
}

static bool greeted(Browser *it) {
  char text[400], place[160] = "null";
  if (it->last >= 0)
    snprintf(place, sizeof place, "{\"epoch\":\"%s\",\"after\":%lld}", epoch, (long long)it->last);
  int length = snprintf(text, sizeof text, "{\"follow\":%s,\"meetings\":[%s%s%s]}", place, *meeting ? "\"" : "",
                        meeting, *meeting ? "\"" : "");
  it->state = OPEN;
  return say(it, 1, text, (size_t)length);
}

static const char *find(const char *text, size_t size, const char *what) {
  const char *at = memmem(text, size, what, strlen(what));
  return at ? at + strlen(what) : NULL;
}

static void took_event(Browser *it, const char *text, size_t size) {
  const char *sequence = find(text, size, "\"sequence\":\"");
  if (!sequence) return;
  events++;
  int64_t number = strtoll(sequence, NULL, 10);
  if (number <= it->last) {
    repeats++;
    return;
  }
  if (number > it->last + 1) gaps += number - it->last - 1;
  it->last = number;
  const char *sent = find(text, size, "sent=");
  if (!sent) return;
  if (measured == room) {
    room = room ? 2 * room : 1 << 16;
    latencies = realloc(latencies, room * sizeof *latencies);
    if (!latencies) fail("realloc");
  }
  latencies[measured++] = (uint32_t)(now_us(CLOCK_REALTIME) - strtoll(sent, NULL, 10));
}

static void took(Browser *it, const char *text, size_t size) {
  messages++;
  if (size > 9 && !memcmp(text, "{\"event\":", 9)) return took_event(it, text, size);
  if (size > 12 && !memcmp(text, "{\"snapshot\":", 12)) {
    if (find(text, size, "\"begin\":true")) snapshots++;
    // Its position arrives with the next frames.
    it->last = -1;
    return;
  }
  if (size < 13 || memcmp(text, "{\"following\":", 13)) return;
  const char *after = find(text, size, "\"after\":"), *name = find(text, size, "\"epoch\":\"");
  if (!after || !name) return;
  int64_t place = strtoll(after, NULL, 10);
  if (it->last >= 0 && place != it->last) gaps++;
  it->last = place;
  if (!*epoch) sscanf(name, "%64[^\"]", epoch);
  it->failures = 0;
  it->follows = true;
  if (++following == count) tell("following");
}

// Number of bytes in complete frames; -1 at the end of the stream.
static ssize_t frames(Browser *it, const char *data, size_t size) {
  size_t at = 0;
  if (it->state == GREETING) {
    const char *end = find(data, size, "\r\n\r\n");
    if (!end) return 0;
    if (memcmp(data, "HTTP/1.1 101", 12) || !greeted(it)) return -1;
    at = (size_t)(end - data);
  }
  while (size - at >= 2) {
    const unsigned char *frame = (const unsigned char *)data + at;
    size_t length = frame[1] & 0x7F, head = 2;
    if (length == 126) head = 4;
    if (length == 127) head = 10;
    if (size - at < head) break;
    if (head > 2) {
      length = 0;
      for (size_t i = 2; i < head; i++) length = length << 8 | frame[i];
    }
    if (length > MOST) return -1;
    if (size - at < head + length) break;
    int opcode = frame[0] & 0x0F;
    if (opcode == 8) return -1;
    if (opcode == 9 && !say(it, 10, (const char *)frame + head, length)) return -1;
    if (opcode == 1) took(it, (const char *)frame + head, length);
    at += head + length;
  }
  return (ssize_t)at;
}

// Decodes chunks in place; returns the number of bytes of data, or -1 at the end of the stream.
static ssize_t decode(Browser *it, char *data, size_t size) {
  size_t out = 0;
  for (size_t at = 0; at < size;) {
    if (it->chunk == DATA) {
      size_t some = size - at < it->left ? size - at : it->left;
      memmove(data + out, data + at, some);
      out += some;
      at += some;
      it->left -= some;
      if (!it->left) it->chunk = BREAK;
      continue;
    }
    char byte = data[at++];
    if (it->chunk == BREAK) {
      if (byte == '\n') it->chunk = SIZE;
    } else if (byte == '\n') {
      if (!it->left) return -1;
      it->chunk = DATA;
    } else if (it->chunk == SIZE) {
      const char *digits = "0123456789abcdef", *digit = byte ? strchr(digits, byte | 0x20) : NULL;
      if (digit && byte != '\r') it->left = it->left << 4 | (size_t)(digit - digits);
      else it->chunk = EXTENSION;
      if (it->left > MOST) return -1;
    }
  }
  return (ssize_t)out;
}

static void took_block(Browser *it, const char *text, size_t size) {
  const char *data = find(text, size, "data: "), *id = size > 4 && !memcmp(text, "id: ", 4) ? text + 4 : NULL;
  if (!data) {
    // The stream continues after the first id.
    if (!id || it->follows) return;
    const char *slash = memchr(id, '/', size - 4);
    if (!slash) return;
    int64_t place = strtoll(slash + 1, NULL, 10);
    if (it->last >= 0 && place != it->last) gaps++;
    it->last = place;
    if (!*epoch) sscanf(id, "%64[^/]", epoch);
    it->failures = 0;
    it->follows = true;
    if (++following == count) tell("following");
    return;
  }
  messages++;
  if (find(text, size, "event: standups.gap")) snapshots++;
  else took_event(it, data, size - (size_t)(data - text));
}

// Number of bytes in complete blocks.
static size_t blocks(Browser *it, const char *data, size_t size) {
  size_t at = 0;
  const char *end;
  while ((end = memmem(data + at, size - at, "\n\n", 2))) {
    took_block(it, data + at, (size_t)(end - data) - at);
    at = (size_t)(end - data) + 2;
  }
  return at;
}

// Like `frames`, for Server-Sent Events; `size` counts the bytes before the ones that were just received.
static ssize_t event_blocks(Browser *it, char *data, size_t *size, size_t got) {
  size_t start = *size;
  if (it->state == GREETING) {
    const char *end = find(data, start + got, "\r\n\r\n");
    *size += got;
    if (!end) return 0;
    if (memcmp(data, "HTTP/1.1 200", 12)) return -1;
    it->state = OPEN;
    got = start + got - (size_t)(end - data);
    memmove(data, end, got);
    start = 0;
  }
  ssize_t more = decode(it, data + start, got);
  if (more < 0) return -1;
  *size = start + (size_t)more;
  return (ssize_t)blocks(it, data, *size);
}

static void readable(Browser *it) {
  static char buffer[2 * MOST];
  if (it->kept) memcpy(buffer, it->rest, it->kept);
  ssize_t got = recv(it->fd, buffer + it->kept, sizeof buffer - it->kept, 0);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) return lose(it);
  bytes += got;
  size_t size = it->kept + (is_events ? 0 : (size_t)got);
  ssize_t used = is_events ? event_blocks(it, buffer, &size, (size_t)got) : frames(it, buffer, size);
  if (used < 0) return lose(it);
  it->kept = size - (size_t)used;
  if (!it->kept) return;
  it->rest = realloc(it->rest, it->kept);
  if (!it->rest) fail("realloc");
  memcpy(it->rest, buffer + used, it->kept);
}

// Returns true while standard input is open.
static bool listen_to_input(void) {
  struct pollfd input = {.fd = 0, .events = POLLIN};
  if (poll(&input, 1, 0) <= 0) return true;
  char line[64];
  ssize_t got = read(0, line, sizeof line);
  if (got <= 0) return false;
  tell("looked");
  return true;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: page-crowd PORT COOKIE[,COOKIE...] BROWSERS [MEETING [websocket|events]]\n");
    return 64;
  }
  port = atoi(argv[1]);
  for (char *it = strtok(argv[2], ","); it && sessions < 512; it = strtok(NULL, ",")) cookies[sessions++] = it;
  if (!sessions) fail("no cookie");
  count = atoi(argv[3]);
  meeting = argc > 4 ? argv[4] : "";
  is_events = argc > 5 && !strcmp(argv[5], "events");
  srand48(1);
  epoll_fd = epoll_create1(0);
  browsers = calloc((size_t)count, sizeof *browsers);
  if (epoll_fd < 0 || !browsers) fail("page-crowd");
  int64_t start = now_us(CLOCK_MONOTONIC);
  // The connections are spread over half a second.
  for (int i = 0; i < count; i++) browsers[i] = (Browser){.last = -1, .again = start + 500 * i};
  struct epoll_event ready[256];
  while (listen_to_input()) {
    int64_t now = now_us(CLOCK_MONOTONIC);
    for (int i = 0; i < count; i++)
      if (browsers[i].state == AWAY && browsers[i].again <= now) begin(&browsers[i]);
    int some = epoll_wait(epoll_fd, ready, 256, 10);
    for (int i = 0; i < some; i++) {
      Browser *it = ready[i].data.ptr;
      if (it->state == CONNECTING) connected(it);
      else if (it->state != AWAY) readable(it);
    }
  }
  tell("ended");
  return 0;
}
