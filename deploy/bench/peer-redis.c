// Redis publish and subscribe with hiredis.
#include "peer.h"

#include <hiredis/hiredis.h>

enum { BATCH = 64 };

typedef struct {
  redisContext *context;
  int unwritten, unread;
} publisher_state;

typedef struct {
  redisContext *connection;
  peer_take take;
  void *context;
} subscription;

static redisContext *open_client(int port) {
  redisContext *context = redisConnect("127.0.0.1", port);
  if (!context || context->err) fail("redisConnect");
  return context;
}

static void *receive(void *argument) {
  subscription *subscription = argument;
  redisReply *reply;
  while (redisGetReply(subscription->connection, (void **)&reply) == REDIS_OK) {
    if (reply->type == REDIS_REPLY_ARRAY && reply->elements == 3 && reply->element[2]->str)
      subscription->take(reply->element[2]->str, reply->element[2]->len, subscription->context);
    freeReplyObject(reply);
  }
  return NULL;
}

static void peer_subscribe(int port, const char *topic, peer_take take, void *context) {
  subscription *subscription = calloc(1, sizeof *subscription);
  if (!subscription) fail("no memory");
  subscription->connection = open_client(port);
  subscription->take = take;
  subscription->context = context;
  freeReplyObject(redisCommand(subscription->connection, "SUBSCRIBE %s", topic));
  pthread_t thread;
  if (pthread_create(&thread, NULL, receive, subscription) != 0) fail("pthread_create");
}

static void *peer_publisher(int port, int is_prompt) {
  (void)is_prompt;
  publisher_state *state = calloc(1, sizeof *state);
  if (!state) fail("no memory");
  state->context = open_client(port);
  return state;
}

static void peer_flush(void *publisher) {
  publisher_state *state = publisher;
  int done = 0;
  while (state->unwritten && !done)
    if (redisBufferWrite(state->context, &done) != REDIS_OK) fail("redisBufferWrite");
  state->unread += state->unwritten;
  state->unwritten = 0;
  // Each PUBLISH has a reply; the replies are read in batches.
  for (; state->unread >= BATCH; state->unread--) {
    redisReply *reply;
    if (redisGetReply(state->context, (void **)&reply) != REDIS_OK) fail("redisGetReply");
    freeReplyObject(reply);
  }
}

static void peer_publish(void *publisher, const char *topic, const char *data, size_t size) {
  publisher_state *state = publisher;
  const char *words[] = {"PUBLISH", topic, data};
  const size_t lengths[] = {7, strlen(topic), size};
  redisAppendCommandArgv(state->context, 3, words, lengths);
  if (++state->unwritten == BATCH) peer_flush(state);
}
