import Bus
import CommandLineKit
import StandupsConfiguration
import Connecting
import Foundation
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import LoadTester

/// The tester as a tool of a running router: with a key, as the router requires one.
@Suite(.timeLimit(.minutes(2)), .serialized) struct LoadRouterAccessTests {
  @Test(arguments: [
    (["STANDUPS_KEYY": "none"], "STANDUPS_KEYY"),
    (["STANDUPS_KEY": "/nowhere/own.key_secret"], "STANDUPS_ROUTER_KEY"),
    ([:], "STANDUPS_KEY"),
  ])
  func aWrongEnvironmentIsRefused(environment: [String: String], variable: String) throws {
    let error = try #require(throws: ConfigurationError.self) {
      try RouterAccess(
        commands: "tcp://router:5550", events: "tcp://router:5551", environment: environment)
    }
    #expect(error.problems.map(\.variable) == [variable])
    #expect(LoadFailure(error).exit == .configuration)
  }

  @Test func onOneMachineNoKeyIsNeeded() throws {
    let access = try RouterAccess(
      commands: "ipc:///run/standups/commands", events: "ipc:///run/standups/events",
      environment: [:])
    #expect(access.keys == nil)
  }

  @Test(.needs(.curve)) func aTimerBehindARouterIsTested() async throws {
    try await withRouter { folder, endpoints in
      let report = try await run(["STANDUPS_KEY": "\(folder)/load.key_secret"], endpoints)
      #expect(report.ticks.received > 0)
      #expect(report.isThroughRouter)
      #expect(report.isFlawless)
    }
  }

  /// Tests the bus through a router with keys: the tester acts as the timer and as its user.
  @Test(.needs(.curve)) func aRouterThatWantsAKeyIsTested() async throws {
    try await withRouter(hasTimer: false) { folder, endpoints in
      let report = try await runBus(["STANDUPS_KEY": "\(folder)/bench.key_secret"], endpoints)
      #expect(report.parts.map(\.part) == BusWorkload.Part.allCases)
      #expect(report.parts.allSatisfy { $0.messages > 0 && $0.lost == 0 })
    }
  }

  /// A key that may load a timer may not act as one.
  @Test(.needs(.curve)) func aKeyThatMayNotBeATimerIsToldSo() async throws {
    try await withRouter(hasTimer: false) { folder, endpoints in
      let failure = await #expect(throws: LoadFailure.self) {
        try await runBus(["STANDUPS_KEY": "\(folder)/load.key_secret"], endpoints)
      }
      #expect(failure?.exit == .denied)
    }
  }

  /// An observer may read, but may not start a countdown.
  @Test(.needs(.curve)) func aKeyThatMayNotIsToldSo() async throws {
    try await withRouter { folder, endpoints in
      let failure = await #expect(throws: LoadFailure.self) {
        try await run(["STANDUPS_KEY": "\(folder)/observer.key_secret"], endpoints)
      }
      #expect(failure?.exit == .denied)
      #expect(failure?.message.contains("timer.start") == true)
    }
  }

  // MARK: Setting

  private typealias Endpoints = (commands: String, events: String)

  private func run(
    _ environment: [String: String], _ endpoints: Endpoints
  ) async throws -> TimerReport {
    var options = TimerOptions()
    options.workload.meetings = 10
    options.workload.ramp = 100_000_000
    options.workload.duration = 2_000_000_000
    options.workload.lengthMs = 60_000
    options.patience = 60_000_000_000
    options.subject = .through(commands: endpoints.commands, events: endpoints.events)
    let run = TimerRun(options: options, context: context(environment))
    return try await blocking { try run.run() }
  }

  private func runBus(
    _ environment: [String: String], _ endpoints: Endpoints
  ) async throws -> BusReport {
    var workload = BusWorkload()
    workload.duration = 200_000_000
    workload.subscribers = 3
    let directory = String(endpoints.commands.dropLast("/commands".count))
    var run = BusRun(
      workload: workload, subject: .through(directory), context: context(environment))
    run.patience = 60_000_000_000
    return try await blocking { [run] in try run.run() }
  }

  private func context(_ environment: [String: String]) -> LoadContext {
    LoadContext(
      console: Console(
        isTerminal: false, width: nil, ink: Ink(isOn: false), errorInk: Ink(isOn: false),
        write: { _ in }, complain: { _ in }),
      environment: environment, programs: Self.programs, showsProgress: false)
  }

  private static var programs: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// Starts a real router that requires keys, and a real timer.
  private func withRouter(
    hasTimer: Bool = true, _ body: (String, Endpoints) async throws -> Void
  ) async throws {
    let directory = try RunDirectory()
    defer { directory.remove() }
    let keys = directory.path + "/keys"
    try FileManager.default.createDirectory(atPath: keys, withIntermediateDirectories: false)
    let owners = [
      "router": "router", "timer": "service:timer", "load": "loadtest", "observer": "observer",
      "bench": "service:timer,loadtest",
    ]
    for (owner, role) in owners {
      let pair = try CurveKeyPair.generate()
      let metadata = ["name": owner, "role": role]
      try KeyFile.write(CurveCertificate(pair), to: "\(keys)/\(owner).key_secret")
      try KeyFile.write(
        CurveCertificate(publicKey: pair.publicKey, metadata: metadata), to: "\(keys)/\(owner).key")
    }
    let environment = [
      "STANDUPS_RUNTIME_DIR": directory.path, "STANDUPS_LOG_LEVEL": "error",
    ]
    // Each program ends with the thread that started it, so that must not be a thread of the task
    // pool.
    let hold = Hold()
    defer { hold.release() }
    let starts: [(String, [String: String])] = [
      ("router", ["STANDUPS_KEYS": keys]),
      ("timer", ["STANDUPS_KEY": "\(keys)/timer.key_secret"]),
    ]
    for (name, more) in starts where hasTimer || name != "timer" {
      try await hold.start(
        Self.programs.appendingPathComponent("\(name)-service"), environment.merging(more) { $1 })
    }
    try await body(
      keys, (directory.endpoint("commands"), directory.endpoint("events")))
  }
}

/// Threads that live as long as the programs that they started.
private final class Hold: Sendable {
  private let end = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private let count = Locked(0)

  func start(_ program: URL, _ environment: [String: String]) async throws {
    try await withCheckedThrowingContinuation { (started: CheckedContinuation<Void, any Error>) in
      Thread.detachNewThread { [self] in
        do {
          let child = try ChildProgram(program, environment: environment)
          count.withLock { $0 += 1 }
          started.resume()
          end.wait()
          child.stop()
          ended.signal()
        } catch {
          started.resume(throwing: error)
        }
      }
    }
  }

  func release() {
    for _ in 0..<count.withLock({ $0 }) {
      end.signal()
      ended.wait()
    }
  }
}
