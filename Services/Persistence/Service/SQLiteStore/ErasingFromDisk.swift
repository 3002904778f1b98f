import Documents
import StandupsSQLite

/// Removes erased content from the disk. Readers no longer see it after the transaction, but it
/// remains in three places: in the search index, which keeps deleted words until its segments are
/// merged; in the log; and in the database, until the log is copied into it. `secure_delete`
/// overwrites free pages with zeros.
///
/// The transaction also records that this work is pending, so it is not forgotten if the process
/// ends.
extension SQLiteStore {
  /// Starts the removal, if any is pending.
  func finishErasing() {
    guard erasing == nil, isErasing else { return }
    erasing = Task {
      var attempts = 0
      while isErasing, !Task.isCancelled {
        attempts += 1
        do {
          try await eraseFromDisk()
          erasureProblem =
            isErasing && attempts > Self.patientAttempts
            ? "Erased text is still on disk because a process has been reading the database for a long time."
            : nil
        } catch {
          erasureProblem = "Erased text may still be on disk: \(error)"
        }
        guard isErasing else { break }
        do { try await configuration.pause() } catch { break }
      }
      erasing = nil
    }
  }

  /// Returns once erased content is gone from the disk, or once no further attempts are made.
  func erased() async { await erasing?.value }

  /// Number of attempts before a problem is reported. An attempt fails while a long read, such as a
  /// backup, is running.
  private static let patientAttempts = 60

  /// Number of pages of the search index merged at once.
  private static let mergedPages: Int64 = 200

  /// Merges the search index in small transactions, and truncates the log.
  ///
  /// If a long read, such as a backup, needs the log, another attempt follows.
  private func eraseFromDisk() async throws {
    // A negative number makes the first merge begin with all segments
    // (https://www.sqlite.org/fts5.html section 6.8).
    var pages = -Self.mergedPages
    while try maintain({ [pages] in try Self.merge($0, pages: pages) }) {
      pages = Self.mergedPages
      await Task.yield()
      try Task.checkCancellation()
    }
    guard try maintain({ try Self.emptyLog($0) }) else { return }
    try recordErased()
  }

  /// Merges pages of the search index.
  ///
  /// - Returns: whether more remains to be merged.
  private static func merge(_ connection: SQLiteConnection, pages: Int64) throws -> Bool {
    let before = connection.totalChanges
    try connection.run(
      "INSERT INTO search (search, rank) VALUES ('merge', ?)", [.integer(pages)],
      operation: "merge the search index")
    return connection.totalChanges - before >= 2
  }

  /// Truncates the log.
  ///
  /// - Returns: whether the database now contains the whole log.
  private static func emptyLog(_ connection: SQLiteConnection) throws -> Bool {
    try connection.first(
      "PRAGMA wal_checkpoint(TRUNCATE)", operation: "truncate the write-ahead log"
    ) {
      $0.integer(0) == 0
    } ?? false
  }
}
