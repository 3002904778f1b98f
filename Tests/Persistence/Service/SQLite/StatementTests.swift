import StandupsSQLite
import Testing

@testable import PersistenceService

/// Statements that are prepared once for each connection.
@Suite struct StatementTests {
  private static let insert = SQL("INSERT INTO numbers (value) VALUES (?)")
  private static let find = SQL("SELECT value FROM numbers WHERE value > ?")

  @Test func eachConnectionPreparesAStatementOfItsOwn() throws {
    let directory = try TemporaryDirectory()
    let connections = try ["one", "two"].map {
      try SQLiteConnection.open(directory.file($0), .create)
    }
    for (number, connection) in connections.enumerated() {
      try connection.execute("CREATE TABLE numbers (value INTEGER)", operation: "create")
      // The second run uses the prepared statement.
      for value in [1, 2] {
        try connection.run(
          Self.insert, [.integer(Int64(10 * number + value))], operation: "insert")
      }
    }
    let found = try connections.map {
      try $0.first(Self.find, [.integer(1)], operation: "find") { $0.integer(0) }
    }
    #expect(found == [2, 11])
    for connection in connections { connection.close() }
    #expect(throws: SQLiteError.self) {
      try connections[0].run(Self.insert, [.integer(3)], operation: "insert")
    }
  }
}
