import PostgreSQL

/// Cache of the last sequences of topic families. It remains valid because only the writer changes
/// them.
struct LastSequences {
  /// Maximum number of cached topic families.
  static let maxFamilies = 200_000

  /// Last sequences by topic family; 0 if it has no events.
  private(set) var known: [String: Int64] = [:]
  /// True if the cache contains all topic families, which means that any other family has no
  /// events.
  private var isComplete = false

  /// Reads all topic families unless there are too many.
  init(_ connection: PostgreSQLConnection, maxFamilies: Int = maxFamilies) throws {
    let rows = try connection.run(
      "SELECT view, last FROM heads LIMIT $1::int8", [.integer(Int64(maxFamilies) + 1)],
      operation: "read the topic families' last sequences")
    guard rows.count <= maxFamilies else { return }
    isComplete = true
    known.reserveCapacity(rows.count)
    for row in 0..<rows.count { known[rows.text(row, 0)] = rows.integer(row, 1) }
  }

  /// True if a topic family must be looked up.
  func lacks(_ family: String) -> Bool { !isComplete && known[family] == nil }

  subscript(family: String) -> Int64? {
    get { known[family] }
    set { known[family] = newValue }
  }

  mutating func merge(_ changed: [String: Int64]) { known.merge(changed) { $1 } }

  /// Empties the cache once it is too large. Topic families in use are then looked up again.
  mutating func trim(maxFamilies: Int = maxFamilies) {
    guard known.count > maxFamilies else { return }
    known = [:]
    isComplete = false
  }
}
