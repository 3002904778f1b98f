import Bus
import Documents
import Foundation
import RouterAPI
import SnapshotAPI
import Standups
import Testing

/// The journal is compacted to its limits, and a request for compacted events is rejected as such.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct JournalRetentionTests {
  @Test func aReplayFromACompactedPastIsRefusedAndTheSnapshotIsWhole() async throws {
    var options = Cluster.Options()
    options.environment = ["STANDUPS_JOURNAL_EVENTS": "10"]
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      var titles: Set<String> = []
      for number in 0..<30 {
        titles.insert(
          try await peer.createStandup("\(number)", durationMs: 60_000, attendees: 1).title)
      }
      let before = try await peer.send(EventHeads())
      // The journal is compacted at the start; the next time would be in an hour.
      await cluster.signal(SIGKILL, [.persistence])
      try await eventually("The journal is compacted.", within: .seconds(20)) {
        try await peer.send(EventHeads()).oldest >= before.head - 9
      }
      let heads = try await peer.send(EventHeads())
      #expect(heads.epoch == before.epoch)
      #expect(heads.oldest >= before.head - 9)
      #expect(heads.oldest <= heads.head)
      for after in [0, heads.oldest - 2] {
        #expect(try await peer.refusal(EventReplay(JournalQuery(after: after)))?.code == .compacted)
      }
      let kept = try await peer.send(
        EventReplay(JournalQuery(after: heads.oldest - 1, epoch: heads.epoch)))
      #expect(kept.events.first?.number == heads.oldest)
      let another = try await peer.refusal(
        EventReplay(JournalQuery(after: heads.head, epoch: "another")))
      #expect(another?.code == .compacted)

      // State from events that the journal no longer has is in the snapshot.
      var seen: Set<String> = []
      var page = try await peer.send(EventSnapshot(limit: 7))
      let first = page.sequence
      seen.formUnion(page.standups.map(\.standup.title))
      while let next = page.next {
        page = try await peer.send(EventSnapshot(after: next, limit: 7))
        seen.formUnion(page.standups.map(\.standup.title))
      }
      #expect(seen == titles)
      _ = try await peer.send(EventReplay(JournalQuery(after: first, epoch: heads.epoch)))
      #expect(
        try await peer.refusal(EventSnapshot(after: "elsewhere"))?.code == .invalid)
    }
  }
}
