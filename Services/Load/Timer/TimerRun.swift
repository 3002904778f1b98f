import Countdown
import Foundation
import Histogram
import Lifecycle
import ZeroMQ

/// One test of the timer, from beginning to end, on the thread that starts it.
struct TimerRun {
  let options: TimerOptions
  let context: LoadContext

  /// - Throws: `LoadFailure`, `ZeroMQError`.
  func run() throws -> TimerReport {
    let machine = Machine.here()
    let plan = TimerPlan(options.workload)
    let zmq = try Context()
    let way = try Way(options.subject, context.environment)
    defer { way.directory?.remove() }
    let run = UInt32.random(in: 1...UInt32.max)
    let requests = NumberedID(kind: 2, run: run)
    let messages = TimerMessages(
      meetings: NumberedID(kind: 1, run: run), requests: requests, workload: options.workload,
      boot: ClockReader.boot, wallOffset: LoadClock.wallOffset())
    let reader = TickReader(
      ids: messages.meetings, tickMs: options.workload.tickMs, wallOffset: messages.wallOffset)
    // The moments of the run are not known before the timer is there; see `begin`.
    let receiver = TickReceiver(ledger: ledger(plan, start: 0))
    let link = try TimerLink(way.link, context: zmq, requests: requests)
    defer { link.close() }
    let probe = "\(TickReader.topic)\(messages.meetings.text(TimerDriver.probe))/"
    let topics = options.workload.subscribes ? [TickReader.topic] : [probe]
    let ingest = try receiver.start(way.ticks, context: zmq, reader: reader, topics: topics)
    defer { receiver.stop() }
    var child = try startChild(link.endpoint, ingest)
    defer { child?.stop() }
    if child == nil, context.showsProgress {
      context.console.note("Waiting for a timer at \(link.endpoint) and \(ingest) …")
    }
    let driver = TimerDriver(plan: plan, messages: messages, link: link, receiver: receiver)
    try driver.open(until: LoadClock.now + options.patience) { try check(child) }
    let watch = TimerWatch(
      options, plan, pids: (child.map { [$0.pid] } ?? []) + options.pids, receiver, context)
    let start = LoadClock.now + 100_000_000
    receiver.ledger.withLock { $0 = ledger(plan, start: start) }
    try drive(driver, watch, start) { now in
      try check(child)
      guard let restart = options.workload.restart, watch.restarted == nil,
        now >= start + options.workload.ramp + restart
      else { return }
      child?.kill(SIGKILL)
      while child?.hasEnded == false { usleep(500) }
      link.forgetTimer()
      child = try startChild(link.endpoint, ingest)
      watch.noteRestart(child.map { [$0.pid] } ?? [])
    }
    let meetings = (0..<plan.meetings).filter { id in receiver.ledger.withLock { $0.mayRun(id) } }
    watch.finish()
    if child == nil { try driver.cancelAll(meetings) }
    receiver.stop()
    try receiver.check()
    return watch.report(driver, machine: machine, link: link, isThroughRouter: !link.isParent)
  }

  private func ledger(_ plan: TimerPlan, start: Int64) -> TickLedger {
    let workload = options.workload
    var ledger = TickLedger(
      meetings: plan.meetings,
      shape: TickShape(tickMs: workload.tickMs, lengthMs: workload.lengthMs),
      speakers: workload.speakers, steady: start + workload.ramp,
      end: start + workload.ramp + workload.duration)
    ledger.hears = workload.subscribes
    return ledger
  }

  private func drive(
    _ driver: TimerDriver, _ watch: TimerWatch, _ start: Int64, check: (Int64) throws -> Void
  ) throws {
    watch.begin(start)
    let end = start + options.workload.ramp + options.workload.duration
    while LoadClock.now < end {
      try driver.step(until: min(end, watch.next), start: start)
      if watch.look(driver) { try check(LoadClock.now) }
    }
    watch.end()
    // What was due before the end may still be on its way.
    let patience = end + 5_000_000_000
    var look = end + 500_000_000
    while LoadClock.now < patience {
      try driver.step(until: look, start: start)
      guard LoadClock.now >= look else { continue }
      look += 500_000_000
      let missing = watch.receiver.ledger.withLock { $0.missing(before: end) }
      if missing == 0 && driver.unanswered == 0 { break }
    }
  }

  private func startChild(_ commands: String, _ ingest: String) throws -> ChildProgram? {
    guard case .child(let program) = options.subject else { return nil }
    let path =
      program.map { URL(fileURLWithPath: $0) }
      ?? context.programs.appendingPathComponent("timer-service")
    var environment = [
      "STANDUPS_COMMANDS": commands, "STANDUPS_INGEST": ingest, "STANDUPS_LOG_LEVEL": "warning",
      "STANDUPS_TIMER_LIMIT": "10000000",
    ]
    environment.merge(options.environment) { $1 }
    return try ChildProgram(path, environment: environment)
  }

  private func check(_ child: ChildProgram?) throws {
    guard let child, child.hasEnded else { return }
    throw LoadFailure(
      .software, code: "timer_ended",
      "The timer ended before the test did. It said last: \(child.lastWords)")
  }
}

/// Where the two ends of a test meet.
private struct Way {
  var link: TimerLink.Place
  var ticks: TickReceiver.Place
  /// Where the sockets for a child are.
  var directory: RunDirectory?

  init(_ subject: TimerOptions.Subject, _ environment: [String: String]) throws {
    switch subject {
    case .child:
      let directory = try RunDirectory()
      self.directory = directory
      link = .parent(commands: directory.endpoint("commands"))
      ticks = .ingest(directory.endpoint("ingest"))
    case .elsewhere(let bind):
      link = .parent(commands: bind)
      ticks = .ingest(try RouterEndpoints.ingest(of: bind))
    case .through(let commands, let events):
      let router = try RouterAccess(
        commands: commands, events: events, environment: environment)
      link = .tool(router)
      ticks = .events(router)
    }
  }
}
