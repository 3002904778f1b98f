// nats-server with its own C client.
#include "peer.h"

#include <nats/nats.h>

typedef struct {
  peer_take take;
  void *context;
} subscription;

static void on_message(natsConnection *connection, natsSubscription *of, natsMsg *message, void *context) {
  (void)connection, (void)of;
  subscription *subscription = context;
  subscription->take(natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message),
                     subscription->context);
  natsMsg_Destroy(message);
}

static natsConnection *open_client(int port, int is_prompt) {
  natsOptions *options = NULL;
  natsConnection *connection = NULL;
  char url[64];
  snprintf(url, sizeof url, "nats://127.0.0.1:%d", port);
  if (natsOptions_Create(&options) != NATS_OK || natsOptions_SetURL(options, url) != NATS_OK)
    fail("natsOptions");
  natsOptions_SetSendAsap(options, is_prompt != 0);
  natsOptions_SetMaxPendingMsgs(options, 1 << 20);
  if (natsConnection_Connect(&connection, options) != NATS_OK) fail("natsConnection_Connect");
  natsOptions_Destroy(options);
  return connection;
}

static void peer_subscribe(int port, const char *topic, peer_take take, void *context) {
  subscription *subscription = calloc(1, sizeof *subscription);
  if (!subscription) fail("no memory");
  subscription->take = take;
  subscription->context = context;
  natsConnection *connection = open_client(port, 1);
  natsSubscription *result = NULL;
  if (natsConnection_Subscribe(&result, connection, topic, on_message, subscription) != NATS_OK ||
      natsConnection_Flush(connection) != NATS_OK)
    fail("natsConnection_Subscribe");
}

static void *peer_publisher(int port, int is_prompt) { return open_client(port, is_prompt); }

static void peer_publish(void *publisher, const char *topic, const char *data, size_t size) {
  natsConnection_Publish(publisher, topic, data, (int)size);
}

// Its own thread writes buffered data.
static void peer_flush(void *publisher) { (void)publisher; }
