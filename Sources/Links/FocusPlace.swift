/// A place in the focus feature: `standups:///focus` and the paths below it.
public enum FocusPlace: Hashable, Sendable {
  /// The user's own focus.
  case focus
  /// The list of completed focus items.
  case items
  /// A completed focus item, by its id: a lowercase UUID.
  case item(String)
}

extension FocusPlace {
  /// Reads the steps after “focus”.
  init(reading steps: inout LinkSteps) throws(DeepLinkError) {
    guard let first = steps.next() else {
      self = .focus
      return
    }
    guard first == "items" else {
      throw steps.error("expected “items” after “focus”, not “\(first)”")
    }
    guard let step = steps.next() else {
      self = .items
      return
    }
    self = .item(try steps.uuid(step, of: "focus session"))
    try steps.end(after: "the focus session")
  }

  var path: String {
    switch self {
    case .focus: "/focus"
    case .items: "/focus/items"
    case .item(let id): "/focus/items/\(id)"
    }
  }
}
