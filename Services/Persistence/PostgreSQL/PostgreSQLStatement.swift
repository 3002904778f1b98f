/// A statement with its values.
struct PostgreSQLStatement: Sendable {
  var sql: String
  var values: [PostgreSQLValue]

  init(_ sql: String, _ values: [PostgreSQLValue] = []) {
    self.sql = sql
    self.values = values
  }
}
