import Bus
import Countdown
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Pausing, extending, and postponing turns. The standup has three attendees with ten seconds each.
struct AgendaTests {
  // MARK: Extending

  @Test func moreTimeEndsTheTurnAndTheMeetingLater() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID, from: 0)))
    let agenda = MeetingSession.Agenda(
      order: [0, 1, 2], turnsMs: [70_000, 10_000, 10_000], extraMs: [60_000])
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      change(&saved) { $0.agenda = agenda }
    }
    let event = try commit.events[0].data.decode(as: MeetingAgendaChanged.self)
    #expect(event.agenda == agenda && event.cause == .extended)
    #expect(event.durationMs == 90_000 && event.elapsedMs == 4_000)
    let live = try scenario.live(to: caller)
    #expect(live.elapsedMs == 4_000 && live.session.speakerIndex == 0)
    // The timer is notified of the new turn lengths.
    let told = try scenario.work()
    #expect(told.map(\.turnsMs) == [agenda.turnsMs] && told.map(\.durationMs) == [90_000])

    // Its earlier report about the turn is now too early.
    scenario.time.advance(6_000)
    let early = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 10_000)))
    scenario.store.expect(.wait(ms: 250, then: .syncDue([meetingID], .clock)))
    #expect(try scenario.reply(to: early) == .done)
    scenario.time.advance(60_000)
    let inTime = scenario.send(
      .speakerChanged(TellSpeakerChanged(id: meetingID, speaker: 1, elapsedMs: 70_000)))
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    #expect(try scenario.reply(to: inTime) == .done)
    scenario.finish()
  }

  /// Two clients extend at once, at the moment when the turn ends: the next speaker gets nothing.
  @Test func aTurnThatIsOverGetsNoMoreTime() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(10_000)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID, from: 0)))
    try scenario.commit(["meeting.speakerChanged"]) { saved in
      change(&saved) { $0.speakerIndex = 1 }
    }
    #expect(try scenario.live(to: caller).session.agenda == nil)
    let other = scenario.send(.extend(ExtendTurn(id: meetingID, from: 2)))
    try scenario.error(to: other, .conflict)
    scenario.finish()
  }

  @Test(arguments: [0, 999, -1, 3_600_001, .max, .min] as [Int64])
  func soMuchTimeIsRefused(byMs: Int64) throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID, byMs: byMs)))
    #expect(try scenario.error(to: caller, .invalid).detail?["member"] == "byMs")
    scenario.finish()
  }

  @Test func aPausedSpeakerMayGetMoreTime() throws {
    var scenario = Scenario.meeting()
    try pause(&scenario, atMs: 4_000)
    scenario.time.advance(60_000)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID, byMs: 5_000)))
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      change(&saved) { session in
        let isLonger = session.extendTurn(byMs: 5_000)
        #expect(isLonger)
      }
    }
    #expect(try commit.events[0].data.decode(as: MeetingAgendaChanged.self).elapsedMs == 4_000)
    #expect(try scenario.live(to: caller).session.alert == .paused)
    let told = try scenario.work()
    #expect(told.map(\.clock.isRunning) == [false] && told.map(\.durationMs) == [35_000])
    scenario.finish()
  }

  // MARK: Postponing

  @Test func whoIsPostponedComesBackAtTheEnd() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let caller = scenario.send(.postpone(PostponeTurn(id: meetingID, from: 0)))
    let agenda = MeetingSession.Agenda(
      order: [0, 1, 2, 0],
      turnsMs: [4_000, 10_000, 10_000, 6_000])
    let moment = scenario.time.moment(4_000)
    let commit = try scenario.commit(["meeting.agendaChanged", "meeting.speakerChanged"]) { saved in
      changeTurns(&saved, .postpone, atMs: 4_000, at: moment) { session in
        session.agenda = agenda
        session.speakerIndex = 1
      }
    }
    let changed = try commit.events[0].data.decode(as: MeetingAgendaChanged.self)
    #expect(changed.agenda == agenda && changed.cause == .postponed && changed.durationMs == 30_000)
    let told = try commit.events[1].data.decode(as: MeetingSpeakerChanged.self)
    #expect(told.speaker == 1 && told.attendee == design.attendees[1] && told.elapsedMs == 4_000)
    #expect(try scenario.live(to: caller).elapsedMs == 4_000)
    let work = try scenario.work()
    #expect(work.map(\.turnsMs) == [agenda.turnsMs] && work.map(\.speaker) == [1])
    scenario.finish()
  }

  @Test func theLastSpeakerCannotBePostponed() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(25_000)
    let caller = scenario.send(.postpone(PostponeTurn(id: meetingID)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(
      error.message
        == "\(design.attendees[2].displayName) is the last speaker and cannot be postponed.")
    scenario.finish()
  }

  @Test func whoIsNotThereIsLeftOutWhileItRuns() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let bob = design.attendees[1]
    let caller = scenario.send(.absent(DropTurns(id: meetingID, attendee: bob.id)))
    let agenda = MeetingSession.Agenda(order: [0, 2], turnsMs: [10_000, 20_000], away: [1])
    let moment = scenario.time.moment(4_000)
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      changeTurns(&saved, .absent, atMs: 4_000, at: moment) {
        $0.agenda = agenda
      }
    }
    #expect(try commit.events[0].data.decode(as: MeetingAgendaChanged.self).cause == .absent)
    #expect(try scenario.live(to: caller).session.schedule.speakers == 2)
    #expect(try scenario.work().map(\.turnsMs) == [agenda.turnsMs])
    let again = scenario.send(.absent(DropTurns(id: meetingID, attendee: bob.id)))
    try scenario.error(to: again, .conflict)
    scenario.finish()
  }

  // MARK: Latecomers

  @Test func whoComesLateGetsATurnAtTheEnd() throws {
    let bob = design.attendees[1]
    let lineup = MeetingSession.Lineup(absent: [bob.id])
    var scenario = Scenario.meeting { session in
      session.lineup = lineup
      session.standup = design.meeting(lineup)
    }
    scenario.time.advance(4_000)
    let caller = scenario.send(.present(AddTurn(id: meetingID, attendee: bob.id)))
    // Two had fifteen seconds each; with three it would have been ten.
    let agenda = MeetingSession.Agenda(order: [0, 1, 2], turnsMs: [15_000, 15_000, 10_000])
    let moment = scenario.time.moment(4_000)
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      changeTurns(&saved, .present, atMs: 4_000, at: moment) { session in
        session.agenda = agenda
        session.standup.attendees.append(bob)
      }
    }
    let event = try commit.events[0].data.decode(as: MeetingAgendaChanged.self)
    #expect(event.cause == .present && event.attendee == bob && event.agenda == agenda)
    #expect(event.durationMs == 40_000)
    let session = try scenario.live(to: caller).session
    #expect(session.attendee(at: 2) == bob && session.standup.attendees.count == 3)
    #expect(try scenario.work().map(\.turnsMs) == [agenda.turnsMs])
    // The saved changes are applied to the meeting's initial state.
    var began = session
    began.standup = design.meeting(lineup)
    began.state = session.state
    #expect(began == session)

    let again = scenario.send(.present(AddTurn(id: meetingID, attendee: bob.id)))
    try scenario.error(to: again, .conflict)
    let stranger = scenario.send(.present(AddTurn(id: meetingID, attendee: Attendee.ID(UUID()))))
    #expect(try scenario.error(to: stranger, .invalid).detail?["member"] == "attendee")
    scenario.finish()
  }

  @Test func whoWentMayComeBack() throws {
    let bob = design.attendees[1]
    var scenario = Scenario.meeting { session in
      let isDropped = session.dropTurns(of: bob.id, atMs: 0)
      #expect(isDropped)
    }
    scenario.time.advance(4_000)
    let caller = scenario.send(.present(AddTurn(id: meetingID, attendee: bob.id)))
    let agenda = MeetingSession.Agenda(
      order: [0, 2, 1], turnsMs: [10_000, 20_000, 10_000], returned: [1])
    let moment = scenario.time.moment(4_000)
    try scenario.commit(["meeting.agendaChanged"]) { saved in
      changeTurns(&saved, .present, atMs: 4_000, at: moment) {
        $0.agenda = agenda
      }
    }
    #expect(try scenario.live(to: caller).session.standup == design)
    _ = try scenario.work()
    // The current speaker, and those whose turn is still to come, get no other turn.
    for attendee in design.attendees {
      let other = scenario.send(.present(AddTurn(id: meetingID, attendee: attendee.id)))
      try scenario.error(to: other, .conflict)
    }
    scenario.finish()
  }

  @Test func ofAMeetingThatRunsOverNobodyGetsATurn() throws {
    var scenario = Scenario.lastTurn { session in
      session.standup.mayRunOver = true
      session.overMs = 30_000
    }
    scenario.time.advance(31_000)
    let caller = scenario.send(
      .present(AddTurn(id: meetingID, attendee: design.attendees[0].id)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  // MARK: Pause

  @Test func aPauseHoldsTheClockUntilItIsResumed() throws {
    var scenario = Scenario.meeting()
    try pause(&scenario, atMs: 4_000)
    // Pausing again has no effect.
    let again = scenario.send(.pause(PauseMeeting(id: meetingID)))
    #expect(try scenario.live(to: again).session.alert == .paused)
    let next = scenario.send(.next(NextSpeaker(id: meetingID)))
    #expect(
      try scenario.error(to: next, .conflict).detail?["actions"] == "resume,saveAndEnd,discard")

    scenario.time.advance(60_000)
    let resume = scenario.send(.resume(ResumeMeeting(id: meetingID)))
    let released = scenario.clock(4_000, isRunning: true)
    try scenario.commit(["meeting.alertDismissed"]) { saved in
      change(&saved) { session in
        session.adopt(released)
        session.destination = nil
      }
    }
    #expect(try scenario.live(to: resume).elapsedMs == 4_000)
    #expect(try scenario.work() == [needs(released)])
    let running = scenario.send(.resume(ResumeMeeting(id: meetingID)))
    #expect(try scenario.live(to: running).session.alert == nil)
    scenario.finish()
  }

  private func pause(_ scenario: inout Scenario, atMs ms: Int64) throws {
    scenario.time.advance(ms)
    let caller = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(ms, isRunning: false)
    let commit = try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    let presented = try commit.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(presented.alert == .paused && presented.actions == [.resume, .saveAndEnd, .discard])
    _ = try scenario.live(to: caller)
    #expect(try scenario.work() == [needs(held)])
  }
}
