import FoundationEssentials
import StandupsSQLite

extension DatabaseOpener {
  /// Missing acknowledged changes, as a sentence; nil if none are missing, or if that is unknown.
  ///
  /// Called before anything is written, because the remains of a damaged log must stay unchanged.
  func loss(_ finding: FileInspection, _ watermark: Watermark?) throws -> String? {
    guard let watermark, watermark.revision > 0 else { return nil }
    // Even the database file is missing.
    if finding == .fresh { return Self.missing(watermark.revision) }
    guard finding == .ours else { return nil }
    let connection = try FileInspection.connection(to: path, timeoutMs: configuration.lockTimeoutMs)
    defer { connection.close() }
    let found = try Watermark(in: connection)
    // An operator placed a backup here intentionally, so nothing counts as missing.
    let meta = Meta(connection: connection)
    guard try meta.text(.backup) == nil else { return nil }
    guard found.epoch == watermark.epoch else {
      // The process that began this journal may have ended before it wrote the watermark.
      guard try meta.text(.marked) != watermark.epoch else { return nil }
      return
        "This is a different database from the one that was in use here, and it is not a backup of it."
    }
    guard found.revision < watermark.revision else { return nil }
    return Self.missing(watermark.revision - found.revision)
  }

  private static func missing(_ count: Int64) -> String {
    Watermark.missing(count)
      + ": the database or its log was damaged, or an earlier copy of the database was restored."
  }
}

extension Watermark {
  /// The actual content of a database.
  init(in connection: SQLiteConnection) throws {
    let meta = Meta(connection: connection)
    self.init(epoch: try meta.epoch(), revision: try meta.integer(.revision))
  }
}

extension SetAside {
  /// Keeps a copy of an intact database that lacks acknowledged changes. The file itself changes
  /// after this, which may destroy the remains of the missing changes.
  ///
  /// - Parameter reason: the loss, as a sentence.
  /// - Returns: the notice to be stored.
  /// - Throws: `SystemError` if there is not enough space for the copy; nothing has changed then.
  func copy(because reason: String, now: Date) throws -> DataFailedToLoad {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let target = try FileSystem.freeName(
      path + DatabaseFiles.behind + now.formatted(style), with: DatabaseFiles.logs)
    for suffix in ["", "-wal"] where try FileSystem.entry(at: path + suffix) != .nothing {
      try FileSystem.copy(path + suffix, to: target + suffix)
    }
    try FileSystem.synchronize(FileSystem.directory(of: path))
    return DataFailedToLoad(
      path: target,
      reason: "\(reason) The remaining data is in use, and a copy of it was kept.",
      date: now.formatted(.iso8601))
  }
}
