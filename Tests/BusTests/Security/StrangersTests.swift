import Foundation
import TestSupport
import Testing
import ZeroMQ

@testable import RouterConnections
@testable import Bus

/// Connections without a key, and connections with one, at the same sockets.
@Suite(.needs(.curve)) struct StrangersTests {
  @Test func whoHasAKeyIsLetInAmongStrangers() async throws {
    let limits = ConnectionLimits(descriptors: .max, most: 100, maxUnfinished: 20)
    try await withSecureBus(limits) { rig in
      let ann = try CurveKeyPair.generate()
      let timer = try CurveKeyPair.generate()
      await rig.know((ann, "operator"), (timer, "service:timer"))
      let tool = try await rig.tool(rig.source(ann))
      _ = try await tool.send(SecureRig.Health())
      let publisher = try rig.publisher(timer)
      let changes = Log<SocketEvent>()
      _ = try SocketMonitor(publisher, events: .disconnected) { changes.add($0) }
      let (_, items) = try await rig.subscriber(rig.source(ann)).subscribe(["t/meeting.tick/"])
      #expect(try await rig.next(publisher) == "\u{1}t/meeting.tick/")

      let endpoints = [rig.transport.boundEndpoint, rig.hub.eventsEndpoint, rig.hub.ingestEndpoint]
      var strangers: [IdleConnections] = []
      for endpoint in endpoints.compactMap({ $0 }) {
        strangers.append(try IdleConnections(to: endpoint, count: 100))
      }
      defer { for idle in strangers { idle.close() } }
      #expect(strangers.count == 3)
      for idle in strangers {
        try await waitUntil("Most strangers are disconnected.") { idle.ended >= 80 }
      }
      // Earlier connections remain, and new ones are admitted.
      try publisher.send([Frame(SecureRig.tick("1"))])
      var iterator = items.makeAsyncIterator()
      while let item = await iterator.next(isolation: rig) {
        if case .event = item { break }
      }
      #expect(changes.values.isEmpty)
      _ = try await tool.send(SecureRig.Health())
      let late = try await rig.tool(rig.source(ann))
      _ = try await late.send(SecureRig.Health())
      _ = try await rig.subscriber(rig.source(ann)).subscribe(["t/"])
      publisher.close()
    }
  }
}
