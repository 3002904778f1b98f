import CommandLineKit

/// `standups-load bus`
enum BusVerb {
  static let duration = Argument<RunTime?>.option(
    "--duration", "-d", help: "How long each part lasts; 3s unless told.")
  static let parts = Argument<[BusWorkload.Part]>.options(
    "--part", help: "Measure only this; may be given several times.")
  static let window = Argument<Amount?>.option(
    "--in-flight", help: "Requests under way at once in the pipelined part; 64 unless told.")
  static let subscribers = Argument<Amount?>.option(
    "--subscribers", help: "Subscribers in the fan-out; 8 unless told.")
  static let size = Argument<Amount?>.option(
    "--size", help: "Bytes of a body or an event; 300 unless told.")
  static let rate = Argument<Rate?>.option(
    "--rate", help: "Send so many a second on a schedule, in place of as many as go through.")
  static let router = Argument<String?>.option(
    "--router", placeholder: "PATH", completion: .file,
    help: "The router to start; the one beside this program unless told.")
  static let tcp = Argument<Bool>.flag(
    "--tcp", help: "Let the router listen on TCP in place of Unix sockets.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help: """
      Measure the router that runs there; it must have no timer. Where it wants a key, STANDUPS_KEY \
      names one with the roles service:timer and loadtest.
      """)
  static let pids = Argument<[Int]>.options(
    "--pid", placeholder: "PID", help: "The router's process, to measure its CPU time.")

  static let wait = Argument<RunTime?>.option(
    "--wait", help: "How long to wait for the router; 10s unless told.")

  static let verb = Verb<LoadContext>(
    "bus", summary: "Test a router alone.",
    details: """
      Plays both ends: a service that answers at once, a client, a publisher and its subscribers. \
      Without --rate the next message follows an answer, with as many under way as allowed; that \
      finds how much goes through, not how late it is under a load that does not wait.
      """,
    arguments: [
      duration, parts, window, subscribers, size, rate, router, tcp, through, pids, wait,
    ] + Outputs.common,
    examples: [
      Example("standups-load bus", "Starts a router and measures all of it."),
      Example("standups-load bus --part single --rate 1000", "Latency at 1000 requests a second."),
      Example(
        "standups-load bus --part single --duration 1s --html bus.html --fail-if 'p99>50ms'",
        "For a pipeline: a report to keep, and a verdict."),
      Example("standups-load bus --part fan-out --subscribers 32", "Many subscribers."),
      Example(
        "STANDUPS_KEY=$PWD/bench/bench.key_secret standups-load bus --through tcp://router",
        "A router that runs, without a timer, and wants keys."),
    ],
    json: "workload, machine, and for each part messages, CPU time, latency and its histogram"
  ) { values, context in
    let (run, outputs) = (try busRun(values, context), try Outputs(values))
    let report = try await context.onThread { try run.run() }
    try outputs.print(report, context)
  }

  private static func busRun(_ values: Values, _ context: LoadContext) throws -> BusRun {
    var workload = BusWorkload()
    let chosen = try values[parts]
    if !chosen.isEmpty { workload.parts = chosen }
    workload.duration = try values[duration]?.nanoseconds ?? workload.duration
    guard workload.duration > 0 else { throw LoadFailure.usage("--duration 0s tests nothing.") }
    workload.window = try values[window]?.value ?? workload.window
    workload.subscribers = try values[subscribers]?.value ?? workload.subscribers
    guard workload.subscribers <= 500, workload.window <= 10_000 else {
      throw LoadFailure.usage("At most 500 subscribers, and 10000 requests in flight.")
    }
    workload.size = try values[size]?.value ?? workload.size
    guard workload.size <= 1_000_000 else {
      throw LoadFailure.usage("--size is at most 1000000: a message has 1 MiB.")
    }
    workload.rate = try values[rate]?.perSecond
    if workload.rate == 0 { throw LoadFailure.usage("--rate 0 sends nothing.") }
    let subject: BusRun.Subject
    if let through = try values[through] {
      guard try values[router] == nil else {
        throw LoadFailure.usage("Give one of --router and --through.")
      }
      _ = try RouterEndpoints.each(through.text)
      subject = .through(through.text)
    } else {
      subject = .child(program: try values[router], isTCP: try values[tcp])
    }
    var run = BusRun(
      workload: workload, subject: subject, pids: try LoadArguments.processes(try values[pids]),
      context: context)
    run.patience = try values[wait]?.nanoseconds ?? run.patience
    return run
  }
}

extension BusWorkload.Part: ArgumentValue {
  static var placeholder: String { "PART" }
}
