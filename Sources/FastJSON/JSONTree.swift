/// A parsed JSON value, for coders that cannot copy bytes, and for looking up a member. Not used on
/// the path of a message.
package enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  /// An integer above `Int64.max`, such as the lower half of a `Duration`.
  case unsigned(UInt64)
  case number(Double)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  package init?(_ json: RawJSON) {
    let tree = json.bytes.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      return JSONTree.read(from: &reader)
    }
    guard let tree else { return nil }
    self = tree
  }

  /// Nesting depth of the value.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    default: 0
    }
  }
}

extension JSONTree: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(UInt64.self) {
      self = .unsigned(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONTree].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONTree].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension JSONTree: FastCodable {
  package func write(to writer: inout JSONWriter) {
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
      for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      ) {
        if writer.last != UInt8(ascii: "{") { writer.byte(UInt8(ascii: ",")) }
        writer.string(name)
        writer.byte(UInt8(ascii: ":"))
        value.write(to: &writer)
      }
      writer.close()
    }
  }

  package static func read(from reader: inout JSONReader) -> JSONTree? {
    switch reader.peek() {
    case UInt8(ascii: "\""): return reader.string().map { .string($0) }
    case UInt8(ascii: "{"): return reader.members(of: JSONTree.self).map { .object($0) }
    case UInt8(ascii: "["): return reader.values(of: JSONTree.self).map { .array($0) }
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return reader.bool().map { .bool($0) }
    case UInt8(ascii: "n"): return reader.null() ? .null : nil
    default: break
    }
    guard let (magnitude, isNegative) = reader.magnitude() else {
      return reader.double().map { .number($0) }
    }
    if isNegative {
      guard magnitude <= 1 << 63 else { return .number(-Double(magnitude)) }
      return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
    }
    return Int64(exactly: magnitude).map { .integer($0) } ?? .unsigned(magnitude)
  }
}

extension JSONReader {
  /// Reads an object whose members have one type; if a name occurs twice, the last one counts.
  mutating func members<Value: FastDecodable>(of type: Value.Type) -> [String: Value]? {
    guard take(UInt8(ascii: "{")), enter() else { return nil }
    defer { leave() }
    var members: [String: Value] = [:]
    if take(UInt8(ascii: "}")) { return members }
    repeat {
      _ = peek()
      guard let name = string(), take(UInt8(ascii: ":")), let value = Value.read(from: &self)
      else { return nil }
      members[name] = value
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) ? members : nil
  }
}

extension JSONTree {
  /// A member of an object; nil for any other value.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The content of a string; nil for any other value.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
