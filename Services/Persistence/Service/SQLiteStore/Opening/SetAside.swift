import Bus
import FastJSON
import FoundationEssentials

/// Moves an unusable file aside, without losing data or the notice about it.
///
/// This takes several renames and a notice in the new database, and the process may end between any
/// two steps. Therefore the intention is recorded first, and the next start continues:
///
/// 1. `<name>.setting-aside` records the target and the reason.
/// 2. The database is renamed, then its log files.
/// 3. A new database is created, with the notice in it.
/// 4. `<name>.setting-aside` is removed.
struct SetAside {
  /// Path of the database.
  var path: String

  private var intention: String { path + DatabaseFiles.intention }

  /// Executes steps 1 and 2.
  func begin(reason: String, now: Date) throws {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let target = try FileSystem.freeName(
      path + DatabaseFiles.setAside + now.formatted(style), with: DatabaseFiles.logs)
    let notice = DataFailedToLoad(
      path: target, reason: reason, date: now.formatted(.iso8601))
    try FileSystem.write(try RawJSON(encoding: notice).bytes, to: intention)
    try moveIfThere(path, to: target)
    try moveLogs(to: target)
    try FileSystem.synchronize(FileSystem.directory(of: path))
  }

  /// Continues after an interruption.
  ///
  /// - Returns: the notice to be stored, if any.
  func resume() throws -> DataFailedToLoad? {
    guard case .file(let size) = try FileSystem.entry(at: intention) else { return nil }
    let bytes = try FileSystem.head(of: intention, count: Int(size))
    let notice = try decode(bytes)
    let hasMoved = try hasAnything(at: notice.path)
    guard hasMoved else {
      // Nothing has been moved yet, so the next inspection finds the problem again.
      try FileSystem.remove(intention)
      return nil
    }
    if try FileSystem.entry(at: path) == .nothing {
      try moveLogs(to: notice.path)
      try FileSystem.synchronize(FileSystem.directory(of: path))
    }
    return notice
  }

  /// Executes step 4, once the notice is durable.
  func finish() throws {
    try FileSystem.remove(intention)
    try FileSystem.synchronize(FileSystem.directory(of: path))
  }

  /// Decodes the record. It is written atomically, so only a manual change or a failing disk can
  /// have damaged it.
  private func decode(_ bytes: [UInt8]) throws -> DataFailedToLoad {
    do {
      return try BusJSON.decode(DataFailedToLoad.self, from: Data(bytes))
    } catch {
      throw StoreError(
        .damaged,
        "\(intention) cannot be read; check the set-aside files next to it, remove it, and start the service"
          + " again.", cause: error)
    }
  }

  private func moveLogs(to target: String) throws {
    for suffix in DatabaseFiles.logs where try FileSystem.entry(at: target + suffix) == .nothing {
      try moveIfThere(path + suffix, to: target + suffix)
    }
  }

  private func moveIfThere(_ path: String, to target: String) throws {
    guard try FileSystem.entry(at: path) != .nothing else { return }
    try FileSystem.move(path, to: target)
  }

  private func hasAnything(at target: String) throws -> Bool {
    try ([""] + DatabaseFiles.logs).contains { try FileSystem.entry(at: target + $0) != .nothing }
  }
}
