/// A statement with the values of its parameters.
package struct PostgreSQLStatement: Sendable {
  package var sql: String
  package var values: [PostgreSQLValue]

  package init(_ sql: String, _ values: [PostgreSQLValue] = []) {
    self.sql = sql
    self.values = values
  }
}
