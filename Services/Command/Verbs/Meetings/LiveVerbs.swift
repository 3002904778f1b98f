import Bus
import Foundation
import Standups
import StandupsAPI

/// `standups live`, `next`, `postpone`, `extend`, `pause`, `resume` and `end`.
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
          DurationText.clock(meeting.elapsedMs), DurationText.clock(session.plan.durationMs),
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

  static let postpone = Verb(
    "postpone", summary: "Let the speaker come back at the end.",
    details: "The next one speaks now, and what is left of the turn comes after all others.",
    arguments: [standup],
    examples: [.init("standups postpone Daily", "Somebody is not there yet.")], json: json
  ) { values, context in
    try await change(values, context) { connection, session in
      try await connection.send(PostponeTurn(id: session.id, from: session.speakerIndex))
    }
  }

  /// - Throws: `Failure` if nobody is called that, or several are.
  static func attendee(_ name: String, of standup: Standup) throws -> Attendee.ID {
    let named = standup.attendees.filter { $0.id == Attendee.ID(name) }
    let found = named.isEmpty ? standup.attendees.named(name, \.name) : Array(named)
    guard let one = found.first else {
      let names = standup.attendees.map { DisplayText.safe($0.displayName) }.joined(separator: ", ")
      throw Failure(
        .noInput, code: BusError.Code.notFound.rawValue,
        "Nobody in “\(DisplayText.safe(standup.title))” is called “\(DisplayText.safe(name))”: \(names)."
      )
    }
    guard found.count == 1 else {
      throw Failure(
        .data, code: BusError.Code.conflict.rawValue,
        "\(found.count) attendees are called “\(DisplayText.safe(name))”; give an id: "
          + found.map(\.id.description).joined(separator: ", ") + ".")
    }
    return one.id
  }

  static let by = Argument<MeetingDuration?>.option(
    "--by", help: "How much more: 1m unless told, from 1s to 1h.")

  static let extend = Verb(
    "extend", summary: "Give the speaker more time.",
    details: "The meeting ends so much later. Everybody else has the time that they had.",
    arguments: [standup, by],
    examples: [
      .init("standups extend Daily", "One more minute for the speaker."),
      .init("standups extend Daily --by 30s", "Half a minute."),
    ], json: json
  ) { values, context in
    let byMs = try values[by]?.milliseconds
    try await change(values, context) { connection, session in
      try await connection.send(
        ExtendTurn(id: session.id, from: session.speakerIndex, byMs: byMs))
    }
  }

  static let pause = Verb(
    "pause", summary: "Hold the clock of a meeting.",
    details: "It stands until somebody resumes the meeting.",
    arguments: [standup],
    examples: [.init("standups pause Daily", "Somebody is at the door.")], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(PauseMeeting(id: $1.id)) }
  }

  static let resume = Verb(
    "resume", summary: "Let a meeting go on that was paused.",
    arguments: [standup],
    examples: [.init("standups resume Daily", "It goes on from where it was.")], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(ResumeMeeting(id: $1.id)) }
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
    let total = meeting.session.plan.durationMs
    var lines = [
      "\(DisplayText.safe(meeting.session.standup.title)): \(speaker(meeting)),"
        + " \(DurationText.clock(meeting.elapsedMs)) of \(DurationText.clock(total))."
    ]
    if meeting.session.overMs != nil { lines.append("It runs over, until somebody ends it.") }
    if case .alert(let alert) = meeting.session.destination {
      lines.append(alert.sentences)
      lines += alert.actions.map {
        "  standups answer \(MeetingSession.AlertAction.word($0))"
      }
    }
    return lines
  }

  private static func speaker(_ meeting: LiveMeeting) -> String {
    let session = meeting.session
    let name = session.attendee(at: session.speakerIndex).displayName
    return "\(DisplayText.safe(name)) (\(session.speakerIndex + 1) of \(session.schedule.speakers))"
  }

  private static func state(_ meeting: LiveMeeting) -> String {
    if case .alert(let alert) = meeting.session.destination { return alert.title }
    if let overMs = meeting.session.overMs {
      return "running over by \(DurationText.clock(meeting.elapsedMs - overMs))"
    }
    return meeting.session.isRecording ? "recording" : "not recorded"
  }
}
