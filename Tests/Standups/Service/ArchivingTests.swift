import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// Standups that are archived.
struct ArchivingTests {
  private static let archived = {
    var standup = design
    (standup.isArchived, standup.revision) = (true, 2)
    return standup
  }()

  private func scenario() -> Scenario {
    Scenario { $0.saved.add(record(Self.archived, 1)) }
  }

  @Test func itIsArchivedAndUnarchived() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.edit(EditStandup(id: design.id, isArchived: true)))
    let commit = try scenario.commit(["standup.updated"]) { $0.put(record(Self.archived, 1)) }
    #expect(
      try commit.events[0].data.decode(as: StandupUpdated.self).standup == Self.archived)
    #expect(try scenario.reply(to: caller) == .standup(Self.archived))

    // Archiving it again changes nothing.
    let again = scenario.send(.edit(EditStandup(id: design.id, isArchived: true)))
    #expect(try scenario.reply(to: again) == .standup(Self.archived))

    let back = scenario.send(.edit(EditStandup(id: design.id, isArchived: false)))
    var unarchived = design
    unarchived.revision = 3
    try scenario.commit(["standup.updated"]) { [unarchived] in $0.put(record(unarchived, 1)) }
    #expect(try scenario.reply(to: back) == .standup(unarchived))
    scenario.finish()
  }

  @Test func aStandupInAMeetingIsNotArchived() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.edit(EditStandup(id: design.id, isArchived: true)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail == ["meeting": "\(meetingID)"])
    scenario.finish()
  }

  @Test(arguments: [true, false, nil] as [Bool?])
  func anArchivedStandupStartsNoMeeting(isRecorded: Bool?) throws {
    var scenario = scenario()
    let caller = scenario.send(
      .start(StartMeeting(standup: design.id, isRecorded: isRecorded)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.message.contains("unarchive"))
    scenario.finish()
  }

  @Test func anArchivedStandupCanBeEdited() throws {
    var scenario = scenario()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Old")))
    var edited = Self.archived
    (edited.title, edited.revision) = ("Old", 3)
    try scenario.commit(["standup.updated"]) { [edited] in $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))
    scenario.finish()
  }
}
