import FastJSON
public import Foundation

/// A UUID that is encoded in lower case, as all ids on the bus are and as RFC 9562 requires;
/// Foundation encodes in upper case. Both are decoded.
@propertyWrapper
public struct LowercaseUUID: Codable, Hashable, Sendable {
  /// The id itself, which has no case.
  public var wrappedValue: UUID

  /// Wraps an id, so that it is encoded in lower case.
  public init(wrappedValue: UUID) { self.wrappedValue = wrappedValue }

  /// Decodes a string in either case.
  ///
  /// - Throws: `DecodingError` if it is not a UUID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = UUID(text: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not a UUID")
    }
    wrappedValue = value
  }

  /// Encodes 36 characters, with the hexadecimal digits in lower case.
  ///
  /// - Throws: the error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.lowercaseText.encode(to: encoder)
  }
}

extension UUID {
  /// Parses a UUID in either case. Stricter than Foundation, which accepts signs and spaces as
  /// digits.
  ///
  /// - Returns: nil if the string is not a UUID.
  package init?(text: String) {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    guard withUnsafeMutableBytes(of: &uuid, { JSONDigits.read(text, uuid: $0) }) else { return nil }
    self.init(uuid: uuid)
  }

  /// The string form on the bus, at a tenth of the cost of `uuidString.lowercased()`.
  package var lowercaseText: String {
    withUnsafeBytes(of: uuid) { JSONDigits.uuid($0) }
  }
}
