import Foundation
import Glibc
import Processes
import Threads

/// Service that the tester started. It dies together with the thread that started it, so it never
/// outlives the tester.
final class ChildProgram: Sendable {
  let pid: Int32
  private let lines = Locked<[String]>([])
  private let ending = Locked<Int32?>(nil)

  /// Starts the program.
  ///
  /// - Parameter environment: complete environment of the program.
  /// - Throws: `LoadFailure` if it cannot be started.
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

  /// Last lines of its output, on one line.
  var lastWords: String { lines.withLock { $0.joined(separator: " ") } }

  /// True if it has exited.
  var hasEnded: Bool {
    ending.withLock { status in
      guard status == nil else { return true }
      var value: Int32 = 0
      guard waitpid(pid, &value, WNOHANG) == pid else { return false }
      status = value
      return true
    }
  }

  /// Requests a shutdown, and kills the process if it has not exited within three seconds.
  func stop() {
    kill(SIGTERM)
    for _ in 0..<300 where !hasEnded { usleep(10_000) }
    guard !hasEnded else { return }
    kill(SIGKILL)
    while !hasEnded { usleep(1_000) }
  }

  /// Sends a signal, unless the process has exited, because its id may then have been reused.
  func kill(_ signal: Int32) {
    if !hasEnded { Glibc.kill(pid, signal) }
  }
}

/// A directory in /tmp for the sockets and data of one run.
struct RunDirectory: Sendable {
  /// Paths of the directories that exist.
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

  /// Removes all directories, for a process that exits immediately.
  static func removeAll() {
    for path in all.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
  }

  func endpoint(_ name: String) -> String { "ipc://\(path)/\(name)" }

  func remove() {
    // Errors are ignored, because a leftover directory in /tmp does no harm.
    try? FileManager.default.removeItem(atPath: path)
    Self.all.withLock { _ = $0.remove(path) }
  }
}
