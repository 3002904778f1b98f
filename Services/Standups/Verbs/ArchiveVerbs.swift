import Standups
import StandupsAPI

/// The commands that archive a standup, and end that.
enum ArchiveVerbs {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)

  static let archive = Verb(
    "archive", summary: "Archive a standup.",
    details: """
      An archived standup keeps its past meetings, which searches still find. “standups list” omits it, its schedule is \
      suspended, and it cannot start a meeting. “standups unarchive” undoes this. Fails during a meeting.
      """,
    arguments: [standup],
    examples: [.init("standups archive Retro", "Hides the standup and suspends its schedule.")],
    json: "The archived standup, in the same format as for “add”."
  ) { values, context in
    try await set(true, try values[standup], context)
  }

  static let unarchive = Verb(
    "unarchive", summary: "Unarchive a standup.",
    details: "The standup is listed again and may meet; its schedule continues with its next time.",
    arguments: [standup],
    examples: [
      .init("standups unarchive Retro", "Lists the standup again."),
      .init("standups list --archived", "Shows the standups that can be unarchived."),
    ],
    json: "The standup, in the same format as for “add”."
  ) { values, context in
    try await set(false, try values[standup], context)
  }

  private static func set(
    _ isArchived: Bool, _ reference: StandupReference, _ context: CommandContext
  ) async throws {
    let edited = try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(reference)
      return try await connection.send(EditStandup(id: found.id, isArchived: isArchived))
    }
    try context.show(edited) {
      let title = DisplayText.title(edited.title)
      return [
        isArchived
          ? "Archived “\(title)”. Undo it with “standups unarchive \(edited.id)”."
          : "Unarchived “\(title)”."
      ]
    }
  }
}
