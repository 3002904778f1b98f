import Bus
import Standups
import StandupsAPI
import StandupsDependencies
import Testing

@testable import StandupsService

/// Recognition of voices in a running meeting.
extension RunningTests {
  private static let ann = Attendee.PersonID(.init(number: 71))

  /// A meeting whose second attendee is linked to Ann.
  private static func linked(voices: Int? = nil) -> Scenario {
    Scenario.meeting { session in
      let second = session.standup.attendees[1].id
      session.standup.attendees[id: second]?.person = ann
      session.voices = voices
    }
  }

  @Test func theNumberOfVoicesIsSavedAndPublished() throws {
    var scenario = Self.linked()
    let command = TellVoicesRecognised(id: meetingID, people: 2)
    let caller = scenario.send(.voicesRecognised(command))
    let commit = try scenario.commit(["meeting.voicesRecognised"]) { saved in
      change(&saved) { $0.voices = 2 }
    }
    #expect(try commit.events[0].data.decode(as: MeetingVoicesRecognised.self).people == 2)
    #expect(try scenario.reply(to: caller) == .done)
    // Transcription may have received the turns before a change.
    #expect(try scenario.work().map { $0.turns != nil } == [true])
    let again = scenario.send(.voicesRecognised(command))
    #expect(try scenario.reply(to: again) == .done)
    let none = scenario.send(.voicesRecognised(TellVoicesRecognised(id: meetingID, people: 0)))
    try scenario.commit(["meeting.voicesRecognised"]) { saved in
      change(&saved) { $0.voices = nil }
    }
    #expect(try scenario.reply(to: none) == .done)
    scenario.finish()
  }

