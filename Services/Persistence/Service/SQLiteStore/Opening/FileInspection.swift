import StandupsSQLite

/// Result of inspecting the database file.
enum FileInspection: Sendable, Equatable {
  /// No file, or an empty one, so the database is new.
  case fresh
  /// An intact database of Standups.
  case ours
  /// A file to be set aside, with the reason as a sentence.
  case unusable(String)

  /// Inspects a file without changing it.
  ///
  /// - Throws: `StoreError` if the file must stay in place: it is newer, locked, unreadable, or not
  ///   a file.
  static func inspect(_ path: String, migrator: Migrator, timeoutMs: Int32) throws -> Self {
    switch try FileSystem.entry(at: path) {
    case .nothing, .file(size: 0):
      // A log exists without its database, so the database was truncated or lost, and SQLite would
      // delete the log.
      for suffix in ["-wal", "-journal"] {
        if case .file(let size) = try FileSystem.entry(at: path + suffix), size > 0 {
          return .unusable("The database is empty, but its log is not.")
        }
      }
      return .fresh
    case .directory, .other:
      throw StoreError(
        .notAFile, "\(path) is a directory or a device, not a file; move it elsewhere.")
    case .file:
      break
    }
    if let reason = try reasonInHeader(path) { return .unusable(reason) }
    do {
      let connection = try connection(to: path, timeoutMs: timeoutMs)
      defer { connection.close() }
      return try inspect(connection, path: path, migrator: migrator)
    } catch let error as SQLiteError where error.code == .corrupt || error.code == .notADatabase {
      return .unusable("The file is damaged.")
    }
  }

  /// Connection for the inspection. An existing log must stay unchanged; without one, closing the
  /// connection removes the files that it created.
  static func connection(to path: String, timeoutMs: Int32) throws -> SQLiteConnection {
    let hasLog = try FileSystem.entry(at: path + "-wal") != .nothing
    return try SQLiteConnection.open(path, hasLog ? .inspect : .write, patience: timeoutMs)
  }

  /// Problem that the file header shows (https://www.sqlite.org/fileformat2.html section 1.3); nil
  /// if it shows none. The header is checked first, so that SQLite never opens or repairs a foreign
  /// file.
  static func reasonInHeader(_ path: String) throws -> String? {
    let header = try FileSystem.head(of: path, count: 100)
    guard header.count == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return "The file is not a database."
    }
    let (writeVersion, readVersion) = (header[18], header[19])
    // SQLite would overwrite an unknown version with its own.
    guard (1...2).contains(writeVersion), (1...2).contains(readVersion) else {
      return "The file's header is damaged."
    }
    let identifier = header[68..<72].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    // With a write-ahead log, the identifier may still be in the log.
    guard identifier == Schema.applicationID || writeVersion == 2 else {
      return "The database belongs to another program."
    }
    return nil
  }

  private static func inspect(
    _ connection: SQLiteConnection, path: String, migrator: Migrator
  ) throws -> Self {
    let identifier = try connection.first(
      "PRAGMA application_id", operation: "check which application owns the database"
    ) { $0.integer(0) }
    guard identifier == Schema.applicationID else {
      let tables = try connection.first(
        "SELECT count(*) FROM sqlite_schema", operation: "count the tables"
      ) { $0.integer(0) }
      // A new database of Standups, whose creation ended before the first migration.
      if identifier == 0, tables == 0 { return .fresh }
      return .unusable("The database belongs to another program.")
    }
    try migrator.checkKnown(connection, path: path)
    let finding = try connection.first(
      "PRAGMA quick_check(1)", operation: "check the database"
    ) { $0.text(0) }
    return finding == "ok" ? .ours : .unusable("The database failed its integrity check.")
  }
}
