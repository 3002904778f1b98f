// The C baseline of a durable command: the minimum work of router, standups and persistence. Three processes with the
// same hops, frames and statements, and nothing else:
//
//   the router     gives a standups.create to the decider, what that decided to the store, the event to subscribers
//                  once it is on the disk, and the answers back
//   the decider    makes of it a document, an event and a reply, and answers when they are durable
//   the store      writes all that has come in one transaction of SQLite, with one fsync before the answers
//
// The decider sends its decisions on all received commands as one message, as standups does, and the store answers
// with one message. A single decision is sent alone.
//
// They check nothing: no deadlines, rights, limits or duplicates, and they read only JSON in the format that we
// write.
//
//   cc -O2 -o commit-floor commit-floor.c -lzmq -lsqlite3
//   ./commit-floor /tmp/floor        with the sockets and the database of a directory; ends with SIGTERM
//   standups-load commands --through ipc:///tmp/floor --part create --saved 1

#include "store.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <zmq.h>

enum { MOST = 256, TOGETHER = 64, BODY = 8192, HEAD = 512, SLOTS = 1 << 16 };

static const char *directory;
static volatile sig_atomic_t stopped;

static void stop(int signal) {
  (void)signal;
  stopped = 1;
}

static void need(int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "commit-floor: %s: %s\n", what, zmq_strerror(zmq_errno()));
  exit(1);
}

// MARK: Text

// Text between a name such as "id":" and the next quote; empty if the name is missing.
static text string_after(const char *name, text in) {
  const char *place = memmem(in.start, in.size, name, strlen(name));
  if (!place) return (text){"", 0};
  place += strlen(name);
  const char *end = memchr(place, '"', in.size - (size_t)(place - in.start));
  return (text){place, end ? (size_t)(end - place) : 0};
}

// The object at a place, with its braces.
static text object_at(const char *place, const char *end) {
  int depth = 0;
  for (const char *at = place; at < end; at++) {
    if (*at == '{') depth++;
    if (*at == '}' && --depth == 0) return (text){place, (size_t)(at + 1 - place)};
  }
  return (text){"", 0};
}

// The object that follows a name such as "data":, with its braces.
static text object_after(const char *name, text in) {
  const char *place = memmem(in.start, in.size, name, strlen(name));
  return place ? object_at(place + strlen(name), in.start + in.size) : (text){"", 0};
}

// The first object of an array that follows a name such as "results":[, and those after it; empty at the end.
static text first_of(const char *name, text in) { return object_after(name, in); }
static text next_of(text before, text in) {
  const char *comma = before.start + before.size;
  return before.size && *comma == ',' ? object_at(comma + 1, in.start + in.size) : (text){"", 0};
}

static int64_t number_after(const char *name, text in) {
  const char *place = memmem(in.start, in.size, name, strlen(name));
  return place ? atoll(place + strlen(name)) : 0;
}

// MARK: Sockets

static void *open_socket(void *context, int kind) {
  void *socket = zmq_socket(context, kind);
  need(socket != NULL, "zmq_socket");
  int none = 0;
  zmq_setsockopt(socket, ZMQ_LINGER, &none, sizeof none);
  zmq_setsockopt(socket, ZMQ_SNDHWM, &none, sizeof none);
  zmq_setsockopt(socket, ZMQ_RCVHWM, &none, sizeof none);
  return socket;
}

static void endpoint(char *out, const char *name) { snprintf(out, 256, "ipc://%s/%s", directory, name); }

static void *connect_service(void *context, const char *name) {
  char place[256], hello[HEAD], id[ID + 1];
  void *socket = open_socket(context, ZMQ_DEALER);
  endpoint(place, "commands");
  need(zmq_connect(socket, place) == 0, place);
  fresh_id(id);
  int size = snprintf(hello, sizeof hello, "STB1 HELLO %s {\"id\":\"%s\"}", name, id);
  zmq_send(socket, hello, (size_t)size, ZMQ_SNDMORE);
  zmq_send(socket, "{}", 2, 0);
  return socket;
}

static void send_two(void *socket, const char *head, size_t head_size, const char *body, size_t size) {
  zmq_send(socket, head, head_size, ZMQ_DONTWAIT | ZMQ_SNDMORE);
  zmq_send(socket, body, size, ZMQ_DONTWAIT);
}

