import FoundationEssentials
import Glibc
import SQLite

/// Puts a backup in the place of a database, and keeps what was there.
///
/// The process may die at any moment: until the last rename the old database is there, under its own name and
/// another one.
///
/// 1. the backup is copied beside the database and checked;
/// 2. the database and its log get a second name, `<name>.restored-over-<time>`;
/// 3. the log goes from its first name: SQLite would take it for that of the new one;
/// 4. the copy is renamed, which takes the place of the old database.
struct StoreRestore {
  /// The backup.
  var source: String
  /// The path of the database.
  var path: String
  var now: Date
  /// For tests, which let it fail before a step.
  var willBegin: (Step) throws -> Void = { _ in }

  enum Step: CaseIterable {
    case copy, keep, removeLog, replace
  }

  /// What came of it.
  struct Outcome: Equatable {
    /// Where the old database is; nil where there was none.
    var kept: String?
    /// The end of the journal that was restored.
    var head: Int64
    var documents: Int64
  }

  private var draft: String { path + DatabaseFiles.restoring }

  /// - Throws: `StoreError`: `locked` while a service uses the database, `damaged`, `foreign`, `newer`.
  func run() throws -> Outcome {
    try StoreError.translating(path: path) {
      try FileSystem.makeDirectory(FileSystem.directory(of: path))
      let lock = try FileLock.take(for: path)
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
    // What is in its log would be lost.
    if FileSystem.size(source + "-wal") > 0 {
      throw StoreError(
        .invalid,
        "\(source) has a write-ahead log, so it is a database in use; create a backup with “standups backup”."
      )
    }
  }

  /// A copy that was checked, and gets an epoch of its own when it is opened.
  private func copy() throws -> (head: Int64, documents: Int64) {
    for suffix in [""] + DatabaseFiles.logs { try FileSystem.remove(draft + suffix) }
    try FileSystem.copy(source, to: draft)
    do {
      switch try FileInspection.inspect(draft, migrator: Migrator(), patience: 0) {
      case .ours: break
      case .fresh: throw StoreError(.damaged, "\(source) is empty.")
      case .unusable(let reason): throw StoreError(.damaged, "\(source) is not a backup. \(reason)")
      }
      try giveToOwner(draft)
      // Somebody may have copied the file by hand, so it may have no mark yet.
      return try BackupDraft(draft).finish(now: now, damaged: "\(source) is damaged.")
    } catch {
      BackupDraft(draft).discard()
      throw error
    }
  }

  /// Root restores for the service, whose directory it is.
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
