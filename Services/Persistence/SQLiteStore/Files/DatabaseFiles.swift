/// The names of the files that a database consists of, and of those that are kept beside it.
enum DatabaseFiles {
  /// The files that SQLite keeps beside a database.
  static let logs = ["-wal", "-shm", "-journal"]
  /// Says how much was acknowledged; see `PromiseMark`.
  static let mark = ".mark"
  /// Keeps others off; see `FileLock`.
  static let lock = ".lock"
  /// Says what is being set aside; see `SetAside`.
  static let intention = ".setting-aside"
  /// Before the time at which a database was set aside.
  static let setAside = ".set-aside-"
  /// Before the time at which a copy was made of one that was not as it had been promised.
  static let behind = ".behind-"
  /// Before the time at which a backup took the place of a database.
  static let restoredOver = ".restored-over-"
  /// A backup that is to take the place of the database; see `StoreRestore`.
  static let restoring = ".restoring"

  /// Whether a path is one of the database's own files or of those that were kept for a person, there or
  /// not: whoever replaced its log would lose what is only in it, whoever replaced its mark would not hear
  /// of the next loss.
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
    [""] + logs + [mark, lock, intention, FileSystem.draft(of: intention), restoring]

  /// Whether a path leads to one of the database's own files.
  static func isInUse(_ path: String, of database: String) -> Bool {
    own.contains { FileSystem.areSame(path, database + $0) }
  }
}
