// The C baseline of a router of STB1: the minimum work of a router.
//
// The same sockets, options and frames as the router service (docs/protocol.md): one ROUTER for commands, an XPUB and
// an XSUB for events. It knows services by name from their HELLO, remembers the sender of each command by the
// message's id, and checks nothing. One thread, one poll, up to 256 messages of a socket at a time.
//
//   cc -O2 -o router-floor router-floor.c -lzmq
//   STANDUPS_COMMANDS=tcp://127.0.0.1:5550 STANDUPS_EVENTS=… STANDUPS_INGEST=… ./router-floor

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zmq.h>

enum { BATCH = 256, ROUTE_BITS = 16, ROUTES = 1 << ROUTE_BITS, SERVICES = 16, MOST_FRAMES = 10 };

typedef struct {
  uint64_t high, low;  // the message's id; 0 is free
  unsigned char peer[5];
} route;

static route routes[ROUTES];

typedef struct {
  char name[32];
  size_t length;
  unsigned char peer[5];
} service;

static service services[SERVICES];
static int service_count;
static volatile sig_atomic_t stopped;

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static void need(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "router-floor: %s: %s\n", what, zmq_strerror(zmq_errno()));
  exit(1);
}

static void *open_socket(void *context, int kind, int send_mark, int receive_mark, int64_t largest) {
  void *socket = zmq_socket(context, kind);
  need(socket != NULL, "zmq_socket");
  int linger = 0, handshake = 2000;
  zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
  zmq_setsockopt(socket, ZMQ_HANDSHAKE_IVL, &handshake, sizeof handshake);
  if (send_mark) zmq_setsockopt(socket, ZMQ_SNDHWM, &send_mark, sizeof send_mark);
  if (receive_mark) zmq_setsockopt(socket, ZMQ_RCVHWM, &receive_mark, sizeof receive_mark);
  zmq_setsockopt(socket, ZMQ_MAXMSGSIZE, &largest, sizeof largest);
  return socket;
}

static void bind_to(void *socket, const char *variable) {
  const char *endpoint = getenv(variable);
  if (!endpoint) {
    fprintf(stderr, "router-floor: set %s\n", variable);
    exit(64);
  }
  need(zmq_bind(socket, endpoint) == 0, endpoint);
}

// MARK: Ids

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The UUID that follows a text such as "id":" in a head.
static int id_after(const char *text, const char *head, size_t length, uint64_t *high, uint64_t *low) {
  const char *place = memmem(head, length, text, strlen(text));
  if (!place) return 0;
  place += strlen(text);
  if (place + 36 > head + length) return 0;
  uint64_t parts[2] = {0, 0};
  for (int index = 0, digits = 0; index < 36; index++) {
    if (place[index] == '-') continue;
    int value = digit(place[index]);
    if (value < 0 || digits == 32) return 0;
    parts[digits / 16] = parts[digits / 16] << 4 | (uint64_t)value;
    digits++;
  }
  *high = parts[0];
  *low = parts[1];
  return 1;
}

static size_t slot_of(uint64_t high, uint64_t low) {
  return (size_t)(((high ^ low) * 0x9E3779B97F4A7C15u) >> (64 - ROUTE_BITS));
}

static void remember(uint64_t high, uint64_t low, const unsigned char *peer) {
  size_t slot = slot_of(high, low);
  while (routes[slot].high | routes[slot].low) slot = (slot + 1) % ROUTES;
  routes[slot].high = high;
  routes[slot].low = low;
  memcpy(routes[slot].peer, peer, 5);
}

// Removes a route, and moves later ones that would no longer be found.
static int take(uint64_t high, uint64_t low, unsigned char *peer) {
  size_t slot = slot_of(high, low);
  while (routes[slot].high != high || routes[slot].low != low) {
    if (!(routes[slot].high | routes[slot].low)) return 0;
    slot = (slot + 1) % ROUTES;
  }
  memcpy(peer, routes[slot].peer, 5);
  size_t hole = slot;
  for (size_t next = (hole + 1) % ROUTES; routes[next].high | routes[next].low;
       next = (next + 1) % ROUTES) {
    size_t home = slot_of(routes[next].high, routes[next].low);
    if ((next - home) % ROUTES >= (next - hole) % ROUTES) {
      routes[hole] = routes[next];
      hole = next;
    }
  }
  memset(&routes[hole], 0, sizeof(route));
  return 1;
}

