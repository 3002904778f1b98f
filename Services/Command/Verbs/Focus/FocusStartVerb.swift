import FocusAPI

/// `standups focus start`
enum FocusStartVerb {
  static let title = Argument<String?>.optional(
    "TITLE", help: "What is to be done; what “standups focus title” said unless told.")
  static let duration = Argument<MeetingDuration?>.option(
    "--for", help: "How long: 25m, 90s, 1h30m, or a number of minutes; usually 25m.")
  static let detach = Argument<Bool>.flag("--detach", help: "Start it, and do not watch.")

  static let verb = Verb(
    "start", summary: "Start the focus and show the time that is left.",
    details: """
      It ends by itself when its time is up. Keys: s stops it before, q or Ctrl-C leaves it running. \
      Without a terminal the time that is left is a line each second.
      """,
    arguments: [title, duration, detach, FocusVerb.person],
    examples: [
      .init("standups focus start Report --for 50m", "Fifty minutes for the report."),
      .init("standups focus start --detach", "What was said with “title”, and no view."),
    ],
    json: "One event a line, as “watch” prints them, then {“outcome”: “finished”, “stopped” or"
      + " “left”, “item”}. With --detach: what “status” prints."
  ) { values, context in
    let command = StartFocus(
      person: try FocusVerb.name(values, context), title: try values[title],
      durationMs: try values[duration]?.milliseconds)
    try await context.connected { connection in
      let focus = try await connection.send(command)
      if try values[detach] {
        return try context.show(focus) { [FocusVerb.line(focus)] }
      }
      let outcome = try await FocusRunner(context: context, connection: connection).run(focus)
      try context.show(outcome) {
        outcome.outcome == .left
          ? ["It goes on: “standups focus status” shows it, “standups focus stop” stops it."]
          : FocusVerb.done(outcome.item, context)
      }
    }
  }
}
