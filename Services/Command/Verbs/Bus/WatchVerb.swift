import Bus
import Messages
import Standups

/// `standups watch`
enum WatchVerb {
  static let standup = Argument<StandupReference?>.option(
    "--standup", help: "Only events of this standup.")
  static let types = Argument<[String]>.options(
    "--type", placeholder: "TYPE",
    completion: .words(EventTypes.all),
    help: "Only this type, or what begins with it and a dot; may be repeated.")
  static let all = Argument<Bool>.flag(
    "--all", help: "Ticks and partial words as well, which are not kept.")
  static let count = Argument<Int?>.option("--count", help: "End after so many events.")

  static let verb = Verb(
    "watch", summary: "Print events as they happen, until Ctrl-C.",
    arguments: [standup, types, all, count],
    examples: [
      .init("standups watch", "Everything that is kept."),
      .init("standups watch --type meeting --json | jq -c '{type, subject}'", "For programs."),
      .init("standups watch --type meeting.finished --count 1", "Waits for the end of a meeting."),
    ],
    json: "One CloudEvent 1.0 a line: {“id”, “source”, “type”, “subject”, “time”, “sequence”,"
      + " “data”, …}. {“gap”: true} where events may be missing after a reconnect."
  ) { values, context in
    let limit = try values[count]
    guard limit ?? 1 > 0 else { throw Failure.usage("--count is at least 1.") }
    try await context.connected { connection in
      var id: Standup.ID?
      if let reference = try values[standup] {
        id = try await Finder(connection: connection).standup(reference).id
      }
      let filter = EventFilter(standup: id, types: try values[types], all: try values[all])
      let notices = try await connection.events.subscribe(filter.prefixes)
      try await print(notices, filter, limit, context)
    }
  }

  /// Prints until the limit, an interruption or the end of the events.
  private static func print(
    _ notices: AsyncThrowingStream<EventNotice, any Error>, _ filter: EventFilter, _ limit: Int?,
    _ context: CommandContext
  ) async throws {
    let printing = Task {
      var left = limit
      for try await notice in notices {
        switch notice {
        case .gap:
          try context.globals.isJSON
            ? context.printJSON(["gap": true])
            : context.console.note("The router was away: events may be missing here.")
        case .event(let event) where filter.accepts(event):
          try context.show(event) { [EventLine(event, context.console.ink).text] }
          left = left.map { $0 - 1 }
          if left == 0 { return }
        case .event: break
        }
      }
    }
    let interruptions = context.interruptions()
    let stopping = Task {
      for await _ in interruptions { return printing.cancel() }
    }
    defer { stopping.cancel() }
    do {
      try await printing.value
    } catch is CancellationError {
      // Interrupted: that is how a watch ends.
    }
  }
}
