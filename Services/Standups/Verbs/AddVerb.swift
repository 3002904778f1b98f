import Standups
import StandupsAPI

/// The `standups add` command.
enum AddVerb {
  static let title = Argument<String>.required("TITLE", help: "Title of the standup.")

  static let verb = Verb(
    "add", summary: "Add a standup.",
    details:
      "Blank names are ignored. Without --attendee, the standup has one attendee without a name.",
    arguments: [
      title, FormArguments.duration, FormArguments.theme, FormArguments.attendees,
      FormArguments.weights, FormArguments.warning, FormArguments.overrun, FormArguments.language,
      FormArguments.team,
    ],
    examples: [
      .init(
        "standups add Daily --duration 15m --attendee Ann --attendee Bob",
        "Two attendees, with seven and a half minutes each."),
      .init(
        "standups add Planning -d 30m -a Ann -a Bob --warn 30s",
        "Warns each speaker 30 seconds before the turn ends."),
      .init(
        "standups add Daily -a Ann -a Bob -a Cy --weight Ann=2",
        "Ann gets half of the time, the others a quarter each."),
      .init("standups add Retro -d 1h --theme teal --json | jq -r .id", "Prints only its id."),
    ],
    json:
      "The standup: {“id”, “title”, “durationMs”, “theme”, “attendees”: [{“id”, “name”, “weight”, “person”}],"
      + " “warnMs”, “mayRunOver”, “language”, “isArchived”, “team”}"
  ) { values, context in
    var command = CreateStandup(
      // A client-side id makes the command idempotent.
      id: Standup.ID(context.uuid()), title: try values[title],
      durationMs: try values[FormArguments.duration]?.milliseconds,
      theme: try values[FormArguments.theme],
      attendees: try FormArguments.weighed(
        values[FormArguments.attendees].map { AttendeeDraft(name: $0) },
        values[FormArguments.weights]),
      warnMs: try values[FormArguments.warning]?.milliseconds,
      mayRunOver: try values[FormArguments.overrun],
      // Empty for the language of the engine, which is the default.
      language: try values[FormArguments.language].flatMap { $0.tag.isEmpty ? nil : $0.tag })
    let standup = try await context.connected { connection in
      command.team = try await FormArguments.team(values, connection)
      let standup = try await connection.send(command)
      context.note(try await LanguageNote.of(standup, connection))
      return standup
    }
    try context.show(standup) {
      ["Added “\(DisplayText.safe(standup.title))”."]
        + context.page.lines(StandupSummary(standup: standup, meetings: 0), nowMs: context.nowMs)
        .dropFirst()
    }
  }
}
