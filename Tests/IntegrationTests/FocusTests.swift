import Bus
import FocusAPI
import Foundation
import Glibc
import Testing

extension Program {
  static let focus = Program("focus")
}

/// A service that was added later, with all others: a focus outlives every process and ends on time.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct FocusTests {
  private func withFocus(
    _ options: Cluster.Options = .init(),
    _ body: (Cluster, Peer, Follower) async throws -> Void
  ) async throws {
    try await withCluster(options) { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      try await body(cluster, peer, try await cluster.follower())
    }
  }

  private func tick(_ follower: Follower, atLeastMs ms: Int64) async throws {
    _ = try await follower.first("tick \(ms)") {
      $0.type == FocusTick.type && $0.subject == "ann"
        && $0.data["elapsedMs"].flatMap { Int64($0.text) } ?? 0 >= ms
    }
  }

  /// Expects that the focus stopped automatically after exactly its duration and was saved once.
  ///
  /// - Returns: the delay of the stop, in milliseconds after its end.
  private func expectWhole(
    _ durationMs: Int64, _ follower: Follower, _ peer: Peer
  ) async throws -> Int64 {
    let recorded = try await follower.first(
      FocusItemRecorded.self, about: "ann", within: .seconds(30))
    let events = await follower.events(about: "ann")
    #expect(
      events.map(\.type) == [FocusStarted.type, FocusStopped.type, FocusItemRecorded.type])
    let stopped = try events[1].data.decode(as: FocusStopped.self)
    #expect(
      stopped
        == FocusStopped(person: "ann", title: "Report", elapsedMs: durationMs, cause: .timeUp))
    let item = try recorded.data.decode(as: FocusItemRecorded.self).item
    #expect(item.seconds == durationMs / 1000)
    let endMs = events[0].time.milliseconds + durationMs
    #expect(item.date.milliseconds == endMs)
    #expect(try await peer.send(ListFocusItems(person: "ann")).items == [item])
    #expect(try await peer.send(GetFocus(person: "ann")).isRunning == false)
    return events[1].time.milliseconds - endMs
  }

  @Test func aFocusOutlivesEverybodyInTurn() async throws {
    try await withFocus { cluster, peer, follower in
      let durationMs: Int64 = 12_000
      let focus = try await peer.send(
        StartFocus(person: "ann", title: "Report", durationMs: durationMs))
      #expect(focus.isRunning && focus.elapsedMs == 0)
      try await tick(follower, atLeastMs: 1000)
      await cluster.signal(SIGKILL, [.timer])
      try await tick(follower, atLeastMs: 3000)
      await cluster.signal(SIGKILL, [.focus])
      try await tick(follower, atLeastMs: 5000)
      await cluster.signal(SIGKILL, [.persistence])
      try await tick(follower, atLeastMs: 7000)
      await cluster.signal(SIGKILL, [.router])
      let error = try await expectWhole(durationMs, follower, peer)
      EndTimes.shared.note("focus; all killed in turn", ms: error)
      #expect(KillTests.tolerance.contains(error), "it stopped \(error) ms off")
    }
  }

  /// No service is up to stop the focus on time; it stops as if one had been.
  @Test func aFocusThatEndsWhileItsServiceIsAway() async throws {
    var options = Cluster.Options()
    options.restartAfter = .seconds(2)
    try await withFocus(options) { cluster, peer, follower in
      let durationMs: Int64 = 4000
      _ = try await peer.send(
        StartFocus(person: "ann", title: "Report", durationMs: durationMs))
      try await tick(follower, atLeastMs: 3000)
      await cluster.signal(SIGKILL, [.focus])
      #expect(try await expectWhole(durationMs, follower, peer) > 0)
    }
  }

  @Test func whoStopsItEarlierKeepsWhatWasDone() async throws {
    try await withFocus { cluster, peer, follower in
      _ = try await peer.send(StartFocus(person: "ann", title: "Report"))
      try await tick(follower, atLeastMs: 1000)
      let item = try #require(try await peer.send(StopFocus(person: "ann")).item)
      await cluster.signal(SIGKILL, [.focus])
      // The new run reports that no focus runs.
      #expect(try await peer.send(GetFocus(person: "ann")).title.isEmpty)
      let refusal = try await peer.refusal(StopFocus(person: "ann"))
      #expect(refusal?.code == .conflict)
      #expect(try await peer.send(GetFocusItem(id: item.id)) == item)
      _ = try await peer.send(DeleteFocusItem(id: item.id))
      #expect(try await peer.refusal(DeleteFocusItem(id: item.id))?.code == .notFound)
      #expect(try await peer.send(ListFocusItems()).total == 0)
    }
  }
}
