import CommandLineKit
import Foundation

/// The verb `standups-load timer`.
enum TimerVerb {
  typealias Option = Argument
  static let meetings = Option<Amount?>.option(
    "--meetings", "-n", help: "Number of concurrent meetings. Default: 1000.")
  static let duration = Option<RunTime?>.option(
    "--duration", "-d", help: "Duration, after all meetings have started. Default: 10s.")
  static let ramp = Option<RunTime?>.option(
    "--ramp", help: "Time within which the meetings start. Default: 1s per 10000.")
  static let burst = Option<Bool>.flag(
    "--burst", help: "Start all meetings at the same time instead of over a ramp.")
  static let speakers = Option<Amount?>.option(
    "--speakers", help: "Number of speakers per meeting. Default: 6.")
  static let length = Option<RunTime?>.option(
    "--length",
    help: "Duration of each meeting. Default: longer than the test, at least 60s.")
  static let tick = Option<RunTime?>.option(
    "--tick", help: "Interval between ticks, from 10ms to 60s. Default: 1s.")
  static let views = Option<Amount?>.option(
    "--views",
    help:
      "Number of topic families that ticks are published in, from 1 to 3; the tester subscribes to one."
  )
  static let noSubscriber = Option<Bool>.flag(
    "--no-subscriber", help: "Subscribe to nothing, to measure meetings without subscribers.")
  static let churn = Option<ChurnRates?>.option(
    "--churn",
    help: """
      Other commands per second: start, hold, release, skip, cancel, and bad for commands that the \
      timer must reject.
      """)
  static let restart = Option<RunTime?>.option(
    "--restart", help: "Kill the timer this long after the ramp, and restart it.")
  static let timers = Option<Amount?>.option(
    "--timers", help: "Number of timers that share the meetings, up to 16. Default: 1.")
  static let kill = Option<RunTime?>.option(
    "--kill", help: "Kill one of several timers this long after the ramp.")
  static let add = Option<RunTime?>.option(
    "--add", help: "Start another timer this long after the ramp.")
  static let storm = Option<Amount?>.option(
    "--storm",
    help: """
      Number of additional meetings to start at the same time, a quarter into the test; they have no \
      subscribers and must not affect the others.
      """)
  static let limit = Option<Amount?>.option(
    "--limit",
    help:
      "Maximum number of countdowns per timer, passed on as STANDUPS_TIMER_LIMIT. Default: ten million."
  )
  static let seed = Option<Seed?>.option(
    "--seed", help: "Random seed, to repeat a run. Default: 1.")
  static let timer = Option<String?>.option(
    "--timer", placeholder: "PATH", completion: .file,
    help: "Timer service to start. Default: the one next to this program.")
  static let grid = Option<RunTime?>.option(
    "--grid", help: "Grid of the timer's wake-ups, passed on as STANDUPS_TIMER_GRID.")
  static let bind = Option<EndpointArgument?>.option(
    "--bind",
    help:
      "Address to listen on for a timer that is started elsewhere; ticks use a port number two higher."
  )
  static let through = Option<RoutersArgument?>.option(
    "--through",
    help:
      "Connect to this router as a tool would. Separate the addresses of a router pair with a comma."
  )
  static let pids = Option<[Int]>.options(
    "--pid", placeholder: "PID", help: "Additional process id to measure. Repeatable.")
  static let strict = Option<Bool>.flag(
    "--strict",
    help: """
      Exit with 70 unless every tick arrived once, in order and not early, and every command received a reply.
      """)
  static let wait = Option<RunTime?>.option(
    "--wait", help: "Time to wait for the timer. Default: 15s.")
  static let report = Option<RunTime?>.option(
    "--report", help: "Interval of progress reports, for long runs.")

