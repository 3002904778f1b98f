import Foundation

/// Checks the metadata of a command that arrives over a protocol other than that of the bus, such
/// as HTTP or NATS.
package enum ForeignCommand {
  /// Maximum size of a body in bytes: less than that of a message, because the message has a head
  /// as well.
  package static let maxBody = (1 << 20) - 8192

  /// Normalises an idempotency key for the bus; returns nil for nil.
  ///
  /// - Parameter name: the sender's name for the key, for the error message.
  /// - Throws: `BusError` unless the key is a UUID.
  package static func idempotencyKey(_ text: String?, named name: String) throws(BusError)
    -> String?
  {
    guard let text else { return nil }
    guard let id = UUID(text: text) else {
      throw BusError(.invalid, "Invalid \(name); expected a UUID.")
    }
    return id.uuidString.lowercased()
  }

  /// Checks the id of the work that a command is about; returns nil for nil.
  ///
  /// - Parameter name: the sender's name for the id, for the error message.
  /// - Throws: `BusError` unless the id has 1 to 128 bytes.
  package static func key(_ text: String?, named name: String) throws(BusError) -> String? {
    guard text.map({ (1...128).contains($0.utf8.count) }) ?? true else {
      throw BusError(.invalid, "Invalid \(name); expected 1 to 128 bytes.")
    }
    return text
  }
}
