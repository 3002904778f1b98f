import Documents
import SQLite

/// What was erased is gone for every reader with its transaction. The words are still in three places then:
/// in the index of the search, which keeps what was deleted until its parts are merged; in the log; and in
/// the database until the log is copied into it. `secure_delete` overwrites the free pages with zeros.
///
/// That this is still to be done is written down with the transaction, so a process that dies does not
/// forget it.
extension SQLiteStore {
  /// Begins, if there is anything to do.
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

  /// Returns once what was erased is off the disk.
  func erased() async { await erasing?.value }

  /// How often it is tried before it is a problem: each time somebody reads for long, such as a backup.
  private static let patientAttempts = 60

  /// How many pages of the search's index are merged at once.
  private static let mergedPages: Int64 = 200

  /// Merges the search's index, in small transactions, and empties the log.
  ///
  /// Somebody who reads for a long time, such as a backup, needs the log: then it is tried again.
  private func eraseFromDisk() async throws {
    // Below zero it begins with all there is (https://www.sqlite.org/fts5.html section 6.8).
    var pages = -Self.mergedPages
    while try maintain({ [pages] in try Self.merge($0, pages: pages) }) {
      pages = Self.mergedPages
      await Task.yield()
      try Task.checkCancellation()
    }
    guard try maintain({ try Self.emptyLog($0) }) else { return }
    try noteErased()
  }

  /// - Returns: whether there is more to merge.
  private static func merge(_ connection: SQLiteConnection, pages: Int64) throws -> Bool {
    let before = connection.totalChanges
    try connection.run(
      "INSERT INTO search (search, rank) VALUES ('merge', ?)", [.integer(pages)],
      operation: "merge the search index")
    return connection.totalChanges - before >= 2
  }

  /// - Returns: whether all of it is in the database now.
  private static func emptyLog(_ connection: SQLiteConnection) throws -> Bool {
    try connection.first(
      "PRAGMA wal_checkpoint(TRUNCATE)", operation: "truncate the write-ahead log"
    ) {
      $0.integer(0) == 0
    } ?? false
  }
}