// MARK: Commands

// Sends the received message to another peer; its frames are handed over, not copied.
static void forward(void *socket, const unsigned char *peer, zmq_msg_t *frames, int count) {
  if (zmq_send(socket, peer, 5, ZMQ_DONTWAIT | ZMQ_SNDMORE) < 0) return;
  for (int index = 0; index < count; index++)
    zmq_msg_send(&frames[index], socket, ZMQ_DONTWAIT | (index + 1 < count ? ZMQ_SNDMORE : 0));
}

static void answer(void *socket, const unsigned char *peer, const char *kind, const char *head,
                   size_t length, const char *body) {
  const char *id = memmem(head, length, "\"id\":\"", 6);
  char text[256];
  int size;
  if (id && id + 42 <= head + length)
    size = snprintf(text, sizeof text,
                    "STB1 %s - {\"id\":\"00000000-0000-4000-8000-000000000000\",\"corr\":\"%.36s\","
                    "\"cause\":\"%.36s\"}",
                    kind, id + 6, id + 6);
  else
    size = snprintf(text, sizeof text, "STB1 %s - {\"id\":\"00000000-0000-4000-8000-000000000000\"}", kind);
  if (zmq_send(socket, peer, 5, ZMQ_DONTWAIT | ZMQ_SNDMORE) < 0) return;
  zmq_send(socket, text, (size_t)size, ZMQ_DONTWAIT | ZMQ_SNDMORE);
  zmq_send(socket, body, strlen(body), ZMQ_DONTWAIT);
}

#define ROUTER "\"router\":\"00000000-0000-4000-8000-000000000001\""

static void hello(void *socket, const unsigned char *peer, const char *head, size_t length,
                  const char *name, size_t name_length) {
  int index = 0;
  while (index < service_count && (services[index].length != name_length ||
                                   memcmp(services[index].name, name, name_length) != 0))
    index++;
  if (index == SERVICES || name_length > sizeof services[0].name) return;
  if (index == service_count) service_count++;
  memcpy(services[index].name, name, name_length);
  services[index].length = name_length;
  memcpy(services[index].peer, peer, 5);
  answer(socket, peer, "OK", head, length,
         "{\"deadAfterMs\":3000,\"heartbeatMs\":1000,\"minor\":0," ROUTER ",\"unbound\":[]}");
}

static void route_message(void *socket, zmq_msg_t *frames, int count) {
  unsigned char peer[5];
  if (count < 2 || zmq_msg_size(&frames[0]) != 5) return;
  memcpy(peer, zmq_msg_data(&frames[0]), 5);
  const char *head = zmq_msg_data(&frames[1]);
  size_t length = zmq_msg_size(&frames[1]);
  if (length < 10 || memcmp(head, "STB1 ", 5) != 0) return;
  const char *kind = head + 5;
  const char *target = memchr(kind, ' ', length - 5);
  if (!target++) return;
  const char *end = memchr(target, ' ', length - (size_t)(target - head));
  if (!end) return;
  uint64_t high, low;
  unsigned char to[5];
  if (memcmp(kind, "CMD", 3) == 0) {
    const char *dot = memchr(target, '.', (size_t)(end - target));
    size_t name_length = (size_t)((dot ? dot : end) - target);
    if (!id_after("\"id\":\"", head, length, &high, &low)) return;
    for (int index = 0; index < service_count; index++)
      if (services[index].length == name_length &&
          memcmp(services[index].name, target, name_length) == 0) {
        remember(high, low, peer);
        forward(socket, services[index].peer, frames + 1, count - 1);
        return;
      }
  } else if (memcmp(kind, "FIN", 3) == 0 || memcmp(kind, "ERR", 3) == 0) {
    if (id_after("\"cause\":\"", head, length, &high, &low) && take(high, low, to))
      forward(socket, to, frames + 1, count - 1);
  } else if (memcmp(kind, "HELLO", 5) == 0) {
    hello(socket, peer, head, length, target, (size_t)(end - target));
  } else if (memcmp(kind, "HB", 2) == 0) {
    answer(socket, peer, "HB", head, length, "{" ROUTER "}");
  } else if (memcmp(kind, "BYE", 3) == 0) {
    answer(socket, peer, "OK", head, length, "{}");
  }
}

