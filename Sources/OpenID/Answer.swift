package import FastJSON

/// Parsing of a provider's answers.
package enum Answer {
  /// Maximum size of a document of a provider, in bytes.
  package static let maxBytes = 256 << 10

  /// Parses an object; nil for anything else, also beyond `JSONReader.depth` levels or `maxBytes`.
  package static func object(_ bytes: some Collection<UInt8>) -> [String: JSONTree]? {
    guard bytes.count <= maxBytes else { return nil }
    return Array(bytes).withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      guard case .object(let members)? = JSONTree.read(from: &reader), reader.isAtEnd else {
        return nil
      }
      return members
    }
  }
}

extension JSONTree {
  /// The strings of an array; nil for any other value, or if another element is in it.
  var texts: [String]? {
    guard case .array(let elements) = self else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }

  /// A number of any form, always finite; nil for any other value.
  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// True for a member that is present and not null.
  var isPresent: Bool { self != .null }
}