  @Test func aMeetingThatIsNotRecordedHasNoVoices() throws {
    var scenario = Scenario.meeting(isRecording: false)
    let caller = scenario.send(.voicesRecognised(TellVoicesRecognised(id: meetingID, people: 2)))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aLineGoesToTheAttendeeOfTheVoice() throws {
    var scenario = Self.linked(voices: 1)
    var heard = line("1", 1_000, 2_000, "I drew icons.")
    heard.voice = Self.ann
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    let segment = Segment(
      attendee: design.attendees[1].id, speaker: "Grace", fromMs: 1_000, toMs: 2_000,
      text: "I drew icons.", voice: .recognised)
    let commit = try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { $0.take(.init(key: "1", segment: segment, heard: nil)) }
    }
    #expect(try commit.events[0].data.decode(as: MeetingSegment.self).segment == segment)
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aLineIsReassignedOnceItsVoiceIsKnown() throws {
    var scenario = Self.linked(voices: 1)
    var heard = line("1", 1_000, 2_000, "I drew icons.")
    let first = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    var segment = Segment(
      attendee: design.attendees[0].id, speaker: "Ada", fromMs: 1_000, toMs: 2_000,
      text: "I drew icons.")
    try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { $0.take(.init(key: "1", segment: segment, heard: nil)) }
    }
    #expect(try scenario.reply(to: first) == .done)
    (heard.voice, heard.isReassigned) = (Self.ann, true)
    (segment.attendee, segment.speaker) = (design.attendees[1].id, "Grace")
    segment.voice = .recognised
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    let commit = try scenario.commit(["meeting.lineReassigned"]) { saved in
      change(&saved) { session in
        if let line = session.reassigned(heard) { session.take(line) }
      }
    }
    let data = try commit.events[0].data.decode(as: MeetingLineReassigned.self)
    #expect(data == MeetingLineReassigned(segment: segment, was: design.attendees[0].id))
    #expect(commit.changes.count == 1)
    #expect(try scenario.reply(to: caller) == .done)
    #expect(scenario.store.state.saved.sessions[id: meetingID]?.segments == [segment])
    // The same again, and a line that was not accepted, have no effect.
    for key in ["1", "2"] {
      heard.key = key
      let line = heard
      let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: line)))
      #expect(try scenario.reply(to: caller) == .done)
    }
    scenario.finish()
  }

  /// The correction by hand stays, and transcription learns from it.
  @Test func aCorrectedLineGoesToItsSpeakerAndTeachesTheVoice() throws {
    let person = Attendee.PersonID(.init(number: 0xE0))
    var scenario = Self.linked(voices: 1)
    var heard = line("1", 1_000, 2_000, "I drew icons.")
    let first = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    let segment = Segment(
      attendee: design.attendees[0].id, speaker: "Ada", fromMs: 1_000, toMs: 2_000,
      text: "I drew icons.")
    try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { $0.take(.init(key: "1", segment: segment, heard: nil)) }
    }
    #expect(try scenario.reply(to: first) == .done)
    func correction(_ was: Segment, line: Int = 0) -> StandupsCommand {
      .correct(
        CorrectLine(
          standup: design.id, meeting: meetingID, line: line, was: .init(was),
          attendee: design.attendees[1].id))
    }
    // Lines that were recognised since may have moved it.
    let caller = scenario.send(correction(segment, line: 5), by: "person/\(person)")
    let commit = try scenario.commit(["meeting.lineReassigned"]) { saved in
      change(&saved) { session in
        if let line = session.corrected(at: 0, to: design.attendees[1]) { session.take(line) }
      }
    }
    let corrected = segment.corrected(text: nil, attendee: design.attendees[1])
    #expect(corrected.heardSpeaker == "Ada")
    #expect(
      try commit.events[0].data.decode(as: MeetingLineReassigned.self)
        == MeetingLineReassigned(segment: corrected, was: segment.attendee, by: person))
    #expect(commit.changes.count == 1)
    #expect(
      try scenario.reply(to: caller) == .line(.init(meeting: meetingID, segment: corrected)))
    #expect(
      try scenario.work().first?.corrected == [
        RunningMeeting.Corrected(line: "1", person: Self.ann)
      ])
    // A voice that is recognised later does not change it again.
    (heard.voice, heard.isReassigned) = (Attendee.PersonID(.init(number: 72)), true)
    let late = heard
    let voice = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: late)))
    #expect(try scenario.reply(to: voice) == .done)
    // Another client may have made the same correction.
    let again = scenario.send(correction(segment))
    #expect(try scenario.reply(to: again) == .line(.init(meeting: meetingID, segment: corrected)))
    scenario.finish()
  }

  @Test func onlyTheSpeakerOfALiveLineIsCorrected() throws {
    var scenario = Self.linked()
    let first = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("1", 1_000, 2_000, "I drew icons."))))
    let segment = Segment(
      attendee: design.attendees[0].id, speaker: "Ada", fromMs: 1_000, toMs: 2_000,
      text: "I drew icons.")
    try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { $0.take(.init(key: "1", segment: segment, heard: nil)) }
    }
    #expect(try scenario.reply(to: first) == .done)
    let grace = design.attendees[1].id
    var other = segment
    other.attendee = grace
    var unknown = segment
    unknown.text = "I drew a clock."
    for (was, text, attendee, isHeard, code) in [
      (segment, "I drew.", nil, nil, .conflict), (segment, nil, nil, true, .conflict),
      (segment, "I drew.", grace, nil, .conflict),
      (segment, nil, Attendee.ID(.init(number: 0xFF)), nil, .invalid),
      (other, nil, design.attendees[2].id, nil, .conflict), (unknown, nil, grace, nil, .notFound),
    ] as [(Segment, String?, Attendee.ID?, Bool?, BusError.Code)] {
      let caller = scenario.send(
        .correct(
          CorrectLine(
            standup: design.id, meeting: meetingID, line: 0, was: .init(was), text: text,
            attendee: attendee, isHeard: isHeard)))
      try scenario.error(to: caller, code)
    }
    scenario.finish()
  }

  @Test func theWorkNamesThePersonsAndTheTurns() throws {
    var scenario = Self.linked()
    scenario.store.send(.syncDue([meetingID], .all))
    let work = try #require(try scenario.work().first)
    #expect(
      work.voices
        == RunningMeeting.Voices(people: [Self.ann], others: design.attendees.count - 1))
    #expect(work.turns?.first == RunningMeeting.Turn(atMs: 0))
    #expect(work.turns?.dropFirst().first?.person == Self.ann)
  }

  @Test func theTurnsFollowTheClockOnlyWhileVoicesAreRecognised() throws {
    for voices in [nil, 1] {
      var scenario = Self.linked(voices: voices)
      scenario.store.send(.syncDue([meetingID], .clock))
      let work = try #require(try scenario.work().first)
      #expect(work.voices == nil)
      #expect((work.turns == nil) == (voices == nil))
    }
  }

  @Test func theMeetingsOfAPersonAreFound() throws {
    var scenario = Self.linked()
    for (person, count) in [(Self.ann, 1), (Attendee.PersonID(.init(number: 79)), 0)] {
      let caller = scenario.send(.work(GetRunningMeetings(person: person)))
      guard case .running(let page) = try scenario.reply(to: caller) else {
        Issue.record("Expected the running meetings.")
        continue
      }
      #expect(page.meetings.count == count)
    }
    scenario.finish()
  }

  @Test func aPageOfMeetingsFitsIntoAMessage() throws {
    let turns = (0..<64).map { RunningMeeting.Turn(atMs: Int64($0), person: Self.ann) }
    var scenario = Self.linked()
    scenario.store.send(.syncDue([meetingID], .all))
    var meeting = try #require(try scenario.work().first)
    meeting.turns = turns
    let many = Array(repeating: meeting, count: 1000)
    let count = RunningMeeting.fittingCount(many, maxBytes: 600_000)
    #expect((50..<200).contains(count))
    let bytes = try BusJSON.encode(MeetingsStarted(meetings: Array(many.prefix(count)))).count
    #expect(bytes <= 900_000)
    #expect(RunningMeeting.fittingCount(many, maxBytes: 1) == 1)
    #expect(RunningMeeting.fittingCount([RunningMeeting](), maxBytes: 1) == 0)
  }
}
