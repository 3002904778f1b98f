import CommandLineKit

/// The verb `standups-load commands`.
enum CommandsVerb {
  static let parts = Argument<[CommandsWorkload.Part]>.options(
    "--part", help: "Measure only this part. Repeatable.")
  static let windows = Argument<[Amount]>.options(
    "--in-flight", help: "Concurrent commands. Repeatable. Default: 1 and 64.")
  static let duration = Argument<RunTime?>.option(
    "--duration", "-d", help: "Duration of each measurement. Default: 5s.")
  static let saved = Argument<Amount?>.option(
    "--saved", help: "Number of standups to create beforehand. Default: 100.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help:
      "Use the services behind this router on this machine, and keep the standups afterwards. Separate the two"
      + " addresses of a router pair with a comma.")

  static let pids = Argument<[Int]>.options(
    "--pid", placeholder: "PID",
    help: "Process id behind --through, to measure its CPU time. Repeatable.")

  static let requests = Argument<String?>.option(
    "--requests", placeholder: "FILE", completion: .file,
    help:
      "Send only the commands in this file, in turn: one JSON object a line, with “target”, “body” and optionally"
      + " “isIdempotent” and “for”, the id of a person (requires the gateway's key). A number replaces each"
      + " 000000000000 in a body.")

  static let verb = Verb<LoadContext>(
    "commands", summary: "Send durable commands and reads through all services.",
    details: """
      Starts router, persistence and standups with an empty data directory. Each reply triggers the \
      next command, up to the allowed number in flight. A new standup is on disk before its reply is \
      sent. CPU time is per service and command.
      """,
    arguments: [parts, windows, duration, saved, through, pids, requests] + Outputs.common,
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
    let file = try values[requests]
    guard file == nil ? !chosen.contains(.requests) : chosen.isEmpty else {
      throw LoadFailure.usage("Use either --part or --requests FILE.")
    }
    if file != nil { workload.parts = [.requests] }
    let windows = try values[windows].map(\.value)
    if !windows.isEmpty { workload.windows = windows }
    workload.duration = try values[duration]?.nanoseconds ?? workload.duration
    workload.saved = try values[saved]?.value ?? workload.saved
    guard workload.duration > 0 else {
      throw LoadFailure.usage("--duration must be longer than 0s.")
    }
    guard workload.windows.allSatisfy({ $0 <= 10_000 }) else {
      throw LoadFailure.usage("Too many commands in flight; expected at most 10000.")
    }
    let run = CommandsRun(
      workload: workload, through: try values[through]?.text,
      pids: try LoadArguments.processes(try values[pids]),
      requests: try file.map(RequestFile.read) ?? [], context: context)
    let outputs = try Outputs(values)
    let report = try await context.onThread { try run.run() }
    try outputs.print(report, context)
  }
}

extension CommandsWorkload.Part: ArgumentValue {
  static var placeholder: String { "PART" }
}
