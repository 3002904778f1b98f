import Bus
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A meeting of which much was heard can be saved, whatever was said: as JSON some characters are longer.
struct LongMeetingTests {
  @Test(arguments: ["a", "\"", "\u{1}", "é"])
  func whatWasHeardFitsACommit(character: String) throws {
    var scenario = Scenario.lastTurn { session in
      for number in 0..<300 {
        let text = "“" + String(repeating: character, count: 900) + "”"
        _ = session.hear(line("\(number)", Int64(number), Int64(number) + 1, text))
      }
    }
    let kept = try #require(scenario.session?.segments.count)
    #expect((30..<200).contains(kept))
    scenario.time.advance(30_020)
    let caller = scenario.send(.timeUp(TellTimeUp(id: meetingID)))
    let (operation, _) = try scenario.takeEnding()
    scenario.store.send(.ended(operation, .success(.init(lines: []))))
    let commit = try scenario.commit(["meeting.finished"]) { saved in
      saved.removeSession(meetingID)
      saved.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: TestTime.startMs))
    }
    #expect(try BusJSON.encode(commit).count < Limits.bytes - Limits.headBytes)
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }
}
