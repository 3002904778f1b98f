import Documents
import SQLite

/// The few facts about the database as a whole.
struct Meta {
  enum Key: String {
    /// Names the journal.
    case epoch
    /// The last sequence given.
    case head
    /// The first sequence that is still there.
    case lowest
    /// How many batches were written; the mark beside the file tells how many there must be.
    case revision
    /// The epoch that the mark beside the file named when this journal began: until it is written anew, that
    /// is no other journal's.
    case marked
    /// There while what was erased may still be in free pages, the search's index or the log.
    case erasing
    /// The latest term of a router that wrote.
    case router
    /// There when the file is a backup that was not opened yet.
    case backup
  }

  var connection: SQLiteConnection

  func text(_ key: Key) throws -> String? {
    try connection.first(
      "SELECT value FROM meta WHERE key = ?", [.text(key.rawValue)], operation: "read \(key)"
    ) { $0.optionalText(0) } ?? nil
  }

  /// A number that the store counts up; 0 if the database lacks it.
  /// - Throws: `StoreError` with `damaged` if it is out of range.
  func integer(_ key: Key) throws -> Int64 {
    let value = try connection.first(
      "SELECT value FROM meta WHERE key = ?", [.text(key.rawValue)], operation: "read \(key)"
    ) { $0.integer(0) }
    return try StoreLimits.counter(value ?? 0, key.rawValue)
  }

  func set(_ key: Key, _ value: SQLiteValue) throws {
    try connection.run(
      "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [.text(key.rawValue), value],
      operation: "write \(key)")
  }

  func remove(_ key: Key) throws {
    try connection.run(
      "DELETE FROM meta WHERE key = ?", [.text(key.rawValue)], operation: "remove \(key)")
  }

  /// Names the journal.
  func epoch() throws -> String { try text(.epoch) ?? "" }

  /// Where the journal begins and ends.
  func range() throws -> JournalRange {
    JournalRange(epoch: try epoch(), head: try integer(.head), oldest: try integer(.lowest))
  }
}
