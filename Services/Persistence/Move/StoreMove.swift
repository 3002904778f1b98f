/// Moves a store from one database to another, row by row: the journal stays the same one.
///
/// The target is marked before the first row, and is no store until all is there and was compared. So a move that
/// was cut short goes on behind the last row of each table.
struct StoreMove {
  var source: any MoveEnd
  var target: any MoveEnd
  /// Told how far it is.
  var report: (String) -> Void = { _ in }
  /// How many rows are moved at once.
  var step = 100

  /// - Throws: `StoreError`: `exists` for a target that has something else; `damaged` if not all is there in the
  ///   end; what the databases throw.
  func run() throws {
    let facts = try source.facts()
    try MoveFacts.check(facts.epoch, of: source.name)
    try claim(for: facts)
    for table in MoveTable.all { try move(table) }
    for table in MoveTable.all { try compare(table) }
    try target.write(facts)
    report(
      "Everything was moved; the last event is \(facts.head). Do not use \(source.name) any more.")
  }

  /// Marks the target, if it is empty, or marked for this source already.
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
          + " Empty the target and move again.")
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
