import StandupsAPI
import Testing
import Threads
import TranscriptionAPI

@testable import Command

@Suite("Recording decisions on the command line")
struct RecordingVerbTests {
  private func consented(_ status: SpeechAuthorization.Status, isLive: Bool = false) -> Bench {
    let bench = Bench()
    let status = Locked(status)
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(GetStandup.self) { _ in
      .init(
        summary: Fixture.summary(live: isLive ? Fixture.meetingID : nil), meetings: [], next: nil)
    }
    bench.caller.on(GetMeeting.self) { _ in Fixture.live(isRecording: true) }
    bench.caller.on(GetSpeechAuthorization.self) { _ in .init(status: status.withLock { $0 }) }
    bench.caller.on(AuthorizeSpeech.self) { command in
      let new: SpeechAuthorization.Status =
        command.isGranted.map { $0 ? .authorized : .denied } ?? .notDetermined
      status.withLock { $0 = new }
      return .init(status: new)
    }
    return bench
  }

  @Test(
    "What is decided on recording is shown and changed",
    arguments: [
      ("allow", true, "“Daily” may be recorded.\n"),
      ("deny", false, "“Daily” may not be recorded.\n"),
      ("ask", nil, "The next meeting of “Daily” will ask whether it may be recorded.\n"),
    ] as [(String, Bool?, String)])
  func recording(verb: String, isGranted: Bool?, output: String) async throws {
    let bench = consented(.notDetermined)
    #expect(await bench.run("recording \(verb) Daily") == .ok)
    #expect(
      bench.caller.commands(AuthorizeSpeech.self)
        == [AuthorizeSpeech(subject: "\(Fixture.standup().id)", isGranted: isGranted)])
    #expect(bench.output == output)
    let status = consented(.authorized, isLive: true)
    #expect(await status.run("recording status Daily") == .ok)
    #expect(
      status.output == "“Daily” may be recorded.\nThe live meeting is being recorded.\n")
    // The question is in the language of the standup.
    let spanish = consented(.authorized)
    spanish.caller.on(GetStandup.self) { _ in
      var summary = Fixture.summary()
      summary.standup.language = "es"
      return .init(summary: summary, meetings: [], next: nil)
    }
    #expect(await spanish.run("recording status Daily") == .ok)
    #expect(spanish.caller.commands(GetSpeechAuthorization.self).map(\.language) == ["es"])
    let place = consented(.denied)
    #expect(await place.run("open standups:///standups/\(Fixture.standup().id)/settings") == .ok)
    #expect(place.output == "“Daily” may not be recorded.\n")
  }
}
