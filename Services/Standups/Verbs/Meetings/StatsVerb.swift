import Bus
import Foundation
import Standups
import StandupsAPI

/// The `standups stats` command.
enum StatsVerb {
  static let standup = Argument<StandupReference?>.optional(
    "STANDUP", help: StandupReference.help + " Default: all standups of the person.")
  static let person = Argument<String?>.option(
    "--person", help: "Only this person: the name or id of a person to whom attendees are linked.")
  static let since = Argument<Period?>.option(
    "--since", help: "Period up to now: a number of days or weeks, at most 53w. Default: 12w.")
  static let csv = Argument<Bool>.flag(
    "--csv", help: "Print the meetings, and then the attendees, for a spreadsheet.")

  /// Maximum number of standups of a person that are read.
  static let maxStandups = 50

  static let verb = Verb(
    "stats", summary: "Show speaking times, attendance and lengths of past meetings.",
    arguments: [standup, person, since, csv],
    examples: [
      .init("standups stats Daily", "The last 12 weeks."),
      .init("standups stats --person Ann --since 4w", "One person in all their standups."),
      .init("standups stats Daily --csv > daily.csv", "A file for a spreadsheet."),
    ],
    json: "{“fromMs”, “toMs”, “meetings”: [{“id”, “date”, “durationMs”, “plannedMs”, “pausedMs”,"
      + " “present”, “late”, “absent”, “over”}], “attendees”: [{“id”, “name”, “present”, “late”,"
      + " “absent”, “spoke”, “spokenMs”, “plannedMs”, “over”, “overMs”}], “weeks”: [{“startMs”,"
      + " “meetings”, “durationMs”, “plannedMs”, “spokenMs”, “present”, “late”, “absent”}]}"
  ) { values, context in
    guard !(try values[csv] && context.globals.isJSON) else {
      throw Failure.usage("Use either --csv or --json.")
    }
    let (reference, name) = (try values[standup], try values[person])
    guard reference != nil || name != nil else {
      throw Failure.usage("Name a STANDUP, or a person with --person.")
    }
    try await show(
      reference, person: name, since: try values[since] ?? .usual, isCSV: try values[csv], context)
  }

  /// Prints the figures of a standup, or of a person in one standup or all of theirs.
  static func show(
    _ reference: StandupReference?, person name: String? = nil, since: Period = .usual,
    isCSV: Bool = false, _ context: CommandContext
  ) async throws {
    let toMs = context.nowMs
    let zone = context.calendar.timeZone.secondsFromGMT(for: context.date()) / 60
    let (title, reply) = try await context.connected { connection in
      let finder = Finder(connection: connection)
      var standups = try await finder.standups()
      if let reference { standups = [try Finder.match(reference, in: standups)] }
      let person = try name.map { try linked($0, in: standups) }
      if let person { standups = standups.filter { $0.standup.attendees.persons.contains(person) } }
      guard standups.count <= maxStandups else {
        throw Failure(
          .data, code: "too_large",
          "This person takes part in \(standups.count) standups; at most \(maxStandups) can be read at"
            + " once. Name one of them.")
      }
      var all = GetMeetingStats.Reply(fromMs: max(0, toMs - since.milliseconds), toMs: toMs)
      for summary in standups {
        let command = GetMeetingStats(
          standup: summary.id, person: person, fromMs: all.fromMs, toMs: toMs, zoneMinutes: zone)
        all.add(try await command.whole { try await connection.send($0) })
      }
      let title = reference == nil ? name ?? "" : standups.first?.standup.title ?? ""
      return (title, all)
    }
    if isCSV { return try context.console.write(reply.csv) }
    try context.show(reply) { StatsText.lines(reply, title: title, context) }
  }

  /// Returns the person whom a name or an id identifies, among those to whom attendees are linked.
  static func linked(
    _ text: String, in standups: [StandupSummary]
  ) throws -> Attendee.PersonID {
    let all = standups.flatMap(\.standup.attendees).filter { $0.person != nil }
    let byID = Attendee.PersonID(text).map { id in all.filter { $0.person == id } }
    let found = (byID ?? all.named(text, \.name)).persons
    guard let person = found.first else {
      throw Failure.notFound(
        "No attendee who is linked to a person is named “\(DisplayText.safe(text))”. Link one with"
          + " “standups link”.")
    }
    guard found.count == 1 else {
      throw Failure.ambiguous(text, found.map(\.description).sorted())
    }
    return person
  }
}

/// A period up to now, such as `12w` or `10d`.
struct Period: ArgumentValue, Hashable {
  var milliseconds: Int64

  static let usual = Period(milliseconds: GetMeetingStats.usualWindowMs)

  private init(milliseconds: Int64) { self.milliseconds = milliseconds }

  init(argument: String) throws {
    let units: [Character: Int64] = ["d": 86_400_000, "w": GetMeetingStats.weekMs]
    guard let unit = argument.last.flatMap({ units[$0] }), let count = Int64(argument.dropLast()),
      count >= 1, count <= GetMeetingStats.maxWindowMs / unit
    else {
      throw UsageError(message: "expected a number of days or weeks such as 10d or 12w, up to 53w")
    }
    milliseconds = count * unit
  }

  static var placeholder: String { "PERIOD" }
}
