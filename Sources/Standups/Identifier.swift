public import FastJSON
public import Foundation
public import Schema

/// An id that cannot be mistaken for the id of another kind of value.
///
/// It is written in lower case (RFC 9562), and read in either case.
public struct Identifier<Owner>: RawRepresentable, Hashable, Sendable {
  /// The untyped UUID.
  public var rawValue: UUID

  /// Creates an id from a UUID.
  public init(rawValue: UUID) { self.rawValue = rawValue }
  /// Creates an id from a UUID, without an argument label: `Standup.ID(uuid())`.
  public init(_ rawValue: UUID) { self.rawValue = rawValue }

  /// Parses a UUID in either case.
  ///
  /// - Returns: nil if the string is not a UUID.
  public init?(_ text: String) {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    guard withUnsafeMutableBytes(of: &uuid, { JSONDigits.read(text, uuid: $0) }) else { return nil }
    rawValue = UUID(uuid: uuid)
  }
}

extension Identifier: CustomStringConvertible {
  /// The UUID in lower case, with hyphens: 36 characters.
  public var description: String { withUnsafeBytes(of: rawValue.uuid) { JSONDigits.uuid($0) } }
}

extension Identifier: BoundedScalar {
  /// Every id is a UUID.
  public static var valueBounds: Bounds { .uuid }
}

extension Identifier: Comparable {
  /// Orders ids in the same way as their string forms.
  public static func < (one: Self, other: Self) -> Bool {
    withUnsafeBytes(of: one.rawValue.uuid) { one in
      withUnsafeBytes(of: other.rawValue.uuid) { other in
        for index in 0..<16 where one[index] != other[index] { return one[index] < other[index] }
        return false
      }
    }
  }
}

extension Identifier: Codable {
  /// Decodes a UUID from a string, in either case.
  ///
  /// - Throws: `DecodingError` if the value is not a string, or not a UUID.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "“\(text)” is not a UUID")
    }
    self = value
  }

  /// Encodes the UUID as a string in lower case.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Identifier: FastCodable {
  /// Writes the UUID as a string in lower case.
  public func write(to writer: inout JSONWriter) {
    withUnsafeBytes(of: rawValue.uuid) { writer.uuid($0) }
  }

  /// Reads a UUID from a string, in either case.
  ///
  /// - Returns: nil if the value is not a string, or not a UUID.
  public static func read(from reader: inout JSONReader) -> Identifier? {
    var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    guard withUnsafeMutableBytes(of: &uuid, { reader.uuid(into: $0) }) else { return nil }
    return Identifier(UUID(uuid: uuid))
  }
}
