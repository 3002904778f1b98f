// PostgreSQL as a journal, in one process with one connection: persistence's commits for live meetings, in batches of
// BATCH. Each batch is one transaction of a few statements with arrays, sent at once (libpq's pipeline mode), the
// first of which is the fence. Each batch is durable before the next. Everything else is left out: no checksums, no
// search, no idempotency lookups, ids as uuid, and the topic families' last events in memory.
//
//   cc -O2 -I/usr/include/postgresql -o postgres-floor postgres-floor.c -lpq
//   ./postgres-floor URI BATCH SECONDS
//
// The database is a fresh one. Prints one line of JSON.

#include "figures.h"

#include <arpa/inet.h>
#include <libpq-fe.h>
#include <string.h>

enum { SESSIONS = 10000, STANDUPS = 1000, TYPES = 4, MOST = 1024, EVENTS = 3 * MOST, ARRAYS = 17 };

static const char *const schema =
    "CREATE TABLE journal (cell text PRIMARY KEY, head int8 NOT NULL, term int8 NOT NULL) WITH (fillfactor = 10);"
    "INSERT INTO journal VALUES ('main', 0, 1);"
    "CREATE TABLE documents (collection text COLLATE \"C\", id text COLLATE \"C\", parent text COLLATE \"C\","
    " sortkey int8 NOT NULL, body bytea NOT NULL, PRIMARY KEY (collection, id)) WITH (fillfactor = 70);"
    "CREATE INDEX ON documents (collection, sortkey, id);"
    "CREATE INDEX ON documents (collection, parent, sortkey, id) WHERE parent IS NOT NULL;"
    "CREATE TABLE events (sequence int8 PRIMARY KEY, id uuid NOT NULL UNIQUE, type text NOT NULL,"
    " subject text NOT NULL, time timestamptz NOT NULL, source text NOT NULL, traceparent text,"
    " standup text COLLATE \"C\", meeting text COLLATE \"C\", data bytea NOT NULL, prevtype int8, prevstandup int8,"
    " prevmeeting int8, stored int8 NOT NULL, correlation uuid, causation uuid);"
    "CREATE INDEX ON events (standup, sequence) WHERE standup IS NOT NULL;"
    "CREATE INDEX ON events (meeting, sequence) WHERE meeting IS NOT NULL;"
    "CREATE INDEX ON events (correlation) WHERE correlation IS NOT NULL;"
    "CREATE TABLE heads (view text COLLATE \"C\" PRIMARY KEY, last int8 NOT NULL) WITH (fillfactor = 60);"
    "CREATE TABLE replies (key uuid PRIMARY KEY, reply bytea NOT NULL, firstsequence int8 NOT NULL,"
    " lastsequence int8 NOT NULL, created int8 NOT NULL);"
    "CREATE INDEX ON replies (created);";

static const char *const names[] = {"begin", "fence", "documents", "events", "heads", "replies", "commit"};
enum { STATEMENTS = sizeof names / sizeof names[0] };
static const char *const statements[] = {
    "BEGIN",
    "WITH fence AS (UPDATE journal SET head = $1::int8 WHERE cell = 'main' AND term = 1 AND head = $2::int8"
    " RETURNING 1) SELECT 1 / count(*) FROM fence",
    "INSERT INTO documents SELECT 'sessions', i, NULL, 0, b FROM unnest($1::text[], $2::bytea[]) AS d (i, b)"
    " ON CONFLICT (collection, id) DO UPDATE SET parent = excluded.parent, sortkey = excluded.sortkey,"
    " body = excluded.body",
    "INSERT INTO events SELECT s, i, t, m, '2026-11-21T10:06:47.165Z', '/standups/standups', NULL, u, m, d, a, b, c,"
    " 1, k, k FROM unnest($1::int8[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::int8[],"
    " $8::int8[], $9::int8[], $10::uuid[]) AS e (s, i, t, m, u, d, a, b, c, k)",
    "INSERT INTO heads SELECT * FROM unnest($1::text[], $2::int8[]) ON CONFLICT (view)"
    " DO UPDATE SET last = excluded.last",
    "INSERT INTO replies SELECT k, '{}', f, l, 1 FROM unnest($1::uuid[], $2::int8[], $3::int8[]) AS r (k, f, l)",
    "COMMIT",
};
static const char *const types[TYPES] = {"meeting.speakerChanged", "meeting.segment", "meeting.alertPresented",
                                         "meeting.finished"};

