// PostgreSQL with the tables and indexes of our persistence, synchronous_commit=on. Document, event and stored
// idempotent result are one prepared statement, and so one transaction and one round trip.
//
//   commit-postgres SOCKET_FOLDER PID IN_FLIGHT SECONDS          a pool of connections, one poll for all of them
//   commit-postgres SOCKET_FOLDER PID IN_FLIGHT SECONDS batch    all that wait in one statement, on one connection
//
// The first form is usual for a service with many clients; concurrent commits share an fsync. Pipelining on one
// connection would not: each commit has to be on disk before the next begins. There are at most POOL connections: as
// fast as 64, with less CPU and a lower p99. The second form is for services that batch commits themselves. Events do
// not name the previous event of their type: all commits would wait for each other at its row.
#include "durable.h"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <poll.h>

static const char *const schema =
    "DROP TABLE IF EXISTS documents, events, replies; DROP SEQUENCE IF EXISTS journal; CREATE SEQUENCE journal;"
    "CREATE TABLE documents (collection text, id uuid, parent uuid, sortKey bigint NOT NULL, body text NOT NULL,"
    " searchText text, PRIMARY KEY (collection, id));"
    "CREATE INDEX ON documents (collection, sortKey, id);"
    "CREATE INDEX ON documents (collection, parent, sortKey, id) WHERE parent IS NOT NULL;"
    "CREATE TABLE events (sequence bigint PRIMARY KEY, id uuid NOT NULL UNIQUE, type text NOT NULL,"
    " subject text NOT NULL, time timestamptz NOT NULL, source text NOT NULL, traceparent text, standup uuid,"
    " meeting uuid, data text NOT NULL, correlation uuid, causation uuid, stored timestamptz NOT NULL);"
    "CREATE INDEX ON events (standup, sequence) WHERE standup IS NOT NULL;"
    "CREATE INDEX ON events (meeting, sequence) WHERE meeting IS NOT NULL;"
    "CREATE INDEX ON events (correlation) WHERE correlation IS NOT NULL;"
    "CREATE TABLE replies (key text PRIMARY KEY, reply text NOT NULL, sequence bigint NOT NULL,"
    " created timestamptz NOT NULL);"
    "CREATE INDEX ON replies (created);";

// The writes for the given rows.
#define WRITE                                                                                                       \
  "d AS (INSERT INTO documents (collection, id, sortKey, body) SELECT 'standups', id, sortKey, document FROM given" \
  " ON CONFLICT (collection, id) DO UPDATE SET sortKey = excluded.sortKey, body = excluded.body),"                  \
  "e AS (INSERT INTO events (sequence, id, type, subject, time, source, standup, data, correlation, causation,"     \
  " stored) SELECT sequence, event, 'standup.created', id::text, time, '/standups/standups', id, data, cause,"      \
  " cause, now() FROM given)"                                                                                       \
  "INSERT INTO replies (key, reply, sequence, created) SELECT key, reply, sequence, now() FROM given"               \
  " RETURNING sequence"

static const char *const one =
    "WITH given AS (SELECT nextval('journal') AS sequence, $1::uuid AS id, $2::bigint AS sortKey,"
    " $3::text AS document, $4::uuid AS event, $5::timestamptz AS time, $6::text AS data, $7::uuid AS cause,"
    " $8::text AS key, $9::text AS reply),"
    WRITE;

static const char *const many =
    "WITH given AS (SELECT nextval('journal') AS sequence, id::uuid, sortKey::bigint, document, event::uuid,"
    " time::timestamptz, data, cause::uuid, key, reply FROM unnest($1::text[], $2::text[], $3::text[], $4::text[],"
    " $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])"
    " AS values_of (id, sortKey, document, event, time, data, cause, key, reply))," WRITE;

enum { VALUES = 9, NUMBER = 24, POOL = 16 };

static PGconn *clients[POOL];
static struct pollfd polled[POOL];
static int client_count, is_batch;
// The commit of each connection; -1 if it is free.
static int slot_of[POOL];
// Commits that wait for a connection; in batches, those of the next statement.
static const commit *waiting[MOST];
static int waiting_slots[MOST], waiting_count;

static void durable_open(const char *endpoint, int in_flight, const char *form) {
  char where[256];
  is_batch = !strcmp(form, "batch");
  client_count = is_batch ? 1 : in_flight < POOL ? in_flight : POOL;
  snprintf(where, sizeof where, "host=%s user=postgres dbname=postgres", endpoint);
  for (int index = 0; index < client_count; index++) {
    PGconn *client = clients[index] = PQconnectdb(where);
    if (PQstatus(client) != CONNECTION_OK) fail(PQerrorMessage(client));
    if (!index && PQresultStatus(PQexec(client, schema)) != PGRES_COMMAND_OK) fail(PQerrorMessage(client));
    if (PQresultStatus(PQprepare(client, "commit", is_batch ? many : one, VALUES, NULL)) != PGRES_COMMAND_OK)
      fail(PQerrorMessage(client));
    PQsetnonblocking(client, 1);
    polled[index] = (struct pollfd){PQsocket(client), POLLIN, 0};
    slot_of[index] = -1;
  }
}

