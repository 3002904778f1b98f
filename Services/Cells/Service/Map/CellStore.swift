import Cells
import PostgreSQL
import Threads

/// A change of the owners or destinations of slots.
enum SlotChange: Hashable, Sendable {
  /// Assigns slots to a cell. The move of a slot that the cell already has is cancelled. A held slot
  /// continues its move.
  case send(SlotSet, to: String)
  /// Makes the current owner stop serving a slot, or serve it again.
  case hold(Slot, of: String, Bool)
  /// Makes the other cell the owner of a held slot.
  case give(Slot, of: String, to: String)
}

/// An error of the map, or of access to it.
enum CellsFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The database is unavailable, or an operation failed. The operation may nevertheless have taken
  /// effect.
  case away(String)
  /// The content of the database is invalid, or older than the known map.
  case refused(String)
  /// The maximum number of cells is reached.
  case full

  var description: String {
    switch self {
    case .away(let reason), .refused(let reason): reason
    case .full: "There are already 1,000 cells (the maximum)."
    }
  }
}

/// The map in a PostgreSQL database that all cells share.
///
/// Calls block, so they run on a separate thread, one after the other.
actor CellStore {
  /// Separate schema, because the database may have other uses.
  static let schema = "standups_cells"

  private nonisolated let executor: BlockingExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let address: PostgreSQLAddress
  private var connection: PostgreSQLConnection?
  /// Version of the last complete read over this connection. Another connection may be to another
  /// database server.
  private var lastVersion: Int64?

  /// Creates a store with its thread.
  ///
  /// - Throws: `NoThreadError`.
  init(_ address: PostgreSQLAddress) throws {
    self.address = address
    executor = try BlockingExecutor(label: "cells")
  }

  /// Reads the map; nil if it has not changed.
  func read(after known: CellMap?) throws(CellsFailure) -> CellMap? {
    try wrappingErrors {
      let connection = try connected()
      let now = try connection.run(
        Self.version.sql, operation: "read the version of the cell map")
      if let known, lastVersion == known.version, now.count == 1, now.integer(0, 0) == lastVersion {
        return nil
      }
      lastVersion = nil
      let rows = try connection.run(
        [
          PostgreSQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
          Self.version, Self.cells, Self.slots, PostgreSQLStatement("COMMIT"),
        ], operation: "read the cell map")
      let map = try MapRows(rows.dropFirst()).map(after: known)
      lastVersion = map.version
      return map == known ? nil : map
    }
  }

  /// Adds a cell, or changes its address, like `CellMap.adding`.
  ///
  /// - Returns: the new map.
  func add(
    _ name: String, router: String, web: String? = nil, after known: CellMap?
  ) throws(CellsFailure) -> CellMap {
    try wrappingErrors {
      let connection = try connected()
      // Rolls back everything that was not committed.
      defer { connection.abandon() }
      let rows = try connection.run(
        [
          PostgreSQLStatement("BEGIN"), PostgreSQLStatement("\(Self.version.sql) FOR UPDATE"),
          Self.cells, Self.slots,
        ], operation: "read the cell map")
      let before = try MapRows(rows.dropFirst()).map(after: known)
      guard let map = before.adding(name, router: router, web: web) else { throw CellsFailure.full }
      guard map != before else { return map }
      var statements = [
        PostgreSQLStatement(
          """
          INSERT INTO \(Self.schema).cells (name, router, web) VALUES ($1::text, $2::text, $3::text)
          ON CONFLICT (name) DO UPDATE SET router = excluded.router, web = excluded.web
          """, [.text(name), .text(router), map[name]?.web.map(PostgreSQLValue.text) ?? .null])
      ]
      if before.cells.isEmpty {
        statements.append(
          PostgreSQLStatement(
            """
            INSERT INTO \(Self.schema).slots (slot, cell)
            SELECT slot, $1::text FROM generate_series(0, \(Slot.count - 1)) AS slot
            """, [.text(name)]))
      }
      statements += [
        PostgreSQLStatement("UPDATE \(Self.schema).map SET version = version + 1"),
        PostgreSQLStatement("COMMIT"),
      ]
      _ = try connection.run(statements, operation: "change the cell map")
      return map
    }
  }

  /// Changes the owners or destinations of slots.
  ///
  /// Slots that are already in the new state, or that the cell may not change, are left unchanged.
  ///
  /// - Returns: the new map.
  func change(_ change: SlotChange, after known: CellMap?) throws(CellsFailure) -> CellMap {
    try wrappingErrors {
      let connection = try connected()
      defer { connection.abandon() }
      let rows = try connection.run(
        [
          PostgreSQLStatement("BEGIN"), PostgreSQLStatement("\(Self.version.sql) FOR UPDATE"),
          Self.statement(change),
        ], operation: "change the cell map")
      var statements = [Self.version, Self.cells, Self.slots, PostgreSQLStatement("COMMIT")]
      if let changed = rows.last, changed.count > 0 {
        statements.insert(
          PostgreSQLStatement("UPDATE \(Self.schema).map SET version = version + 1"), at: 0)
      }
      let answers = try connection.run(statements, operation: "change the cell map")
      return try MapRows(answers.suffix(4)).map(after: known)
    }
  }

  /// The statement for a change; it returns a row for each slot that it changes.
  private static func statement(_ change: SlotChange) -> PostgreSQLStatement {
    let update = "UPDATE \(schema).slots SET"
    switch change {
    case .send(let slots, let target):
      return PostgreSQLStatement(
        """
        \(update) target = nullif($2::text, cell)
        WHERE slot = ANY ($1::text[]::int4[]) AND NOT held AND target IS DISTINCT FROM nullif($2::text, cell)
        RETURNING slot
        """, [.texts(slots.map { "\($0)" }), .text(target)])
    case .hold(let slot, let cell, let isHeld):
      return PostgreSQLStatement(
        """
        \(update) held = $3::bool
        WHERE slot = $1::int8 AND cell = $2::text AND target IS NOT NULL AND held <> $3::bool
        RETURNING slot
        """, [.integer(Int64(slot.number)), .text(cell), .boolean(isHeld)])
    case .give(let slot, let cell, let target):
      return PostgreSQLStatement(
        """
        \(update) cell = target, giver = cell, target = NULL, held = false
        WHERE slot = $1::int8 AND cell = $2::text AND target = $3::text AND held RETURNING slot
        """, [.integer(Int64(slot.number)), .text(cell), .text(target)])
    }
  }

  /// Closes the connection.
  func close() {
    connection?.close()
    connection = nil
  }

  /// Runs an operation; errors of the database become `away`.
  private func wrappingErrors<Value>(_ body: () throws -> Value) throws(CellsFailure) -> Value {
    do {
      return try body()
    } catch let failure as CellsFailure {
      throw failure
    } catch {
      throw .away("\(error)")
    }
  }

  // MARK: Connection

  private func connected() throws -> PostgreSQLConnection {
    if let connection, !connection.isLost { return connection }
    close()
    lastVersion = nil
    let new = try PostgreSQLConnection.connect(to: address, patience: .short)
    do {
      try new.prepare(
        "the cell map", schema: Self.schema, table: "map", making: Self.tables)
    } catch {
      new.close()
      throw error
    }
    connection = new
    return new
  }
}

