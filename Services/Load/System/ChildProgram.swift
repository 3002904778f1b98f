import Foundation
import Glibc
import Processes
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
    let spawned: SpawnedProgram
    do {
      spawned = try SpawnedProgram(program.path, environment: environment)
    } catch {
      throw LoadFailure(
        error.number == ENOENT ? .noInput : .unavailable, code: "not_started",
        "\(error). Build it, or specify another program.")
    }
    pid = spawned.pid
    Thread.detachNewThread { [lines] in
      SpawnedProgram.readLines(spawned.output) { line in
        lines.withLock { $0 = Array(($0 + [line]).suffix(5)) }
      }
      close(spawned.output)
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
  /// Those that are there.
  private static let all = Locked<Set<String>>([])

  let path: String

  init() throws {
    var template = Array("/tmp/standups-load-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw LoadFailure(
        .cannotCreate, code: "directory",
        "No directory can be created in /tmp: \(String(cString: strerror(errno))).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    Self.all.withLock { [path] in _ = $0.insert(path) }
  }

  /// Removes all of them, for a process that ends at once.
  static func removeAll() {
    for path in all.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }

  func remove() {
    // Sockets only; what stays behind does no harm.
    try? FileManager.default.removeItem(atPath: path)
    Self.all.withLock { _ = $0.remove(path) }
  }
}
