import Foundation
import Standups
import StandupsAPI
import StandupsDependencies
import Testing
import TranscriptionAPI

@testable import Command

@Suite("Guesses of several microphones")
struct LiveGuessesTests {
  private static let ann = Attendee.PersonID(UUID(number: 71))
  private static let bob = Attendee.PersonID(UUID(number: 72))

  private func view(names: [String] = ["Ann", "Bob", "Cy"]) -> LiveView {
    var standup = Fixture.standup(names: names)
    standup.attendees[id: standup.attendees[0].id]?.person = Self.ann
    standup.attendees[id: standup.attendees[1].id]?.person = Self.bob
    return LiveView(Fixture.live(elapsedMs: 1_000, isRecording: true, standup: standup))
  }

  private func guess(
    _ view: inout LiveView, _ text: String, _ person: Attendee.PersonID? = nil,
    signal: SignalProblem? = nil
  ) throws {
    let data = PartialData(
      text: text, fromMs: 0, toMs: 900, person: person?.description, signal: signal)
    _ = view.reduce(.notice(.event(try Fixture.event(MeetingPartial.type, data))))
  }

  private func rows(_ view: LiveView, _ width: Int = 40) -> [String] {
    view.guessRows(width, Ink(isOn: false))
  }

  @Test("Each microphone has a row of its own, which its next guess replaces")
  func oneRowForEach() throws {
    var view = view()
    try guess(&view, "I fix", Self.ann)
    #expect(rows(view) == ["… Ann: I fix"])
    try guess(&view, "Yes", Self.bob)
    try guess(&view, "a door")
    try guess(&view, "I fixed it", Self.ann)
    #expect(rows(view) == ["… Ann: I fixed it", "… Bob: Yes", "… a door"])
    // A single guess may have two rows, one of several shows its end.
    try guess(&view, String(repeating: "long ", count: 20) + "end", Self.bob)
    #expect(rows(view)[1].hasSuffix(" end"))
    #expect(rows(view).count == 3)
    for width in [19, 40, 80] {
      for row in rows(view, width) { #expect(DisplayText.width(row) <= width, "\(row)") }
    }
  }

  @Test("A line ends the guesses of its speaker and of the room, and no others")
  func linesEndGuesses() throws {
    var view = view()
    try guess(&view, "I fixed", Self.ann)
    try guess(&view, "I fixed")
    try guess(&view, "Yes", Self.bob)
    _ = view.reduce(.notice(try Fixture.notice(MeetingSegment(segment: Fixture.segment(0, "I.")))))
    #expect(rows(view) == ["… Bob: Yes"])
    try guess(&view, "", Self.bob)
    #expect(rows(view).isEmpty)
  }

  @Test("A guess that does not change is removed after a time")
  func oldGuesses() throws {
    var view = view()
    try guess(&view, "I fixed", Self.ann)
    for _ in 1..<LiveGuesses.maxSeconds { _ = view.reduce(.second) }
    try guess(&view, "Yes", Self.bob)
    #expect(rows(view).count == 2)
    _ = view.reduce(.second)
    #expect(rows(view) == ["… Bob: Yes"])
  }

  @Test("The problem of a microphone names its person, and stays while others speak")
  func signals() throws {
    var view = view()
    func isShown(_ text: String) -> Bool {
      view.panel(width: 80, ink: Ink(isOn: false)).contains { $0.contains(text) }
    }
    try guess(&view, "I fixed", Self.bob, signal: .quiet)
    try guess(&view, "Yes")
    #expect(isShown("● recording, Bob very quiet "))
    try guess(&view, "Yes", signal: .clipped)
    #expect(isShown("● recording, Bob very quiet and 1 more "))
    try guess(&view, "I fixed it", Self.bob)
    #expect(isShown("● recording, too loud "))
    for _ in 1..<LiveSignals.maxSeconds { _ = view.reduce(.second) }
    #expect(!view.signals.all.isEmpty)
    _ = view.reduce(.second)
    #expect(view.signals.all.isEmpty)
  }

  @Test("Too many microphones push out the one that has been silent for the longest time")
  func tooMany() {
    var guesses = LiveGuesses()
    let people = (0...LiveGuesses.maxCount).map { Attendee.PersonID(UUID(number: UInt32($0))) }
    for person in people.dropLast() { guesses.update("first", of: person) }
    guesses.update("second", of: people[0])
    guesses.update("new", of: people[LiveGuesses.maxCount])
    #expect(guesses.all.count == LiveGuesses.maxCount)
    #expect(!guesses.all.contains { $0.person == people[1] })
    #expect(guesses.all.first?.text == "second")
  }

  @Test("A long name leaves room for the words")
  func longNames() throws {
    var view = view(names: [String(repeating: "長", count: 40), "Bob"])
    try guess(&view, "one", Self.ann)
    try guess(&view, "two", Self.bob)
    let rows = rows(view, 19)
    #expect(rows.first?.hasSuffix("one") == true)
    #expect(rows.allSatisfy { DisplayText.width($0) <= 19 }, "\(rows)")
  }
}
