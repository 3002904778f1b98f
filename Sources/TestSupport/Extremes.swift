public import FastJSON
import Foundation

/// Values that only an attacker or a defect writes into a document: each number, date, text and count at its extremes.
public enum Extremes {
  /// A value with one member changed.
  public struct Variant: Sendable, CustomStringConvertible {
    /// The member and what it became, such as `standup.attendees.0.weight.-1`.
    public var description: String
    /// The whole value.
    public var body: RawJSON
  }

  /// All values that differ from one in one member, which is at an extreme or missing.
  ///
  /// - Throws: for invalid JSON.
  public static func variants(of body: RawJSON) throws -> [Variant] {
    let value = try JSONDecoder().decode(Value.self, from: Data(body.bytes))
    return try value.variants.map { path, changed in
      Variant(
        description: path, body: try RawJSON(validating: Array(try JSONEncoder().encode(changed))))
    }
  }
}

private indirect enum Value: Codable {
  case null
  case bool(Bool)
  case number(Int64)
  case text(String)
  case list([Value])
  case object([String: Value])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([Value].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: Value].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .list(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  private static let numbers: [Int64] = [
    .min, -1, 0, 1, 33, 1 << 53, (1 << 53) - 1, 253_402_300_799_999, .max - 1, .max,
  ]
  private static let texts = [
    "", " ", "\u{0}", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    String(repeating: "0", count: 50_000), "👩‍👩‍👧‍👦",
  ]

  /// The value with one change, and where that is.
  var variants: [(String, Value)] {
    switch self {
    case .null: []
    case .bool(let value): [("\(!value)", .bool(!value))]
    case .number: Self.numbers.map { ("\($0)", .number($0)) } + [("null", .null)]
    case .text: Self.texts.map { ("“\($0.prefix(24))”", .text($0)) } + [("null", .null)]
    case .list(let elements): Self.variants(elements)
    case .object(let members): Self.variants(members)
    }
  }

  private static func variants(_ elements: [Value]) -> [(String, Value)] {
    var variants: [(String, Value)] = [("none", .list([]))]
    if let first = elements.first {
      variants.append(("many", .list(Array(repeating: first, count: 1001))))
    }
    for (index, element) in elements.enumerated() {
      for (path, changed) in element.variants {
        var elements = elements
        elements[index] = changed
        variants.append(("\(index).\(path)", .list(elements)))
      }
    }
    return variants
  }

  private static func variants(_ members: [String: Value]) -> [(String, Value)] {
    var variants: [(String, Value)] = []
    for (name, member) in members.sorted(by: { $0.key < $1.key }) {
      var changed = members
      changed[name] = nil
      variants.append(("\(name) is missing", .object(changed)))
      for (path, value) in member.variants {
        changed[name] = value
        variants.append(("\(name).\(path)", .object(changed)))
      }
    }
    return variants
  }
}
