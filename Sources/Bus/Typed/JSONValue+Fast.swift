public import FastJSON

extension JSONValue: FastCodable {
  public func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.raw("null")
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .unsigned(let value): writer.integer(value)
    case .number(let value): writer.double(value)
    case .string(let value): writer.string(value)
    case .array(let values): writer.values(values)
    case .object(let members):
      writer.open()
      var isFirst = true
      for (name, value) in members.sorted(by: Self.isBefore) {
        if !isFirst { writer.byte(UInt8(ascii: ",")) }
        isFirst = false
        writer.string(name)
        writer.byte(UInt8(ascii: ":"))
        value.write(to: &writer)
      }
      writer.close()
    }
  }

  /// In the order of their UTF-8, as Foundation sorts them.
  private static func isBefore(
    _ a: (key: String, value: JSONValue), _ b: (key: String, value: JSONValue)
  ) -> Bool {
    a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
  }

  public static func read(from reader: inout JSONReader) -> JSONValue? {
    switch reader.peek() {
    case UInt8(ascii: "\""): return reader.string().map { .string($0) }
    case UInt8(ascii: "{"):
      var members: [String: JSONValue] = [:]
      let isRead: Void? = reader.object { reader, name in
        // Which of two members of one name counts, the library may decide.
        guard let text = name.text, let value = read(from: &reader),
          members.updateValue(value, forKey: text) == nil
        else { return false }
        return true
      }
      return isRead.map { .object(members) }
    case UInt8(ascii: "["): return reader.values(of: JSONValue.self).map { .array($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return reader.bool().map { .bool($0) }
    case UInt8(ascii: "n"): return reader.null() ? .null : nil
    default:
      guard let (magnitude, isNegative) = reader.magnitude() else { return nil }
      if isNegative {
        return magnitude <= 1 << 63 ? .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
      }
      return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
    }
  }
}
