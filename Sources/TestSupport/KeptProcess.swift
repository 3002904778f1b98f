import CProcess
import Glibc
import Threads

/// A program that ends when its standard input is closed, and therefore also when the tests end.
final class KeptProcess: Sendable {
  /// Reason why the program did not start.
  struct NotStarted: Error, CustomStringConvertible {
    var description: String
  }

  private let process: pid_t
  /// Write end of the program's standard input; nil once it has been closed.
  private let input: Locked<Int32?>

  /// Starts a program with only its standard input connected.
  ///
  /// - Throws: `NotStarted`.
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw NotStarted(description: "Cannot create a pipe.") }
    // No other program that the tests start may inherit these descriptors, because it would keep
    // the pipe open.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do {
      process = try Self.spawn(arguments, input: ends[0])
    } catch {
      close(ends[1])
      throw error
    }
    input = Locked(ends[1])
  }

  deinit { end("") }

  /// True if the process still exists: it is running, or has not been reaped yet.
  var isThere: Bool { kill(process, 0) == 0 }

  /// Ends the program and waits until it has ended. Idempotent.
  ///
  /// - Parameter how: word that the program's script reads to decide how to end.
  func end(_ how: String) {
    let taken = input.withLock { input in
      defer { input = nil }
      return input
    }
    guard let taken else { return }
    // If the program has ended already, the write has no effect.
    _ = "\(how)\n".withCString { write(taken, $0, strlen($0)) }
    close(taken)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
  }

  private static func spawn(_ arguments: [String], input: Int32) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    for number in [1, 2] as [Int32] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0)
    }
    // The program must not inherit a pipe that another thread has just created for its own program,
    // because that thread would wait forever for the end of the pipe.
    standups_close_rest(&actions)
    // The starting thread may have blocked signals, but a shell needs SIGCHLD to wait for its
    // children.
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
