import Bus
import Foundation
import RouterAPI
import Testing
import ZeroMQ

/// A delegate message that no binding handles is reported.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct UnboundTests {
  private static let message = "stranger.shouted"

  @Test func aStrangersCallIsReportedEverywhereAndKept() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      // All services are up; some may still report events of their start.
      try await eventually("All is well.") { try await peer.send(GetHealth()).status == .ok }

      let dealer = try await cluster.rawDealer()
      let instance = UUID().uuidString
      let hello = try await dealer.ask([
        head("HELLO", "stranger"),
        """
        {"service":"stranger","instance":"\(instance)","minor":0,"capacity":10,"isSharded":false,
         "commands":[],"delegates":["\(Self.message)"]}
        """,
      ])
      #expect(hello.head.kind == .ok)
      #expect(try BusJSON.decode(Welcome.self, from: hello.body).unbound == [Self.message])
      let declared = try await follower.first(BusUnbound.self, about: Self.message)
      #expect(
        try declared.data.decode(as: BusUnbound.self)
          == BusUnbound(service: "stranger", message: Self.message, wasSent: false))

      let sent = UUID().lowercaseText
      let refusal = try await dealer.refusal([
        Frame("STB1 DLG \(Self.message) {\"id\":\"\(sent)\"}"), "{\"loudness\":11}",
      ])
      #expect(refusal.code == .unbound)
      let buried = try await follower.first(BusDeadLetter.self, about: Self.message)
      #expect(try buried.data.decode(as: BusDeadLetter.self).id == sent)
      #expect(buried.sequence != nil)
      let heard = try await follower.events(about: Self.message)
        .filter { $0.type == BusUnbound.type }
        .map { try $0.data.decode(as: BusUnbound.self) }
      #expect(heard.map(\.wasSent) == [false, true])

      // Health queries other services, which may be slow once.
      var health = try await peer.send(GetHealth())
      try await eventually("Health tells of it.") {
        health = try await peer.send(GetHealth())
        return health.deadLetters == 1
      }
      #expect(health.status == .degraded)
      #expect(health.unbound == [Self.message])
      #expect(health.unboundCalls == 1)
      #expect(health.deadLetters == 1)
      #expect(health.problems.contains { $0.contains(Self.message) })
      let row = try await peer.send(ListBindings()).bindings.first { $0.message == Self.message }
      #expect(row?.child == "stranger")
      #expect(row?.state == .unbound)
      try await expectLetters(peer, id: sent)
      #expect(try await dealer.ask([head("BYE", "stranger"), "{}"]).head.kind == .ok)
      #expect(try await dealer.ask([head("BYE", "stranger"), "{}"]).head.kind == .ok)
      try await eventually("All is well again.") { try await peer.send(GetHealth()).status == .ok }
      await dealer.close()
    }
  }

  /// Expects dead-letter messages to be listed, redelivered in vain, and dropped.
  private func expectLetters(_ peer: Peer, id: String) async throws {
    let letters = try await peer.send(DeadLetters())
    #expect(letters.total == 1)
    let letter = try #require(letters.letters.first)
    #expect(letter.id == id)
    #expect(letter.sender == "stranger")
    #expect(letter.target == Self.message)
    #expect(letter.error.code == .unbound)
    // The body of a dead-letter message is shown only when one is requested.
    #expect(letter.body == nil)
    let whole = try await peer.send(DeadLetters(id: id)).letters.first
    #expect(whole?.body?.text == #"{"loudness":11}"#)
    let again = try await peer.send(DeadLetters(action: .replay, id: id))
    #expect(again.removed.isEmpty)
    #expect(again.letters.map(\.error.code) == [.unbound])
    #expect(again.letters.map(\.attempts) == [2])
    #expect(try await peer.send(DeadLetters()).total == 1)
    let dropped = try await peer.send(DeadLetters(action: .drop, id: id))
    #expect(dropped.removed == [id])
    #expect(dropped.total == 0)
    #expect(try await peer.refusal(DeadLetters(action: .drop, id: id))?.code == .notFound)
  }
}
