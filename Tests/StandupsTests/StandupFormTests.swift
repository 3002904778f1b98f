import StandupsDependencies
import Standups
import Testing

struct StandupFormTests {
  private let uuid = UUIDGenerator.incrementing

  private func attendee(_ number: UInt32, _ name: String) -> Attendee {
    Attendee(id: Attendee.ID(.init(number: number)), name: name)
  }

  private func form(_ names: String...) -> StandupForm {
    let attendees = names.enumerated().map { attendee(UInt32(100 + $0.offset), $0.element) }
    return StandupForm(
      standup: Standup(
        id: Standup.ID(.init(number: 99)), attendees: IdentifiedArray(attendees)),
      uuid: uuid)
  }

  @Test func aFormWithoutAttendeesStartsWithOneBlankAndFocusOnTheTitle() {
    let form = form()
    #expect(form.standup.attendees == [attendee(0, "")])
    #expect(form.focus == .title)
    #expect(form.standup.title.isEmpty)
    #expect(form.standup.durationMs == 300_000)
    #expect(form.standup.theme == .bubblegum)
  }

  @Test func attendeesThatAreThereAreKept() {
    #expect(form("Ada").standup.attendees == [attendee(100, "Ada")])
  }

  @Test func addingAnAttendeeFocusesIt() {
    var form = form("Ada")
    form.addAttendee(uuid: uuid)
    #expect(form.standup.attendees == [attendee(100, "Ada"), attendee(0, "")])
    #expect(form.focus == .attendee(attendee(0, "").id))
  }

  @Test func deletingFocusesTheOneNowAtTheFirstDeletedPosition() {
    var form = form("Ada", "Grace", "Tony", "Edsger")
    form.deleteAttendees(ids: [attendee(101, "").id, attendee(102, "").id], uuid: uuid)
    #expect(form.standup.attendees.map(\.name) == ["Ada", "Edsger"])
    #expect(form.focus == .attendee(attendee(103, "").id))
  }

  @Test func deletingTheLastFocusesTheOneThatIsLastThen() {
    var form = form("Ada", "Grace")
    form.deleteAttendees(ids: [attendee(101, "").id], uuid: uuid)
    #expect(form.focus == .attendee(attendee(100, "").id))
  }

  @Test func deletingAllLeavesOneBlankThatHasTheFocus() {
    var form = form("Ada")
    form.deleteAttendees(ids: [attendee(100, "").id], uuid: uuid)
    #expect(form.standup.attendees == [attendee(0, "")])
    #expect(form.focus == .attendee(attendee(0, "").id))
  }

  @Test func deletingWhatIsNotThereChangesNothing() {
    var form = form("Ada")
    let before = form
    form.deleteAttendees(ids: [attendee(7, "").id], uuid: uuid)
    #expect(form == before)
  }

  @Test func savingRemovesBlankAttendees() {
    #expect(
      form("", "Ada", " \t\n", "Grace").save(uuid: uuid).attendees.map(\.name) == ["Ada", "Grace"])
  }

  @Test func savingOnlyBlankAttendeesLeavesOneWithAFreshID() {
    #expect(form("", "  ").save(uuid: uuid).attendees == [attendee(0, "")])
  }

  @Test(arguments: [(1_000, 5), (90_000, 5), (329_999, 5), (330_000, 6), (86_400_000, 30)])
  func otherDurationsAreShownAsTheNearestMinute(ms: Int64, minutes: Int) {
    var form = form("Ada")
    form.standup.durationMs = ms
    #expect(form.durationMinutes == minutes)
    #expect(form.save(uuid: uuid).durationMs == ms)
  }

  @Test(arguments: [(4, 5), (5, 5), (12, 12), (30, 30), (31, 30)])
  func theFormOffersFiveToThirtyMinutes(chosen: Int, set: Int64) {
    var form = form("Ada")
    form.durationMinutes = chosen
    #expect(form.standup.durationMs == set * 60_000)
  }
}

struct StandupProblemTests {
  private func standup(
    title: String = "", durationMs: Int64 = 1000, attendees: Int = 1, name: String = "Ada"
  ) -> Standup {
    Standup(
      id: Standup.ID(.init(number: 1)), title: title, durationMs: durationMs,
      attendees: IdentifiedArray(
        (0..<attendees).map { Attendee(id: Attendee.ID(.init(number: UInt32($0))), name: name) }))
  }

  @Test(arguments: [1_000, 36_000, 86_400_000]) func aDurationFromASecondToADayIsFine(ms: Int64) {
    #expect(standup(durationMs: ms).problem == nil)
  }

  @Test(arguments: [Int64.min, -1, 0, 999, 86_400_001, .max])
  func otherDurationsAreRefused(ms: Int64) {
    #expect(standup(durationMs: ms).problem == .duration(ms))
  }

  @Test func longTextsAndListsAreRefused() {
    let long = String(repeating: "a", count: 1001)
    #expect(standup(title: long).problem == .titleTooLong(characters: 1001))
    // A single character to a reader, of arbitrary length.
    let stacked = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(standup(title: stacked).problem == .titleTooLong(characters: 1001))
    #expect(standup(attendees: 1001).problem == .tooManyAttendees(1001))
    #expect(
      standup(name: long).problem
        == .nameTooLong(Attendee.ID(.init(number: 0)), characters: 1001))
    #expect(standup(title: String(long.dropLast()), attendees: 1000).problem == nil)
  }

  @Test func twoAttendeesLinkedToOnePersonAreRefused() {
    var linked = standup(attendees: 1000)
    for (number, attendee) in linked.attendees.enumerated() {
      linked.attendees[id: attendee.id]?.person = Attendee.PersonID(
        .init(number: UInt32(number)))
    }
    #expect(linked.problem == nil)
    let (first, last) = (linked.attendees[0], linked.attendees[999].id)
    linked.attendees[id: last]?.person = first.person
    #expect(
      linked.problem == linked.attendees[id: last].map { StandupProblem.linkedTwice(first, $0) })
  }
}

struct SamplesTests {
  @Test func thereAreThreeInOrder() {
    let samples = Samples.make(
      uuid: .incrementing, now: .init(timeIntervalSinceReferenceDate: 1_000_000))
    #expect(samples.map(\.standup.title) == ["Design", "Product", "Engineering"])
    #expect(samples.map(\.standup.attendees.count) == [6, 2, 2])
    #expect(samples.map(\.standup.durationMs) == [60_000, 1_800_000, 600_000])
    #expect(samples.map(\.standup.theme) == [.orange, .poppy, .periwinkle])
    #expect(samples.map(\.meetings.count) == [1, 0, 0])
    #expect(samples.allSatisfy { $0.standup.problem == nil })
    #expect(samples[0].meetings[0].date < .init(timeIntervalSinceReferenceDate: 1_000_000))
    #expect(!samples[0].meetings[0].transcript.isEmpty)
  }
}
