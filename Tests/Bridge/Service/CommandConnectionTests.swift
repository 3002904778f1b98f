import Bus
import Foundation
import StandupsMetrics
import TestSupport
import Testing

@testable import BridgeService

/// Commands over NATS with libnats and real servers.
@Suite(
  .serialized,
  .needs(.natsServer))
struct CommandConnectionTests {
  /// Commands over NATS, and each reason for not accepting any.
  private func commands(
    _ url: String, _ bus: FakeBus, credentials: String? = nil
  ) throws -> (NATSCommands, AsyncStream<String?>) {
    let metrics = CommandMetrics(MetricRegistry())
    let executor = CommandExecutor(
      cell: "standups", list: try #require(CommandList("standups.*")), bus: bus, metrics: metrics)
    let (problems, feed) = AsyncStream.makeStream(of: String?.self)
    let commands = try NATSCommands(
      try #require(NATSAddress(url, credentials: credentials)), executor, metrics
    ) { feed.yield($0) }
    commands.start()
    return (commands, problems)
  }

  private func ask(
    _ server: NATSServer, _ target: String, _ body: String = "{}", headers: [String: String] = [:]
  ) async throws -> NATSReader.Answer {
    let url = server.url
    return try await blocking {
      try NATSReader.request(url, on: "standups.cmd.\(target)", body, headers: headers)
    }
  }

  /// One of several bridges carries out a command, once, and replies.
  @Test func aCommandIsDoneByOne() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let bus = FakeBus()
    bus.on("standups.create") { body in String(decoding: body, as: UTF8.self) }
    bus.on("standups.get") { _ in throw BusError(.notFound, "There is no such standup.") }
    let bridges = [try commands(server.url, bus), try commands(server.url, bus)]
    for (_, problems) in bridges { #expect(await problems.first { $0 == nil } != nil) }
    let id = UUID().uuidString.lowercased()
    for number in 0..<20 {
      let answer = try await ask(
        server, "standups.create", #"{"title":"T\#(number)"}"#, headers: ["Nats-Msg-Id": id])
      #expect(answer.error == nil)
      #expect(answer.body == #"{"title":"T\#(number)"}"#)
    }
    #expect(bus.commands.map(\.idem) == Array(repeating: id, count: 20))
    let missing = try await ask(server, "standups.get")
    #expect(missing.error?.code == "404")
    #expect(missing.error?.message == "There is no such standup.")
    let denied = try await ask(server, "meetings.start")
    #expect(denied.error?.code == "403")
    for (bridge, _) in bridges { await bridge.drain() }
    let failure = await #expect(throws: NATSReader.Failure.self) {
      try await ask(server, "standups.get")
    }
    #expect(failure?.isNobodyThere == true)
  }

  /// A reply that NATS rejects becomes an error that it accepts.
  @Test(arguments: [1024, 65_536]) func whatIsTooLargeForNATSIsSaid(_ most: Int) async throws {
    let server = try NATSServer(configuration: "max_payload: \(most)")
    defer { server.stop() }
    let bus = FakeBus()
    bus.on("standups.list") { _ in #"{"standups":"\#(String(repeating: "x", count: most))"}"# }
    bus.on("standups.get") { _ in "{}" }
    let (bridge, problems) = try commands(server.url, bus)
    #expect(await problems.first { $0 == nil } != nil)
    #expect(try await ask(server, "standups.list").error?.code == "413")
    #expect(try await ask(server, "standups.get").body == "{}")
    await bridge.drain()
  }

  /// The bridge recovers when a server returns, and when an account gets its right back.
  @Test func theyAreHeardAgain() async throws {
    let accounts = try NATSAccounts()
    let server = try NATSServer(configuration: accounts.configuration)
    defer { server.stop() }
    let (file, asking) = ("\(server.folder)/bridge.creds", "\(server.folder)/ann.creds")
    func write(_ rights: [String: [String]], to file: String) throws {
      try Data(accounts.credentials(rights: rights).utf8).write(
        to: URL(fileURLWithPath: file), options: .atomic)
    }
    try write(["pub": [">"], "sub": ["_INBOX.>"]], to: file)
    let bus = FakeBus()
    bus.on("standups.list") { _ in "{}" }
    let (bridge, problems) = try commands(server.url, bus, credentials: file)
    let refusal = await problems.first { $0?.contains("for Subscription") == true }
    #expect(refusal??.contains("standups.cmd.>") == true)
    try write(["pub": ["_INBOX.>"], "sub": ["standups.cmd.>"]], to: file)
    #expect(await problems.first { $0 == nil } != nil)
    // The sender needs the right to publish this command.
    try write(["pub": ["standups.cmd.standups.list"], "sub": ["_INBOX.>"]], to: asking)
    func list() async throws -> NATSReader.Answer {
      let url = server.url
      return try await blocking {
        try NATSReader.request(
          url, on: "standups.cmd.standups.list", "{}", credentials: asking, timeoutMs: 5000)
      }
    }
    #expect(try await list().body == "{}")
    server.crash()
    try await blocking { try server.start() }
    // A waiting client retries; the suite's time limit ends it.
    while (try? await list().body) != "{}" { await Task.yield() }
    await bridge.drain()
  }
}
