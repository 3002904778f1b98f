import Bus
import Countdown
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Undo of a change of the turns. The standup has three attendees with ten seconds each.
struct UndoTests {
  private func undo(_ number: UInt32 = 0) -> StandupsCommand {
    .undo(UndoChange(id: meetingID, change: .init(UUID(number: number))))
  }

  /// A meeting that is saved again, so that only the scenario's own check of the next change counts.
  private func next(
    _ scenario: inout Scenario, atMs ms: Int64
  ) throws -> MeetingSession.Undo {
    scenario.time.advance(ms)
    let caller = scenario.send(.next(NextSpeaker(id: meetingID)))
    let clock = scenario.clock(10_000, isRunning: true)
    let commit = try scenario.commit(["meeting.speakerChanged"]) { saved in
      changeTurns(&saved, .next, atMs: ms, at: clock.at) { session in
        session.speakerIndex = 1
        session.adopt(clock)
      }
    }
    let undo = try #require(try scenario.live(to: caller).session.undo)
    let changed = try commit.events[0].data.decode(as: MeetingSpeakerChanged.self)
    #expect(changed.undo == undo)
    _ = try scenario.work()
    return undo
  }

  /// The speaker has the time that was left at the moment of the change.
  @Test func anUndoneNextGivesTheTurnBackWithItsClock() throws {
    var scenario = Scenario.meeting()
    let undo = try next(&scenario, atMs: 3_000)
    #expect(undo.kind == .next && undo.attendee == design.attendees[0].id)
    #expect(undo.until == Date(timeIntervalSince1970: Double(TestTime.startMs + 13_000) / 1000))
    scenario.time.advance(5_000)
    let caller = scenario.send(self.undo())
    let clock = scenario.clock(3_000, isRunning: true)
    let commit = try scenario.commit(["meeting.undone"]) { saved in
      change(&saved) { session in
        session.speakerIndex = 0
        session.clock = clock
        session.floor[1].attendee = design.attendees[1].id
        session.floor.append(
          .init(sinceMs: 8_000, elapsedMs: 3_000, speakerIndex: 0, isRunning: true))
        session.keepChange()
      }
    }
    let undone = try commit.events[0].data.decode(as: MeetingUndone.self)
    #expect(undone.change == undo.change && undone.kind == .next)
    #expect(
      undone.speaker == 0 && undone.attendee == design.attendees[0] && undone.elapsedMs == 3_000)
    #expect(undone.agenda.turnsMs == [10_000, 10_000, 10_000] && undone.durationMs == 30_000)
    let live = try scenario.live(to: caller)
    #expect(live.elapsedMs == 3_000 && live.session.undo == nil)
    // The timer gets the clock.
    #expect(try scenario.work() == [needs(clock)])
    let turns = live.session.turns(untilMs: 4_000)
    #expect(
      turns == [
        .init(
          attendee: design.attendees[0].id, fromMs: 0, toMs: 4_000, plannedMs: 10_000)
      ])
    scenario.finish()
  }

  @Test func anUndonePostponementRestoresTheAgenda() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let postponed = scenario.send(.postpone(PostponeTurn(id: meetingID)))
    let events = ["meeting.agendaChanged", "meeting.speakerChanged"]
    let moment = scenario.time.moment(4_000)
    let commit = try scenario.commit(events) { saved in
      changeTurns(&saved, .postpone, atMs: 4_000, at: moment) { session in
        _ = session.postponeTurn(atMs: 4_000)
      }
    }
    let undo = try scenario.live(to: postponed).session.undo
    #expect(undo?.kind == .postpone)
    #expect(try commit.events[0].data.decode(as: MeetingAgendaChanged.self).undo == undo)
    #expect(try commit.events[1].data.decode(as: MeetingSpeakerChanged.self).undo == undo)
    _ = try scenario.work()
    scenario.time.advance(2_000)
    let caller = scenario.send(self.undo())
    let undone = scenario.time.moment(6_000)
    try scenario.commit(["meeting.undone"]) { saved in
      change(&saved) { _ = $0.undoChange(at: undone) }
    }
    let live = try scenario.live(to: caller)
    #expect(live.session.agenda == nil && live.session.speakerIndex == 0 && live.elapsedMs == 4_000)
    #expect(try scenario.work() == [needs(scenario.clock(4_000, isRunning: true))])
    scenario.finish()
  }

  @Test func anUndoneReorderingRestoresTheOrder() throws {
    var scenario = Scenario.meeting()
    scenario.time.advance(4_000)
    let order = [design.attendees[2].id, design.attendees[1].id]
    let reordered = scenario.send(.reorder(ReorderTurns(id: meetingID, from: 0, order: order)))
    let moment = scenario.time.moment(4_000)
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      changeTurns(&saved, .reorder, atMs: 4_000, at: moment) { session in
        _ = session.reorderTurns(order)
      }
    }
    let changed = try commit.events[0].data.decode(as: MeetingAgendaChanged.self)
    #expect(changed.cause == .reordered && changed.agenda.order == [0, 2, 1])
    let live = try scenario.live(to: reordered)
    #expect(live.session.undo == changed.undo && live.session.undo?.kind == .reorder)
    #expect(live.session.attendee(at: 1) == design.attendees[2])
    let caller = scenario.send(self.undo())
    try scenario.commit(["meeting.undone"]) { saved in
      change(&saved) { _ = $0.undoChange(at: moment) }
    }
    #expect(try scenario.live(to: caller).session.attendee(at: 1) == design.attendees[1])
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func onlyThoseWhoAreStillToComeAreReordered() throws {
    var scenario = Scenario.meeting()
    let people = design.attendees.map(\.id)
    for order in [[people[0], people[1]], [people[1]], [people[1], people[1]], people] {
      let caller = scenario.send(.reorder(ReorderTurns(id: meetingID, order: order)))
      let error = try scenario.error(to: caller, .conflict)
      #expect(error.message.hasPrefix("The speakers to come have changed"))
    }
    let early = scenario.send(
      .reorder(ReorderTurns(id: meetingID, from: 1, order: [people[2], people[1]])))
    try scenario.error(to: early, .conflict)
    // The order that they have already changes nothing.
    let same = scenario.send(
      .reorder(ReorderTurns(id: meetingID, from: 0, order: [people[1], people[2]])))
    #expect(try scenario.live(to: same).session.agenda == nil)
    scenario.finish()
  }

  @Test func theLastSpeakerHasNoOrderToChange() throws {
    var scenario = Scenario.lastTurn()
    scenario.time.advance(25_000)
    let caller = scenario.send(
      .reorder(ReorderTurns(id: meetingID, order: [design.attendees[0].id])))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.message.hasPrefix("No more speakers are to come"))
    scenario.finish()
  }

  /// An attendee who arrived late leaves the meeting again.
  @Test func anUndoneArrivalRemovesTheAttendee() throws {
    let bob = design.attendees[1]
    let lineup = MeetingSession.Lineup(absent: [bob.id])
    var scenario = Scenario.meeting { session in
      session.lineup = lineup
      session.standup = design.meeting(lineup)
    }
    let arrived = scenario.send(.present(AddTurn(id: meetingID, attendee: bob.id)))
    let moment = scenario.time.moment(0)
    try scenario.commit(["meeting.agendaChanged"]) { saved in
      changeTurns(&saved, .present, atMs: 0, at: moment) { session in
        _ = session.addTurn(of: bob)
      }
    }
    _ = try scenario.live(to: arrived)
    _ = try scenario.work()
    let caller = scenario.send(self.undo())
    let undone = scenario.time.moment(0)
    let commit = try scenario.commit(["meeting.undone"]) { saved in
      change(&saved) { _ = $0.undoChange(at: undone) }
    }
    #expect(try commit.events[0].data.decode(as: MeetingUndone.self).removed == bob.id)
    let session = try scenario.live(to: caller).session
    #expect(session.standup == design.meeting(lineup) && session.agenda == nil)
    _ = try scenario.work()
    // The saved change also removes the attendee.
    var began = session
    _ = began.addTurn(of: bob)
    began.state = session.state
    #expect(began == session)
    scenario.finish()
  }

  @Test func afterTenSecondsAChangeIsFinal() throws {
    var scenario = Scenario.meeting()
    _ = try next(&scenario, atMs: 1_000)
    scenario.time.advance(9_999)
    let reader = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: reader).session.undo != nil)
    scenario.time.advance(1)
    let late = scenario.send(.getMeeting(GetMeeting(id: meetingID)))
    #expect(try scenario.live(to: late).session.undo == nil)
    let error = try scenario.error(to: scenario.send(self.undo()), .conflict)
    #expect(error.message == "The change can no longer be undone: more than 10 s have passed.")
    scenario.finish()
  }

  /// Two people press at the same moment: the change is undone once, and the second one gets an error.
  @Test func aChangeIsUndoneOnce() throws {
    var scenario = Scenario.meeting()
    _ = try next(&scenario, atMs: 1_000)
    let first = scenario.send(self.undo(), key: "a")
    let (operation, _) = try scenario.takeCommit()
    let second = scenario.send(self.undo(), key: "b")
    let undone = scenario.time.moment(1_000)
    scenario.store.send(.committed(operation, .success(.written))) { saved in
      change(&saved) { _ = $0.undoChange(at: undone) }
    }
    let live = try scenario.live(to: first)
    let message = try scenario.takeWork()
    // A rejected command may have been executed before.
    let id = try scenario.store.take {
      if case .findReply(let id, "b", _) = $0 { id } else { nil }
    }
    scenario.store.send(.replyFound(id, .success(FoundReply())))
    try scenario.error(to: second, .conflict)
    scenario.answer(message)
    let repeated = scenario.send(self.undo(), key: "a")
    let reply = try scenario.reply(to: repeated).json().decode(as: LiveMeeting.self)
    #expect(reply.session.speakerIndex == live.session.speakerIndex)
    scenario.finish()
  }

  @Test func onlyTheLastChangeIsUndone() throws {
    var scenario = Scenario.meeting()
    _ = try next(&scenario, atMs: 1_000)
    try scenario.error(to: scenario.send(undo(7)), .conflict)
    let caller = scenario.send(.extend(ExtendTurn(id: meetingID)))
    let commit = try scenario.commit(["meeting.agendaChanged"]) { saved in
      change(&saved) { session in
        _ = session.extendTurn(byMs: 60_000)
        session.keepChange()
      }
    }
    #expect(try commit.events[0].data.decode(as: MeetingAgendaChanged.self).undo == nil)
    #expect(try scenario.live(to: caller).session.undo == nil)
    _ = try scenario.work()
    try scenario.error(to: scenario.send(self.undo()), .conflict)
    scenario.finish()
  }

  @Test func anOpenAlertIsAnsweredFirst() throws {
    var scenario = Scenario.meeting()
    _ = try next(&scenario, atMs: 1_000)
    let paused = scenario.send(.pause(PauseMeeting(id: meetingID)))
    let held = scenario.clock(10_000, isRunning: false)
    try scenario.commit(["meeting.alertPresented"]) { saved in
      change(&saved) { session in
        session.adopt(held)
        session.destination = .alert(.paused)
      }
    }
    #expect(try scenario.live(to: paused).session.undo != nil)
    _ = try scenario.work()
    let error = try scenario.error(to: scenario.send(self.undo()), .conflict)
    #expect(error.detail?["alert"] == "paused")
    scenario.finish()
  }

  @Test func aMeetingThatIsOverHasNoChange() throws {
    var scenario = Scenario.standups()
    try scenario.error(to: scenario.send(self.undo()), .notFound)
    scenario.finish()
  }

  /// The values before the change are saved, and not part of messages.
  @Test func theEarlierValuesAreSavedOnly() throws {
    var scenario = Scenario.meeting()
    let undo = try next(&scenario, atMs: 1_000)
    let session = try #require(scenario.session)
    let saved = try RawJSON(encoding: session.state)
    #expect(try saved.decode(as: MeetingSession.State.self) == session.state)
    let sent = try RawJSON(encoding: session)
    #expect(sent["earlier"] == nil)
    #expect(try sent.decode(as: MeetingSession.self).undo == undo)
    #expect(sent["undo"]?["until"]?.string == "2023-11-14T22:13:31.000Z")
    scenario.finish()
  }
}
