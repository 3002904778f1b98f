import Bus
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Corrections on the command line")
struct CorrectVerbTests {
  private static let people = Array(Fixture.standup().attendees)

  private static func segment(_ who: Attendee, _ text: String) -> Segment {
    Segment(attendee: who.id, speaker: who.displayName, fromMs: 0, toMs: 5, text: text)
  }

  /// A meeting with two parts of two lines each.
  private static func part(_ number: Int) -> Meeting {
    var part = Fixture.meeting(0xA)
    part.segments = [
      segment(people[0], "Line \(2 * number - 1)."), segment(people[1], "Line \(2 * number)."),
    ]
    part.transcript = MeetingSession.transcript(of: part.segments)
    (part.attendees, part.parts) = (number == 1 ? people : nil, 2)
    part.part = number == 1 ? nil : number
    return part
  }

  private func bench() -> Bench {
    let bench = Bench()
    bench.caller.on(ListStandups.self) { _ in .init(standups: [Fixture.summary()], next: nil) }
    bench.caller.on(GetStandup.self) { _ in
      .init(summary: Fixture.summary(), meetings: [Self.part(1)], next: nil)
    }
    bench.caller.on(GetMeetingPart.self) { command in Self.part(command.part) }
    bench.caller.on(CorrectLine.self) { command in
      let line = Self.part(command.part ?? 1).segments[command.line]
      let attendee = Self.people.first { $0.id == command.attendee }
      return .init(
        meeting: command.meeting,
        segment: command.isHeard == true
          ? line : line.corrected(text: command.text, attendee: attendee))
    }
    return bench
  }

  @Test("The words of a line are corrected by its number in the whole transcript")
  func words() async {
    let bench = bench()
    #expect(await bench.run("meetings correct Daily 4 Kubernetes is up.") == .ok)
    let line = Self.part(2).segments[1]
    #expect(
      bench.caller.commands(CorrectLine.self) == [
        CorrectLine(
          standup: Fixture.standup().id, meeting: Self.part(1).id, part: 2, line: 1,
          was: .init(line), text: "Kubernetes is up.")
      ])
    #expect(
      bench.output == "\(line.speaker): Kubernetes is up.\n    heard: Line 4.\n", "\(bench.output)")
  }

  @Test("A line is reassigned, and restored as it was heard")
  func speaker() async {
    let bench = bench()
    let name = Self.people[1].name
    #expect(await bench.run("meetings correct Daily 1 --speaker \(name)") == .ok)
    #expect(await bench.run("meetings correct Daily 1 --heard --json") == .ok)
    let sent = bench.caller.commands(CorrectLine.self)
    #expect(sent.map(\.attendee) == [Self.people[1].id, nil])
    #expect(sent.map(\.isHeard) == [nil, true] && sent.map(\.text) == [nil, nil])
    #expect(sent.map(\.part) == [nil, nil] && sent.map(\.line) == [0, 0])
    #expect(bench.output.contains("heard as \(Self.people[0].displayName): Line 1."))
  }

  @Test("Without a correction, with two of them, or without the line, nothing is sent")
  func wrong() async {
    let bench = bench()
    #expect(await bench.run("meetings correct Daily 1") == .usage)
    #expect(await bench.run("meetings correct Daily 1 x --heard") == .usage)
    #expect(await bench.run("meetings correct Daily 0 x") == .usage)
    #expect(await bench.run("meetings correct Daily 5 x") == .noInput)
    #expect(await bench.run("meetings correct Daily 1 --speaker Nobody") == .noInput)
    #expect(bench.caller.commands(CorrectLine.self).isEmpty)
  }

  @Test("The lines of a transcript are numbered, with what was heard")
  func numbers() async {
    let bench = bench()
    bench.caller.on(GetStandup.self) { _ in
      var meeting = Self.part(1)
      meeting.parts = nil
      meeting.segments[1] = meeting.segments[1].corrected(text: "New.", attendee: nil)
      return .init(summary: Fixture.summary(), meetings: [meeting], next: nil)
    }
    #expect(await bench.run("meetings show Daily --lines") == .ok)
    #expect(bench.output.contains("  1 Line 1."), "\(bench.output)")
    #expect(bench.output.contains("  2 New.\n    heard: Line 2."), "\(bench.output)")
  }
}
