import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Absences that are saved with a standup.
extension EditingTests {
  @Test func anAbsenceIsKeptUntilItEndsOrIsTakenBack() throws {
    var scenario = Scenario.standups()
    let ada = design.attendees[0].id
    let untilMs = TestTime.startMs + 3_600_000
    let caller = scenario.send(
      .markAbsent(MarkAbsent(id: design.id, attendee: ada, untilMs: untilMs)))
    var edited = design
    edited.attendees[id: ada]?.absentUntilMs = untilMs
    edited.revision = 2
    let commit = try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try commit.events[0].data.decode(as: StandupUpdated.self).standup == edited)
    #expect(try scenario.reply(to: caller) == .standup(edited))

    // Repeating it changes nothing, and an edit that names the attendee keeps it.
    let again = scenario.send(
      .markAbsent(MarkAbsent(id: design.id, attendee: ada, untilMs: untilMs)))
    #expect(try scenario.reply(to: again) == .standup(edited))
    let drafts = design.attendees.map { AttendeeDraft(id: $0.id, name: "\($0.name)!") }
    let renamed = scenario.send(.edit(EditStandup(id: design.id, attendees: drafts)))
    for one in design.attendees { edited.attendees[id: one.id]?.name += "!" }
    edited.revision = 3
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: renamed) == .standup(edited))

    let back = scenario.send(.markPresent(MarkPresent(id: design.id, attendee: ada)))
    edited.attendees[id: ada]?.absentUntilMs = nil
    edited.revision = 4
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: back) == .standup(edited))
    let nobody = scenario.send(.markPresent(MarkPresent(id: design.id, attendee: ada)))
    #expect(try scenario.reply(to: nobody) == .standup(edited))
    scenario.finish()
  }

  @Test func anAbsenceThatIsOverGoesWithTheNextChange() throws {
    var standup = design
    standup.attendees[id: design.attendees[0].id]?.absentUntilMs = TestTime.startMs + 1_000
    standup.attendees[id: design.attendees[1].id]?.absentUntilMs = TestTime.startMs + 1_001
    var scenario = Scenario { [standup] in $0.saved.add(record(standup, 1)) }
    scenario.time.advance(1_000)
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    standup.attendees[id: design.attendees[0].id]?.absentUntilMs = nil
    standup.title = "Morning"
    standup.revision = 2
    try scenario.commit(["standup.updated"]) { $0.put(record(standup, 1)) }
    #expect(try scenario.reply(to: caller) == .standup(standup))
    scenario.finish()
  }

  @Test func anAbsenceOfNobodyOrWithoutAnEndIsRefused() throws {
    let now = TestTime.startMs
    let ada = design.attendees[0].id
    for (member, attendee, untilMs) in [
      ("untilMs", ada, now), ("untilMs", ada, .min), ("untilMs", ada, .max),
      ("untilMs", ada, now + MarkAbsent.longestMs + 1),
      ("attendee", Attendee.ID(UUID()), now + 1),
    ] as [(String, Attendee.ID, Int64)] {
      var scenario = Scenario.standups()
      let caller = scenario.send(
        .markAbsent(MarkAbsent(id: design.id, attendee: attendee, untilMs: untilMs)))
      #expect(try scenario.error(to: caller, .invalid).detail?["member"] == member)
      scenario.finish()
    }
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .markPresent(MarkPresent(id: design.id, attendee: Attendee.ID(UUID()))))
    #expect(try scenario.error(to: caller, .invalid).detail?["member"] == "attendee")
    scenario.finish()
  }
}
