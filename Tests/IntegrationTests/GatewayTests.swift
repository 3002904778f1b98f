import Bus
import Foundation
import GatewayAPI
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import TestSupport
import Testing

extension Program {
  static let gateway = Program("gateway")
}

/// The page's connection to the real services.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct GatewayTests {
  /// Follows from a sequence until an event of this standup; returns the received sequences.
  private func follow(
    _ address: String, _ token: String, after: String, until standup: Standup.ID
  ) async throws -> [Int64] {
    let (host, port) = try PageVisitor.place(of: address)
    return try await blocking {
      let client = try WebSocketClient(
        "/api/stream", port: port, subprotocol: "standups.1",
        fields: ["Origin: http://\(host)", "Cookie: standups-\(port)=\(token)"])
      try client.send(text: #"{"follow":\#(after)}"#)
      var sequences: [Int64] = []
      while true {
        let text = try client.nextMessage().text
        guard text.hasPrefix(#"{"event":"#),
          let match = text.firstMatch(of: /"sequence":"(\d+)"/), let sequence = Int64(match.1)
        else { continue }
        sequences.append(sequence)
        if text.contains(standup.description) { return sequences }
      }
    }
  }

  /// A client that follows a journal receives each sequence once, even if the gateway was killed and many events were
  /// published meanwhile.
  @Test func nothingIsMissedWhenTheGatewayIsKilled() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let before = try await peer.send(ListWebSessions()).address
      let token = try await PageVisitor(peer).token
      let first = try await peer.createStandup("First", durationMs: 60_000, attendees: 2).id
      let epoch = try await peer.send(EventHeads()).epoch
      let seen = try await follow(
        before, token, after: #"{"epoch":"\#(epoch)","after":0}"#, until: first)
      #expect(seen == Array(1...Int64(seen.count)))
      let last = try #require(seen.last)

      await cluster.signal(SIGKILL, [.gateway])
      var created = first
      for number in 0..<5 {
        created = try await peer.createStandup("\(number)", durationMs: 60_000, attendees: 2).id
      }
      var after = before
      while after == before { after = try await peer.send(ListWebSessions()).address }
      // The session from before the restart is still valid.
      let more = try await follow(
        after, token, after: #"{"epoch":"\#(epoch)","after":\#(last)}"#, until: created)
      #expect(more == Array(last + 1...last + Int64(more.count)))
      #expect(more.count >= 5)
    }
  }
}
