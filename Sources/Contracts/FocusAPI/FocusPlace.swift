/// A place that a link leads to, such as `standups:///focus/items`.
///
/// ```swift
/// let place = FocusPlace("standups:///focus/items/")
/// print(place?.link ?? "no place of focus")  // standups:///focus/items
/// ```
public enum FocusPlace: Hashable, Sendable {
  /// `standups:///focus`: the reader's own focus.
  case focus
  /// `standups:///focus/items`: what was done.
  case items
  /// `standups:///focus/items/<id>`: one thing that was done.
  case item(FocusItem.ID)

  private static let root = "standups:///focus"

  /// Whether a link is one of these, or is meant to be.
  public static func owns(_ link: String) -> Bool {
    let link = link.lowercased()
    return link == root || link.hasPrefix(root + "/")
  }

  /// The place that a link leads to; the scheme may be in either case, and a slash at the end. Nil if it
  /// leads to none of these.
  public init?(_ link: String) {
    guard Self.owns(link) else { return nil }
    var steps = link.dropFirst(Self.root.count).split(
      separator: "/", omittingEmptySubsequences: false
    ).dropFirst()
    if steps.last?.isEmpty == true { steps.removeLast() }
    switch (steps.first, steps.count) {
    case (nil, _): self = .focus
    case ("items"?, 1): self = .items
    case ("items"?, 2): self = .item(steps[steps.startIndex + 1].lowercased())
    default: return nil
    }
  }

  /// The place as text: lower-case scheme, three slashes, no slash at the end.
  ///
  /// Reading it with ``init(_:)`` gives the same place again if the item's id is in small letters.
  public var link: String {
    switch self {
    case .focus: Self.root
    case .items: "\(Self.root)/items"
    case .item(let id): "\(Self.root)/items/\(id)"
    }
  }
}
