import StandupsSQLite

/// A SQLite file as one end of a move.
struct SQLiteMoveEnd: MoveEnd {
  private let opened: DatabaseOpener.Opened
  let name: String

  init(_ path: String) throws {
    name = path
    opened = try DatabaseOpener(configuration: SQLiteConfiguration(path: path)).open()
  }

  private var connection: SQLiteConnection { opened.connection }
  private var meta: Meta { Meta(connection: connection) }

  func close() { connection.close() }

  func facts() throws -> MoveFacts {
    let range = try meta.range()
    return MoveFacts(
      epoch: range.epoch, head: range.head, lowest: range.oldest,
      revision: try meta.integer(.revision), isErasing: try meta.integer(.erasing) != 0)
  }

  func write(_ facts: MoveFacts) throws {
    try connection.transaction(.immediate, operation: "write the journal's metadata") {
      try meta.set(.epoch, .text(facts.epoch))
      try meta.set(.head, .integer(facts.head))
      try meta.set(.lowest, .integer(facts.lowest))
      try meta.set(.revision, .integer(facts.revision))
      if facts.isErasing { try meta.set(.erasing, 1) }
    }
  }

  func lastKey(of table: MoveTable) throws -> [MoveValue]? {
    let order = table.columns.prefix(table.keys).map { "\($0.name) DESC" }.joined(separator: ", ")
    return try connection.first(
      "SELECT \(table.columnNames) FROM \(table.name) ORDER BY \(order) LIMIT 1",
      operation: "find the last row of a table"
    ) { Array(Self.values($0, table).prefix(table.keys)) }
  }

  func rows(of table: MoveTable, after key: [MoveValue]?, limit: Int) throws -> [[MoveValue]] {
    let places = (key ?? []).map { _ in "?" }.joined(separator: ", ")
    let behind = key == nil ? "" : "WHERE (\(table.keyNames)) > (\(places))"
    return try connection.rows(
      "SELECT \(table.columnNames) FROM \(table.name) \(behind) ORDER BY \(table.keyNames) LIMIT ?",
      (key ?? []).map(\.sqlite) + [.integer(Int64(limit))], operation: "read the rows to move"
    ) { Self.values($0, table) }
  }

  private static func values(_ row: borrowing SQLiteRow, _ table: MoveTable) -> [MoveValue] {
    var values: [MoveValue] = []
    for (index, column) in table.columns.enumerated() {
      let place = Int32(index)
      switch column.kind {
      case .integer: values.append(row.optionalInteger(place).map(MoveValue.integer) ?? .null)
      case .text: values.append(row.optionalText(place).map(MoveValue.text) ?? .null)
      case .json: values.append(.json(row.bytes(place)))
      }
    }
    return values
  }

  func append(_ rows: [[MoveValue]], to table: MoveTable) throws {
    let places = table.columns.map { _ in "?" }.joined(separator: ", ")
    try connection.transaction(.immediate, operation: "write the moved rows") {
      for row in rows {
        try connection.run(
          "INSERT INTO \(table.name) (\(table.columnNames)) VALUES (\(places))",
          row.map(\.sqlite), operation: "write the moved rows")
      }
    }
  }
}

extension MoveValue {
  fileprivate var sqlite: SQLiteValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .json(let bytes): .utf8(bytes)
    }
  }
}
