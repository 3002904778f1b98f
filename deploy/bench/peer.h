// Common code of the clients of other brokers: the same work with each of them.
//
//   peer-NAME PORT single|pipelined|events|fanOut SECONDS BYTES
//
// A request is an event to a service and an event back, as not all brokers support replies. At most 4000 events are
// in flight, so that no queue overflows. Prints one line of JSON.
//
// A client defines the four functions below and includes this file.

#ifndef PEER_H
#define PEER_H

#include "figures.h"

#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

typedef void (*peer_take)(const char *data, size_t size, void *context);

// Opens a separate connection that calls `take` on its own thread once it is subscribed.
static void peer_subscribe(int port, const char *topic, peer_take take, void *context);
// Opens a connection to publish on. `is_prompt`: sends each message at once.
static void *peer_publisher(int port, int is_prompt);
static void peer_publish(void *publisher, const char *topic, const char *data, size_t size);
static void peer_flush(void *publisher);

enum { WINDOW = 64, CREDIT = 4000, MOST_SUBSCRIBERS = 8, STAMP = 16 };

static void note(const char *data, size_t size) {
  if (size < STAMP) return;
  int64_t sent = 0;
  memcpy(&sent, data, sizeof sent);
  sample(now_ns() - sent);
}

static void print(long messages, double seconds) {
  printf("{\"messages\":%ld,\"perSecond\":%.1f,\"p50\":%.1f,\"p99\":%.1f}\n", messages,
         (double)messages / seconds, quantile(0.5), quantile(0.99));
}

// MARK: Requests

static void *echo_publisher;
static sem_t free_places;
static atomic_long answered;

static void echo(const char *data, size_t size, void *context) {
  (void)context;
  peer_publish(echo_publisher, "bench/reply", data, size);
  peer_flush(echo_publisher);
}

static void take_reply(const char *data, size_t size, void *context) {
  (void)context;
  note(data, size);
  atomic_fetch_add_explicit(&answered, 1, memory_order_release);
  sem_post(&free_places);
}

static void requests(int port, int window, double seconds, char *body, size_t size) {
  sem_init(&free_places, 0, (unsigned)window);
  echo_publisher = peer_publisher(port, 1);
  peer_subscribe(port, "bench/request", echo, NULL);
  peer_subscribe(port, "bench/reply", take_reply, NULL);
  void *publisher = peer_publisher(port, 1);
  usleep(200000);
  int64_t begin = now_ns(), end = begin + (int64_t)(seconds * 1e9);
  while (now_ns() < end) {
    struct timespec patience;
    clock_gettime(CLOCK_REALTIME, &patience);
    patience.tv_sec += 5;
    if (sem_timedwait(&free_places, &patience) != 0) fail("no answer");
    int64_t time = now_ns();
    memcpy(body, &time, sizeof time);
    peer_publish(publisher, "bench/request", body, size);
    peer_flush(publisher);
  }
  print(atomic_load(&answered), (double)(now_ns() - begin) / 1e9);
}

// MARK: Events

static atomic_long received[MOST_SUBSCRIBERS];

static void take_event(const char *data, size_t size, void *context) {
  note(data, size);
  atomic_fetch_add_explicit((atomic_long *)context, 1, memory_order_relaxed);
}

static long least(int subscribers) {
  long least = atomic_load_explicit(&received[0], memory_order_relaxed);
  for (int index = 1; index < subscribers; index++) {
    long value = atomic_load_explicit(&received[index], memory_order_relaxed);
    if (value < least) least = value;
  }
  return least;
}

static void events(int port, int subscribers, double seconds, char *body, size_t size) {
  for (int index = 0; index < subscribers; index++)
    peer_subscribe(port, "bench/event", take_event, &received[index]);
  void *publisher = peer_publisher(port, 0);
  usleep(300000);
  int64_t begin = now_ns(), end = begin + (int64_t)(seconds * 1e9);
  long sent = 0;
  while (now_ns() < end) {
    if (sent - least(subscribers) >= CREDIT) {
      peer_flush(publisher);
      usleep(20);
      continue;
    }
    int64_t time = now_ns();
    memcpy(body, &time, sizeof time);
    peer_publish(publisher, "bench/event", body, size);
    sent++;
  }
  peer_flush(publisher);
  double whole = (double)(now_ns() - begin) / 1e9;
  usleep(300000);
  long all = 0;
  for (int index = 0; index < subscribers; index++) all += atomic_load(&received[index]);
  print(all, whole);
}

int main(int count, char **words) {
  if (count != 5) fail("usage: PORT single|pipelined|events|fanOut SECONDS BYTES");
  int port = atoi(words[1]);
  const char *part = words[2];
  double seconds = atof(words[3]);
  size_t size = (size_t)atol(words[4]);
  if (size < STAMP || seconds <= 0) fail("too few bytes or seconds");
  char *body = malloc(size);
  if (!body) fail("no memory");
  prepare_samples();
  memset(body, 'x', size);
  if (strcmp(part, "single") == 0) requests(port, 1, seconds, body, size);
  else if (strcmp(part, "pipelined") == 0) requests(port, WINDOW, seconds, body, size);
  else if (strcmp(part, "events") == 0) events(port, 1, seconds, body, size);
  else if (strcmp(part, "fanOut") == 0) events(port, MOST_SUBSCRIBERS, seconds, body, size);
  else fail("no such part");
  fflush(stdout);
  // The clients' threads are inside their libraries; there is nothing to save.
  _exit(0);
}

#endif
