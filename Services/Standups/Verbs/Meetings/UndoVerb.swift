import Bus
import Standups
import StandupsAPI

/// The `standups undo` command.
enum UndoVerb {
  static let verb = Verb(
    "undo", summary: "Undo the last change of the turns, or the end.",
    details:
      "Undoes “next”, “postpone”, “absent”, “present” or “reorder” within 10 seconds, no matter who made the"
      + " change. The speaker has as much time left as at the moment of the change. With STANDUP, it also"
      + " undoes the end of its meeting, saved or discarded: the meeting continues."
      + " After the last speaker, “next” opens a question instead, which “standups answer” answers.",
    arguments: [LiveVerbs.standup],
    examples: [
      .init(
        "standups undo Daily", "The current speaker was skipped, or the meeting ended, by mistake.")
    ],
    json: LiveVerbs.json
  ) { values, context in
    let reference = try values[LiveVerbs.standup]
    try await context.connected { connection in
      let meeting = try await undone(reference, connection)
      try context.show(meeting) { LiveVerbs.lines(meeting) }
    }
  }

  /// Undoes the last change of a live meeting, or the end of the meeting of a standup.
  private static func undone(
    _ reference: StandupReference?, _ connection: Connection
  ) async throws -> LiveMeeting {
    let finder = Finder(connection: connection)
    do {
      let session = try await finder.live(reference).session
      guard let undo = session.undo else { throw nothing(session.standup) }
      return try await connection.send(UndoChange(id: session.id, change: undo.change))
    } catch let failure as Failure where failure.code == BusError.Code.notFound.rawValue {
      guard let reference else { throw failure }
      let standup = try await finder.standup(reference).standup
      let found = try await connection.send(GetStandup(id: standup.id, limit: 0))
      guard let ended = found.ended else { throw nothing(standup) }
      return try await connection.send(
        UndoChange(id: ended.meeting, change: ended.undo.change))
    }
  }

  private static func nothing(_ standup: Standup) -> Failure {
    Failure(
      .data, code: BusError.Code.conflict.rawValue,
      "“\(DisplayText.safe(standup.title))” has no change to undo. “next”, “postpone”, “absent”,"
        + " “present”, “reorder” and the end of a meeting can be undone for 10 seconds.")
  }
}
