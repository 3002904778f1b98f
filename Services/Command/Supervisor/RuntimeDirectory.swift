import CommandLineKit
import Configuration
import Foundation
import Glibc

/// The directory of one machine's sockets, held by one supervisor at a time.
///
/// The children are written down beside its lock: should a supervisor and some of them be stopped so roughly that one outlives it,
/// the next one finds and stops it first.
struct RuntimeDirectory: Sendable {
  let path: String
  private let lock: HeldLock

  /// Makes the directory and takes its lock.
  ///
  /// - Throws: `Failure` where it belongs to somebody else, or another supervisor has it.
  init(_ path: String) throws {
    self.path = path
    try Self.makePrivate(path)
    lock = try HeldLock(path + "/up.lock") { owner in
      Failure(
        .temporary, code: "already_up",
        "“standups up” is already running in \(path)\(owner.map { " (process \($0))" } ?? "")."
          + " Stop it first, or set STANDUPS_RUNTIME_DIR to another directory.")
    }
  }

  /// Gives the lock back.
  func release() {
    unlink(Self.childrenFile(path))
    lock.release()
  }

  /// Makes a directory that only its owner may enter.
  static func makePrivate(_ path: String) throws {
    do {
      try PrivateDirectory.make(path)
    } catch .notMade(let path, let error) {
      throw Failure.file(path, "create", error)
    } catch {
      throw Failure(
        .configuration, code: "configuration",
        "STANDUPS_RUNTIME_DIR or STANDUPS_DATA: \(error)")
    }
  }

  // MARK: Children

  /// A child as it is written down: a process id alone may mean another process by now.
  struct Entry: Codable, Hashable, Sendable {
    var name: String
    var pid: Int32
    /// When it started, in clock ticks since boot (proc(5), `stat`, field 22).
    var start: String
  }

  private static func childrenFile(_ path: String) -> String { path + "/up.children" }

  /// Writes down who runs now. What cannot be written down is only not found again after a crash.
  func note(_ pids: [String: Int32]) {
    let entries = pids.compactMap { name, pid in
      Self.start(of: pid).map { Entry(name: name, pid: pid, start: $0) }
    }
    let data = try? JSONEncoder().encode(entries)
    try? data?.write(to: URL(fileURLWithPath: Self.childrenFile(path)), options: .atomic)
  }

  /// The children of an earlier supervisor that still run.
  func leftovers() -> [Entry] { Self.running(in: path) }

  /// The children of whoever supervises in a directory, as far as they run.
  static func running(in path: String) -> [Entry] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: childrenFile(path))),
      let entries = try? JSONDecoder().decode([Entry].self, from: data)
    else { return [] }
    return entries.filter { start(of: $0.pid) == $0.start }
  }

  /// Stops what is left: politely, and after the limit by force.
  func stop(_ entries: [Entry], limit: Duration, clock: any Clock<Duration>) async throws {
    for entry in entries { kill(entry.pid, SIGTERM) }
    var waited = Duration.zero
    while waited < limit, !leftovers().isEmpty {
      try await clock.sleep(for: .milliseconds(50))
      waited += .milliseconds(50)
    }
    for entry in leftovers() { kill(entry.pid, SIGKILL) }
  }

  /// - Returns: nil if there is no such process, or it is only waiting to be buried.
  static func start(of pid: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    // The fields after the name begin with the state, the third.
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z" else { return nil }
    return String(fields[19])
  }
}
