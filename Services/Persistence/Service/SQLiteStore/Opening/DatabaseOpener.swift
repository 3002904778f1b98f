import Bus
import Documents
import FastJSON
import FoundationEssentials
import StandupsSQLite

/// Opens the database for writing: locks and inspects it, sets it aside if it is unusable, and
/// migrates its schema.
struct DatabaseOpener {
  var configuration: SQLiteConfiguration
  var migrator = Migrator()

  /// An opened database.
  struct Opened {
    var lock: FileLock
    var connection: SQLiteConnection
    /// Reason why a loss of acknowledged changes would not be detected; nil if the watermark could
    /// be read.
    var watermarkProblem: String?
  }

  var path: String { configuration.path }

  /// Opens the database.
  ///
  /// - Throws: `StoreError`.
  func open() throws -> Opened {
    try StoreError.translating(path: path) {
      try FileSystem.makeDirectory(FileSystem.directory(of: path))
      let lock = try FileLock.acquire(for: path)
      let setAside = SetAside(path: path)
      var notice = try setAside.resume()
      let finding = try FileInspection.inspect(
        path, migrator: migrator, timeoutMs: configuration.lockTimeoutMs)
      if case .unusable(let reason) = finding {
        try setAside.begin(reason: reason, now: configuration.common.now())
        notice = try setAside.resume()
      }
      let saved = try WatermarkFile.read(of: path)
      let loss = notice == nil ? try loss(finding, saved.watermark) : nil
      if let loss { notice = try setAside.copy(because: loss, now: configuration.common.now()) }
      let connection = try openSound(isBehind: loss != nil, notice, saved.watermark)
      if notice != nil { try setAside.finish() }
      return Opened(
        lock: lock, connection: connection,
        watermarkProblem: saved == .unreadable ? WatermarkFile.unreadable : nil)
    }
  }

  private func openSound(
    isBehind: Bool, _ notice: DataFailedToLoad?, _ watermark: Watermark?
  ) throws -> SQLiteConnection {
    if try FileSystem.entry(at: path) == .nothing { try FileSystem.makeFile(path) }
    let connection = try SQLiteConnection.open(path, .write, patience: configuration.lockTimeoutMs)
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
    // Validate the counters before they are incremented.
    for counter in [.head, .lowest, .revision, .router] as [Meta.Key] {
      _ = try Meta(connection: connection).integer(counter)
    }
    try connection.transaction(.immediate, operation: "create the journal") {
      if let notice { try record(notice, in: connection) }
      try beginJournal(in: connection, isBehind: isBehind, watermark)
    }
    return connection
  }

  /// Gives the journal a new epoch if it is new, if it was restored from a backup, or if it lacks
  /// acknowledged changes. In the last two cases, subscribers have received events, and services
  /// know documents, that the database no longer contains.
  ///
  /// Runs in one transaction with the notice, because the loss cannot be detected any more once the
  /// epoch has changed.
  ///
  /// - Parameters:
  ///   - isBehind: whether this file lacks acknowledged changes.
  ///   - watermark: content of the watermark until it is written for this journal.
  private func beginJournal(
    in connection: SQLiteConnection, isBehind: Bool, _ watermark: Watermark?
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
    if let watermark { try meta.set(.marked, .text(watermark.epoch)) }
    try WriterEpochs(connection: connection).clear()
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
