import Foundation
import StandupsSQLite

/// A copy of a database under a temporary name, before it is published.
struct BackupDraft {
  var path: String

  init(_ path: String) { self.path = path }

  private static let suffix = ".partial"

  /// Names the draft of a backup.
  init(of backup: String, uuid: UUID) {
    path = "\(backup).\(uuid.uuidString.lowercased())\(Self.suffix)"
  }

  /// True for the name of a draft or of its log, which a backup must not have.
  static func isName(_ name: String) -> Bool {
    let name = name.lowercased()
    return ([""] + DatabaseFiles.logs).contains { name.hasSuffix(suffix + $0) }
  }

  /// Checks the copy, marks it as a backup, merges its log, and synchronizes it to disk.
  ///
  /// - Parameters:
  ///   - now: time of the backup, unless the copy already contains one.
  ///   - damaged: error message for a damaged copy.
  /// - Returns: last sequence of the journal, and number of documents.
  @discardableResult
  func finish(now: Date, damaged: String) throws -> (head: Int64, documents: Int64) {
    let facts = try mark(now, damaged)
    try FileSystem.synchronize(path)
    return facts
  }

  private func mark(_ now: Date, _ damaged: String) throws -> (head: Int64, documents: Int64) {
    let connection = try SQLiteConnection.open(path, .write)
    defer { connection.close() }
    let finding = try connection.first(
      "PRAGMA integrity_check(1)", operation: "check the backup"
    ) { $0.text(0) }
    guard finding == "ok" else { throw StoreError(.damaged, damaged) }
    let meta = Meta(connection: connection)
    if try meta.text(.backup) == nil { try meta.set(.backup, .text(now.formatted(.iso8601))) }
    let documents = try connection.first(
      "SELECT count(*) FROM documents", operation: "count the documents"
    ) { $0.integer(0) }
    try connection.run("PRAGMA journal_mode = DELETE", operation: "turn off the write-ahead log")
    return (try meta.integer(.head), documents ?? 0)
  }

  /// Removes the draft. Errors are ignored, because the original failure matters more and a
  /// leftover draft is harmless.
  func discard() {
    for suffix in [""] + DatabaseFiles.logs { try? FileSystem.remove(path + suffix) }
  }
}
