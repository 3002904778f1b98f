import Bus
import Countdown
import Foundation
import ZeroMQ

/// One complete test of the timer, on the calling thread.
struct TimerRun {
  let options: TimerOptions
  let context: LoadContext

  /// Runs the test.
  ///
  /// - Throws: `LoadFailure`, `ZeroMQError`.
  func run() throws -> TimerReport {
    let machine = Machine.here()
    let plan = TimerPlan(options.workload)
    let zmq = try Context()
    let way = try Way(options, context.environment)
    defer { way.directory?.remove() }
    let run = UInt32.random(in: 1...UInt32.max)
    let requests = NumberedID(kind: 2, run: run)
    let messages = TimerMessages(
      meetings: NumberedID(kind: 1, run: run, owner: OwnedID.load), requests: requests,
      storm: NumberedID(kind: 4, run: run, owner: OwnedID.load), workload: options.workload,
      boot: ClockReader.boot, wallOffset: LoadClock.wallOffset())
    let reader = TickReader(
      ids: messages.meetings, tickMs: options.workload.tickMs, wallOffset: messages.wallOffset)
    let link = try TimerLink(way.link, context: zmq, requests: requests)
    defer { link.close() }
    var ingests: [String] = []
    // The ledger starts without times, which are known only once the timer is connected; see below.
    let receivers = try TickReceivers(
      ledger: ledger(plan), at: way.ticks, context: zmq, reader: reader,
      topics: topics(messages), endpoints: &ingests)
    defer { receivers.stop() }
    let fleet = TimerFleet(
      options, programs: context.programs, commands: link.endpoint, ingests: ingests)
    defer { fleet.stop() }
    let driver = TimerDriver(
      plan: plan, messages: messages, link: link, receivers: receivers,
      ingest: link.isParent ? ingests.first : nil)
    try fleet.open(driver, link)
    if fleet.isEmpty, context.showsProgress {
      context.console.note("Waiting for a timer with \(driver.settings) …")
    }
    try driver.open(until: LoadClock.now + options.patience) {
      try fleet.check()
      try context.stop.check()
    }
    if !options.workload.subscribes { try driver.goDeaf() }
    let watch = TimerWatch(options, plan, pids: fleet.pids + options.pids, receivers, context)
    let start = LoadClock.now + 100_000_000
    let shares =
      options.workload.sharing == nil ? nil : ShareLedger(owners: owners(plan, messages, link))
    // Created in place, because a second reference would make the first tick copy it.
    receivers.ledger.withLock {
      $0 = ledger(plan)
      $0.sharing = shares
    }
    try drive(driver, watch, start) { sinceSteady in
      try fleet.step(sinceSteady, link, watch) { kind, moment in
        let owners = owners(plan, messages, link)
        receivers.ledger.withLock { $0.changed(kind, at: moment, owners: owners) }
      }
    } check: {
      try fleet.check()
    }
    let meetings = (0..<plan.meetings).filter { id in receivers.ledger.withLock { $0.mayRun(id) } }
    watch.finish()
    if fleet.isEmpty { try driver.cancelAll(meetings) }
    receivers.stop()
    try receivers.check()
    var report = watch.report(
      driver, machine: machine, link: link, isThroughRouter: !link.isParent)
    report.router = place(way)
    report.wasInterrupted = context.stop.isAsked ? true : nil
    return report
  }

  /// Description of the router.
  private func place(_ way: Way) -> String {
    switch options.subject {
    case .child:
      "none: simulated by the tester, which starts the timers"
        + (way.directory.map { ", at \($0.endpoint("commands"))" } ?? "")
    case .elsewhere(let bind): "none: simulated by the tester at \(bind)"
    case .through(let commands, _): commands
    }
  }

  private func topics(_ messages: TimerMessages) -> [String] {
    guard options.workload.subscribes else {
      return ["\(TickReader.topic)\(messages.meetings.name(TimerDriver.probe))/"]
    }
    // The tester does not subscribe to the meetings of a storm.
    return [TickReader.topic + (options.workload.storm == nil ? "" : messages.meetings.prefix)]
  }

  /// Returns the number of the timer that owns each meeting.
  private func owners(
    _ plan: TimerPlan, _ messages: TimerMessages, _ link: TimerLink
  ) -> [Int8] {
    (0..<plan.meetings).map { meeting in
      link.members.owner(of: messages.meetings.text(meeting)).map { Int8(clamping: $0.number) }
        ?? -1
    }
  }

  /// Returns a ledger without times, which are not known yet.
  private func ledger(_ plan: TimerPlan) -> TickLedger {
    let workload = options.workload
    var ledger = TickLedger(
      meetings: plan.meetings,
      shape: TickShape(tickMs: workload.tickMs, lengthMs: workload.lengthMs),
      speakers: workload.speakers)
    ledger.hears = workload.subscribes
    return ledger
  }

  private func drive(
    _ driver: TimerDriver, _ watch: TimerWatch, _ start: Int64, step: (Int64) throws -> Void,
    check: () throws -> Void
  ) throws {
    var schedule = TimerSchedule(options.workload, start: start)
    watch.begin(start)
    while LoadClock.now < schedule.end ?? .max {
      if context.stop.isAsked {
        // End the ledger here, so that ticks that would be due later do not count.
        let now = LoadClock.now
        schedule.stop(at: now)
        watch.receivers.ledger.withLock { $0.stop(at: now) }
        break
      }
      try driver.step(
        until: min(
          schedule.nextLook(after: LoadClock.now), watch.next, LoadClock.now + 250_000_000),
        schedule)
      if schedule.look(at: LoadClock.now, isAnswered: driver.unansweredStarts == 0),
        let steady = schedule.steady, let end = schedule.end
      {
        watch.receivers.ledger.withLock { $0.begin(steady: steady, end: end) }
        watch.beginSteady(steady, driver)
      }
      if let steady = schedule.steady { try step(LoadClock.now - steady) }
      if watch.look(driver) { try check() }
    }
    watch.end()
    guard let end = schedule.end else { return }
    // Wait, because ticks that were due before the end may still be in transit.
    let patience = end + 5_000_000_000
    var look = end + 500_000_000
    while LoadClock.now < patience {
      try driver.step(until: look, schedule)
      guard LoadClock.now >= look else { continue }
      look += 500_000_000
      let missing = watch.receivers.ledger.withLock { $0.missing(before: end) }
      if missing == 0 && driver.unanswered == 0 { break }
    }
  }
}

/// Endpoints of a test.
private struct Way {
  var link: TimerLink.Place
  var ticks: [TickReceiver.Place]
  /// Directory for the sockets of child processes.
  var directory: RunDirectory?

  init(_ options: TimerOptions, _ environment: [String: String]) throws {
    switch options.subject {
    case .child:
      let directory = try RunDirectory()
      self.directory = directory
      link = .parent(commands: directory.endpoint("commands"))
      ticks = (0..<(options.workload.sharing?.places ?? 1)).map {
        .ingest(directory.endpoint("ingest\($0)"))
      }
    case .elsewhere(let bind):
      link = .parent(commands: bind)
      ticks = [.ingest(try RouterEndpoints.ingest(of: bind))]
    case .through(let commands, let events):
      let router = try RouterAccess(
        commands: commands, events: events, environment: environment)
      link = .tool(router)
      ticks = [.events(router)]
    }
  }
}
