import Standups
import StandupsAPI

/// `standups live`, `next` and `end`.
enum LiveVerbs {
  static let standup = Argument<StandupReference?>.optional(
    "STANDUP", help: "Whose meeting; may be left out where only one standup is meeting.")
  static let json =
    "The live meeting: {“session”: {“id”, “standup”, “speakerIndex”, “segments”,"
    + " “destination”, …}, “elapsedMs”}"

  static let live = Verb(
    "live", summary: "List the meetings that run now.",
    examples: [.init("standups live", "Who speaks, and how much time is left.")],
    json: "{“meetings”: [{“session”, “elapsedMs”}]}"
  ) { _, context in
    let reply = try await context.connected { try await $0.liveMeetings() }
    try context.show(reply) {
      guard !reply.meetings.isEmpty else { return ["No standup is meeting now."] }
      var table = Table(
        header: ["STANDUP", "MEETING", "ELAPSED", "OF", "SPEAKER", "STATE"], optional: [1, 5, 3])
      table.rows = reply.meetings.map { meeting in
        let session = meeting.session
        return [
          DisplayText.safe(session.standup.title), String(session.id.description.prefix(8)),
          DurationText.clock(meeting.elapsedMs), DurationText.clock(session.standup.durationMs),
          speaker(meeting), state(meeting),
        ]
      }
      return table.lines(width: context.console.width, ink: context.console.ink)
    }
  }

  static let next = Verb(
    "next", summary: "Go on to the next speaker.",
    details: "On the last speaker it asks whether to end the meeting.",
    arguments: [standup],
    examples: [.init("standups next Daily", "The next one speaks.")], json: json
  ) { values, context in
    try await change(values, context) { connection, session in
      try await connection.send(NextSpeaker(id: session.id, from: session.speakerIndex))
    }
  }

  static let end = Verb(
    "end", summary: "Ask whether to end a meeting.",
    details: "The clock stands still until the question is answered with “standups answer”.",
    arguments: [standup],
    examples: [
      .init("standups end Daily && standups answer Daily save-and-end", "Ends it at once.")
    ], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(EndMeeting(id: $1.id)) }
  }

  private static func change(
    _ values: Values, _ context: CommandContext,
    _ send: (Connection, MeetingSession) async throws -> LiveMeeting
  ) async throws {
    try await context.connected { connection in
      let live = try await Finder(connection: connection).live(try values[standup])
      let meeting = try await send(connection, live.session)
      try context.show(meeting) { lines(meeting) }
    }
  }

  /// How a live meeting stands, and what it asks.
  static func lines(_ meeting: LiveMeeting) -> [String] {
    let total = meeting.session.standup.durationMs
    var lines = [
      "\(DisplayText.safe(meeting.session.standup.title)): \(speaker(meeting)),"
        + " \(DurationText.clock(meeting.elapsedMs)) of \(DurationText.clock(total))."
    ]
    if case .alert(let alert) = meeting.session.destination {
      lines.append(alert.sentences)
      lines += alert.actions.map {
        "  standups answer \(MeetingSession.AlertAction.word($0))"
      }
    }
    return lines
  }

  private static func speaker(_ meeting: LiveMeeting) -> String {
    let attendees = meeting.session.standup.attendees
    let index = meeting.session.speakerIndex
    let name = attendees.indices.contains(index) ? attendees[index].displayName : "Someone"
    return "\(DisplayText.safe(name)) (\(index + 1) of \(attendees.count))"
  }

  private static func state(_ meeting: LiveMeeting) -> String {
    if case .alert(let alert) = meeting.session.destination { return alert.title }
    return meeting.session.isRecording ? "recording" : "not recorded"
  }
}
