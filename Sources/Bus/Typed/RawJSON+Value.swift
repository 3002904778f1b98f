public import FastJSON
import Foundation

extension RawJSON {
  /// Encodes a value as JSON, in the form that crosses the bus.
  ///
  /// - Throws: the error of the value's `encode(to:)`.
  public init(encoding value: some Encodable) throws {
    if let raw = value as? RawJSON {
      self = raw
    } else {
      self.init(unchecked: [UInt8](try BusJSON.encode(value)))
    }
  }

  /// Decodes a value from this JSON.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the missing or wrong member.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try BusJSON.decode(type, from: Data(bytes))
  }
}
