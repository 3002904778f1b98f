import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Corrections of the transcripts of past meetings. “Design” has met.
@Suite struct CorrectingTests {
  private static let past = Meeting.ID(UUID(number: 0xA0))
  private static let (ada, other) = (design.attendees[0], design.attendees[1])

  private static func segment(_ who: Attendee, _ text: String, _ fromMs: Int64 = 0) -> Segment {
    Segment(
      attendee: who.id, speaker: who.displayName, fromMs: fromMs, toMs: fromMs + 5, text: text)
  }

  private static let lines = [segment(ada, "One."), segment(other, "Two.", 9)]

  private static func meeting(_ segments: [Segment] = lines, parts: Int? = nil) -> Meeting {
    Meeting(
      id: past, date: Date(timeIntervalSince1970: 1000),
      transcript: MeetingSession.transcript(of: segments), segments: segments,
      durationMs: 9, ending: .saved, attendees: Array(design.attendees), parts: parts)
  }

  private static func document(_ meeting: Meeting = meeting()) throws -> Document {
    Document(
      collection: meeting.part == nil ? "meetings" : "meetings.parts",
      id: meeting.part.map { "\(meeting.id)/\($0)" } ?? "\(meeting.id)", parent: "\(design.id)",
      sortKey: 1_000_000, body: try RawJSON(encoding: meeting))
  }

  private static func command(
    _ line: Int = 1, was: Segment = lines[1], part: Int? = nil, text: String? = nil,
    attendee: Attendee.ID? = nil, isHeard: Bool? = nil
  ) -> StandupsCommand {
    .correct(
      CorrectLine(
        standup: design.id, meeting: past, part: part, line: line, was: .init(was), text: text,
        attendee: attendee, isHeard: isHeard))
  }

