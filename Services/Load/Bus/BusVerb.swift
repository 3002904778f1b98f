import CommandLineKit

/// The verb `standups-load bus`.
enum BusVerb {
  static let duration = Argument<RunTime?>.option(
    "--duration", "-d", help: "Duration of each part. Default: 3s.")
  static let parts = Argument<[BusWorkload.Part]>.options(
    "--part", help: "Measure only this part. Repeatable.")
  static let window = Argument<Amount?>.option(
    "--in-flight", help: "Concurrent requests in the pipelined part. Default: 64.")
  static let subscribers = Argument<Amount?>.option(
    "--subscribers", help: "Subscribers in the fan-out part. Default: 8.")
  static let size = Argument<Amount?>.option(
    "--size", help: "Size of a body or an event, in bytes. Default: 300.")
  static let rate = Argument<Rate?>.option(
    "--rate", help: "Messages per second, sent on a schedule. Default: as many as possible.")
  static let router = Argument<String?>.option(
    "--router", placeholder: "PATH", completion: .file,
    help: "Router to start. Default: the one next to this program.")
  static let tcp = Argument<Bool>.flag(
    "--tcp", help: "Let the router listen on TCP instead of Unix sockets.")
  static let through = Argument<RoutersArgument?>.option(
    "--through",
    help: """
      Measure a router that is already running without a timer. If it requires a key, set STANDUPS_KEY to \
      one with the roles service:timer and loadtest.
      """)
  static let pids = Argument<[Int]>.options(
    "--pid", placeholder: "PID", help: "Process id of the router, to measure its CPU time.")

  static let wait = Argument<RunTime?>.option(
    "--wait", help: "Time to wait for the router. Default: 10s.")

  static let verb = Verb<LoadContext>(
    "bus", summary: "Test a router on its own.",
    details: """
      Simulates both ends: a service that replies immediately, a client, a publisher and its \
      subscribers. Without --rate, each reply triggers the next message, up to the allowed number in \
      flight. That measures throughput, not the latency under a load that does not wait for replies.
      """,
    arguments: [
      duration, parts, window, subscribers, size, rate, router, tcp, through, pids, wait,
    ] + Outputs.common,
    examples: [
      Example("standups-load bus", "Start a router and measure every part."),
      Example(
        "standups-load bus --part single --rate 1000", "Latency at 1000 requests per second."),
      Example(
        "standups-load bus --part single --duration 1s --html bus.html --fail-if 'p99>50ms'",
        "For CI: a report and a verdict."),
      Example("standups-load bus --part fan-out --subscribers 32", "Many subscribers."),
      Example(
        "STANDUPS_KEY=$PWD/bench/bench.key_secret standups-load bus --through tcp://router",
        "A running router that requires keys and has no timer."),
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
    guard workload.duration > 0 else {
      throw LoadFailure.usage("--duration must be longer than 0s.")
    }
    workload.window = try values[window]?.value ?? workload.window
    workload.subscribers = try values[subscribers]?.value ?? workload.subscribers
    guard workload.subscribers <= 500, workload.window <= 10_000 else {
      throw LoadFailure.usage(
        "Too many; expected at most 500 subscribers and 10000 requests in flight.")
    }
    workload.size = try values[size]?.value ?? workload.size
    guard workload.size <= 1_000_000 else {
      throw LoadFailure.usage(
        "--size is too large; expected at most 1000000, as a message is limited to 1 MiB.")
    }
    workload.rate = try values[rate]?.perSecond
    if workload.rate == 0 { throw LoadFailure.usage("--rate must be greater than 0.") }
    let subject: BusRun.Subject
    if let through = try values[through] {
      guard try values[router] == nil else {
        throw LoadFailure.usage("--router and --through cannot be combined.")
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