// --- arrays in the binary form of the server ----------------------------------------------------------

typedef enum { BYTEA = 17, INT8 = 20, TEXT = 25, UUID = 2950 } element;
typedef struct {
  char *bytes;
  size_t size, room;
  uint32_t count;
} array;

static void grow(array *to, size_t size) {
  if (to->size + size <= to->room) return;
  to->room = (to->size + size) * 2;
  to->bytes = realloc(to->bytes, to->room);
  if (!to->bytes) fail("out of memory");
}

static void put(char *to, uint32_t number) {
  number = htonl(number);
  memcpy(to, &number, 4);
}

static void clear(array *one, element type) {
  grow(one, one->room ? 0 : 1 << 16);
  one->size = 20, one->count = 0;
  put(one->bytes, 1), put(one->bytes + 4, 0), put(one->bytes + 8, type), put(one->bytes + 16, 1);
}

static void add(array *to, const void *value, size_t size) {
  grow(to, size + 4);
  put(to->bytes + to->size, (uint32_t)size);
  memcpy(to->bytes + to->size + 4, value, size);
  to->size += size + 4;
  put(to->bytes + 12, ++to->count);
}

static void add_number(array *to, int64_t number) {
  uint64_t big = __builtin_bswap64((uint64_t)number);
  add(to, &big, 8);
}

static void add_text(array *to, const char *text) { add(to, text, strlen(text)); }

// --- the commits --------------------------------------------------------------------------------------

static uint64_t random_state;
static unsigned below(unsigned bound) {
  random_state ^= random_state << 13, random_state ^= random_state >> 7, random_state ^= random_state << 17;
  return (unsigned)((random_state >> 11) % bound);
}

// The last events of topic families, and the batch in which they last changed.
typedef struct {
  int64_t last;
  long batch;
} view;
static view of_type[TYPES], of_standup[STANDUPS], of_meeting[SESSIONS];
static long in_session[SESSIONS];

static array arrays[ARRAYS];
static char body[800], data[300];
static int64_t head;
static long batches;

static void advance(view *one, array *before) {
  add_number(before, one->last);
  one->last = head;
}

static void list(view *one, const char *kind, const char *id) {
  char name[64];
  if (one->batch == batches) return;
  one->batch = batches;
  snprintf(name, sizeof name, "%s/%s", kind, id);
  add_text(&arrays[12], name);
  // Filled in once the batch is complete.
  add_number(&arrays[13], (int64_t)(intptr_t)one);
}

static void make(int batch) {
  static const element kinds[ARRAYS] = {TEXT, BYTEA, INT8, UUID, TEXT, TEXT, TEXT, BYTEA,
                                        INT8, INT8,  INT8, UUID, TEXT, INT8, UUID, INT8, INT8};
  for (int index = 0; index < ARRAYS; index++) clear(&arrays[index], kinds[index]);
  batches++;
  for (int index = 0; index < batch; index++) {
    unsigned session = below(SESSIONS);
    char meeting[40], standup[40];
    uint64_t key[2] = {random_state, (uint64_t)head << 20 | (unsigned)index};
    snprintf(meeting, sizeof meeting, "a0000000-0000-4000-8000-%012u", session);
    snprintf(standup, sizeof standup, "b0000000-0000-4000-8000-%012u", session % STANDUPS);
    if (in_session[session] != batches) {
      in_session[session] = batches;
      add_text(&arrays[0], meeting);
      add(&arrays[1], body, sizeof body);
    }
    int64_t first = head + 1;
    for (unsigned event = 0, count = 1 + below(3); event < count; event++) {
      unsigned type = below(TYPES);
      uint64_t id[2] = {(uint64_t)below(1u << 31) << 32 | below(1u << 31), (uint64_t)++head};
      add_number(&arrays[2], head);
      add(&arrays[3], id, 16);
      add_text(&arrays[4], types[type]);
      add_text(&arrays[5], meeting);
      add_text(&arrays[6], standup);
      add(&arrays[7], data, sizeof data);
      advance(&of_type[type], &arrays[8]);
      advance(&of_standup[session % STANDUPS], &arrays[9]);
      advance(&of_meeting[session], &arrays[10]);
      add(&arrays[11], key, 16);
      list(&of_type[type], "t", types[type]);
      list(&of_standup[session % STANDUPS], "s", standup);
      list(&of_meeting[session], "m", meeting);
    }
    add(&arrays[14], key, 16);
    add_number(&arrays[15], first);
    add_number(&arrays[16], head);
  }
  // Replaces the places of the topic families by their last events.
  for (uint32_t index = 0; index < arrays[13].count; index++) {
    char *place = arrays[13].bytes + 20 + index * 12 + 4;
    uint64_t number;
    memcpy(&number, place, 8);
    number = __builtin_bswap64((uint64_t)((view *)(intptr_t)__builtin_bswap64(number))->last);
    memcpy(place, &number, 8);
  }
}