// Receives up to three frames; returns their number, or 0 if no message waits.
static int receive(void *socket, zmq_msg_t *frames) {
  int count = 0;
  do {
    zmq_msg_t *frame = &frames[count < 3 ? count : 2];
    zmq_msg_init(frame);
    if (zmq_msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
      zmq_msg_close(frame);
      return 0;
    }
    if (++count > 3) count = 3;
  } while (zmq_msg_more(&frames[count - 1]));
  return count;
}

static text text_of(zmq_msg_t *frame) { return (text){zmq_msg_data(frame), zmq_msg_size(frame)}; }

static int is(text head, const char *kind) { return head.size > 9 && !memcmp(head.start + 5, kind, strlen(kind)); }

// MARK: Pending replies

typedef struct {
  char id[ID];      // id of the message that will be answered; empty if the slot is free
  char asked[ID];   // id of the message for which it was sent
  unsigned char peer[5];
  zmq_msg_t batch;  // the decisions of a batch, to publish their events; empty for a single one
} waiting;

static waiting table[SLOTS];

static waiting *find(const char *id, int free_too) {
  uint64_t hash = 1469598103934665603u;
  for (int index = 0; index < ID; index++) hash = (hash ^ (unsigned char)id[index]) * 1099511628211u;
  for (size_t slot = hash % SLOTS;; slot = (slot + 1) % SLOTS) {
    if (!table[slot].id[0]) return free_too ? &table[slot] : NULL;
    if (!memcmp(table[slot].id, id, ID)) return &table[slot];
    // An answered entry keeps its slot, so that later ones are found, until another entry needs it.
    if (free_too && table[slot].id[0] == '-') return &table[slot];
  }
}

static waiting *wait_for(const char *id, const char *asked, const void *peer) {
  waiting *entry = find(id, 1);
  zmq_msg_init(&entry->batch);
  memcpy(entry->id, id, ID);
  memcpy(entry->asked, asked, ID);
  if (peer) memcpy(entry->peer, peer, 5);
  return entry;
}

static int answered(const char *id, waiting *out) {
  waiting *entry = find(id, 0);
  if (!entry) return 0;
  *out = *entry;
  entry->id[0] = '-';
  return 1;
}

// MARK: The router

static unsigned char decider[5], store[5];
static int hellos;

static void publish(void *out, text event, text epoch, text position) {
  char json[BODY], frame[BODY + 256];
  text data = object_after("\"data\":", event);
  text rest = {data.start + data.size, (size_t)(event.start + event.size - data.start) - data.size};
  commit row = {.data = data, .event = string_after("\"id\":\"", rest), .id = string_after("\"subject\":\"", event),
                .time = string_after("\"time\":\"", event)};
  int size = write_event(json, sizeof json, &row, epoch, number_after("\"previousOfType\":", position),
                         number_after("\"sequence\":", position));
  int length = snprintf(frame, sizeof frame, "t/standup.created/%.*s/ %.*s", PRINT(row.id), size, json);
  zmq_send(out, frame, (size_t)length, ZMQ_DONTWAIT);
  length = snprintf(frame, sizeof frame, "s/%.*s/standup.created/ %.*s", PRINT(row.id), size, json);
  zmq_send(out, frame, (size_t)length, ZMQ_DONTWAIT);
}

// Publishes the events of a reply of the store; those of a batch are in its decisions.
static void publish_all(void *out, text reply, waiting *entry) {
  text epoch = string_after("\"epoch\":\"", reply), batch = text_of(&entry->batch);
  if (batch.size == 0) {
    publish(out, object_after("\"event\":", reply), epoch, reply);
    return;
  }
  text result = first_of("\"results\":[", reply), decided = first_of("\"decisions\":[", batch);
  for (; result.size && decided.size; result = next_of(result, reply), decided = next_of(decided, batch))
    publish(out, object_after("\"events\":[", decided), epoch, result);
}

