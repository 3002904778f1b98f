import BridgeAPI
import Bus
import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import BridgeService

/// The service in its shell, with libnats and a real server.
@Suite(
  .serialized,
  .needs(.natsServer))
struct ServiceTests {
  /// Two bridges publish the same events at once, and NATS rejects those that the other one has
  /// already published.
  @Test func twoBridgesAtOnceAreHarmless() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let address = try #require(NATSAddress(server.url))
    let router = InMemoryRouter()
    let loops = [try SocketLoop(name: "bridge-1"), try SocketLoop(name: "bridge-2")]
    let services = try loops.map { try BridgeService.overNATS(router, address, $0) }
    for service in services { try await service.start() }
    for _ in 0..<40 {
      router.publish(100)
      await Task.yield()
    }
    #expect(services.count == 2)
    for service in services {
      let status = try await service.until { $0.sequence == 4000 }
      #expect(status.stream == "standups_e1e1e1e1_0")
    }
    for service in services { await service.drain() }
    for loop in loops { await loop.stop() }
    let url = server.url
    let messages = try await blocking {
      try NATSReader.messages(url, of: "standups_e1e1e1e1_0", through: 4000)
    }
    #expect(messages.map(\.sequence) == Array(1...4000))
    for message in messages {
      let event = try BusJSON.decode(CloudEvent.self, from: Data(message.body))
      #expect(event.number == message.sequence)
    }
  }

  /// A bridge without access reports it; with access, it publishes.
  @Test func aServerMayWantAPassword() async throws {
    let server = try NATSServer(
      configuration: #"authorization { users: [{ user: "ann", password: "secret" }] }"#)
    defer { server.stop() }
    let router = InMemoryRouter()
    router.publish(3)
    let loop = try SocketLoop(name: "bridge")
    let stranger = try BridgeService.overNATS(router, try #require(NATSAddress(server.url)), loop)
    try await stranger.start()
    let away = try await stranger.until { $0.reason != nil && $0.state == .away }
    #expect(away.sequence == nil)
    await stranger.drain()
    let url = server.url.replacing("nats://", with: "nats://ann:secret@")
    let known = try BridgeService.overNATS(router, try #require(NATSAddress(url)), loop)
    try await known.start()
    let live = try await known.until { $0.sequence == 3 }
    #expect(live.server == server.url)
    await known.drain()
    await loop.stop()
  }

  /// The team is a token of the subject, so that the permissions of NATS apply.
  @Test func aUserMayReadTheEventsOfOneTeam() async throws {
    let server = try NATSServer(
      configuration: """
        authorization {
          users: [
            { user: "bridge", password: "secret" }
            # The permissions in docs/how-to/run-with-nats.md.
            { user: "web", password: "secret", permissions: {
                publish: { deny: ">" }
                subscribe: ["standups.t.web.>", "standups.e.web.>"]
            } }
          ]
        }
        """)
    defer { server.stop() }
    func url(_ user: String) -> String {
      server.url.replacing("nats://", with: "nats://\(user):secret@")
    }
    let router = InMemoryRouter()
    let loop = try SocketLoop(name: "bridge")
    let bridge = try BridgeService.overNATS(
      router, try #require(NATSAddress(url("bridge"))), loop)
    try await bridge.start()
    let web = url("web")
    let subject = try await blocking {
      try NATSReader.next(web, on: "standups.t.web.>") {
        for team in ["ops", "web"] { router.publish(1, team: team) }
      }.subject
    }
    #expect(subject == "standups.t.web.meeting.started.m")
    for (subject, isPermitted) in [
      ("standups.t.web.>", true), ("standups.t.ops.>", false), ("standups.t.>", false),
      ("standups.t.*.meeting.>", false), ("_INBOX.>", false),
    ] {
      let maySubscribe = try await blocking { try NATSReader.maySubscribe(web, to: subject) }
      #expect(maySubscribe == isPermitted, "\(subject)")
    }
    await bridge.drain()
    await loop.stop()
  }

  /// Another client publishes to our subjects, and takes an event's position.
  @Test(arguments: [1, 10]) func whatOthersPublishIsNotKept(_ count: Int) async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let router = InMemoryRouter()
    router.publish(10)
    let loop = try SocketLoop(name: "bridge")
    let service = try BridgeService.overNATS(router, try #require(NATSAddress(server.url)), loop)
    try await service.start()
    _ = try await service.until { $0.sequence == 10 }
    let url = server.url
    try await blocking { try NATSReader.publish(url, on: "standups.t.%.test.foreign.x", "{}") }
    router.publish(count)
    let last = Int64(10 + count)
    let status = try await service.until { $0.rebuilt > 0 && $0.sequence == last }
    #expect(status.rebuilt == 1)
    await service.drain()
    await loop.stop()
    let messages = try await blocking {
      try NATSReader.messages(url, of: "standups_e1e1e1e1_0", through: last)
    }
    #expect(messages.allSatisfy { $0.subject == "standups.t.%.meeting.started.m" })
    #expect(messages.map(\.sequence) == Array(1...last))
  }

  /// The key pair is from NATS's documentation.
  @Test func aServerMayWantAnNKey() async throws {
    let key = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
    let seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"
    let server = try NATSServer(configuration: "authorization { users: [{ nkey: \(key) }] }")
    defer { server.stop() }
    let file = "\(server.folder)/user.nk"
    try Data("\(key)\n\(seed)\n".utf8).write(to: URL(fileURLWithPath: file))
    let router = InMemoryRouter()
    router.publish(3)
    let loop = try SocketLoop(name: "bridge")
    let service = try BridgeService.overNATS(
      router, try #require(NATSAddress(server.url, nkey: file)), loop)
    try await service.start()
    _ = try await service.until { $0.sequence == 3 }
    await service.drain()
    await loop.stop()
  }

  /// A missing file is reported, and does not end the service.
  @Test func aFileThatIsNotThereIsTold() async throws {
    let loop = try SocketLoop(name: "bridge")
    let address = try #require(
      NATSAddress("nats://127.0.0.1:1", authority: "/nonexistent/ca.pem"))
    let service = try BridgeService.overNATS(InMemoryRouter(), address, loop)
    try await service.start()
    let status = try await service.until { $0.reason?.contains("/nonexistent/ca.pem") == true }
    #expect(status.state == .away)
    await service.drain()
    await loop.stop()
  }
}
