/// A statement with its values.
package struct PostgreSQLStatement: Sendable {
  package var sql: String
  package var values: [PostgreSQLValue]

  package init(_ sql: String, _ values: [PostgreSQLValue] = []) {
    self.sql = sql
    self.values = values
  }
}