  static let verb = Verb<LoadContext>(
    "timer", summary: "Test the timer service alone.",
    details: """
      Simulates the timer's router: starts one timer service and nothing else, starts meetings on a \
      schedule, and accounts for every tick that is due.

      A tick is due at the start time that the timer acknowledged, plus k seconds, plus the time on \
      hold. Lateness is measured when a tick is received, in nanoseconds, and by the time in the tick, \
      in milliseconds. The measurement starts when every start of the ramp has a reply; earlier ticks \
      are counted, but do not affect lateness or CPU time.

      Drift is the slope of lateness over time, in microseconds per hour, with its 95 % confidence \
      interval; a longer run narrows the interval.
      """,
    arguments: [
      meetings, duration, ramp, burst, speakers, length, tick, views, noSubscriber, churn, restart,
      timers, kill, add, storm, seed, timer, grid, limit, bind, through, pids, strict, wait, report,
    ] + Outputs.arguments,
    examples: [
      Example("standups-load timer --meetings 100000 --duration 1m", "A busy day."),
      Example("standups-load timer --burst --meetings 20000", "All start at exactly nine o'clock."),
      Example(
        "standups-load timer --churn hold=50,release=50,skip=20,start=10,cancel=10,bad=5",
        "With commands from users in between."),
      Example(
        "standups-load timer --meetings 1 --speakers 5000 --duration 20s", "A large meeting."),
      Example(
        "standups-load timer --timers 3 --meetings 20000 --kill 3s --add 8s --duration 15s",
        "One of three timers is killed and another is added."),
      Example(
        "standups-load timer --meetings 10000 --storm 1000000 --limit 500000 --length 2h -d 30s",
        "A million simultaneous starts."),
      Example("standups-load timer --duration 12h --report 1m", "A soak test."),
      Example("standups-load timer --bind tcp://0.0.0.0:5550", "A timer on another machine."),
      Example(
        "STANDUPS_KEY=$PWD/loadtest/loadtest.key_secret standups-load timer --through tcp://router",
        "A running timer, tested through its router; the key needs the role loadtest."),
    ],
    json: "the whole result: workload, machine, counts, latencies with their histograms, intervals"
  ) { values, context in
    let options = try options(values)
    let outputs = try Outputs(values)
    let report = try await context.onThread {
      try TimerRun(options: options, context: context).run()
    }
    try outputs.write(report.lateness.histogram, svg: report.svg)
    try outputs.print(report, context)
    if report.wasInterrupted == true { return }
    if try report.isUseless || (values[strict] && !report.isFlawless) {
      context.status.withLock { $0 = 70 }
    }
  }

  /// Creates the options from the arguments.
  ///
  /// - Throws: `LoadFailure` if options contradict each other.
  static func options(_ values: Values) throws -> TimerOptions {
    var options = TimerOptions()
    options.workload = try workload(values)
    options.patience = try values[wait]?.nanoseconds ?? options.patience
    options.every = try values[report]?.nanoseconds
    if options.every == 0 { throw LoadFailure.usage("--report must be longer than 0s.") }
    options.pids = try values[pids].map { pid in
      guard let pid = Int32(exactly: pid), pid > 0 else {
        throw LoadFailure.usage("--pid \(pid): no such process.")
      }
      return pid
    }
    if let grid = try values[grid] {
      options.environment["STANDUPS_TIMER_GRID"] = "\(grid.nanoseconds / 1000)"
    }
    if let limit = try values[limit] {
      options.environment["STANDUPS_TIMER_LIMIT"] = "\(limit.value)"
    }
    let (timer, bind, through) = (try values[timer], try values[bind], try values[through])
    guard [timer != nil, bind != nil, through != nil].count(where: { $0 }) <= 1 else {
      throw LoadFailure.usage("--timer, --bind and --through cannot be combined.")
    }
    if let bind {
      _ = try RouterEndpoints.all(bind.text)
      guard bind.text.dropFirst(6).contains(":") || bind.text.hasPrefix("ipc:") else {
        throw LoadFailure.usage("--bind requires a port, such as tcp://0.0.0.0:5550.")
      }
      options.subject = .elsewhere(bind: try RouterEndpoints.all(bind.text).commands)
    } else if let through {
      let endpoints = try RouterEndpoints.each(through.text)
      options.subject = .through(commands: endpoints.commands, events: endpoints.events)
    } else {
      options.subject = .child(program: timer)
    }
    if options.workload.restart != nil, bind != nil || through != nil {
      throw LoadFailure.usage("--restart requires a timer that the tester starts.")
    }
    if options.workload.sharing != nil, bind != nil || through != nil {
      throw LoadFailure.usage("--timers, --kill and --add require timers that the tester starts.")
    }
    return options
  }

