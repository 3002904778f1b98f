import Bus
import Cells
import CellsAPI
import StandupsDependencies
import Documents
import Foundation
import Glibc
import RouterAPI
import ScheduleAPI
import Standups
import StandupsAPI
import Synchronization
import TestSupport
import Testing
import TranscriptionAPI

/// Slots that move from one installation to another while standups are edited.
@Suite(
  .serialized, .withLogs, .timeLimit(.minutes(30)),
  .needs(.postgreSQL))
struct MovingTests {
  private static let patient = CallOptions(timeoutMs: 20_000)

  private func options(
    _ cell: String, _ server: PostgreSQLServer, engine: String?
  ) -> Cluster.Options {
    var options = Cluster.Options()
    options.programs = [.router, .persistence, .standups, .timer, .schedule, .cells]
    if let engine {
      options.engine = engine
      options.programs.append(.transcription)
    }
    options.environment["STANDUPS_CELL"] = cell
    options.environment["STANDUPS_CELLS"] = server.address("postgres")
    return options
  }

  /// Two installations; the first has all slots.
  private func withCells(
    engine: String? = nil, _ body: @escaping @Sendable (Cluster, Cluster) async throws -> Void
  ) async throws {
    let server = try await blocking { try PostgreSQLServer() }
    defer { server.stop() }
    try await withCluster(
      options("north", server, engine: engine), beside: options("south", server, engine: engine)
    ) { north, south in
      let peer = try await north.peer()
      for (name, cluster) in [("north", north), ("south", south)] {
        _ = try await peer.send(
          AddCell(name: name, router: cluster.runtime), options: Self.patient)
      }
      try await body(north, south)
    }
  }

  private func haveMoved(_ peer: Peer) async throws {
    try await eventually("All slots have moved.", within: .seconds(120)) {
      try await peer.send(GetCells(), options: Self.patient).moves == nil
    }
  }

