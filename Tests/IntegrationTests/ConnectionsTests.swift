import Bus
import Foundation
import RouterAPI
import StandupsAPI
import Testing

/// The connections of a real router and their traffic.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct ConnectionsTests {
  @Test func everyConnectionIsListed() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilAllAreUp()
      let follower = try await cluster.follower()
      func all() async throws -> [BusConnectionStatus] {
        try await ListConnections.all { try await peer.send($0) }.connections
      }
      let before = try await all()
      let services = Set(before.compactMap(\.service))
      #expect(services.isSuperset(of: ["persistence", "standups", "timer", "gateway"]))
      for number in 0..<50 { _ = try await peer.send(CreateStandup(title: "\(number)")) }
      _ = try await follower.first("the last one") { $0.type == StandupCreated.type }
      let after = try await all()
      func traffic(_ list: [BusConnectionStatus]) throws -> BusConnectionStatus {
        try #require(list.first { $0.service == "standups" })
      }
      let (old, new) = (try traffic(before), try traffic(after))
      #expect(old.id == new.id && old.since == new.since)
      let sent = (try #require(old.sent?.messages), try #require(new.sent?.messages))
      #expect(sent.1 >= sent.0 + 50)
      let received = (try #require(old.received?.bytes), try #require(new.received?.bytes))
      #expect(received.1 > received.0)
      #expect(new.dropped == 0)
      #expect(after.contains { $0.kind == .events && ($0.subscriptions ?? 0) > 0 })
      // A tool that disconnects is no longer listed.
      let tool = try await cluster.connect("tool")
      try await tool.peer.open()
      _ = try await tool.peer.send(ListStandups())
      let count = try await all().count { $0.kind == .commands }
      await tool.close()
      try await eventually("It is gone.") {
        try await all().count { $0.kind == .commands } < count
      }
      let shown = try await cluster.run(
        Program.commandLine, ["services", "--connections", "--over", "200ms"])
      #expect(shown.ending == .exit(0) && shown.output.contains("persistence"), "\(shown.output)")
    }
  }
}
