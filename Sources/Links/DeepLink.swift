/// A link that leads straight to a place, such as `standups:///standups/<id>/record`, and the path of that
/// place in a browser, `/standups/<id>/record`.
///
/// An open alert is `…/alert/<name>` after the list (`standups:///alert/dataFailedToLoad`), after a
/// standup or after a live meeting (`standups:///standups/<id>/record/alert/endMeeting`).
///
/// ```swift
/// let link = DeepLink(.record(standup.id))
/// let text = link.description  // standups:///standups/<id>/record
/// let same = try DeepLink(text)
/// let again = try DeepLink(path: link.path)  // /standups/<id>/record
/// ```
public struct DeepLink: Hashable, Sendable {
  /// Where the link leads.
  public var place: Place

  /// The link to a place; each place has one.
  public init(_ place: Place) { self.place = place }

  /// The scheme of every link.
  public static let scheme = "standups"
  /// The most bytes of a link or a path that is read.
  public static let maxBytes = 4096
  /// The most bytes of what a link looks for, decoded.
  public static let maxQueryBytes = 1000

  /// Reads a link.
  ///
  /// - Parameter text: scheme and ids in either case; one slash at the end is allowed. At most
  ///   ``maxBytes`` of UTF-8.
  /// - Throws: `DeepLinkError`, which says what is wrong with it.
  public init(_ text: String) throws(DeepLinkError) {
    try Self.checkLength(of: text)
    // By bytes, as others cut it: an accent that follows a colon does not hide it.
    let parts = text.utf8.split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, Substring(parts[0]).lowercased() == Self.scheme else {
      throw DeepLinkError(text, "expected “standups:///” at the start")
    }
    guard parts[1].starts(with: "///".utf8) else {
      throw DeepLinkError(
        text, "expected three slashes after “standups:”, because a link has no host")
    }
    try self.init(after: Substring(parts[1].dropFirst(3)), of: text)
  }

  /// Reads the path of a place, with what comes after “?”.
  ///
  /// - Parameter path: as it stands in the first line of an HTTP request, nothing of it decoded: such as
  ///   `/standups/<id>` or `/search?q=caf%C3%A9`. Ids in either case; one slash at the end is allowed.
  ///   At most ``maxBytes`` of UTF-8.
  /// - Throws: `DeepLinkError`, which says what is wrong with it.
  public init(path: String) throws(DeepLinkError) {
    try Self.checkLength(of: path)
    guard path.utf8.first == UInt8(ascii: "/") else {
      throw DeepLinkError(path, "expected “/” at the start")
    }
    try self.init(after: Substring(path.utf8.dropFirst()), of: path)
  }

  private init(after slash: Substring, of text: String) throws(DeepLinkError) {
    var steps = try LinkSteps(slash, of: text)
    place = try Place(reading: &steps)
    if steps.query != nil, case .search = place { return }
    guard steps.query == nil else {
      throw DeepLinkError(text, "“?” is only allowed after “search”")
    }
  }

  private static func checkLength(of text: String) throws(DeepLinkError) {
    let bytes = text.utf8.count
    guard bytes <= maxBytes else {
      let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
      throw DeepLinkError(
        start + "…", "it has \(bytes) bytes, more than the maximum of \(maxBytes)")
    }
  }

  /// The path of the place in a browser, with ids in lower case; `init(path:)` reads it.
  public var path: String { place.path }
}

extension DeepLink: CustomStringConvertible {
  /// The link as text, with ids in lower case; `init(_:)` reads it.
  public var description: String { "\(Self.scheme)://\(path)" }
}
