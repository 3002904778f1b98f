import CommandLineKit

/// `standups-load meetings`
enum MeetingsVerb {
  static let meetings = Argument<Amount?>.option(
    "--meetings", "-n", help: "How many meetings are held, at most 10000; 50 unless told.")
  static let ramp = Argument<RunTime?>.option(
    "--ramp", help: "Over which time they begin, at random moments; 5s unless told.")
  static let length = Argument<RunTime?>.option(
    "--length", help: "How long each is, from 1s; 6s unless told.")
  static let attendees = Argument<Amount?>.option(
    "--attendees", help: "How many take a turn in each; 3 unless told.")
  static let seed = Argument<Seed?>.option("--seed", help: "Repeats a run; 1 unless told.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help:
      "Use the services behind the router there, on this machine; its standups stay behind. Two that take turns"
      + " with a comma.")

  static let verb = Verb<LoadContext>(
    "meetings", summary: "Hold whole meetings through all services.",
    details: """
      Starts router, persistence, standups and timer with a fresh data directory, makes a standup for \
      each meeting, starts it half a second later, and follows its events until it is finished and \
      saved. Each step has its moment, whatever was answered before.
      """,
    arguments: [meetings, ramp, length, attendees, seed, through] + Outputs.common,
    examples: [
      Example("standups-load meetings", "Fifty meetings within some seconds."),
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
        "At most \(MeetingsWorkload.most) meetings: a router takes no more subscriptions than those to"
          + " their standups.")
    }
    guard (1000...86_400_000).contains(workload.lengthMs), workload.attendees <= 1000 else {
      throw LoadFailure.usage("A meeting lasts from 1s to 24h and has at most 1000 attendees.")
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
