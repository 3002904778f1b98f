import Bus
import Standups
import StandupsAPI
import Testing
import TimerAPI
import TranscriptionAPI

@testable import RouterService

/// The parts of a meeting in the terms of the services that do the work.
@Suite struct MeetingWorkTests {
  @Test func aClock() {
    #expect(StartCountdown(Sample.running) == Sample.countdown)
    #expect(StartCountdown(Sample.running(isHeard: false)) == Sample.countdown)
  }

  @Test func earsIfItIsRecorded() {
    #expect(StartRecognition(Sample.running) == Sample.stream)
    #expect(StartRecognition(Sample.running(isHeard: false)) == nil)
    // Nothing has been transcribed yet.
    var fresh = Sample.running
    fresh.listening = RunningMeeting.Listening(startMs: 0)
    let stream = StartRecognition(fresh)
    #expect(stream?.startMs == 0)
    #expect(stream?.settledMs == .some(nil))
  }

  @Test func aLineKeepsThePersonWhoseMicrophoneItIs() {
    let person = "6f1c0000-0000-4000-8000-000000000071"
    var line = Sample.line
    line.person = person
    #expect(HeardLine(line).person?.description == person)
    #expect(HeardLine(Sample.line) == Sample.heard)
  }

  @Test func theirIDsLeadBack() throws {
    for id in [Sample.countdown.id, Sample.stream.id] {
      let work = try #require(OwnedID(id))
      #expect(work.owner == Meeting.ID.owner)
      #expect(try Meeting.ID(work: work.name) == Sample.meeting)
    }
    let error = #expect(throws: BusError.self) { try Meeting.ID(work: "tea") }
    #expect(error?.code == .notFound)
  }
}