// --- the server ---------------------------------------------------------------------------------------

static PGconn *server;

static void check(int is_fine) {
  if (!is_fine) fail(PQerrorMessage(server));
}

static void send_statement(int statement, int count, const array *const *values) {
  const char *pointers[16] = {0};
  int sizes[16] = {0}, binary[16] = {0};
  for (int index = 0; index < count; index++)
    pointers[index] = values[index]->bytes, sizes[index] = (int)values[index]->size, binary[index] = 1;
  check(PQsendQueryPrepared(server, names[statement], count, pointers, sizes, binary, 1));
}

static void commit(int64_t before) {
  uint64_t numbers[2] = {__builtin_bswap64((uint64_t)head), __builtin_bswap64((uint64_t)before)};
  array fence[2] = {{(char *)&numbers[0], 8, 8, 0}, {(char *)&numbers[1], 8, 8, 0}};
  const array *const fences[] = {&fence[0], &fence[1]};
  const array *const documents[] = {&arrays[0], &arrays[1]};
  const array *const heads[] = {&arrays[12], &arrays[13]};
  const array *const replies[] = {&arrays[14], &arrays[15], &arrays[16]};
  const array *events[10];
  for (int index = 0; index < 10; index++) events[index] = &arrays[2 + index];
  send_statement(0, 0, NULL);
  send_statement(1, 2, fences);
  send_statement(2, 2, documents);
  send_statement(3, 10, events);
  send_statement(4, 2, heads);
  send_statement(5, 3, replies);
  send_statement(6, 0, NULL);
  check(PQpipelineSync(server));
  for (int index = 0; index < STATEMENTS; index++) {
    PGresult *result = PQgetResult(server);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(PQresultErrorMessage(result));
    PQclear(result);
    PQclear(PQgetResult(server));
  }
  PQclear(PQgetResult(server));
}

int main(int count, char **words) {
  if (count != 4) fail("URI BATCH SECONDS");
  int batch = atoi(words[2]);
  double seconds = atof(words[3]);
  if (batch < 1 || batch > MOST) fail("invalid batch; expected 1 to 1024 commits");
  prepare_samples();
  memset(body, 'x', sizeof body), memset(data, 'x', sizeof data);
  random_state = (uint64_t)now_ns() | 1;
  server = PQconnectdb(words[1]);
  check(PQstatus(server) == CONNECTION_OK);
  check(PQresultStatus(PQexec(server, schema)) == PGRES_COMMAND_OK);
  for (int index = 0; index < STATEMENTS; index++)
    check(PQresultStatus(PQprepare(server, names[index], statements[index], 0, NULL)) == PGRES_COMMAND_OK);
  check(PQenterPipelineMode(server));
  int64_t start = now_ns(), cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID), until = start + (int64_t)(seconds * 1e9);
  long commits = 0;
  while (now_ns() < until) {
    int64_t begin = now_ns(), before = head;
    make(batch);
    commit(before);
    sample(now_ns() - begin);
    commits += batch;
  }
  double took = (double)(now_ns() - start) / 1e9;
  cpu = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  printf("{\"batch\":%d,\"commits\":%ld,\"perSecond\":%.3f,\"p50Ms\":%.3f,\"p99Ms\":%.3f,\"cpuUs\":%.3f}\n", batch,
         commits, (double)commits / took, quantile(0.5) / 1e3, quantile(0.99) / 1e3,
         (double)cpu / 1e3 / (double)commits);
  PQfinish(server);
}
