import Bus
import Foundation
import Standups
import StandupsAPI

/// The `standups live`, `next`, `postpone`, `extend`, `pause`, `resume` and `end` commands.
enum LiveVerbs {
  static let standup = Argument<StandupReference?>.optional(
    "STANDUP", help: "Standup with a live meeting. Optional if there is only one.")
  static let json =
    "The live meeting: {“session”: {“id”, “standup”, “speakerIndex”, “segments”,"
    + " “destination”, …}, “elapsedMs”}"

  static let live = Verb(
    "live", summary: "List live meetings.",
    examples: [.init("standups live", "Current speakers and elapsed times.")],
    json: "{“meetings”: [{“session”, “elapsedMs”}]}"
  ) { _, context in
    let reply = try await context.connected { try await $0.liveMeetings() }
    try context.show(reply) {
      guard !reply.meetings.isEmpty else { return ["No meeting is live."] }
      var table = Table(
        header: ["STANDUP", "MEETING", "ELAPSED", "DURATION", "SPEAKER", "STATE"],
        optional: [1, 5, 3])
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
    "next", summary: "Move on to the next speaker.",
    details: "After the last speaker, asks whether to end the meeting.",
    arguments: [standup],
    examples: [.init("standups next Daily", "Ends the current turn.")], json: json
  ) { values, context in
    try await change(values, context) { connection, session in
      try await connection.send(NextSpeaker(id: session.id, from: session.speakerIndex))
    }
  }

  static let postpone = Verb(
    "postpone", summary: "Move the current speaker to the end.",
    details: "The next speaker starts now, and the rest of the turn follows after all others.",
    arguments: [standup],
    examples: [.init("standups postpone Daily", "The current speaker has not arrived yet.")],
    json: json
  ) { values, context in
    try await change(values, context) { connection, session in
      try await connection.send(PostponeTurn(id: session.id, from: session.speakerIndex))
    }
  }

  /// Returns the id of the attendee with a name or id.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  static func attendee(_ name: String, of standup: Standup) throws -> Attendee.ID {
    let named = standup.attendees.filter { $0.id == Attendee.ID(name) }
    let found = named.isEmpty ? standup.attendees.named(name, \.name) : Array(named)
    guard let one = found.first else {
      throw Failure.noAttendee(name, among: standup.attendees.map(\.displayName))
    }
    guard found.count == 1 else {
      throw Failure(
        .data, code: BusError.Code.conflict.rawValue,
        "\(found.count) attendees are named “\(DisplayText.safe(name))”. Use one of these ids instead: "
          + found.map(\.id.description).joined(separator: ", ") + ".")
    }
    return one.id
  }

  static let by = Argument<MeetingDuration?>.option(
    "--by", help: "Extra time, from 1s to 1h. Default: 1m.")

  static let extend = Verb(
    "extend", summary: "Give the speaker more time.",
    details: "The meeting ends that much later. All other speakers keep their time.",
    arguments: [standup, by],
    examples: [
      .init("standups extend Daily", "One more minute for the speaker."),
      .init("standups extend Daily --by 30s", "Half a minute."),
    ], json: json
  ) { values, context in
    let byMs = try values[by]?.milliseconds
    guard ExtendTurn.rangeMs.contains(byMs ?? ExtendTurn.usualMs) else {
      throw Failure.usage("Invalid --by \(DurationText.words(byMs ?? 0)); expected 1 s to 1 h.")
    }
    try await change(values, context) { connection, session in
      try await connection.send(
        ExtendTurn(id: session.id, from: session.speakerIndex, byMs: byMs))
    }
  }

  static let pause = Verb(
    "pause", summary: "Pause a meeting.",
    details: "The timer is paused until the meeting is resumed.",
    arguments: [standup],
    examples: [.init("standups pause Daily", "Pauses the timer.")], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(PauseMeeting(id: $1.id)) }
  }

  static let resume = Verb(
    "resume", summary: "Resume a paused meeting.",
    arguments: [standup],
    examples: [.init("standups resume Daily", "Continues where it was paused.")], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(ResumeMeeting(id: $1.id)) }
  }

  static let end = Verb(
    "end", summary: "Ask to end a meeting.",
    details: "The timer is paused until the question is answered with “standups answer”.",
    arguments: [standup],
    examples: [
      .init(
        "standups end Daily && standups answer Daily save-and-end",
        "Ends it immediately and saves it.")
    ], json: json
  ) { values, context in
    try await change(values, context) { try await $0.send(EndMeeting(id: $1.id)) }
  }

  static func change(
    _ values: Values, _ context: CommandContext,
    _ send: (Connection, MeetingSession) async throws -> LiveMeeting
  ) async throws {
    try await change(try values[standup], context, send)
  }

  /// Changes the live meeting of a standup; nil for the only one.
  static func change(
    _ standup: StandupReference?, _ context: CommandContext,
    _ send: (Connection, MeetingSession) async throws -> LiveMeeting
  ) async throws {
    try await context.connected { connection in
      let live = try await Finder(connection: connection).live(standup)
      let meeting = try await send(connection, live.session)
      try context.show(meeting) { lines(meeting) }
    }
  }

  /// The state of a live meeting and its alert.
  static func lines(_ meeting: LiveMeeting) -> [String] {
    let total = meeting.session.plan.durationMs
    var lines = [
      "\(DisplayText.safe(meeting.session.standup.title)): \(speaker(meeting)),"
        + " \(DurationText.clock(meeting.elapsedMs)) of \(DurationText.clock(total))."
    ]
    if meeting.session.overMs != nil {
      lines.append("The meeting is in overtime and continues until someone ends it.")
    }
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
      return "over by \(DurationText.clock(meeting.elapsedMs - overMs))"
    }
    return meeting.session.isRecording ? "recording" : "not recorded"
  }
}
