import Bus
import Foundation
import RouterAPI
import Testing
import TimerAPI

/// Countdowns that a tool starts for itself, with the real timer.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct ToolTests {
  @Test func anEggIsTimed() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let (egg, tea) = ("tool/egg", "tool/tea")
      _ = try await peer.send(
        StartCountdown(
          id: egg, durationMs: 4000, speakers: 2, tickMs: 500,
          labels: EventLabels(type: "test.egg", subject: "egg")))
      // A cancelled countdown ends without an event.
      _ = try await peer.send(StartCountdown(id: tea, durationMs: 1500, speakers: 1))
      #expect(try await peer.send(CancelCountdown(id: tea)).id == tea)
      // The tool may pause and resume it.
      #expect(try await !peer.send(PauseCountdown(id: egg)).clock.isRunning)
      #expect(try await peer.send(ResumeCountdown(id: egg)).clock.isRunning)
      #expect(try await peer.send(SkipSpeaker(id: egg, from: 0)).speaker == 1)

      let end = try await follower.first(CountdownEnded.self, about: "egg")
      #expect(try end.data.decode() == CountdownEnded(id: "egg", elapsedMs: 4000))
      #expect(end.source == "/standups/router")
      #expect(end.number != nil)
      // Ticks do not arrive over the same path as durable events.
      _ = try await follower.first("the last tick") {
        // Ignored because the test waits for a valid tick.
        $0.type == "test.egg" && (try? $0.data.decode(as: TickData.self).elapsedMs) == 4000
      }
      let ticks = try await follower.ephemeral.filter { $0.type == "test.egg" }
        .map { try $0.data.decode(as: TickData.self).elapsedMs }
      #expect(ticks.last == 4000)
      #expect(ticks == ticks.sorted())
      // The timer forgets the countdown once that is on disk.
      try await eventually("The countdown is gone.") {
        try await peer.send(ListCountdowns()).countdowns.isEmpty
      }
      #expect(await follower.events.filter { $0.type == CountdownEnded.type } == [end])
      let health = try await peer.send(GetHealth())
      #expect(health.unboundCalls == 0 && health.deadLetters == 0)
    }
  }

  @Test func workOfAnotherIsRefusedWithTheWayOut() async throws {
    try await withCluster(Cluster.Options(programs: [.router, .timer])) { cluster in
      let peer = try await cluster.peer()
      _ = try await peer.send(ListCountdowns(), options: CallOptions(timeoutMs: 30_000))
      for id in ["focus-1", "focus/1", "meeting/\(UUID())", "tool/"] {
        let refusal = try await peer.refusal(
          StartCountdown(id: id, durationMs: 60_000, speakers: 1))
        #expect(refusal?.code == .denied, "\(id)")
        #expect(
          refusal?.message
            == "“timer.start” requires the id of your own work; expected “tool/NAME”, also as “key” in the"
            + " header.")
      }
      #expect(try await peer.send(ListCountdowns()).countdowns.isEmpty)
    }
  }
}
