import Bus
import CommandLineKit
import StandupsDependencies
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import Command

@Suite("Meetings on the command line")
struct MeetingVerbTests {
  private func bench(live: [LiveMeeting] = [], typing: [String]? = nil) -> Bench {
    let bench = Bench(typing: typing)
    bench.caller.on(ListStandups.self) { _ in
      .init(standups: [Fixture.summary(meetings: 3)], next: nil)
    }
    bench.caller.on(ListLiveMeetings.self) { _ in .init(meetings: live) }
    bench.caller.on(GetStandup.self) { command in
      let all = [Fixture.meeting(0xA), Fixture.meeting(0xB), Fixture.meeting(0xC)]
      let start = command.after.flatMap { Int($0) } ?? 0
      let end = min(all.count, start + (command.limit ?? 20))
      return .init(
        summary: Fixture.summary(meetings: 3), meetings: Array(all[start..<end]),
        next: end < all.count ? String(end) : nil)
    }
    return bench
  }

  @Test("A page of past meetings says how to go on")
  func page() async throws {
    let bench = bench()
    #expect(await bench.run("meetings list Daily --limit 2") == .ok)
    #expect(bench.output.split(separator: "\n").count == 4)
    #expect(bench.output.hasSuffix("2 of 3. For more, add --after 2, or --all.\n"))
    let next = self.bench()
    #expect(await next.run("meetings list Daily --after 2 --json") == .ok)
    let page = try BusJSON.decode(MeetingsVerb.Page.self, from: Data(next.output.utf8))
    #expect(page.meetings.map(\.id) == [Meeting.ID(UUID(number: 0xC))])
    #expect(page.next == nil && page.total == 3)
  }

  @Test("A limit out of range is refused before anything is sent", arguments: ["0", "1001", "x"])
  func badLimit(limit: String) async {
    let bench = bench()
    #expect(await bench.run("meetings list Daily --limit \(limit)") == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("A past meeting with who said what")
  func show() async {
    let bench = bench()
    #expect(await bench.run("meetings show Daily") == .ok)
    #expect(
      bench.output == """
        Daily
        Meeting 00000000-0000-0000-0000-00000000000a
        2027-01-15 08:00, 36 s, time ran out

        Ann  0:00
          I fixed it.
        Bob  0:12
          Nothing new.

        """)
  }

  @Test(
    "A recording that ended before its meeting is said to have",
    arguments: MeetingSession.Mark.allCases)
  func marked(mark: MeetingSession.Mark) async {
    for segments in [Fixture.meeting().segments, []] {
      let bench = bench()
      bench.caller.on(GetStandup.self) { _ in
        var meeting = Fixture.meeting(0xA)
        meeting.segments = segments
        meeting.transcript = segments.isEmpty ? mark.text : meeting.transcript + mark.text
        return .init(summary: Fixture.summary(meetings: 1), meetings: [meeting], next: nil)
      }
      #expect(await bench.run("meetings show Daily") == .ok)
      #expect(bench.output.hasSuffix("\(mark.note)\n"), "\(bench.output)")
    }
  }

  @Test("A meeting whose words fit no message is listed and deleted, and not shown without them")
  func shortened() async {
    func bench() -> Bench {
      let bench = self.bench()
      var meeting = Fixture.meeting(0xA)
      (meeting.segments, meeting.transcript) = ([], "")
      let reply = GetStandup.Reply(
        summary: Fixture.summary(meetings: 1), meetings: [meeting], next: nil,
        shortened: [meeting.id])
      bench.caller.on(GetStandup.self) { _ in reply }
      bench.caller.on(DeleteMeeting.self) { _ in Done() }
      return bench
    }
    for line in ["meetings show Daily", "meetings show Daily 0000"] {
      let bench = bench()
      #expect(await bench.run(line) == .data)
      #expect(bench.errors.contains("standups export"))
    }
    for line in ["meetings list Daily", "show Daily"] {
      let bench = bench()
      #expect(await bench.run(line) == .ok)
      #expect(bench.output.contains("standups export"))
    }
    #expect(await bench().run("meetings delete Daily 0000 --yes") == .ok)
  }

