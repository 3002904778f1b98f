import Glibc
import StandupsSQLite

/// Uses databases on a read-only file system for reading, and for writing once the file system has
/// become writable.
extension SQLiteStore {
  /// Opens the database for reading.
  ///
  /// - Parameter reason: error of the attempt to open it for writing.
  func startReading(_ reason: StoreError) async throws {
    guard FileSystem.isReadOnly(sqlite.path) else { throw reason }
    try await openReadersUnwritable()
    unwritable = reason
  }

  /// Switches to writing, if the file system has become writable.
  func becomeWritable() async throws {
    guard let reason = unwritable else {
      throw StoreError.closed
    }
    if let recovery { return try await recovery.value }
    guard !FileSystem.isReadOnly(sqlite.path) else { throw reason }
    let attempt = Task {
      defer { recovery = nil }
      await closeReaders()
      do {
        try await start()
        unwritable = nil
      } catch {
        // If this fails, the next attempt opens them.
        try? await openReadersUnwritable()
        throw error
      }
    }
    recovery = attempt
    try await attempt.value
  }

  private func openReadersUnwritable() async throws {
    for reader in readers {
      try await reader.openUnwritable(timeoutMs: sqlite.lockTimeoutMs)
    }
  }

  /// Writes the waiting transactions, which fail if the file system is still read-only.
  func flushWhenWritable() async {
    guard writer == nil else { return flush() }
    do {
      try await becomeWritable()
      flush()
    } catch {
      let failure = StoreError.from(error, path: sqlite.path)
      for commit in queue.removeAll() { commit.completion(.failure(failure)) }
    }
  }
}

extension SQLiteReader {
  /// Opens an intact database of the current version on a read-only file system.
  ///
  /// - Throws: `StoreError`: `newer`; `readOnly` if the database would have to be changed first.
  func openUnwritable(migrator: Migrator = Migrator(), timeoutMs: Int32) throws {
    try StoreError.translating(path: path) {
      let hasLog = try FileSystem.entry(at: path + "-wal") != .nothing
      let connection = try SQLiteConnection.open(
        path, hasLog ? .read : .immutable, patience: timeoutMs)
      do {
        guard try migrator.isCurrent(connection, path: path),
          try Meta(connection: connection).text(.backup) == nil
        else { throw SystemError(code: EROFS, operation: "migrate the database") }
        self.connection = connection
      } catch {
        connection.close()
        throw error
      }
    }
  }
}
