/// One step from an older schema to a newer one, by name, done once and in order.
struct Migration: Sendable {
  /// Kept in the file for ever: never renamed, never reused.
  var name: String
  /// Statements of SQL.
  var script: String
}
