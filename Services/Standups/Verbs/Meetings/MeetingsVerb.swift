import Standups
import StandupsAPI

/// The `standups meetings` command.
enum MeetingsVerb {
  static let verb = Verb(
    "meetings",
    summary: "List, show, correct and delete past meetings, and restore discarded ones.",
    examples: [
      .init("standups meetings list Daily", "Newest first."),
      .init("standups meetings show Daily", "Transcript of the last meeting."),
    ],
    verbs: [list, show, CorrectVerb.verb, delete, DiscardedVerbs.discarded, DiscardedVerbs.restore])

  static let standup = Argument<StandupReference>.required(
    "STANDUP", help: StandupReference.help)
  static let meeting = Argument<MeetingReference?>.optional(
    "MEETING", help: "Id of the meeting, the start of the id, or “last”. Default: last.")
  static let limit = PageArguments.limit("meetings", fallback: 20)
  static let all = Argument<Bool>.flag("--all", help: "List all meetings.")

  static let list = Verb(
    "list", summary: "List past meetings, newest first.",
    arguments: [standup, limit, PageArguments.after, all],
    examples: [
      .init("standups meetings list Daily --limit 5", "The last five meetings."),
      .init("standups meetings list Daily --all --json", "All meetings, as JSON."),
    ],
    json: "{“meetings”: [{“id”, “date”, “durationMs”, “ending”, “segments”, “transcript”}], “next”,"
      + " “total”, “shortened”}"
  ) { values, context in
    let size = try values[limit] ?? 20
    try Failure.require("--limit", size, in: 1...1000)
    let (all, first) = (try values[all], try values[PageArguments.after])
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      var page = Page(meetings: [], next: first, total: found.meetings)
      repeat {
        let reply = try await connection.send(
          GetStandup(id: found.id, after: page.next, limit: all ? 200 : size))
        page.meetings += reply.meetings
        if let shortened = reply.shortened { page.shortened = (page.shortened ?? []) + shortened }
        page.next = reply.next
      } while all && page.next != nil
      try context.show(page) { lines(page, context) }
    }
  }

  struct Page: Codable {
    var meetings: [Meeting]
    var next: String?
    var total: Int
    var shortened: [Meeting.ID]?
  }

  static let shortenedSentence =
    "Some transcripts are too long to show here. Write them to a file with “standups export”."

  private static func lines(_ page: Page, _ context: CommandContext) -> [String] {
    guard !page.meetings.isEmpty else { return ["No past meetings yet."] }
    var lines = context.page.table(page.meetings)
    if page.shortened != nil {
      lines.append(shortenedSentence)
    }
    if let next = page.next {
      lines.append(
        "\(page.meetings.count) of \(page.total). For more, add --after \(Shell.quote(next)), or --all."
      )
    }
    return lines
  }

  static let numbered = Argument<Bool>.flag(
    "--lines", help: "Number the lines, and show the recognised words of corrected ones.")

  static let show = Verb(
    "show", summary: "Show the transcript of a past meeting.",
    arguments: [standup, meeting, numbered],
    examples: [
      .init(
        "standups meetings show Daily --lines", "With the numbers for “standups meetings correct”."),
      .init("standups meetings show Daily", "The last meeting."),
      .init("standups meetings show Daily 3f2c", "The meeting whose id starts with 3f2c."),
    ],
    json: "{“id”, “date”, “durationMs”, “ending”, “segments”: [{“speaker”, “attendee”, “fromMs”,"
      + " “toMs”, “text”, “heard”: the words before a correction, “heardAttendee”, “heardSpeaker”, “voice”}],"
      + " “transcript”}"
  ) { values, context in
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      let found = try await finder.standup(try values[standup])
      let past = try await finder.meeting(try values[meeting] ?? .last, of: found.id)
      let isNumbered = try values[numbered]
      try context.show(past) {
        context.page.lines(past, of: found.standup, isNumbered: isNumbered)
      }
    }
  }

  static let which = Argument<MeetingReference>.required(
    "MEETING", help: "Id of the meeting, the start of the id, or “last”.")

  static let delete = Verb(
    "delete", summary: "Delete a past meeting.",
    details: "Asks for confirmation.",
    arguments: [standup, which, Confirmation.yes],
    examples: [.init("standups meetings delete Daily 3f2c --yes", "Without confirmation.")],
    json: "{“deleted”: true or false, “id”}"
  ) { values, context in
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      let found = try await finder.standup(try values[standup])
      let past = try await finder.meeting(try values[which], of: found.id, withWords: false)
      let agreed = try Confirmation.ask(
        "Delete the meeting of \(context.page.date(past.date))?",
        isGiven: values[Confirmation.yes], context)
      if agreed {
        _ = try await connection.send(DeleteMeeting(standup: found.id, meeting: past.id))
      }
      try context.show(Deleted(deleted: agreed, id: past.id)) {
        [agreed ? "Deleted the meeting." : "Nothing was deleted."]
      }
    }
  }

  struct Deleted: Codable {
    var deleted: Bool
    var id: Meeting.ID
  }
}
