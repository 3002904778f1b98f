import CommandLineKit
import Foundation
import Standups
import StandupsAPI

/// `standups note`, `notes` and `done`.
enum NoteVerbs {
  static let standup = Argument<StandupReference>.required("STANDUP", help: StandupReference.help)
  static let text = Argument<String?>.optional(
    "TEXT", help: "What to come back to: one line of at most \(FollowUp.longestText) characters.")
  static let person = Argument<String?>.option(
    "--for", placeholder: "NAME", help: "Whose it is; the one who has the floor unless told.")
  static let last = Argument<Bool>.flag(
    "--last", help: "Take the last words of that speaker that were written down for the text.")
  static let meeting = Argument<MeetingReference?>.option(
    "--meeting",
    help: "A past meeting: its id, the beginning of its id, or “last”; the live one unless told.")
  static let json = "{“id”, “attendee”: {“id”, “name”}, “text”, “meeting”, “atMs”, “doneMs”}"

  static let note = Verb(
    "note", summary: "Write down what somebody has to come back to.",
    details: """
      It is shown to everybody when it is that speaker’s turn, also at the next meetings, until \
      “standups done” says that it is done. The minutes of the meeting have it, too. Whoever is renamed \
      keeps it; forgetting a person, or deleting the meeting, erases it.
      """,
    arguments: [standup, text, person, last, meeting],
    examples: [
      .init(
        "standups note Daily \"waiting for the login review\"", "For the one who has the floor."),
      .init("standups note Daily \"ask the vendor\" --for Ann", "For Ann."),
      .init("standups note Daily --last", "What the speaker said last, as it was written down."),
      .init(
        "standups note Daily \"ask the vendor\" --for Ann --meeting last", "After the meeting."),
    ], json: json
  ) { values, context in
    let (text, isLast) = (try values[text], try values[last])
    guard (text == nil) == isLast else {
      throw Failure.usage("Give a TEXT, or --last: one of both.")
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

  /// The standup with those who took part in a meeting: they may have left it since.
  private static func with(_ attendees: [Attendee], in standup: Standup) -> Standup {
    var standup = standup
    for attendee in attendees { standup.attendees.append(attendee) }
    return standup
  }

  static let notes = Verb(
    "notes", summary: "List what people have to come back to.",
    arguments: [standup],
    examples: [.init("standups notes Daily", "All that is open, the oldest first.")],
    json: "{“followUps”: [\(json)]}"
  ) { values, context in
    try await context.connected { connection in
      let found = try await Finder(connection: connection).standup(try values[standup])
      let reply = try await connection.send(ListFollowUps(standup: found.id))
      try context.show(reply) {
        reply.followUps.isEmpty
          ? ["Nothing is open."] : table(reply.followUps, of: found.standup, context)
      }
    }
  }

  static let which = Argument<[NoteReference]>.rest(
    "NOTE", isRequired: true,
    help: "Its id, or the beginning of its id, as “standups notes” shows it.")

  static let done = Verb(
    "done", summary: "Say that what somebody had to come back to is done.",
    arguments: [standup, which],
    examples: [
      .init("standups done Daily 3f2c1a08", "It is shown in no turn any more."),
      .init("standups notes Daily", "Shows the ids."),
    ],
    json: "{“followUps”: [\(json)]}: those that are done now"
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

  /// As the attendee is called today.
  static func name(_ followUp: FollowUp, _ standup: Standup) -> String {
    DisplayText.safe((standup.attendees[id: followUp.attendee.id] ?? followUp.attendee).displayName)
  }

  static func table(
    _ followUps: [FollowUp], of standup: Standup, _ context: CommandContext
  ) -> [String] {
    var table = Table(header: ["NOTE", "SINCE", "FOR", "WHAT"], flexible: 3)
    table.rows = followUps.map {
      [short($0.id), context.page.date($0.date), name($0, standup), DisplayText.safe($0.text)]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }

  private static func short(_ id: FollowUp.ID) -> String { String(id.description.prefix(8)) }
}

/// How a person names a note: its id, or the beginning of its id.
struct NoteReference: ArgumentValue, Hashable {
  var text: String
  init(argument: String) throws {
    text = argument.lowercased()
    guard text.count >= 4, text.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw UsageError(message: "is not the beginning of an id, of 4 characters at least")
    }
  }
  static var placeholder: String { "NOTE" }

  /// - Throws: `Failure` where nothing or more than one thing has that name.
  func match(in open: [FollowUp]) throws -> FollowUp {
    let found = open.filter { $0.id.description.hasPrefix(text) }
    guard let one = found.first else {
      throw Failure.notFound("Nothing that is open is called \(text): “standups notes” shows them.")
    }
    guard found.count == 1 else {
      throw Failure(
        .data, code: "ambiguous",
        "“\(text)” may be any of these: \(found.map(\.id.description).joined(separator: ", ")).")
    }
    return one
  }
}

extension FollowUp {
  /// When it was written down.
  var date: Date { Date(timeIntervalSince1970: Double(atMs) / 1000) }
}
