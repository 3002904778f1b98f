import BridgeAPI
import Bus
import Foundation
import Metrics
import TestSupport
import Testing
import Threads
import ZeroMQ

@testable import BridgeService

/// Commands over NATS: the permitted ones, and the errors for others.
@Suite struct CommandTests {
  private static let uuid = "8E5E575C-6F33-447B-8D2D-1A2B3C4D5E6F"

  @Test(arguments: [
    ("standups.list", ["standups.list"], ["standups.listing", "standups.lis", "meetings.get"]),
    ("meetings.*, standups.get", ["meetings.start", "standups.get"], ["meetings", "meeting.s"]),
    ("*", ["standups.list", "router.trace"], []),
  ]) func aListSaysWhatMayCome(_ text: String, _ allowed: [String], _ refused: [String]) throws {
    let list = try #require(CommandList(text))
    // Never empty because each case allows a target.
    for target in allowed { #expect(list.allows(target), "\(target)") }
    // Never empty because all cases but “*”, which allows everything, refuse targets.
    for target in refused { #expect(!list.allows(target), "\(target)") }
  }

  @Test(arguments: [
    "", ",", "standups.list,", "*.list", "stand*", "stand ups.é", ".*.*", "a>",
    Array(repeating: "a.b", count: 65).joined(separator: ","),
  ]) func aListThatMeansNothingIsNone(_ text: String) { #expect(CommandList(text) == nil) }

  /// All parts of a message that describe a command reach the bus.
  @Test func aCommandIsWhatTheMessageSays() throws {
    let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    let request = NATSRequest(
      subject: "north.cmd.timer.start", reply: "r",
      headers: [
        .idempotencyKey: Self.uuid, .key: "tool/egg", .timeout: "60000", .traceparent: traceparent,
      ], body: Array(#"{"id":"tool/egg"}"#.utf8))
    let command = try NATSCommand(request, cell: "north")
    #expect(command.target == "timer.start")
    #expect(command.body == Data(request.body))
    #expect(command.key == "tool/egg")
    #expect(command.options.idempotencyKey == Self.uuid.lowercased())
    #expect(command.options.timeoutMs == 60_000)
    #expect(command.options.traceparent == TraceParent(traceparent))
    let plain = try NATSCommand(
      NATSRequest(subject: "north.cmd.standups.list", headers: [.traceparent: "?"]), cell: "north")
    #expect(plain.body == Data("{}".utf8))
    #expect(plain.options.timeoutMs == 10_000)
    #expect(plain.options.traceparent == nil)
  }

  @Test(arguments: [
    (NATSRequest.Field.idempotencyKey, "1"), (.timeout, "0"), (.timeout, "60001"),
    (.timeout, "99999999999999999999"), (.timeout, "soon"), (.key, ""),
    (.key, String(repeating: "k", count: 129)),
  ]) func aWrongHeaderIsNamed(_ field: NATSRequest.Field, _ value: String) {
    let request = NATSRequest(subject: "standups.cmd.standups.list", headers: [field: value])
    let error = #expect(throws: BusError.self) { try NATSCommand(request, cell: "standups") }
    #expect(error?.code == .invalid)
    #expect(error?.message.contains(field.rawValue) == true)
  }

  @Test func whatIsTooLongOrNoCommandIsRefused() {
    let long = NATSRequest(
      subject: "standups.cmd.standups.create",
      body: Array(repeating: 32, count: ForeignCommand.maxBody + 1))
    #expect(
      #expect(throws: BusError.self) { try NATSCommand(long, cell: "standups") }?.code == .tooLarge)
    for subject in ["standups.cmd.", "standups.cmd.a b", "standups.cmd.é"] {
      let request = NATSRequest(subject: subject)
      #expect(
        #expect(throws: BusError.self) { try NATSCommand(request, cell: "standups") }?.code
          == .invalid)
    }
  }

  @Test func anErrorIsToldAsServicesOfNATSDo() throws {
    let error = BusError(.conflict, "It is\r\nover.", detail: ["id": "m"])
    let reply = NATSReply(error)
    #expect(try BusJSON.decode(BusError.self, from: Data(reply.body)) == error)
    let headers = Dictionary(uniqueKeysWithValues: reply.headers.map { ($0.name, $0.value) })
    #expect(headers["Nats-Service-Error"] == "It is over.")
    #expect(headers["Nats-Service-Error-Code"] == "409")
  }

  // MARK: The desk

  private func desk(_ list: String, _ bus: FakeBus) throws -> CommandDesk {
    CommandDesk(
      cell: "standups", list: try #require(CommandList(list)), bus: bus,
      metrics: CommandMetrics(MetricRegistry()))
  }

  private func ask(_ desk: CommandDesk, _ target: String) async -> NATSReply? {
    let (replies, feed) = AsyncStream.makeStream(of: NATSReply.self)
    desk.take(NATSRequest(subject: "standups.cmd.\(target)", reply: "r")) { reply, _ in
      feed.yield(reply)
    }
    for await reply in replies { return reply }
    return nil
  }

  /// Commands that are not on the list do not reach the bus; errors of the bus are returned.
  @Test func onlyWhatIsAllowedReachesTheBus() async throws {
    let bus = FakeBus()
    bus.on("standups.list") { _ in #"{"standups":[]}"# }
    bus.on("standups.get") { _ in throw BusError(.denied, "The role does not allow it.") }
    let desk = try desk("standups.list,standups.get", bus)
    #expect(await ask(desk, "standups.list") == NATSReply(Array(#"{"standups":[]}"#.utf8)))
    let refused = await ask(desk, "standups.delete")
    #expect(refused?.error?.code == .denied)
    #expect(refused?.error?.message.contains("STANDUPS_NATS_COMMANDS") == true)
    #expect(await ask(desk, "standups.get")?.error?.message == "The role does not allow it.")
    #expect(bus.sent.withLock { $0.map(\.target) } == ["standups.list", "standups.get"])
  }

  /// A command without a reply subject is not done.
  @Test func whoHearsNoAnswerAsksForNothing() async throws {
    let bus = FakeBus()
    bus.on("standups.list") { _ in "{}" }
    let registry = MetricRegistry()
    let desk = CommandDesk(
      cell: "standups", list: try #require(CommandList("*")), bus: bus,
      metrics: CommandMetrics(registry))
    desk.take(NATSRequest(subject: "standups.cmd.standups.delete")) { _, _ in
      Issue.record("Somebody was answered.")
    }
    #expect(await ask(desk, "standups.list")?.error == nil)
    #expect(bus.sent.withLock { $0.map(\.target) } == ["standups.list"])
    #expect(registry.text().contains(#"standups_bridge_commands_total{result="dropped"} 1"#))
  }

  /// The number of pending commands is limited; closing waits for them and accepts no more.
  @Test func soManyAreUnderWay() async throws {
    let bus = FakeBus()
    let isOpen = Locked(false)
    bus.on("standups.get") { _ in
      guard isOpen.withLock({ $0 }) else { throw FakeBus.Later() }
      return "{}"
    }
    let desk = try desk("*", bus)
    let (replies, feed) = AsyncStream.makeStream(of: NATSReply.self)
    for _ in 0..<CommandDesk.most {
      desk.take(NATSRequest(subject: "standups.cmd.standups.get", reply: "r")) { reply, _ in
        feed.yield(reply)
      }
    }
    let busy = await ask(desk, "standups.get")
    #expect(busy?.error?.code == .busy)
    #expect(busy?.error?.retryAfterMs != nil)
    isOpen.withLock { $0 = true }
    await desk.close()
    feed.finish()
    var count = 0
    for await reply in replies {
      #expect(reply.error == nil)
      count += 1
    }
    #expect(count == CommandDesk.most)
    #expect(await ask(desk, "standups.get")?.error?.code == .draining)
  }
}

/// The same with libnats and real servers.
@Suite(
  .serialized,
  .needs(.natsServer))
struct CommandConnectionTests {
  /// Commands over NATS, and each reason for not accepting any.
  private func commands(
    _ url: String, _ bus: FakeBus, credentials: String? = nil
  ) throws -> (NATSCommands, AsyncStream<String?>) {
    let metrics = CommandMetrics(MetricRegistry())
    let desk = CommandDesk(
      cell: "standups", list: try #require(CommandList("standups.*")), bus: bus, metrics: metrics)
    let (problems, feed) = AsyncStream.makeStream(of: String?.self)
    let commands = try NATSCommands(
      try #require(NATSAddress(url, credentials: credentials)), desk, metrics
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
    #expect(bus.sent.withLock { $0.map(\.idem) } == Array(repeating: id, count: 20))
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
