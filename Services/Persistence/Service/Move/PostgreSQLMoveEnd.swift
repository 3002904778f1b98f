import PostgreSQL

/// A PostgreSQL database as one end of a move.
struct PostgreSQLMoveEnd: MoveEnd {
  private let opened: PostgreSQLOpener.Opened
  private let configuration: PostgreSQLConfiguration
  let name: String

  init(_ configuration: PostgreSQLConfiguration) throws {
    self.configuration = configuration
    name = "\(configuration.address)"
    opened = try PostgreSQLOpener(configuration: configuration, isMoving: true).open()
  }

  private var connection: PostgreSQLConnection { opened.connection }
  private var cell: PostgreSQLValue { .text(configuration.cell) }

  func close() {
    Fence(cell: configuration.cell, term: opened.term, head: 0, router: opened.router).release(
      connection)
    connection.close()
  }

  func facts() throws -> MoveFacts {
    let rows = try connection.run(
      "SELECT epoch, head, lowest, revision, erasing FROM journal WHERE cell = $1::text", [cell],
      operation: "read the journal's metadata")
    guard rows.count == 1 else { throw StoreError.fenced(configuration.address) }
    return MoveFacts(
      epoch: rows.text(0, 0), head: rows.integer(0, 1), lowest: rows.integer(0, 2),
      revision: rows.integer(0, 3), isErasing: rows.boolean(0, 4))
  }

  func write(_ facts: MoveFacts) throws {
    try transaction([
      PostgreSQLStatement(
        """
        UPDATE journal SET epoch = $2::text, head = $3::int8, lowest = $4::int8,
          revision = $5::int8, erasing = $6::bool WHERE cell = $1::text
        """,
        [
          cell, .text(facts.epoch), .integer(facts.head), .integer(facts.lowest),
          .integer(facts.revision), .boolean(facts.isErasing),
        ])
    ])
  }

  /// Writes in a transaction that fails if this writer is fenced.
  private func transaction(_ statements: [PostgreSQLStatement]) throws {
    let head = try facts().head
    let fence = Fence(
      cell: configuration.cell, term: opened.term, head: head, router: opened.router)
    _ = try connection.run(
      [PostgreSQLStatement("BEGIN"), fence.statement(next: head, counts: false)] + statements
        + [PostgreSQLStatement("COMMIT")], operation: "write the moved rows")
  }

  func lastKey(of table: MoveTable) throws -> [MoveValue]? {
    let order = table.columns.prefix(table.keys).map { "\($0.name) DESC" }.joined(separator: ", ")
    let rows = try connection.run(
      "SELECT \(table.columnNames) FROM \(table.name) ORDER BY \(order) LIMIT 1",
      operation: "find the last row of a table")
    return rows.count == 0 ? nil : Array(Self.values(rows, 0, table).prefix(table.keys))
  }

  func rows(of table: MoveTable, after key: [MoveValue]?, limit: Int) throws -> [[MoveValue]] {
    let places = table.columns.prefix(table.keys).enumerated().map { index, column in
      "$\(index + 1)::\(column.kind.type)"
    }
    let behind =
      key == nil ? "" : "WHERE (\(table.keyNames)) > (\(places.joined(separator: ", ")))"
    let rows = try connection.run(
      """
      SELECT \(table.columnNames) FROM \(table.name) \(behind) ORDER BY \(table.keyNames)
      LIMIT \(limit)
      """, (key ?? []).map(\.postgreSQL), operation: "read the rows to move")
    return (0..<rows.count).map { Self.values(rows, $0, table) }
  }

  private static func values(
    _ rows: PostgreSQLRows, _ row: Int, _ table: MoveTable
  ) -> [MoveValue] {
    table.columns.enumerated().map { index, column in
      switch column.kind {
      case .integer: rows.optionalInteger(row, index).map(MoveValue.integer) ?? .null
      case .text: rows.optionalText(row, index).map(MoveValue.text) ?? .null
      case .json: .json(rows.bytes(row, index))
      }
    }
  }

  func append(_ rows: [[MoveValue]], to table: MoveTable) throws {
    var arrays = table.columns.map { PostgreSQLArray(of: $0.kind.element) }
    for row in rows {
      for (index, value) in row.enumerated() {
        switch value {
        case .null: arrays[index].append(String?.none)
        case .integer(let integer): arrays[index].append(integer)
        case .text(let text): arrays[index].append(text)
        case .json(let bytes): arrays[index].append(bytes)
        }
      }
    }
    let places = table.columns.enumerated().map { "$\($0 + 1)::\($1.kind.type)[]" }
    var statements = [
      PostgreSQLStatement(
        """
        INSERT INTO \(table.name) (\(table.columnNames))
        SELECT * FROM unnest(\(places.joined(separator: ", ")))
        """, arrays.map(\.value))
    ]
    if table.name == MoveTable.documents.name { statements += Self.index(rows) }
    try transaction(statements)
  }

  /// Computes the search columns from the search texts.
  private static func index(_ rows: [[MoveValue]]) -> [PostgreSQLStatement] {
    rows.compactMap { row in
      guard case .text(let text) = row[6] else { return nil }
      return SearchTokens(text).update(row[0].postgreSQL, row[1].postgreSQL)
    }
  }
}

extension MoveValue {
  fileprivate var postgreSQL: PostgreSQLValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .text(let text): .text(text)
    case .json(let bytes): .bytes(bytes)
    }
  }
}

extension MoveTable.Kind {
  fileprivate var type: String {
    switch self {
    case .text: "text"
    case .integer: "int8"
    case .json: "bytea"
    }
  }

  fileprivate var element: PostgreSQLArray.Element {
    switch self {
    case .text: .text
    case .integer: .int8
    case .json: .bytea
    }
  }
}
