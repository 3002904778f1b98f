import FocusAPI
import Standups
import StandupsAPI

/// `standups open`
enum OpenVerb {
  static let link = Argument<String>.required("LINK", help: "Such as standups:///standups/<id>.")

  static let verb = Verb(
    "open", summary: "Show the place that a deep link leads to.",
    details: """
      standups:///  the list
      """
        + "\n\nstandups:///standups/<id>, …/edit, …/settings, …/meetings/<id>, …/record lead to a standup,"
        + " what of it can be changed, whether it may be recorded, a past meeting, and the meeting that"
        + " runs now."
        + " standups:///focus, …/items and …/items/<id> lead to your focus and what was done.",
    arguments: [link],
    examples: [.init("standups open standups:///", "The list.")],
    json: "What the command for that place prints: list, show, meetings show, live, focus status, …"
  ) { values, context in
    let text = try values[link]
    if FocusPlace.owns(text) { return try await focus(text, context) }
    let place: Place
    do {
      place = try DeepLink(text).place
    } catch let error as DeepLinkError {
      throw Failure(.data, code: "invalid", DisplayText.safe(error.description))
    }
    switch place {
    case .list, .listAlert: try await ListVerb.verb.run?(Values(), context)
    case .standup(let id), .edit(let id): try await standup(id, place, context)
    case .settings(let id): try await RecordingVerb.status(id, context)
    case .meeting(let id, let meeting): try await past(meeting, of: id, context)
    case .record(let id): try await live(id, alert: nil, context)
    case .recordAlert(let id, let name): try await live(id, alert: name, context)
    }
  }

  private static func focus(_ link: String, _ context: CommandContext) async throws {
    guard let place = FocusPlace(link) else {
      throw Failure(
        .data, code: "invalid",
        "“\(DisplayText.safe(link))” leads nowhere: after “focus” comes nothing, “items” or"
          + " “items/<id>”.")
    }
    try await FocusVerb.open(place, context)
  }

  private static func standup(_ id: Standup.ID, _ place: Place, _ context: CommandContext)
    async throws
  {
    let reply = try await context.send(GetStandup(id: id, limit: 5))
    try context.show(reply) {
      var lines = ShowVerb.lines(reply, context)
      if case .edit = place {
        let name = Shell.quote(id.description)
        lines.append("Change it with “standups edit \(name)”; see “standups edit --help”.")
      }
      return lines
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
      throw Failure.notFound("This standup is not meeting now: “standups start \(id)” starts it.")
    }
    if let alert {
      guard case .alert(let open) = meeting.session.destination, open.name == alert else {
        throw Failure.notFound("The meeting does not ask \(alert.rawValue) now.")
      }
    }
    try context.show(meeting) { LiveVerbs.lines(meeting) }
  }
}
