import CommandLineKit
import StandupsConfiguration
import Foundation
import Glibc

/// Runtime directory with a machine's sockets, locked by one supervisor at a time.
///
/// The child processes are recorded next to the lock. If a supervisor is killed but a child
/// outlives it, the next supervisor finds the child and stops it first.
struct RuntimeDirectory: Sendable {
  let path: String
  private let lock: HeldLock

  /// Creates the directory and locks it.
  ///
  /// - Throws: `Failure` if the directory belongs to another user or another supervisor holds the
  ///   lock.
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

  /// Removes the record of the children and releases the lock.
  func release() {
    unlink(Self.childrenFile(path))
    lock.release()
  }

  /// Creates a directory for its owner only, or checks an existing one.
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

  /// Record of a child process. It contains the start time, because the process id alone may by now
  /// refer to another process.
  struct Entry: Codable, Hashable, Sendable {
    var name: String
    var pid: Int32
    /// Start time, in clock ticks since boot (proc(5), `stat`, field 22).
    var start: String
  }

  private static func childrenFile(_ path: String) -> String { path + "/up.children" }

  /// Records the running children. Errors are ignored, because they only prevent the next
  /// supervisor from finding the children after a crash.
  func note(_ pids: [String: Int32]) {
    let entries = pids.compactMap { name, pid in
      Self.start(of: pid).map { Entry(name: name, pid: pid, start: $0) }
    }
    let data = try? JSONEncoder().encode(entries)
    try? data?.write(to: URL(fileURLWithPath: Self.childrenFile(path)), options: .atomic)
  }

  /// Running children of a previous supervisor.
  func leftovers() -> [Entry] { Self.running(in: path) }

  /// Running children of the supervisor in a directory.
  static func running(in path: String) -> [Entry] {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: childrenFile(path))),
      let entries = try? JSONDecoder().decode([Entry].self, from: data)
    else { return [] }
    return entries.filter { start(of: $0.pid) == $0.start }
  }

  /// Stops remaining children with SIGTERM or, after the time limit, with SIGKILL.
  func stop(_ entries: [Entry], limit: Duration, clock: any Clock<Duration>) async throws {
    for entry in entries { kill(entry.pid, SIGTERM) }
    var waited = Duration.zero
    while waited < limit, !leftovers().isEmpty {
      try await clock.sleep(for: .milliseconds(50))
      waited += .milliseconds(50)
    }
    for entry in leftovers() { kill(entry.pid, SIGKILL) }
  }

  /// Returns the start time of a process; nil if it does not exist or is a zombie.
  static func start(of pid: Int32) -> String? {
    guard let text = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return nil }
    // The fields after the name start with the state, field 3.
    let fields = text[text.index(after: name)...].split(separator: " ")
    guard fields.count > 19, fields[0] != "Z" else { return nil }
    return String(fields[19])
  }
}

extension CommandContext {
  /// Names of the services that “standups up” runs on this machine for the selected router. If one
  /// of them is not connected, it is still loading, for example a large database or its speech
  /// engine.
  var loading: Set<String> {
    guard globals.context == nil,
      let bus = try? BusEnvironment(environment, userID: getuid(), isTerminal: false),
      bus.commands.hasPrefix("ipc://\(bus.runtimeDirectory)/")
    else { return [] }
    return Set(RuntimeDirectory.running(in: bus.runtimeDirectory).map(\.name))
  }
}
