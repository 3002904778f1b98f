import Bus
import RouterAPI
import SnapshotAPI
import Standups

/// The `standups events` command.
enum EventsVerb {
  static let verb = Verb(
    "events", summary: "Query the event journal: its range, past events and the current state.",
    examples: [
      .init(
        "standups events replay --since 1h --type meeting.", "Meeting events of the last hour."),
      .init("standups watch --since 0 --json", "All retained events, one per line."),
    ],
    verbs: [heads, replay, snapshot])

  static let heads = Verb(
    "heads", summary: "Show the first and the last sequence of the journal.",
    examples: [.init("standups events heads --json", "As JSON.")],
    json: "{“epoch”, “head”: the last sequence, “oldest”: the first retained sequence}"
  ) { _, context in
    let heads = try await context.send(EventHeads())
    try context.show(heads) {
      let kept = heads.head - heads.oldest + 1
      return [
        "Journal  \(DisplayText.safe(heads.epoch))",
        kept > 0 ? "Events   \(heads.oldest) to \(heads.head)" : "Events   none",
      ]
    }
  }

  static let size = PageArguments.limit("events", fallback: 100)

  static let replay = Verb(
    "replay", summary: "Print a page of retained events.",
    details:
      "Oldest first, with times in your time zone. “standups watch --since” prints all of them.",
    arguments: [
      EventArguments.since, EventArguments.epoch, EventArguments.types, EventArguments.standup,
      EventArguments.meeting, EventArguments.team, size,
    ],
    examples: [
      .init("standups events replay", "The first page."),
      .init("standups events replay --since 100 --limit 10", "The ten events after sequence 100."),
      .init(
        "standups events replay --since 2026-11-21T09:30:00Z --standup Daily",
        "From this time on, for one standup."),
    ],
    json: "{“events”: [CloudEvent], “epoch”, “head”, “hasMore”, “resume”}; pass “resume” to --since"
      + " for the next page."
  ) { values, context in
    try await show(
      values, context, since: try values[EventArguments.since],
      epoch: try values[EventArguments.epoch]
    ) { events, _ in
      events.map { event in
        let sequence = event.number.map { String($0) } ?? ""
        return "\(sequence)  \(EventLine(event, context.page).text)"
      }
    }
  }

  /// Shows a page of the stored events that the arguments of a command select.
  ///
  /// - Parameters:
  ///   - since: the start of the range; nil for the oldest stored event, which may not be the first
  ///     one ever.
  ///   - epoch: the epoch that `since` refers to; nil for that of the journal.
  ///   - actor: the actor of the events; nil for all.
  ///   - lines: formats the events of a page that has some.
  /// - Throws: `Failure` for invalid arguments or a failed command.
  static func show(
    _ values: Values, _ context: CommandContext, since: Since?, epoch: String? = nil,
    by actor: String? = nil,
    lines: ([CloudEvent], Connection) async throws -> [String]
  ) async throws {
    let limit = try values[size] ?? 100
    try Failure.require("--limit", limit, in: 1...1000)
    try await context.connected { connection in
      var filter = try await EventArguments.filter(values, connection)
      guard filter.wantsDurable else {
        throw Failure.usage(
          "Ticks and partial transcripts are not stored; only “standups watch” prints them.")
      }
      filter.by = actor
      var start = JournalStart(epoch: "", position: 0)
      let connection = try await connection.having(filter)
      if since != nil {
        start = try await JournalStart.find(
          since: since, epoch: epoch, now: context.date(), connection: connection)
      } else {
        let heads = try await connection.send(EventHeads())
        start = JournalStart(epoch: epoch ?? heads.epoch, position: max(0, heads.oldest - 1))
      }
      filter.notBefore = start.notBefore
      let page = try await page(filter, start, limit, connection)
      let isPrinted = !context.globals.isJSON && !page.events.isEmpty
      let printed = isPrinted ? try await lines(page.events, connection) : []
      try context.show(page) {
        var shown = printed
        if page.hasMore, let resume = page.resume {
          shown.append("The journal continues to \(page.head). For more, use --since \(resume).")
        }
        return shown.isEmpty ? ["No matching events."] : shown
      }
    }
  }

  /// Reads pages until the limit or the end of the journal. A page may be empty before the end.
  private static func page(
    _ filter: EventFilter, _ start: JournalStart, _ limit: Int, _ connection: Connection
  ) async throws -> EventReplay.Reply {
    var page = EventReplay.Reply(
      events: [], epoch: start.epoch, head: 0, hasMore: true, resume: start.position)
    while page.hasMore, page.events.count < limit {
      let after = page.resume ?? start.position
      let next = try await connection.send(
        filter.replay(after: after, epoch: start.epoch, limit: limit - page.events.count))
      page.events += next.events.filter(filter.accepts)
      (page.head, page.hasMore) = (next.head, next.hasMore)
      let last = next.events.last?.number
      page.resume = next.resume ?? (next.hasMore ? last : next.head)
      guard let resume = page.resume, resume > after else { break }
    }
    return page
  }

  static let pageSize = PageArguments.limit("live meetings and standups", fallback: 200)

  static let snapshot = Verb(
    "snapshot", summary: "Print the current state and the sequence to continue from.",
    details:
      "For clients that have just started or have missed events that are no longer retained. The state"
      + " includes every event up to the sequence, and possibly later ones. If there are several pages,"
      + " continue from the sequence of the first page.",
    arguments: [pageSize, PageArguments.after],
    examples: [
      .init("standups events snapshot --json", "Then continue with “watch --since SEQUENCE”.")
    ],
    json:
      "{“epoch”, “sequence”, “standups”: [{“standup”, “meetings”, “live”}], “meetings”: the live"
      + " meetings, which come before the first standup, “next”}"
  ) { values, context in
    let limit = try values[pageSize]
    try Failure.require("--limit", limit, in: 1...1000)
    let reply = try await context.send(
      EventSnapshot(after: try values[PageArguments.after], limit: limit))
    try context.show(reply) { lines(reply, context) }
  }

  private static func lines(_ reply: EventSnapshot.Reply, _ context: CommandContext) -> [String] {
    var lines = [
      "Journal  \(DisplayText.safe(reply.epoch))", "State at \(reply.sequence)",
    ]
    if !reply.standups.isEmpty {
      var table = Table(header: ["ID", "MEETINGS", "LIVE", "TITLE"], flexible: 3)
      table.rows = reply.standups.map {
        [
          String($0.id.description.prefix(8)), String($0.meetings),
          $0.live.map { String($0.description.prefix(8)) } ?? "–",
          DisplayText.safe($0.standup.title),
        ]
      }
      lines += table.lines(width: context.console.width, ink: context.console.ink)
    }
    lines += reply.meetings.map {
      "Live     \($0.session.id.description.prefix(8))"
        + "  \(DisplayText.safe($0.session.standup.title))  \(DurationText.clock($0.elapsedMs))"
    }
    if let next = reply.next { lines.append(PageArguments.more(after: next)) }
    return lines
  }
}
