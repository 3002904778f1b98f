#ifndef C_PROCESS_H
#define C_PROCESS_H

#include <spawn.h>
#include <sys/types.h>

/// Starts a program that dies with the thread that started it.
///
/// The child gets its own process group, an empty standard input, default signals, and SIGTERM when
/// the calling thread ends for any reason (prctl(2), PR_SET_PDEATHSIG). Swift cannot do this: prctl
/// is variadic, and between fork and exec only async-signal-safe functions may run.
///
/// - Parameters:
///   - path: path of the program.
///   - arguments, environment: terminated by NULL.
///   - output: receives the read end of a pipe for the child's standard output and error.
///   - pid: receives the child's process id.
/// - Returns: 0, or the errno of the failure, including that of exec.
int standups_spawn(const char *path, char *const arguments[], char *const environment[], int *output,
                   pid_t *pid);

/// Closes all descriptors from 3 on in the started program, including those that another thread
/// opens at the same time, such as a pipe whose end of file it waits for. glibc declares this
/// function only with _GNU_SOURCE, which Swift does not set.
///
/// - Returns: 0, or an errno.
int standups_close_rest(posix_spawn_file_actions_t *actions);

/// Sets the time for which the calling thread, and the threads that it creates, run at most before others get their
/// turn, of the policies SCHED_OTHER and SCHED_BATCH (sched_setattr(2), `sched_runtime`; Linux 6.12). glibc has no
/// function for it.
///
/// - Parameter nanoseconds: 0 restores the default of the kernel; otherwise the kernel limits it to 0.1 to 100 ms.
/// - Returns: 0, or an errno. An older kernel ignores the time.
int standups_set_slice(unsigned long long nanoseconds);

/// Returns that time of the calling thread, in nanoseconds; 0 if the kernel does not know it.
unsigned long long standups_slice(void);

#endif