  private static func workload(_ values: Values) throws -> TimerWorkload {
    var workload = TimerWorkload()
    workload.meetings = try values[meetings]?.value ?? workload.meetings
    workload.duration = try values[duration]?.nanoseconds ?? workload.duration
    guard workload.duration > 0 else {
      throw LoadFailure.usage("--duration must be longer than 0s.")
    }
    let usual = max(1_000_000_000, Int64(workload.meetings) * 100_000)
    workload.ramp = try values[ramp]?.nanoseconds ?? usual
    if try values[burst] {
      guard try values[ramp] == nil else {
        throw LoadFailure.usage("--burst and --ramp cannot be combined.")
      }
      workload.ramp = 0
    }
    workload.speakers = try values[speakers]?.value ?? workload.speakers
    workload.lengthMs =
      try values[length].map { $0.nanoseconds / 1_000_000 }
      ?? max(60_000, (workload.ramp + workload.duration) / 1_000_000 + 35_000)
    workload.tickMs = try values[tick].map { $0.nanoseconds / 1_000_000 } ?? 1000
    guard (10...60_000).contains(workload.tickMs) else {
      throw LoadFailure.usage("--tick must be from 10ms to 60s.")
    }
    workload.views = try values[views]?.value ?? 1
    guard (1...3).contains(workload.views) else {
      throw LoadFailure.usage("--views must be 1, 2 or 3.")
    }
    guard workload.lengthMs >= Int64(workload.speakers) else {
      throw LoadFailure.usage(
        "Too many speakers for \(workload.lengthMs) ms: \(workload.speakers); each needs at least 1 ms."
      )
    }
    workload.subscribes = try !values[noSubscriber]
    let churn = try values[churn] ?? ChurnRates()
    workload.churn = Dictionary(
      uniqueKeysWithValues: churn.rates.map { ($0.key.rawValue, $0.value) })
    workload.restart = try values[restart]?.nanoseconds
    if let restart = workload.restart, restart >= workload.duration {
      throw LoadFailure.usage("--restart must be before the end of the test.")
    }
    workload.sharing = try sharing(values, workload)
    workload.storm = try values[storm]?.value
    workload.seed = try values[seed]?.value ?? 1
    return workload
  }

  /// Creates the plan for several timers.
  ///
  /// - Throws: `LoadFailure` if the workload does not allow several timers.
  private static func sharing(
    _ values: Values, _ workload: TimerWorkload
  ) throws -> SharingPlan? {
    let plan = SharingPlan(
      timers: try values[timers]?.value ?? 1, kill: try values[kill]?.nanoseconds,
      add: try values[add]?.nanoseconds)
    guard plan.timers > 1 || plan.kill != nil || plan.add != nil else { return nil }
    guard plan.timers <= 16 else { throw LoadFailure.usage("--timers must be at most 16.") }
    for moment in [plan.kill, plan.add].compactMap({ $0 }) {
      // Leave time for ticks before the change, and for moved meetings to resume before the end.
      guard moment >= 1_000_000_000, moment + 4_000_000_000 <= workload.duration else {
        throw LoadFailure.usage(
          "--kill and --add must be at least 1s after the ramp and 4s before the end of the test.")
      }
    }
    if let kill = plan.kill {
      guard plan.timers > 1 else {
        throw LoadFailure.usage(
          "--kill requires --timers 2 or more; use --restart for a single timer.")
      }
      guard workload.churn.isEmpty else {
        throw LoadFailure.usage("--kill and --churn cannot be combined, as commands would be lost.")
      }
      if let add = plan.add, abs(add - kill) < 4_000_000_000 {
        throw LoadFailure.usage("--kill and --add must be at least 4s apart.")
      }
    }
    guard workload.restart == nil else {
      throw LoadFailure.usage(
        "--restart requires a single timer; use --kill and --add for several.")
    }
    return plan
  }
}

extension TimerReport {
  /// True if the report is useless because no start was answered.
  var isUseless: Bool { (commands[TimerAction.Kind.ramp.rawValue]?.done ?? 0) == 0 }

  /// True if each tick arrived once, in order and not early, and every command had the expected
  /// reply. Readers of the report judge the lateness themselves.
  var isFlawless: Bool {
    ticks.isPerfect && ticks.received > 0 && problems.isEmpty
      && commands.allSatisfy { kind, command in
        command.unanswered == 0
          && (kind == TimerAction.Kind.bad.rawValue || command.refused.isEmpty)
      }
  }
}
