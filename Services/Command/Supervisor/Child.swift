import CProcess
import Dispatch
import Foundation
import Glibc
import Lifecycle

/// A child process, watched by a thread that lives as long as it does.
///
/// The thread matters: the kernel sends the child SIGTERM when the thread that started it ends
/// (prctl(2), PR_SET_PDEATHSIG), so a thread of a pool must not start it, and a supervisor that is killed
/// takes its children with it.
enum Child {
  /// What the thread tells.
  enum Notice: Sendable {
    case started(pid: Int32)
    case line(String)
    case ended(ChildExit)
  }

  /// Starts a program. `ended` comes last, once, also where it could not be started.
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
    let arguments = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var output: Int32 = -1
    var pid: pid_t = 0
    let error = standups_spawn(path, arguments, variables, &output, &pid)
    guard error == 0 else {
      let reason = String(cString: strerror(error))
      return tell(.ended(.notStarted("\(path) cannot be started: \(reason)")))
    }
    tell(.started(pid: pid))
    let end = DispatchSemaphore(value: 0)
    let descriptor = output
    Thread.detachNewThread {
      read(descriptor) { tell(.line($0)) }
      Glibc.close(descriptor)
      end.signal()
    }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    // What it said last belongs before its end; a process of its own may keep the pipe open longer.
    _ = end.wait(timeout: .now() + .milliseconds(500))
    let signal = status & 0x7F
    tell(.ended(signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)))
  }

  /// Reads lines until the end. A line without an end is cut at 64 KiB.
  static func read(_ descriptor: Int32, _ line: (String) -> Void) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        line(String(decoding: pending[..<end], as: UTF8.self))
        pending.removeSubrange(...end)
      }
      if pending.count > 65_536 {
        line(String(decoding: pending, as: UTF8.self))
        pending = []
      }
    }
    if !pending.isEmpty { line(String(decoding: pending, as: UTF8.self)) }
  }
}
