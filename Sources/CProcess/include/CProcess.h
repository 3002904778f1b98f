#ifndef C_PROCESS_H
#define C_PROCESS_H

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

#endif
