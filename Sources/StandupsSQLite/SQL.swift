import Synchronization

/// The text of a statement that runs often, created once as a static constant.
///
/// Its number lets a connection find the prepared statement without hashing the text, which takes
/// longer than many of the statements.
package struct SQL: Sendable {
  /// One statement.
  package let text: String
  /// Position of the prepared statement in each connection, from 0.
  let number: Int

  private static let count = Atomic<Int>(0)

  /// Creates a statement. Each value occupies a place in every connection that runs it, so it must
  /// not be created for each run.
  package init(_ text: String) {
    self.text = text
    number = Self.count.add(1, ordering: .relaxed).oldValue
  }
}
