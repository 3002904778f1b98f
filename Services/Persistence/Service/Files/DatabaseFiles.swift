/// Names of the files of a database, and of related files next to it.
enum DatabaseFiles {
  /// Suffixes of the log files that SQLite keeps next to a database.
  static let logs = ["-wal", "-shm", "-journal"]
  /// Suffix of the durability watermark; see `WatermarkFile`.
  static let watermark = ".mark"
  /// Suffix of the lock file; see `FileLock`.
  static let lock = ".lock"
  /// Suffix of the record of a set-aside in progress; see `SetAside`.
  static let intention = ".setting-aside"
  /// Suffix of a database that was set aside, followed by the time.
  static let setAside = ".set-aside-"
  /// Suffix of a copy of a database that lacked acknowledged changes, followed by the time.
  static let behind = ".behind-"
  /// Suffix of a database that was replaced by a backup, followed by the time.
  static let restoredOver = ".restored-over-"
  /// Suffix of a backup that is being restored; see `StoreRestore`.
  static let restoring = ".restoring"

  /// True for the database's own files and for those kept for an operator, whether they exist or
  /// not. A backup must not replace them: without its log, a database loses changes, and without
  /// its watermark, the next loss would not be detected.
  static func contains(_ path: String, of database: String) -> Bool {
    if isInUse(path, of: database) { return true }
    guard
      FileSystem.areSame(FileSystem.directory(of: path), FileSystem.directory(of: database))
    else { return false }
    let (name, base) = (FileSystem.name(of: path), FileSystem.name(of: database))
    return own.contains { name == base + $0 }
      || [setAside, behind, restoredOver].contains { name.hasPrefix(base + $0) }
  }

  private static let own =
    [""] + logs + [watermark, lock, intention, FileSystem.draft(of: intention), restoring]

  /// True if a path refers to one of the files that the database uses.
  static func isInUse(_ path: String, of database: String) -> Bool {
    own.contains { FileSystem.areSame(path, database + $0) }
  }
}
