import Bus
import StandupsConfiguration
import Countdown
import Documents
import Foundation
import StandupsMetrics
import GatewayAPI
import TestSupport
import Threads
import ZeroMQ

@testable import GatewayService

/// A gateway with browsers in front and a bus in memory behind it.
struct GatewayFixture: Sendable {
  /// The team “lost” does not exist.
  let router = InMemoryStore { message in
    if let named = message as? InvitedPeopleNamed {
      return InvitedPeopleNamed.Reply(people: named.people)
    }
    guard let named = message as? TokenTeamNamed else { throw BusError(.unbound, "\(message)") }
    guard named.team != "lost" else { throw BusError(.notFound, "Team “lost” not found.") }
    return Done()
  }
  /// Actors of the decisions that have events, in order.
  let actors = Recorder<String?>()
  let bus = FakeBus()
  /// The bus of every other cell.
  let south = FakeBus()
  /// The routers of other cells still in use, for each notification.
  let kept = Recorder<Set<String>>()
  let events = FakeEvents()
  /// Published ephemeral events.
  let published = PublishedEvents()
  let loop: SocketLoop
  let gateway: Gateway
  let service: GatewayService
  /// Address of the page.
  let address: String
  let port: UInt16
  /// Milliseconds since 1970.
  let now: Locked<Int64>

