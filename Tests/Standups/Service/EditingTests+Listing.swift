import Bus
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// The list of standups, and past meetings by the page.
extension EditingTests {
  @Test func standupsAreListedInTheOrderOfTheirCreation() throws {
    var scenario = Scenario.meeting()
    let other = scenario.send(.create(CreateStandup(id: product.id, title: "Product")))
    try scenario.commit(["standup.created"]) {
      $0.add(
        record(
          Standup(
            id: product.id, title: "Product",
            attendees: [Attendee(id: Attendee.ID(UUID(number: 0)))]), 2))
    }
    _ = try scenario.reply(to: other)
    let stored = [record(design, 1, meetings: 2), record(product, 2)]
    var caller = scenario.send(.list(ListStandups(limit: 1)))
    try scenario.loadStandups(stored)
    let first = try scenario.listed(to: caller)
    #expect(
      first.standups == [
        StandupSummary(
          standup: design, meetings: 2, lastMeeting: Date(timeIntervalSince1970: 1),
          live: meetingID)
      ])
    caller = scenario.send(.list(ListStandups(after: first.next)))
    try scenario.loadStandups(stored)
    let second = try scenario.listed(to: caller)
    #expect(second.standups.map(\.id) == [product.id])
    #expect(second.next == nil)
    scenario.finish()
  }

  /// A page is read once, and then follows the changes of its standups.
  @Test func aPageFollowsAChangedStandup() throws {
    var scenario = Scenario.standups()
    func list(_ title: String, isRead: Bool) throws {
      var first = design
      first.title = title
      let caller = scenario.send(.list(ListStandups(limit: 1)))
      if isRead { try scenario.loadStandups([record(first, 1), record(product, 2)]) }
      let page = try scenario.listed(to: caller)
      #expect(page.standups.map(\.standup.title) == [title] && page.next != nil)
    }
    try list("Design", isRead: true)
    try list("Design", isRead: false)
    // A page requested before the change may be older than it.
    let early = scenario.send(.list(ListStandups()))
    let (load, _) = try scenario.load()
    let edit = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    let (id, decided) = try scenario.takeCommit()
    let edited = design.edited("Morning")
    scenario.store.send(.committed(id, .success(.written))) { $0.put(record(edited, 1)) }
    #expect(decided.changes.count == 1)
    _ = try scenario.reply(to: edit)
    scenario.store.send(
      .documents(load, .success(.init(documents: [try record(design, 1).document()]))))
    _ = try scenario.listed(to: early)
    let late = scenario.send(.list(ListStandups()))
    try scenario.loadStandups([record(edited, 1), record(product, 2)])
    #expect(try scenario.listed(to: late).standups.map(\.standup) == [edited, product])
    try list("Morning", isRead: false)
    scenario.finish()
  }

  /// Lists two standups, one on each page.
  ///
  /// - Returns: the cursor of the second page.
  private func listTwoPages(
    _ stored: [StandupRecord], _ scenario: inout Scenario
  ) throws -> String? {
    let first = scenario.send(.list(ListStandups(limit: 1)))
    try scenario.loadStandups(stored)
    let cursor = try scenario.listed(to: first).next
    let second = scenario.send(.list(ListStandups(after: cursor, limit: 1)))
    try scenario.loadStandups(stored)
    #expect(try scenario.listed(to: second).next == nil)
    return cursor
  }

  @Test func aNewStandupInvalidatesTheLastPage() throws {
    var scenario = Scenario.standups()
    let stored = [record(design, 1), record(product, 2)]
    let cursor = try listTwoPages(stored, &scenario)

    let new = Standup(
      id: Standup.ID(UUID(number: 77)), title: "New",
      attendees: [Attendee(id: Attendee.ID(UUID(number: 0)))])
    let creating = scenario.send(.create(CreateStandup(id: new.id, title: new.title)))
    try scenario.commit(["standup.created"]) { $0.add(record(new, 3)) }
    _ = try scenario.reply(to: creating)

    let firstAgain = scenario.send(.list(ListStandups(limit: 1)))
    #expect(try scenario.listed(to: firstAgain).standups.map(\.id) == [design.id])
    let secondAgain = scenario.send(.list(ListStandups(after: cursor, limit: 1)))
    try scenario.loadStandups(stored + [record(new, 3)])
    let page = try scenario.listed(to: secondAgain)
    #expect(page.standups.map(\.id) == [product.id] && page.next != nil)
    scenario.finish()
  }

  /// Standups are not always saved in the order in which they were created.
  @Test func aStandupThatIsSavedLateInvalidatesThePageBeforeLaterOnes() throws {
    var scenario = Scenario.standups()
    let late = Standup(id: Standup.ID(UUID(number: 77)), title: "Late")
    let creating = scenario.send(.create(CreateStandup(id: late.id, title: late.title)))
    let (commit, decided) = try scenario.takeCommit()
    let key = try #require(decided.changes.compactMap(\.document).first?.sortKey)
    let caller = scenario.send(.list(ListStandups(limit: 1)))
    try scenario.loadStandups([record(design, key + 1), record(product, key + 2)])
    #expect(try scenario.listed(to: caller).next != nil)
    let saved = try #require(
      decided.changes.compactMap(\.document).first?.body.decode(as: StandupSummary.self).standup)
    scenario.store.send(.committed(commit, .success(.written))) { $0.add(record(saved, key)) }
    _ = try scenario.reply(to: creating)
    let again = scenario.send(.list(ListStandups(limit: 1)))
    try scenario.loadStandups([record(saved, key), record(design, key + 1)])
    #expect(try scenario.listed(to: again).standups.map(\.id) == [late.id])
    scenario.finish()
  }

  /// After a move of standups, a page that was requested before lacks them.
  @Test func aPageThatIsBeingReadIsNotKeptAfterAMove() {
    var pages = ListPages()
    let key = ListPages.Key(limit: 1)
    let asked = pages.revision
    pages.forget()
    pages.keep(ListedStandups(), for: key, asked: asked)
    #expect(pages[key] == nil)
    pages.keep(ListedStandups(), for: key, asked: pages.revision)
    #expect(pages[key] != nil)
  }

  @Test func aDeletedStandupInvalidatesItsPages() throws {
    var scenario = Scenario.standups()
    let cursor = try listTwoPages([record(design, 1), record(product, 2)], &scenario)

    let deleting = scenario.send(.delete(DeleteStandup(id: design.id)))
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    _ = try scenario.reply(to: deleting)

    let secondAgain = scenario.send(.list(ListStandups(after: cursor, limit: 1)))
    #expect(try scenario.listed(to: secondAgain).standups.map(\.id) == [product.id])
    let firstAgain = scenario.send(.list(ListStandups(limit: 1)))
    try scenario.loadStandups([record(product, 2)])
    #expect(try scenario.listed(to: firstAgain).standups.map(\.id) == [product.id])
    scenario.finish()
  }

  @Test func aPageWithAnUnreadableStandupIsReadAgain() throws {
    var scenario = Scenario.standups()
    var broken = try record(design, 1).document()
    broken.body = .emptyObject
    let caller = scenario.send(.list(ListStandups()))
    let (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: [broken])))) {
      $0.note(unreadable: "standups/\(design.id)")
    }
    #expect(try scenario.listed(to: caller).standups.isEmpty)
    let again = scenario.send(.list(ListStandups()))
    try scenario.loadStandups([record(design, 1)])
    #expect(try scenario.listed(to: again).standups.map(\.id) == [design.id])
    scenario.finish()
  }

  @Test func aListLeavesOutWhatCannotBeRead() throws {
    var scenario = Scenario()
    let caller = scenario.send(.list(ListStandups()))
    let (id, _) = try scenario.load()
    let bad = Document(collection: "standups", id: "x", sortKey: 1, body: .emptyObject)
    let documents = [bad, try record(design, 2).document()]
    scenario.store.send(.documents(id, .success(.init(documents: documents)))) {
      $0.note(unreadable: "standups/x")
    }
    #expect(try scenario.listed(to: caller).standups.map(\.id) == [design.id])
    scenario.finish()
  }

  /// Such a date is no longer accepted; one that an earlier version accepted must not hide anything else. Snapshots for
  /// followers consist of such lists.
  @Test func aDateThatIsNoneHidesNothingElse() throws {
    func broken(_ document: Document) throws -> Document {
      var document = document
      let text = document.body.text.replacing("1970-01-01", with: "0000-01-01")
      #expect(text != document.body.text)
      document.body = RawJSON(unchecked: Array(text.utf8))
      return document
    }
    var scenario = Scenario()
    let caller = scenario.send(.list(ListStandups(settled: true)))
    let (id, _) = try scenario.load()
    let late = StandupRecord(product, sortKey: 1, meetings: 1, lastMeetingMs: 1000)
    let documents = [try broken(late.document()), try record(design, 2).document()]
    scenario.store.send(.documents(id, .success(.init(documents: documents)))) {
      $0.note(unreadable: "standups/\(product.id)")
    }
    #expect(try scenario.listed(to: caller).standups.map(\.id) == [design.id])
    scenario.finish()

    var other = Scenario()
    let export = other.send(.exportFile(ExportStandups()))
    try other.loadStandups([record(design, 1, meetings: 2)])
    let (page, _) = try other.load()
    let meetings = try ([1, 2] as [UInt32]).map { number in
      let meeting = Meeting(
        id: Meeting.ID(UUID(number: number)), date: Date(timeIntervalSince1970: 5), transcript: "")
      return Document(
        collection: "meetings", id: "\(meeting.id)", parent: "\(design.id)",
        body: try RawJSON(encoding: meeting))
    }
    let found = [try broken(meetings[0]), meetings[1]]
    other.store.send(.documents(page, .success(.init(documents: found, total: 2)))) {
      $0.note(unreadable: "meetings/\(meetings[0].id)", of: "\(design.id)")
    }
    let reply = try other.exported(to: export)
    let standups = try StandupsJSON.decode(Data(reply.json.utf8))
    #expect(standups.map { $0.meetings.map(\.id.description) } == [[meetings[1].id]])
    other.finish()
  }

  @Test(arguments: [
    StandupsCommand.list(ListStandups(limit: 0)), .list(ListStandups(limit: 1001)),
    .get(GetStandup(id: design.id, limit: -1)), .search(SearchTranscripts(query: " ")),
    .search(SearchTranscripts(query: "a", limit: 0)),
    .search(SearchTranscripts(query: "a", offset: -1)),
    .list(ListStandups(after: "x")), .get(GetStandup(id: design.id, after: "x y")),
    .exportFile(ExportStandups(after: "x")), .exportFile(ExportStandups(after: "{}x")),
    .exportFile(
      ExportStandups(after: #"{"hasStandups":true,"hasMeetings":true,"meetings":"x"}"#)),
  ])
  func absurdLimitsAreRefused(command: StandupsCommand) throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(command)
    try scenario.error(to: caller, .invalid)
    scenario.finish()
  }

  @Test func pastMeetingsArePagedAndOneThatCannotBeReadIsLeftOut() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 2)) }
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
          .init(documents: [good, document(2, of: design, ms: 1)], next: "more", total: 2)))
    ) { $0.note(unreadable: "meetings/\(Meeting.ID(UUID(number: 2)))", of: "\(design.id)") }
    let reply = try scenario.get(to: caller)
    #expect(reply.meetings == [meeting])
    #expect(reply.next == "more")
    #expect(reply.summary.meetings == 2)
    scenario.finish()
  }
}
