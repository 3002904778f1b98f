import Links
import Standups
import StandupsAPI

/// Shows places that belong to standups and meetings, for `standups open`.
enum StandupPlaces {
  /// Returns the code that shows a place; nil if the place belongs to another feature.
  static func opening(_ place: Place) -> Opening? {
    switch place {
    case .list, .listAlert: Opening(ListVerb.verb)
    case .newStandup: Opening { try form($0) }
    case .standup(let id): Opening { try await standup(id, hint: nil, $0) }
    case .standupAlert(let id, .deleteStandup):
      Opening { try await standup(id, hint: "delete", $0) }
    case .edit(let id): Opening { try await standup(id, hint: "edit", $0) }
    case .history(let id):
      Opening { try await StatsVerb.show(StandupReference(argument: "\(id)"), $0) }
    case .discarded(let id):
      Opening { try await DiscardedVerbs.show(StandupReference(argument: "\(id)"), $0) }
    case .meeting(let id, let meeting): Opening { try await past(meeting, of: id, $0) }
    case .record(let id): Opening { try await live(id, alert: nil, $0) }
    case .recordAlert(let id, let name): Opening { try await live(id, alert: name, $0) }
    case .search(let words): Opening { try await search(words, $0) }
    default: nil
    }
  }

  /// Shows the defaults of the form for a new standup, without creating anything.
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
