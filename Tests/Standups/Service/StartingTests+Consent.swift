import Bus
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Consent to recording, in all four states of speech recognition and while it is unavailable.
extension StartingTests {
  private func answered(
    _ scenario: inout Scenario, isGranted: Bool, _ result: Result<RecordingConsent, BusError>
  ) throws {
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .answerAuthorization(let id, design.id, isGranted) = effect { id } else { nil }
    }
    scenario.store.send(.authorization(operation, result))
  }

  private func asking(_ scenario: Scenario, _ alert: MeetingSession.Alert) -> MeetingSession {
    var session = session(scenario)
    session.destination = .alert(alert)
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

  /// The question is in the language of the standup, so that a missing model is reported before the meeting.
  @Test func aMissingModelOfItsLanguageIsReportedBeforeItStarts() throws {
    var spanish = design
    spanish.language = "es"
    var scenario = Scenario { [spanish] state in
      state.saved.add(record(spanish, 1))
      state.nextSortKey = 2
    }
    let caller = scenario.send(.start(StartMeeting(standup: design.id)))
    let operation = try scenario.store.take { effect -> OperationID? in
      if case .requestAuthorization(let id, design.id, language: "es") = effect { id } else { nil }
    }
    let reason = "No speech model for the language “es” is installed."
    scenario.store.send(
      .authorization(operation, .success(.init(status: .restricted, reason: reason))))
    var asking = session(scenario)
    asking.standup.language = "es"
    asking.destination = .alert(.speechRestricted(reason: reason))
    try scenario.commit(["meeting.alertPresented"]) { [asking] in $0.put(asking) }
    #expect(try scenario.live(to: caller).session == asking)
    scenario.finish()
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
}
