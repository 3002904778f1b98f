import Standups
import StandupsAPI

/// `standups list`
enum ListVerb {
  static let verb = Verb(
    "list", summary: "List the standups.",
    details: "An open question about the list itself, such as saved data that could not be read,"
      + " is shown above it; “standups answer” answers it.",
    examples: [
      .init("standups list", "All standups, in the order in which they were created."),
      .init("standups list --json | jq -r '.standups[].standup.title'", "Only their titles."),
    ],
    json: "{“standups”: [{“standup”, “meetings”, “lastMeeting”, “live”}], “destination”}"
  ) { _, context in
    try await context.connected { connection in
      let all = try await Finder(connection: connection).standups()
      let status = try await connection.send(GetListStatus())
      if case .alert(let alert) = status.destination, !context.globals.isJSON {
        alert.sentences.forEach { context.console.note(context.console.errorInk.yellow($0)) }
      }
      try context.show(Output(standups: all, destination: status.destination)) {
        all.isEmpty
          ? ["There are no standups yet: “standups add TITLE” makes one."] : table(all, context)
      }
    }
  }

  struct Output: Codable {
    var standups: [StandupSummary]
    var destination: ListDestination?
  }

  static func table(_ all: [StandupSummary], _ context: CommandContext) -> [String] {
    var table = Table(
      header: ["TITLE", "ID", "TIME", "PEOPLE", "THEME", "MEETINGS", "LAST"], flexible: 0)
    table.rows = all.map { summary in
      let standup = summary.standup
      return [
        DisplayText.safe(standup.title.isEmpty ? "Untitled standup" : standup.title),
        String(standup.id.description.prefix(8)), DurationText.words(standup.durationMs),
        String(standup.attendees.count), standup.theme.rawValue, String(summary.meetings),
        summary.live != nil
          ? "meeting now" : summary.lastMeeting.map { context.page.date($0) } ?? "",
      ]
    }
    return table.lines(width: context.console.width, ink: context.console.ink)
  }
}

extension ListAlert {
  /// What is asked, and how to answer.
  var sentences: [String] {
    let words = actions.map { ListAlertAction.dashed($0.rawValue) }
    switch self {
    case .dataFailedToLoad(let path, let reason):
      return [
        "Data failed to load: \(DisplayText.safe(reason))"
          + " The file was set aside untouched: \(DisplayText.safe(path))",
        "Answer with “standups answer \(words.joined(separator: "” or “standups answer "))”.",
      ]
    }
  }
}

extension ListAlertAction: ArgumentValue {
  static var placeholder: String { "ANSWER" }
}
