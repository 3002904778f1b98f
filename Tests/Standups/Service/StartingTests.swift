import Bus
import Cells
import Countdown
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The start of a meeting.
struct StartingTests {
  /// The first generated id, in the slot of its standup.
  let id = Meeting.ID(UUID(number: 0).inSlot(Slot(of: design.id.rawValue)))

  func authorization(
    _ scenario: inout Scenario, _ result: Result<RecordingConsent, BusError>
  ) throws {
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .requestAuthorization(let id, design.id, _) = effect { id } else { nil }
    }
    scenario.store.send(.authorization(operation, result))
  }

  func session(_ scenario: Scenario) -> MeetingSession {
    MeetingSession(
      id: id, standup: design,
      clock: CountdownClock(
        elapsedMs: 0, at: scenario.time.moment(scenario.time.now), isRunning: false))
  }

  func running(_ scenario: Scenario, isRecording: Bool) -> MeetingSession {
    var session = session(scenario)
    session.begin(at: scenario.time.moment(scenario.time.now), isRecording: isRecording)
    return session
  }

  @Test func withoutRecordingItStartsAtOnce() throws {
    var scenario = Scenario.standups()
    scenario.time.advance(700)
    let caller = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let expected = running(scenario, isRecording: false)
    let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
    let labels = try #require(commit.events.first?.labels)
    #expect(labels.subject == "\(id)")
    #expect(labels.standup == "\(design.id)")
    #expect(labels.meeting == "\(id)")
    #expect(try scenario.live(to: caller).session == expected)
    #expect(
      try scenario.work() == [
        RunningMeeting(
          id: id, standup: design.id, team: "default", durationMs: 30_000, speakers: 3, speaker: 0,
          clock: CountdownClock(elapsedMs: 0, at: scenario.time.moment(700), isRunning: true))
      ])
    scenario.finish()
  }

  @Test func manyRunningMeetingsComeByThePage() throws {
    let time = TestTime()
    let sessions = (0..<25).map { number in
      let standup = Standup(
        id: Standup.ID(UUID(number: UInt32(0x100 + number))), title: "Design",
        durationMs: design.durationMs, theme: design.theme, attendees: design.attendees)
      var session = MeetingSession(
        id: Meeting.ID(UUID(number: UInt32(0x200 + number))), standup: standup,
        clock: CountdownClock(elapsedMs: 0, at: time.moment(0), isRunning: false))
      session.begin(at: time.moment(0), isRecording: true)
      return session
    }
    func page(_ after: String?, without gone: [Int] = []) throws -> GetRunningMeetings.Reply {
      var scenario = Scenario { state in
        for session in sessions { state.saved.put(session) }
        for number in gone { state.saved.removeSession(sessions[number].id) }
      }
      defer { scenario.finish() }
      let caller = scenario.send(.work(GetRunningMeetings(after: after, limit: 10)))
      guard case .running(let page) = try scenario.reply(to: caller) else {
        throw BusError(.internal, "another reply")
      }
      return page
    }
    let first = try page(nil)
    #expect(first.meetings.map(\.id) == sessions[..<10].map(\.id))
    #expect(first.meetings.map(\.standup) == sessions[..<10].map(\.standup.id))
    #expect(first.meetings.allSatisfy { $0.listening == .init(startMs: 0) })
    // Meetings end between the pages: the last one of the page, or earlier ones.
    let second = try page(first.next, without: [3])
    #expect(second.meetings.map(\.id) == sessions[10..<20].map(\.id))
    var rest: [Meeting.ID] = []
    var after = second.next
    repeat {
      let page = try page(after, without: [3, 19])
      rest += page.meetings.map(\.id)
      after = page.next
    } while after != nil
    #expect(Set(rest).isSuperset(of: sessions[20...].map(\.id)))
    for cursor in ["", "x", "-5/x", "\(Int.min)/\(sessions[0].id)", "99/\(sessions[0].id)"] {
      #expect(try page(cursor).meetings.count == 10)
    }
    var scenario = Scenario()
    let refused = scenario.send(.work(GetRunningMeetings(limit: 0)))
    try scenario.error(to: refused, .invalid)
    scenario.finish()
  }

  @Test func aSecondMeetingOfAStandupIsRefusedAndNamesTheFirst() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    #expect(try scenario.error(to: caller, .conflict).detail == ["meeting": "\(meetingID)"])
    scenario.finish()
  }

  @Test func twoWhoStartAtOnceGetOneMeeting() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let (operation, _) = try scenario.takeCommit()
    let second = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let expected = running(scenario, isRecording: false)
    scenario.store.send(.committed(operation, .success(.written))) { $0.put(expected) }
    _ = try scenario.live(to: first)
    let message = try scenario.takeWork()
    try scenario.error(to: second, .conflict)
    scenario.answer(message)
    scenario.finish()
  }

  @Test func aMeetingThatCouldNotBeSavedDidNotStart() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
    let (operation, _) = try scenario.takeCommit()
    scenario.store.send(.committed(operation, .failure(BusError(.denied, "No."))))
    try scenario.error(to: caller, .denied)
    scenario.finish()
  }

  @Test(arguments: [(120, true), (121, false), (1000, false)])
  func aTurnHasAQuarterOfASecondAtLeast(attendees: Int, meets: Bool) throws {
    let people = (0..<attendees).map { Attendee(id: Attendee.ID(UUID(number: UInt32(900 + $0)))) }
    let crowd = Standup(id: design.id, durationMs: 30_000, attendees: IdentifiedArray(people))
    var scenario = Scenario { $0.saved.add(record(crowd, 1)) }
    let caller = scenario.send(.start(StartMeeting(standup: crowd.id, isRecorded: false)))
    if meets {
      _ = try scenario.takeCommit()
    } else {
      let error = try scenario.error(to: caller, .invalid)
      #expect(error.detail?["member"] == "durationMs")
      #expect(error.message.contains("With \(attendees) attendees, each turn would last"))
      scenario.finish()
    }
  }

  @Test func aStandupThatIsNotThereCannotMeet() throws {
    var scenario = Scenario()
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    try scenario.loadStandups()
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test func speechThatFailsWhileTheWorkIsToldNeedNotWait() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    try authorization(&scenario, .success(.init(status: .authorized)))
    let expected = running(scenario, isRecording: true)
    try scenario.commit(["meeting.started"]) { $0.put(expected) }
    _ = try scenario.live(to: caller)
    let message = try scenario.takeWork()
    // The router reports the failure before it replies.
    let failed = scenario.send(.speechFailed(TellSpeechFailed(id: id, reason: "No engine.")))
    let (commit, _) = try scenario.takeCommit()
    scenario.answer(message)
    // Still one change at a time.
    let next = scenario.send(.next(NextSpeaker(id: id)))
    scenario.store.send(.committed(commit, .success(.written))) { saved in
      change(&saved, id) { session in
        session.isRecording = false
        session.adopt(session.clock.held(at: scenario.time.moment(0)))
        session.destination = .alert(.speechFailed(reason: "No engine."))
      }
    }
    #expect(try scenario.reply(to: failed) == .done)
    let paused = try scenario.takeWork()
    #expect(paused.meetings == [needs(expected.clock.held(at: expected.clock.at), id: id)])
    try scenario.error(to: next, .conflict)
    scenario.answer(paused)
    scenario.finish()
  }
}
