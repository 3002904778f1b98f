import Standups
import StandupsAPI

/// `standups delete`
enum DeleteVerb {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  static let yes = Argument<Bool>.flag("--yes", "-y", help: "Do not ask.")

  static let verb = Verb(
    "delete", summary: "Delete a standup with its past meetings.",
    details: """
      It asks first. A standup that is meeting is not deleted. What was said in its meetings is erased from \
      the events as well, and from the disk. Backups and what webhooks sent to others are out of reach.
      """,
    arguments: [standup, yes],
    examples: [
      .init("standups delete Retro", "Asks “delete standup?”."),
      .init("standups delete Retro --yes", "Does not ask; for scripts."),
    ],
    json: "{“deleted”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let title = DisplayText.safe(found.standup.title)
      let meetings = found.meetings == 1 ? "1 past meeting" : "\(found.meetings) past meetings"
      let agreed = try Confirmation.ask(
        "delete standup “\(title)” with \(meetings)?", isGiven: values[yes], context)
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
