/// A link to a place, such as `standups:///standups/<id>/record`, and the path of that place in a
/// browser, `/standups/<id>/record`.
///
/// An open alert adds the suffix `alert/<name>` to the link of the list
/// (`standups:///alert/dataFailedToLoad`), of a standup or of a live meeting
/// (`standups:///standups/<id>/record/alert/endMeeting`).
///
/// ```swift
/// let link = DeepLink(.record(standup.id))
/// let text = link.description  // standups:///standups/<id>/record
/// let same = try DeepLink(text)
/// let again = try DeepLink(path: link.path)  // /standups/<id>/record
/// ```
public struct DeepLink: Hashable, Sendable {
  /// The target of the link.
  public var place: Place

  /// Creates the link to a place; each place has exactly one.
  public init(_ place: Place) { self.place = place }

  /// The URL scheme of all links.
  public static let scheme = "standups"
  /// Maximum length of a link or a path, in bytes of UTF-8.
  public static let maxBytes = 4096
  /// Maximum length of a decoded search text, in bytes of UTF-8.
  public static let maxQueryBytes = 1000

  /// Parses a link.
  ///
  /// - Parameter text: a link of at most ``maxBytes`` of UTF-8. The scheme and ids are
  ///   case-insensitive; a trailing slash is allowed.
  /// - Throws: `DeepLinkError` if the link is invalid.
  public init(_ text: String) throws(DeepLinkError) {
    try Self.checkLength(of: text)
    // Splits bytes instead of characters: a combining accent after the colon would hide it from a
    // character-based split.
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

  /// Parses the path of a place, including its query.
  ///
  /// - Parameter path: the percent-encoded request target of an HTTP request, such as
  ///   `/standups/<id>` or `/search?q=caf%C3%A9`, of at most ``maxBytes`` of UTF-8. Ids are
  ///   case-insensitive; a trailing slash is allowed.
  /// - Throws: `DeepLinkError` if the path is invalid.
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

  /// The path of the place in a browser, with lowercase ids; `init(path:)` parses it.
  public var path: String { place.path }
}

extension DeepLink: CustomStringConvertible {
  /// The link as a string, with lowercase ids; `init(_:)` parses it.
  public var description: String { "\(Self.scheme)://\(path)" }
}