static void to(void *socket, const unsigned char *peer, const char *head, int size, zmq_msg_t *body) {
  if (zmq_send(socket, peer, 5, ZMQ_DONTWAIT | ZMQ_SNDMORE) < 0) return;
  zmq_send(socket, head, (size_t)size, ZMQ_DONTWAIT | ZMQ_SNDMORE);
  if (body) zmq_msg_send(body, socket, ZMQ_DONTWAIT);
  else zmq_send(socket, "{}", 2, ZMQ_DONTWAIT);
}

// The endpoint of events exists once all are ready, so that a client can wait for it.
static void open_events(void *out) {
  char place[256];
  endpoint(place, "events");
  need(zmq_bind(out, place) == 0, place);
}

static void route(void *socket, void *out, zmq_msg_t *frames) {
  unsigned char *peer = zmq_msg_data(&frames[0]);
  text head = text_of(&frames[1]);
  text id = string_after("\"id\":\"", head), cause = string_after("\"cause\":\"", head);
  char fresh[ID + 1], text_[HEAD];
  waiting entry;
  if (is(head, "CMD")) {
    wait_for(id.start, id.start, peer);
    to(socket, decider, head.start, (int)head.size, &frames[2]);
  } else if (is(head, "DLG")) {
    int is_batch = is(head, "DLG store.batchDecided");
    fresh_id(fresh);
    waiting *asked = wait_for(fresh, id.start, peer);
    if (is_batch) zmq_msg_copy(&asked->batch, &frames[2]);
    int size = snprintf(text_, sizeof text_, "STB1 CMD persistence.commit%s {\"id\":\"%s\",\"cause\":\"%.*s\"}",
                        is_batch ? "Batch" : "", fresh, PRINT(id));
    to(socket, store, text_, size, &frames[2]);
  } else if (is(head, "FIN") && answered(cause.start, &entry)) {
    if (!memcmp(peer, store, 5)) {
      publish_all(out, text_of(&frames[2]), &entry);
      zmq_msg_close(&entry.batch);
      fresh_id(fresh);
      int size = snprintf(text_, sizeof text_, "STB1 FIN - {\"id\":\"%s\",\"cause\":\"%.36s\"}", fresh, entry.asked);
      to(socket, entry.peer, text_, size, NULL);
    } else {
      to(socket, entry.peer, head.start, (int)head.size, &frames[2]);
    }
  } else if (is(head, "HELLO")) {
    memcpy(memmem(head.start, head.size, "persistence", 11) ? store : decider, peer, 5);
    if (++hellos == 2) open_events(out);
  }
}

static void run_router(void *context) {
  char place[256];
  void *socket = open_socket(context, ZMQ_ROUTER), *out = open_socket(context, ZMQ_XPUB);
  endpoint(place, "commands");
  need(zmq_bind(socket, place) == 0, place);
  zmq_pollitem_t items[] = {{socket, 0, ZMQ_POLLIN, 0}, {out, 0, ZMQ_POLLIN, 0}};
  zmq_msg_t frames[3];
  while (!stopped) {
    if (zmq_poll(items, 2, -1) < 0) continue;
    for (int count, taken = 0; taken < MOST && (count = receive(socket, frames)); taken++) {
      if (count == 3) route(socket, out, frames);
      for (int index = 0; index < count; index++) zmq_msg_close(&frames[index]);
    }
    while (receive(out, frames)) zmq_msg_close(&frames[0]);
  }
}

// MARK: The decider

typedef struct {
  char asked[ID + 1], reply[2048];
  size_t size;
} decision;

// Decisions by the number in which they were made.
static decision decisions[SLOTS];
static size_t decided;

// The decisions of a message, by its id.
typedef struct {
  size_t first;
  int count;
} group;

static group groups[SLOTS];

static group *group_of(const char *id) { return &groups[strtoull(id + 24, NULL, 16) % SLOTS]; }

// Decisions since the last message: objects, separated by commas.
static char gathered[TOGETHER * BODY];
static size_t gathered_size;
static int gathered_count;