  @discardableResult
  private func answer(_ scenario: inout Scenario, _ documents: [Document]) throws -> DocumentQuery {
    let (id, query) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: documents))))
    return query
  }

  private func line(_ reply: StandupsReply) throws -> CorrectLine.Reply {
    try reply.json().decode(as: CorrectLine.Reply.self)
  }

  @Test func aCorrectedLineKeepsWhatWasHeardAndNamesThePerson() throws {
    let person = Attendee.PersonID(UUID(number: 0xE0))
    var scenario = Scenario.standups()
    let caller = scenario.send(
      Self.command(text: " Kubernetes  is up. ", attendee: Self.ada.id),
      by: "person/\(person)")
    #expect(try answer(&scenario, [try Self.document()]).ids == ["\(Self.past)"])
    let commit = try scenario.commit(["meeting.lineCorrected"])
    let expected = Self.lines[1].corrected(text: "Kubernetes is up.", attendee: Self.ada)
    #expect(expected.heard == "Two." && expected.heardAttendee == Self.other.id)
    let event = try commit.events[0].data.decode(as: MeetingLineCorrected.self)
    #expect(event == MeetingLineCorrected(part: nil, line: 1, segment: expected, by: person))
    // The event is erased with the meeting, and so is the reply, which names it.
    #expect(commit.events[0].labels.meeting == "\(Self.past)")
    #expect(commit.events[0].labels.subject == "\(Self.past)")
    guard case .put(let saved) = commit.changes[0] else { throw Unexpected("\(commit.changes)") }
    #expect(commit.changes.count == 1 && saved.parent == "\(design.id)")
    #expect(saved.searchText == "One. Kubernetes is up.")
    #expect(
      try saved.body.decode(as: Meeting.self) == Self.meeting([Self.lines[0], expected]))
    #expect(
      try line(scenario.reply(to: caller)) == .init(meeting: Self.past, segment: expected))
    scenario.finish()
  }

  @Test func aLineThatHasChangedIsAConflict() throws {
    var scenario = Scenario.standups()
    let changed = Self.lines[1].corrected(text: "Three.", attendee: nil)
    for (line, was) in [(1, changed), (0, Self.lines[1]), (1, Self.segment(Self.other, "Two.", 8))]
    {
      let caller = scenario.send(Self.command(line, was: was, text: "Four."))
      try answer(&scenario, [try Self.document()])
      try scenario.error(to: caller, .conflict)
    }
    scenario.finish()
  }

  /// If two clients make the same correction, the second one succeeds without an event.
  @Test func theSameCorrectionTwiceIsOne() throws {
    var scenario = Scenario.standups()
    let corrected = Self.lines[1].corrected(text: "Three.", attendee: nil)
    let caller = scenario.send(Self.command(text: "Three."))
    try answer(&scenario, [try Self.document(Self.meeting([Self.lines[0], corrected]))])
    #expect(try line(scenario.reply(to: caller)).segment == corrected)
    scenario.finish()
  }

  @Test func aRepeatedCommandReturnsTheFirstReply() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(Self.command(text: "Three."), key: "k")
    try answer(&scenario, [try Self.document()])
    let commit = try scenario.commit(["meeting.lineCorrected"])
    #expect(commit.reply?.key == "k")
    let reply = try line(scenario.reply(to: first))
    let again = scenario.send(Self.command(text: "Three."), key: "k", attempt: 2)
    #expect(try line(scenario.reply(to: again)) == reply)
    scenario.finish()
  }

  @Test func whatWasHeardCanBeRestored() throws {
    var scenario = Scenario.standups()
    let corrected = Self.lines[1].corrected(text: "Three.", attendee: Self.ada)
    let caller = scenario.send(Self.command(was: corrected, isHeard: true))
    try answer(&scenario, [try Self.document(Self.meeting([Self.lines[0], corrected]))])
    let commit = try scenario.commit(["meeting.lineCorrected"])
    guard case .put(let saved) = commit.changes[0] else { throw Unexpected("\(commit.changes)") }
    #expect(try saved.body.decode(as: Meeting.self) == Self.meeting())
    #expect(try line(scenario.reply(to: caller)).segment == Self.lines[1])
    scenario.finish()
  }

  @Test func aLineOfALaterPartIsCorrected() throws {
    var scenario = Scenario.standups()
    var second = Self.meeting([Self.segment(Self.ada, "Three.")], parts: 2)
    (second.part, second.attendees) = (2, nil)
    second.transcript = "\n" + second.transcript
    let caller = scenario.send(
      Self.command(
        0, was: second.segments[0], part: 2, text: "Four.", attendee: Self.other.id))
    try answer(&scenario, [try Self.document(Self.meeting(parts: 2))])
    let query = try answer(&scenario, [try Self.document(second)])
    #expect(query.collection == "meetings.parts" && query.ids == ["\(Self.past)/2"])
    let commit = try scenario.commit(["meeting.lineCorrected"])
    #expect(try commit.events[0].data.decode(as: MeetingLineCorrected.self).part == 2)
    guard case .put(let saved) = commit.changes[0] else { throw Unexpected("\(commit.changes)") }
    #expect(saved.collection == "meetings.parts" && saved.searchText == "\nFour.")
    _ = try scenario.reply(to: caller)

    let missing = scenario.send(Self.command(0, part: 3, text: "x"))
    try answer(&scenario, [try Self.document(Self.meeting(parts: 2))])
    try scenario.error(to: missing, .notFound)
    scenario.finish()
  }

  @Test func whatCannotBeCorrectedIsRefused() throws {
    var scenario = Scenario.standups()
    let wrong = [
      Self.command(), Self.command(text: " "), Self.command(text: "It failed ❌"),
      Self.command(text: String(repeating: "x", count: 4001)),
      Self.command(text: "x", isHeard: true), Self.command(attendee: Self.ada.id, isHeard: true),
    ]
    for command in wrong { try scenario.error(to: scenario.send(command), .invalid) }
    let stranger = scenario.send(Self.command(attendee: Attendee.ID(UUID(number: 1))))
    try answer(&scenario, [try Self.document()])
    try scenario.error(to: stranger, .invalid)
    for line in [-1, 2, Int.max, Int.min] {
      let caller = scenario.send(Self.command(line, text: "x"))
      try answer(&scenario, [try Self.document()])
      try scenario.error(to: caller, .notFound)
    }
    // The meeting must belong to the standup.
    let gone = scenario.send(Self.command(text: "x"))
    var document = try Self.document()
    document.parent = "\(product.id)"
    try answer(&scenario, [document])
    try scenario.error(to: gone, .notFound)
    scenario.finish()
  }

  @Test func aTranscriptThatDiffersFromItsLinesStaysUnchanged() throws {
    var scenario = Scenario.standups()
    var meeting = Self.meeting()
    meeting.transcript = "Edited elsewhere."
    let caller = scenario.send(Self.command(text: "x"))
    try answer(&scenario, [try Self.document(meeting)])
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func correctionsOfAPartAreBounded() throws {
    var scenario = Scenario.standups()
    let long = Self.segment(Self.ada, String(repeating: "x", count: 249_000))
    let caller = scenario.send(Self.command(text: String(repeating: "y", count: 2000)))
    try answer(&scenario, [try Self.document(Self.meeting([long, Self.lines[1]]))])
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func aLiveMeetingIsNotCorrected() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(
      .correct(
        CorrectLine(
          standup: design.id, meeting: meetingID, line: 0, was: .init(Self.lines[0]), text: "x")))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }
}
