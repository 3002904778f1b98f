import Bus
import Foundation
import Standups
import StandupsAPI

/// The `standups absent` and `standups present` commands.
enum AbsentVerbs {
  static let standup = Argument<StandupReference>.required("STANDUP", help: StandupReference.help)
  static let person = Argument<String>.required(
    "NAME", help: "Name of the attendee, as in the standup.")
  static let until = Argument<LastDay?>.option(
    "--until",
    help: "Last day of the absence: 2026-12-01, today or tomorrow. Saved with the standup."
  )
  static let zone = Argument<String?>.option(
    "--zone", placeholder: "ZONE",
    help: "Time zone in which that day ends, such as Europe/Paris. Default: that of this machine.")
  static let json =
    "{“standup”: as “add” prints it, “meeting”: the live meeting, if it changed, as “live” prints it}"

  static let absent = Verb(
    "absent", summary: "Mark an attendee as absent.",
    details: """
      In a live meeting, the attendees who have yet to speak share the remaining turns of the absent one. \
      Without a live meeting, or with --until, the absence is saved with the standup: meetings that start \
      before the end of that day (default: today) leave the attendee out. “standups present” undoes it.
      """,
    arguments: [standup, person, until, zone],
    examples: [
      .init("standups absent Daily Bob", "Bob has left, or is not coming today."),
      .init("standups absent Daily Bob --until tomorrow", "Bob’s last day off is tomorrow."),
    ], json: json
  ) { values, context in
    let name = try values[person]
    var calendar = context.calendar
    if let zone = try values[zone] {
      guard let there = TimeZone(identifier: zone) else {
        throw Failure.usage(
          "--zone: invalid value “\(DisplayText.safe(zone))”; expected a time zone such as"
            + " Europe/Paris.")
      }
      calendar.timeZone = there
    }
    let day = try values[until]
    let isNamed = try values[zone] != nil
    guard day != nil || !isNamed else { throw Failure.usage("--zone needs --until.") }
    let end = try (day ?? .today).end(now: context.date(), calendar)
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let attendee = try LiveVerbs.attendee(name, of: found.standup)
      var output = Output(standup: found.standup)
      if day != nil || found.live == nil {
        // Require a known time zone, because the end of a day depends on it.
        if !isNamed { _ = try context.zone.name() }
        output.standup = try await connection.send(
          MarkAbsent(
            id: found.id, attendee: attendee, untilMs: Int64(end.timeIntervalSince1970) * 1000))
      }
      if let live = found.live {
        output.meeting = try await drop(attendee, from: live, isKept: day != nil, connection)
      }
      try context.show(output) {
        var lines = output.meeting.map(LiveVerbs.lines) ?? []
        let kept = output.standup.attendees[id: attendee]
        if let line = kept.flatMap({ context.page.absence($0, atMs: context.nowMs) }) {
          lines.insert(line, at: 0)
        }
        return lines
      }
    }
  }

  /// Drops the turns of an attendee in a live meeting. If the absence was also saved, it is not an
  /// error if the attendee has no remaining turns.
  private static func drop(
    _ attendee: Attendee.ID, from meeting: Meeting.ID, isKept: Bool, _ connection: Connection
  ) async throws -> LiveMeeting? {
    do {
      return try await connection.send(DropTurns(id: meeting, attendee: attendee))
    } catch let error as BusError where isKept && [.conflict, .notFound].contains(error.code) {
      return nil
    }
  }

  static let present = Verb(
    "present", summary: "Mark an absent attendee as present again.",
    details: """
      Ends an absence that “standups absent” saved with the standup. In a live meeting, an attendee who is late \
      or back gets a turn at the end, and the meeting ends that much later.
      """,
    arguments: [standup, person],
    examples: [.init("standups present Daily Bob", "Bob is back, or late.")], json: json
  ) { values, context in
    let name = try values[person]
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let attendee = try LiveVerbs.attendee(name, of: found.standup)
      var output = Output(standup: found.standup)
      let wasAbsent =
        found.standup.attendees[id: attendee]?.isAbsent(atMs: context.nowMs) == true
      if wasAbsent {
        output.standup = try await connection.send(MarkPresent(id: found.id, attendee: attendee))
      }
      if let live = found.live {
        let session = try await connection.send(GetMeeting(id: live)).session
        let isToSpeak = (session.speakerIndex..<session.schedule.speakers).contains {
          session.attendee(at: $0).id == attendee
        }
        if !isToSpeak {
          output.meeting = try await connection.send(AddTurn(id: live, attendee: attendee))
        }
      }
      try context.show(output) {
        let who = DisplayText.safe(found.standup.attendees[id: attendee]?.displayName ?? name)
        if let meeting = output.meeting { return LiveVerbs.lines(meeting) }
        return [wasAbsent ? "\(who) is present again." : "\(who) was not absent."]
      }
    }
  }

  struct Output: Codable {
    var standup: Standup
    var meeting: LiveMeeting?
  }
}
