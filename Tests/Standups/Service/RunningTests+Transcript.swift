import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Lines of the transcript of a running meeting.
extension RunningTests {
  @Test func aLineBecomesASegmentOfWhoeverSpoke() throws {
    var scenario = Scenario.meeting { $0.speakerIndex = 1 }
    scenario.time.advance(14_000)
    let heard = line("1", 9_000, 13_000, "I drew icons.")
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    let segment = Segment(
      attendee: design.attendees[1].id, speaker: "Grace", fromMs: 9_000, toMs: 13_000,
      text: "I drew icons.")
    let commit = try scenario.commit(["meeting.segment"]) { saved in
      change(&saved) { session in
        session.take(.init(key: "1", segment: segment, heard: nil))
      }
    }
    // Only the line is written.
    #expect(commit.changes.count == 1)
    let document = try #require(commit.changes.first?.document)
    #expect(document.collection == "session.lines")
    #expect(document.id == "\(meetingID)/0")
    #expect(document.parent == "\(meetingID)")
    #expect(document.sortKey == 0)
    #expect(try commit.events[0].data.decode(as: MeetingSegment.self).segment == segment)
    #expect(try scenario.reply(to: caller) == .done)
    let again = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    #expect(try scenario.reply(to: again) == .done)
    scenario.finish()
  }

  @Test func aLineThatAnEarlierStreamHasToldIsAcknowledged() throws {
    var scenario = Scenario.meeting { session in
      session.isRecording = true
      session.heard = .init(stream: "a", untilMs: 6_000)
    }
    var heard = line("b-0", 4_000, 6_100, "I drew icons.")
    heard.stream = "b"
    let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: heard)))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aLineOfAMeetingThatIsOverIsAcknowledged() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .lineHeard(TellLineHeard(id: meetingID, line: line("1", 0, 1, "Late."))))
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aLineWithoutRoomIsOnlyAnnounced() throws {
    var scenario = Scenario.meeting { session in
      for key in 0..<20 {
        _ = session.hear(line("\(key)", 0, 1, String(repeating: "a", count: 199_700)))
      }
    }
    for (key, text) in [("21", "b"), ("22", "c")] {
      var told = line(key, 0, 1_000, String(repeating: text, count: 5_000))
      told.stream = "s"
      let caller = scenario.send(.lineHeard(TellLineHeard(id: meetingID, line: told)))
      // The next one takes its place.
      let commit = try scenario.commit(["meeting.segment"]) { saved in
        change(&saved) { $0.heard = .init(stream: "s", untilMs: 1_000) }
      }
      #expect(commit.changes.first?.document?.id == "\(meetingID)/20")
      _ = try scenario.reply(to: caller)
    }
    #expect(scenario.session?.heardLines.count == 20)
  }
}
