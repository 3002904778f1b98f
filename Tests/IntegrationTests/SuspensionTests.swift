import Bus
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Testing
import TimerAPI

/// A process that is suspended and resumed has neither lost nor repeated anything.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct SuspensionTests {
  @Test(arguments: [Program.timer, .standups])
  func aSuspendedServiceCatchesUp(_ program: Program) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 16_000, attendees: 4)
      let session = try await peer.startMeeting(standup)
      try await follower.tick(session.id, atLeastMs: 1000)
      await cluster.signal(SIGSTOP, [program])
      // Sleeps because the outage has to be longer than the router waits for a heartbeat, and to
      // include the boundary at 4 s.
      try await Task.sleep(for: .milliseconds(3500))
      let lost = try await follower.first("service.lost of \(program)") {
        $0.type == ServiceLost.type && $0.subject == program.name
      }
      #expect(lost.number != nil)
      await cluster.signal(SIGCONT, [program])

      let end = try await follower.first(
        MeetingFinished.self, about: session.id, within: .seconds(60))
      let changes = try await follower.events(about: session.id)
        .filter { $0.type == MeetingSpeakerChanged.type }
        .map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
      #expect(changes.map(\.speaker) == [1, 2, 3])
      #expect(changes.map(\.elapsedMs) == [4000, 8000, 12_000])
      let ticks = try await follower.ephemeral
        .filter { $0.subject == "\(session.id)" && $0.type == "meeting.tick" }
        .map { try $0.data.decode(as: TickData.self).elapsedMs }
      #expect(ticks == ticks.sorted() && Set(ticks).count == ticks.count, "\(ticks)")
      // On a busy machine the meeting may end by its own clock, before its last tick.
      #expect((ticks.last ?? 0) >= 13_000, "\(ticks)")
      if program == .timer {
        // At most the newest of the late ticks.
        #expect(ticks.filter { (2500...4500).contains($0) }.count <= 1, "\(ticks)")
      }
      let error = end.time.milliseconds - (session.startMs + 16_000)
      EndTimes.shared.note("\(program) suspended for 3.5 s", ms: error)
      #expect(KillTests.tolerance.contains(error))
      #expect(try await peer.pastMeetings(standup.id).map(\.id) == [session.id])
    }
  }

  /// A suspended timer: meetings start, change speakers and end by their own clocks.
  @Test func aMeetingEndsWithoutATimer() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 4000, attendees: 2)
      await cluster.signal(SIGSTOP, [.timer])
      let session = try await peer.startMeeting(standup)
      let end = try await follower.first(MeetingFinished.self, about: session.id)
      // It is still suspended.
      await cluster.signal(SIGCONT, [.timer])
      let told = await follower.events(about: session.id).map(\.type)
      #expect(told == ["meeting.started", "meeting.speakerChanged", "meeting.finished"])
      let finished = try end.data.decode(as: MeetingFinished.self).meeting
      #expect(finished.ending == .timeUp && finished.durationMs == 4000)
      EndTimes.shared.note(
        "without a timer", ms: end.time.milliseconds - (session.startMs + 4000))
    }
  }
}
