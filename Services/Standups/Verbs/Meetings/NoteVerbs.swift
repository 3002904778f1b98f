import CommandLineKit
import Foundation
import Standups
import StandupsAPI

/// The `standups note`, `notes` and `done` commands.
enum NoteVerbs {
  static let standup = Argument<StandupReference>.required("STANDUP", help: StandupReference.help)
  static let text = Argument<String?>.optional(
    "TEXT", help: "Text of the follow-up: one line of at most \(FollowUp.longestText) characters.")
  static let person = Argument<String?>.option(
    "--for", placeholder: "NAME", help: "Attendee the note is for. Default: the current speaker.")
  static let last = Argument<Bool>.flag(
    "--last", help: "Use that attendee’s last words in the transcript as the text.")
  static let meeting = Argument<MeetingReference?>.option(
    "--meeting",
    help: "Past meeting: its id, the start of the id, or “last”. Default: the live meeting.")
  static let json = "{“id”, “attendee”: {“id”, “name”}, “text”, “meeting”, “atMs”, “doneMs”}"

  static let note = Verb(
    "note", summary: "Note a follow-up for an attendee.",
    details: """
      The follow-up is shown to everyone during that attendee’s turn, including in later meetings, until “standups \
      done” marks it as done. It is part of the minutes of the meeting. A renamed attendee keeps it; \
      forgetting the person or deleting the meeting erases it.
      """,
    arguments: [standup, text, person, last, meeting],
    examples: [
      .init(
        "standups note Daily \"waiting for the login review\"", "For the current speaker."),
      .init("standups note Daily \"ask the vendor\" --for Ann", "For Ann."),
      .init("standups note Daily --last", "The last words of the current speaker."),
      .init(
        "standups note Daily \"ask the vendor\" --for Ann --meeting last", "After the meeting."),
    ], json: json
  ) { values, context in
    let (text, isLast) = (try values[text], try values[last])
    guard (text == nil) == isLast else {
      throw Failure.usage("Give either TEXT or --last.")
    }
    try await context.connected { connection in
      let finder = Finder(connection: connection)
      let found = try await finder.standup(try values[standup]).standup
      let past = try await values[meeting].asyncMap {
        try await finder.meeting($0, of: found.id, withWords: false)
      }
      let people = with(past?.attendees ?? [], in: found)
      let attendee = try values[person].map { try LiveVerbs.attendee($0, of: people) }
      let noted = try await connection.send(
        NoteFollowUp(
          standup: found.id, meeting: past?.id, attendee: attendee, text: text,
          last: isLast ? true : nil))
      try context.show(noted) {
        ["Noted for \(name(noted, people)): \(DisplayText.safe(noted.text)) (\(short(noted.id)))"]
      }
    }
  }

  /// The standup with the attendees of a meeting added, because they may have left the standup
  /// since.
  private static func with(_ attendees: [Attendee], in standup: Standup) -> Standup {
    var standup = standup
    for attendee in attendees { standup.attendees.append(attendee) }
    return standup
  }

  static let notes = Verb(
    "notes", summary: "List open follow-ups.",
    arguments: [standup],
    examples: [.init("standups notes Daily", "All open follow-ups, oldest first.")],
    json: "{“followUps”: [\(json)]}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let reply = try await connection.send(ListFollowUps(standup: found.id))
      try context.show(reply) {
        reply.followUps.isEmpty
          ? ["No open follow-ups."] : table(reply.followUps, of: found.standup, context)
      }
    }
  }

  static let which = Argument<[NoteReference]>.rest(
    "NOTE", isRequired: true,
    help: "Id of the follow-up, or its first characters, as shown by “standups notes”.")

  static let done = Verb(
    "done", summary: "Mark follow-ups as done.",
    arguments: [standup, which],
    examples: [
      .init("standups done Daily 3f2c1a08", "No longer shows it in meetings."),
      .init("standups notes Daily", "Shows the ids."),
    ],
    json: "{“followUps”: [\(json)]}: those that were marked as done"
  ) { values, context in
    let references = try values[which]
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let open = try await connection.send(ListFollowUps(standup: found.id)).followUps
      let named = try references.map { try $0.match(in: open) }
      var done: [FollowUp] = []
      for followUp in named where !done.contains(where: { $0.id == followUp.id }) {
        done.append(
          try await connection.send(FinishFollowUp(standup: found.id, followUp: followUp.id)))
      }
      try context.show(ListFollowUps.Reply(followUps: done)) {
        done.map { "Done: \(name($0, found.standup)): \(DisplayText.safe($0.text))" }
      }
    }
  }

  /// The attendee's current name.
  static func name(_ followUp: FollowUp, _ standup: Standup) -> String {
    DisplayText.safe((standup.attendees[id: followUp.attendee.id] ?? followUp.attendee).displayName)
  }

  static func table(
    _ followUps: [FollowUp], of standup: Standup, _ context: CommandContext
  ) -> [String] {
    var table = Table(header: ["NOTE", "DATE", "FOR", "TEXT"], flexible: 3)
    table.rows = followUps.map {
      [short($0.id), context.page.date($0.date), name($0, standup), DisplayText.safe($0.text)]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  private static func short(_ id: FollowUp.ID) -> String { String(id.description.prefix(8)) }
}

/// A reference to a follow-up: its id, or the start of the id.
struct NoteReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    text = argument.lowercased()
    guard text.count >= 4, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw UsageError(
        message: "expected the id of a follow-up, or at least its first 4 characters")
    }
  }
  static var placeholder: String { "NOTE" }

  /// Returns the follow-up that the reference identifies.
  ///
  /// - Throws: `Failure` unless exactly one matches.
  func match(in open: [FollowUp]) throws -> FollowUp {
    let found = open.filter { $0.id.description.hasPrefix(text) }
    guard let one = found.first else {
      throw Failure.notFound("Open follow-up", text, list: "standups notes STANDUP")
    }
    guard found.count == 1 else {
      throw Failure.ambiguous(text, found.map(\.id.description))
    }
    return one
  }
}

extension FollowUp {
  /// Time at which the follow-up was noted.
  var date: Date { Date(timeIntervalSince1970: Double(atMs) / 1000) }
}
