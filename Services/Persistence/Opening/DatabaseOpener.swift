import Bus
import Documents
import FastJSON
import FoundationEssentials

/// Opens the database for writing: locks it, looks at it, sets it aside when it is unusable, brings
/// its schema up to date.
struct DatabaseOpener {
  var configuration: StoreConfiguration
  var migrator = Migrator()

  /// What an opened database is.
  struct Opened {
    var lock: FileLock
    var connection: SQLiteConnection
  }

  private var path: String { configuration.path }

  /// - Throws: `StoreError`.
  func open() throws -> Opened {
    try StoreError.translating(path: path) {
      try FileSystem.makeDirectory(FileSystem.directory(of: path))
      let lock = try FileLock.take(for: path)
      let setAside = SetAside(path: path)
      var notice = try setAside.resume()
      let finding = try FileInspection.inspect(
        path, migrator: migrator, patience: configuration.patience)
      if case .unusable(let reason) = finding {
        try setAside.begin(reason: reason, now: configuration.now())
        notice = try setAside.resume()
      }
      let missing = notice == nil ? try missing(finding) : nil
      if let missing { notice = try setAside.copy(missing: missing, now: configuration.now()) }
      let connection = try openSound(isBehind: missing != nil, notice)
      if notice != nil { try setAside.finish() }
      return Opened(lock: lock, connection: connection)
    }
  }

  /// How many of the batches that were acknowledged are not there; nil if all are, or nobody knows.
  ///
  /// Before anything is written: what is left of a damaged log must stay as it is.
  private func missing(_ finding: FileInspection) throws -> Int64? {
    guard let promised = try PromiseMark.read(of: path), promised.revision > 0 else { return nil }
    // Not even the file is there.
    if finding == .fresh { return promised.revision }
    guard finding == .ours else { return nil }
    let connection = try FileInspection.connection(to: path, patience: configuration.patience)
    defer { connection.close() }
    let found = try Promise(in: connection)
    // A backup that was put here on purpose promises nothing.
    guard try Meta(connection: connection).text(.backup) == nil, found.epoch == promised.epoch,
      found.revision < promised.revision
    else { return nil }
    return promised.revision - found.revision
  }

  private func openSound(
    isBehind: Bool, _ notice: DataFailedToLoad?
  ) throws -> SQLiteConnection {
    if try FileSystem.entry(at: path) == .nothing { try FileSystem.makeFile(path) }
    let connection = try SQLiteConnection.open(path, .write, patience: configuration.patience)
    let mode = try connection.first(
      "PRAGMA journal_mode = WAL", operation: "turn on the write-ahead log"
    ) { $0.text(0) }
    guard mode == "wal" else {
      throw StoreError(
        .io, "The file system of \(path) has no shared memory for SQLite; name a local directory.")
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864;
      """, operation: "set the database up")
    try migrator.migrate(connection, now: configuration.now())
    try connection.transaction(.immediate, operation: "begin the journal") {
      if let notice { try record(notice, in: connection) }
      try beginJournal(in: connection, isBehind: isBehind)
    }
    return connection
  }

  /// A new journal gets an epoch, and so does one that came out of a backup: its followers have seen
  /// events that it no longer has, and whoever writes knows documents that it no longer has.
  ///
  /// In one transaction with the notice: once the epoch is new, nothing would be found missing.
  ///
  /// - Parameter isBehind: whether the same has happened to this file itself.
  private func beginJournal(in connection: SQLiteConnection, isBehind: Bool) throws {
    let meta = Meta(connection: connection)
    if try meta.text(.epoch) == nil {
      try meta.set(.head, 0)
      try meta.set(.lowest, 1)
    } else if try meta.text(.backup) == nil, !isBehind {
      return
    }
    try meta.set(.epoch, .text(configuration.uuid().lowercaseText))
    try meta.remove(.backup)
    try TermBook(connection: connection).clear()
  }

  private func record(_ notice: DataFailedToLoad, in connection: SQLiteConnection) throws {
    let document = Document(
      collection: DataFailedToLoad.collection, id: DataFailedToLoad.id,
      body: try RawJSON(encoding: notice))
    try DocumentWriter(connection: connection).apply(.put(document))
  }
}
