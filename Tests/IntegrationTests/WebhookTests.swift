import Bus
import Foundation
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import Testing
import WebhooksAPI

extension Program {
  static let webhooks = Program("webhooks")
}

/// Webhooks of the real services, and a receiver in Python.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct WebhookTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

  private func withReceiver(
    _ body: (Cluster, Peer, WebhookReceiver) async throws -> Void
  ) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let receiver = WebhookReceiver(cluster, secret: Self.secret)
      try await receiver.start()
      do {
        try await body(cluster, peer, receiver)
        await receiver.kill()
      } catch {
        await receiver.kill()
        throw error
      }
    }
  }

  /// Meetings continue while the webhooks service, persistence, the router and the receiver are killed: in the end the
  /// receiver has the journal, in order.
  @Test(arguments: WebhookFormat.allCases.filter { !$0.isChat })
  func nothingIsSkipped(_ format: WebhookFormat) async throws {
    try await withReceiver { cluster, peer, receiver in
      let file = "\(cluster.folder)/secret"
      try Data("\(Self.secret)\n".utf8).write(to: URL(fileURLWithPath: file))
      let added = try await cluster.run(
        Program.commandLine,
        [
          "webhook", "add", await receiver.url("/ok"), "--since", "0", "--secret-file", file,
          "--format", format.rawValue, "--json",
        ])
      #expect(added.ending == .exit(0), "\(added.output)")
      #expect(!added.output.contains(Self.secret))
      let hook = try BusJSON.decode(WebhookStatus.self, from: Data(added.output.utf8))

      let follower = try await cluster.follower()
      var sessions: [MeetingSession] = []
      for number in 0..<4 {
        let standup = try await peer.createStandup("\(number)", durationMs: 8000, attendees: 8)
        sessions.append(try await peer.startMeeting(standup))
      }
      for victims in [[Program.webhooks], [.persistence], [.webhooks, .persistence], [.router]] {
        // Sleeps because each kill has to happen after the previously killed service works again.
        try await Task.sleep(for: .milliseconds(900))
        await cluster.signal(SIGKILL, victims)
      }
      await receiver.kill()
      // Sleeps because deliveries have to fail for a while.
      try await Task.sleep(for: .milliseconds(1500))
      await cluster.signal(SIGKILL, [.webhooks, .router])
      try await receiver.start()
      for session in sessions {
        _ = try await follower.first(
          MeetingFinished.self, about: session.id, within: .seconds(30))
      }
      let options = CallOptions(timeoutMs: 20_000)
      let head = try await peer.send(EventHeads(), options: options).head
      _ = try await follower.first("event \(head)") { ($0.number ?? 0) >= head }
      try await eventually("The receiver has everything.") {
        try await peer.send(GetWebhook(id: hook.id), options: options).sequence >= head
      }

      let heard = try await receiver.heard()
      #expect(heard.allSatisfy { $0.signature == "valid" })
      let events = heard.compactMap(\.event)
      #expect(events.count == heard.count)
      var known: Set<String> = []
      let once = events.filter { known.insert($0.id).inserted }
      let journal = await follower.events
      #expect(once.prefix(Int(head)) == journal.prefix(Int(head)), "not the journal, in order")
      print("\(format): \(head) events, \(events.count - once.count) of them delivered twice")
    }
  }

  /// A meeting ends and a custom event is published: each chat receives its own format and accepts it.
  @Test func chatsAreTold() async throws {
    try await withReceiver { cluster, peer, receiver in
      let file = "\(cluster.folder)/token"
      try Data("syt_0123456789abcdef\n".utf8).write(to: URL(fileURLWithPath: file))
      let room = "/_matrix/client/v3/rooms/!r:example.org"
      var hooks: [String] = []
      for format in WebhookFormat.allCases.filter(\.isChat) {
        let isMatrix = format == .matrix
        let added = try await cluster.run(
          Program.commandLine,
          [
            "webhook", "add", await receiver.url(isMatrix ? room : "/\(format)"), "--format",
            format.rawValue, "--type", "meeting.", "--type", "com.example.", "--json",
          ] + (isMatrix ? ["--secret-file", file] : []))
        #expect(added.ending == .exit(0), "\(added.output)")
        let hook = try BusJSON.decode(WebhookStatus.self, from: Data(added.output.utf8))
        #expect(
          hook.types == ["meeting.finished", "meeting.reopened", "meeting.noted", "com.example."])
        hooks.append(hook.id)
        let test = try await cluster.run(Program.commandLine, ["webhook", "test", hook.id])
        #expect(test.ending == .exit(0), "\(test.output)")
      }
      let refused = try await cluster.run(
        Program.commandLine,
        [
          "webhook", "add", await receiver.url("/slack"), "--format", "slack", "--type",
          "meeting.segment",
        ])
      #expect(refused.output.contains("“meeting.segment”"), "\(refused.output)")
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup("R&D @here", durationMs: 2000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      _ = try await follower.first(MeetingFinished.self, about: session.id, within: .seconds(30))
      let published = try await cluster.run(
        Program.commandLine,
        ["publish", "com.example.deploy.done", "web", "--data", #"{"by":"<!here>"}"#])
      #expect(published.ending == .exit(0), "\(published.output)")
      try await eventually("All of them have both.") {
        var delivered: [Int] = []
        for hook in hooks { delivered.append(try await peer.send(GetWebhook(id: hook)).delivered) }
        return delivered.allSatisfy { $0 >= 2 }
      }
      let heard = try await receiver.heard()
      #expect(heard.count == hooks.count * 3)
      #expect(heard.allSatisfy { $0.refused == nil && $0.status == 200 }, "\(heard)")
      let said = heard.compactMap { $0.said?.replacing("\\", with: "") }
      #expect(said.count { $0.contains("R&D @") && $0.contains("met for 2 s") } == hooks.count)
      #expect(said.count { $0.contains("com.example.deploy.done") } == hooks.count)
    }
  }

  /// A stop completes pending posts and saves the positions: the next run repeats nothing.
  @Test func aStopRepeatsNothing() async throws {
    try await withReceiver { cluster, peer, receiver in
      let hook = try await peer.send(
        AddWebhook(url: await receiver.url("/ok"), types: ["standup.created"]))
      for number in 1...30 {
        _ = try await peer.createStandup("\(number)", durationMs: 60_000, attendees: 1)
        if number.isMultiple(of: 10) { await cluster.signal(SIGTERM, [.webhooks]) }
      }
      let options = CallOptions(timeoutMs: 20_000)
      let head = try await peer.send(EventHeads(), options: options).head
      try await eventually("The receiver has everything.") {
        try await peer.send(GetWebhook(id: hook.id), options: options).sequence >= head
      }
      let ids = try await receiver.heard().compactMap(\.event?.id)
      #expect(ids.count == 30 && Set(ids).count == 30)
    }
  }

  @Test func aReceiverThatIsGoneIsAProblem() async throws {
    try await withReceiver { cluster, peer, receiver in
      let hook = try await peer.send(
        AddWebhook(url: await receiver.url("/status/410"), types: ["standup."], after: 0))
      let slow = try await peer.send(AddWebhook(url: await receiver.url("/slow"), after: 0))
      let good = try await peer.send(AddWebhook(url: await receiver.url("/ok"), after: 0))
      _ = try await peer.createStandup(durationMs: 60_000, attendees: 1)
      try await eventually("The health report has it.") {
        try await peer.send(GetHealth()).problems.contains { $0.contains("410") }
      }
      // The other webhooks continue.
      let head = try await peer.send(EventHeads()).head
      try await eventually("The good one has everything.") {
        try await peer.send(GetWebhook(id: good.id)).sequence >= head
      }
      #expect(try await peer.send(GetWebhook(id: slow.id)).sequence == 0)
      let health = try await cluster.run(Program.commandLine, ["health"])
      #expect(health.ending == .exit(69), "\(health.output)")
      #expect(health.output.contains("standups webhook show \(hook.id.prefix(8))"))
      let test = try await cluster.run(
        Program.commandLine, ["webhook", "test", String(hook.id.prefix(8))])
      #expect(
        test.ending == .exit(69) && test.output.contains("responded with status 410"),
        "\(test.output)")

      // The secret is deleted with its webhook. Before that it survives a restart: it was saved, or is found again if
      // the process was killed before it was saved.
      await cluster.signal(SIGKILL, [.webhooks])
      try await eventually("It is paused again.") {
        let paused = try await peer.send(
          GetWebhook(id: hook.id), options: CallOptions(timeoutMs: 20_000))
        return paused.state == .paused && paused.reason?.contains("410") == true
      }
      for id in [hook.id, slow.id] { _ = try await peer.send(RemoveWebhook(id: id)) }
      try await eventually("All is well.") { try await peer.send(GetHealth()).status == .ok }
    }
  }
}
