import Configuration
import Countdown
import Foundation
import ZeroMQ

/// One test of whole meetings through all services, on the thread that starts it.
struct MeetingsRun {
  let workload: MeetingsWorkload
  /// A router that runs; nil starts all services.
  let through: String?
  let context: LoadContext

  func run() throws -> MeetingsReport {
    let directory = try through == nil ? RunDirectory() : nil
    defer { directory?.remove() }
    let machine = Machine.here()
    let began = Date()
    let children = try directory.map { try startServices($0) } ?? []
    defer { for child in children.reversed() { child.program.stop() } }
    let place = through ?? directory.map { "ipc://\($0.path)" } ?? ""
    let endpoints = try RouterEndpoints.all(place)
    let router = try RouterAccess(
      commands: endpoints.commands, events: endpoints.events,
      environment: through == nil ? [:] : context.environment)
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
    try driver.open { try check(children) }
    let before = children.map { ProcessUsage(pid: $0.program.pid) }
    try driver.drive(showing: context) { try check(children) }
    let services = zip(children, before).map { child, before in
      let after = ProcessUsage(pid: child.program.pid)
      return MeetingsReport.Service(
        name: child.name, cpuSeconds: (after?.cpuSeconds ?? 0) - (before?.cpuSeconds ?? 0),
        peakBytes: after?.peakBytes ?? 0)
    }
    return report(driver, events, machine, began, services)
  }

  private func ledger(_ start: Int64) -> TickLedger {
    TickLedger(
      meetings: workload.meetings, shape: TickShape(tickMs: 1000, lengthMs: workload.lengthMs),
      speakers: workload.attendees, steady: start, end: .max / 2)
  }

  private func report(
    _ driver: MeetingsDriver, _ events: MeetingEvents, _ machine: Machine, _ began: Date,
    _ services: [MeetingsReport.Service]
  ) -> MeetingsReport {
    var state = events.state.withLock { $0 }
    _ = state.ledger.finish()
    return MeetingsReport(
      version: Version.current, began: began.formatted(.iso8601), machine: machine,
      workload: workload, finished: state.finished.count, ticks: state.ledger.counts,
      speakers: state.ledger.speakers, lateness: LatencySummary(state.ledger.received),
      speakerLateness: LatencySummary(state.ledger.speakerLateness),
      finishLateness: LatencySummary(state.finishes), commands: driver.commands,
      testerLateness: LatencySummary(driver.lateness), services: services)
  }

  private typealias Child = (name: String, program: ChildProgram)

  private func startServices(_ directory: RunDirectory) throws -> [Child] {
    let environment = [
      "STANDUPS_RUNTIME_DIR": directory.path, "STANDUPS_DATA": directory.path + "/data",
      "STANDUPS_LOG_LEVEL": "error",
    ]
    return try ["router", "persistence", "standups", "timer"].map { name in
      let program = context.programs.appendingPathComponent("\(name)-service")
      return (name, try ChildProgram(program, environment: environment))
    }
  }

  private func check(_ children: [Child]) throws {
    for child in children where child.program.hasEnded {
      throw LoadFailure(
        .software, code: "service_ended",
        "The \(child.name) service ended before the test did. It said last:"
          + " \(child.program.lastWords)")
    }
  }
}
