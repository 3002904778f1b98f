import CommandLineKit

/// The verb `standups-load meetings`.
enum MeetingsVerb {
  static let meetings = Argument<Amount?>.option(
    "--meetings", "-n", help: "Number of meetings, up to 10000. Default: 50.")
  static let ramp = Argument<RunTime?>.option(
    "--ramp", help: "Time within which the meetings start, at random. Default: 5s.")
  static let length = Argument<RunTime?>.option(
    "--length", help: "Duration of each meeting, at least 1s. Default: 6s.")
  static let attendees = Argument<Amount?>.option(
    "--attendees", help: "Number of attendees per meeting. Default: 3.")
  static let seed = Argument<Seed?>.option(
    "--seed", help: "Random seed, to repeat a run. Default: 1.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help:
      "Use the services behind this router on this machine, and keep the standups afterwards. Separate the two"
      + " addresses of a router pair with a comma.")

  static let verb = Verb<LoadContext>(
    "meetings", summary: "Run complete meetings through all services.",
    details: """
      Starts router, persistence, standups and timer with an empty data directory, creates a standup \
      for each meeting, starts the meeting half a second later, and follows its events until it is \
      finished and saved. Each step is sent on schedule and does not wait for earlier replies.
      """,
    arguments: [meetings, ramp, length, attendees, seed, through] + Outputs.common,
    examples: [
      Example("standups-load meetings", "Fifty meetings within a few seconds."),
      Example(
        "standups-load meetings -n 2000 --ramp 20s --length 30s", "A large company's morning."),
    ],
    json: "workload, machine, counts, the latencies of commands and events, and CPU by service"
  ) { values, context in
    var workload = MeetingsWorkload()
    workload.meetings = try values[meetings]?.value ?? workload.meetings
    workload.ramp = try values[ramp]?.nanoseconds ?? workload.ramp
    workload.lengthMs = try values[length].map { $0.nanoseconds / 1_000_000 } ?? workload.lengthMs
    workload.attendees = try values[attendees]?.value ?? workload.attendees
    workload.seed = try values[seed]?.value ?? workload.seed
    guard workload.meetings <= MeetingsWorkload.most else {
      throw LoadFailure.usage(
        "Too many meetings; expected at most \(MeetingsWorkload.most), as a router limits the number of"
          + " subscriptions.")
    }
    guard (1000...86_400_000).contains(workload.lengthMs), workload.attendees <= 1000 else {
      throw LoadFailure.usage(
        "Invalid meeting; expected a duration from 1s to 24h and at most 1000 attendees.")
    }
    let run = MeetingsRun(
      workload: workload, through: try values[through]?.text, context: context)
    let outputs = try Outputs(values)
    let report = try await context.onThread { try run.run() }
    try outputs.print(report, context)
    if report.finished < workload.meetings, report.wasInterrupted != true {
      context.status.withLock { $0 = 70 }
    }
  }
}
