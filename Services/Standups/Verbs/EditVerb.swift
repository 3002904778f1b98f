import Bus
import PeopleAPI
import Standups
import StandupsAPI

/// The `standups edit` command.
enum EditVerb {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  static let title = Argument<String?>.option("--title", help: "New title.")
  static let removed = Argument<[String]>.options(
    "--remove", "-r", placeholder: "NAME", help: "Attendee to remove. Repeatable.")
  static let team = Argument<String?>.option(
    "--team", placeholder: "ID",
    help: "Move the standup and its past meetings to this team. You must be an admin of both.")
  static let only = Argument<[String]>.options(
    "--attendees", placeholder: "NAME",
    help:
      "Attendee of the new list, which replaces the current one. Repeat in speaking order. Attendees on"
      + " both lists keep their ids."
  )

  static let verb = Verb(
    "edit", summary: "Change a standup.",
    details: "Properties without an option stay as they are. A live meeting keeps its speakers.",
    arguments: [
      standup, title, FormArguments.duration, FormArguments.theme, FormArguments.attendees, removed,
      only, FormArguments.weights, FormArguments.warning, FormArguments.overrun,
      FormArguments.language, team,
    ],
    examples: [
      .init("standups edit Daily --title Morning --duration 10m", "New title and duration."),
      .init("standups edit Daily --warn 10s", "A bell ten seconds before each turn ends."),
      .init("standups edit Daily --may-run-over", "Allows overtime."),
      .init("standups edit Daily --language es", "Meetings in Spanish, if its model is installed."),
      .init("standups edit Daily --attendee Cy --remove Bob", "Adds Cy and removes Bob."),
      .init("standups edit Daily --team web", "Moves the standup to the team “web”."),
      .init("standups edit Daily --weight Ann=2", "Gives Ann twice as much time as the others."),
      .init("standups edit Daily --attendees Bob --attendees Ann", "Lets Bob speak first."),
    ],
    json: "The changed standup, in the same format as for “add”."
  ) { values, context in
    try await context.connected { connection in
      var found = try await Finder(connection: connection).standup(try values[standup])
      // The team first: if the other changes fail, they can be repeated.
      let moved = try await move(found.id, values, connection)
      let edited: Standup
      if let moved, try command(values, moved).isEmpty {
        edited = moved
      } else {
        edited = try await tryingAgain(connection, &found) { try command(values, $0.standup) }
      }
      if try values[FormArguments.language] != nil {
        context.note(try await LanguageNote.of(edited, connection))
      }
      try context.show(edited) {
        context.page.lines(
          StandupSummary(standup: edited, meetings: 0, live: found.live), nowMs: context.nowMs)
      }
    }
  }

  /// Moves the standup to another team; nil if the user names none.
  private static func move(
    _ id: Standup.ID, _ values: Values, _ connection: Connection
  ) async throws -> Standup? {
    guard let name = try values[team] else { return nil }
    if name != TeamScope.defaultTeam { _ = try await connection.send(GetTeam(id: name)) }
    return try await connection.send(SetStandupTeam(id: id, team: name))
  }

  /// Maximum number of attempts if other clients edit the same standup.
  private static let maxTries = 50

  /// Sends an edit that is based on the current standup. If the standup has changed in the
  /// meantime, rebuilds the edit and retries.
  static func tryingAgain(
    _ connection: Connection, _ found: inout StandupSummary,
    _ command: (StandupSummary) throws -> EditStandup
  ) async throws -> Standup {
    for _ in 1..<maxTries {
      do {
        return try await connection.send(try command(found))
      } catch let error as BusError
        where error.code == .conflict && error.detail?["revision"] != nil
      {
        found = try await connection.send(GetStandup(id: found.id, limit: 0)).summary
      }
    }
    return try await connection.send(try command(found))
  }

  private static func command(_ values: Values, _ standup: Standup) throws -> EditStandup {
    var command = EditStandup(
      id: standup.id, title: try values[title],
      durationMs: try values[FormArguments.duration]?.milliseconds,
      theme: try values[FormArguments.theme],
      warnMs: try values[FormArguments.warning]?.milliseconds,
      mayRunOver: try values[FormArguments.overrun],
      language: try values[FormArguments.language]?.tag)
    command.attendees = try attendees(
      of: standup, adding: values[FormArguments.attendees], removing: values[removed],
      only: values[only])
    let weights = try values[FormArguments.weights]
    if !weights.isEmpty {
      command.attendees = try FormArguments.weighed(
        command.attendees ?? standup.attendees.map { AttendeeDraft(id: $0.id, name: $0.name) },
        weights)
    }
    let isMoved = try values[team] != nil
    guard !command.isEmpty || isMoved else {
      throw Failure.usage(
        "There is nothing to change. See “standups edit --help” for the options.")
    }
    guard !command.isEmpty else { return command }
    command.revision = standup.revision
    return command
  }

  /// The new list of attendees; nil if the arguments name none.
  static func attendees(
    of standup: Standup, adding: [String], removing: [String], only: [String]
  ) throws -> [AttendeeDraft]? {
    guard !(adding.isEmpty && removing.isEmpty && only.isEmpty) else { return nil }
    if !only.isEmpty {
      guard adding.isEmpty, removing.isEmpty else {
        throw Failure.usage("--attendees cannot be combined with --attendee or --remove.")
      }
      var left = standup.attendees.elements
      return only.map { name in
        let index = left.firstIndex { $0.name == name }
        return AttendeeDraft(id: index.map { left.remove(at: $0).id }, name: name)
      }
    }
    var drafts = standup.attendees.map { AttendeeDraft(id: $0.id, name: $0.name) }
    for name in removing {
      let matching = drafts.named(name, \.name)
      guard let leaver = matching.first else {
        throw Failure.noAttendee(name, among: drafts.map(\.name))
      }
      drafts.removeAll { $0.id == leaver.id }
    }
    return drafts + adding.map { AttendeeDraft(name: $0) }
  }
}

extension EditStandup {
  /// True if it changes nothing.
  fileprivate var isEmpty: Bool { self == EditStandup(id: id) }
}
