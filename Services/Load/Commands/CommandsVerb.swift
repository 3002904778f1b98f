import CommandLineKit

/// `standups-load commands`
enum CommandsVerb {
  static let parts = Argument<[CommandsWorkload.Part]>.options(
    "--part", help: "Measure only this; may be given several times.")
  static let windows = Argument<[Amount]>.options(
    "--in-flight", help: "Commands under way at once; may be given several times; 1 and 64.")
  static let duration = Argument<RunTime?>.option(
    "--duration", "-d", help: "How long each measurement lasts; 5s unless told.")
  static let saved = Argument<Amount?>.option(
    "--saved", help: "How many standups are made before; 100 unless told.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help:
      "Use the services behind the router there, on this machine; its standups stay behind. Two that take turns"
      + " with a comma.")

  static let pids = Argument<[Int]>.options(
    "--pid", placeholder: "PID", help: "A process behind --through, to measure its CPU time.")

  static let verb = Verb<LoadContext>(
    "commands", summary: "Send durable commands and reads through all services.",
    details: """
      Starts router, persistence and standups with a fresh data directory. The next command follows an \
      answer, with as many under way as allowed. A standup that was made is on the disk when that is \
      answered. CPU time is that of each service, for one command.
      """,
    arguments: [parts, windows, duration, saved, through, pids] + Outputs.common,
    examples: [
      Example("standups-load commands", "Writes and reads, one at a time and 64 in flight."),
      Example(
        "standups-load commands --part create --in-flight 16 --in-flight 256",
        "Durable writes only."),
      Example("standups-load commands --saved 100000", "With a hundred thousand standups saved."),
    ],
    json: "workload, machine, and for each part commands, latency, CPU by service and histogram"
  ) { values, context in
    var workload = CommandsWorkload()
    let chosen = try values[parts]
    if !chosen.isEmpty { workload.parts = chosen }
    let windows = try values[windows].map(\.value)
    if !windows.isEmpty { workload.windows = windows }
    workload.duration = try values[duration]?.nanoseconds ?? workload.duration
    workload.saved = try values[saved]?.value ?? workload.saved
    guard workload.duration > 0 else { throw LoadFailure.usage("--duration 0s tests nothing.") }
    guard workload.windows.allSatisfy({ $0 <= 10_000 }) else {
      throw LoadFailure.usage("At most 10000 commands in flight.")
    }
    let run = CommandsRun(
      workload: workload, through: try values[through]?.text,
      pids: try LoadArguments.processes(try values[pids]), context: context)
    let outputs = try Outputs(values)
    let report = try await context.onThread { try run.run() }
    try outputs.print(report, context)
  }
}

extension CommandsWorkload.Part: ArgumentValue {
  static var placeholder: String { "PART" }
}
