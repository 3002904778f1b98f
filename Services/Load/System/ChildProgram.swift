import CProcess
import Foundation
import Glibc
import Lifecycle
import Threads

/// A service that the tester started. It dies with the thread that started it, so nothing is left
/// running whatever becomes of the tester.
final class ChildProgram: Sendable {
  let pid: Int32
  private let lines = Locked<[String]>([])
  private let ending = Locked<Int32?>(nil)

  /// - Parameter environment: all that the program gets.
  /// - Throws: `LoadFailure` where it cannot be started.
  init(_ program: URL, environment: [String: String]) throws {
    let path = program.path
    let arguments = [strdup(path), nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in arguments + variables { free(word) } }
    var output: Int32 = -1
    var pid: pid_t = 0
    let error = standups_spawn(path, arguments, variables, &output, &pid)
    guard error == 0 else {
      throw LoadFailure(
        error == ENOENT ? .noInput : .unavailable, code: "not_started",
        "\(path) cannot be started: \(String(cString: strerror(error))). Build it, or name another."
      )
    }
    self.pid = pid
    let descriptor = output
    Thread.detachNewThread { [lines] in
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      while true {
        let data = handle.availableData
        if data.isEmpty { return }
        let new = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        lines.withLock { $0 = Array(($0 + new).suffix(5)) }
      }
    }
  }

  /// What it said last.
  var lastWords: String { lines.withLock { $0.joined(separator: " ") } }

  /// Whether it runs no more.
  var hasEnded: Bool {
    ending.withLock { status in
      guard status == nil else { return true }
      var value: Int32 = 0
      guard waitpid(pid, &value, WNOHANG) == pid else { return false }
      status = value
      return true
    }
  }

  /// Asks it to stop, and ends it if it does not within three seconds.
  func stop() {
    kill(SIGTERM)
    for _ in 0..<300 where !hasEnded { usleep(10_000) }
    guard !hasEnded else { return }
    kill(SIGKILL)
    while !hasEnded { usleep(1_000) }
  }

  /// Sends a signal, unless it has ended: its id may be another's by then.
  func kill(_ signal: Int32) {
    if !hasEnded { Glibc.kill(pid, signal) }
  }
}

/// A directory in /tmp for the sockets of one run.
struct RunDirectory: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/standups-load-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LoadFailure(
        .cannotCreate, code: "directory",
        "No directory can be made in /tmp: \(String(cString: strerror(errno))).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }

  func remove() {
    // Sockets only; what stays behind does no harm.
    try? FileManager.default.removeItem(atPath: path)
  }
}
