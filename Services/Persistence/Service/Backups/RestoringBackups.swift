import FoundationEssentials
import Glibc
import StandupsSQLite

/// Replaces a database with a backup, and keeps the previous database.
///
/// If a restore is interrupted before the last rename, the previous database is still in place,
/// possibly with its second name as well.
///
/// 1. The backup is copied next to the database and checked.
/// 2. The database and its log get a second name, `<name>.restored-over-<time>`.
/// 3. The first name of the log is removed; otherwise SQLite would apply it to the new database.
/// 4. The copy is renamed to replace the previous database.
struct StoreRestore {
  /// Path of the backup.
  var source: String
  /// Path of the database.
  var path: String
  var now: Date
  /// Hook before each step, for tests that inject failures.
  var willBegin: (Step) throws -> Void = { _ in }

  enum Step: CaseIterable {
    case copy, keep, removeLog, replace
  }

  /// Result of a restore.
  struct Outcome: Equatable {
    /// New path of the previous database; nil if there was none.
    var kept: String?
    /// Last sequence of the restored journal.
    var head: Int64
    var documents: Int64
  }

  private var draft: String { path + DatabaseFiles.restoring }

  /// Restores the backup.
  ///
  /// - Throws: `StoreError`: `locked` while a service uses the database, `damaged`, `foreign`,
  ///   `newer`.
  func run() throws -> Outcome {
    try StoreError.translating(path: path) {
      try FileSystem.makeDirectory(FileSystem.directory(of: path))
      let lock = try FileLock.acquire(for: path)
      return try withExtendedLifetime(lock) {
        try checkSource()
        try willBegin(.copy)
        let (head, documents) = try copy()
        try willBegin(.keep)
        let kept = try keep()
        try willBegin(.removeLog)
        for suffix in DatabaseFiles.logs { try FileSystem.remove(path + suffix) }
        try FileSystem.remove(path + DatabaseFiles.intention)
        try FileSystem.synchronize(FileSystem.directory(of: path))
        try willBegin(.replace)
        try FileSystem.move(draft, to: path)
        try FileSystem.synchronize(FileSystem.directory(of: path))
        return Outcome(kept: kept, head: head, documents: documents)
      }
    }
  }

  private func checkSource() throws {
    guard case .file(let size) = try FileSystem.entry(at: source), size > 0 else {
      throw StoreError(.notAFile, "Backup \(source) not found.")
    }
    guard !DatabaseFiles.isInUse(source, of: path) else {
      throw StoreError(.invalid, "\(source) is the database itself; specify a backup of it.")
    }
    // Refuse, because the content of its write-ahead log would be lost.
    if FileSystem.size(source + "-wal") > 0 {
      throw StoreError(
        .invalid,
        "\(source) has a write-ahead log, so it is a database in use; create a backup with “standups backup”."
      )
    }
  }

  /// Creates a checked copy, which gets a new epoch when it is opened.
  private func copy() throws -> (head: Int64, documents: Int64) {
    for suffix in [""] + DatabaseFiles.logs { try FileSystem.remove(draft + suffix) }
    try FileSystem.copy(source, to: draft)
    do {
      switch try FileInspection.inspect(draft, migrator: Migrator(), timeoutMs: 0) {
      case .ours: break
      case .fresh: throw StoreError(.damaged, "\(source) is empty.")
      case .unusable(let reason): throw StoreError(.damaged, "\(source) is not a backup. \(reason)")
      }
      try giveToOwner(draft)
      // The file may have been copied manually, without the mark of a backup.
      return try BackupDraft(draft).finish(now: now, damaged: "\(source) is damaged.")
    } catch {
      BackupDraft(draft).discard()
      throw error
    }
  }

  /// If root runs the restore on behalf of the service, gives the file to the owner of the
  /// directory.
  private func giveToOwner(_ file: String) throws {
    var status = stat()
    guard geteuid() == 0, stat(FileSystem.directory(of: path), &status) == 0 else { return }
    guard chown(file, status.st_uid, status.st_gid) == 0 else {
      throw SystemError.current("change the owner of a file")
    }
  }

  private func keep() throws -> String? {
    guard try FileSystem.entry(at: path) != .nothing else { return nil }
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let target = try FileSystem.freeName(
      path + DatabaseFiles.restoredOver + now.formatted(style), with: DatabaseFiles.logs)
    for suffix in ["", "-wal"] where try FileSystem.entry(at: path + suffix) != .nothing {
      _ = try FileSystem.link(path + suffix, as: target + suffix)
    }
    try FileSystem.synchronize(FileSystem.directory(of: path))
    return target
  }
}
