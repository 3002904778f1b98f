import Audio
import Bus
import CommandLineKit
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing
import TranscriptionAPI

@testable import Command

@Suite("A live meeting on the command line")
struct LiveRunnerTests {
  private func bench(_ terminal: ScriptedTerminal? = nil) -> Bench {
    let bench = Bench(terminal: terminal)
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(StartMeeting.self) { _ in Fixture.live(isRecording: false) }
    bench.caller.on(GetMeeting.self) { _ in Fixture.live(isRecording: false) }
    return bench
  }

  private var finish: EventNotice {
    get throws { try Fixture.notice(Fixture.finished) }
  }

  @Test("Without a terminal it is plain lines, then who said what")
  func plain() async throws {
    let bench = bench()
    let people = Fixture.standup().attendees
    bench.events.script([
      try Fixture.notice(MeetingSegment(segment: Fixture.segment(0, "I fixed it."))),
      try Fixture.notice(
        MeetingSpeakerChanged(speaker: 1, attendee: people[1], elapsedMs: 12_000, cause: .time)),
      try Fixture.notice(MeetingSegment(segment: Fixture.segment(1, "Nothing new."))),
      try finish,
    ])
    #expect(await bench.run("start Daily --no-record") == .ok)
    #expect(
      bench.output == """
        ▶ Ann (speaker 1 of 3)
          Ann: I fixed it.
        ▶ Bob (speaker 2 of 3)
          Bob: Nothing new.
        Daily
        Meeting 00000000-0000-0000-0000-000000000007
        2027-01-15 08:00, 36 s, time ran out

        Ann  0:00
          I fixed it.
        Bob  0:12
          Nothing new.

        """)
    #expect(bench.caller.commands(StartMeeting.self).map(\.isRecorded) == [false])
    #expect(bench.events.subscriptions == [["m/00000000-0000-0000-0000-000000000007/"]])
    #expect(!bench.output.contains("\u{1B}") && !bench.output.contains("\u{7}"))
  }

  @Test("What a speaker has to come back to is shown when the turn comes, until it is done")
  func followUps() async throws {
    let bench = bench()
    let people = Fixture.standup().attendees
    bench.caller.on(ListFollowUps.self) { _ in
      .init(followUps: [
        Fixture.followUp(1, 0, "The login review."), Fixture.followUp(2, 1, "Ask."),
      ])
    }
    bench.events.script([
      try Fixture.notice(MeetingNoted(followUp: Fixture.followUp(3, 1, "The vendor."))),
      try Fixture.notice(FollowUpDone(Fixture.followUp(2, 1, ""))),
      try Fixture.notice(
        MeetingSpeakerChanged(speaker: 1, attendee: people[1], elapsedMs: 12_000, cause: .time)),
      try finish,
    ])
    #expect(await bench.run("start Daily --no-record") == .ok)
    #expect(
      bench.output.hasPrefix(
        """
        ▶ Ann (speaker 1 of 3)
          ↪ The login review.
          ✎ Bob: The vendor.
          ✓ Bob: Ask.
        ▶ Bob (speaker 2 of 3)
          ↪ The vendor.
        Daily

        """), "\(bench.output)")
  }

  @Test("The state is read after the subscription is active")
  func order() async throws {
    let bench = bench()
    bench.caller.on(GetMeeting.self) { [events = bench.events] _ in
      #expect(events.subscriptions.count == 1)
      return Fixture.live()
    }
    bench.events.script([try finish])
    #expect(await bench.run("start Daily") == .ok)
    #expect(
      bench.caller.targets == [
        "standups.list", "meetings.start", "meetings.get", "standups.followUps",
      ])
  }

  @Test("With --json each event is a line, and the outcome is the last")
  func json() async throws {
    let bench = bench()
    bench.events.script([
      try Fixture.notice(MeetingSegment(segment: Fixture.segment(0, "I fixed it."))), try finish,
    ])
    #expect(await bench.run("start Daily --json") == .ok)
    let lines = bench.output.split(separator: "\n")
    #expect(lines.count == 3)
    let outcome = try BusJSON.decode(Outcome.self, from: Data(lines[2].utf8))
    #expect(outcome.outcome == .finished && outcome.meeting == Fixture.meeting())
  }

  @Test("On a terminal keys act, the panel is drawn, and the terminal is given back")
  func terminal() async throws {
    let terminal = ScriptedTerminal()
    let bench = bench(terminal)
    let alert = MeetingSession.Alert.endMeeting(isDiscardable: true)
    bench.caller.on(EndMeeting.self) { _ in
      terminal.type.yield(.key(.character("d")))
      return Fixture.live(alert: alert)
    }
    // The key may be read before the reply that opens the alert: then it is typed again.
    bench.caller.on(AnswerMeetingAlert.self) { _ in .discarded }
    terminal.type.yield(.key(.character("e")))
    let typing = Task {
      while !Task.isCancelled {
        let screens = terminal.written.values
        if screens.contains(where: { $0.contains("Discard meeting") }) {
          terminal.type.yield(.key(.character("d")))
          if screens.contains(where: { $0.contains("Press again") }) { break }
        }
        await Task.yield()
      }
    }
    #expect(await bench.run("start Daily") == .ok)
    typing.cancel()
    #expect(
      bench.caller.commands(AnswerMeetingAlert.self) == [
        AnswerMeetingAlert(id: Fixture.meetingID, action: .discard)
      ])
    #expect(terminal.restored.values == [true])
    #expect(terminal.written.values[0].contains("speaker 1 of 3"))
    #expect(bench.output == "The meeting was discarded.\n")
  }

  @Test("q leaves the meeting running and says how to come back")
  func leave() async {
    let terminal = ScriptedTerminal()
    let bench = bench(terminal)
    terminal.type.yield(.key(.character("q")))
    #expect(await bench.run("start Daily") == .ok)
    #expect(
      bench.output == "The meeting continues. Return to it with “standups start --join Daily”.\n")
    #expect(terminal.restored.values == [true])
  }

  @Test("An error on the way gives the terminal back as well")
  func broken() async {
    let terminal = ScriptedTerminal()
    let bench = bench(terminal)
    bench.caller.on(GetMeeting.self) { _ in throw BusError(.unavailable, "Gone.") }
    #expect(await bench.run("start Daily") == .unavailable)
    #expect(terminal.restored.values.isEmpty)  // the terminal was never switched
    terminal.type.yield(.interrupted)
    bench.caller.on(GetMeeting.self) { _ in Fixture.live() }
    #expect(await bench.run("start Daily") == .ok)
    #expect(terminal.restored.values == [true])
  }

  @Test("Events that are lost are made up for: subscribed again, read again")
  func lost() async {
    let bench = bench()
    let reads = Recorder<Int>()
    bench.caller.on(GetMeeting.self) { _ in
      reads.record(1)
      if reads.values.count == 1 { return Fixture.live() }
      throw BusError(.notFound, "It is over.")
    }
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(), meetings: [Fixture.meeting()], next: nil)
    }
    bench.events.script([])
    #expect(await bench.run("start Daily") == .ok)
    #expect(bench.events.subscriptions.count == 2)
    #expect(bench.output.contains("Nothing new."))
  }

  @Test("A meeting that is over before it could be watched is shown from where it was saved")
  func over() async {
    let bench = bench()
    bench.caller.on(GetMeeting.self) { _ in throw BusError(.notFound, "It is over.") }
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(), meetings: [], next: nil)
    }
    #expect(await bench.run("start Daily") == .ok)
    #expect(bench.output == "The meeting was discarded.\n")
  }

  @Test("Recording that is allowed starts the audio at its place in the stream")
  func audio() async throws {
    let bench = bench()
    bench.caller.on(GetMeeting.self) { _ in
      var live = Fixture.live(elapsedMs: 500, isRecording: true)
      live.session.floor = [.init(sinceMs: 0, elapsedMs: 0, speakerIndex: 0, isRunning: true)]
      return live
    }
    let events = bench.events
    let finish = try finish
    bench.caller.on(RecognizeAudio.self) { command in
      if command.offset >= 8_000 + 3_200 { events.send(finish) }
      return .init(creditSamples: 1_600)
    }
    #expect(await bench.run("start Daily --audio x.wav --yes-record") == .ok)
    #expect(bench.caller.commands(RecognizeAudio.self).first?.offset == 8_000)
    #expect(bench.output.contains("Nothing new."))
  }

  @Test(
    "Sound that cannot be opened starts no meeting",
    arguments: [
      ("--audio=/nowhere/x.wav", ExitCode.noInput, "Cannot open /nowhere/x.wav."),
      ("--audio=/", .noInput, "/ is a directory"),
      ("--audio=\(#filePath)", .data, "as a recording; expected WAV, FLAC"),
      ("--audio=/dev/null", .data, "The WAV file ends in the middle of its RIFF header"),
    ])
  func noSound(option: String, exit: ExitCode, sentence: String) async {
    let bench = Bench(sound: { try await $0.feed() })
    #expect(await bench.run(["start", "Daily", "--yes-record", option]) == exit)
    #expect(bench.errors.contains(sentence))
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("Sound that fails during a meeting is reported at once, and by the exit code at its end")
  func soundFails() async throws {
    let feed = AudioFeed(
      AsyncThrowingStream<AudioChunk, any Error> { continuation in
        continuation.yield(AudioChunk(offset: 0, samples: [1]))
        continuation.finish(throwing: AudioError(.truncated, "The file ends early."))
      })
    let bench = Bench(sound: { _ in feed })
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(StartMeeting.self) { _ in Fixture.live(isRecording: true) }
    bench.caller.on(GetMeeting.self) { _ in Fixture.live(isRecording: true) }
    bench.caller.on(RecognizeAudio.self) { command in
      .init(creditSamples: 16_000, settled: command.offset + 1)
    }
    let run = Task { await bench.run("start Daily --audio x.wav --yes-record") }
    try await waitUntil("the failure is printed") { !bench.errors.isEmpty }
    bench.events.send(try finish)
    #expect(await run.value == .data)
    #expect(bench.errors == "standups: The file ends early.\n")
    #expect(bench.output.contains("Nothing new."))
  }
}
