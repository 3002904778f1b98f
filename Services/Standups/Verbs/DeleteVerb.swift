import Standups
import StandupsAPI

/// The `standups delete` command.
enum DeleteVerb {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)

  static let verb = Verb(
    "delete", summary: "Delete a standup and its past meetings.",
    details: """
      Asks for confirmation. A standup with a live meeting cannot be deleted. Transcripts are erased from the events \
      and from the disk as well. Backups and webhook deliveries are not erased.
      """,
    arguments: [standup, Confirmation.yes],
    examples: [
      .init("standups delete Retro", "Asks for confirmation."),
      .init("standups delete Retro --yes", "Without confirmation, for scripts."),
    ],
    json: "{“deleted”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let title = DisplayText.safe(found.standup.title)
      let meetings = DisplayText.count(found.meetings, "past meeting")
      let agreed = try Confirmation.ask(
        "Delete the standup “\(title)” with \(meetings)?", isGiven: values[Confirmation.yes],
        context)
      if agreed { _ = try await connection.send(DeleteStandup(id: found.id)) }
      try context.show(Output(deleted: agreed, id: found.id)) {
        [agreed ? "Deleted “\(title)”." : "Nothing was deleted."]
      }
    }
  }

  struct Output: Codable {
    var deleted: Bool
    var id: Standup.ID
  }
}
