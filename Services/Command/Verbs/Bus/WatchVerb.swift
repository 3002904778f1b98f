import Bus

/// `standups watch`
enum WatchVerb {
  static let all = Argument<Bool>.flag(
    "--all", help: "Ticks and partial words as well, which are not kept.")
  static let count = Argument<Int?>.option("--count", help: "End after so many events.")
  static let format = Argument<EventTemplate?>.option(
    "--format",
    help:
      "How an event is printed: text with members in braces, such as {type} or {data.standup.title};"
      + " \\t and \\n are a tab and a new line.")
  static let follow = Argument<Bool>.flag(
    "--follow", "-f", help: "With --since: go on with what happens after the backlog.")

  static let verb = Verb(
    "watch", summary: "Print events as they happen, until Ctrl-C.",
    details: "What the journal keeps is printed in order, each event once, whatever is restarted"
      + " meanwhile. What cannot be had back is said on standard error. To go on after a break, give"
      + " the “sequence” and the “epoch” of the last event that you have to --since and --epoch."
      + " Times are those of your time zone; “time” in --format and --json is UTC, as in the event.",
    arguments: [
      EventArguments.types, EventArguments.standup, EventArguments.meeting, EventArguments.since,
      EventArguments.epoch, follow, all, count, format,
    ],
    examples: [
      .init("standups watch", "Everything that is kept, from now on."),
      .init("standups watch --type meeting. --json | jq -c '{type, subject}'", "For programs."),
      .init("standups watch --type meeting.finished --count 1", "Waits for the end of a meeting."),
      .init("standups watch --standup Daily --since 10m --follow", "With the last ten minutes."),
      .init(
        "standups watch --type meeting.speakerChanged --format '{time} {data.attendee.name}'",
        "Who speaks, and since when."),
      .init("standups watch --since 42 --follow --json", "All after the event 42."),
    ],
    json: "One CloudEvent 1.0 a line: {“id”, “source”, “type”, “subject”, “time”, “sequence”,"
      + " “epoch”, “data”, …}. On standard error {“notice”: {“code”, “message”}}: “compacted” or"
      + " “epoch” where events are missing."
  ) { values, context in
    let limit = try values[count]
    guard limit ?? 1 > 0 else { throw Failure.usage("--count is at least 1.") }
    let since = try values[EventArguments.since]
    let epoch = try values[EventArguments.epoch]
    guard epoch == nil || since != nil else {
      throw Failure.usage("--epoch says which journal --since is of: give both.")
    }
    let template = try values[format]
    guard template == nil || !context.globals.isJSON else {
      throw Failure.usage("Give one of --format and --json.")
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
