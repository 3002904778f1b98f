import Bus
import Documents
import Foundation
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Creation and editing of standups.
struct EditingTests {
  @Test func aNewStandupIsSeenOnlyWhenItIsDurable() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .create(
        CreateStandup(
          title: "Design", durationMs: 36_000, theme: .sky,
          attendees: [.init(name: "Ada"), .init(name: "  "), .init(name: "Grace")])))
    let (id, commit) = try scenario.takeCommit()
    #expect(scenario.saved.count == 0 && scenario.saved.recent.count == 0)
    let standup = Standup(
      id: Standup.ID(UUID(number: 0)), title: "Design", durationMs: 36_000, theme: .sky,
      attendees: [
        Attendee(id: Attendee.ID(UUID(number: 1)), name: "Ada"),
        Attendee(id: Attendee.ID(UUID(number: 3)), name: "Grace"),
      ])
    let event = try #require(commit.events.first)
    #expect(commit.events.count == 1)
    #expect(event.source == "/standups/standups")
    #expect(
      event.labels
        == EventLabels(
          type: "standup.created", subject: "\(standup.id)", standup: "\(standup.id)",
          team: "default"))
    #expect(try event.data.decode(as: StandupCreated.self).standup == standup)
    guard case .insert(let document) = commit.changes.first else { throw Unexpected("no document") }
    #expect(document.collection == "standups")
    #expect(document.id == "\(standup.id)")
    #expect(document.sortKey == 1)
    #expect(
      try document.body.decode(as: StandupSummary.self)
        == StandupSummary(standup: standup, meetings: 0))
    scenario.store.send(.committed(id, .success(.written))) {
      $0.add(record(standup, 1))
    }
    #expect(try scenario.reply(to: caller) == .standup(standup))
    scenario.finish()
  }

  @Test func theDefaultsAreFiveMinutesBubblegumAndOneBlankAttendee() throws {
    var scenario = Scenario()
    // A title of white space counts as empty.
    let caller = scenario.send(.create(CreateStandup(title: " \t")))
    try scenario.commit(["standup.created"]) {
      $0.add(
        record(
          Standup(
            id: Standup.ID(UUID(number: 0)), title: "", durationMs: 300_000, theme: .bubblegum,
            attendees: [Attendee(id: Attendee.ID(UUID(number: 1)))]), 1))
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test(arguments: [
    CreateStandup(durationMs: 999), CreateStandup(durationMs: 86_400_001),
    CreateStandup(title: String(repeating: "x", count: 1001)),
    CreateStandup(attendees: [
      .init(id: Attendee.ID(UUID(number: 1)), name: "a"),
      .init(id: Attendee.ID(UUID(number: 1)), name: "b"),
    ]),
  ])
  func whatIsWrongIsRefused(command: CreateStandup) throws {
    var scenario = Scenario()
    let caller = scenario.send(.create(command))
    let error = try scenario.error(to: caller, .invalid)
    #expect(error.detail?["member"] != nil)
    scenario.finish()
  }

  @Test func anIDIsTakenOnce() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.create(CreateStandup(id: design.id)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  /// The database has standups that have not been used recently.
  @Test func anIDIsTakenOnceAlsoIfItWasNotUsedLately() throws {
    var scenario = Scenario()
    let caller = scenario.send(.create(CreateStandup(id: design.id)))
    let (id, _) = try scenario.takeCommit()
    scenario.store.send(
      .committed(
        id,
        .failure(
          BusError(
            .conflict, "It is there.",
            detail: ["collection": "standups", "document": "\(design.id)"]))))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail == ["standup": "\(design.id)"])
    scenario.finish()
  }

  @Test func theIDOfAnUnreadableStandupIsNotTaken() throws {
    var scenario = Scenario { $0.saved.note(unreadable: "standups/\(design.id)") }
    let caller = scenario.send(.create(CreateStandup(id: design.id)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func editingChangesWhatIsToldAndLeavesTheRest() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    var edited = design
    edited.title = "Morning"
    edited.revision = 2
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))

    let other = scenario.send(
      .edit(EditStandup(id: design.id, durationMs: 5_000, theme: .tan, attendees: [])))
    edited.durationMs = 5_000
    edited.revision = 3
    edited.theme = .tan
    edited.attendees = [Attendee(id: Attendee.ID(UUID(number: 1)))]
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    _ = try scenario.reply(to: other)
    scenario.finish()
  }

  @Test func anAttendeeWhoStaysKeepsTheWeightUnlessToldOtherwise() throws {
    var scenario = Scenario.standups()
    let drafts = design.attendees.map {
      AttendeeDraft(id: $0.id, name: "\($0.name).", weight: 3)
    }
    let caller = scenario.send(.edit(EditStandup(id: design.id, attendees: drafts)))
    var edited = design
    for one in design.attendees {
      edited.attendees[id: one.id] = Attendee(id: one.id, name: "\(one.name).", weight: 3)
    }
    edited.revision = 2
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))

    // An edit without weights keeps them; a weight of 1 removes it.
    let other = scenario.send(
      .edit(
        EditStandup(
          id: design.id,
          attendees: design.attendees.enumerated().map {
            AttendeeDraft(id: $1.id, name: "\($1.name)!", weight: $0 == 0 ? 1 : nil)
          })))
    for (index, one) in design.attendees.enumerated() {
      edited.attendees[id: one.id] = Attendee(
        id: one.id, name: "\(one.name)!", weight: index == 0 ? nil : 3)
    }
    edited.revision = 3
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: other) == .standup(edited))

    // An attendee without a name is omitted, but checked.
    for (name, weight) in [("Eve", 0), ("Eve", -1), ("Eve", 11), ("Eve", Int.max), ("", 0)] {
      let wrong = scenario.send(
        .edit(
          EditStandup(id: design.id, attendees: [AttendeeDraft(name: name, weight: weight)])))
      #expect(try scenario.error(to: wrong, .invalid).detail?["member"] == "attendees")
    }
    scenario.finish()
  }

  /// Two clients edit the same revision: the second one gets a conflict.
  @Test func anEditOfWhatWasChangedSinceIsRefused() throws {
    var scenario = Scenario.standups()
    let first = scenario.send(.edit(EditStandup(id: design.id, title: "Morning", revision: 1)))
    let (id, _) = try scenario.takeCommit()
    let second = scenario.send(.edit(EditStandup(id: design.id, title: "Evening", revision: 1)))
    let edited = design.edited("Morning")
    scenario.store.send(.committed(id, .success(.written))) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: first) == .standup(edited))
    #expect(try scenario.error(to: second, .conflict).detail == ["revision": "2"])
    scenario.finish()
  }

  @Test func anEditThatChangesNothingIsNoEvent() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: design.title, revision: 1)))
    #expect(try scenario.reply(to: caller) == .standup(design))
    scenario.finish()
  }

  /// A repeated command whose first attempt changed nothing must not undo later changes.
  @Test func anEditThatChangesNothingKeepsItsReply() throws {
    var scenario = Scenario.standups()
    let edit = StandupsCommand.edit(EditStandup(id: design.id, title: design.title))
    let first = scenario.send(edit, key: "k")
    let commit = try scenario.commit([])
    #expect(commit.changes.isEmpty)
    #expect(commit.reply?.key == "k")
    #expect(try scenario.reply(to: first) == .standup(design))

    let second = scenario.send(.edit(EditStandup(id: design.id, title: "Other")))
    var other = design
    (other.title, other.revision) = ("Other", 2)
    try scenario.commit(["standup.updated"]) { $0.put(record(other, 1)) }
    _ = try scenario.reply(to: second)
    let again = scenario.send(edit, key: "k")
    guard case .stored = try scenario.reply(to: again) else {
      throw Unexpected("It was done again.")
    }
    scenario.finish()
  }

  @Test func editingWhatIsNotThereIsRefused() throws {
    var scenario = Scenario()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "x")))
    let query = try scenario.loadStandups()
    #expect(query == DocumentQuery(collection: "standups", id: "\(design.id)"))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test func aFailedCommitChangesNothing() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let (id, _) = try scenario.takeCommit()
    scenario.store.send(.committed(id, .failure(BusError(.tooLarge, "No."))))
    try scenario.error(to: caller, .tooLarge)
    scenario.finish()
  }

  func document(_ number: UInt32, of standup: Standup, ms: Int64) -> Document {
    Document(
      collection: "meetings", id: "\(Meeting.ID(UUID(number: number)))",
      parent: "\(standup.id)", sortKey: ms, body: .emptyObject)
  }
}
