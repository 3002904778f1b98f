import Links
import Standups
import StandupsAPI

/// The `standups open` command.
enum OpenVerb {
  static let link = Argument<String>.required(
    "LINK", help: "Deep link, such as standups:///standups/<id>.")

  static let verb = Verb(
    "open", summary: "Show the target of a deep link.",
    details: """
      standups:/// is the list of standups. standups:///standups/<id> is a standup; …/edit shows the properties that \
      you can change, …/settings whether it may be recorded, …/meetings/<id> a past meeting, and …/record the live \
      meeting. standups:///search?q=WORDS searches transcripts. standups:///focus is your focus; …/items and \
      …/items/<id> are your sessions. standups:///health, services, bindings, dead-letters and traces/<id> show the \
      services. In a browser, the same places have the same paths.
      """,
    arguments: [link],
    examples: [
      .init("standups open standups:///", "All standups."),
      .init(
        "standups open 'standups:///search?q=database%20migration'", "Meetings that mention it."),
    ],
    json: "The output of the matching command: list, show, meetings show, live, focus status, …"
  ) { values, context in
    let place: Place
    do {
      place = try DeepLink(try values[link]).place
    } catch let error as DeepLinkError {
      throw Failure(.data, code: "invalid", DisplayText.safe(error.description))
    }
    switch place {
    case .list, .listAlert: try await ListVerb.verb.run?(Values(), context)
    case .newStandup: try form(context)
    case .standup(let id): try await standup(id, hint: nil, context)
    case .standupAlert(let id, .deleteStandup): try await standup(id, hint: "delete", context)
    case .edit(let id): try await standup(id, hint: "edit", context)
    case .settings(let id): try await RecordingVerb.status(id, context)
    case .meeting(let id, let meeting): try await past(meeting, of: id, context)
    case .record(let id): try await live(id, alert: nil, context)
    case .recordAlert(let id, let name): try await live(id, alert: name, context)
    case .search(let words): try await search(words, context)
    case .focus(let place): try await FocusVerb.open(place, context)
    case .bus(let place): try await bus(place, context)
    }
  }

  /// Shows the defaults of the form for a new standup; creates nothing.
  private static func form(_ context: CommandContext) throws {
    let form = StandupForm(standup: Standup(id: Standup.ID(context.uuid())), uuid: context.uuid)
    try context.show(form.standup) {
      ["Add a standup with “standups add TITLE”; see “standups add --help”. Its defaults:"]
        + context.page.lines(
          StandupSummary(standup: form.standup, meetings: 0), nowMs: context.nowMs
        )
        .dropFirst()
    }
  }

  /// Shows a standup.
  ///
  /// - Parameter hint: the command to suggest for the purpose of the link; nil for none.
  private static func standup(
    _ id: Standup.ID, hint: String?, _ context: CommandContext
  ) async throws {
    let reply = try await context.send(GetStandup(id: id, limit: 5))
    try context.show(reply) {
      let lines = ShowVerb.lines(reply, context)
      guard let hint else { return lines }
      return lines + ["To \(hint) it, run “standups \(hint) \(id)”; see “standups \(hint) --help”."]
    }
  }

  private static func search(_ words: String, _ context: CommandContext) async throws {
    guard words.contains(where: { !$0.isWhitespace }) else {
      return try context.show(SearchTranscripts.Reply(hits: [], total: 0)) {
        ["Search with “standups search WORD…”."]
      }
    }
    try await SearchVerb.search(words, context)
  }

  private static func bus(_ place: BusPlace, _ context: CommandContext) async throws {
    switch place {
    case .health: try await BusVerbs.health.run?(Values(), context)
    case .services: try await BusVerbs.services.run?(Values(), context)
    case .bindings: try await BusVerbs.bindings.run?(Values(), context)
    case .deadLetters: try await DeadLettersVerb.list.run?(Values(), context)
    case .trace(let id): try await TraceVerb.show(id, context)
    }
  }

  private static func past(
    _ meeting: Meeting.ID, of id: Standup.ID, _ context: CommandContext
  ) async throws {
    try await context.connected { connection in
      let reply = try await connection.send(GetStandup(id: id, limit: 0))
      let reference = try MeetingReference(argument: meeting.description)
      let past = try await Finder(connection: connection).meeting(reference, of: id)
      try context.show(past) { context.page.lines(past, of: reply.summary.standup) }
    }
  }

  private static func live(
    _ id: Standup.ID, alert: MeetingSession.Alert.Name?, _ context: CommandContext
  ) async throws {
    let all = try await context.connected { try await $0.liveMeetings() }.meetings
    guard let meeting = all.first(where: { $0.session.standup.id == id }) else {
      throw Failure.notFound(
        "This standup has no live meeting. Start one with “standups start \(id)”.")
    }
    if let alert {
      guard case .alert(let open) = meeting.session.destination, open.name == alert else {
        throw Failure.notFound("The meeting is not waiting for an answer to \(alert.rawValue).")
      }
    }
    try context.show(meeting) { LiveVerbs.lines(meeting) }
  }
}