extension CellStore {
  private static let tables = [
    """
    CREATE TABLE IF NOT EXISTS \(schema).cells (
      name text COLLATE "C" PRIMARY KEY,
      router text NOT NULL,
      web text
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS \(schema).slots (
      slot int4 PRIMARY KEY CHECK (slot BETWEEN 0 AND \(Slot.count - 1)),
      cell text COLLATE "C" NOT NULL REFERENCES \(schema).cells (name),
      target text COLLATE "C" REFERENCES \(schema).cells (name) CHECK (target <> cell),
      held bool NOT NULL DEFAULT false CHECK (target IS NOT NULL OR NOT held),
      giver text COLLATE "C"
    )
    """,
    """
    CREATE TABLE IF NOT EXISTS \(schema).map (
      one bool PRIMARY KEY DEFAULT true CHECK (one),
      version int8 NOT NULL
    )
    """,
    "INSERT INTO \(schema).map (version) VALUES (0) ON CONFLICT DO NOTHING",
  ].map { PostgreSQLStatement($0) }

  /// Queries of the map. Their limits let them read no more rows than are needed to detect an
  /// invalid map.
  private static let version = PostgreSQLStatement("SELECT version FROM \(schema).map")
  private static let cells = PostgreSQLStatement(
    """
    SELECT name, left(router, 2048), left(web, 2048) FROM \(schema).cells ORDER BY name
    LIMIT \(CellMap.maxCells + 1)
    """)
  private static let slots = PostgreSQLStatement(
    "SELECT slot, cell, target, held, giver FROM \(schema).slots ORDER BY slot LIMIT \(Slot.count + 1)"
  )
}

extension MapRows {
  /// Converts the results of the queries.
  ///
  /// - Parameter answers: version, cells and slots, in this order.
  fileprivate init(_ answers: ArraySlice<PostgreSQLRows>) {
    func rows<Row>(_ place: Int, _ row: (PostgreSQLRows, Int) -> Row) -> [Row] {
      guard let answer = answers.dropFirst(place).first else { return [] }
      return (0..<answer.count).map { row(answer, $0) }
    }
    versions = rows(0) { $0.integer($1, 0) }
    cells = rows(1) {
      Cell(name: $0.text($1, 0), router: $0.text($1, 1), web: $0.optionalText($1, 2))
    }
    slots = rows(2) {
      Owned(
        slot: $0.integer($1, 0), cell: $0.text($1, 1), target: $0.optionalText($1, 2),
        isHeld: $0.boolean($1, 3), giver: $0.optionalText($1, 4))
    }
  }
}
