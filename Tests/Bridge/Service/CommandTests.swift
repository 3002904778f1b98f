import Bus
import Foundation
import StandupsMetrics
import TestSupport
import Testing
import Threads

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

  // MARK: Execution

  private func executor(_ list: String, _ bus: FakeBus) throws -> CommandExecutor {
    CommandExecutor(
      cell: "standups", list: try #require(CommandList(list)), bus: bus,
      metrics: CommandMetrics(MetricRegistry()))
  }

  private func ask(_ executor: CommandExecutor, _ target: String) async -> NATSReply? {
    let (replies, feed) = AsyncStream.makeStream(of: NATSReply.self)
    executor.take(NATSRequest(subject: "standups.cmd.\(target)", reply: "r")) { reply, _ in
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
    let executor = try executor("standups.list,standups.get", bus)
    #expect(await ask(executor, "standups.list") == NATSReply(Array(#"{"standups":[]}"#.utf8)))
    let refused = await ask(executor, "standups.delete")
    #expect(refused?.error?.code == .denied)
    #expect(refused?.error?.message.contains("STANDUPS_NATS_COMMANDS") == true)
    #expect(await ask(executor, "standups.get")?.error?.message == "The role does not allow it.")
    #expect(bus.commands.map(\.target) == ["standups.list", "standups.get"])
  }

  /// A command without a reply subject is not done.
  @Test func whoHearsNoAnswerAsksForNothing() async throws {
    let bus = FakeBus()
    bus.on("standups.list") { _ in "{}" }
    let registry = MetricRegistry()
    let executor = CommandExecutor(
      cell: "standups", list: try #require(CommandList("*")), bus: bus,
      metrics: CommandMetrics(registry))
    executor.take(NATSRequest(subject: "standups.cmd.standups.delete")) { _, _ in
      Issue.record("Somebody was answered.")
    }
    #expect(await ask(executor, "standups.list")?.error == nil)
    #expect(bus.commands.map(\.target) == ["standups.list"])
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
    let executor = try executor("*", bus)
    let (replies, feed) = AsyncStream.makeStream(of: NATSReply.self)
    for _ in 0..<CommandExecutor.maxInProgress {
      executor.take(NATSRequest(subject: "standups.cmd.standups.get", reply: "r")) { reply, _ in
        feed.yield(reply)
      }
    }
    let busy = await ask(executor, "standups.get")
    #expect(busy?.error?.code == .busy)
    #expect(busy?.error?.retryAfterMs != nil)
    isOpen.withLock { $0 = true }
    await executor.close()
    feed.finish()
    var count = 0
    for await reply in replies {
      #expect(reply.error == nil)
      count += 1
    }
    #expect(count == CommandExecutor.maxInProgress)
    #expect(await ask(executor, "standups.get")?.error?.code == .draining)
  }
}
