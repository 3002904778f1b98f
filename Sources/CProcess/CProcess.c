#define _GNU_SOURCE
#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <linux/close_range.h>
#include <unistd.h>

/// The attributes of a thread that this program knows (sched_setattr(2)).
struct attributes {
  uint32_t size, policy;
  uint64_t flags;
  int32_t nice;
  uint32_t priority;
  uint64_t runtime, deadline, period;
};

static int get_attributes(struct attributes *attributes) {
  long result = syscall(SYS_sched_getattr, 0, attributes, (unsigned)sizeof *attributes, 0U);
  return result == 0 ? 0 : errno;
}

int standups_set_slice(unsigned long long nanoseconds) {
  struct attributes attributes = {.size = sizeof attributes};
  int failure = get_attributes(&attributes);
  if (failure != 0) return failure;
  attributes.runtime = nanoseconds;
  return syscall(SYS_sched_setattr, 0, &attributes, 0U) == 0 ? 0 : errno;
}

unsigned long long standups_slice(void) {
  struct attributes attributes = {.size = sizeof attributes};
  return get_attributes(&attributes) == 0 ? attributes.runtime : 0;
}

int standups_close_rest(posix_spawn_file_actions_t *actions) {
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

/// Reports the errno to the parent when the child cannot execute the program, and exits.
static void fail(int report) {
  int number = errno;
  ssize_t written = write(report, &number, sizeof number);
  (void)written;
  _exit(127);
}

static void become(const char *path, char *const arguments[], char *const environment[], int output,
                   int report, pid_t parent) {
  setpgid(0, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0) fail(report);
  // The parent may have died before the call above.
  if (getppid() != parent) _exit(127);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  int nothing = open("/dev/null", O_RDONLY);
  if (nothing < 0 || dup2(nothing, 0) < 0 || dup2(output, 1) < 0 || dup2(output, 2) < 0)
    fail(report);
  // Closes all other descriptors at exec, even those that a library opened without close-on-exec. A
  // kernel before 5.11 does not support this; those descriptors then stay open.
  close_range(3, ~0U, CLOSE_RANGE_CLOEXEC);
  execve(path, arguments, environment);
  fail(report);
}

/// Waits for exec. Returns 0, or the errno of the child's failure.
static int wait_for_exec(int report, pid_t child) {
  int number = 0;
  ssize_t count;
  do count = read(report, &number, sizeof number);
  while (count < 0 && errno == EINTR);
  // Exec closes the pipe: end of file without an errno means that the program runs.
  if (count <= 0) return 0;
  int status;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return number;
}

int standups_spawn(const char *path, char *const arguments[], char *const environment[],
                   int *output, pid_t *pid) {
  int report[2], words[2];
  // Other threads fork as well: without close-on-exec from the start, their children would keep
  // these pipes open.
  if (pipe2(report, O_CLOEXEC) != 0) return errno;
  if (pipe2(words, O_CLOEXEC) != 0) {
    int number = errno;
    close(report[0]);
    close(report[1]);
    return number;
  }
  pid_t parent = getpid();
  pid_t child = fork();
  if (child == 0) become(path, arguments, environment, words[1], report[1], parent);
  int number = child < 0 ? errno : 0;
  close(report[1]);
  close(words[1]);
  if (child > 0) number = wait_for_exec(report[0], child);
  close(report[0]);
  if (number != 0) {
    close(words[0]);
    return number;
  }
  *output = words[0];
  *pid = child;
  return 0;
}
