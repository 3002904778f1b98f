import Documents
import FocusAPI

extension Feature {
  /// Focus sessions.
  static let focus = Feature(
    name: "focus", bind: { parent, _ in parent.bindFocus() }, countdowns: [.focus],
    documents: [
      DocumentKind("focus"),
      DocumentKind("focus.items", archive: Archiving()) { $0.problem(as: FocusItem.self) },
    ])
}
