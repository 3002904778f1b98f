import Bus
import Standups
import StandupsAPI

/// The `standups undo` command.
enum UndoVerb {
  static let verb = Verb(
    "undo", summary: "Undo the last change of the turns.",
    details:
      "Undoes “next”, “postpone”, “absent” or “present” within 10 seconds, no matter who made the change."
      + " The speaker has as much time left as at the moment of the change."
      + " After the last speaker, “next” opens a question instead, which “standups answer” answers.",
    arguments: [LiveVerbs.standup],
    examples: [.init("standups undo Daily", "The current speaker was skipped by mistake.")],
    json: LiveVerbs.json
  ) { values, context in
    try await LiveVerbs.change(values, context) { connection, session in
      guard let undo = session.undo else { throw nothing(session) }
      return try await connection.send(UndoChange(id: session.id, change: undo.change))
    }
  }

  private static func nothing(_ session: MeetingSession) -> Failure {
    Failure(
      .data, code: BusError.Code.conflict.rawValue,
      "“\(DisplayText.safe(session.standup.title))” has no change to undo. “next”, “postpone”, “absent” and"
        + " “present” can be undone for 10 seconds.")
  }
}
