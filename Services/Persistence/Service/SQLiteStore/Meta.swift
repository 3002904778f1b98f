import Documents
import StandupsSQLite

/// Metadata of the database.
struct Meta {
  enum Key: String {
    /// Epoch of the journal.
    case epoch
    /// Last assigned sequence.
    case head
    /// First retained sequence.
    case lowest
    /// Number of batches written. The watermark next to the file contains the minimum expected
    /// number.
    case revision
    /// Epoch in the watermark when this journal began. Until the watermark is written again, this
    /// epoch in it does not indicate a different database.
    case marked
    /// Present while erased content may still be in free pages, the search index or the log.
    case erasing
    /// Latest epoch of a router that wrote.
    case router
    /// Present if the file is a backup that has not been opened yet.
    case backup
  }

  var connection: SQLiteConnection

  private static let find = SQL("SELECT value FROM meta WHERE key = ?")
  private static let write = SQL("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")

  func text(_ key: Key) throws -> String? {
    try connection.first(
      Self.find, [.text(key.rawValue)], operation: "read \(key)"
    ) { $0.optionalText(0) } ?? nil
  }

  /// A counter of the store; 0 if the database lacks it.
  ///
  /// - Throws: `StoreError` with `damaged` if it is out of range.
  func integer(_ key: Key) throws -> Int64 {
    let value = try connection.first(
      Self.find, [.text(key.rawValue)], operation: "read \(key)"
    ) { $0.integer(0) }
    return try StoreLimits.counter(value ?? 0, key.rawValue)
  }

  func set(_ key: Key, _ value: SQLiteValue) throws {
    try connection.run(
      Self.write, [.text(key.rawValue), value], operation: "write \(key)")
  }

  func remove(_ key: Key) throws {
    try connection.run(
      "DELETE FROM meta WHERE key = ?", [.text(key.rawValue)], operation: "remove \(key)")
  }

  /// Epoch of the journal; empty if the database lacks it.
  func epoch() throws -> String { try text(.epoch) ?? "" }

  /// Epoch, last sequence and first retained sequence of the journal.
  func range() throws -> JournalRange {
    JournalRange(epoch: try epoch(), head: try integer(.head), oldest: try integer(.lowest))
  }
}
