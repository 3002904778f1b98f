import Bus
import Dependencies
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import TestSupport
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
          type: "standup.created", subject: "\(standup.id)", standup: "\(standup.id)"))
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
        id, .failure(BusError(.conflict, "It is there.", detail: ["document": "\(design.id)"]))))
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

    for weight in [0, -1, 11, Int.max] {
      let wrong = scenario.send(
        .edit(
          EditStandup(id: design.id, attendees: [AttendeeDraft(name: "Eve", weight: weight)])))
      #expect(try scenario.error(to: wrong, .invalid).detail?["member"] == "attendees")
    }
    scenario.finish()
  }

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

  @Test func aStandupIsDeletedWithItsPastMeetings() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let commit = try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    #expect(
      commit.changes == [
        .delete(collection: "standups", id: "\(design.id)"),
        .deleteChildren(collection: "meetings", parent: "\(design.id)"),
        .deleteChildren(collection: "meetings.parts", parent: "\(design.id)"),
        .deleteChildren(collection: "followUps", parent: "\(design.id)"),
        .erase(Erasure(standup: design.id)),
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
    var scenario = Scenario { $0.saved.add(record(design, 1, meetings: 3)) }
    let caller = scenario.send(
      .deleteMeeting(
        DeleteMeeting(standup: design.id, meeting: Meeting.ID(UUID(number: 7)))))
    var (id, query) = try scenario.load()
    #expect(query.ids == ["\(Meeting.ID(UUID(number: 7)))"])
    let newest = document(7, of: design, ms: 9000)
    scenario.store.send(.documents(id, .success(.init(documents: [newest], total: 1))))
    (id, query) = try scenario.load()
    #expect(query.parent == "\(design.id)" && query.counts == true)
    scenario.store.send(
      .documents(
        id,
        .success(.init(documents: [newest, document(6, of: design, ms: 5000)], total: 3))))
    // Its open follow-ups are deleted with it, and nothing else.
    (id, query) = try scenario.load()
    #expect(query.collection == "followUps" && query.parent == "\(design.id)")
    let open = [7, 6].map { followUp($0, in: Meeting.ID(UUID(number: UInt32($0)))) }
    scenario.store.send(
      .documents(id, .success(.init(documents: try open.map { try $0.document(of: design) }))))
    let commit = try scenario.commit(["standup.updated", "meeting.erased"]) { saved in
      saved.put(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 5000))
    }
    #expect(
      commit.changes.suffix(2) == [
        .delete(collection: "followUps", id: "\(open[0].id)"),
        .erase(Erasure(meeting: Meeting.ID(UUID(number: 7)))),
      ])
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

  /// A page is read once until a standup changes.
  @Test func aPageIsReadAgainWhenAStandupChanged() throws {
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
    try list("Morning", isRead: true)
    try list("Morning", isRead: false)
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

  /// The subject of a command is read first, unless it was used recently.
  @Test func aStandupThatWasNotUsedLatelyIsReadFirst() throws {
    var scenario = Scenario { $0.saved.count = 2 }
    let caller = scenario.send(.edit(EditStandup(id: design.id, title: "Morning")))
    let (id, query) = try scenario.load()
    #expect(query.ids == ["\(design.id)"])
    let reader = scenario.send(.get(GetStandup(id: product.id, limit: 0)))
    let (read, _) = try scenario.load()
    scenario.store.send(
      .documents(read, .success(.init(documents: [try record(product, 2).document()])))
    ) { $0.put(record(product, 2)) }
    let reply = try scenario.get(to: reader)
    #expect(reply.summary.standup == product)
    let document = try record(design, 1, meetings: 3).document()
    scenario.store.send(.documents(id, .success(.init(documents: [document])))) {
      $0.put(record(design, 1, meetings: 3))
    }
    let edited = design.edited("Morning")
    try scenario.commit(["standup.updated"]) { $0.put(record(edited, 1, meetings: 3)) }
    #expect(try scenario.reply(to: caller) == .standup(edited))
    scenario.finish()
  }

  /// A read from before a change must not hide the change.
  @Test func whatChangesWhileItIsReadIsNotKeptAsItWas() throws {
    var scenario = Scenario { $0.saved.count = 1 }
    let reader = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    let (read, _) = try scenario.load()
    let delete = scenario.send(.delete(DeleteStandup(id: design.id)))
    let (held, _) = try scenario.load()
    let page = DocumentPage(documents: [try record(design, 1).document()])
    scenario.store.send(.documents(held, .success(page))) { $0.put(record(design, 1)) }
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    _ = try scenario.reply(to: delete)
    scenario.store.send(.documents(read, .success(page)))
    // Requested before the deletion.
    _ = try scenario.reply(to: reader)
    let late = scenario.send(.get(GetStandup(id: design.id, limit: 0)))
    try scenario.loadStandups()
    try scenario.error(to: late, .notFound)
    #expect(scenario.store.state.reading.isEmpty)
    scenario.finish()
  }

  @Test func whatCannotBeReadIsNotLost() throws {
    var scenario = Scenario { $0.saved.count = 1 }
    let caller = scenario.send(.delete(DeleteStandup(id: design.id)))
    let (id, _) = try scenario.load()
    let bad = Document(collection: "standups", id: "\(design.id)", body: .emptyObject)
    scenario.store.send(.documents(id, .success(.init(documents: [bad])))) {
      $0.note(unreadable: "standups/\(design.id)")
    }
    try scenario.error(to: caller, .notFound)
    let status = scenario.send(.status(GetListStatus()))
    let reply = try scenario.status(to: status)
    #expect(reply.unreadable == ["standups/\(design.id)"])
    scenario.finish()
  }

  /// Memory is bounded, regardless of the number of saved standups.
  @Test func thoseThatWereUsedFirstAreForgotten() {
    var recent = RecentStandups()
    let title = String(repeating: "t", count: 1000)
    for number in 0..<20_000 {
      recent.put(
        record(
          Standup(id: Standup.ID(UUID(number: UInt32(number))), title: title), Int64(number)))
    }
    #expect((4000..<9000).contains(recent.count))
    #expect(recent[Standup.ID(UUID(number: 0))] == nil)
    #expect(recent[Standup.ID(UUID(number: 19_999))]?.sortKey == 19_999)
    for number in 0..<20_000 { recent.remove(Standup.ID(UUID(number: UInt32(number)))) }
    #expect(recent.count == 0)
    // Removed standups make room again.
    for number in 0..<4000 {
      recent.put(
        record(
          Standup(id: Standup.ID(UUID(number: UInt32(number))), title: title), Int64(number)))
    }
    #expect(recent.count == 4000)
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
    let reply = try scenario.foundMeetings(to: caller)
    #expect(reply.hits.map(\.title) == ["Design"])
    #expect(reply.hits.map(\.meeting) == [meeting])
    scenario.finish()
  }

  @Test func titlesOfWhatWasFoundAreReadFromTheStore() throws {
    var scenario = Scenario()
    let caller = scenario.send(.search(SearchTranscripts(query: "icons")))
    let id = try scenario.store.take { if case .search(let id, _) = $0 { id } else { nil } }
    let meeting = Meeting(
      id: meetingID, date: Date(timeIntervalSince1970: 1), transcript: "The icons.")
    let hits = try [design, product, design].map { standup in
      var found = document(0xF0, of: standup, ms: 1000)
      found.body = try RawJSON(encoding: meeting)
      return FoundDocuments.Hit(document: found, snippet: "the icons")
    }
    scenario.store.send(.found(id, .success(.init(hits: hits, total: 3))))
    // “Product” has been deleted since.
    let query = try scenario.loadStandups([record(design, 1)])
    #expect(query.ids == ["\(design.id)", "\(product.id)"])
    let reply = try scenario.foundMeetings(to: caller)
    #expect(reply.hits.map(\.title) == ["Design", "Design"])
    scenario.finish()
  }
}
