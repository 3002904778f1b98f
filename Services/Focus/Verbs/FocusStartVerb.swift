import FocusAPI

/// The `standups focus start` command.
enum FocusStartVerb {
  static let title = Argument<String?>.optional(
    "TITLE", help: "Title of the session. Default: the one set with “standups focus title”.")
  static let duration = Argument<MeetingDuration?>.option(
    "--for",
    help:
      "Duration: 25m, 90s, 1h30m, or a number of minutes. Default: STANDUPS_FOCUS_MINUTES of the service if set, otherwise 25m."
  )
  static let detach = Argument<Bool>.flag(
    "--detach", help: "Start the session without watching it.")

  static let verb = Verb(
    "start", summary: "Start a focus session and show the time left.",
    details: """
      The session ends automatically when its time is up. Keys: s stops it early, q or Ctrl-C leaves it \
      running. Without a terminal, the time left is printed every second.
      """,
    arguments: [title, duration, detach, FocusVerb.person],
    examples: [
      .init("standups focus start Report --for 50m", "Fifty minutes for the report."),
      .init(
        "standups focus start --detach", "Uses the previously set title and returns immediately."),
    ],
    json: "One event per line, as “watch” prints them, then {“outcome”: “finished”, “stopped” or"
      + " “left”, “item”}. With --detach: the session, as “status” prints it."
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
          ? [
            "The session continues. “standups focus status” shows it, “standups focus stop” ends it."
          ]
          : FocusVerb.done(outcome.item, context)
      }
    }
  }
}
