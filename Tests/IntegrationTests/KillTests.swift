import Bus
import StandupsDependencies
import Foundation
import RouterAPI
import Standups
import StandupsAPI
import Synchronization
import TestSupport
import Testing

/// Any process may be killed during a meeting: the meeting continues automatically and ends on time.
@Suite(.serialized, .withLogs, .timeLimit(.minutes(30))) struct KillTests {
  /// Groups of programs that are killed at once; the supervisor restarts them after 300 ms.
  static let victims = ofMeetings.map { [$0] } + [beside, Program.allCases]
  /// Programs that a meeting involves.
  private static let ofMeetings: [Program] = [
    .router, .persistence, .standups, .timer, .transcription,
  ]
  /// Programs that a meeting does not involve.
  private static let beside = Program.allCases.filter { !ofMeetings.contains($0) }

  /// Deviation of a meeting's end from its time, in milliseconds, if everything was back before, on a busy machine: if
  /// the timer is late, the meeting ends by its own clock after half a second. A turn boundary lost in a restart takes
  /// longer; turns in the journal are checked to the millisecond.
  static let tolerance: Range<Int64> = -100..<1501

  /// Two meetings: one is killed 150 ms before a speaker's turn ends, one in the middle of a turn.
  @Test(arguments: victims) func aMeetingOutlives(_ victims: [Program]) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let first = try await peer.createStandup("First", durationMs: 8000, attendees: 4)
      let second = try await peer.createStandup("Second", durationMs: 8000, attendees: 4)
      let atBoundary = try await peer.startMeeting(first)
      try await follower.tick(atBoundary.id, atLeastMs: 1000)
      let inTurn = try await peer.startMeeting(second)
      try await follower.tick(atBoundary.id, atLeastMs: 3000)
      // Sleeps because the kill has to come just before a boundary, between two ticks.
      try await Task.sleep(for: .milliseconds(850))
      await cluster.signal(SIGKILL, victims)

      let name =
        victims.count == 1
        ? victims[0].name : victims == Self.beside ? "the others" : "all of them"
      try await expectWholeMeeting(
        atBoundary, follower, peer, "\(name) killed 150 ms before a boundary")
      try await expectWholeMeeting(inTurn, follower, peer, "\(name) killed within a turn")
      let endings = await cluster.endings
      #expect(Set(endings.map(\.program)) == Set(victims), "another process ended")
      #expect(endings.allSatisfy { $0.ending == .signal(SIGKILL) })
      try await expectContiguous(follower, peer)
    }
  }

  /// Processes are killed repeatedly in random order while standups are created: each acknowledged
  /// standup exists once, and the meeting ends on time.
  @Test(arguments: [1, 2] as [UInt64]) func aMeetingOutlivesAStorm(seed: UInt64) async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      try await peer.waitUntilReady()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 14_000, attendees: 7)
      let session = try await peer.startMeeting(standup)

      let acknowledged = Recorder<Standup>()
      let isOver = Atomic(false)
      async let creating: Void = create(until: isOver, peer, acknowledged)
      let kills = try await storm(seed: seed, over: .seconds(8), cluster)
      isOver.store(true, ordering: .relaxed)
      await creating

      try await expectWholeMeeting(
        session, follower, peer, "storm \(seed) of \(kills) kills in 8 s")
      let listed = try await peer.everyStandup()
      #expect(!acknowledged.values.isEmpty, "nothing was acknowledged")
      for made in acknowledged.values { #expect(listed.filter { $0 == made } == [made]) }
      #expect(Set(listed.map(\.title)).count == listed.count, "a command was done twice")
      print("storm \(seed): \(acknowledged.values.count) creations acknowledged of \(listed.count)")
      try await expectContiguous(follower, peer)
    }
  }

  private func storm(seed: UInt64, over time: Duration, _ cluster: Cluster) async throws -> Int {
    var random = SeededGenerator(seed: seed)
    let end = ContinuousClock.now + time
    var kills = 0
    while ContinuousClock.now < end {
      // Sleeps because kills come at random times.
      try await Task.sleep(for: .milliseconds(Int.random(in: 50...600, using: &random)))
      guard let victim = Program.allCases.randomElement(using: &random) else { continue }
      await cluster.signal(SIGKILL, [victim])
      kills += 1
    }
    return kills
  }

  private func create(
    until isOver: borrowing Atomic<Bool>, _ peer: Peer, _ acknowledged: Recorder<Standup>
  ) async {
    var number = 0
    while !isOver.load(ordering: .relaxed) {
      number += 1
      // An unacknowledged standup may exist or not; it is sent with a key of its own.
      if let standup = try? await peer.createStandup(
        "Storm \(number)", durationMs: 60_000, attendees: 2)
      {
        acknowledged.record(standup)
      }
    }
  }

  /// Expects that every speaker's turn began once and at its boundary, and that the meeting ended on time and was saved
  /// once.
  private func expectWholeMeeting(
    _ session: MeetingSession, _ follower: Follower, _ peer: Peer, _ what: String
  ) async throws {
    let end = try await follower.first(
      MeetingFinished.self, about: session.id, within: .seconds(30))
    let speakers = session.standup.attendees.count
    let duration = session.standup.durationMs
    let changes = try await follower.events(about: session.id)
      .filter { $0.type == MeetingSpeakerChanged.type }
      .map { try $0.data.decode(as: MeetingSpeakerChanged.self) }
    #expect(changes.map(\.speaker) == Array(1..<speakers), "\(what)")
    #expect(
      changes.map(\.elapsedMs)
        == (1..<speakers).map { duration * Int64($0) / Int64(speakers) }, "\(what)")
    let error = end.time.milliseconds - (session.startMs + duration)
    EndTimes.shared.note(what, ms: error)
    #expect(Self.tolerance.contains(error), "\(what): the meeting ended \(error) ms off")
    let saved = try await peer.pastMeetings(session.standup.id)
    #expect(saved.map(\.id) == [session.id], "\(what)")
    #expect(saved.first?.durationMs == duration, "\(what)")
  }

  /// The journal has no gap, and the follower has received all of it.
}
