import Bus
import BusRouter
import CommandLineKit
import Composition
import StandupsConfiguration
import Foundation
import StandupsLogging
import RouterAPI
import TestSupport
import Testing
import ZeroMQ

@testable import StandupsLifecycle

@Suite struct HealthCheckTests {
  static let id = UUID()

  static func timer(_ state: ConnectedService.State, _ id: UUID = id) -> ConnectedService {
    ConnectedService(
      name: "timer", instance: id.lowercaseText, state: state, capacity: 8, inFlight: 2,
      commands: [], delegates: [], since: Date(timeIntervalSince1970: 0))
  }

  static let cases: [(UUID?, [ConnectedService], Bool, String)] = [
    (id, [timer(.up)], true, "Connected, 2 of 8 in progress."),
    (id, [timer(.standby)], true, "Connected, ready to take over."),
    (id, [timer(.draining)], false, "Stopping; finishing work in progress."),
    (id, [timer(.up, UUID())], false, notConnected),
    (id, [], false, notConnected),
    // Without a recorded instance any one counts, and a working one is preferred.
    (nil, [timer(.draining), timer(.up, UUID())], true, "Connected, 2 of 8 in progress."),
    (nil, [], false, notConnected),
  ]
  static let notConnected = "The router answers, but this timer service is not connected."

  @Test(arguments: 0..<cases.count) func theRoutersListIsJudged(index: Int) {
    let (instance, services, isHealthy, sentence) = Self.cases[index]
    let verdict = HealthCheck(name: "timer", instance: instance).verdict(services)
    #expect(verdict == HealthCheck.Verdict(isHealthy: isHealthy, sentence: sentence))
  }

  @Test func theRouterIsWellWhenItAnswers() {
    #expect(HealthCheck(name: "router").verdict([]).isHealthy)
  }

  @Test(arguments: [
    ("tcp://*:5550", "tcp://127.0.0.1:5550"), ("tcp://0.0.0.0:1", "tcp://127.0.0.1:1"),
    ("tcp://[::]:5550", "tcp://[::1]:5550"), ("tcp://router:5550", "tcp://router:5550"),
    ("ipc:///run/x", "ipc:///run/x"),
  ])
  func whatIsBoundIsReachedFromHere(bound: String, here: String) {
    #expect(HealthCheck.reachable(bound) == here)
  }

  /// Runs `body` with a directory in which a router lists one timer.
  func withRouter(_ body: ([String: String]) async throws -> Void) async throws {
    let directory = "/tmp/slh-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let variables = ["STANDUPS_RUNTIME_DIR": directory]
    let loop = try SocketLoop(name: "health")
    let context = try Context()
    var own = CommandTable()
    own.on(ListServices.self) { _, _ in ListServices.Reply(services: [Self.timer(.up)]) }
    let endpoint = try BusEnvironment(variables, userID: 1, isTerminal: false).commands
    let router = Router(
      transport: ZeroMQRouterTransport(endpoint, context: context, loop: loop),
      integration: Integration(), own: own, id: UUID(), publish: { _ in }, onNotice: { _ in })
    try await router.open()
    var failure: (any Error)?
    do { try await body(variables) } catch { failure = error }
    await router.close()
    await loop.stop()
    try await context.close()
    if let failure { throw failure }
  }

  func run(
    _ variables: [String: String], _ arguments: [String] = ["--health"],
    problem: @Sendable (BusEnvironment) -> String? = { _ in nil }
  ) async -> (code: ExitCode, output: String) {
    var output = ""
    let code = await ServiceRunner.start(
      "timer", summary: "countdowns", arguments: arguments, environment: variables,
      signals: AsyncStream { _ in }, output: { output += $0 }, errors: LogSink { _ in },
      settings: NoSettings.self, problem: problem
    ) { _, _ in throw BusError(.internal, "A health check starts no service.") }
    return (code, output)
  }

  @Test func theInstanceThatLeftItsNoteIsAskedAbout() async throws {
    try await withRouter { variables in
      #expect(await run(variables) == (.ok, "Connected, 2 of 8 in progress.\n"))
      let environment = try BusEnvironment(variables, userID: 1, isTerminal: false)
      let note = InstanceFile(service: "timer", environment: environment)
      let other = UUID()
      #expect(note.write(other))
      #expect(await run(variables) == (.unavailable, Self.notConnected + "\n"))
      note.remove(Self.id)
      #expect(note.read() == other)
      note.remove(other)
      #expect(note.read() == nil)
    }
  }

  @Test func whatElseIsWrongComesFirst() async throws {
    let result = await run([:], problem: { _ in "The disk is full." })
    #expect(result == (.temporary, "The disk is full.\n"))
  }

  /// Problems elsewhere do not justify restarting a service; its own lost connection does.
  @Test func aliveIsWhoeverIsNotToBlame() async throws {
    try await withRouter { variables in
      let disk: @Sendable (BusEnvironment) -> String? = { _ in "The disk is full." }
      #expect(await run(variables, ["--alive"], problem: disk).code == .ok)
      let environment = try BusEnvironment(variables, userID: 1, isTerminal: false)
      #expect(InstanceFile(service: "timer", environment: environment).write(UUID()))
      #expect(await run(variables, ["--alive"]).code == .unavailable)
    }
    let away = ["STANDUPS_COMMANDS": "ipc:///tmp/no-router-\(UUID().uuidString)"]
    #expect(await run(away, ["--alive"]).code == .ok)
  }

  @Test func aRouterThatIsAwayIsNamed() async {
    let endpoint = "ipc:///tmp/no-router-\(UUID().uuidString)"
    let result = await run(["STANDUPS_COMMANDS": endpoint])
    #expect(result.code == .temporary)
    #expect(result.output.contains(endpoint))
  }
}