  /// A live meeting, a past one and a schedule arrive in the other cell, and nothing remains in the first.
  @Test func aLiveMeetingMoves() async throws {
    try await withCells { north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      let (before, after) = (try await north.follower(), try await south.follower())
      let standup = try await peer.createStandup("Mover", durationMs: 12_000, attendees: 4)
      let slot = Slot(of: standup.id.rawValue)
      let past = try await peer.startMeeting(standup)
      _ = try await peer.send(EndMeeting(id: past.id))
      _ = try await peer.send(AnswerMeetingAlert(id: past.id, action: .saveAndEnd))
      _ = try await peer.send(
        SetSchedule(
          subject: "\(standup.id)",
          rule: ScheduleRule(at: "09:30", on: [.mon], zone: "Europe/Paris")))
      // The command line follows the meeting to its end, in either cell.
      async let seen = north.run(Program.commandLine, ["start", "Mover", "--no-record"])
      try await eventually("It meets.") {
        try await peer.send(ListLiveMeetings()).meetings.first?.session.startedAt != nil
      }
      let session = try #require(
        try await peer.send(ListLiveMeetings()).meetings.first?.session)
      try await before.tick(session.id, atLeastMs: 2000)
      for meeting in [past.id, session.id] {
        _ = try await peer.send(
          NoteFollowUp(
            standup: standup.id, meeting: meeting, attendee: standup.attendees.first?.id,
            text: "the login review"))
      }
      let moving = try await peer.send(
        MoveSlots(slots: SlotSet([slot]), to: "south"), options: Self.patient)
      #expect(moving.moves == [CellMove(slots: SlotSet([slot]), from: "north", to: "south")])
      try await haveMoved(peer)

      let moved = try await before.first(StandupMoved.self, about: standup.id)
      #expect(
        try moved.data.decode(as: StandupMoved.self)
          == StandupMoved(router: south.runtime, meeting: session.id))
      let arrived = try await after.first(StandupArrived.self, about: standup.id)
      #expect(
        try arrived.data.decode(as: StandupArrived.self)
          == StandupArrived(standup: standup, meeting: session.id))
      let refusal = try await peer.refusal(GetMeeting(id: session.id))
      #expect(refusal?.code == .moved && refusal?.detail?[BusError.movedTo] == south.runtime)
      #expect(try await peer.everyStandup().isEmpty)
      #expect(try await peer.send(GetListStatus()).standups == 0)
      try await eventually("Its schedule is gone.") {
        try await peer.send(ListSchedules()).schedules.isEmpty
      }
      #expect(try await other.send(GetListStatus()).standups == 1)
      #expect(try await other.send(ListSchedules()).schedules.map(\.subject) == ["\(standup.id)"])
      #expect(try await other.send(ListLiveMeetings()).meetings.map(\.session.id) == [session.id])
      let open = try await other.send(ListFollowUps(standup: standup.id)).followUps
      #expect(open.map(\.meeting) == [past.id, session.id])

      let end = try await after.first(MeetingFinished.self, about: session.id)
      let view = try await seen
      #expect(view.ending == .exit(0), "\(view.output)")
      let error = end.time.milliseconds - (session.startMs + standup.durationMs)
      EndTimes.shared.note("a meeting that moved", ms: error)
      #expect(KillTests.tolerance.contains(error), "the meeting ended \(error) ms off")
      let changes = await (before.events(about: session.id) + after.events(about: session.id))
        .filter { $0.type == MeetingSpeakerChanged.type && !$0.isErased }
      let there = await after.events(about: session.id)
        .filter { $0.type == MeetingSpeakerChanged.type }
      #expect(changes.count <= 3 && !there.isEmpty)
      #expect(try there.last?.data.decode(as: MeetingSpeakerChanged.self).speaker == 3)
      let saved = try await other.pastMeetings(standup.id)
      #expect(saved.map(\.id) == [session.id, past.id])
      #expect(saved.first?.durationMs == standup.durationMs)
      // The spoken words are no longer in the journal.
      let words = try await peer.send(
        EventReplay(JournalQuery(after: 0, standup: "\(standup.id)", limit: 1000)))
      #expect(words.events.allSatisfy { $0.isErased || $0.type == StandupMoved.type })
      try await expectContiguous(after, other)
    }
  }

  /// A meeting with speech moves during the second speaker's turn: its transcript has every word, each under its
  /// speaker, whichever cell recognised it, and the meeting ends on time.
  @Test func aRecordedMeetingMoves() async throws {
    let recording = try Recording()
    try await withCells(engine: try InstalledEngine.directory()) { north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      for peer in [peer, other] {
        // The speech engine is ready.
        _ = try await peer.send(
          GetSpeechAuthorization(subject: "ready"), options: CallOptions(timeoutMs: 60_000))
      }
      let (before, after) = (try await north.follower(), try await south.follower())
      let standup = try await peer.createStandup("Talker", durationMs: 36_000, attendees: 3)
      let slot = Slot(of: standup.id.rawValue)
      let silent = try await peer.send(
        CreateStandup(id: Standup.ID(UUID().inSlot(slot)), title: "Silent"))
      _ = try await peer.send(AuthorizeSpeech(subject: "\(silent.id)", isGranted: true))
      async let speaking = north.run(
        Program.commandLine,
        ["start", "\(standup.id)", "--yes-record", "--audio", recording.path, "--json"])
      let started = try await before.first("start") { $0.type == MeetingStarted.type }
      try await before.tick(started.subject, atLeastMs: 17_000)
      _ = try await peer.send(
        MoveSlots(slots: SlotSet([slot]), to: "south"), options: Self.patient)
      try await haveMoved(peer)
      try await eventually("What was decided is known there, though nobody was heard.") {
        let subject = "\(silent.id)"
        return try await other.send(GetSpeechAuthorization(subject: subject)).status == .authorized
      }

      let end = try await after.first(within: .seconds(60), "end") {
        $0.type == MeetingFinished.type && $0.subject == started.subject
      }
      let run = try await speaking
      #expect(run.ending == .exit(0), "\(run.output)")
      #expect(try await peer.everyStandup().isEmpty)
      let saved = try #require(try await other.pastMeetings(standup.id).first)
      #expect(saved.durationMs == standup.durationMs)
      for segment in saved.segments {
        print("  \(segment.speaker) \(segment.fromMs)–\(segment.toMs) ms: \(segment.text)")
      }
      let errors = SpeechTests.errors(recording, saved)
      print("a recorded meeting that moved: \(errors.errors) of \(errors.words) words wrong")
      // A word during which the meeting moved may be recognised differently.
      #expect(errors.rate <= 0.05)
      // Both cells recognised some of the words.
      let heard = await after.events(about: started.subject)
        .filter { $0.type == MeetingSegment.type }
      #expect(!heard.isEmpty && heard.count < saved.segments.count)
      let late = end.time.milliseconds - (saved.date.milliseconds + 36_000)
      EndTimes.shared.note("a recorded meeting that moved", ms: late)
      #expect((-100..<5_001).contains(late), "the meeting ended \(late) ms off")
    }
  }

  /// Processes are killed during the move: each standup is in one cell, in its last acknowledged
  /// state.
  @Test func nothingIsLostThatMovesUnderLoad() async throws {
    try await withCells { north, south in
      let (peer, other) = (try await north.peer(), try await south.peer())
      var standups: [Standup] = []
      for number in 0..<60 {
        // Half of them will move.
        let slot = try #require(Slot(number.isMultiple(of: 2) ? number : 512 + number))
        standups.append(
          try await peer.send(
            CreateStandup(id: Standup.ID(UUID().inSlot(slot)), title: "S\(number)")))
      }
      let acknowledged = Recorder<Standup>()
      let isOver = Atomic(false)
      async let editing: Void = edit(standups, until: isOver, [peer, other], acknowledged)
      _ = try await peer.send(
        MoveSlots(slots: try #require(SlotSet("0-63")), to: "south"), options: Self.patient)
      var random = SeededGenerator(seed: 1)
      let victims: [(Cluster, Program)] = [
        (north, .cells), (south, .cells), (north, .standups), (south, .standups),
        (north, .persistence), (south, .persistence), (north, .router), (south, .router),
      ]
      for (cluster, victim) in victims.shuffled(using: &random) {
        // Sleeps because kills come at random times while slots move.
        try await Task.sleep(for: .milliseconds(Int.random(in: 100...700, using: &random)))
        await cluster.signal(SIGKILL, [victim])
      }
      let moved = Task { try await haveMoved(peer) }
      let result = await moved.result
      isOver.store(true, ordering: .relaxed)
      await editing
      try result.get()

      var last = Dictionary(uniqueKeysWithValues: standups.map { ($0.id, $0) })
      for standup in acknowledged.values { last[standup.id] = standup }
      let here = try await peer.everyStandup()
      let there = try await other.everyStandup()
      #expect(here.count + there.count == standups.count)
      #expect(here.allSatisfy { Slot(of: $0.id.rawValue).number > 511 })
      #expect(there.count == 30 && there.allSatisfy { Slot(of: $0.id.rawValue).number < 64 })
      // An edit without a reply may have been applied: the revision is later then.
      for standup in here + there {
        let known = try #require(last[standup.id])
        #expect(standup == known || standup.revision > known.revision, "\(standup.id)")
      }
      print("moving: \(there.count) standups moved under \(acknowledged.values.count) edits")
    }
  }

  /// Edits them one after the other, in whichever cell they are.
  private func edit(
    _ standups: [Standup], until isOver: borrowing Atomic<Bool>, _ peers: [Peer],
    _ acknowledged: Recorder<Standup>
  ) async {
    var (number, at) = (0, 0)
    while !isOver.load(ordering: .relaxed) {
      number += 1
      let standup = standups[number % standups.count]
      let edit = EditStandup(id: standup.id, title: "\(standup.title) \(number)")
      for _ in 0..<peers.count {
        do {
          acknowledged.record(
            try await peers[at].send(edit, options: CallOptions(timeoutMs: 5000)))
          break
        } catch let error as BusError where error.code == .moved {
          at = (at + 1) % peers.count
        } catch { break }
      }
    }
  }
}
