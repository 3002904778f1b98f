public import FastJSON
import Foundation

/// Values that only an attacker or a bug would write into a document: each number, date, string and
/// count at its extremes.
public enum Extremes {
  /// A value with one changed member.
  public struct Variant: Sendable, CustomStringConvertible {
    /// Path of the member and its new value, such as `standup.attendees.0.weight.-1`.
    public var description: String
    /// The complete value, as JSON.
    public var body: RawJSON
  }

  /// Returns all values that differ from the given one in one member, which is extreme or missing.
  ///
  /// - Throws: an error for invalid JSON.
  public static func variants(of body: RawJSON) throws -> [Variant] {
    try JSONDecoder().decode(JSONTree.self, from: Data(body.bytes)).variants.map { path, changed in
      Variant(description: path, body: try RawJSON(encoding: changed))
    }
  }
}

extension JSONTree {
  private static let numbers: [Int64] = [
    .min, -1, 0, 1, 33, 1 << 53, (1 << 53) - 1, 253_402_300_799_999, .max - 1, .max,
  ]
  private static let texts = [
    "", " ", "\u{0}", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    String(repeating: "0", count: 50_000), "👩‍👩‍👧‍👦",
  ]

  /// All values that differ from this one in one place, with the path of the change.
  fileprivate var variants: [(String, JSONTree)] {
    switch self {
    case .null: []
    case .bool(let value): [("\(!value)", .bool(!value))]
    case .integer, .unsigned, .number:
      Self.numbers.map { ("\($0)", .integer($0)) } + [("null", .null)]
    case .string: Self.texts.map { ("“\($0.prefix(24))”", .string($0)) } + [("null", .null)]
    case .array(let elements): Self.variants(elements)
    case .object(let members): Self.variants(members)
    }
  }

  private static func variants(_ elements: [JSONTree]) -> [(String, JSONTree)] {
    var variants: [(String, JSONTree)] = [("none", .array([]))]
    if let first = elements.first {
      variants.append(("many", .array(Array(repeating: first, count: 1001))))
    }
    for (index, element) in elements.enumerated() {
      for (path, changed) in element.variants {
        var elements = elements
        elements[index] = changed
        variants.append(("\(index).\(path)", .array(elements)))
      }
    }
    return variants
  }

  private static func variants(_ members: [String: JSONTree]) -> [(String, JSONTree)] {
    var variants: [(String, JSONTree)] = []
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
