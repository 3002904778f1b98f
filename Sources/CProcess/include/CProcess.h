#ifndef C_PROCESS_H
#define C_PROCESS_H

#include <spawn.h>
#include <sys/types.h>

/// Starts a program that dies with the thread that started it.
///
/// The child gets its own process group, nothing on standard input, default signals, and SIGTERM when
/// the calling thread ends, whatever ends it (prctl(2), PR_SET_PDEATHSIG). Swift cannot do this itself:
/// prctl is variadic, and between fork and exec only async-signal-safe functions may run.
///
/// - Parameters:
///   - path: the program.
///   - arguments, environment: ended by NULL.
///   - output: the end of a pipe at which the child's standard output and error can be read.
///   - pid: the child.
/// - Returns: 0, or the errno of what failed, exec included.
int standups_spawn(const char *path, char *const arguments[], char *const environment[], int *output,
                   pid_t *pid);

/// Keeps from a program what is open here, from 3 on: also what another thread opens just now, such as the pipe whose
/// end it waits for. glibc shows this function only to programs that ask for GNU's additions, and Swift does not.
///
/// - Returns: 0, or an errno.
int standups_close_rest(posix_spawn_file_actions_t *actions);

#endif
