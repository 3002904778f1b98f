import Bus
import Dependencies
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

struct EditingTests {
  @Test func aNewStandupIsSeenOnlyWhenItIsDurable() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .create(
        CreateStandup(
          title: "Design", durationMs: 36_000, theme: .sky,
          attendees: [.init(name: "Ada"), .init(name: "  "), .init(name: "Grace")])))
    let (id, commit) = try scenario.takeCommit()
    #expect(scenario.saved.standups.isEmpty)
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
          type: "standup.created", subject: "\(standup.id)", standup: "\(standup.id)"))
    #expect(try event.data.decode(as: StandupCreated.self).standup == standup)
    guard case .put(let document) = commit.changes.first else {
      Issue.record("no document")
      return
    }
    #expect(document.collection == "standups")
    #expect(document.id == "\(standup.id)")
    #expect(document.sortKey == 1)
    #expect(try document.body.decode(as: Standup.self) == standup)
    scenario.store.send(.committed(id, .success(.written))) {
      $0.put(record(standup, 1))
    }
    #expect(try scenario.reply(to: caller) == .standup(standup))
    scenario.finish()
  }

  @Test func theDefaultsAreFiveMinutesBubblegumAndOneBlankAttendee() throws {
    var scenario = Scenario()
    let caller = scenario.send(.create(CreateStandup()))
    try scenario.commit(["standup.created"]) {
      $0.put(
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

  @Test func theIDOfAnUnreadableStandupIsNotTaken() throws {
    var scenario = Scenario { $0.saved.unreadable = ["standups/\(design.id)"] }
    let caller = scenario.send(.create(CreateStandup(id: design.id)))
    try scenario.error(to: caller, .conflict)
    scenario.finish()
  }

  @Test func editingChangesWhatIsToldAndLeavesTheRest() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    var edited = design
    edited.title = "Morning"
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))

    let other = scenario.send(
      .edit(EditStandup(id: design.id, durationMs: 5_000, theme: .tan, attendees: [])))
    edited.durationMs = 5_000
    edited.theme = .tan
    edited.attendees = [Attendee(id: Attendee.ID(UUID(number: 1)))]
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1)) }
    _ = try scenario.reply(to: other)
    scenario.finish()
  }

  @Test func editingWhatIsNotThereIsRefused() throws {
    var scenario = Scenario()
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "x")))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test func aStandupIsDeletedWithItsPastMeetings() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let commit = try scenario.commit(["standup.deleted"]) { $0.standups.remove(id: design.id) }
    #expect(
      commit.changes == [
        .delete(collection: "standups", id: "\(design.id)"),
        .deleteChildren(collection: "meetings", parent: "\(design.id)"),
      ])
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aStandupThatMeetsIsNotDeleted() throws {
    var scenario = Scenario.meeting()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let error = try scenario.error(to: caller, .conflict)
    #expect(error.detail == ["meeting": "\(meetingID)"])
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

  // MARK: A past meeting

  private func document(_ number: UInt32, of standup: Standup, ms: Int64) -> Document {
    Document(
      collection: "meetings", id: "\(Meeting.ID(UUID(number: number)))",
      parent: "\(standup.id)", sortKey: ms, body: .emptyObject)
  }

  @Test func aPastMeetingIsDeletedAndTheSummaryStaysRight() throws {
    var scenario = Scenario { $0.saved.put(record(design, 1, meetings: 3)) }
    let caller = scenario.send(
      .deleteMeeting(
        DeleteMeeting(standup: design.id, meeting: Meeting.ID(UUID(number: 7)))))
    var (id, query) = try scenario.load()
    #expect(query.id == "\(Meeting.ID(UUID(number: 7)))")
    let newest = document(7, of: design, ms: 9000)
    scenario.store.send(.documents(id, .success(.init(documents: [newest], total: 1))))
    (id, query) = try scenario.load()
    #expect(query.parent == "\(design.id)")
    scenario.store.send(
      .documents(
        id,
        .success(.init(documents: [newest, document(6, of: design, ms: 5000)], total: 3))))
    try scenario.commit(["standup.updated"]) { saved in
      saved.put(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 5000))
    }
    #expect(try scenario.reply(to: caller) == .done)
    scenario.finish()
  }

  @Test func aMeetingOfAnotherStandupIsNotDeleted() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      .deleteMeeting(
        DeleteMeeting(standup: design.id, meeting: Meeting.ID(UUID(number: 7)))))
    let (id, _) = try scenario.load()
    scenario.store.send(
      .documents(
        id, .success(.init(documents: [document(7, of: product, ms: 1)], total: 1))))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  // MARK: Reading

  @Test func standupsAreListedInTheOrderOfTheirCreation() throws {
    var scenario = Scenario.meeting()
    let other = scenario.send(.create(CreateStandup(id: product.id, title: "Product")))
    try scenario.commit(["standup.created"]) {
      $0.put(
        record(
          Standup(
            id: product.id, title: "Product",
            attendees: [Attendee(id: Attendee.ID(UUID(number: 0)))]), 2))
    }
    _ = try scenario.reply(to: other)
    var caller = scenario.send(.list(ListStandups(limit: 1)))
    guard case .list(let first) = try scenario.reply(to: caller) else { return }
    #expect(first.standups.map(\.id) == [design.id])
    #expect(first.standups.first?.live == meetingID)
    #expect(first.next == design.id)
    caller = scenario.send(.list(ListStandups(after: first.next)))
    guard case .list(let second) = try scenario.reply(to: caller) else { return }
    #expect(second.standups.map(\.id) == [product.id])
    #expect(second.next == nil)
    scenario.finish()
  }

  @Test(arguments: [
    StandupsCommand.list(ListStandups(limit: 0)), .list(ListStandups(limit: 1001)),
    .get(GetStandup(id: design.id, limit: -1)), .search(SearchTranscripts(query: " ")),
    .search(SearchTranscripts(query: "a", limit: 0)),
    .search(SearchTranscripts(query: "a", offset: -1)),
    .exportFile(ExportStandups(after: "x")), .exportFile(ExportStandups(after: "1:3:")),
  ])
  func absurdLimitsAreRefused(command: StandupsCommand) throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(command)
    try scenario.error(to: caller, .invalid)
    scenario.finish()
  }

  @Test func pastMeetingsArePagedAndOneThatCannotBeReadIsLeftOut() throws {
    var scenario = Scenario { $0.saved.put(record(design, 1, meetings: 2)) }
    let caller = scenario.send(.get(GetStandup(id: design.id, limit: 2)))
    var (id, query) = try scenario.load()
    #expect(query.newestFirst == true)
    #expect(query.limit == 2)
    scenario.store.send(.documents(id, .failure(BusError(.tooLarge, "Too large."))))
    (id, query) = try scenario.load()
    #expect(query.limit == 1)
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "Hello.")
    var good = document(0xF0, of: design, ms: 1000)
    good.body = try RawJSON(encoding: meeting)
    scenario.store.send(
      .documents(
        id,
        .success(
          .init(documents: [good, document(2, of: design, ms: 1)], next: "more", total: 2))))
    guard case .get(let reply) = try scenario.reply(to: caller) else { return }
    #expect(reply.meetings == [meeting])
    #expect(reply.next == "more")
    #expect(reply.summary.meetings == 2)
    scenario.finish()
  }

  @Test func aSearchFindsMeetingsOfStandupsThatAreThere() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let id = try scenario.store.take { effect -> OperationID? in
      if case .search(let id, let query) = effect, query.query == "icons" { id } else { nil }
    }
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "The icons.")
    var hit = document(0xF0, of: design, ms: 1000)
    hit.body = try RawJSON(encoding: meeting)
    var orphan = hit
    orphan.parent = "nobody"
    scenario.store.send(
      .found(
        id,
        .success(
          .init(
            hits: [
              .init(document: hit, snippet: "the icons"), .init(document: orphan, snippet: ""),
            ],
            total: 2))))
    guard case .found(let reply) = try scenario.reply(to: caller) else { return }
    #expect(reply.hits.map(\.title) == ["Design"])
    #expect(reply.hits.map(\.meeting) == [meeting])
    scenario.finish()
  }
}
