import Bus
import Connecting
import Documents
import Foundation
import Glibc
import RouterAPI
import Standups
import StandupsAPI
import Testing
import ZeroMQ

/// A subscriber that stops reading, as a stopped process does, loses only its own events and recovers them from the
/// journal.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct StalledSubscriberTests {
  @Test func aStalledSubscriberRepairsItsGapByReplay() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let stalled = try await StalledSubscriber(
        try cluster.connect("stalled"), try cluster.busEnvironment.events)
      try await stalled.next { $0.hasPrefix("~/") }
      // More messages than the router queues for one subscriber; each event is in two topic
      // families.
      for _ in 0..<26 {
        let batch = (0..<500).map { number in
          StandupWithMeetings(
            standup: Standup(id: Standup.ID(UUID()), title: "\(number)"), meetings: [])
        }
        let json = String(decoding: try StandupsJSON.encode(batch), as: UTF8.self)
        _ = try await peer.send(ImportStandups(json: json))
      }
      let heads = try await peer.send(EventHeads())
      #expect(heads.head > 13_000)
      _ = try await follower.first("the last event") { $0.number == heads.head }
      let complete = await follower.events.map(\.id)

      // It reads again: first the queued messages, then a heartbeat that shows the lost tail. Later
      // events may have been appended, such as one about an unavailable service.
      let text = try await stalled.next { line in
        guard line.hasPrefix("h/ ") else { return false }
        // Ignored because the test waits for a valid heartbeat.
        let beat = try? BusJSON.decode(JournalHead.self, from: Data(line.dropFirst(3).utf8))
        return (beat?.head ?? 0) >= heads.head
      }
      let waited = try text.filter { $0.hasPrefix("t/") }.map { line in
        try BusJSON.decode(CloudEvent.self, from: Data(line.drop { $0 != " " }.dropFirst().utf8))
      }
      let first = try #require(waited.first?.number)
      let last = try #require(waited.last?.number)
      #expect(waited.compactMap(\.number) == Array(first...last))
      #expect(last < heads.head)
      var repaired = waited
      var after = last
      while true {
        let page = try await peer.send(
          EventReplay(JournalQuery(after: after, epoch: heads.epoch, limit: 1000)))
        repaired += page.events
        guard page.hasMore else { break }
        after = try #require(page.resume)
      }
      let expected = complete.dropFirst(Int(first) - 1)
      #expect(repaired.map(\.id).prefix(expected.count) == expected)
      await stalled.close()
    }
  }
}

/// A subscriber that reads only on request.
private actor StalledSubscriber {
  nonisolated let loop: SocketLoop
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let socket: Socket
  private var messages: [String] = []
  private var waiter:
    (matches: @Sendable (String) -> Bool, continuation: CheckedContinuation<[String], Never>)?

  init(_ connection: BusConnection, _ endpoint: String) async throws {
    loop = connection.loop
    socket = try Socket(.sub, in: connection.context, on: connection.loop)
    try open(endpoint)
  }

  private func open(_ endpoint: String) throws {
    try socket.set(.linger, to: 0)
    try socket.set(.rcvhwm, to: 10)
    for topic in ["t/", "s/", "h/", "~/stalled"] { try socket.subscribe(topic) }
    try socket.connect(endpoint)
  }

  /// Reads until a message matches, and stalls again.
  /// - Returns: all messages read, including the one that matches.
  @discardableResult
  func next(_ matches: @escaping @Sendable (String) -> Bool) async throws -> [String] {
    await withCheckedContinuation { continuation in
      waiter = (matches, continuation)
      let (socket, loop) = (socket, loop)
      loop.watch(socket) { [weak self] in
        while let message = try? socket.receive() {
          guard self?.assumeIsolated({ $0.take(message) }) == false else {
            loop.unwatch(socket)
            return
          }
        }
      }
    }
  }

  private func take(_ message: Message) -> Bool {
    messages.append(String(decoding: message.first?.bytes ?? [], as: UTF8.self))
    guard let waiter, let last = messages.last, waiter.matches(last) else { return false }
    self.waiter = nil
    waiter.continuation.resume(returning: messages)
    messages = []
    return true
  }

  func close() { socket.close() }
}
