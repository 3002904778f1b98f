import Foundation
import Standups

/// The steps of a link, which are read one by one.
struct LinkSteps {
  /// The complete link, for error messages.
  let link: String
  /// The query after “?”, still percent-encoded.
  let query: String?
  private var steps: ArraySlice<String>

  /// Splits a link into its steps.
  ///
  /// - Parameters:
  ///   - rest: the path without its leading slash, including the query.
  ///   - link: the complete link.
  /// - Throws: `DeepLinkError` if the path contains `%` or `#`.
  init(_ rest: Substring, of link: String) throws(DeepLinkError) {
    self.link = link
    // Splits bytes instead of characters: a combining accent after a slash would hide it from a
    // character-based split.
    let parts = rest.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    query = parts.count > 1 ? String(Substring(parts[1])) : nil
    steps =
      parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }[...]
    // A trailing slash is allowed.
    if steps.last?.isEmpty == true { steps.removeLast() }
    if parts[0].contains(UInt8(ascii: "%")) {
      throw error("“%” is only allowed after “?”")
    }
    if rest.utf8.contains(UInt8(ascii: "#")) {
      throw error("“#” is not allowed in a link")
    }
  }

  /// Returns the next step; nil at the end.
  mutating func next() -> String? { steps.popFirst() }

  /// Throws an error if steps remain after the last expected one.
  func end(after last: String) throws(DeepLinkError) {
    if let step = steps.first {
      throw error("unexpected “\(step)” after \(last)")
    }
  }

  /// Parses a step as an id; `thing` describes the id in the error message.
  ///
  /// - Returns: the UUID in lower case.
  /// - Throws: `DeepLinkError` if the step is not a UUID.
  func uuid(_ step: String, of thing: String) throws(DeepLinkError) -> String {
    let id: Identifier<Self> = try id(step, of: thing)
    return id.description
  }

  func id<Owner>(_ step: String, of thing: String) throws(DeepLinkError) -> Identifier<Owner> {
    guard let id = Identifier<Owner>(step) else {
      throw error("“\(step)” is not the id of a \(thing); expected a UUID")
    }
    return id
  }

  /// Reads the name of an alert, the last step of a link.
  mutating func alert<Name: RawRepresentable<String> & CaseIterable>() throws(DeepLinkError) -> Name
  {
    guard let step = next(), let name = Name(rawValue: step) else {
      let names = Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("expected one of \(names) after “alert”")
    }
    try end(after: step)
    return name
  }

  func error(_ problem: String) -> DeepLinkError { DeepLinkError(link, problem) }
}
