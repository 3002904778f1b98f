import Bus
import Countdown
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The language of a standup and of its meetings.
@Suite("The language of a standup")
struct StandupLanguageTests {
  @Test func itIsChangedAndRemoved() throws {
    var scenario = Scenario.standups()
    var edited = design
    for (given, kept, revision) in [("es", "es", 2), ("pt-BR", "pt-BR", 3), ("", nil, 4)]
      as [(String, String?, Int)]
    {
      let caller = scenario.send(.edit(EditStandup(id: design.id, language: given)))
      (edited.language, edited.revision) = (kept, revision)
      try scenario.commit(["standup.updated"]) { [edited] in $0.put(record(edited, 1)) }
      #expect(try scenario.reply(to: caller) == .standup(edited))
    }
    scenario.finish()
  }

  @Test(arguments: ["Spanish", "ES", "es_MX", "es-MX-x-y", " es"])
  func anythingButATagIsRejected(_ language: String) throws {
    var scenario = Scenario.standups()
    let edit = scenario.send(.edit(EditStandup(id: design.id, language: language)))
    #expect(try scenario.error(to: edit, .invalid).detail?["member"] == "language")
    let create = scenario.send(.create(CreateStandup(title: "New", language: language)))
    #expect(try scenario.error(to: create, .invalid).detail?["member"] == "language")
    scenario.finish()
  }

  @Test func theRecognitionOfALiveMeetingHasItsLanguage() {
    let moment = TestTime().moment(0)
    var session = MeetingSession(
      id: meetingID, standup: design,
      clock: CountdownClock(elapsedMs: 0, at: moment, isRunning: false))
    session.standup.language = "es"
    session.begin(at: moment, isRecording: true)
    let meeting = RunningMeeting(session, .all, at: moment)
    #expect(meeting.listening?.language == "es")
    // Only the clock.
    #expect(RunningMeeting(session, .clock, at: moment).listening == nil)
  }
}
