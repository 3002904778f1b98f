import Foundation

/// What a command may say of itself that comes by another way than the bus, such as HTTP or NATS.
package enum ForeignCommand {
  /// The most bytes of a body: less than a message may have, as there is a head as well.
  package static let maxBody = (1 << 20) - 8192

  /// An idempotency key as it goes on the bus; nil where none is said.
  ///
  /// - Parameter name: how the sender calls it.
  /// - Throws: `BusError` unless it is a UUID.
  package static func idempotencyKey(_ text: String?, named name: String) throws(BusError)
    -> String?
  {
    guard let text else { return nil }
    guard let id = UUID(text: text) else {
      throw BusError(.invalid, "Invalid \(name); expected a UUID.")
    }
    return id.uuidString.lowercased()
  }

  /// The id of the work that a command is about; nil where none is said.
  ///
  /// - Parameter name: how the sender calls it.
  /// - Throws: `BusError` unless it has 1 to 128 bytes.
  package static func key(_ text: String?, named name: String) throws(BusError) -> String? {
    guard text.map({ (1...128).contains($0.utf8.count) }) ?? true else {
      throw BusError(.invalid, "Invalid \(name); expected 1 to 128 bytes.")
    }
    return text
  }
}