static void fields(const commit *row, text *out, char *number) {
  int size = snprintf(number, NUMBER, "%lld", (long long)row->sort_key);
  text all[] = {row->id, {number, (size_t)size}, row->document, row->event, row->time,
                row->data, row->cause, row->key, row->reply};
  memcpy(out, all, sizeof all);
}

static void send_values(PGconn *client, const char *const *values, const int *sizes, const int *formats) {
  if (!PQsendQueryPrepared(client, "commit", VALUES, values, sizes, formats, 0) || PQflush(client) < 0)
    fail(PQerrorMessage(client));
}

static void durable_send(int slot, const commit *row) {
  waiting[waiting_count] = row;
  waiting_slots[waiting_count++] = slot;
}

static void send_one(PGconn *client, const commit *row) {
  static const int as_bytes[VALUES] = {0, 0, 1, 0, 0, 1, 0, 1, 1};
  char texts[VALUES][64], number[NUMBER];
  const char *values[VALUES];
  int sizes[VALUES];
  text all[VALUES];
  fields(row, all, number);
  for (int index = 0; index < VALUES; index++) {
    sizes[index] = (int)all[index].size;
    values[index] = all[index].start;
    if (as_bytes[index]) continue;
    snprintf(texts[index], sizeof texts[index], "%.*s", PRINT(all[index]));
    values[index] = texts[index];
  }
  send_values(client, values, sizes, as_bytes);
}

static char *put_number(char *out, size_t value) {
  uint32_t bytes = htonl((uint32_t)value);
  memcpy(out, &bytes, sizeof bytes);
  return out + sizeof bytes;
}

// Sends all waiting commits as arrays in binary form: dimensions, whether there are nulls, the type, the number of
// elements, the first index; then each element with its size.
static void send_all(void) {
  enum { LARGEST = 2048, TEXT = 25 };
  static char arrays[VALUES][20 + MOST * (4 + LARGEST)];
  static const int as_bytes[VALUES] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  const char *values[VALUES];
  char *ends[VALUES], number[NUMBER];
  int sizes[VALUES];
  text all[VALUES];
  for (int index = 0; index < VALUES; index++) {
    const size_t head[] = {1, 0, TEXT, (size_t)waiting_count, 1};
    values[index] = ends[index] = arrays[index];
    for (int part = 0; part < 5; part++) ends[index] = put_number(ends[index], head[part]);
  }
  for (int row = 0; row < waiting_count; row++) {
    fields(waiting[row], all, number);
    for (int index = 0; index < VALUES; index++) {
      ends[index] = put_number(ends[index], all[index].size);
      ends[index] = (char *)memcpy(ends[index], all[index].start, all[index].size) + all[index].size;
    }
  }
  for (int index = 0; index < VALUES; index++) sizes[index] = (int)(ends[index] - arrays[index]);
  send_values(clients[0], values, sizes, as_bytes);
}

// Returns true if its reply has arrived. Meanwhile sends pending output.
static int is_answered(PGconn *client, int rows) {
  if (PQflush(client) < 0 || !PQconsumeInput(client)) fail(PQerrorMessage(client));
  if (PQisBusy(client)) return 0;
  PGresult *result;
  while ((result = PQgetResult(client))) {
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != rows) fail(PQresultErrorMessage(result));
    PQclear(result);
  }
  return 1;
}

static int wait_for_pool(int *done) {
  int count = 0, given = 0;
  for (int index = 0; index < client_count && given < waiting_count; index++) {
    if (slot_of[index] >= 0) continue;
    slot_of[index] = waiting_slots[given];
    send_one(clients[index], waiting[given++]);
  }
  waiting_count -= given;
  memmove(waiting, waiting + given, (size_t)waiting_count * sizeof *waiting);
  memmove(waiting_slots, waiting_slots + given, (size_t)waiting_count * sizeof *waiting_slots);
  while (!count) {
    if (poll(polled, (nfds_t)client_count, -1) < 0) fail("poll");
    for (int index = 0; index < client_count; index++) {
      if (!polled[index].revents || !is_answered(clients[index], 1)) continue;
      done[count++] = slot_of[index];
      slot_of[index] = -1;
    }
  }
  return count;
}

static int wait_for_all(int *done) {
  int count = waiting_count;
  send_all();
  do {
    // A large statement may not have been sent in one piece.
    polled[0].events = PQflush(clients[0]) ? POLLIN | POLLOUT : POLLIN;
    if (poll(polled, 1, -1) < 0) fail("poll");
  } while (!is_answered(clients[0], count));
  memcpy(done, waiting_slots, (size_t)count * sizeof *done);
  waiting_count = 0;
  return count;
}

static int durable_wait(int *done) { return is_batch ? wait_for_all(done) : wait_for_pool(done); }
