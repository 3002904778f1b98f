import Bus
import Foundation

/// The parameters of a query, each of which occurs once.
struct QueryItems: Hashable, Sendable {
  /// Maximum size of a query, in bytes.
  private static let maxBytes = 8192

  private var values: [String: String] = [:]

  /// - Throws: `BusError` `invalid` for a parameter that is repeated or cannot be decoded.
  init(_ query: String?) throws(BusError) {
    for (name, value) in try Self.pairs(query) {
      guard values[name] == nil else {
        throw BusError(.invalid, "Repeated parameter “\(name.prefix(64))”; expected it once.")
      }
      values[name] = value
    }
  }

  subscript(name: String) -> String? { values[name] }

  /// Decodes a name or a value of a query, in which a program may encode a space as “+”, as forms do.
  static func decoded(_ text: Substring) -> String? {
    text.replacing("+", with: " ").removingPercentEncoding
  }

  /// The parameters of a query with their values, in order.
  ///
  /// - Throws: `BusError` `invalid`.
  static func pairs(_ query: String?) throws(BusError) -> [(String, String)] {
    let query = query ?? ""
    guard query.utf8.count <= maxBytes else {
      throw BusError(.invalid, "The query is too long; expected at most \(maxBytes) bytes.")
    }
    var pairs: [(String, String)] = []
    for part in query.split(separator: "&") {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let texts = sides.map { decoded($0) }
      guard texts.count == 2, let name = texts[0], let value = texts[1] else {
        throw BusError(
          .invalid, "Invalid query near “\(part.prefix(64))”; expected NAME=VALUE.")
      }
      pairs.append((name, value))
    }
    return pairs
  }
}
