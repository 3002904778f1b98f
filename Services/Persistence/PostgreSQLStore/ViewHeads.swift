import PostgreSQL

/// The last events of views, as far as they are remembered: only the writer changes them.
struct ViewHeads {
  /// How many are remembered.
  static let most = 200_000

  /// 0 for a view that has none.
  private(set) var known: [String: Int64] = [:]
  /// Whether all that there are are known: then no other view has any.
  private var isComplete = false

  /// Remembers all, if they are not too many.
  init(_ connection: PostgreSQLConnection, most: Int = most) throws {
    let rows = try connection.run(
      "SELECT view, last FROM heads LIMIT $1::int8", [.integer(Int64(most) + 1)],
      operation: "read the topic families' last sequences")
    guard rows.count <= most else { return }
    isComplete = true
    known.reserveCapacity(rows.count)
    for row in 0..<rows.count { known[rows.text(row, 0)] = rows.integer(row, 1) }
  }

  /// Whether one has to be looked up.
  func lacks(_ view: String) -> Bool { !isComplete && known[view] == nil }

  subscript(view: String) -> Int64? {
    get { known[view] }
    set { known[view] = newValue }
  }

  mutating func merge(_ changed: [String: Int64]) { known.merge(changed) { $1 } }

  /// Forgets all once they are too many; those that are used are looked up again.
  mutating func trim(most: Int = most) {
    guard known.count > most else { return }
    known = [:]
    isComplete = false
  }
}
