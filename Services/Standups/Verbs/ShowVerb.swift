import ScheduleAPI
import Standups
import StandupsAPI

/// The `standups show` command.
enum ShowVerb {
  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  static let limit = Argument<Int?>.option(
    "--limit", help: "Maximum number of past meetings, 0 to 1000. Default: 5.")

  static let verb = Verb(
    "show", summary: "Show a standup and its latest meetings.",
    arguments: [standup, limit],
    examples: [.init("standups show Daily", "Attendees, duration and the last five meetings.")],
    json: "{“summary”: {“standup”, “meetings”, “live”}, “meetings”: […], “next”,"
      + " “followUps”: as “notes” prints them, “updates”: as “update list” prints them, if there are"
      + " any, “schedule”: as “schedule” prints it, if it has one}"
  ) { values, context in
    let limit = try values[limit] ?? 5
    try Failure.require("--limit", limit, in: 0...1000)
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let reply = try await connection.send(GetStandup(id: found.id, limit: limit))
      let open = try await connection.send(ListFollowUps(standup: found.id)).followUps
      let updates =
        reply.summary.updates == nil
        ? [] : try await connection.send(ListUpdates(standup: found.id)).updates
      let schedule = try await connection.besides {
        try await $0.send(GetSchedule(subject: "\(found.id)"))
      }
      let names = try await connection.personNames(of: reply.summary.standup)
      try context.show(
        Output(reply: reply, followUps: open, updates: updates.unlessEmpty, schedule: schedule)
      ) {
        lines(reply, context, open: open, updates: updates, schedule: schedule, names: names)
      }
    }
  }

  /// A standup with its open follow-ups, its written updates and its schedule, which another service stores.
  struct Output: Encodable {
    var reply: GetStandup.Reply
    var followUps: [FollowUp]
    var updates: [WrittenUpdate]?
    var schedule: Schedule?

    private enum Key: String, CodingKey { case followUps, updates, schedule }

    func encode(to encoder: any Encoder) throws {
      try reply.encode(to: encoder)
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(followUps, forKey: .followUps)
      try container.encodeIfPresent(updates, forKey: .updates)
      try container.encodeIfPresent(schedule, forKey: .schedule)
    }
  }

  static func lines(
    _ reply: GetStandup.Reply, _ context: CommandContext, open: [FollowUp] = [],
    updates: [WrittenUpdate] = [],
    schedule: Schedule? = nil, names: [Attendee.PersonID: String] = [:]
  ) -> [String] {
    var lines = context.page.lines(reply.summary, nowMs: context.nowMs, names: names)
    if let schedule { lines.append(ScheduleText.line(schedule, context)) }
    if !open.isEmpty {
      lines += ["Open follow-ups: \(open.count)", ""]
      lines += NoteVerbs.table(open, of: reply.summary.standup, context) + [""]
    }
    if !updates.isEmpty {
      lines += ["Written updates for the next meeting: \(updates.count)", ""]
      lines += context.page.lines(updates) + [""]
    }
    if reply.summary.meetings == 0 { return lines + ["No past meetings yet."] }
    lines.append("Past meetings: \(reply.summary.meetings)")
    guard !reply.meetings.isEmpty else { return lines }
    lines += [""] + context.page.table(reply.meetings)
    if reply.shortened != nil {
      lines.append(MeetingsVerb.shortenedSentence)
    }
    return lines
  }
}
