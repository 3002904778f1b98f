import Bus
import Cells
import Countdown
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Starting a meeting with speech recognition in all four states, and unavailable.
struct StartingTests {
  /// The first generated id, in the slot of its standup.
  private let id = Meeting.ID(UUID(number: 0).inSlot(Slot(of: design.id.rawValue)))

  private func authorization(
    _ scenario: inout Scenario, _ result: Result<RecordingConsent, BusError>
  ) throws {
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .requestAuthorization(let id, design.id) = effect { id } else { nil }
    }
    scenario.store.send(.authorization(operation, result))
  }

  private func answered(
    _ scenario: inout Scenario, isGranted: Bool, _ result: Result<RecordingConsent, BusError>
  ) throws {
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .answerAuthorization(let id, design.id, isGranted) = effect { id } else { nil }
    }
    scenario.store.send(.authorization(operation, result))
  }

  private func session(_ scenario: Scenario) -> MeetingSession {
    MeetingSession(
      id: id, standup: design,
      clock: CountdownClock(
        elapsedMs: 0, at: scenario.time.moment(scenario.time.now), isRunning: false))
  }

  private func asking(_ scenario: Scenario, _ alert: MeetingSession.Alert) -> MeetingSession {
    var session = session(scenario)
    session.destination = .alert(alert)
    return session
  }

  private func running(_ scenario: Scenario, isRecording: Bool) -> MeetingSession {
    var session = session(scenario)
    session.begin(at: scenario.time.moment(scenario.time.now), isRecording: isRecording)
    return session
  }

  /// A scenario in which the meeting was started and asks a question.
  private func asked(
    _ result: Result<RecordingConsent, BusError>, _ alert: MeetingSession.Alert
  ) throws -> Scenario {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    try authorization(&scenario, result)
    let asking = asking(scenario, alert)
    let commit = try scenario.commit(["meeting.alertPresented"]) { $0.put(asking) }
    // The meeting was not reported before.
    let presented = try commit.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(presented == MeetingAlertPresented(alert: alert, elapsedMs: 0, standup: design))
    #expect(commit.events[0].labels.standup == "\(design.id)")
    let live = try scenario.live(to: caller)
    #expect(live == LiveMeeting(session: asking, elapsedMs: 0))
    scenario.time.advance(5_000)
    return scenario
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
          id: id, standup: design.id, durationMs: 30_000, speakers: 3, speaker: 0,
          clock: CountdownClock(elapsedMs: 0, at: scenario.time.moment(700), isRunning: true))
      ])
    scenario.finish()
  }

  /// The time of absent attendees is shared by the others, in the order of the lineup.
  @Test func itMeetsWithoutWhoIsAbsentInTheOrderThatIsAskedFor() throws {
    var scenario = Scenario.standups()
    let absent = design.attendees[1].id
    let caller = scenario.send(
      .start(
        StartMeeting(
          standup: design.id, isRecorded: false, absent: [absent], order: .lastFirst)))
    let lineup = MeetingSession.Lineup(absent: [absent], order: .lastFirst)
    var expected = running(scenario, isRecording: false)
    expected.lineup = lineup
    expected.standup = design.meeting(lineup)
    let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
    let started = try commit.events[0].data.decode(as: MeetingStarted.self)
    #expect(started.lineup == lineup)
    #expect(
      started.standup.attendees.map(\.id) == [design.attendees[2].id, design.attendees[0].id])
    #expect(try scenario.live(to: caller).session.schedule.turn(of: 0) == 15_000)
    #expect(try scenario.work().map(\.speakers) == [2])
    scenario.finish()
  }

  private static let hourMs: Int64 = 3_600_000

  /// “Design” with attendees marked as absent for these numbers of hours from the start of the test.
  private func absent(_ hours: [Int64?]) -> Standup {
    var standup = design
    for (attendee, hours) in zip(design.attendees, hours) {
      standup.attendees[id: attendee.id]?.absentUntilMs = hours.map {
        TestTime.startMs + $0 * Self.hourMs
      }
    }
    return standup
  }

  @Test func whoWasSaidToBeAbsentIsLeftOutUntilThen() throws {
    let standup = absent([nil, 2, 1])
    for (hours, names) in [(0, [0]), (1, [0, 2]), (2, [0, 1, 2])] as [(Int64, [Int])] {
      var scenario = Scenario { $0.saved.add(record(standup, 1)) }
      scenario.time.advance(hours * Self.hourMs)
      let caller = scenario.send(.start(StartMeeting(standup: design.id, isRecorded: false)))
      let gone = design.attendees.indices.filter { !names.contains($0) }
      let lineup =
        gone.isEmpty
        ? nil : MeetingSession.Lineup(absent: gone.map { design.attendees[$0].id })
      var expected = running(scenario, isRecording: false)
      expected.lineup = lineup
      // Marked absences are not part of the meeting.
      expected.standup.attendees = IdentifiedArray(names.map { design.attendees[$0] })
      let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
      #expect(try commit.events[0].data.decode(as: MeetingStarted.self).lineup == lineup)
      _ = try scenario.live(to: caller)
      _ = try scenario.work()
      scenario.finish()
    }
  }

  @Test func whoIsThereAllTheSameTakesPart() throws {
    var scenario = Scenario { $0.saved.add(record(absent([1, 1, nil]), 1)) }
    let caller = scenario.send(
      .start(
        StartMeeting(
          standup: design.id, isRecorded: false, absent: [design.attendees[2].id],
          present: [design.attendees[1].id])))
    let lineup = MeetingSession.Lineup(absent: [design.attendees[0].id, design.attendees[2].id])
    var expected = running(scenario, isRecording: false)
    expected.lineup = lineup
    expected.standup.attendees = [design.attendees[1]]
    try scenario.commit(["meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session.lineup == lineup)
    _ = try scenario.work()
    scenario.finish()
  }

  @Test func ofEverybodyWhoIsAbsentThereIsNoMeeting() throws {
    for (member, command) in [
      ("absent", StartMeeting(standup: design.id)),
      ("present", StartMeeting(standup: design.id, present: [Attendee.ID(UUID())])),
      (
        "present",
        StartMeeting(
          standup: design.id, absent: [design.attendees[0].id], present: [design.attendees[0].id])
      ),
    ] {
      var scenario = Scenario { $0.saved.add(record(absent([1, 1, 1]), 1)) }
      let caller = scenario.send(.start(command))
      #expect(try scenario.error(to: caller, .invalid).detail?["member"] == member)
      scenario.finish()
    }
  }

  /// A question before the start keeps the attendees and the shuffled order.
  @Test func anOrderThatWasDrawnIsKept() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id, order: .shuffled)))
    try authorization(&scenario, .success(.init(status: .notDetermined)))
    let (id, decided) = try scenario.takeCommit()
    let document = try #require(
      decided.changes.compactMap(\.document).first { $0.collection == "sessions" })
    let kept = try document.body.decode(as: MeetingSession.self)
    scenario.store.send(.committed(id, .success(.written))) { $0.put(kept) }
    let lineup = try #require(try scenario.live(to: caller).session.lineup)
    #expect(lineup.order == .shuffled && lineup.absent.isEmpty)
    #expect(MeetingSession.Lineup.seeds.contains(try #require(lineup.seed)))
    let asked = try decided.events[0].data.decode(as: MeetingAlertPresented.self)
    #expect(asked.standup == design.meeting(lineup))
    scenario.finish()
  }

  @Test func aLineupThatCannotBeIsRefused() throws {
    let here = design.attendees.map(\.id)
    for (member, command) in [
      ("absent", StartMeeting(standup: design.id, absent: [Attendee.ID(UUID())])),
      ("absent", StartMeeting(standup: design.id, absent: here)),
      ("seed", StartMeeting(standup: design.id, seed: 1)),
      ("seed", StartMeeting(standup: design.id, order: .shuffled, seed: -1)),
      ("seed", StartMeeting(standup: design.id, order: .shuffled, seed: .max)),
    ] {
      var scenario = Scenario.standups()
      let caller = scenario.send(.start(command))
      #expect(try scenario.error(to: caller, .invalid).detail?["member"] == member)
      scenario.finish()
    }
  }

  @Test func authorizedItStartsWithRecording() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    try authorization(&scenario, .success(.init(status: .authorized)))
    let expected = running(scenario, isRecording: true)
    let commit = try scenario.commit(["meeting.started"]) { $0.put(expected) }
    #expect(try commit.events[0].data.decode(as: MeetingStarted.self).isRecording)
    #expect(try scenario.live(to: caller).session.isRecording)
    #expect(
      try scenario.work() == [needs(expected.clock, listening: .init(startMs: 0), id: id)])
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

  @Test func nothingRunsWhileItIsAskedWhetherToRecord() throws {
    var scenario = try asked(.success(.init(status: .notDetermined)), .speechAuthorization)
    let caller = scenario.send(.getMeeting(GetMeeting(id: id)))
    let live = try scenario.live(to: caller)
    #expect(live.elapsedMs == 0)
    #expect(live.session.startedAt == nil)
    let work = scenario.send(.work(GetRunningMeetings()))
    #expect(try scenario.reply(to: work) == .running(.init(meetings: [])))
    scenario.finish()
  }

  @Test func allowingStartsWithRecording() throws {
    var scenario = try asked(.success(.init(status: .notDetermined)), .speechAuthorization)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: .allow)))
    try answered(&scenario, isGranted: true, .success(.init(status: .authorized)))
    let expected = running(scenario, isRecording: true)
    try scenario.commit(["meeting.alertDismissed", "meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session == expected)
    #expect(
      try scenario.work() == [needs(expected.clock, listening: .init(startMs: 0), id: id)])
    scenario.finish()
  }

  @Test(arguments: [
    Result<RecordingConsent, BusError>.success(.init(status: .denied)), .failure(.away),
  ])
  func notAllowingStartsWithoutRecording(result: Result<RecordingConsent, BusError>) throws {
    var scenario = try asked(.success(.init(status: .notDetermined)), .speechAuthorization)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: .dontAllow)))
    try answered(&scenario, isGranted: false, result)
    let expected = running(scenario, isRecording: false)
    try scenario.commit(["meeting.alertDismissed", "meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session == expected)
    #expect(try scenario.work() == [needs(expected.clock, id: id)])
    scenario.finish()
  }

  @Test func deniedCanBeOvercomeInTheSettings() throws {
    var scenario = try asked(.success(.init(status: .denied)), .speechDenied)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: .openSettings)))
    try answered(&scenario, isGranted: true, .success(.init(status: .authorized)))
    let expected = running(scenario, isRecording: true)
    try scenario.commit(["meeting.alertDismissed", "meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session == expected)
    #expect(
      try scenario.work() == [needs(expected.clock, listening: .init(startMs: 0), id: id)])
    scenario.finish()
  }

  @Test func allowingWhatIsRestrictedSaysSo() throws {
    var scenario = try asked(.success(.init(status: .denied)), .speechDenied)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: .openSettings)))
    try answered(
      &scenario, isGranted: true, .success(.init(status: .restricted, reason: "No engine.")))
    try scenario.commit(["meeting.alertDismissed", "meeting.alertPresented"]) { saved in
      change(&saved, id) { $0.destination = .alert(.speechRestricted(reason: "No engine.")) }
    }
    #expect(try scenario.live(to: caller).session.alert?.name == .speechRestricted)
    scenario.finish()
  }

  @Test(arguments: [
    (
      Result<RecordingConsent, BusError>.success(.init(status: .denied)),
      MeetingSession.Alert.speechDenied
    ),
    (
      .success(.init(status: .restricted, reason: "No engine.")),
      .speechRestricted(reason: "No engine.")
    ),
    (
      .failure(.away),
      .speechRestricted(reason: "Speech recognition cannot be reached (unavailable).")
    ),
  ])
  func itCanGoOnWithoutRecording(
    result: Result<RecordingConsent, BusError>, alert: MeetingSession.Alert
  ) throws {
    var scenario = try asked(result, alert)
    let caller = scenario.send(
      .answer(AnswerMeetingAlert(id: id, action: .continueWithoutRecording)))
    let expected = running(scenario, isRecording: false)
    try scenario.commit(["meeting.alertDismissed", "meeting.started"]) { $0.put(expected) }
    #expect(try scenario.live(to: caller).session == expected)
    #expect(try scenario.work() == [needs(expected.clock, id: id)])
    scenario.finish()
  }

  @Test(arguments: [
    (RecordingConsent.Status.notDetermined, MeetingSession.Alert.speechAuthorization),
    (.denied, .speechDenied),
    (
      .restricted, .speechRestricted(reason: "Speech recognition is not available on this machine.")
    ),
  ])
  func itCanBeCancelled(
    status: RecordingConsent.Status, alert: MeetingSession.Alert
  ) throws {
    var scenario = try asked(.success(.init(status: status)), alert)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: .cancel)))
    try scenario.commit(["meeting.alertDismissed", "meeting.discarded"]) { $0.removeSession(id) }
    #expect(try scenario.reply(to: caller) == .answered(.discarded))
    scenario.finish()
  }

  @Test(arguments: [
    (RecordingConsent.Status.restricted, MeetingSession.AlertAction.openSettings),
    (.restricted, .allow), (.denied, .allow), (.denied, .saveAndEnd), (.notDetermined, .resume),
    (.notDetermined, .openSettings), (.notDetermined, .discard),
  ])
  func answersThatAreNotOfferedAreRefused(
    status: RecordingConsent.Status, action: MeetingSession.AlertAction
  ) throws {
    let alert: MeetingSession.Alert =
      switch status {
      case .denied: .speechDenied
      case .restricted: .speechRestricted(reason: "Why.")
      default: .speechAuthorization
      }
    var scenario = try asked(.success(.init(status: status, reason: "Why.")), alert)
    let caller = scenario.send(.answer(AnswerMeetingAlert(id: id, action: action)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail?["actions"] == alert.actions.map(\.rawValue).joined(separator: ","))
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
    _ = try scenario.work()
    try scenario.error(to: second, .conflict)
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
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .startWork(let id, _) = effect { id } else { nil }
    }
    // The parent reports the failure before it replies.
    let failed = scenario.send(.speechFailed(TellSpeechFailed(id: id, reason: "No engine.")))
    try scenario.clock(.failure(BusError(.notFound, "No countdown.")))
    let (commit, _) = try scenario.takeCommit()
    scenario.store.send(.worked(operation, .success(Done())))
    // Still one skip at a time.
    let next = scenario.send(.next(NextSpeaker(id: id)))
    scenario.store.send(.committed(commit, .success(.written))) { saved in
      change(&saved, id) { session in
        session.isRecording = false
        session.adopt(session.clock.held(at: scenario.time.moment(0)))
        session.destination = .alert(.speechFailed(reason: "No engine."))
      }
    }
    #expect(try scenario.reply(to: failed) == .done)
    #expect(try scenario.work() == [needs(expected.clock.held(at: expected.clock.at), id: id)])
    try scenario.error(to: next, .conflict)
    scenario.finish()
  }
}
