import Countdown
import Documents
import FastJSON
import Foundation
import PersistenceAPI
import ScheduleAPI
import Standups
import StandupsAPI
import TestSupport
import Testing
import WebhooksAPI

@testable import Bus
import Composition
@testable import RouterService

/// Texts of events for people in a chat.
@Suite struct EventTextTests {
  private static let ann = Attendee(id: Attendee.ID(UUID()), name: "Ann")
  private static let bob = Attendee(id: Attendee.ID(UUID()), name: "")
  private static let at = Date(timeIntervalSince1970: 1_800_000_000)

  private static func meeting(_ change: (inout Meeting) -> Void = { _ in }) -> Meeting {
    var meeting = Meeting(
      id: Sample.meeting, date: at, transcript: "", durationMs: 300_000, ending: .timeUp,
      attendees: [ann, bob])
    change(&meeting)
    return meeting
  }

  private static func event(
    _ data: some EventData, _ type: String, sequence: Int64 = 1
  ) throws -> CloudEvent {
    CloudEvent(
      id: "e\(sequence)", source: "/s", type: type, subject: "\(Sample.meeting)", time: at,
      sequence: sequence, epoch: "e", data: try RawJSON(encoding: data))
  }

  private static func event(
    _ meeting: Meeting, title: String = "Daily", sequence: Int64 = 1
  ) throws -> CloudEvent {
    try event(
      MeetingFinished(standup: Sample.standup, title: title, meeting: meeting),
      MeetingFinished.type, sequence: sequence)
  }

