// NATS JetStream with files: event and document are separate messages, for lack of transactions, and a commit is
// done when both are acknowledged. Each event's id rejects duplicates, instead of an idempotency store. The server
// acknowledges before it syncs: 2.9 syncs every two minutes, without a setting for it.
//
//   commit-jetstream PORT PID IN_FLIGHT SECONDS
#include "durable.h"

#include <nats/nats.h>
#include <pthread.h>

enum { NUMBERS = 1 << 16 };

static jsCtx *stream;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER;
static int slot_of[NUMBERS], missing[MOST], finished[MOST], finished_count;

// The last twelve letters of its id are the number of a commit; a subject ends with the id.
static int *place(const char *id_end) { return &slot_of[strtoull(id_end - 12, NULL, 16) % NUMBERS]; }

static void on_answer(jsCtx *context, natsMsg *message, jsPubAck *ack, jsPubAckErr *problem, void *closure) {
  (void)context, (void)closure;
  if (!ack) fail(problem ? problem->ErrText : "no acknowledgement");
  const char *subject = natsMsg_GetSubject(message);
  pthread_mutex_lock(&lock);
  int slot = *place(subject + strlen(subject));
  if (!--missing[slot]) {
    finished[finished_count++] = slot;
    pthread_cond_signal(&some);
  }
  pthread_mutex_unlock(&lock);
  natsMsg_Destroy(message);
}

static void add_stream(const char *name, const char *subject, int64_t most_of_subject) {
  jsStreamConfig configuration;
  jsStreamConfig_Init(&configuration);
  configuration.Name = name;
  configuration.Subjects = &subject;
  configuration.SubjectsLen = 1;
  configuration.Storage = js_FileStorage;
  configuration.MaxMsgsPerSubject = most_of_subject;
  if (js_AddStream(NULL, stream, &configuration, NULL, NULL) != NATS_OK) fail("js_AddStream");
}

static void durable_open(const char *endpoint, int in_flight, const char *form) {
  (void)form;
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  jsOptions settings;
  char url[64];
  snprintf(url, sizeof url, "nats://127.0.0.1:%s", endpoint);
  if (natsOptions_Create(&options) != NATS_OK || natsOptions_SetURL(options, url) != NATS_OK) fail("natsOptions");
  natsOptions_SetSendAsap(options, in_flight == 1);
  if (natsConnection_Connect(&connection, options) != NATS_OK) fail("natsConnection_Connect");
  jsOptions_Init(&settings);
  settings.PublishAsync.AckHandler = on_answer;
  if (natsConnection_JetStream(&stream, connection, &settings) != NATS_OK) fail("natsConnection_JetStream");
  add_stream("EVENTS", "events.>", -1);
  // Like its key-value store: the last document of each key.
  add_stream("DOCUMENTS", "documents.>", 1);
}

static void durable_send(int slot, const commit *row) {
  char subject[128], event[4096], id[ID + 1];
  snprintf(id, sizeof id, "%.*s", PRINT(row->event));
  jsPubOptions options;
  jsPubOptions_Init(&options);
  options.MsgId = id;
  pthread_mutex_lock(&lock);
  *place(row->id.start + row->id.size) = slot;
  missing[slot] = 2;
  pthread_mutex_unlock(&lock);
  int size = write_event(event, sizeof event, row, words("00000000-0000-4000-8000-000000000001"), 0, 0);
  snprintf(subject, sizeof subject, "events.standup.created.%.*s", PRINT(row->id));
  if (js_PublishAsync(stream, subject, event, size, &options) != NATS_OK) fail("js_PublishAsync");
  snprintf(subject, sizeof subject, "documents.standups.%.*s", PRINT(row->id));
  if (js_PublishAsync(stream, subject, row->document.start, (int)row->document.size, NULL) != NATS_OK)
    fail("js_PublishAsync");
}

static int durable_wait(int *done) {
  pthread_mutex_lock(&lock);
  while (!finished_count) pthread_cond_wait(&some, &lock);
  int count = finished_count;
  memcpy(done, finished, (size_t)count * sizeof *done);
  finished_count = 0;
  pthread_mutex_unlock(&lock);
  return count;
}
