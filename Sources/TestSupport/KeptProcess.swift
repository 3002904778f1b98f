import Glibc

/// A program that is looked after by what it reads: it ends when that does.
enum KeptProcess {
  /// Why it was not started.
  struct NotStarted: Error, CustomStringConvertible {
    var description: String
  }

  /// Starts a program with nothing but what it reads.
  static func spawn(_ arguments: [String], input: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    for number in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    // The thread that starts it may have signals blocked; a shell waits for its children with one.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var pointers = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process: pid_t = 0
    guard posix_spawn(&process, arguments[0], &actions, &attributes, &pointers, environ) == 0 else {
      throw NotStarted(description: "\(arguments[0]) cannot be started.")
    }
    return process
  }
}