// Sends the gathered decisions.
static void send_decisions(void *socket) {
  static char message[TOGETHER * BODY + 32];
  char out[HEAD], sent[ID + 1];
  if (gathered_count == 0) return;
  fresh_id(sent);
  *group_of(sent) = (group){decided - (size_t)gathered_count, gathered_count};
  int is_batch = gathered_count > 1;
  int size = snprintf(out, sizeof out, "STB1 DLG store.%s {\"id\":\"%s\",\"cause\":\"%.36s\",\"idem\":\"%s\"}",
                      is_batch ? "batchDecided" : "changesDecided", sent,
                      decisions[(decided - (size_t)gathered_count) % SLOTS].asked, sent);
  if (is_batch) {
    int whole = snprintf(message, sizeof message, "{\"decisions\":[%.*s]}", (int)gathered_size, gathered);
    send_two(socket, out, (size_t)size, message, (size_t)whole);
  } else {
    send_two(socket, out, (size_t)size, gathered, gathered_size);
  }
  gathered_size = 0;
  gathered_count = 0;
}

static void decide(text head, text body) {
  static made standup;
  text id = string_after("\"id\":\"", head), key = string_after("\"idem\":\"", head), names[3], rest = body;
  for (int index = 0; index < 3; index++) {
    names[index] = string_after("\"name\":\"", rest);
    const char *after = names[index].start + names[index].size;
    rest = (text){after, (size_t)(body.start + body.size - after)};
  }
  make(&standup, string_after("\"id\":\"", body), string_after("\"title\":\"", body), names);
  commit *row = &standup.row;
  decision *one = &decisions[decided++ % SLOTS];
  memcpy(one->asked, id.start, ID);
  memcpy(one->reply, row->reply.start, row->reply.size);
  one->size = row->reply.size;
  int whole = snprintf(gathered + gathered_size, sizeof gathered - gathered_size,
                       "%s{\"cause\":\"%.*s\",\"changes\":[{\"put\":{\"body\":%.*s,\"collection\":\"standups\",\"id\":\"%.*s\",\"sortKey\":%lld}}],"
                       "\"events\":[{\"data\":%.*s,\"id\":\"%.*s\",\"labels\":{\"standup\":\"%.*s\","
                       "\"subject\":\"%.*s\",\"type\":\"standup.created\"},\"source\":\"/standups/standups\","
                       "\"time\":\"%.*s\"}],\"reply\":{\"key\":\"standups.create/%.*s\",\"reply\":%.*s}}",
                       gathered_count ? "," : "", PRINT(id), PRINT(row->document), PRINT(row->id),
                       (long long)row->sort_key, PRINT(row->data),
                       PRINT(row->event), PRINT(row->id), PRINT(row->id), PRINT(row->time), PRINT(key), PRINT(row->reply));
  gathered_size += (size_t)whole;
  gathered_count++;
}

static void answer(void *socket, text id, const char *body, size_t length) {
  char out[HEAD], fresh[ID + 1];
  fresh_id(fresh);
  int size = snprintf(out, sizeof out, "STB1 FIN - {\"id\":\"%s\",\"corr\":\"%.*s\",\"cause\":\"%.*s\"}", fresh, PRINT(id), PRINT(id));
  send_two(socket, out, (size_t)size, body, length);
}

static void run_decider(void *context) {
  void *socket = connect_service(context, "standups");
  zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
  zmq_msg_t frames[3];
  while (!stopped) {
    if (zmq_poll(&item, 1, -1) < 0) continue;
    for (int count; (count = receive(socket, frames));) {
      text head = text_of(&frames[0]);
      if (is(head, "CMD standups.create")) {
        decide(head, text_of(&frames[1]));
        if (gathered_count == TOGETHER) send_decisions(socket);
      } else if (is(head, "CMD")) {
        answer(socket, string_after("\"id\":\"", head), "{}", 2);
      } else if (is(head, "FIN")) {
        group *sent = group_of(string_after("\"cause\":\"", head).start);
        for (int index = 0; index < sent->count; index++) {
          decision *one = &decisions[(sent->first + (size_t)index) % SLOTS];
          answer(socket, (text){one->asked, ID}, one->reply, one->size);
        }
      }
      for (int index = 0; index < count; index++) zmq_msg_close(&frames[index]);
    }
    // All received commands are decided.
    send_decisions(socket);
  }
}

// MARK: The store

#define EPOCH "00000000-0000-4000-8000-000000000001"