  private init(
    _ environment: [String: String], page: [String: [UInt8]], head: Int64,
    _ signIns: SignInProviders
  ) async throws {
    loop = try SocketLoop(name: "gateway-test")
    let now = Locked<Int64>(1_795_000_000_000)
    self.now = now
    let (_, settings) = try BusEnvironment.read(
      with: GatewaySettings.self,
      ["HOME": "/", "STANDUPS_WEB": "127.0.0.1:0"].merging(environment) { $1 }, userID: 0,
      isTerminal: false)
    let clock = ClockReader {
      let ms = now.withLock { $0 }
      return ClockReading(wallMs: ms, boot: "boot", uptimeUs: ms * 1000)
    }
    let (feed, published, south, kept) = (events, published, south, kept)
    gateway = Gateway(
      on: loop, settings: settings, bus: bus,
      otherCells: OtherCells(caller: { _ in south }, keepOnly: { kept.record($0) }),
      events: { feed }, publisher: published, page: PageFiles(page),
      metrics: GatewayMetrics(MetricRegistry()), signIns: signIns, clock: clock)
    bus.on("events.heads") { _ in #"{"epoch":"e","head":\#(head),"oldest":1}"# }
    bus.on("events.replay") { _ in
      #"{"epoch":"e","head":\#(head),"events":[],"hasMore":false,"resume":\#(head)}"#
    }
    address = try await gateway.listen()
    port = await gateway.site.port
    service = GatewayService(
      gateway, delegate: ActorRecorder(next: router.delegate, actors: actors),
      reducer: GatewayReducer(clock: clock, address: address))
    try await service.start()
  }

  /// Runs `body` with a gateway, and ends it.
  static func serving(
    _ environment: [String: String] = [:],
    page: [String: [UInt8]] = [PageFiles.shellName: Array("<head></head>{assets}".utf8)],
    head: Int64 = 0, signIns: SignInProviders = SignInProviders(),
    _ body: (GatewayFixture) async throws -> Void
  ) async throws {
    let fixture = try await GatewayFixture(environment, page: page, head: head, signIns)
    do {
      try await body(fixture)
    } catch {
      await fixture.stop()
      throw error
    }
    await fixture.stop()
  }

  private func stop() async {
    await service.drain()
    await loop.stop()
  }

  // MARK: The bus

  func send<Command: BusCommand>(_ command: Command, key: String? = nil) async throws
    -> Command.Reply
  {
    let data = try await service.definition.commands.run(
      Command.target, body: BusJSON.encode(command), call: Call(header: Header(idem: key)))
    return try BusJSON.decode(Command.Reply.self, from: data)
  }

  // MARK: Browsers

  var origin: String { "http://127.0.0.1:\(port)" }

  /// A request with the given header fields; nil omits one.
  func ask(
    _ method: String, _ path: String, host: String? = nil, body: String? = nil,
    _ fields: [String] = []
  ) async throws -> HTTPClient.Answer {
    var lines = [
      "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close",
    ]
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    let text = (lines + fields).joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    let port = port
    return try await blocking { try HTTPClient.parse(try HTTPClient.exchange(text, port: port)) }
  }

  /// A change in the form that the page sends.
  func post(_ path: String, _ body: String, cookie: String? = nil, _ more: [String] = [])
    async throws -> HTTPClient.Answer
  {
    try await ask(
      "POST", path, body: body,
      ["Content-Type: application/json", "Origin: \(origin)"]
        + (cookie.map { ["Cookie: \($0)"] } ?? []) + more)
  }

  /// Logs a person in; returns the cookie.
  func login(_ name: String = "ada", _ role: WebRole = .operator) async throws -> String {
    let invite = try await send(InviteToWeb(name: name, role: role))
    let answer = try await post("/api/login", #"{"code":"\#(invite.code)"}"#)
    return answer.cookie
  }

  /// A stream of Server-Sent Events after its head.
  func events(_ cookie: String, _ query: String = "", _ fields: [String] = []) async throws
    -> EventReader
  {
    let port = port
    return try await blocking {
      try EventReader("/api/events" + query, port: port, ["Cookie: \(cookie)"] + fields)
    }
  }

  /// A stream after its handshake.
  func stream(
    _ cookie: String, origin: String? = nil, agent: String? = nil
  ) async throws -> Browser {
    let port = port
    let fields =
      ["Cookie: \(cookie)", "Origin: \(origin ?? self.origin)"]
      + (agent.map { ["User-Agent: \($0)"] } ?? [])
    return try await blocking {
      Browser(
        try WebSocketClient("/api/stream", port: port, subprotocol: "standups.1", fields: fields))
    }
  }
}

/// Records the published ephemeral events.
final class PublishedEvents: EphemeralPublisher {
  private let recorder = Recorder<(data: Data, labels: EventLabels)>()
  var values: [(data: Data, labels: EventLabels)] { recorder.values }
  func publish(_ data: Data, labels: EventLabels) { recorder.record((data, labels)) }
}

/// A composition root that records the actor of each decision that has events.
private struct ActorRecorder: DelegateCaller {
  let next: ScriptedDelegate
  let actors: Recorder<String?>

  func tell<Message: DelegateMessage>(
    _ message: Message, causedBy cause: Header?, timeoutMs: Int
  ) async throws -> Message.Reply {
    if let decided = message as? ChangesDecided, !decided.events.isEmpty {
      actors.record(cause?.by)
    }
    return try await next.tell(message, causedBy: cause, timeoutMs: timeoutMs)
  }
}

/// One browser's stream.
///
/// `@unchecked Sendable`: a test awaits each use before the next one.
final class Browser: @unchecked Sendable {
  private let client: WebSocketClient
  init(_ client: WebSocketClient) { self.client = client }

  var status: Int { client.status }

  func say(_ text: String) async throws { try await blocking { try self.client.send(text: text) } }
  func say(binary: [UInt8]) async throws {
    try await blocking { try self.client.send(binary: binary) }
  }

  /// The next message that begins with one of these words.
  func hear(_ words: String...) async throws -> String {
    try await blocking {
      while true {
        let text = try self.client.nextMessage().text
        if words.contains(where: { text.hasPrefix("{\"\($0)\":") }) { return text }
      }
    }
  }

  func closeCode() async throws -> UInt16 { try await blocking { self.client.closeCode() } }
}

extension HTTPClient.Answer {
  /// The cookie that the response sets, as a browser returns it; empty without one.
  var cookie: String { String((fields["set-cookie"] ?? "").prefix { $0 != ";" }) }
}
