import Bus

/// The `standups watch` command.
enum WatchVerb {
  static let all = Argument<Bool>.flag(
    "--all", help: "Include ticks and partial transcripts, which are not stored.")
  static let count = Argument<Int?>.option("--count", help: "Stop after this many events.")
  static let format = Argument<EventTemplate?>.option(
    "--format",
    help:
      "Template for each event: text with members in braces, such as {type} or {data.standup.title};"
      + " \\t is a tab, \\n a new line.")
  static let follow = Argument<Bool>.flag(
    "--follow", "-f", help: "With --since: continue with new events after the backlog.")

  static let verb = Verb(
    "watch", summary: "Print events as they happen, until Ctrl-C.",
    details: "Durable events are printed in order and exactly once, even if services restart. Lost"
      + " events are reported on standard error. To continue later, pass the last event’s “sequence”"
      + " to --since and its “epoch” to --epoch. Times are in your time zone; “time” in --format and"
      + " --json is UTC, as in the event.",
    arguments: [
      EventArguments.types, EventArguments.standup, EventArguments.meeting, EventArguments.team,
      EventArguments.since,
      EventArguments.epoch, follow, all, count, format,
    ],
    examples: [
      .init("standups watch", "All durable events from now on."),
      .init("standups watch --type meeting. --json | jq -c '{type, subject}'", "As JSON."),
      .init("standups watch --type meeting.finished --count 1", "Waits for the end of a meeting."),
      .init(
        "standups watch --standup Daily --since 10m --follow", "Starts with the last ten minutes."),
      .init(
        "standups watch --type meeting.speakerChanged --format '{time} {data.attendee.name}'",
        "Prints when each speaker starts."),
      .init("standups watch --since 42 --follow --json", "All events after sequence 42."),
    ],
    json: "One CloudEvent 1.0 per line: {“id”, “source”, “type”, “subject”, “time”, “sequence”,"
      + " “epoch”, “data”, …}. On standard error {“notice”: {“code”, “message”}}: “compacted” or"
      + " “epoch” if events are missing."
  ) { values, context in
    let limit = try values[count]
    guard limit ?? 1 > 0 else {
      throw Failure.usage("Invalid --count \(limit ?? 0); expected 1 or more.")
    }
    let since = try values[EventArguments.since]
    let epoch = try values[EventArguments.epoch]
    guard epoch == nil || since != nil else {
      throw Failure.usage("--epoch needs --since.")
    }
    let template = try values[format]
    guard template == nil || !context.globals.isJSON else {
      throw Failure.exclusive("--format", "--json")
    }
    let follows = try values[follow] || since == nil
    try await context.connected { connection in
      var filter = try await EventArguments.filter(values, connection)
      filter.all = try values[all]
      let connection = try await connection.having(filter)
      let start = try await JournalStart.find(
        since: since, epoch: epoch, now: context.date(), connection: connection)
      filter.notBefore = start.notBefore
      let watch = EventWatch(
        connection: connection, context: context, limit: limit, follows: follows,
        template: template)
      try await watch.run(
        EventFollower(filter: filter, epoch: start.epoch, position: start.position))
    }
  }
}
