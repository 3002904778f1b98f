/// One of the two databases of a move. No other process writes to either during the move.
protocol MoveEnd {
  /// Name for messages to users.
  var name: String { get }
  func facts() throws -> MoveFacts
  func write(_ facts: MoveFacts) throws
  /// Key of the last row of a table; nil for an empty table.
  func lastKey(of table: MoveTable) throws -> [MoveValue]?
  /// Next rows after a key, in the order of the keys.
  func rows(of table: MoveTable, after key: [MoveValue]?, limit: Int) throws -> [[MoveValue]]
  func append(_ rows: [[MoveValue]], to table: MoveTable) throws
  func close()
}

/// Metadata of a journal.
struct MoveFacts: Sendable, Equatable {
  var epoch: String
  var head: Int64
  var lowest: Int64
  var revision: Int64
  var isErasing: Bool
}

extension MoveFacts {
  /// Prefix of the epoch of a target while a move to it is unfinished. No service opens such a
  /// database.
  private static let prefix = "moving:"

  static func moving(_ epoch: String) -> String { prefix + epoch }

  /// Checks that no move to a database is unfinished.
  ///
  /// - Throws: `StoreError` with `locked` if one is.
  static func check(_ epoch: String, of place: String) throws {
    guard epoch.hasPrefix(prefix) else { return }
    throw StoreError(
      .locked,
      "A move into the database \(place) is unfinished; run “persistence-service move” again."
    )
  }
}
