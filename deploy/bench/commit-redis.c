// Redis, which writes its log to disk before it replies (appendfsync always): document, event and stored idempotent
// result in one MULTI, all pipelined on one connection. Concurrent commits are written with one fsync.
//
//   commit-redis SOCKET PID IN_FLIGHT SECONDS
#include "durable.h"

#include <hiredis/hiredis.h>

// OK, three times QUEUED, and the result of EXEC.
enum { ANSWERS = 5 };

static redisContext *client;
static int waiting[MOST];
static unsigned first, last;
static int answers;

static void durable_open(const char *endpoint, int in_flight, const char *form) {
  (void)in_flight, (void)form;
  client = redisConnectUnix(endpoint);
  if (!client || client->err) fail("redisConnectUnix");
}

static void durable_send(int slot, const commit *row) {
  char event[4096];
  int size = write_event(event, sizeof event, row, words("00000000-0000-4000-8000-000000000001"), 0, 0);
  redisAppendCommand(client, "MULTI");
  text document = row->document, key = row->key, reply = row->reply;
  redisAppendCommand(client, "SET standups/%b %b", row->id.start, row->id.size, document.start, document.size);
  redisAppendCommand(client, "XADD events * event %b", event, (size_t)size);
  redisAppendCommand(client, "SET %b %b NX EX 86400", key.start, key.size, reply.start, reply.size);
  redisAppendCommand(client, "EXEC");
  waiting[last++ % MOST] = slot;
}

static int durable_wait(int *done) {
  int count = 0;
  void *reply;
  if (redisGetReply(client, &reply) != REDIS_OK) fail("redisGetReply");
  while (reply) {
    int type = ((redisReply *)reply)->type;
    freeReplyObject(reply);
    if (type != (++answers == ANSWERS ? REDIS_REPLY_ARRAY : REDIS_REPLY_STATUS)) fail("a commit was refused");
    if (answers == ANSWERS) {
      answers = 0;
      done[count++] = waiting[first++ % MOST];
    }
    // Reads the rest of the received data; then waits for at least one complete commit.
    if (redisGetReplyFromReader(client, &reply) != REDIS_OK) fail("redisGetReplyFromReader");
    if (!reply && !count && redisGetReply(client, &reply) != REDIS_OK) fail("redisGetReply");
  }
  return count;
}
