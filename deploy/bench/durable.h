// Common code of the alternatives for a durable command: the same commits for each of them.
//
//   commit-NAME ENDPOINT PID IN_FLIGHT SECONDS [FORM]
//
// Keeps IN_FLIGHT commits pending: each reply triggers the next one. CPU is that of the server: process PID and its
// children. Prints one line of JSON.
//
// An alternative defines the three functions below and includes this file.

#ifndef DURABLE_H
#define DURABLE_H

#include "figures.h"
#include "command.h"

enum { MOST = 1024 };

// `form`: a variant of the alternative; default: empty.
static void durable_open(const char *endpoint, int in_flight, const char *form);
// Starts a commit; `row` stays valid until it is done.
static void durable_send(int slot, const commit *row);
// Waits until at least one commit is done; returns their number and their slots.
static int durable_wait(int *done);

static int64_t cpu_of(pid_t pid) {
  clockid_t clock;
  return clock_getcpuclockid(pid, &clock) ? 0 : nanoseconds(clock);
}

// CPU time of the server so far. That of a child is lost when it ends; those that serve us stay.
static int64_t server_cpu(pid_t pid) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", pid, pid);
  int64_t all = cpu_of(pid);
  FILE *children = fopen(path, "r");
  for (int child; children && fscanf(children, "%d", &child) == 1;) all += cpu_of(child);
  if (children) fclose(children);
  return all;
}

int main(int count, char **argument) {
  if (count < 5) fail("usage: ENDPOINT PID IN_FLIGHT SECONDS [FORM]");
  static made given[MOST];
  static int64_t sent[MOST];
  static int done[MOST];
  pid_t server = atoi(argument[2]);
  int in_flight = atoi(argument[3]);
  if (in_flight < 1 || in_flight > MOST) fail("too few or too many in flight");
  prepare_samples();
  durable_open(argument[1], in_flight, count > 5 ? argument[5] : "");
  int64_t cpu = server_cpu(server), begin = now_ns(), end = begin + (int64_t)(atof(argument[4]) * 1e9);
  for (int slot = 0; slot < in_flight; slot++) done[slot] = slot;
  long commits = 0;
  for (int free = in_flight, under_way = 0;;) {
    int64_t time = now_ns();
    for (int index = 0; index < free && time < end; index++, under_way++) {
      make_next(&given[done[index]]);
      sent[done[index]] = now_ns();
      durable_send(done[index], &given[done[index]].row);
    }
    if (!under_way) break;
    free = durable_wait(done);
    time = now_ns();
    for (int index = 0; index < free; index++) sample(time - sent[done[index]]);
    commits += free;
    under_way -= free;
  }
  double seconds = (double)(now_ns() - begin) / 1e9;
  cpu = server_cpu(server) - cpu;
  printf("{\"commands\":%ld,\"perSecond\":%.1f,\"cpuUs\":%.2f,\"p50\":%.1f,\"p99\":%.1f}\n", commits,
         (double)commits / seconds, (double)cpu / 1e3 / (double)commits, quantile(0.5), quantile(0.99));
  fflush(stdout);
  // The clients' threads are inside their libraries; there is nothing to save.
  _exit(0);
}

#endif
