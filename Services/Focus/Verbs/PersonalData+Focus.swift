import Bus
import FastJSON
import FocusAPI

extension PersonalData {
  /// The person’s focus and focus items. They belong to no standup.
  static let inFocus = PersonalData(
    member: "focus", json: "true or false",
    help:
      "The focus and the focus sessions of a person with that name are erased too, unless"
      + " --standup is given."
  ) { person, standup, connection in
    let focus = standup == nil ? try await focus(of: person, connection) : nil
    return Found(
      json: try RawJSON(encoding: focus != nil), lines: focus.map { [line($0)] } ?? []
    ) { connection in
      if focus != nil { _ = try await connection.send(ForgetFocus(person: person)) }
    }
  }

  /// A person’s focus and focus items.
  private struct FocusPlace {
    var items: Int
    /// True if a session is running or has a title.
    var isOpen: Bool
  }

  /// The person's focus and focus items.
  ///
  /// - Returns: nil if the person has neither, if the name is invalid for a focus, or if there is
  ///   no focus service.
  private static func focus(
    of person: String, _ connection: Connection
  ) async throws -> FocusPlace? {
    do {
      let items = try await connection.send(ListFocusItems(person: person, limit: 1)).total
      let focus = try await connection.send(GetFocus(person: person))
      let isOpen = focus.isRunning || !focus.title.isEmpty
      return items > 0 || isOpen ? FocusPlace(items: items, isOpen: isOpen) : nil
    } catch let error as BusError where [.invalid, .unavailable, .unbound].contains(error.code) {
      return nil
    }
  }

  private static func line(_ focus: FocusPlace) -> String {
    "Focus: " + DisplayText.count(focus.items, "session")
      + (focus.isOpen ? ", and an unfinished one" : "")
  }
}
