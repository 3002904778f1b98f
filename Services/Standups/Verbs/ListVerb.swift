import Foundation
import ScheduleAPI
import Standups
import StandupsAPI

/// The `standups list` command.
enum ListVerb {
  static let archived = Argument<Bool>.flag(
    "--archived", help: "List the archived standups instead.")

  static let verb = Verb(
    "list", summary: "List the standups.",
    details:
      "Archived standups are listed with --archived only. An open question about the list, such as one about"
      + " saved data that could not be read, is shown"
      + " above it; answer it with “standups answer”. Documents that cannot be read are reported there"
      + " as well.",
    arguments: [archived],
    examples: [
      .init("standups list", "All standups, oldest first."),
      .init("standups list --json | jq -r '.standups[].standup.title'", "Only their titles."),
      .init("standups list --archived", "The standups that “standups unarchive” can bring back."),
    ],
    json:
      "{“standups”: [{“standup”, “meetings”, “lastMeeting”, “live”}], “destination”, “unreadable”: [name],"
      + " “schedules”: as “schedule” lists them, if they are available}"
  ) { values, context in
    let isArchived = try values[archived]
    try await context.connected { connection in
      let known = try await Finder(connection: connection).standups()
      let all = known.filter { ($0.standup.isArchived == true) == isArchived }
      let status = try await connection.send(GetListStatus())
      if case .alert(let alert) = status.destination, !context.globals.isJSON {
        alert.sentences.forEach { context.console.note(context.console.errorInk.yellow($0)) }
      }
      if !context.globals.isJSON { context.note(status.unreadableSentence) }
      let schedules =
        all.isEmpty || isArchived ? nil : try await connection.besides { try await $0.schedules() }
      let output = Output(
        standups: all, destination: status.destination, unreadable: status.unreadable,
        schedules: schedules)
      try context.show(output) {
        all.isEmpty
          ? [emptiness(isArchived, others: known.count)]
          : table(all, context, schedules: schedules ?? [])
      }
    }
  }

  struct Output: Codable {
    var standups: [StandupSummary]
    var destination: ListDestination?
    var unreadable: [String]?
    var schedules: [Schedule]?
  }

  /// Sentence for an empty list.
  ///
  /// - Parameter others: number of standups that are not in the list.
  private static func emptiness(_ isArchived: Bool, others: Int) -> String {
    if isArchived { return "No standup is archived." }
    return others == 0
      ? "No standups yet. Add one with “standups add TITLE”."
      : "All standups are archived. “standups list --archived” lists them."
  }

  /// A table of standups, with a column for the next scheduled times if there are any.
  static func table(
    _ all: [StandupSummary], _ context: CommandContext, schedules: [Schedule] = []
  ) -> [String] {
    let next = Dictionary(
      schedules.map { ($0.subject, ScheduleText.next($0, context)) }
    ) { first, _ in first }
    let hasTeams = all.contains { $0.standup.team != nil }
    var table = Table(
      header: ["TITLE", "ID", "TIME", "PEOPLE", "THEME", "MEETINGS", "LAST"]
        + (next.isEmpty ? [] : ["NEXT"]) + (hasTeams ? ["TEAM"] : []), flexible: 0,
      optional: [4, 5, 3, 6])
    table.rows = all.map { summary in
      let standup = summary.standup
      return [
        DisplayText.title(standup.title),
        String(standup.id.description.prefix(8)), DurationText.words(standup.durationMs),
        people(standup, context), standup.theme.rawValue, String(summary.meetings),
        summary.live != nil
          ? "meeting now" : summary.lastMeeting.map { context.page.date($0) } ?? "",
      ] + (next.isEmpty ? [] : [(next["\(summary.id)"] ?? nil) ?? ""])
        + (hasTeams ? [DisplayText.safe(standup.teamID)] : [])
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }
}

extension ListVerb {
  /// The number of attendees, such as “3”, or “2 of 3” if one is absent.
  private static func people(_ standup: Standup, _ context: CommandContext) -> String {
    let all = standup.attendees.count
    let absent = standup.attendees.count { $0.isAbsent(atMs: context.nowMs) }
    return absent == 0 ? String(all) : "\(all - absent) of \(all)"
  }
}

extension GetListStatus.Reply {
  /// A sentence about stored documents that are known to be unreadable; nil for none.
  var unreadableSentence: String? {
    guard let names = unreadable, !names.isEmpty else { return nil }
    let first = names.prefix(3).map { DisplayText.safe($0) }.joined(separator: ", ")
    return "\(DisplayText.count(names.count, "document")) cannot be read:"
      + " \(first)\(names.count > 3 ? ", …" : ""). “standups unreadable” lists, exports and discards"
      + " unreadable documents."
  }
}

extension ListAlert {
  /// The alert and the ways to answer it.
  var sentences: [String] {
    let words = actions.map { ListAlertAction.dashed($0.rawValue) }
    switch self {
    case .dataFailedToLoad(let path, let reason):
      return [
        "Data failed to load: \(DisplayText.safe(reason))"
          + " The file was set aside unchanged: \(DisplayText.safe(path))",
        "Answer with “standups answer \(words.joined(separator: "” or “standups answer "))”.",
      ]
    }
  }
}

extension ListAlertAction: ArgumentValue {
  static var placeholder: String { "ANSWER" }
}
