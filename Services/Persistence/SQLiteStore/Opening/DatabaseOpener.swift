import Bus
import Documents
import FastJSON
import FoundationEssentials
import SQLite

/// Opens the database for writing: locks it, looks at it, sets it aside when it is unusable, brings
/// its schema up to date.
struct DatabaseOpener {
  var configuration: SQLiteConfiguration
  var migrator = Migrator()

  /// What an opened database is.
  struct Opened {
    var lock: FileLock
    var connection: SQLiteConnection
    /// Why it is not known whether all that was acknowledged is there; nil if it is.
    var markProblem: String?
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
        try setAside.begin(reason: reason, now: configuration.common.now())
        notice = try setAside.resume()
      }
      let mark = try PromiseMark.read(of: path)
      let loss = notice == nil ? try loss(finding, mark.promise) : nil
      if let loss { notice = try setAside.copy(because: loss, now: configuration.common.now()) }
      let connection = try openSound(isBehind: loss != nil, notice, mark.promise)
      if notice != nil { try setAside.finish() }
      return Opened(
        lock: lock, connection: connection,
        markProblem: mark == .unreadable ? PromiseMark.unreadable : nil)
    }
  }

  private static func missing(_ count: Int64) -> String {
    Promise.missing(count)
      + ": the database or its log was damaged, or an earlier copy of the database was restored."
  }

  /// What was acknowledged and is not there, in a sentence; nil if all is, or nobody knows.
  ///
  /// Before anything is written: what is left of a damaged log must stay as it is.
  private func loss(_ finding: FileInspection, _ promised: Promise?) throws -> String? {
    guard let promised, promised.revision > 0 else { return nil }
    // Not even the file is there.
    if finding == .fresh { return Self.missing(promised.revision) }
    guard finding == .ours else { return nil }
    let connection = try FileInspection.connection(to: path, patience: configuration.patience)
    defer { connection.close() }
    let found = try Promise(in: connection)
    // A backup that was put here on purpose promises nothing.
    let meta = Meta(connection: connection)
    guard try meta.text(.backup) == nil else { return nil }
    guard found.epoch == promised.epoch else {
      // The process that began this journal may have died before it could write the mark.
      guard try meta.text(.marked) != promised.epoch else { return nil }
      return
        "This is a different database from the one that was in use here, and it is not a backup of it."
    }
    guard found.revision < promised.revision else { return nil }
    return Self.missing(promised.revision - found.revision)
  }

  private func openSound(
    isBehind: Bool, _ notice: DataFailedToLoad?, _ promised: Promise?
  ) throws -> SQLiteConnection {
    if try FileSystem.entry(at: path) == .nothing { try FileSystem.makeFile(path) }
    let connection = try SQLiteConnection.open(path, .write, patience: configuration.patience)
    let mode = try connection.first(
      "PRAGMA journal_mode = WAL", operation: "turn on the write-ahead log"
    ) { $0.text(0) }
    guard mode == "wal" else {
      throw StoreError(
        .io,
        "The file system of \(path) does not support SQLite's shared memory; use a local directory."
      )
    }
    try connection.execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA cell_size_check = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864;
      """, operation: "set up the database")
    try migrator.migrate(connection, now: configuration.common.now())
    // Before anything counts up from them.
    for counter in [.head, .lowest, .revision, .router] as [Meta.Key] {
      _ = try Meta(connection: connection).integer(counter)
    }
    try connection.transaction(.immediate, operation: "create the journal") {
      if let notice { try record(notice, in: connection) }
      try beginJournal(in: connection, isBehind: isBehind, promised)
    }
    return connection
  }

  /// A new journal gets an epoch, and so does one that came out of a backup: its followers have seen
  /// events that it no longer has, and whoever writes knows documents that it no longer has.
  ///
  /// In one transaction with the notice: once the epoch is new, nothing would be found missing.
  ///
  /// - Parameters:
  ///   - isBehind: whether the same has happened to this file itself.
  ///   - promised: what the mark says, until it is written for this journal.
  private func beginJournal(
    in connection: SQLiteConnection, isBehind: Bool, _ promised: Promise?
  ) throws {
    let meta = Meta(connection: connection)
    if try meta.text(.epoch) == nil {
      try meta.set(.head, 0)
      try meta.set(.lowest, 1)
    } else if try meta.text(.backup) == nil, !isBehind {
      return
    }
    try meta.set(.epoch, .text(configuration.common.uuid().lowercaseText))
    try meta.remove(.backup)
    if let promised { try meta.set(.marked, .text(promised.epoch)) }
    try TermBook(connection: connection).clear()
  }

  private func record(_ notice: DataFailedToLoad, in connection: SQLiteConnection) throws {
    let document = Document(
      collection: DataFailedToLoad.collection, id: DataFailedToLoad.id,
      body: try RawJSON(encoding: notice))
    let writer = DocumentWriter(
      connection: connection, now: configuration.common.now().milliseconds)
    try writer.apply(.put(document))
  }
}