  @Test("The beginning of an id must name one meeting")
  func prefix() async {
    let bench = bench()
    #expect(await bench.run("meetings show Daily 0000") == .data)
    #expect(bench.errors.contains("“0000” is ambiguous"))
    let exact = self.bench()
    #expect(
      await exact.run("meetings show Daily 00000000-0000-0000-0000-00000000000b --json") == .ok)
    #expect(exact.output.contains("00000000000b"))
    let missing = self.bench()
    #expect(await missing.run("meetings show Daily ffff") == .noInput)
  }

  @Test("Deleting a past meeting asks first")
  func delete() async {
    let bench = bench(typing: ["yes"])
    bench.caller.on(DeleteMeeting.self) { _ in Done() }
    #expect(await bench.run("meetings delete Daily last") == .ok)
    #expect(
      bench.caller.commands(DeleteMeeting.self) == [
        DeleteMeeting(standup: Fixture.standup().id, meeting: Meeting.ID(UUID(number: 0xA)))
      ])
    #expect(bench.errors.contains("Delete the meeting of 2027-01-15 08:00?"))
  }

  @Test("The live meetings as a table")
  func live() async {
    let bench = bench(live: [
      Fixture.live(elapsedMs: 14_000, speaker: 1, isRecording: true),
      Fixture.live(alert: .endMeeting(isDiscardable: true)),
    ])
    #expect(await bench.run("live") == .ok)
    #expect(
      bench.output == """
        STANDUP  MEETING   ELAPSED  DURATION  SPEAKER       STATE
        Daily    00000000  0:14     0:36      Bob (2 of 3)  recording
        Daily    00000000  0:00     0:36      Ann (1 of 3)  End meeting?

        """)
    let none = self.bench()
    #expect(await none.run("live") == .ok)
    #expect(none.output == "No meeting is live.\n")
  }

  @Test(
    "next and end act on the only live meeting, or on the one that is named",
    arguments: [
      "next", "next Daily", "next 00000000-0000-0000-0000-000000000007", "end", "end daily",
    ])
  func act(line: String) async {
    let bench = bench(live: [Fixture.live()])
    let alert = MeetingSession.Alert.endMeeting(isDiscardable: true)
    bench.caller.on(NextSpeaker.self) { _ in Fixture.live(elapsedMs: 12_000, speaker: 1) }
    bench.caller.on(EndMeeting.self) { _ in Fixture.live(alert: alert) }
    #expect(await bench.run(line) == .ok)
    if line.hasPrefix("next") {
      #expect(
        bench.caller.commands(NextSpeaker.self) == [NextSpeaker(id: Fixture.meetingID, from: 0)])
      #expect(bench.output == "Daily: Bob (2 of 3), 0:12 of 0:36.\n")
    } else {
      #expect(bench.caller.commands(EndMeeting.self) == [EndMeeting(id: Fixture.meetingID)])
      #expect(bench.output.hasSuffix("  standups answer resume\n"))
    }
  }

  @Test(
    "Turns are changed, and meetings paused, on the only live meeting",
    arguments: [
      "postpone", "extend", "extend Daily --by 30s", "pause", "resume daily",
    ])
  func agenda(line: String) async {
    let bench = bench(live: [Fixture.live()])
    bench.caller.on(PostponeTurn.self) { _ in Fixture.live(speaker: 1) }
    bench.caller.on(ExtendTurn.self) { _ in Fixture.live() }
    bench.caller.on(PauseMeeting.self) { _ in Fixture.live(alert: .paused) }
    bench.caller.on(ResumeMeeting.self) { _ in Fixture.live() }
    #expect(await bench.run(line) == .ok)
    let id = Fixture.meetingID
    switch line {
    case "postpone":
      #expect(bench.caller.commands(PostponeTurn.self) == [PostponeTurn(id: id, from: 0)])
      #expect(bench.output.hasPrefix("Daily: Bob (2 of 3)"))
    case "extend":
      #expect(bench.caller.commands(ExtendTurn.self) == [ExtendTurn(id: id, from: 0)])
    case "extend Daily --by 30s":
      #expect(
        bench.caller.commands(ExtendTurn.self) == [ExtendTurn(id: id, from: 0, byMs: 30_000)])
    case "pause":
      #expect(bench.caller.commands(PauseMeeting.self) == [PauseMeeting(id: id)])
      #expect(bench.output.contains("Paused"))
    default:
      #expect(bench.caller.commands(ResumeMeeting.self) == [ResumeMeeting(id: id)])
    }
  }

  @Test("The last change of the turns is undone")
  func undo() async {
    let change = MeetingSession.Undo.ID(UUID(number: 7))
    var live = Fixture.live(speaker: 1)
    live.session.undo = .init(
      change: change, kind: .next, attendee: live.session.attendee(at: 0).id, until: .now)
    let bench = bench(live: [live])
    bench.caller.on(UndoChange.self) { _ in Fixture.live() }
    #expect(await bench.run("undo") == .ok)
    #expect(
      bench.caller.commands(UndoChange.self) == [UndoChange(id: Fixture.meetingID, change: change)])
    #expect(bench.output.contains("(1 of 3)"))

    let final = self.bench(live: [Fixture.live()])
    #expect(await final.run("undo Daily") == .data)
    #expect(final.errors.contains("10 seconds"))
    #expect(final.caller.commands(UndoChange.self).isEmpty)
  }

  @Test("The end of a meeting is undone")
  func undoOfTheEnd() async {
    let change = MeetingSession.Undo.ID(UUID(number: 7))
    let bench = bench(live: [])
    let ended = GetStandup.EndedMeeting(
      meeting: Fixture.meetingID, undo: .init(change: change, until: .now))
    bench.caller.on(GetStandup.self) { command in
      GetStandup.Reply(
        summary: StandupSummary(standup: Fixture.live().session.standup, meetings: 0),
        meetings: [], next: nil, ended: ended)
    }
    bench.caller.on(UndoChange.self) { _ in Fixture.live() }
    #expect(await bench.run("undo Daily") == .ok)
    #expect(
      bench.caller.commands(UndoChange.self) == [UndoChange(id: Fixture.meetingID, change: change)])
  }

  @Test("The speakers to come are reordered; those who are not named follow")
  func reorder() async {
    let live = Fixture.live()
    let coming = live.session.coming
    let bench = bench(live: [live])
    bench.caller.on(ReorderTurns.self) { _ in live }
    #expect(await bench.run("reorder Daily \(coming[1].id)") == .ok)
    #expect(bench.output.hasSuffix("Then: Bob, Cy.\n"), "\(bench.output)")
    #expect(
      bench.caller.commands(ReorderTurns.self) == [
        ReorderTurns(
          id: Fixture.meetingID, from: 0, order: [coming[1].id, coming[0].id])
      ])
  }

  @Test("After a discard, the output names both ways back")
  func discarded() async {
    let bench = bench(live: [Fixture.live(alert: .endMeeting(isDiscardable: true))])
    bench.caller.on(AnswerMeetingAlert.self) { _ in .discarded }
    #expect(await bench.run("answer Daily discard") == .ok)
    #expect(bench.output.contains("“standups undo Daily” continues it within 10 s"))
    #expect(bench.output.contains("an admin can restore it for 7 days"), "\(bench.output)")
  }

  @Test("With none or many live meetings the name is needed")
  func unnamed() async {
    let none = bench()
    #expect(await none.run("next") == .noInput)
    #expect(none.errors.contains("standups start"))
    let many = bench(live: [Fixture.live(), Fixture.live()])
    #expect(await many.run("next") == .data)
    #expect(many.errors.contains("Name one of these standups: “Daily”, “Daily”"))
  }

  @Test("An answer may end the meeting")
  func answer() async {
    let bench = bench(live: [Fixture.live(alert: .endMeeting(isDiscardable: true))])
    bench.caller.on(AnswerMeetingAlert.self) { _ in .finished(Fixture.meeting()) }
    #expect(await bench.run("answer save-and-end") == .ok)
    #expect(
      bench.caller.commands(AnswerMeetingAlert.self) == [
        AnswerMeetingAlert(id: Fixture.meetingID, action: .saveAndEnd)
      ])
    #expect(bench.output.contains("Nothing new."))
  }

  @Test("An answer to the list goes to the list")
  func listAnswer() async {
    let bench = bench()
    bench.caller.on(AnswerListAlert.self) { _ in .init(destination: nil, standups: 3, live: 0) }
    #expect(await bench.run("answer load-samples") == .ok)
    #expect(bench.output == "Done. The list now has 3 standups.\n")
    #expect(bench.caller.targets == ["standups.answer"])
  }

  @Test("Search marks what was found")
  func search() async {
    let bench = bench()
    bench.caller.on(SearchTranscripts.self) { _ in
      .init(
        hits: [
          .init(
            standup: Fixture.standup().id, title: "Daily", meeting: Fixture.meeting(),
            snippet: "by the \u{2}database\u{3} \u{2}migration\u{3}\u{1B}.")
        ], total: 5)
    }
    #expect(await bench.run("search database migration --limit 1") == .ok)
    #expect(bench.caller.commands(SearchTranscripts.self).first?.query == "database migration")
    #expect(
      bench.output == """
        Daily  2027-01-15 08:00  00000000
          by the *database* *migration*�.
        1 of 5. For more, add --offset 1.

        """)
  }

  @Test(
    "Search in the meetings of a standup, a person and some days, with the standups that are found")
  func searchFilters() async {
    let bench = bench()
    var summary = Fixture.summary()
    let ann = Attendee.PersonID(UUID(number: 0xA0))
    summary.standup.attendees[id: summary.standup.attendees[0].id]?.person = ann
    let name = summary.standup.attendees[0].name
    let standup = summary
    bench.caller.on(ListStandups.self) { _ in .init(standups: [standup], next: nil) }
    bench.caller.on(SearchTranscripts.self) { _ in
      .init(
        hits: [], total: 0,
        standups: [.init(id: standup.id, title: "Daily", snippet: "\u{2}Daily\u{3}: Ann")])
    }
    #expect(await bench.run("search daily") == .ok)
    #expect(bench.output == "Daily  \(standup.id.description.prefix(8))\n  *Daily*: Ann\n")
    #expect(
      await bench.run(
        "search daily --standup Daily --person \(name) --from 2026-11-01 --to 2026-11-30")
        == .ok)
    let sent = bench.caller.commands(SearchTranscripts.self).last
    #expect(sent?.standup == standup.id && sent?.person == ann)
    #expect((sent?.toMs ?? 0) - (sent?.fromMs ?? 0) == 30 * 86_400_000)
    for line in [
      "search x --from 2026-11-31", "search x --from 2026-11-02 --to 2026-11-01",
      "search x --to never",
    ] {
      #expect(await bench.run(line) == .usage, "\(line)")
    }
    #expect(bench.caller.commands(SearchTranscripts.self).count == 2)
  }

  @Test(
    "Options of start that contradict one another",
    arguments: [
      "start Daily --audio a.wav --microphone", "start Daily --audio a.wav --rate 8000",
      "start Daily --no-record --microphone", "start Daily --channels 2",
      "start Daily --detach --audio a.wav", "start Daily --detach --microphone",
    ])
  func contradictions(line: String) async {
    let bench = bench()
    #expect(await bench.run(line) == .usage)
    #expect(bench.caller.sent.isEmpty)
  }

  @Test("Raw audio has a rate and a number of channels")
  func raw() throws {
    let parser = Parser(root: Program.root, globals: Globals.declarations)
    func request(_ line: String) throws -> AudioRequest? {
      guard
        case .run(_, _, let values) = try parser.parse(line.split(separator: " ").map(String.init))
      else { return nil }
      return try StartVerb.request(values)
    }
    #expect(try request("start X --audio -") == .standardInput(rate: 16_000, channels: 1))
    #expect(
      try request("start X --audio - --rate 48000 --channels 2")
        == .standardInput(rate: 48_000, channels: 2))
    #expect(try request("start X --audio a.wav") == .file(path: "a.wav"))
    #expect(try request("start X --microphone=hw:0") == .microphone(device: "hw:0"))
    #expect(try request("start X") == nil)
  }

  @Test("A standup that is meeting is not started twice, unless to join")
  func alreadyMeeting() async {
    let bench = bench()
    bench.caller.on(StartMeeting.self) { _ in
      throw BusError(.conflict, "“Daily” is meeting already (7).")
    }
    #expect(await bench.run("start Daily --detach") == .temporary)
    #expect(bench.errors.contains("--join"))
    let joined = self.bench()
    joined.caller.on(ListStandups.self) { _ in
      .init(standups: [Fixture.summary(live: Fixture.meetingID)], next: nil)
    }
    joined.caller.on(GetMeeting.self) { _ in Fixture.live() }
    #expect(await joined.run("start Daily --join --detach") == .ok)
    #expect(joined.caller.targets == ["standups.list", "meetings.get"])
  }

  @Test("A denial is not overridden: whoever wants a recording is told, and nothing runs")
  func denied() async {
    let bench = bench()
    bench.caller.on(StartMeeting.self) { _ in Fixture.live(alert: .speechDenied) }
    bench.caller.on(AnswerMeetingAlert.self) { _ in .discarded }
    #expect(await bench.run("start Daily --yes-record") == .denied)
    #expect(
      bench.caller.commands(AnswerMeetingAlert.self)
        == [AnswerMeetingAlert(id: Fixture.meetingID, action: .cancel)])
    #expect(bench.errors.contains("Allow it with “standups recording allow Daily”"))
  }

  @Test("A meeting that waits for an answer is not said to have started")
  func detached() async {
    let bench = bench()
    bench.caller.on(StartMeeting.self) { _ in Fixture.live(alert: .speechAuthorization) }
    #expect(await bench.run("start Daily --detach") == .ok)
    #expect(
      bench.output == """
        The meeting \(Fixture.meetingID) of “Daily” is waiting for an answer: Record this meeting?
        Answer it with “standups answer” and one of allow, dontAllow, cancel.

        """)
  }
}
