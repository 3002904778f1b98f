/* Prints the events published to NATS with their journal sequences, from a given sequence on.
 *
 *   apt-get install libnats-dev
 *   cc -o follow_nats follow_nats.c -lnats
 *   ./follow_nats nats://localhost:4222 [AFTER [COUNT]]
 *
 * The stream's name, <cell>_<epoch8>_<base>, contains the offset between its sequences and those of the journal. A
 * missing sequence was erased. Exits with 75 (EX_TEMPFAIL) if the stream was deleted or rebuilt: start the program
 * again after the last sequence that it printed.
 */

#include <nats/nats.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>

static const char *const cell = "standups";

/* Returns the stream that receives the cell's events now. Other streams are left over from earlier journals and
 * have other subjects. */
static char *find(jsCtx *js, long long *base) {
  jsStreamNamesList *names = NULL;
  char *found = NULL;
  if (js_StreamNames(&names, js, NULL, NULL) != NATS_OK) return NULL;
  for (int i = 0; i < names->Count && found == NULL; i++) {
    const char *last = strrchr(names->List[i], '_');
    jsStreamInfo *info = NULL;
    if (last == NULL || strncmp(names->List[i], cell, strlen(cell)) != 0 || names->List[i][strlen(cell)] != '_')
      continue;
    if (js_GetStreamInfo(&info, js, names->List[i], NULL, NULL) != NATS_OK) continue;
    for (int j = 0; j < info->Config->SubjectsLen; j++) {
      if (strcmp(info->Config->Subjects[j], "standups.t.>") == 0 && found == NULL) {
        found = strdup(names->List[i]);
        *base = atoll(last + 1);
      }
    }
    jsStreamInfo_Destroy(info);
  }
  jsStreamNamesList_Destroy(names);
  return found;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s URL [AFTER [COUNT]]\n", argv[0]);
    return EX_USAGE;
  }
  long long after = argc > 2 ? atoll(argv[2]) : 0, count = argc > 3 ? atoll(argv[3]) : -1, base = 0;
  natsConnection *connection = NULL;
  jsCtx *js = NULL;
  natsSubscription *subscription = NULL;
  jsSubOptions options;
  if (natsConnection_ConnectTo(&connection, argv[1]) != NATS_OK ||
      natsConnection_JetStream(&js, connection, NULL) != NATS_OK) {
    fprintf(stderr, "No server responds at %s.\n", argv[1]);
    return EX_UNAVAILABLE;
  }
  char *stream = find(js, &base);
  if (stream == NULL) {
    fprintf(stderr, "The stream of “%s” does not exist yet.\n", cell);
    return EX_TEMPFAIL;
  }
  jsSubOptions_Init(&options);
  options.Ordered = true;
  options.Stream = stream;
  options.Config.DeliverPolicy = js_DeliverByStartSequence;
  options.Config.OptStartSeq = after > base ? (uint64_t)(after - base + 1) : 1;
  natsStatus status = js_SubscribeSync(&subscription, js, "standups.t.>", NULL, &options, NULL);
  while (status == NATS_OK && count != 0) {
    natsMsg *message = NULL;
    jsMsgMetaData *data = NULL;
    status = natsSubscription_NextMsg(&message, subscription, 30000);
    if (status == NATS_TIMEOUT) {
      /* The fetch timed out; check that the stream still exists. */
      jsStreamInfo *info = NULL;
      status = js_GetStreamInfo(&info, js, stream, NULL, NULL);
      jsStreamInfo_Destroy(info);
      continue;
    }
    if (status == NATS_OK && (status = natsMsg_GetMetaData(&data, message)) == NATS_OK) {
      long long sequence = (long long)data->Sequence.Stream + base;
      if (sequence > after) {
        printf("%lld %s %.*s\n", sequence, natsMsg_GetSubject(message), natsMsg_GetDataLength(message),
               natsMsg_GetData(message));
        fflush(stdout);
        after = sequence;
        if (count > 0) count--;
      }
      jsMsgMetaData_Destroy(data);
    }
    natsMsg_Destroy(message);
  }
  if (status != NATS_OK) fprintf(stderr, "%s; continue after %lld.\n", natsStatus_GetText(status), after);
  natsSubscription_Destroy(subscription);
  free(stream);
  jsCtx_Destroy(js);
  natsConnection_Destroy(connection);
  nats_Close();
  return status == NATS_OK ? EX_OK : EX_TEMPFAIL;
}