// Writes one commit; returns the sequence of the previous event of its type.
static int64_t write_row(text cause, text body, int64_t sequence) {
  text event = object_after("\"events\":[", body), data = object_after("\"data\":", event);
  text rest = {data.start + data.size, (size_t)(event.start + event.size - data.start) - data.size};
  text key = string_after("\"reply\":{\"key\":\"", body);
  const char *sort_key = memmem(body.start, body.size, "\"sortKey\":", 10);
  commit row = {
      .id = string_after("\"collection\":\"standups\",\"id\":\"", body),
      .document = object_after("\"body\":", body),
      .sort_key = sort_key ? atoll(sort_key + 10) : 0,
      .event = string_after("\"id\":\"", rest),
      .time = string_after("\"time\":\"", rest),
      .data = data,
      .cause = cause,
      .key = key,
      .reply = object_after(",\"reply\":", (text){key.start, (size_t)(body.start + body.size - key.start)}),
  };
  return write_commit(&row, sequence);
}

// Writes the commits of a message; returns the size of its reply.
static size_t write_message(text head, text body, int64_t *sequence, char *answer) {
  if (!is(head, "CMD persistence.commitBatch")) {
    text cause = string_after("\"cause\":\"", head), event = object_after("\"events\":[", body);
    int64_t of_type = write_row(cause, body, ++*sequence);
    return (size_t)snprintf(answer, BODY,
                            "{\"epoch\":\"" EPOCH "\",\"events\":[{\"causation\":\"%.*s\",\"correlation\":\"%.*s\","
                            "\"epoch\":\"" EPOCH "\",\"event\":%.*s,\"previousOfType\":%lld,\"sequence\":%lld}]}",
                            PRINT(cause), PRINT(cause), PRINT(event), (long long)of_type, (long long)*sequence);
  }
  int size = snprintf(answer, BODY, "{\"epoch\":\"" EPOCH "\",\"results\":[");
  for (text one = first_of("\"decisions\":[", body); one.size; one = next_of(one, body)) {
    int64_t of_type = write_row(string_after("\"cause\":\"", one), one, ++*sequence);
    size += snprintf(answer + size, BODY - (size_t)size,
                     "%s{\"positions\":[{\"previousOfType\":%lld,\"sequence\":%lld}]}",
                     answer[size - 1] == '[' ? "" : ",", (long long)of_type, (long long)*sequence);
  }
  size += snprintf(answer + size, BODY - (size_t)size, "]}");
  return (size_t)size;
}

static void run_store(void *context) {
  static char answers[MOST][BODY];
  static zmq_msg_t frames[MOST][3];
  char place[256];
  size_t sizes[MOST];
  snprintf(place, sizeof place, "%s/floor.db", directory);
  open_store(place);
  void *socket = connect_service(context, "persistence");
  zmq_pollitem_t item = {socket, 0, ZMQ_POLLIN, 0};
  while (!stopped) {
    if (zmq_poll(&item, 1, -1) < 0) continue;
    int count = 0;
    while (count < MOST && receive(socket, frames[count]) == 2) count++;
    if (count == 0) continue;
    int64_t sequence = begin_commits();
    for (int index = 0; index < count; index++)
      sizes[index] = write_message(text_of(&frames[index][0]), text_of(&frames[index][1]), &sequence, answers[index]);
    end_commits(sequence);
    for (int index = 0; index < count; index++) {
      answer(socket, string_after("\"id\":\"", text_of(&frames[index][0])), answers[index], sizes[index]);
      for (int frame = 0; frame < 2; frame++) zmq_msg_close(&frames[index][frame]);
    }
  }
  close_store();
}

// MARK: Processes

static pid_t start(const char *name, void (*body)(void *)) {
  pid_t child = fork();
  if (child != 0) return child;
  prctl(PR_SET_NAME, name);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  void *context = zmq_ctx_new();
  body(context);
  _exit(0);
}

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: %s DIRECTORY\n", words[0]);
    return 64;
  }
  directory = words[1];
  struct sigaction action = {.sa_handler = stop};
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGINT, &action, NULL);
  pid_t children[] = {start("router", run_router), start("persistence", run_store), start("standups", run_decider)};
  while (!stopped) pause();
  for (int index = 0; index < 3; index++)
    if (children[index] > 0) kill(children[index], SIGTERM);
  while (wait(NULL) > 0) {}
  return 0;
}
