import Bus
import StandupsConfiguration
import Foundation
import ZeroMQ

/// One complete test of a router, on the calling thread.
struct BusRun {
  enum Subject: Hashable, Sendable {
    /// A router that the tester starts, on TCP or Unix sockets.
    case child(program: String?, isTCP: Bool)
    /// A running router.
    case through(String)
  }

  let workload: BusWorkload
  let subject: Subject
  var pids: [Int32] = []
  /// Maximum wait for the router, in nanoseconds.
  var patience: Int64 = 10_000_000_000
  let context: LoadContext

  func run() throws -> BusReport {
    let directory = try RunDirectory()
    defer { directory.remove() }
    let machine = Machine.here()
    let began = Date()
    let endpoints = try endpoints(directory)
    let keys = try keys(endpoints)
    let child = try startChild(endpoints)
    defer { child?.stop() }
    let pids = (child.map { [$0.pid] } ?? []) + pids
    let zmq = try Context()
    let echo = EchoService()
    echo.start(endpoints.commands, keys, context: zmq)
    defer { echo.worker.stop() }
    try waitForWelcome(echo, child)
    var parts: [BusReport.Part] = []
    for part in workload.parts where !context.stop.isAsked {
      if context.showsProgress { context.console.note("\(part.rawValue) …") }
      parts.append(try run(part, endpoints, keys, zmq, pids))
      // If the echo service has failed, the tester caused the lost messages.
      try echo.worker.check()
    }
    return BusReport(
      version: Version.current, began: began.formatted(.iso8601), machine: machine,
      router: place(endpoints), wasInterrupted: context.stop.isAsked ? true : nil,
      workload: workload, parts: parts, peakBytes: ProcessUsage.of(pids)?.peakBytes)
  }

  private typealias Endpoints = (commands: String, events: String, ingest: String)

  private func run(
    _ part: BusWorkload.Part, _ endpoints: Endpoints, _ keys: ClientKeys?, _ zmq: Context,
    _ pids: [Int32]
  ) throws -> BusReport.Part {
    let before = ProcessUsage.of(pids)
    let own = LoadClock.processCPU
    let start = LoadClock.now
    var result: BusReport.Part
    switch part {
    case .single, .pipelined:
      let run = RequestRun(
        commands: endpoints.commands, keys: keys, context: zmq,
        requests: [EchoService.request(bytes: workload.size, isKeyed: keys != nil)],
        rate: workload.rate, stop: context.stop)
      let outcome = try run.run(
        window: part == .single ? 1 : workload.window, until: .after(workload.duration))
      result = BusReport.Part(
        part: part, seconds: outcome.seconds, messages: outcome.answered, perSecond: 0,
        latency: LatencySummary(outcome.latency), lost: outcome.lost, cpuSecondsPerMillion: nil,
        testerShare: 0, samples: outcome.samples)
    case .events, .fanOut:
      let subscribers = part == .events ? 1 : workload.subscribers
      let run = EventRun(
        events: endpoints.events, ingest: endpoints.ingest, keys: keys, context: zmq,
        workload: workload, stop: context.stop)
      let outcome = try run.run(subscribers: subscribers)
      result = BusReport.Part(
        part: part, seconds: outcome.seconds, messages: outcome.delivered, perSecond: 0,
        latency: LatencySummary(outcome.latency),
        lost: outcome.published * Int64(subscribers) - outcome.delivered,
        cpuSecondsPerMillion: nil, testerShare: 0, samples: outcome.samples)
    }
    result.perSecond = Double(result.messages) / max(result.seconds, 1e-9)
    let whole = Double(LoadClock.now - start)
    result.testerShare = Double(LoadClock.processCPU - own) / whole
    if let before, let after = ProcessUsage.of(pids), result.messages > 0 {
      result.cpuSecondsPerMillion =
        (after.cpuSeconds - before.cpuSeconds) / Double(result.messages) * 1e6
    }
    return result
  }

  /// Description of the router for the report.
  private func place(_ endpoints: Endpoints) -> String {
    switch subject {
    case .child: "\(program.path), started for this test, at \(endpoints.commands)"
    case .through: endpoints.commands
    }
  }

  private var program: URL {
    guard case .child(let program?, _) = subject else {
      return context.programs.appendingPathComponent("router-service")
    }
    return URL(fileURLWithPath: program)
  }

  private func waitForWelcome(_ echo: EchoService, _ child: ChildProgram?) throws {
    let deadline = LoadClock.now + patience
    while !echo.isWelcome {
      try echo.worker.check()
      try context.stop.check()
      if let child, child.hasEnded {
        throw LoadFailure(
          .software, code: "router_ended",
          "The router exited immediately. Its last output: \(child.lastWords)")
      }
      guard LoadClock.now < deadline else {
        throw LoadFailure(
          .unavailable, code: "no_router",
          "No router accepted the connection: check that a router is running without a timer and knows the key."
        )
      }
      usleep(5000)
    }
  }

  private func endpoints(_ directory: RunDirectory) throws -> Endpoints {
    switch subject {
    case .through(let text): return try RouterEndpoints.each(text)
    case .child(_, let isTCP):
      guard isTCP else {
        return (
          directory.endpoint("commands"), directory.endpoint("events"), directory.endpoint("ingest")
        )
      }
      let ports = try FreePorts.find(3).map { "tcp://127.0.0.1:\($0)" }
      return (ports[0], ports[1], ports[2])
    }
  }

  /// Keys for a running router. A router that the tester starts requires none.
  private func keys(_ endpoints: Endpoints) throws -> ClientKeys? {
    guard case .through = subject else { return nil }
    return try RouterAccess(
      commands: endpoints.commands, events: endpoints.events, environment: context.environment
    ).keys
  }

  private func startChild(_ endpoints: Endpoints) throws -> ChildProgram? {
    guard case .child = subject else { return nil }
    return try ChildProgram(
      program,
      environment: [
        "STANDUPS_COMMANDS": endpoints.commands, "STANDUPS_EVENTS": endpoints.events,
        "STANDUPS_INGEST": endpoints.ingest, "STANDUPS_LOG_LEVEL": "error",
      ])
  }
}

/// Finds TCP ports that are free at this moment.
enum FreePorts {
  static func find(_ count: Int) throws -> [UInt16] {
    var open: [Int32] = []
    defer { for descriptor in open { close(descriptor) } }
    return try (0..<count).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      guard descriptor >= 0 else { throw refused() }
      open.append(descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port: UInt16? =
        withUnsafeMutablePointer(to: &address) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
          }
        } ? UInt16(bigEndian: address.sin_port) : nil
      guard let port else { throw refused() }
      return port
    }
  }

  private static func refused() -> LoadFailure {
    LoadFailure(
      .system, code: "ports", "The system has no free port: \(String(cString: strerror(errno))).")
  }
}
