import Bus
import FocusAPI
import Foundation
import Glibc
import Testing

/// A child that joined later, among all the others: a focus outlives every process, and ends at its time.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(5))) struct FocusTests {
  /// The focus service beside a cluster.
  private actor Service {
    private let cluster: Cluster
    private var child: ChildProcess

    init(_ cluster: Cluster) throws {
      self.cluster = cluster
      child = try Self.launch(cluster)
    }

    private static func launch(_ cluster: Cluster) throws -> ChildProcess {
      try ChildProcess(
        Program.directory.appendingPathComponent("focus-service").path,
        environment: cluster.environment, output: "\(cluster.logs)/focus.log")
    }

    /// Kills it, and starts it again after a while.
    func restart() async throws {
      child.signal(SIGKILL)
      #expect(await child.ended() == .signal(SIGKILL))
      try await Task.sleep(for: cluster.options.restartAfter)
      child = try Self.launch(cluster)
    }

    func stop() async {
      child.signal(SIGTERM)
      #expect(await child.ended() == .exit(0))
    }

    func abort() { child.signal(SIGKILL) }
  }

  /// Runs everything, with the focus service, and leaves nothing behind.
  private func withFocus(
    _ body: (Cluster, Service, Peer, Follower) async throws -> Void
  ) async throws {
    try await withCluster { cluster in
      let service = try Service(cluster)
      do {
        let peer = try await cluster.peer()
        try await peer.waitUntilReady()
        _ = try await peer.send(
          GetFocus(person: "ready"), options: CallOptions(timeoutMs: 30_000))
        try await body(cluster, service, peer, try await cluster.follower())
        await service.stop()
      } catch {
        await service.abort()
        throw error
      }
    }
  }

  private func tick(_ follower: Follower, atLeastMs ms: Int64) async throws {
    _ = try await follower.first("tick \(ms)") {
      $0.type == FocusEvents.tick && $0.subject == "ann"
        && $0.data["elapsedMs"].flatMap { Int64($0.text) } ?? 0 >= ms
    }
  }

  /// It stopped by itself after exactly its time, and what was done was written down once.
  ///
  /// - Returns: when it stopped, in milliseconds after its end.
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
    try await withFocus { cluster, service, peer, follower in
      let durationMs: Int64 = 12_000
      let focus = try await peer.send(
        StartFocus(person: "ann", title: "Report", durationMs: durationMs))
      #expect(focus.isRunning && focus.elapsedMs == 0)
      try await tick(follower, atLeastMs: 1000)
      await cluster.signal(SIGKILL, [.timer])
      try await tick(follower, atLeastMs: 3000)
      try await service.restart()
      try await tick(follower, atLeastMs: 5000)
      await cluster.signal(SIGKILL, [.persistence])
      try await tick(follower, atLeastMs: 7000)
      await cluster.signal(SIGKILL, [.router])
      let error = try await expectWhole(durationMs, follower, peer)
      EndTimes.shared.note("focus; all killed in turn", ms: error)
      #expect(KillTests.tolerance.contains(error), "it stopped \(error) ms off")
    }
  }

  /// Nobody is there to stop it at its time; it stops as if somebody had been.
  @Test func aFocusThatEndsWhileItsServiceIsAway() async throws {
    try await withFocus { _, service, peer, follower in
      let durationMs: Int64 = 4000
      _ = try await peer.send(
        StartFocus(person: "ann", title: "Report", durationMs: durationMs))
      try await tick(follower, atLeastMs: 3000)
      try await Task.sleep(for: .milliseconds(850))
      try await service.restart()
      #expect(try await expectWhole(durationMs, follower, peer) > 0)
    }
  }

  @Test func whoStopsItEarlierKeepsWhatWasDone() async throws {
    try await withFocus { _, service, peer, follower in
      _ = try await peer.send(StartFocus(person: "ann", title: "Report"))
      try await tick(follower, atLeastMs: 1000)
      let item = try #require(try await peer.send(StopFocus(person: "ann")).item)
      try await service.restart()
      // The new run knows that nothing runs.
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
