import BridgeAPI
import Bus
import Documents
import FastJSON
import Foundation
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import ZeroMQ

extension Program {
  static let bridge = Program("bridge")
}

/// The bridge with the real services and real NATS servers.
@Suite(
  .serialized, .withLogs, .timeLimit(.minutes(30)),
  .needs(.natsServer))
struct BridgeTests {
  private static let patient = CallOptions(timeoutMs: 20_000)

  private func withBridge(
    _ servers: [NATSServer], settings: [String: String] = [:],
    _ body: (Cluster, Peer) async throws -> Void
  ) async throws {
    var options = Cluster.Options()
    options.programs = [.router, .persistence, .standups, .timer, .bridge]
    options.environment["STANDUPS_NATS_URL"] = servers.map(\.url).joined(separator: ",")
    for (name, value) in settings { options.environment[name] = value }
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await eventually("The bridge is live.", within: .seconds(90)) {
        try await peer.send(GetBridge(), options: Self.patient).state == .live
      }
      try await body(cluster, peer)
    }
  }

  /// Appends events to the journal, a few hundred at a time.
  private func publish(_ count: Int, _ peer: Peer, type: String = "test.bridge") async throws {
    var left = count
    while left > 0 {
      let some = min(left, 200)
      let drafts = try (0..<some).map { number in
        EventDraft(
          type: type, subject: "s.\(number % 7)",
          data: try RawJSON(encoding: ["number": number]))
      }
      _ = try await peer.send(PublishEvents(events: drafts), options: Self.patient)
      left -= some
    }
  }

  /// Waits until the stream has all events of the journal.
  @discardableResult
  private func caughtUp(_ peer: Peer) async throws -> BridgeStatus {
    try await eventually("The stream has everything.", within: .seconds(60)) {
      let head = try await peer.send(EventHeads(), options: Self.patient).head
      let bridge = try await peer.send(GetBridge(), options: Self.patient)
      return bridge.state == .live && bridge.sequence == head
    }
    return try await peer.send(GetBridge(), options: Self.patient)
  }

  private func journal(_ peer: Peer) async throws -> [CloudEvent] {
    var events: [CloudEvent] = []
    while true {
      let page = try await peer.send(
        EventReplay(JournalQuery(after: events.last?.number ?? 0, limit: 1000)),
        options: Self.patient)
      events += page.events
      if !page.hasMore { return events }
    }
  }

  /// Reads with retries: a cluster whose servers have just started answers some requests late.
  private func read(
    _ url: String, of stream: String, through last: Int64
  ) async throws -> [NATSReader.Message] {
    var attempts = 0
    while true {
      do {
        return try await blocking { try NATSReader.messages(url, of: stream, through: last) }
      } catch let failure as NATSReader.Failure {
        attempts += 1
        if attempts == 4 { throw failure }
      }
    }
  }

  /// Expects the stream to have the journal's events at their sequences.
  private func expectEqual(
    _ server: NATSServer, _ peer: Peer, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let bridge = try await caughtUp(peer)
    let events = try await journal(peer)
    let (stream, base) = (try #require(bridge.stream), try #require(bridge.base))
    let last = try #require(events.last?.number) - base
    let url = server.url
    let messages = try await read(url, of: stream, through: last)
    let kept = events.filter { !$0.isErased }
    #expect(
      messages.map(\.sequence) == kept.compactMap(\.number).map { $0 - base },
      sourceLocation: sourceLocation)
    for (message, event) in zip(messages, kept) {
      guard try BusJSON.decode(CloudEvent.self, from: Data(message.body)) != event else { continue }
      Issue.record(
        "The message \(message.sequence) is another event.", sourceLocation: sourceLocation)
    }
    #expect(
      messages.allSatisfy { $0.subject.hasPrefix("standups.t.") }, sourceLocation: sourceLocation)
  }

  /// The stream equals the journal although processes are killed and two bridges publish at once.
  @Test func whoeverDiesTheStreamIsTheJournal() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    try await withBridge([server]) { cluster, peer in
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 6000, attendees: 3)
      let session = try await peer.startMeeting(standup)
      try await publish(1000, peer)
      // The second bridge is the standby, and takes over when the first is killed.
      let second = try await cluster.launch(.bridge, log: "second")
      try await publish(1000, peer)
      await cluster.signal(SIGKILL, [.bridge])
      try await publish(500, peer)
      server.crash()
      try await publish(500, peer)
      try server.start()
      await cluster.signal(SIGKILL, [.persistence])
      try await publish(500, peer)
      second.signal(SIGKILL)
      await second.ended()
      _ = try await follower.first(
        MeetingFinished.self, about: session.id, within: .seconds(30))
      try await expectEqual(server, peer)
    }
  }

  /// A stream that was deleted or truncated is rebuilt automatically, and an unwanted one on request.
  @Test func whatIsLostIsMadeAnew() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    try await withBridge([server]) { cluster, peer in
      try await publish(500, peer)
      try await expectEqual(server, peer)
      server.crash()
      try server.wipe()
      try await publish(300, peer)
      // No client waits for the bridge.
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 1)
      #expect(standup.title == "Daily")
      try server.start()
      try await expectEqual(server, peer)
      let run = try await cluster.run(
        Program.commandLine, ["bridge", "rebuild", "--yes", "--json"])
      #expect(run.ending == .exit(0), "\(run.output)")
      try await eventually("It was made anew.") {
        try await peer.send(GetBridge(), options: Self.patient).rebuilt == 1
      }
      try await publish(10, peer)
      try await expectEqual(server, peer)
    }
  }

  /// Erased events are erased from the stream before the erasure is reported.
  @Test func wordsThatAreErasedAreErasedThere() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    try await withBridge([server]) { cluster, peer in
      let standup = try await peer.createStandup("Secret", durationMs: 60_000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      try await publish(20, peer)
      try await caughtUp(peer)
      // Deleting a standup does not end its live meeting, so the test ends the meeting first.
      _ = try await peer.send(EndMeeting(id: session.id), options: Self.patient)
      _ = try await peer.send(
        AnswerMeetingAlert(id: session.id, action: .discard), options: Self.patient)
      _ = try await peer.send(DeleteStandup(id: standup.id), options: Self.patient)
      try await expectEqual(server, peer)
      let bridge = try await peer.send(GetBridge(), options: Self.patient)
      #expect(bridge.erased > 0)
      let stream = try #require(bridge.stream)
      let (url, last) = (server.url, try #require(bridge.sequence) - (bridge.base ?? 0))
      let messages = try await blocking {
        try NATSReader.messages(url, of: stream, through: last)
      }
      // The title was in the event that reported the new standup.
      let words = messages.filter { String(decoding: $0.body, as: UTF8.self).contains("Secret") }
      #expect(words.map(\.subject) == ["standups.t.default.standup.deleted.\(standup.id)"])
    }
  }

  /// Ticks are not durable; they are published if enabled.
  @Test func ticksGoOutWhenAskedFor() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let settings = ["STANDUPS_NATS_EPHEMERAL": "meeting.tick"]
    try await withBridge([server], settings: settings) { _, peer in
      let (ready, isReady) = AsyncStream.makeStream(of: Void.self)
      let url = server.url
      async let tick = blocking {
        try NATSReader.next(url, on: "standups.e.default.meeting.tick.*") { isReady.yield() }
      }
      for await _ in ready { break }
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      let heard = try await tick
      #expect(heard.subject == "standups.e.default.meeting.tick.\(session.id)")
      let event = try BusJSON.decode(CloudEvent.self, from: Data(heard.body))
      #expect(event.sequence == nil)
    }
  }

  private func ask(
    _ server: NATSServer, _ target: String, _ body: some Encodable & Sendable,
    headers: [String: String] = [:], timeoutMs: Int64 = 30_000
  ) async throws -> NATSReader.Answer {
    let (url, text) = (server.url, String(decoding: try BusJSON.encode(body), as: UTF8.self))
    return try await blocking {
      try NATSReader.request(
        url, on: "standups.cmd.\(target)", text, headers: headers, timeoutMs: timeoutMs)
    }
  }

  /// A permitted command of a NATS client is done once and answered; others are rejected.
  @Test func commandsComeOverNATS() async throws {
    let server = try NATSServer()
    defer { server.stop() }
    let settings = ["STANDUPS_NATS_COMMANDS": "standups.create,meetings.*"]
    try await withBridge([server], settings: settings) { cluster, peer in
      let create = CreateStandup(title: "Over NATS", durationMs: 60_000)
      let id = ["Nats-Msg-Id": UUID().uuidString]
      try await eventually("Commands are heard.") {
        // Ignored because the request is repeated until the bridge accepts commands.
        let answer = try? await ask(server, "standups.create", create, headers: id)
        return answer.map { $0.error == nil } ?? false
      }
      let again = try await ask(server, "standups.create", create, headers: id)
      let standups = try await peer.send(ListStandups(), options: Self.patient).standups
      #expect(standups.map(\.standup.title) == ["Over NATS"])
      let standup = try #require(standups.first)
      #expect(again.body.contains("\(standup.id)"))
      let missing = try await ask(server, "meetings.get", GetMeeting(id: .init(UUID())))
      #expect(missing.error?.code == "404")
      let denied = try await ask(server, "standups.delete", DeleteStandup(id: standup.id))
      #expect(denied.error?.code == "403")
      await cluster.signal(SIGKILL, [.bridge])
      try await eventually("Commands are heard again.") {
        // Ignored because NATS may not have noticed yet that the killed bridge receives nothing.
        let answer = try? await ask(
          server, "standups.create", create, headers: id, timeoutMs: 1000)
        return answer?.body == again.body
      }
      #expect(try await peer.send(ListStandups(), options: Self.patient).standups.count == 1)
    }
  }

  /// With keys, a bridge may send no commands until its key has a role that may.
  @Test(.needs(.curve)) func theKeyOfTheBridgeDecidesWhatComesOverNATS()
    async throws
  {
    let server = try NATSServer()
    defer { server.stop() }
    var options = Cluster.Options(programs: [])
    options.variables = Cluster.keyVariables
    options.environment["STANDUPS_NATS_URL"] = server.url
    options.environment["STANDUPS_NATS_COMMANDS"] = "*"
    try await withCluster(options) { cluster in
      _ = try await cluster.keys("init")
      for program in [Program.router, .persistence, .standups, .bridge] {
        try await cluster.start(program)
      }
      let create = CreateStandup(title: "Over NATS", durationMs: 60_000)
      try await eventually("The key may send nothing.") {
        // Ignored because the request is repeated until the bridge accepts commands.
        (try? await ask(server, "standups.create", create))?.error?.code == "403"
      }
      try cluster.change("service:bridge", to: "service:bridge,operator", ofKey: "bridge")
      try await eventually("The key may.") {
        try await ask(
          server, "standups.create", create, headers: ["Nats-Msg-Id": UUID().uuidString]
        )
        .error == nil
      }
      let peer = try await cluster.peer(keyOf: "operator")
      #expect(try await peer.send(ListStandups(), options: Self.patient).standups.count == 1)
    }
  }

  /// Three servers replicate the stream, and their leader is killed repeatedly.
  @Test func leadersMayDie() async throws {
    let servers = try await blocking { try NATSServer.cluster(of: 3) }
    defer { for server in servers { server.stop() } }
    try await withBridge(servers, settings: ["STANDUPS_NATS_REPLICAS": "3"]) { _, peer in
      for round in 0..<2 {
        try await publish(1000, peer)
        let stream = try #require(
          try await peer.send(GetBridge(), options: Self.patient).stream)
        let url = servers[round].url
        var leader: NATSServer?
        try await eventually("There is a leader.", within: .seconds(60)) {
          // Ignored because a restarted server may not answer yet, and the cluster has no leader during an
          // election.
          let name = try? await blocking { try NATSReader.leader(url, of: stream) }
          leader = servers.first { $0.name == name }
          return leader != nil
        }
        let crashed = try #require(leader)
        crashed.crash()
        try await publish(1000, peer)
        try await blocking { try crashed.start() }
        try await caughtUp(peer)
      }
      try await expectEqual(servers[0], peer)
    }
  }

  /// An event that the server rejects keeps its sequence, and the failure is reported.
  @Test func whatIsTooLargeKeepsItsPlace() async throws {
    let server = try NATSServer(configuration: "max_payload: 4096")
    defer { server.stop() }
    try await withBridge([server]) { _, peer in
      let large = try RawJSON(encoding: ["text": String(repeating: "x", count: 5000)])
      let published = try await peer.send(
        PublishEvents(events: [
          EventDraft(type: "test.small", subject: "a b*c>.d"),
          EventDraft(type: "test.large", subject: "l", data: large),
          EventDraft(type: "test.small", subject: "é"),
        ]), options: Self.patient)
      let bridge = try await caughtUp(peer)
      #expect(bridge.omitted == 1)
      let (url, stream) = (server.url, try #require(bridge.stream))
      let number = try #require(published.events[1].sequence)
      let place = number - (bridge.base ?? 0)
      let messages = try await blocking {
        try NATSReader.messages(url, of: stream, after: place - 2, through: place + 1)
      }
      #expect(
        messages.map(\.subject) == [
          "standups.t.%.test.small.a%20b%2Ac%3E%2Ed", "standups.t.%.test.large.l",
          "standups.t.%.test.small.%C3%A9",
        ])
      let event = try BusJSON.decode(CloudEvent.self, from: Data(messages[1].body))
      #expect(event.number == number)
      #expect(try event.data.decode(as: BridgeDataOmitted.self).omittedBytes > 5000)
    }
  }
}
