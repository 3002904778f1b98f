import StandupsConfiguration
import Countdown
import Foundation
import ZeroMQ

/// One complete test of whole meetings through all services, on the calling thread.
struct MeetingsRun {
  let workload: MeetingsWorkload
  /// A running router; nil starts all services.
  let through: String?
  let context: LoadContext

  func run() throws -> MeetingsReport {
    let machine = Machine.here()
    let began = Date()
    let system = try TestedSystem(
      through: through, starting: ["router", "persistence", "standups", "timer"], context)
    defer { system.stop() }
    let (services, router) = (system.services, system.router)
    let zmq = try Context()
    let run = UInt32.random(in: 1...UInt32.max)
    let standups = NumberedID(kind: 5, run: run)
    let requests = NumberedID(kind: 6, run: run)
    let link = try TimerLink(.tool(router), context: zmq, requests: requests)
    defer { link.close() }
    let start = LoadClock.now
    let events = MeetingEvents(
      ledger: ledger(start), ids: standups, meetings: workload.meetings,
      wallOffset: LoadClock.wallOffset())
    events.start(router, context: zmq)
    defer { events.worker.stop() }
    let driver = MeetingsDriver(
      workload: workload, standups: standups, requests: requests, link: link, events: events)
    try driver.open {
      try services.check()
      try context.stop.check()
    }
    let before = services.usage
    try driver.drive(showing: context) { try services.check() }
    return report(driver, events, machine, began, system.place, services.used(since: before))
  }

  private func ledger(_ start: Int64) -> TickLedger {
    TickLedger(
      meetings: workload.meetings, shape: TickShape(tickMs: 1000, lengthMs: workload.lengthMs),
      speakers: workload.attendees, steady: start, end: .max / 2)
  }

  private func report(
    _ driver: MeetingsDriver, _ events: MeetingEvents, _ machine: Machine, _ began: Date,
    _ place: String, _ services: [ServiceUsage]
  ) -> MeetingsReport {
    var state = events.state.withLock { $0 }
    _ = state.ledger.finish()
    return MeetingsReport(
      version: Version.current, began: began.formatted(.iso8601), machine: machine,
      router: place, wasInterrupted: context.stop.isAsked ? true : nil, workload: workload,
      finished: state.finished.count, ticks: state.ledger.counts,
      speakers: state.ledger.speakers, lateness: LatencySummary(state.ledger.received),
      speakerLateness: LatencySummary(state.ledger.speakerLateness),
      finishLateness: LatencySummary(state.finishes), commands: driver.commands,
      testerLateness: LatencySummary(driver.lateness), services: services)
  }
}
