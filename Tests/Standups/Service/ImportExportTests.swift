import Bus
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

struct ImportExportTests {
  private func meeting(_ number: UInt32, _ text: String) -> Meeting {
    Meeting(
      id: Meeting.ID(UUID(number: number)), date: Date(timeIntervalSince1970: Double(number)),
      transcript: text)
  }

  private func file(
    _ existing: ImportStandups.Existing? = nil, _ standups: StandupWithMeetings...
  ) throws -> StandupsCommand {
    let json = String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    return try .importing(ImportStandups(json: json, existing: existing))
  }

  /// Replies to the query for existing meetings.
  private func lookUp(
    _ scenario: inout Scenario, _ numbers: UInt32..., under parent: String?
  ) throws {
    let (id, query) = try scenario.load()
    let meetings = numbers.map { "\(Meeting.ID(UUID(number: $0)))" }
    #expect(query.ids == meetings)
    let found = parent.map { parent in
      meetings.map { Document(collection: "meetings", id: $0, parent: parent, body: .null) }
    }
    scenario.store.send(.documents(id, .success(.init(documents: found ?? []))))
  }

  @Test func aFileIsTakenWithItsMeetings() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      try file(
        nil,
        StandupWithMeetings(standup: design, meetings: [meeting(2, "New"), meeting(1, "Old")]),
        StandupWithMeetings(standup: product)))
    try scenario.loadStandups()
    try lookUp(&scenario, 2, 1, under: nil)
    let commit = try scenario.commit([
      "standup.created", "meeting.imported", "meeting.imported", "standup.created",
    ]) { saved in
      saved.add(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 2000))
      saved.add(record(product, 2))
    }
    #expect(commit.changes.count == 4)
    #expect(
      try scenario.reply(to: caller)
        == .imported(.init(created: [design.id, product.id], replaced: [], kept: [])))
    scenario.finish()
  }

  @Test func whatIsThereIsRefusedUnlessToldOtherwise() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(try file(nil, StandupWithMeetings(standup: design)))
    #expect(
      try scenario.error(to: caller, .conflict).detail == ["standup": "\(design.id)"])
    scenario.finish()
  }

  @Test func whatIsThereCanBeKept() throws {
    var scenario = Scenario { $0.saved.add(record(design, 1)) }
    let caller = scenario.send(
      try file(
        .keep, StandupWithMeetings(standup: design, meetings: [meeting(1, "")]),
        StandupWithMeetings(standup: product)))
    #expect(try scenario.loadStandups().ids == ["\(product.id)"])
    // The fixture did not count the sort key of “Design”.
    try scenario.commit(["standup.created"]) { $0.add(record(product, 1)) }
    #expect(
      try scenario.reply(to: caller)
        == .imported(.init(created: [product.id], replaced: [], kept: [design.id])))
    let again = scenario.send(try file(.keep, StandupWithMeetings(standup: design)))
    #expect(
      try scenario.reply(to: again)
        == .imported(.init(created: [], replaced: [], kept: [design.id])))
    scenario.finish()
  }

  @Test func meetingsOfAFileAreTold() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      try file(nil, StandupWithMeetings(standup: design, meetings: [meeting(2, "New")])))
    try scenario.loadStandups()
    try lookUp(&scenario, 2, under: nil)
    let commit = try scenario.commit(["standup.created", "meeting.imported"]) {
      $0.add(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: 2000))
    }
    let event = try #require(commit.events.last)
    #expect(event.labels.standup == "\(design.id)")
    #expect(event.labels.meeting == "\(meeting(2, "").id)")
    #expect(try event.data.decode(as: MeetingImported.self).meeting == meeting(2, "New"))
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  /// Two hours of speech; no other event has the speakers' words.
  @Test func allWordsOfALongMeetingAreTold() throws {
    var long = meeting(2, "")
    long.segments = (0..<600).map { number in
      Segment(
        attendee: design.attendees[0].id, speaker: "Ada", fromMs: Int64(number) * 12_000,
        toMs: Int64(number) * 12_000 + 11_000,
        text: "This is what was said in about twelve seconds, as the \(number)th line of it.")
    }
    long.transcript = long.segments.map(\.text).joined(separator: " ")
    var scenario = Scenario()
    let caller = scenario.send(
      try file(nil, StandupWithMeetings(standup: design, meetings: [long])))
    try scenario.loadStandups()
    try lookUp(&scenario, 2, under: nil)
    let commit = try scenario.commit(["standup.created", "meeting.imported"]) {
      $0.add(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: 2000))
    }
    let told = try #require(commit.events.last).data.decode(as: MeetingImported.self).meeting
    #expect(told == long)
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func whatIsThereCanBeReplaced() throws {
    var here = design
    here.warnMs = 10_000
    var scenario = Scenario { [here] in $0.saved.add(record(here, 1)) }
    var changed = design
    changed.title = "Morning"
    let caller = scenario.send(
      try file(.replace, StandupWithMeetings(standup: changed, meetings: [meeting(5, "New")])))
    try lookUp(&scenario, 5, under: nil)
    // The file is in the apps’ format, which has no warnings.
    changed.warnMs = here.warnMs
    changed.revision = 2
    let commit = try scenario.commit(["standup.updated", "meeting.imported"]) {
      [changed] saved in
      saved.put(StandupRecord(changed, sortKey: 1, meetings: 1, lastMeetingMs: 5000))
    }
    // Meetings that the file does not have are kept.
    #expect(commit.changes.count == 2)
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  /// A meeting with every member.
  private var whole: Meeting {
    var meeting = meeting(5, "Words")
    let (ada, grace) = (design.attendees[0], design.attendees[1])
    meeting.segments = [
      Segment(attendee: ada.id, speaker: "Ada", fromMs: 10, toMs: 900, text: "Words")
    ]
    (meeting.durationMs, meeting.ending) = (60_000, .saved)
    meeting.attendees = [ada, grace]
    meeting.turns = [Meeting.Turn(attendee: ada.id, fromMs: 0, toMs: 30_000)]
    return meeting
  }

  /// The apps' format has only a meeting's date and its transcript.
  @Test(arguments: ["Words", "Other words"]) func replacingKeepsWhatTheFileDoesNotKnow(
    _ words: String
  ) throws {
    var scenario = Scenario.standups()
    let new = Standup(
      id: design.id, title: "Morning", theme: design.theme, attendees: design.attendees)
    let caller = scenario.send(
      try file(.replace, StandupWithMeetings(standup: new, meetings: [meeting(5, words)])))
    let (id, _) = try scenario.load()
    let document = Document(
      collection: "meetings", id: "\(whole.id)", parent: "\(design.id)",
      body: try RawJSON(encoding: whole))
    scenario.store.send(.documents(id, .success(.init(documents: [document]))))
    let isChanged = words != whole.transcript
    let commit = try scenario.commit(
      isChanged ? ["standup.updated", "meeting.imported"] : ["standup.updated"]
    ) {
      var edited = new
      edited.revision = 2
      $0.put(StandupRecord(edited, sortKey: 1))
    }
    if isChanged {
      // The speakers of the words are lost; all else is kept.
      var expected = whole
      (expected.transcript, expected.segments) = (words, [])
      let saved = try #require(commit.changes.last?.document)
      #expect(try saved.body.decode(as: Meeting.self) == expected)
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aFileThatSaysNothingNewChangesNothing() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(
      try file(.replace, StandupWithMeetings(standup: design, meetings: [whole])))
    let (id, _) = try scenario.load()
    let document = Document(
      collection: "meetings", id: "\(whole.id)", parent: "\(design.id)",
      body: try RawJSON(encoding: whole))
    scenario.store.send(.documents(id, .success(.init(documents: [document]))))
    #expect(
      try scenario.reply(to: caller)
        == .imported(.init(created: [], replaced: [design.id], kept: [])))
    scenario.finish()
  }

  @Test func aMeetingThatIsLiveIsNotReplaced() throws {
    var scenario = Scenario.meeting()
    var past = meeting(1, "Forged")
    past = Meeting(id: meetingID, date: past.date, transcript: past.transcript)
    let caller = scenario.send(
      try file(.replace, StandupWithMeetings(standup: design, meetings: [past])))
    #expect(try scenario.error(to: caller, .conflict).detail == ["meeting": "\(meetingID)"])
    scenario.finish()
  }

  @Test func aMeetingOfAnotherStandupIsNotOverwritten() throws {
    var scenario = Scenario.standups()
    let new = Standup(id: Standup.ID(UUID(number: 1)), attendees: design.attendees)
    let caller = scenario.send(
      try file(nil, StandupWithMeetings(standup: new, meetings: [meeting(5, "")])))
    try scenario.loadStandups()
    try lookUp(&scenario, 5, under: "\(design.id)")
    #expect(try scenario.error(to: caller, .conflict).detail?["standup"] == "\(design.id)")
    scenario.finish()
  }

  @Test func aFileThatIsWrongIsRefusedWithThePlace() throws {
    let error = #expect(throws: BusError.self) {
      try StandupsCommand.importing(ImportStandups(json: "[{\"id\":1}]"))
    }
    #expect(error?.code == .invalid)
    #expect(error?.detail?["path"] == "[0].id")
  }

  @Test func aFileThatFitsNoMessageIsRefused() throws {
    var scenario = Scenario()
    let long = String(repeating: "a", count: 600_000)
    let caller = scenario.send(
      try file(nil, StandupWithMeetings(standup: design, meetings: [meeting(1, long)])))
    try scenario.loadStandups()
    try lookUp(&scenario, 1, under: nil)
    try scenario.error(to: caller, .tooLarge)
    scenario.finish()
  }

  @Test func aStandupWithoutAttendeesGetsOne() throws {
    var scenario = Scenario()
    var empty = design
    empty.attendees = []
    let caller = scenario.send(try file(nil, StandupWithMeetings(standup: empty)))
    var expected = empty
    expected.attendees = [Attendee(id: Attendee.ID(UUID(number: 0)))]
    try scenario.loadStandups()
    try scenario.commit(["standup.created"]) { $0.add(record(expected, 1)) }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  // MARK: Export

  private func documents(_ meetings: [Meeting]) throws -> [Document] {
    try meetings.map {
      Document(
        collection: "meetings", id: "\($0.id)", parent: "\(design.id)",
        body: try RawJSON(encoding: $0))
    }
  }

  @Test func anExportIsWhatAnImportReads() throws {
    var scenario = Scenario()
    let caller = scenario.send(.exportFile(ExportStandups(dialect: .syncUps)))
    try scenario.loadStandups([record(product, 1), record(design, 2, meetings: 2)])
    var (id, query) = try scenario.load()
    #expect(query.parent == "\(design.id)")
    scenario.store.send(
      .documents(
        id,
        .success(.init(documents: try documents([meeting(2, "New")]), next: "n", total: 2))))
    (id, query) = try scenario.load()
    #expect(query.after == "n")
    scenario.store.send(
      .documents(id, .success(.init(documents: try documents([meeting(1, "Old")]), total: 2))))
    let reply = try scenario.exported(to: caller)
    #expect(reply.next == nil)
    #expect(reply.json.contains("appOrange"))
    #expect(
      try StandupsJSON.decode(Data(reply.json.utf8)) == [
        StandupWithMeetings(standup: product),
        StandupWithMeetings(standup: design, meetings: [meeting(2, "New"), meeting(1, "Old")]),
      ])
    scenario.finish()
  }

  @Test func aLongExportComesInPagesAndSurvivesADeletion() throws {
    var scenario = Scenario.standups()
    let long = String(repeating: "a", count: 300_000)
    var caller = scenario.send(.exportFile(ExportStandups()))
    try scenario.loadStandups([record(design, 1, meetings: 3), record(product, 2)])
    var (id, _) = try scenario.load()
    scenario.store.send(
      .documents(
        id,
        .success(.init(documents: try documents([meeting(3, long)]), next: "7 a:b", total: 3))))
    let first = try scenario.exported(to: caller)
    let delete = scenario.send(.delete(DeleteStandup(id: design.id)))
    try scenario.commit(["standup.deleted"]) { $0.removeStandup(design.id) }
    _ = try scenario.reply(to: delete)
    caller = scenario.send(.exportFile(ExportStandups(after: first.next)))
    (id, _) = try scenario.load()
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    try scenario.loadStandups([record(design, 1), record(product, 2)])
    let second = try scenario.exported(to: caller)
    #expect(second.next == nil)
    let standups = try StandupsJSON.decode(Data((first.json + second.json).utf8))
    #expect(standups.map(\.id) == [design.id, product.id])
    #expect(standups.map(\.meetings.count) == [1, 0])

    // Without the deletion, the export continues where it stopped.
    var other = Scenario()
    caller = other.send(.exportFile(ExportStandups(after: first.next)))
    let next = try other.load()
    id = next.id
    #expect(next.query.after == "7 a:b")
    other.store.send(
      .documents(id, .success(.init(documents: try documents([meeting(2, "")]), total: 3))))
    try other.loadStandups([record(design, 1)])
    let rest = try other.exported(to: caller)
    let all = try StandupsJSON.decode(Data((first.json + rest.json).utf8))
    #expect(all.map(\.meetings.count) == [2])
    scenario.finish()
  }

  /// An id that is named twice is returned once, even if the result does not fit one page of the
  /// database.
  @Test func aStandupThatIsNamedTwiceIsLookedUpOnce() throws {
    var scenario = Scenario()
    let caller = scenario.send(
      .exportFile(ExportStandups(ids: [design.id, product.id, design.id])))
    var (id, query) = try scenario.load()
    #expect(query.ids == ["\(design.id)", "\(product.id)"])
    let first = record(design, 1)
    let page = try DocumentPage(documents: [first.document()], next: "\(product.id)")
    scenario.store.send(.documents(id, .success(page))) { saved in
      saved.recent.put(first)
    }
    (id, query) = try scenario.load()
    #expect(query.ids == ["\(product.id)"])
    scenario.store.send(.documents(id, .success(.init(documents: []))))
    try scenario.error(to: caller, .notFound)
    scenario.finish()
  }

  @Test func onlyThoseThatAreNamedAreExported() throws {
    var scenario = Scenario.standups()
    let twice = [product.id, design.id, product.id]
    var caller = scenario.send(.exportFile(ExportStandups(ids: twice)))
    let query = try scenario.loadStandups([record(design, 1), record(product, 2)])
    #expect(query.ids == ["\(product.id)", "\(design.id)"])
    let reply = try scenario.exported(to: caller)
    #expect(
      try StandupsJSON.decode(Data(reply.json.utf8)) == [
        StandupWithMeetings(standup: product), StandupWithMeetings(standup: design),
      ])
    caller = scenario.send(.exportFile(ExportStandups(ids: [Standup.ID(UUID(number: 1))])))
    try scenario.loadStandups([record(design, 1), record(product, 2)])
    try scenario.error(to: caller, .notFound)
    caller = scenario.send(.exportFile(ExportStandups(ids: [])))
    try scenario.loadStandups()
    let empty = try scenario.exported(to: caller)
    #expect(try StandupsJSON.decode(Data(empty.json.utf8)).isEmpty)
    scenario.finish()
  }
}
