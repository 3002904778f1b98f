import Foundation
import Standups
import StandupsAPI

/// The `standups search` command.
enum SearchVerb {
  static let words = Argument<[String]>.rest(
    "WORD", isRequired: true, help: "Words to search for; a match contains all of them.")
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Only meetings of this standup. " + StandupReference.help)
  static let person = Argument<String?>.option(
    "--person",
    help:
      "Only meetings and standups with this person: the name or id of a person to whom attendees are"
      + " linked.")
  static let from = Argument<LastDay?>.option(
    "--from", help: "Only meetings on this day or later.")
  static let to = Argument<LastDay?>.option(
    "--to", help: "Only meetings on this day or earlier.")
  static let limit = PageArguments.limit("matches", fallback: 20)
  static let offset = Argument<Int?>.option("--offset", help: "Number of matches to skip.")

  static let verb = Verb(
    "search", summary: "Search past meetings, and the titles and names of standups.",
    details: """
      A match in a meeting is in its transcript, its follow-ups or its written updates. A word of three letters or \
      more also finds longer words that begin with it. Words in quotation marks must appear together and exactly as \
      they are. Standups whose title and attendees contain all words come first, unless the meetings are restricted to \
      a standup or to dates.
      """,
    arguments: [words, standup, person, from, to, limit, offset],
    examples: [
      .init("standups search database migration", "Meetings that mention both words."),
      .init("standups search '“ship it”'", "Meetings with these two words together."),
      .init(
        "standups search budget --standup Daily --from 2026-11-01 --to today",
        "Meetings of one standup since a day."),
      .init("standups search ann", "Also standups in which Ann takes part."),
    ],
    json:
      "{“standups”: [{“id”, “title”, “snippet”}], “hits”: [{“standup”, “title”, “meeting”, “snippet”}],"
      + " “total”}; U+0002 and U+0003 enclose each matching word in a snippet."
  ) { values, context in
    let (limit, offset) = (try values[limit] ?? 20, try values[offset] ?? 0)
    try Failure.require("--limit", limit, in: 1...1000)
    guard offset >= 0 else {
      throw Failure.usage("Invalid --offset \(offset); expected 0 or more.")
    }
    let (now, calendar) = (context.date(), context.calendar)
    let range = SearchRange(
      standup: try values[standup], person: try values[person],
      from: try values[from]?.start(now: now, calendar, option: "--from"),
      to: try values[to]?.end(now: now, calendar, option: "--to"))
    if let from = range.from, let to = range.to, from >= to {
      throw Failure.usage("Invalid --from; expected a day that is not after --to.")
    }
    try await search(
      try values[words].joined(separator: " "), in: range, limit: limit, offset: offset, context)
  }

  static func search(
    _ query: String, in range: SearchRange = SearchRange(), limit: Int = 20, offset: Int = 0,
    _ context: CommandContext
  ) async throws {
    let reply = try await context.connected { connection in
      let command = try await range.command(query, limit: limit, offset: offset, connection)
      return try await found(command, limit: limit, offset: offset, connection)
    }
    try context.show(reply) { lines(reply, offset: offset, context) }
  }

  /// Searches all installations, and interleaves their hits by position, because the ranks of
  /// different installations cannot be compared.
  private static func found(
    _ command: SearchTranscripts, limit: Int, offset: Int, _ connection: Connection
  ) async throws -> SearchTranscripts.Reply {
    let here = try await connection.send(command)
    let others = try await connection.others(here.elsewhere)
    guard !others.isEmpty else { return here }
    var command = command
    (command.limit, command.offset) = (min(limit + min(offset, 1000), 1000), nil)
    var replies: [SearchTranscripts.Reply] = []
    for connection in [connection] + others { replies.append(try await connection.send(command)) }
    let ranks = replies.map(\.hits.count).max() ?? 0
    let hits = (0..<ranks).flatMap { rank in
      replies.compactMap { rank < $0.hits.count ? $0.hits[rank] : nil }
    }
    let standups = offset == 0 ? replies.flatMap { $0.standups ?? [] } : []
    return SearchTranscripts.Reply(
      hits: Array(hits.dropFirst(offset).prefix(limit)), total: replies.reduce(0) { $0 + $1.total },
      standups: standups.isEmpty ? nil : standups)
  }

  static func lines(
    _ reply: SearchTranscripts.Reply, offset: Int, _ context: CommandContext
  ) -> [String] {
    let standups = reply.standups ?? []
    guard !reply.hits.isEmpty || !standups.isEmpty else { return ["No matches."] }
    let ink = context.console.ink
    var lines: [String] = []
    for found in standups {
      lines.append(
        ink.bold(DisplayText.title(found.title)) + ink.dim("  " + found.id.description.prefix(8)))
      lines.append("  " + mark(found.snippet, ink))
    }
    for hit in reply.hits {
      let head = "\(DisplayText.safe(hit.title))  \(context.page.date(hit.meeting.date))"
      lines.append(
        context.console.ink.bold(head)
          + context.console.ink.dim("  " + hit.meeting.id.description.prefix(8)))
      lines.append("  " + mark(hit.snippet, context.console.ink))
    }
    let end = offset + reply.hits.count
    if end < reply.total {
      lines.append("\(end) of \(reply.total). For more, add --offset \(end).")
    }
    return lines
  }

  /// Highlights the matched words: in bold and colour on a terminal, otherwise with asterisks.
  static func mark(_ snippet: String, _ ink: Ink) -> String {
    var out = ""
    for (index, part) in snippet.split(
      separator: "\u{2}", omittingEmptySubsequences: false
    ).enumerated() {
      guard index > 0 else {
        out += DisplayText.safe(String(part))
        continue
      }
      let pieces = part.split(separator: "\u{3}", maxSplits: 1, omittingEmptySubsequences: false)
      let word = DisplayText.safe(String(pieces[0]))
      out += ink.isOn ? ink.bold(ink.yellow(word)) : "*\(word)*"
      if pieces.count > 1 { out += DisplayText.safe(String(pieces[1])) }
    }
    return out
  }
}
