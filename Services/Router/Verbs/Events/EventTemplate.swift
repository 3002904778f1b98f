import Bus
import Foundation

/// An output format for events: text with `{member}` placeholders.
struct EventTemplate: ArgumentValue, Hashable {
  private enum Part: Hashable {
    case text(String)
    /// The path of a member, starting at the event.
    case member([String])
  }

  private var parts: [Part] = []

  init(argument: String) throws {
    var text = ""
    var rest = argument[...]
    while let character = rest.popFirst() {
      switch character {
      case "{" where rest.first == "{", "}" where rest.first == "}":
        text.append(character)
        rest.removeFirst()
      case "{":
        guard let end = rest.firstIndex(of: "}") else {
          throw UsageError(message: "expected a “}” for each “{” (“{{” stands for a literal “{”)")
        }
        let names = rest[..<end].split(separator: ".", omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty && !$0.contains("{") }) else {
          throw UsageError(
            message: "expected a name in braces, such as {type} or {data.standup.title}")
        }
        if !text.isEmpty { parts.append(.text(text)) }
        text = ""
        parts.append(.member(names.map(String.init)))
        rest = rest[rest.index(after: end)...]
      case "}":
        throw UsageError(message: "expected a “{” for each “}” (“}}” stands for a literal “}”)")
      case "\\":
        switch rest.popFirst() {
        case "t": text.append("\t")
        case "n": text.append("\n")
        case "\\": text.append("\\")
        default: throw UsageError(message: "unknown escape; expected \\t, \\n or \\\\")
        }
      default: text.append(character)
      }
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  static var placeholder: String { "TEMPLATE" }

  /// The text for an event; missing members are empty.
  func line(_ event: CloudEvent) throws -> String {
    let object = try JSONSerialization.jsonObject(with: BusJSON.encode(event))
    return try parts.map { part in
      switch part {
      case .text(let text): return text
      case .member(let names):
        return DisplayText.safe(try Self.text(Self.value(object, names[...])))
      }
    }.joined()
  }

  private static func value(_ value: Any, _ names: ArraySlice<String>) -> Any? {
    guard let name = names.first else { return value }
    let next: Any? =
      if let object = value as? [String: Any] {
        object[name]
      } else if let array = value as? [Any], let index = Int(name), array.indices.contains(index) {
        array[index]
      } else { nil }
    return next.flatMap { Self.value($0, names.dropFirst()) }
  }

  private static func text(_ value: Any?) throws -> String {
    guard let value, !(value is NSNull) else { return "" }
    if let text = value as? String { return text }
    let data = try JSONSerialization.data(
      withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
