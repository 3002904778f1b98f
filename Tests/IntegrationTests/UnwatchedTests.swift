import Bus
import Documents
import Foundation
import Glibc
import RouterAPI
import Standups
import TestSupport
import Testing

/// Events without subscribers do not leave the timer.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct UnwatchedTests {
  @Test func ticksCostNothingUntilSomebodyWatches() async throws {
    var options = Cluster.Options()
    options.programs.removeAll { $0 == .timer }
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      let relay = try CountingRelay(
        at: "\(cluster.folder)/relay", to: "\(cluster.runtime)/ingest")
      let timer = try await cluster.launch(
        .timer, environment: ["STANDUPS_INGEST": "ipc://\(cluster.folder)/relay"])
      do {
        try await peer.waitUntilReady()
        let before = relay.sent
        try await meet(peer)
        let unwatched = Array(relay.sent.dropFirst(before.count))
        #expect(ticks(in: unwatched) == 0)

        let follower = try await cluster.follower()
        let start = relay.sent.count
        try await meet(peer)
        _ = try await follower.first("the end") { $0.type == "meeting.finished" }
        let watched = Array(relay.sent.dropFirst(start))
        // One tick a second, in each of its three topic families.
        #expect(ticks(in: watched) >= 3)
        print(
          "A meeting of 3 s: \(unwatched.count) bytes from the timer while nobody watches,"
            + " \(watched.count) bytes with a subscriber.")
      } catch {
        timer.signal(SIGKILL)
        relay.stop()
        throw error
      }
      timer.signal(SIGTERM)
      _ = await timer.ended()
      relay.stop()
    }
  }

  private func ticks(in bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).components(separatedBy: "t/meeting.tick/").count - 1
  }

  /// Runs a meeting of three seconds to its end.
  private func meet(_ peer: Peer) async throws {
    let standup = try await peer.createStandup("Watched", durationMs: 3000, attendees: 2)
    let session = try await peer.startMeeting(standup)
    try await waitUntil("The meeting is over.") {
      let ended = try await peer.send(
        EventReplay(JournalQuery(after: 0, types: ["meeting.finished"], meeting: "\(session.id)")))
      return !ended.events.isEmpty
    }
  }
}
