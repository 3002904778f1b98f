import FoundationEssentials
import StandupsSQLite
import Threads

/// Creates a backup, on its own thread.
actor BackupWorker {
  private static let pagesPerStep: Int32 = 256

  private let executor: BlockingExecutor
  private let source: String
  private let uuid: UUID

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Creates the worker.
  ///
  /// - Parameters:
  ///   - source: path of the database.
  ///   - uuid: makes the name of the draft unique.
  init(source: String, uuid: UUID) throws {
    self.executor = try .forStore("store-backup")
    self.source = source
    self.uuid = uuid
  }

  func copy(
    to path: String, overwriting: Bool, timeoutMs: Int32, now: Date,
    progress: @Sendable (BackupProgress) -> Void
  ) throws {
    let draft = BackupDraft(of: path, uuid: uuid).path
    do {
      try check(path, overwriting: overwriting)
      try FileSystem.makeFile(draft)
      try fill(draft, timeoutMs: timeoutMs, progress: progress)
      try BackupDraft(draft).finish(
        now: now,
        damaged: "The backup failed its integrity check; check the disks, then back up again.")
      try publish(draft, as: path, overwriting: overwriting)
      try FileSystem.synchronize(FileSystem.directory(of: path))
    } catch {
      BackupDraft(draft).discard()
      if error is CancellationError { throw error }
      throw StoreError.from(error, path: path)
    }
  }

  private func check(_ path: String, overwriting: Bool) throws {
    guard !DatabaseFiles.contains(path, of: source) else {
      throw StoreError(.invalid, "\(path) belongs to the database itself; choose another name.")
    }
    switch try FileSystem.entry(at: path) {
    case .nothing:
      break
    case .file:
      guard overwriting else { throw BackupWorker.exists(path) }
      guard try Self.isBackup(path) else {
        throw StoreError(
          .exists, "\(path) exists and is not a Standups backup; choose another name.")
      }
    case .directory, .other:
      throw StoreError(.notAFile, "\(path) is a directory or a device; choose another name.")
    }
  }

  /// True for a backup that `BackupDraft` finished. Symbolic links never count as backups,
  /// regardless of their target.
  private static func isBackup(_ path: String) throws -> Bool {
    guard !FileSystem.isLink(path), try FileInspection.reasonInHeader(path) == nil else {
      return false
    }
    do {
      let connection = try SQLiteConnection.open(path, .inspect)
      defer { connection.close() }
      return try Meta(connection: connection).text(.backup) != nil
    } catch is SQLiteError {
      return false
    }
  }

  /// Copies the database. The open transaction keeps one snapshot of the source; without it, each
  /// commit of the store would restart the copy.
  private func fill(
    _ draft: String, timeoutMs: Int32, progress: @Sendable (BackupProgress) -> Void
  ) throws {
    let from = try SQLiteConnection.open(source, .read, patience: timeoutMs)
    defer { from.close() }
    let to = try SQLiteConnection.open(draft, .write, patience: timeoutMs)
    defer { to.close() }
    try from.transaction(.deferred, operation: "read the database") {
      _ = try Meta(connection: from).integer(.head)
      let backup = try SQLiteBackup(from: from, to: to)
      while try backup.step(pages: BackupWorker.pagesPerStep) {
        try Task.checkCancellation()
        progress(BackupWorker.progress(backup))
      }
      progress(BackupWorker.progress(backup))
    }
  }

  private static func progress(_ backup: SQLiteBackup) -> BackupProgress {
    let (remaining, total) = backup.progress
    return BackupProgress(copied: total - remaining, total: total)
  }

  private func publish(_ draft: String, as path: String, overwriting: Bool) throws {
    if overwriting { return try FileSystem.move(draft, to: path) }
    guard try FileSystem.link(draft, as: path) else { throw BackupWorker.exists(path) }
    try FileSystem.remove(draft)
  }

  private static func exists(_ path: String) -> StoreError {
    StoreError(
      .exists, "\(path) already exists; choose another name, or overwrite the backup with --force.")
  }
}

extension SQLiteStore {
  nonisolated func backup(
    to path: String, overwriting: Bool,
    progress: @escaping @Sendable (BackupProgress) -> Void
  ) async throws {
    // Throws if the store is closed.
    try await maintain { _ in }
    let worker = try BackupWorker(source: sqlite.path, uuid: configuration.uuid())
    try await worker.copy(
      to: path, overwriting: overwriting, timeoutMs: sqlite.lockTimeoutMs,
      now: configuration.now(), progress: progress)
  }
}
