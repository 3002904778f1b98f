public import Foundation

/// A UUID that is written in lower case, as all ids are on the bus and RFC 9562 wants it; Foundation
/// writes its own in upper case. Both are read.
@propertyWrapper
public struct LowercaseUUID: Codable, Hashable, Sendable {
  public var wrappedValue: UUID

  public init(wrappedValue: UUID) { self.wrappedValue = wrappedValue }

  public init(from decoder: any Decoder) throws {
    wrappedValue = try UUID(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try wrappedValue.uuidString.lowercased().encode(to: encoder)
  }
}
