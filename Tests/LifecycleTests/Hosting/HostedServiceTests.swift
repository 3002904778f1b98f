import Bus
import BusRouter
import CommandLineKit
import StandupsConfiguration
import Foundation
import StandupsLogging
import StandupsMetrics
import TestSupport
import Testing
import Threads
import TimerAPI
import ZeroMQ

@testable import StandupsLifecycle

/// A service on real sockets, with a scripted router.
@Suite(.serialized) struct HostedServiceTests {
  struct Idle: Service {
    var definition: ServiceDefinition {
      ServiceDefinition(name: "idle", commands: CommandTable())
    }
    let drained: Recorder<Void>
    func start() async throws {}
    func drain() async { drained.record(()) }
  }

  let directory = "/tmp/slt-" + UUID().uuidString.prefix(8)
  let drained = Recorder<Void>()

  func context() throws -> ServiceContext {
    ServiceContext(
      name: "idle",
      environment: try BusEnvironment(
        ["STANDUPS_RUNTIME_DIR": directory], userID: 1, isTerminal: false),
      log: .discarded)
  }

  /// Answers each message with `answer` while `body` runs.
  func playing(
    _ answer: @escaping @Sendable (Envelope, Int) throws -> [Envelope],
    _ body: (Recorder<Kind>) async throws -> Void
  ) async throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let endpoint = try context().environment.commands
    let loop = try SocketLoop(name: "play")
    let context = try Context()
    let heard = Recorder<Kind>()
    let hellos = Locked(0)
    let transport = ZeroMQRouterTransport(endpoint, context: context, loop: loop)
    try await loop.run {
      try transport.open { connection, message in
        guard let envelope = try? Envelope(message) else { return }
        if envelope.head.kind == .hello { hellos.withLock { $0 += 1 } }
        heard.record(envelope.head.kind)
        for reply in (try? answer(envelope, hellos.withLock { $0 })) ?? [] {
          guard let message = try? reply.message() else { continue }
          _ = transport.send(message, to: connection)
        }
      }
    }
    var failure: (any Error)?
    do { try await body(heard) } catch { failure = error }
    await loop.run { transport.close() }
    await loop.stop()
    try await context.close()
    if let failure { throw failure }
  }

  static func welcome(_ hello: Envelope) throws -> Envelope {
    .reply(
      .ok, to: hello.head.header,
      body: try BusJSON.encode(
        Welcome(router: UUID(), minor: 0, heartbeatMs: 10, deadAfterMs: 3000, unbound: [])))
  }

  @Test func itServesUntilItIsToldToStop() async throws {
    try await playing({ envelope, _ in
      switch envelope.head.kind {
      case .hello: [try Self.welcome(envelope)]
      case .bye: [.reply(.ok, to: envelope.head.header)]
      default: []
      }
    }) { heard in
      let service = try await HostedService(try context()) { _, _, _ in Idle(drained: drained) }
      let run = Task { try await service.run() }
      await heard.wait(for: 1)
      await service.beginGracefulShutdown()
      try await run.value
      #expect(drained.values.count == 1)
    }
  }

  /// A service that fails at its one command, and reports when it was received.
  struct Failing: Service {
    let started: Recorder<Void>
    var definition: ServiceDefinition {
      var commands = CommandTable()
      commands.on(ListCountdowns.self) { _, _ in throw CancelledOrder() }
      return ServiceDefinition(name: "idle", commands: commands)
    }
    func start() async throws { started.record(()) }
    func drain() async {}

    struct CancelledOrder: Error {}
  }

  @Test func itIsReadyOnceTheRouterTookTheHelloAndUntilItDrains() async throws {
    try await playing({ envelope, _ in
      switch envelope.head.kind {
      case .hello: [try Self.welcome(envelope)]
      case .bye: [.reply(.ok, to: envelope.head.header)]
      default: []
      }
    }) { _ in
      let context = try context()
      let started = Recorder<Void>()
      let service = try await HostedService(context) { _, _, _ in Failing(started: started) }
      func report(_ kind: HealthChecks.Kind) async throws -> HealthReport {
        try await blocking { context.checks.report(kind, within: .seconds(30)) }
      }
      let early = try await report(.ready)
      #expect(early.outcomes.first?.name == "router")
      #expect(early.outcomes.first?.problem?.hasPrefix("No router is responding at ipc://") == true)
      let run = Task { try await service.run() }
      await started.wait(for: 1)
      let (ready, alive) = (try await report(.ready), try await report(.alive))
      #expect(ready.outcomes.map(\.problem) == [nil, nil])
      #expect(alive.outcomes.map(\.problem) == [nil, nil])
      await context.metrics.refresh()
      #expect(context.metrics.text().contains("\nstandups_router_connected 1\n"))
      await service.beginGracefulShutdown()
      let last = try await report(.ready)
      #expect(last.outcomes.map(\.name) == ["drain"])
      try await run.value
    }
  }

  @Test func aDefectIsLoggedWithTheCommandThatMetIt() async throws {
    let corr = UUID()
    try await playing({ envelope, _ in
      guard envelope.head.kind == .hello else { return [] }
      let command = Envelope(
        .command, target: ListCountdowns.target, header: Header(corr: corr),
        body: try BusJSON.encode(ListCountdowns()))
      return [try Self.welcome(envelope), command]
    }) { _ in
      let lines = Recorder<String>()
      var context = try context()
      context.log = Log(service: "idle", level: .error, sink: LogSink(lines.record))
      let started = Recorder<Void>()
      let service = try await HostedService(context) { _, _, _ in Failing(started: started) }
      let run = Task { try await service.run() }
      let line = await lines.wait(for: 1)[0]
      #expect(line.contains("A command failed"))
      #expect(line.contains(#""target":"timer.list""#))
      #expect(line.contains(#""corr":"\#(corr.lowercaseText)""#))
      run.cancel()
      _ = await run.result
    }
  }

  /// Otherwise the log, the router and the health check would each name another instance.
  @Test func itSaysHelloAsTheInstanceOfItsContext() async throws {
    let hellos = Recorder<Data>()
    try await playing({ envelope, _ in
      guard envelope.head.kind == .hello else { return [] }
      hellos.record(Data(envelope.body))
      return [try Self.welcome(envelope)]
    }) { _ in
      let context = try context()
      let service = try await HostedService(context) { _, _, _ in Idle(drained: drained) }
      let run = Task { try await service.run() }
      let hello = await hellos.wait(for: 1)[0]
      run.cancel()
      await service.beginGracefulShutdown()
      _ = await run.result
      let manifest = String(decoding: hello, as: UTF8.self).lowercased()
      #expect(manifest.contains(context.instance.lowercaseText))
    }
  }

  @Test func whoIsReplacedEndsAndSaysSo() async throws {
    try await playing({ envelope, hellos in
      // After the welcome a different router answers, which has another instance.
      if envelope.head.kind == .heartbeat, hellos == 1 {
        let pulse = try BusJSON.encode(Pulse(router: UUID()))
        return [.reply(.rehello, to: envelope.head.header, body: pulse)]
      }
      guard envelope.head.kind == .hello else { return [] }
      if hellos == 1 { return [try Self.welcome(envelope)] }
      return [
        .error(
          BusError(
            .busy, "Another instance is connected.", detail: ["instance": UUID().uuidString]),
          to: envelope.head.header)
      ]
    }) { _ in
      let errors = Recorder<String>()
      let drained = drained
      let code = await ServiceRunner.start(
        "idle", summary: "does nothing", arguments: [],
        environment: ["STANDUPS_RUNTIME_DIR": directory, "STANDUPS_LOG_LEVEL": "warning"],
        signals: AsyncStream { _ in }, output: { _ in }, errors: LogSink(errors.record),
        settings: NoSettings.self
      ) { context, _ in
        try await HostedService(context) { _, _, _ in Idle(drained: drained) }
      }
      #expect(code == .temporary)
      #expect(errors.values.count == 1)
      #expect(errors.values.first?.contains("Another instance of this service took over") == true)
    }
  }

  @Test func anEndpointThatCannotBeUsedEndsIt() async throws {
    var context = try context()
    context.environment.ingest = "nonsense"
    let service = try await HostedService(context) { _, _, _ in Idle(drained: drained) }
    let error = await #expect(throws: ZeroMQError.self) { try await service.run() }
    #expect(error.map { ExitCode($0 as any Error) } == .configuration)
  }

  @Test func aServiceThatCannotBeMadeLeavesNothing() async throws {
    let context = try context()
    await #expect(throws: ConfigurationError.self) {
      _ = try await HostedService(context) { _, _, _ in
        throw ConfigurationError("STANDUPS_DATA", "it is a file.")
      }
    }
  }
}
