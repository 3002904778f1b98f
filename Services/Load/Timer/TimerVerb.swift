import CommandLineKit
import Foundation

/// `standups-load timer`
enum TimerVerb {
  typealias Option = Argument
  static let meetings = Option<Amount?>.option(
    "--meetings", "-n", help: "How many meetings run at once; 1000 unless told.")
  static let duration = Option<RunTime?>.option(
    "--duration", "-d", help: "How long, after all are started and answered; 10s unless told.")
  static let ramp = Option<RunTime?>.option(
    "--ramp", help: "Over which time they are started; 1 s for each 10000 unless told.")
  static let burst = Option<Bool>.flag(
    "--burst", help: "Start all of them at one moment, in place of a ramp.")
  static let speakers = Option<Amount?>.option(
    "--speakers", help: "How many take a turn in each; 6 unless told.")
  static let length = Option<RunTime?>.option(
    "--length",
    help: "How long each meeting is; longer than the test, and at least 60s, unless told.")
  static let tick = Option<RunTime?>.option(
    "--tick", help: "The time between ticks, 10ms to 60s; 1s unless told.")
  static let views = Option<Amount?>.option(
    "--views", help: "Under how many views ticks go out, 1 to 3; one is subscribed to.")
  static let noSubscriber = Option<Bool>.flag(
    "--no-subscriber", help: "Subscribe to nothing: what do meetings cost that nobody hears?")
  static let churn = Option<ChurnRates?>.option(
    "--churn",
    help: """
      How often something else happens in a second: start, hold, release, skip, cancel, and bad for \
      commands that must be refused.
      """)
  static let restart = Option<RunTime?>.option(
    "--restart", help: "Kill the timer so long after the ramp, and start it anew.")
  static let timers = Option<Amount?>.option(
    "--timers", help: "How many timers share the meetings; 1 unless told, at most 16.")
  static let kill = Option<RunTime?>.option(
    "--kill", help: "Kill one of several timers so long after the ramp.")
  static let add = Option<RunTime?>.option(
    "--add", help: "Start one more timer so long after the ramp.")
  static let storm = Option<Amount?>.option(
    "--storm",
    help: """
      Start so many more meetings at one moment, a quarter into the test; nobody listens to them, and \
      the others must not notice.
      """)
  static let limit = Option<Amount?>.option(
    "--limit",
    help:
      "The most countdowns a timer takes, passed on as STANDUPS_TIMER_LIMIT; ten million unless told."
  )
  static let seed = Option<Seed?>.option("--seed", help: "Repeats a run; 1 unless told.")
  static let timer = Option<String?>.option(
    "--timer", placeholder: "PATH", completion: .file,
    help: "The timer service to start; the one beside this program unless told.")
  static let grid = Option<RunTime?>.option(
    "--grid", help: "The grid of the timer's wake-ups, passed on as STANDUPS_TIMER_GRID.")
  static let bind = Option<EndpointArgument?>.option(
    "--bind",
    help: "Wait here for a timer that is started elsewhere; ticks go to the port two higher.")
  static let through = Option<RoutersArgument?>.option(
    "--through", help: "Go through the router there, as a tool; two that take turns with a comma.")
  static let pids = Option<[Int]>.options(
    "--pid", placeholder: "PID", help: "Measure this process as well.")
  static let strict = Option<Bool>.flag(
    "--strict",
    help: """
      End with 70 unless every tick came once, in order and not early, and every command was answered.
      """)
  static let wait = Option<RunTime?>.option(
    "--wait", help: "How long to wait for the timer; 15s unless told.")
  static let report = Option<RunTime?>.option(
    "--report", help: "Print how it stands so often, for long runs.")

