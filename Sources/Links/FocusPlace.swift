/// A place of focus: `standups:///focus` and what is below it.
public enum FocusPlace: Hashable, Sendable {
  /// The reader's own focus.
  case focus
  /// What was done.
  case items
  /// One thing that was done, by its id: a UUID in lower case.
  case item(String)
}

extension FocusPlace {
  /// What comes after “focus”.
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
