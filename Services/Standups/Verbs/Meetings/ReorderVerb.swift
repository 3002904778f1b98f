import Bus
import Standups
import StandupsAPI

/// The `standups reorder` command.
enum ReorderVerb {
  private static let attendees = Argument<[String]>.rest(
    "ATTENDEE", help: "Attendee who speaks next, then the ones after them, by name or id.")

  static let verb = Verb(
    "reorder", summary: "Change the order of the speakers to come.",
    details:
      "The named attendees speak next, in this order; the others follow in theirs. “standups undo”"
      + " restores the order within 10 seconds.",
    arguments: [standup, attendees],
    examples: [
      .init("standups reorder Daily Cy Ann", "Cy speaks next, then Ann, then everyone else.")
    ],
    json: LiveVerbs.json
  ) { values, context in
    let names = try values[attendees]
    try await context.connected { connection in
      let session = try await Finder(connection: connection).live(try values[standup]).session
      let named = try names.map { try LiveVerbs.attendee($0, of: session.standup) }
      let rest = session.coming.map(\.id).filter { !named.contains($0) }
      let meeting = try await connection.send(
        ReorderTurns(id: session.id, from: session.speakerIndex, order: named + rest))
      try context.show(meeting) {
        let order = meeting.session.coming.map { DisplayText.safe($0.displayName) }
        return LiveVerbs.lines(meeting)
          + (order.isEmpty ? [] : ["Then: \(order.joined(separator: ", "))."])
      }
    }
  }

  private static let standup = Argument<StandupReference>.required(
    "STANDUP", help: "Standup with a live meeting.")
}
