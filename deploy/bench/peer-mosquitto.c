// Mosquitto with its own C client, at quality of service 0.
#include "peer.h"

#include <mosquitto.h>

typedef struct {
  peer_take take;
  void *context;
  const char *topic;
  atomic_int is_subscribed;
} subscription;

static void on_message(struct mosquitto *client, void *context, const struct mosquitto_message *message) {
  (void)client;
  subscription *subscription = context;
  subscription->take(message->payload, (size_t)message->payloadlen, subscription->context);
}

static void on_subscribe(struct mosquitto *client, void *context, int id, int count, const int *granted) {
  (void)client, (void)id, (void)count, (void)granted;
  atomic_store(&((subscription *)context)->is_subscribed, 1);
}

static struct mosquitto *open_client(int port, void *context) {
  static int is_ready;
  if (!is_ready++) mosquitto_lib_init();
  struct mosquitto *client = mosquitto_new(NULL, 1, context);
  if (!client) fail("mosquitto_new");
  mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1);
  if (context) {
    mosquitto_message_callback_set(client, on_message);
    mosquitto_subscribe_callback_set(client, on_subscribe);
  }
  if (mosquitto_connect(client, "127.0.0.1", port, 60) != MOSQ_ERR_SUCCESS) fail("mosquitto_connect");
  if (mosquitto_loop_start(client) != MOSQ_ERR_SUCCESS) fail("mosquitto_loop_start");
  return client;
}

static void peer_subscribe(int port, const char *topic, peer_take take, void *context) {
  subscription *subscription = calloc(1, sizeof *subscription);
  if (!subscription) fail("no memory");
  subscription->take = take;
  subscription->context = context;
  struct mosquitto *client = open_client(port, subscription);
  mosquitto_subscribe(client, NULL, topic, 0);
  for (int tries = 0; !atomic_load(&subscription->is_subscribed); tries++) {
    if (tries > 5000) fail("no subscription");
    usleep(1000);
  }
}

static void *peer_publisher(int port, int is_prompt) {
  (void)is_prompt;
  return open_client(port, NULL);
}

static void peer_publish(void *publisher, const char *topic, const char *data, size_t size) {
  mosquitto_publish(publisher, NULL, topic, (int)size, data, 0, 0);
}

static void peer_flush(void *publisher) { (void)publisher; }
