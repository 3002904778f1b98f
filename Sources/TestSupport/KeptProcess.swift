import CProcess
import Glibc
import Threads

/// A program that is looked after by what it reads: it ends when that does, so also with the tests.
final class KeptProcess: Sendable {
  /// Why it was not started.
  struct NotStarted: Error, CustomStringConvertible {
    var description: String
  }

  private let process: pid_t
  /// The end of its input that is ours, until it is told to end.
  private let input: Locked<Int32?>

  /// Starts a program with nothing but what it reads.
  ///
  /// - Throws: `NotStarted`.
  init(_ arguments: [String]) throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw NotStarted(description: "Cannot create a pipe.") }
    // No other program of the tests may hold it open.
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

  /// Whether it was not waited for yet and has not vanished.
  var isThere: Bool { kill(process, 0) == 0 }

  /// Tells it how to end, a word that it knows, and waits until it has; again does nothing.
  func end(_ how: String) {
    let taken = input.withLock { input in
      defer { input = nil }
      return input
    }
    guard let taken else { return }
    // One that is gone already hears nothing.
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
    // Somebody else may just have made a pipe for a program of theirs, and would wait for its end.
    standups_close_rest(&actions)
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