  static let verb = Verb<LoadContext>(
    "timer", summary: "Test the timer service alone.",
    details: """
      Plays the timer's parent: starts one timer service and nothing else, gives it meetings on a \
      schedule, and keeps an account of every tick that is due.

      A tick is due at the start that the timer acknowledged, plus k seconds, plus the time held. \
      Lateness is measured when a tick is received, in nanoseconds; and, as the tick itself says when \
      it was sent, in milliseconds. What is measured begins when every start of the ramp has its \
      answer: ticks due before count, but not for lateness, nor CPU time.

      Drift is the slope of lateness over time, in microseconds an hour, with the range in which it \
      lies with 95 % confidence: the longer the run, the narrower.
      """,
    arguments: [
      meetings, duration, ramp, burst, speakers, length, tick, views, noSubscriber, churn, restart,
      timers, kill, add, storm, seed, timer, grid, limit, bind, through, pids, strict, wait, report,
    ] + Outputs.arguments,
    examples: [
      Example("standups-load timer --meetings 100000 --duration 1m", "As many as on a busy day."),
      Example("standups-load timer --burst --meetings 20000", "All start at nine o'clock sharp."),
      Example(
        "standups-load timer --churn hold=50,release=50,skip=20,start=10,cancel=10,bad=5",
        "People use it meanwhile."),
      Example(
        "standups-load timer --meetings 1 --speakers 5000 --duration 20s", "A large meeting."),
      Example(
        "standups-load timer --timers 3 --meetings 20000 --kill 3s --add 8s --duration 15s",
        "One of three timers dies, another one comes."),
      Example(
        "standups-load timer --meetings 10000 --storm 1000000 --limit 500000 --length 2h -d 30s",
        "A million starts in one go."),
      Example("standups-load timer --duration 12h --report 1m", "A soak."),
      Example("standups-load timer --bind tcp://0.0.0.0:5550", "A timer on another machine."),
      Example(
        "STANDUPS_KEY=$PWD/loadtest/loadtest.key_secret standups-load timer --through tcp://router",
        "A timer that runs, behind its router; the key has the role loadtest."),
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

  /// - Throws: `LoadFailure` where options contradict each other.
  static func options(_ values: Values) throws -> TimerOptions {
    var options = TimerOptions()
    options.workload = try workload(values)
    options.patience = try values[wait]?.nanoseconds ?? options.patience
    options.every = try values[report]?.nanoseconds
    if options.every == 0 { throw LoadFailure.usage("--report 0s makes no sense.") }
    options.pids = try values[pids].map { pid in
      guard let pid = Int32(exactly: pid), pid > 0 else {
        throw LoadFailure.usage("--pid \(pid) is no process.")
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
      throw LoadFailure.usage("Give one of --timer, --bind and --through.")
    }
    if let bind {
      _ = try RouterEndpoints.all(bind.text)
      guard bind.text.dropFirst(6).contains(":") || bind.text.hasPrefix("ipc:") else {
        throw LoadFailure.usage("--bind needs a port: tcp://0.0.0.0:5550.")
      }
      options.subject = .elsewhere(bind: try RouterEndpoints.all(bind.text).commands)
    } else if let through {
      let endpoints = try RouterEndpoints.each(through.text)
      options.subject = .through(commands: endpoints.commands, events: endpoints.events)
    } else {
      options.subject = .child(program: timer)
    }
    if options.workload.restart != nil, bind != nil || through != nil {
      throw LoadFailure.usage("--restart is for a timer that the tester starts.")
    }
    if options.workload.sharing != nil, bind != nil || through != nil {
      throw LoadFailure.usage("--timers, --kill and --add are for timers that the tester starts.")
    }
    return options
  }

  private static func workload(_ values: Values) throws -> TimerWorkload {
    var workload = TimerWorkload()
    workload.meetings = try values[meetings]?.value ?? workload.meetings
    workload.duration = try values[duration]?.nanoseconds ?? workload.duration
    guard workload.duration > 0 else { throw LoadFailure.usage("--duration 0s tests nothing.") }
    let usual = max(1_000_000_000, Int64(workload.meetings) * 100_000)
    workload.ramp = try values[ramp]?.nanoseconds ?? usual
    if try values[burst] {
      guard try values[ramp] == nil else { throw LoadFailure.usage("--burst has no --ramp.") }
      workload.ramp = 0
    }
    workload.speakers = try values[speakers]?.value ?? workload.speakers
    workload.lengthMs =
      try values[length].map { $0.nanoseconds / 1_000_000 }
      ?? max(60_000, (workload.ramp + workload.duration) / 1_000_000 + 35_000)
    workload.tickMs = try values[tick].map { $0.nanoseconds / 1_000_000 } ?? 1000
    guard (10...60_000).contains(workload.tickMs) else {
      throw LoadFailure.usage("--tick is from 10ms to 60s.")
    }
    workload.views = try values[views]?.value ?? 1
    guard (1...3).contains(workload.views) else { throw LoadFailure.usage("--views is 1, 2 or 3.") }
    guard workload.lengthMs >= Int64(workload.speakers) else {
      throw LoadFailure.usage(
        "\(workload.speakers) speakers do not fit into \(workload.lengthMs) ms: each needs one.")
    }
    workload.subscribes = try !values[noSubscriber]
    let churn = try values[churn] ?? ChurnRates()
    workload.churn = Dictionary(
      uniqueKeysWithValues: churn.rates.map { ($0.key.rawValue, $0.value) })
    workload.restart = try values[restart]?.nanoseconds
    if let restart = workload.restart, restart >= workload.duration {
      throw LoadFailure.usage("--restart comes after the end of the test.")
    }
    workload.sharing = try sharing(values, workload)
    workload.storm = try values[storm]?.value
    workload.seed = try values[seed]?.value ?? 1
    return workload
  }

  /// - Throws: `LoadFailure` where several timers make no sense.
  private static func sharing(
    _ values: Values, _ workload: TimerWorkload
  ) throws -> SharingPlan? {
    let plan = SharingPlan(
      timers: try values[timers]?.value ?? 1, kill: try values[kill]?.nanoseconds,
      add: try values[add]?.nanoseconds)
    guard plan.timers > 1 || plan.kill != nil || plan.add != nil else { return nil }
    guard plan.timers <= 16 else { throw LoadFailure.usage("--timers is at most 16.") }
    for moment in [plan.kill, plan.add].compactMap({ $0 }) {
      // The meetings have ticked by then, and those that move can go on before the end.
      guard moment >= 1_000_000_000, moment + 4_000_000_000 <= workload.duration else {
        throw LoadFailure.usage(
          "--kill and --add come at least 1s after the ramp and 4s before the end of the test.")
      }
    }
    if let kill = plan.kill {
      guard plan.timers > 1 else {
        throw LoadFailure.usage("--kill needs --timers 2 or more; --restart kills the only one.")
      }
      guard workload.churn.isEmpty else {
        throw LoadFailure.usage("--kill and --churn do not go together: commands would be lost.")
      }
      if let add = plan.add, abs(add - kill) < 4_000_000_000 {
        throw LoadFailure.usage("--kill and --add are at least 4s apart.")
      }
    }
    guard workload.restart == nil else {
      throw LoadFailure.usage("--restart is for one timer; use --kill and --add.")
    }
    return plan
  }
}

extension TimerReport {
  /// Whether it says nothing: no command was answered, or no tick came.
  var isUseless: Bool { (commands[TimerAction.Kind.ramp.rawValue]?.done ?? 0) == 0 }

  /// Whether each tick came once, in order and not early, and all that was asked was answered as it
  /// should be. How late ticks were is for whoever reads the report.
  var isFlawless: Bool {
    ticks.isPerfect && ticks.received > 0 && problems.isEmpty
      && commands.allSatisfy { kind, command in
        command.unanswered == 0
          && (kind == TimerAction.Kind.bad.rawValue || command.refused.isEmpty)
      }
  }
}
