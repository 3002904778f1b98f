import Foundation
import Standups

/// A link cut into its steps, which are read one by one.
struct LinkSteps {
  /// The link as it came, for the error.
  let link: String
  /// What comes after “?”, still encoded.
  let query: String?
  private var steps: ArraySlice<String>

  /// - Parameters:
  ///   - rest: what comes after the slash with which a path begins.
  ///   - link: the whole.
  init(_ rest: Substring, of link: String) throws(DeepLinkError) {
    self.link = link
    // By bytes, as others cut it: an accent that follows a slash does not hide it.
    let parts = rest.utf8.split(
      separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
    query = parts.count > 1 ? String(Substring(parts[1])) : nil
    steps =
      parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }[...]
    // One slash at the end is forgiven.
    if steps.last?.isEmpty == true { steps.removeLast() }
    if parts[0].contains(UInt8(ascii: "%")) {
      throw error("“%” is only allowed after “?”")
    }
    if rest.utf8.contains(UInt8(ascii: "#")) {
      throw error("“#” is not allowed in a link")
    }
  }

  /// The next step; nil at the end.
  mutating func next() -> String? { steps.popFirst() }

  /// Holds that this was the last step.
  func end(after last: String) throws(DeepLinkError) {
    if let step = steps.first {
      throw error("unexpected “\(step)” after \(last)")
    }
  }

  /// - Returns: the UUID in lower case.
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

  /// The name of an alert, which ends the link.
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
