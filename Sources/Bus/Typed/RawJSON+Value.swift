public import FastJSON
import Foundation

extension RawJSON {
  /// The JSON form of a value, as it would cross the bus.
  ///
  /// - Throws: what its `encode(to:)` throws.
  public init(encoding value: some Encodable) throws {
    if let raw = value as? RawJSON {
      self = raw
    } else {
      self.init(unchecked: [UInt8](try BusJSON.encode(value)))
    }
  }

  /// The value of a type, read from this JSON.
  ///
  /// - Throws: `BusError` with code `invalid`, which names the member that is missing or wrong.
  public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try BusJSON.decode(type, from: Data(bytes))
  }
}