  @Test func aMeetingThatEnded() throws {
    func line(_ who: Attendee, _ text: String) -> Segment {
      Segment(attendee: who.id, speaker: who.name, fromMs: 0, toMs: 1, text: text)
    }
    let meeting = Self.meeting {
      $0.segments = [line(Self.ann, "One."), line(Self.ann, "Two."), line(Self.bob, "Three.")]
    }
    let text = try EventText.text(Self.event(meeting))
    #expect(
      text
        == WebhookText(
          title: "Daily is over",
          text: "Ann and Someone met for 5 min. Time ran out.",
          parts: [.init(name: "Ann", text: "One. Two."), .init(name: "Someone", text: "Three.")],
          link: "standups:///standups/\(Sample.standup)/meetings/\(Sample.meeting)"))
  }

  @Test func aNoteIsSaid() throws {
    let followUp = FollowUp(
      id: FollowUp.ID(UUID()), attendee: Self.ann, text: "The review.", meeting: Sample.meeting,
      atMs: 1)
    let text = try EventText.text(
      Self.event(MeetingNoted(followUp: followUp), MeetingNoted.type))
    #expect(text.title == "Follow-up for Ann")
    #expect(text.parts == [.init(name: "Ann", text: "The review.")])
  }

  @Test func aMeetingOfWhichLittleIsKnown() throws {
    let silent = try EventText.text(Self.event(Self.meeting(), title: ""))
    #expect(silent.title == "The standup is over" && silent.parts == nil)
    #expect(silent.text?.hasSuffix("Nothing was recorded.") == true)
    let words = try EventText.text(Self.event(Self.meeting { $0.transcript = "All of it." }))
    #expect(words.parts == [.init(text: "All of it.")])
    let bare = Meeting(id: Sample.meeting, date: Self.at, transcript: "x")
    #expect(try EventText.text(Self.event(bare)).text == "They met.")
  }

  @Test func aMeetingThatContinues() throws {
    let at = ClockReading(wallMs: 0, boot: "", uptimeUs: 0)
    let standup = Standup(
      id: Sample.standup, title: "Daily", durationMs: 60_000, theme: .orange,
      attendees: [Self.ann, Self.bob])
    let session = MeetingSession(
      id: Sample.meeting, standup: standup, startedAt: at,
      clock: CountdownClock(elapsedMs: 0, at: at, isRunning: true))
    func text(_ kind: MeetingSession.Ended.Kind) throws -> WebhookText? {
      let ended = MeetingSession.Ended(
        change: .init(UUID()), kind: kind, at: at, lines: 0)
      return try EventText.text(
        Self.event(MeetingReopened(session, ended), MeetingReopened.type))
    }
    let saved = try text(.saved)
    #expect(saved?.title == "Daily continues")
    #expect(
      saved?.text == "The end of the meeting was undone, and its minutes are no longer valid.")
    #expect(saved?.link == "standups:///standups/\(Sample.standup)/record")
    #expect(try text(.discarded)?.text == "The meeting is no longer discarded.")
  }

  @Test func aSchedule() throws {
    let due = try EventText.text(
      Self.event(
        MeetingDue(
          subject: "s", title: "Daily", link: "standups:///x", at: Self.at, mode: .start,
          meeting: "m"), MeetingDue.type))
    #expect(
      due
        == WebhookText(
          title: "Daily has started", text: "It was scheduled for 08:00 UTC on 2027-01-15.",
          link: "standups:///x"))
    let asked = try EventText.text(
      Self.event(
        MeetingDue(subject: "s", title: " ", link: "l", at: Self.at, mode: .ask),
        MeetingDue.type))
    #expect(asked.title == "The standup is due")
    let soon = try EventText.text(
      Self.event(
        MeetingReminder(subject: "s", title: "Daily", link: "l", at: Self.at, mode: .start),
        MeetingReminder.type))
    #expect(
      soon.title == "Daily starts soon"
        && soon.text?.hasPrefix("It starts automatically at 08:00") == true)
    let missed = try EventText.text(
      Self.event(
        MeetingMissed(
          subject: "s", title: "Daily", link: "l", at: Self.at.addingTimeInterval(86_400),
          since: Self.at, count: 2, reason: "Nobody was there."), MeetingMissed.type))
    #expect(
      missed.text == "It was scheduled 2 times, from 08:00 UTC on 2027-01-15 to 08:00 UTC on"
        + " 2027-01-16. Nobody was there.")
  }

  @Test func anEventOfOnesOwnIsShownAsItIs() throws {
    let event = CloudEvent(
      id: "e", source: "/s", type: "com.example.deploy.done", subject: "web", time: Self.at,
      data: RawJSON(unchecked: Array(#"{"ok":true}"#.utf8)))
    #expect(
      try EventText.text(event)
        == WebhookText(
          title: "com.example.deploy.done", text: "Subject: web", code: #"{"ok":true}"#))
  }

  @Test(
    arguments: [
      ([], EventText.told),
      (["meeting."], ["meeting.finished", "meeting.reopened", "meeting.noted"]),
      (["meeting"], ["meeting.finished", "meeting.reopened", "meeting.noted"]),
      (["schedule.due"], ["schedule.due"]),
      (
        ["com.example.", "meeting.finished", "meeting."],
        ["com.example.", "meeting.finished", "meeting.reopened", "meeting.noted"]
      ),
      (["schedule"], ["schedule.reminded", "schedule.due", "schedule.missed"]),
    ] as [([String], [String])])
  func typesWithWords(_ named: [String], _ types: [String]) throws {
    #expect(try EventText.types(named) == types)
  }

  @Test(arguments: [
    "meeting.segment", "standup.", "Meeting.finished", "webhook.gap", "timer", "bus.",
  ])
  func typesWithoutWords(_ name: String) {
    let error = #expect(throws: BusError.self) { try EventText.types(["com.example.", name]) }
    #expect(error?.code == .invalid && error?.detail?["member"] == "types")
    #expect(error?.message.contains("“\(name)”") == true)
  }

  // MARK: The parent

  @Test func thePageIsSaidInWords() async throws {
    let range = JournalRange(epoch: "e", head: 9, oldest: 4)
    var erased = try Self.event(Self.meeting(), sequence: 6)
    erased.data = .erased
    var broken = try Self.event(Self.meeting(), sequence: 7)
    broken.data = .null
    let page = EventPage(
      events: [try Self.event(Self.meeting(), sequence: 5), erased, broken], epoch: "e", head: 9,
      hasMore: true)
    let caller = ScriptedCaller { command in
      switch command {
      case is Replay: return page
      default: return range
      }
    }
    let query = JournalQuery(after: 4, epoch: "e", types: ["meeting.finished"], limit: 10)
    let told = try await Integration.standups().tell(WebhookTextsRequested(query: query), caller) {
      _ in
    }
    #expect(told.events.map(\.id) == ["e5"] && told.resume == 7 && told.hasMore)
    #expect(try told.events.first?.data.decode(as: WebhookText.self).title == "Daily is over")
    let types = try await Integration.standups().tell(WebhookTypesRequested(types: []), caller) {
      _ in
    }
    #expect(types == WebhookTypes(types: EventText.told, journal: range))
    let asking = WebhookTypesRequested(types: ["meeting.segment"])
    let refused = try await Integration.standups().tell(asking, caller) { _ in }
    #expect(refused.types.isEmpty && refused.problem?.contains("“meeting.segment”") == true)
  }
}
