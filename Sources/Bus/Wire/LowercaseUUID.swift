import FastJSON
public import Foundation

/// A UUID that is written in lower case, as all ids are on the bus and RFC 9562 wants it; Foundation
/// writes its own in upper case. Both are read.
@propertyWrapper
public struct LowercaseUUID: Codable, Hashable, Sendable {
  /// The id itself, which has no case.
  public var wrappedValue: UUID

  /// Wraps an id, so that it is encoded in lower case.
  public init(wrappedValue: UUID) { self.wrappedValue = wrappedValue }

  /// Reads a string in either case.
  ///
  /// - Throws: `DecodingError` if it is no UUID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = UUID(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not a UUID")
    }
    wrappedValue = value
  }

  /// Writes 36 characters, the hexadecimal digits in lower case.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.lowercaseText.encode(to: encoder)
  }
}

extension UUID {
  /// Reads a UUID in either case, and nothing else: Foundation takes signs and spaces for digits.
  ///
  /// - Returns: nil if the text is no UUID.
  package init?(text: String) {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    guard withUnsafeMutableBytes(of: &uuid, { JSONDigits.read(text, uuid: $0) }) else { return nil }
    self.init(uuid: uuid)
  }

  /// As it is written on the bus, at a tenth of what `uuidString.lowercased()` costs.
  package var lowercaseText: String {
    withUnsafeBytes(of: uuid) { JSONDigits.uuid($0) }
  }
}
