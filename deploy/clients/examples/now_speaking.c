/* Prints the current speaker of a meeting until the meeting is finished. Requires only libzmq.
 *
 *   cc -Wall -Wextra -o now_speaking now_speaking.c -lzmq
 *   ./now_speaking ipc:///run/user/1000/standups/events MEETING-ID
 *
 * It subscribes to `~/<nonce>` last: when the router confirms that topic, all earlier subscriptions are active,
 * and no event is missed from then on. A missed event would show in `prevmeeting`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

static int die(const char *what) {
  fprintf(stderr, "%s: %s\n", what, zmq_strerror(zmq_errno()));
  return 1;
}

/* Prints the text of a JSON string member; escapes are printed unchanged. */
static void print_member(const char *json, const char *name) {
  const char *at = strstr(json, name);
  if (!at) return;
  for (at += strlen(name); *at && *at != '"'; at++) {
    putchar(*at);
    if (*at == '\\' && at[1]) putchar(*++at);
  }
  putchar('\n');
  fflush(stdout);
}

int main(int count, char **words) {
  char topic[256], nonce[64];
  static char frame[1 << 21];
  int confirmed = 0, no_mark = 0, wait_ms = 5000;
  if (count != 3) {
    fprintf(stderr, "usage: %s EVENTS-ENDPOINT MEETING-ID\n", words[0]);
    return 64;
  }
  void *context = zmq_ctx_new(), *socket = zmq_socket(context, ZMQ_SUB);
  if (!socket) return die("zmq_socket");
  zmq_setsockopt(socket, ZMQ_RCVTIMEO, &wait_ms, sizeof wait_ms);
  /* Subscriptions are sent over this socket; libzmq would drop those beyond a high-water mark. */
  zmq_setsockopt(socket, ZMQ_SNDHWM, &no_mark, sizeof no_mark);
  if (zmq_connect(socket, words[1])) return die(words[1]);
  /* The trailing slash belongs to a topic: `m/1` would match `m/10`. */
  snprintf(topic, sizeof topic, "m/%s/meeting.", words[2]);
  snprintf(nonce, sizeof nonce, "~/now-speaking-%ld", (long)getpid());
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, topic, strlen(topic));
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, "h/", 2); /* Heartbeats: without them the router is gone. */
  zmq_setsockopt(socket, ZMQ_SUBSCRIBE, nonce, strlen(nonce));
  for (;;) {
    int size = zmq_recv(socket, frame, sizeof frame - 1, 0);
    if (size < 0) {
      if (zmq_errno() == EINTR) continue;
      if (zmq_errno() != EAGAIN) return die("zmq_recv");
      fprintf(stderr, confirmed ? "The router stopped responding.\n" : "No router responds.\n");
      if (!confirmed) return 69;
      continue;
    }
    if (size >= (int)sizeof frame) continue; /* Cut off; no event is so long. */
    frame[size] = 0;
    char *json = strchr(frame, ' '), *type;
    if (!json) continue;
    *json++ = 0;
    if (!strcmp(frame, nonce) && !confirmed++) fprintf(stderr, "Confirmed.\n");
    if (!(type = strstr(frame, "/meeting."))) continue;
    /* In both events the first name is that of the new speaker. */
    if (!strcmp(type, "/meeting.started/") || !strcmp(type, "/meeting.speakerChanged/"))
      print_member(json, "\"name\":\"");
    if (!strcmp(type, "/meeting.finished/") || !strcmp(type, "/meeting.discarded/")) break;
  }
  zmq_close(socket);
  zmq_ctx_term(context);
  return 0;
}
