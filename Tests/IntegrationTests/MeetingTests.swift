import Bus
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import TimerAPI

/// Complete meetings without recording over the real bus.
@Suite(.withLogs, .timeLimit(.minutes(30))) struct MeetingTests {
  @Test func aMeetingRunsByItselfAndIsSaved() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 4000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      let end = try await follower.first(MeetingFinished.self, about: session.id)

      let all = await follower.events
      #expect(all.map(\.number) == (1...Int64(all.count)).map { $0 })
      let events = await follower.events(about: session.id)
      #expect(
        events.map(\.type) == ["meeting.started", "meeting.speakerChanged", "meeting.finished"])
      #expect(
        try events[1].data.decode(as: MeetingSpeakerChanged.self)
          == MeetingSpeakerChanged(
            speaker: 1, attendee: standup.attendees[1], elapsedMs: 2000, cause: .time))
      expectLinked(all, standup: standup.id, meeting: session.id)

      let ticks = try await follower.ephemeral
        .filter { $0.subject == "\(session.id)" && $0.type == "meeting.tick" }
        .map { try $0.data.decode(as: TickData.self) }
      // Only the newest of several late ticks is sent.
      let seconds = ticks.map(\.elapsedMs)
      #expect(!seconds.isEmpty && Set(seconds).isSubset(of: [1000, 2000, 3000, 4000]))
      #expect(seconds == seconds.sorted() && Set(seconds).count == seconds.count)
      #expect(ticks.map(\.speaker) == seconds.map { $0 < 2000 ? 0 : 1 })

      let saved = try await peer.pastMeetings(standup.id)
      #expect(saved.map(\.id) == [session.id])
      #expect(saved.first?.durationMs == 4000)
      #expect(saved.first?.ending == .timeUp)
      #expect(saved.first?.date.milliseconds == session.startMs)
      #expect(try saved.first == end.data.decode(as: MeetingFinished.self).meeting)
      #expect(try await peer.send(ListLiveMeetings()).meetings.isEmpty)
    }
  }

  /// Each speaker is warned once, three seconds before the end.
  @Test func whoeverSpeaksIsWarnedBeforeTheTurnEnds() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 8000, attendees: 2, warnMs: 3000)
      let id = try await peer.startMeeting(standup).id
      _ = try await follower.first(MeetingFinished.self, about: id)
      let events = await follower.events(about: id)
      #expect(
        events.map(\.type) == [
          "meeting.started", "meeting.turnEnding", "meeting.speakerChanged", "meeting.turnEnding",
          "meeting.finished",
        ])
      let told = try events.filter { $0.type == MeetingTurnEnding.type }
        .map { try $0.data.decode(as: MeetingTurnEnding.self) }
      #expect(told.map(\.attendee) == standup.attendees.elements)
      #expect(told.map { $0.elapsedMs + $0.leftMs } == [4000, 8000])
      #expect(told.allSatisfy { (1...3000).contains($0.leftMs) })
    }
  }

  /// The timer has reported that the time is up, and continues with the last speaker.
  @Test func aMeetingThatRunsOverEndsByHand() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 1000, attendees: 2, mayRunOver: true)
      let id = try await peer.startMeeting(standup).id
      let over = try await follower.first(MeetingRunningOver.self, about: id)
      #expect(try over.data.decode(as: MeetingRunningOver.self).elapsedMs == 1000)
      var elapsed: Int64 = 0
      while elapsed < 2500 {
        let live = try await peer.send(GetMeeting(id: id))
        elapsed = live.elapsedMs
        #expect(live.session.speakerIndex == 1)
      }
      let asked = try await peer.send(EndMeeting(id: id))
      #expect(asked.elapsedMs >= 2500)
      guard
        case .finished(let meeting) = try await peer.send(
          AnswerMeetingAlert(id: id, action: .saveAndEnd))
      else { throw Unexpected("save and end did not finish the meeting") }
      #expect(meeting.ending == .saved && meeting.durationMs == asked.elapsedMs)
      #expect(meeting.turns?.map(\.fromMs) == [0, 500])
      let ticks = try await follower.ephemeral
        .filter { $0.subject == "\(id)" && $0.type == "meeting.tick" }
        .map { try $0.data.decode(as: TickData.self) }
      #expect(ticks.map(\.elapsedMs).contains(2000))
    }
  }

  /// In each topic family, an event names the previous one.
  private func expectLinked(_ events: [CloudEvent], standup: Standup.ID, meeting: Meeting.ID) {
    var lastOfType: [String: String] = [:]
    var lastOfStandup: String?
    var lastOfMeeting: String?
    for event in events {
      #expect(event.prevtype == lastOfType[event.type])
      lastOfType[event.type] = event.sequence
      if event.subject == "\(meeting)" {
        #expect(event.prevmeeting == lastOfMeeting)
        lastOfMeeting = event.sequence
      }
      if ["\(meeting)", "\(standup)"].contains(event.subject) {
        #expect(event.prevstandup == lastOfStandup)
        lastOfStandup = event.sequence
      }
    }
  }

  @Test func speakersAreSkippedAndTheMeetingIsEnded() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 3)
      let session = try await peer.startMeeting(standup)
      let id = session.id

      let second = try await peer.send(NextSpeaker(id: id))
      #expect(second.session.speakerIndex == 1)
      #expect((20_000...25_000).contains(second.elapsedMs))
      #expect(try await peer.send(NextSpeaker(id: id)).session.speakerIndex == 2)
      // “Next” of the last speaker asks, and does not offer to discard.
      let asked = try await peer.send(NextSpeaker(id: id))
      #expect(asked.session.destination == .alert(.endMeeting(isDiscardable: false)))
      let refused = try await peer.refusal(AnswerMeetingAlert(id: id, action: .discard))
      #expect(refused?.code == .conflict)
      #expect(refused?.detail?["actions"] == "saveAndEnd,resume")
      guard
        case .finished(let meeting) = try await peer.send(
          AnswerMeetingAlert(id: id, action: .saveAndEnd))
      else { throw Unexpected("save and end did not finish the meeting") }
      #expect(meeting.id == id)
      #expect(meeting.ending == .saved)
      // The skipped time, 20 s for each of two turns, is not part of the duration.
      let lasted = try #require(meeting.durationMs)
      #expect(lasted <= asked.elapsedMs - 30_000 && meeting.plannedMs == 60_000)
      _ = try await follower.first(MeetingFinished.self, about: id)
      #expect(
        await follower.events(about: id).map(\.type) == [
          "meeting.started", "meeting.speakerChanged", "meeting.speakerChanged",
          "meeting.alertPresented", "meeting.alertDismissed", "meeting.finished",
        ])
      #expect(try await peer.pastMeetings(standup.id) == [meeting])
      #expect(try await peer.refusal(NextSpeaker(id: id))?.code == .notFound)
    }
  }

  /// The timer follows the changed agenda, and later clients see it.
  @Test func aSpeakerGetsMoreTimeAndAnotherComesBack() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 12_000, attendees: 3)
      let id = try await peer.startMeeting(standup).id
      _ = try await peer.send(PauseMeeting(id: id))
      let longer = try await peer.send(ExtendTurn(id: id, from: 0, byMs: 4_000))
      #expect(longer.session.schedule.durationMs == 16_000)
      let elapsed = longer.elapsedMs
      #expect(try await peer.send(ResumeMeeting(id: id)).elapsedMs - elapsed <= 3000)
      // The first speaker has eight seconds, and keeps the rest for a turn at the end.
      let later = try await peer.send(PostponeTurn(id: id, from: 0))
      #expect(later.session.speakerIndex == 1)
      let turns = try #require(later.session.agenda)
      #expect(turns.order == [0, 1, 2, 0] && turns.turnsMs.reduce(0, +) == 16_000)

      let changes = try await follower.first(
        MeetingFinished.self, about: id, within: .seconds(60))
      let ended = try changes.data.decode(as: MeetingFinished.self).meeting
      #expect(ended.ending == .timeUp && ended.durationMs == 16_000)
      #expect(
        ended.turns?.map(\.attendee)
          == [0, 1, 2, 0].map { standup.attendees[$0].id })
      #expect(ended.turns?.last?.toMs == 16_000)
      #expect(
        await follower.events(about: id).map(\.type).filter { $0 != MeetingTick.type } == [
          "meeting.started", "meeting.alertPresented", "meeting.agendaChanged",
          "meeting.alertDismissed", "meeting.agendaChanged", "meeting.speakerChanged",
          "meeting.speakerChanged", "meeting.speakerChanged", "meeting.finished",
        ])
    }
  }

  /// The timer applies weights, skips absent attendees, and gives a turn to a latecomer.
  @Test func whoIsAbsentIsLeftOutAndComesLate() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let people = [("A", 2), ("B", 1), ("C", 1)]
      let standup = try await peer.send(
        CreateStandup(
          title: "Daily", durationMs: 9_000,
          attendees: people.map { AttendeeDraft(name: $0.0, weight: $0.1) }))
      let absent = standup.attendees[1].id
      let untilMs = Int64(Date(timeIntervalSinceNow: 3600).timeIntervalSince1970) * 1000
      _ = try await peer.send(MarkAbsent(id: standup.id, attendee: absent, untilMs: untilMs))
      let session = try await peer.startMeeting(standup)
      #expect(session.lineup == MeetingSession.Lineup(absent: [absent]))
      #expect(session.schedule.turnsMs == [6_000, 3_000])
      let late = try await peer.send(AddTurn(id: session.id, attendee: absent))
      #expect(late.session.agenda?.turnsMs == [6_000, 3_000, 2_250])

      let changes = try await follower.first(MeetingFinished.self, about: session.id)
      let ended = try changes.data.decode(as: MeetingFinished.self).meeting
      #expect(ended.ending == .timeUp && ended.durationMs == 11_250)
      #expect(ended.turns?.map(\.toMs) == [6_000, 9_000, 11_250])
      #expect(
        ended.turns?.map(\.attendee) == [0, 2, 1].map { standup.attendees[$0].id })
      #expect(ended.attendees == [0, 2, 1].map { standup.attendees[$0].participant })
    }
  }

  @Test func aDiscardedMeetingLeavesNothing() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let standup = try await peer.createStandup(durationMs: 60_000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      _ = try await peer.send(EndMeeting(id: session.id))
      let reply = try await peer.send(AnswerMeetingAlert(id: session.id, action: .discard))
      #expect(reply == .discarded)
      #expect(try await peer.pastMeetings(standup.id).isEmpty)
      #expect(try await peer.send(ListLiveMeetings()).meetings.isEmpty)
      #expect(try await peer.send(ListCountdowns()).countdowns.isEmpty)
    }
  }

  /// A meeting paused at some elapsed time and resumed later ends later by exactly the pause.
  @Test func anOpenAlertHoldsTheClockToTheMillisecond() async throws {
    try await withCluster { cluster in
      let peer = try await cluster.peer()
      let follower = try await cluster.follower()
      let standup = try await peer.createStandup(durationMs: 12_000, attendees: 2)
      let session = try await peer.startMeeting(standup)
      try await follower.tick(session.id, atLeastMs: 1000)
      let held = try await peer.send(EndMeeting(id: session.id))
      let heldAt = held.session.clock
      #expect(!heldAt.isRunning)
      // The clock stays paused, however often it is read.
      for _ in 0..<200 {
        #expect(try await peer.send(GetMeeting(id: session.id)).elapsedMs == heldAt.elapsedMs)
      }
      guard
        case .live(let released) = try await peer.send(
          AnswerMeetingAlert(id: session.id, action: .resume))
      else { throw Unexpected("the meeting did not go on") }
      let releasedAt = released.session.clock
      #expect(releasedAt.isRunning)
      #expect(releasedAt.elapsedMs == heldAt.elapsedMs)
      let end = try await follower.first(MeetingFinished.self, about: session.id)
      let pause = releasedAt.at.milliseconds(since: heldAt.at)
      let error = end.time.milliseconds - (session.startMs + 12_000 + pause)
      // Allows a late end, but not an early one beyond 2 ms.
      #expect((-2...1500).contains(error), "\(error) ms off, after a pause of \(pause) ms")
      #expect(try await peer.pastMeetings(standup.id).first?.durationMs == 12_000)
      EndTimes.shared.note("alert open for \(pause) ms", ms: error)
    }
  }
}