static void drain_commands(void *socket) {
  static zmq_msg_t frames[MOST_FRAMES];
  for (int messages = 0; messages < BATCH; messages++) {
    int count = 0, more = 1;
    while (more) {
      zmq_msg_t *frame = &frames[count < MOST_FRAMES ? count : MOST_FRAMES - 1];
      if (count < MOST_FRAMES) zmq_msg_init(frame);
      if (zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
        zmq_msg_close(frame);
        return;
      }
      more = zmq_msg_more(frame);
      if (count < MOST_FRAMES) count++;
    }
    route_message(socket, frames, count);
    for (int index = 0; index < count; index++) zmq_msg_close(&frames[index]);
  }
}

// MARK: Events

static void drain_events(void *in, void *out) {
  zmq_msg_t frame;
  zmq_msg_init(&frame);
  for (int messages = 0; messages < BATCH; messages++) {
    if (zmq_msg_recv(&frame, in, ZMQ_DONTWAIT) < 0) break;
    zmq_msg_send(&frame, out, ZMQ_DONTWAIT);
  }
  zmq_msg_close(&frame);
}

static void drain_subscriptions(void *in, void *out) {
  zmq_msg_t frame;
  zmq_msg_init(&frame);
  while (zmq_msg_recv(&frame, out, ZMQ_DONTWAIT) >= 0) {
    size_t size = zmq_msg_size(&frame);
    const char *bytes = zmq_msg_data(&frame);
    if (size == 0) continue;
    zmq_setsockopt(out, bytes[0] ? ZMQ_SUBSCRIBE : ZMQ_UNSUBSCRIBE, bytes + 1, size - 1);
    if (bytes[0] && size > 3 && memcmp(bytes + 1, "~/", 2) == 0) {
      char text[512];
      int length = snprintf(text, sizeof text, "%.*s {\"denied\":[],\"epoch\":\"\",\"head\":0}",
                            (int)(size - 1), bytes + 1);
      zmq_send(out, text, (size_t)length, ZMQ_DONTWAIT);
    } else {
      zmq_send(in, bytes, size, ZMQ_DONTWAIT);
    }
  }
  zmq_msg_close(&frame);
}

int main(void) {
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  void *context = zmq_ctx_new();
  need(context != NULL, "zmq_ctx_new");
  void *commands = open_socket(context, ZMQ_ROUTER, 20000, 20000, 1 << 20);
  int on = 1;
  zmq_setsockopt(commands, ZMQ_ROUTER_MANDATORY, &on, sizeof on);
  void *out = open_socket(context, ZMQ_XPUB, 20000, 0, 4096);
  zmq_setsockopt(out, ZMQ_XPUB_MANUAL, &on, sizeof on);
  void *in = open_socket(context, ZMQ_XSUB, 0, 100000, 1 << 20);
  bind_to(commands, "STANDUPS_COMMANDS");
  bind_to(out, "STANDUPS_EVENTS");
  bind_to(in, "STANDUPS_INGEST");
  zmq_pollitem_t items[] = {
      {commands, 0, ZMQ_POLLIN, 0}, {out, 0, ZMQ_POLLIN, 0}, {in, 0, ZMQ_POLLIN, 0}};
  while (!stopped) {
    if (zmq_poll(items, 3, -1) < 0) continue;
    if (items[0].revents) drain_commands(commands);
    if (items[1].revents) drain_subscriptions(in, out);
    if (items[2].revents) drain_events(in, out);
  }
  zmq_close(commands);
  zmq_close(in);
  zmq_close(out);
  zmq_ctx_term(context);
  return 0;
}
