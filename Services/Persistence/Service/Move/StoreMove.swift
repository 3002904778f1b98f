/// Moves a store from one database to another, row by row. The journal keeps its epoch.
///
/// The target is marked before the first row is moved, and becomes a store only after all rows have
/// been moved and compared. An interrupted move can therefore continue after the last row of each
/// table.
struct StoreMove {
  var source: any MoveEnd
  var target: any MoveEnd
  /// Receives progress messages.
  var report: (String) -> Void = { _ in }
  /// Number of rows moved at once.
  var step = 100

  /// Moves the store.
  ///
  /// - Throws: `StoreError`: `exists` for a target with other data; `damaged` if the result differs
  ///   from the source; errors of the databases.
  func run() throws {
    let facts = try source.facts()
    try MoveFacts.check(facts.epoch, of: source.name)
    try claim(for: facts)
    for table in MoveTable.all { try move(table) }
    for table in MoveTable.all { try compare(table) }
    try target.write(facts)
    report(
      "All data has been moved; the last event is \(facts.head). Do not use \(source.name) any more."
    )
  }

  /// Marks the target if it is empty; does nothing if it is already marked for this source.
  private func claim(for facts: MoveFacts) throws {
    let mark = MoveFacts.moving(facts.epoch)
    var present = try target.facts()
    if present.epoch == mark { return report("Continuing an interrupted move.") }
    let isEmpty = try MoveTable.all.allSatisfy { try target.lastKey(of: $0) == nil }
    guard isEmpty, present.head == 0, present.revision == 0 else {
      throw StoreError.notEmpty(target.name)
    }
    present.epoch = mark
    try target.write(present)
  }

  private func move(_ table: MoveTable) throws {
    var last = try target.lastKey(of: table)
    var count = 0
    while true {
      let rows = try source.rows(of: table, after: last, limit: step)
      guard let end = rows.last else { break }
      try target.append(rows, to: table)
      last = Array(end.prefix(table.keys))
      count += rows.count
    }
    report("\(table.name): rows moved: \(count)")
  }

  private func compare(_ table: MoveTable) throws {
    let (before, after) = (try sum(of: table, in: source), try sum(of: table, in: target))
    guard before == after else {
      throw StoreError(
        .damaged,
        "The table “\(table.name)” of \(target.name) differs from that of \(source.name): row count"
          + " \(after.count) and checksum \(after.checksum) instead of \(before.count) and \(before.checksum)."
          + " Empty the target and run the move again.")
    }
    report("\(table.name): rows compared: \(after.count)")
  }

  private struct Sum: Equatable {
    var count = 0
    var checksum: UInt64 = 0
  }

  private func sum(of table: MoveTable, in end: any MoveEnd) throws -> Sum {
    var sum = Checksum()
    var count = 0
    var last: [MoveValue]?
    while true {
      let rows = try end.rows(of: table, after: last, limit: step)
      guard let end = rows.last else { return Sum(count: count, checksum: sum.value) }
      for row in rows { for value in row { value.add(to: &sum) } }
      count += rows.count
      last = Array(end.prefix(table.keys))
    }
  }
}
