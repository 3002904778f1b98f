import CProcess
import Foundation
import Glibc
import Threads

/// A process that these tests started.
///
/// A thread of its own waits for it: `waitpid` cannot miss its end, whatever other children do.
final class ChildProcess: Sendable {
  /// The way in which the process ended.
  enum Ending: Hashable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  private struct State {
    var ending: Ending?
    var waiters: [CheckedContinuation<Ending, Never>] = []
  }

  let pid: pid_t
  private let began = ContinuousClock.now
  private let state = Locked(State())

  /// Time since the start.
  var age: Duration { .now - began }

  /// Starts a program with this environment and no other inherited files.
  ///
  /// - Parameters:
  ///   - output: the file to which standard output and standard error are appended.
  init(
    _ path: String, _ arguments: [String] = [], environment: [String: String], output: String
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    standups_close_rest(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    var none = sigset_t()
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let error = posix_spawn(&pid, path, &actions, &attributes, &argv, &envp)
    guard error == 0 else {
      throw HarnessError("\(path) does not start: \(String(cString: strerror(error))).")
    }
    self.pid = pid
    Children.shared.add(pid)
    Thread { self.reap() }.start()
  }

  /// Returns when the process has ended.
  @discardableResult
  func ended() async -> Ending {
    await withCheckedContinuation { continuation in
      let ending = state.withLock { state in
        if state.ending == nil { state.waiters.append(continuation) }
        return state.ending
      }
      if let ending { continuation.resume(returning: ending) }
    }
  }

  /// The way in which the process ended; nil while it runs.
  var ending: Ending? { state.withLock { $0.ending } }

  /// Sends a signal; does nothing once the process has ended, as its id may have been reused.
  func signal(_ number: Int32) {
    state.withLock { if $0.ending == nil { kill(pid, number) } }
  }

  private func reap() {
    // Checked without reaping, so that the id stays ours until the lock is held.
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (ending, waiters) = state.withLock { state in
      var status: Int32 = 0
      Children.shared.remove(pid)
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      let number = status & 0x7f
      let ending = number == 0 ? Ending.exit((status >> 8) & 0xff) : .signal(number)
      state.ending = ending
      defer { state.waiters = [] }
      return (ending, state.waiters)
    }
    for waiter in waiters { waiter.resume(returning: ending) }

  }
}

/// A failure of the test's environment, not of the tested code.
struct HarnessError: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
