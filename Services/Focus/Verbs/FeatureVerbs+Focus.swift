import FocusAPI

extension FeatureVerbs {
  static let focus = FeatureVerbs(
    name: "Focus",
    commands: [.focusAndBrowser: [FocusVerb.verb]],
    opens: { place in
      guard case .focus(let place) = place else { return nil }
      return Opening { try await FocusVerb.open(place, $0) }
    },
    linksHelp: "standups:///focus is your focus; …/items and …/items/<id> are your sessions.",
    archived: [
      ArchivedCollection(name: "focus.items", noun: "focus session") { id, connection in
        _ = try await connection.send(DeleteFocusItem(id: id))
      }
    ],
    forgets: .inFocus)
}
