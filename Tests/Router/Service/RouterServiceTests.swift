import Bus
import StandupsConfiguration
import Connecting
import Foundation
import StandupsLifecycle
import StandupsLogging
import RouterAPI
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

@testable import RouterService

/// The complete service, with sockets in its own directory.
@Suite(.serialized) struct RouterServiceTests {
  let directory = "/tmp/srt-" + UUID().uuidString.prefix(8)

  func context() throws -> ServiceContext {
    ServiceContext(
      name: "router",
      environment: try BusEnvironment(
        ["STANDUPS_RUNTIME_DIR": directory], userID: 1, isTerminal: false),
      log: .discarded)
  }

  /// Runs a router while `body` does.
  func running(_ body: (BusConnection) async throws -> Void) async throws {
    try await running { connection, _ in try await body(connection) }
  }

  private func running(_ body: (BusConnection, RouterService) async throws -> Void) async throws {
    let context = try context()
    let service = try RouterService(context)
    let run = Task { try await service.run() }
    let connection = try BusConnection(name: "tool", environment: context.environment)
    do {
      try await connection.peer.open()
      _ = try await connection.peer.send(ListServices())
      try await body(connection, service)
    } catch {
      await connection.close()
      run.cancel()
      await service.beginGracefulShutdown()
      throw error
    }
    await connection.close()
    await service.beginGracefulShutdown()
    try await run.value
  }

  @Test func itRunsAndComesBackAtTheSamePlace() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    for _ in 1...2 {
      try await running { connection in
        let services = try await connection.peer.send(ListServices()).services
        #expect(services.isEmpty)
      }
    }
    #expect(
      try FileManager.default.attributesOfItem(atPath: directory)[.posixPermissions] as? Int
        == 0o700)
  }

  /// Work for subscribers, such as many that leave at once, runs on a thread that no command needs.
  @Test func commandsAreAnsweredWhileTheEventsStandStill() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await running { connection, service in
      let (held, gate) = (Recorder<Void>(), DispatchSemaphore(value: 0))
      service.events.enter {
        held.record(())
        gate.wait()
      }
      defer { gate.signal() }
      await held.wait(for: 1)
      for _ in 0..<20 {
        _ = try await connection.peer.send(
          ListServices(), options: CallOptions(timeoutMs: 20_000, retries: false))
      }
    }
  }

  @Test func anEndpointInUseIsOneSentence() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await running { connection in
      let errors = Recorder<String>()
      let code = await ServiceRunner.start(
        "router", summary: "routes", arguments: [],
        environment: ["STANDUPS_RUNTIME_DIR": directory, "STANDUPS_LOG_LEVEL": "error"],
        signals: AsyncStream { _ in }, output: { _ in }, errors: LogSink(errors.record),
        settings: RouterSettings.self
      ) { try RouterService($0, $1) }
      #expect(code == .unavailable)
      #expect(errors.values.count == 1)
      #expect(errors.values.first?.contains("already in use") == true)
      #expect(errors.values.first?.contains("Stop the other program") == true)
      // The first router continues.
      let services = try await connection.peer.send(ListServices()).services
      #expect(services.isEmpty)
    }
  }

  @Test func aDirectoryThatCannotBeMadeIsAMatterOfConfiguration() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    #expect(FileManager.default.createFile(atPath: directory, contents: Data()))
    let service = try RouterService(try context())
    await #expect(throws: ConfigurationError.self) { try await service.run() }
  }

  /// The user who made it could put their own sockets there.
  @Test func aDirectoryThatOthersCanChangeIsRefused() async throws {
    let real = directory + "-real"
    defer {
      try? FileManager.default.removeItem(atPath: directory)
      try? FileManager.default.removeItem(atPath: real)
    }
    try FileManager.default.createDirectory(
      atPath: real, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createSymbolicLink(atPath: directory, withDestinationPath: real)
    func refusal() async throws -> String? {
      let service = try RouterService(try context())
      do {
        try await service.run()
        return nil
      } catch let error as ConfigurationError {
        return error.description
      }
    }
    #expect(try await refusal()?.contains("\(directory) is a link") == true)
    try FileManager.default.removeItem(atPath: directory)
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o777])
    #expect(
      try await refusal()
        == "STANDUPS_RUNTIME_DIR: other users can write to \(directory); chmod 700 it, or choose a"
        + " directory of your own.")
  }

  @Test func itStopsAlthoughACommandWaitsForAServiceThatIsAway() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let waiting = Recorder<Task<Void, any Error>>()
    try await running { connection in
      let peer = connection.peer
      waiting.record(
        Task { _ = try await peer.send(ListStandups(), options: CallOptions(timeoutMs: 60_000)) })
      while try await peer.send(GetHealth()).parked == 0 {}
    }
    let error = await #expect(throws: BusError.self) { try await waiting.values[0].value }
    // It has not waited for the deadline.
    #expect(error?.code == .unavailable)
  }
}
