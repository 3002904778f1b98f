import Dispatch
import Foundation
import Glibc
import Processes

/// A child process, started and watched by its own thread.
///
/// The kernel sends the child SIGTERM when the thread that started it ends (prctl(2),
/// PR_SET_PDEATHSIG). The child must therefore not be started by a thread of a pool. If the
/// supervisor is killed, the child ends as well.
enum Child {
  /// A notification from the thread.
  enum Notice: Sendable {
    case started(pid: Int32)
    case line(String)
    case ended(ChildExit)
  }

  /// Starts a program. The last notification is `ended`, which is sent exactly once, even if the
  /// program could not be started.
  static func start(
    _ path: String, arguments: [String] = [], environment: [String: String],
    tell: @escaping @Sendable (Notice) -> Void
  ) {
    Thread.detachNewThread { run(path, arguments, environment, tell) }
  }

  private static func run(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    _ tell: @escaping @Sendable (Notice) -> Void
  ) {
    let program: SpawnedProgram
    do {
      program = try SpawnedProgram(path, arguments: arguments, environment: environment)
    } catch {
      return tell(.ended(.notStarted("\(error)")))
    }
    tell(.started(pid: program.pid))
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      SpawnedProgram.readLines(program.output) { tell(.line($0)) }
      Glibc.close(program.output)
      end.signal()
    }
    var status: Int32 = 0
    while waitpid(program.pid, &status, 0) < 0, errno == EINTR {}
    // Wait for the child's last output, which must precede its end. A grandchild may keep the pipe
    // open longer.
    _ = end.wait(timeout: .now() + .milliseconds(500))
    let signal = status & 0x7F
    tell(.ended(signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)))
  }
}

/// The reason why a child process ended.
enum ChildExit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
  /// The program could not be started. The reason completes a sentence.
  case notStarted(String)

  /// A phrase that completes a sentence.
  var words: String {
    switch self {
    case .code(let code): "exit code \(code)"
    case .signal(let signal): "signal \(signal)"
    case .notStarted(let reason): reason
    }
  }
}
