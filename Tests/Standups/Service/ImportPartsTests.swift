import Bus
import ServiceShell
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import Standups
import StandupsAPI
import Testing

@testable import StandupsService

/// A file that is imported in parts: stored until all have arrived, then imported as a whole.
struct ImportPartsTests {
  private let id = ImportStandups.ID(UUID(number: 77))

  private func meeting(_ number: UInt32) -> Meeting {
    Meeting(
      id: Meeting.ID(UUID(number: number)), date: Date(timeIntervalSince1970: Double(number)),
      transcript: "Word \(number)")
  }

  private func part(
    _ number: Int, _ existing: ImportStandups.Existing? = nil, _ standups: StandupWithMeetings...
  ) throws -> StandupsCommand {
    let json = String(decoding: try StandupsJSON.encode(standups), as: UTF8.self)
    return try .importing(ImportPart(id: id, part: number, json: json, existing: existing))
  }

  private func take(_ parts: Int) -> StandupsCommand {
    .takeImport(TakeImport(id: id, parts: parts))
  }

  private func progress(
    _ phase: ImportProgress.Phase, parts: Int, applied: Int = 0, created: Int = 0,
    replaced: Int = 0, kept: Int = 0
  ) -> ImportProgress {
    ImportProgress(
      id: id, phase: phase, parts: parts, applied: applied, created: created, replaced: replaced,
      kept: kept)
  }

  private func file(
    _ progress: ImportProgress, _ existing: ImportStandups.Existing = .refuse,
    last: Standup.ID? = nil, isTaken: Bool = false, doneAtMs: Int64? = nil
  ) -> FileImport {
    // From its acceptance on, the import is limited to the teams that it concerns.
    let header = progress.phase == .receiving ? nil : Header(teams: "default")
    var file = FileImport(id: id, existing: existing, header: header)
    file.progress = progress
    (file.last, file.isLastTaken, file.doneAtMs) = (last, isTaken, doneAtMs)
    return file
  }

  /// Reports that none of it exists yet.
  private func lookUp(_ scenario: inout Scenario, _ records: [StandupRecord] = []) throws {
    try scenario.loadStandups(records)
  }

  private func noMeetings(_ scenario: inout Scenario) throws {
    let (id, query) = try scenario.load()
    #expect(query.collection == "meetings")
    scenario.store.send(.documents(id, .success(.init(documents: []))))
  }

  /// Takes the timeout after which an import is idle.
  private func takeIdle(_ scenario: inout Scenario, _ parts: Int) {
    scenario.store.expect(.wait(ms: 600_000, then: .importIdle(id, parts: parts)))
  }

  /// Sends the first part, with a standup of one meeting.
  private func begin(
    _ scenario: inout Scenario, _ existing: ImportStandups.Existing? = nil
  ) throws -> Document {
    let caller = scenario.send(
      try part(1, existing, StandupWithMeetings(standup: design, meetings: [meeting(1)])))
    try lookUp(&scenario)
    takeIdle(&scenario, 0)
    try noMeetings(&scenario)
    let commit = try scenario.commit([]) {
      $0.imports[id] = file(progress(.receiving, parts: 1), existing ?? .refuse)
    }
    #expect(
      try scenario.reply(to: caller) == .importing(progress(.receiving, parts: 1)))
    return try #require(commit.changes.first?.document)
  }

  /// Reads a part from the database.
  private func read(_ scenario: inout Scenario, _ number: Int, _ document: Document?) throws {
    let (operation, query) = try scenario.load()
    #expect(query == DocumentQuery(collection: "imports.parts", id: "\(id)/\(number)"))
    scenario.store.send(
      .documents(operation, .success(.init(documents: [document].compactMap(\.self)))))
  }

  @Test func allPartsAreKeptAndThenComeToTheirPlaces() throws {
    var scenario = Scenario()
    let first = try begin(&scenario)
    // More meetings of the same standup, and another one.
    let caller = scenario.send(
      try part(
        2, nil, StandupWithMeetings(standup: design, meetings: [meeting(2)]),
        StandupWithMeetings(standup: product)))
    try lookUp(&scenario)
    try noMeetings(&scenario)
    let commit = try scenario.commit([]) { $0.imports[id] = file(progress(.receiving, parts: 2)) }
    let second = try #require(commit.changes.first?.document)
    _ = try scenario.reply(to: caller)

    let taker = scenario.send(take(2))
    try scenario.commit([]) { $0.imports[id] = file(progress(.applying, parts: 2)) }
    #expect(try scenario.reply(to: taker) == .importing(progress(.applying, parts: 2)))
    try read(&scenario, 1, first)
    try lookUp(&scenario)
    try noMeetings(&scenario)
    let placed = try scenario.commit(["standup.created", "meeting.imported"]) {
      $0.add(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: 1000))
      $0.imports[id] = file(
        progress(.applying, parts: 2, applied: 1, created: 1), last: design.id, isTaken: true)
    }
    #expect(
      placed.changes.contains(.delete(collection: "imports.parts", id: "\(id)/1")))
    try read(&scenario, 2, second)
    try lookUp(&scenario)
    try noMeetings(&scenario)
    let rest = try scenario.commit(["meeting.imported", "standup.created"]) {
      $0.recent.put(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 2000))
      $0.add(record(product, 2))
      $0.imports[id] = file(
        progress(.done, parts: 2, applied: 2, created: 2), last: product.id, isTaken: true,
        doneAtMs: TestTime.startMs)
    }
    #expect(rest.changes.compactMap(\.document).contains { $0.id == "\(meeting(2).id)" })
    let asker = scenario.send(.getImport(GetImport(id: id)))
    #expect(
      try scenario.reply(to: asker)
        == .importing(progress(.done, parts: 2, applied: 2, created: 2)))
    scenario.finish()
  }

  /// Another standup got the meeting since the part arrived. The import must not go on forever,
  /// because nothing can be deleted meanwhile.
  @Test func anImportWithAConflictFails() throws {
    var scenario = Scenario()
    let first = try begin(&scenario)
    let taker = scenario.send(take(1))
    try scenario.commit([]) { $0.imports[id] = file(progress(.applying, parts: 1)) }
    _ = try scenario.reply(to: taker)
    try read(&scenario, 1, first)
    try lookUp(&scenario)
    let (operation, _) = try scenario.load()
    var other = try document(meeting(1))
    other.parent = "\(product.id)"
    scenario.store.send(.documents(operation, .success(.init(documents: [other]))))
    let problem = "Meeting \(meeting(1).id) already exists under another standup."
    var failed = progress(.failed, parts: 1)
    failed.problem = problem
    try scenario.commit([]) { $0.imports[id] = file(failed, doneAtMs: TestTime.startMs) }
    failed.parts = 0
    let dropped = try scenario.commit([]) {
      $0.imports[id] = file(failed, doneAtMs: TestTime.startMs)
    }
    #expect(dropped.changes.contains(.delete(collection: "imports.parts", id: "\(id)/1")))
    let asker = scenario.send(.getImport(GetImport(id: id)))
    #expect(try scenario.reply(to: asker) == .importing(failed))
    scenario.finish()
  }

  /// The store rejects the part, which is not repeated.
  @Test(
    arguments: [
      ("meetings", "Meeting", "already exists under another standup."),
      ("followUps", "Follow-up", "already exists under another standup."),
      ("standups", "Standup", "already exists; edit it, or omit the id to create a new one."),
    ])
  func anIDThatWasTakenAfterItsLookUpEndsTheImport(
    collection: String, kind: String, problem: String
  ) throws {
    var scenario = Scenario { $0.saved.imports[id] = file(progress(.applying, parts: 1)) }
    scenario.store.send(.importDue(id))
    let part = Document(
      collection: "imports.parts", id: "\(id)/1",
      body: try RawJSON(
        validating: StandupsJSON.encode([
          StandupWithMeetings(standup: design, meetings: [meeting(1)])
        ])))
    try read(&scenario, 1, part)
    try lookUp(&scenario)
    try noMeetings(&scenario)
    let (operation, _) = try scenario.takeCommit()
    let taken = Document(collection: collection, id: "x", body: .null)
    scenario.store.send(
      .committed(
        operation,
        .failure(BusError(.conflict, taken.isElsewhere, detail: taken.conflictDetail))))
    var failed = progress(.failed, parts: 1)
    failed.problem = "\(kind) x \(problem)"
    try scenario.commit([]) { $0.imports[id] = file(failed, doneAtMs: TestTime.startMs) }
    failed.parts = 0
    try scenario.commit([]) { $0.imports[id] = file(failed, doneAtMs: TestTime.startMs) }
    scenario.finish()
  }

  /// The rights at the time at which the file is accepted count.
  @Test func anImportIsAppliedWithTheRightsOfItsAcceptance() throws {
    var earlier = FileImport(
      id: id, existing: .replace, team: "web",
      header: Header(by: "person/1", teams: "ops web"))
    earlier.progress = progress(.receiving, parts: 1)
    var accepted = earlier
    accepted.use(Header(by: "person/1", teams: "web"))
    #expect(accepted.header.scope == .teams(["web"]) && accepted.header.by == "person/1")
    var run = Run { [id, earlier] state in
      state.saved.imports[id] = earlier
      state.received[id] = ReceivedFile(team: "web")
    }
    let commits = try run.send(take(1), teams: "web").commits.compactMap {
      try $0.changes.first?.document?.value(as: FileImport.self)
    }
    #expect(commits.map(\.header.scope) == [.teams(["web"])])
  }

  /// A file could otherwise take an open follow-up from another standup.
  @Test func aFollowUpOfAnotherStandupIsNotTaken() throws {
    var scenario = Scenario()
    var noted = meeting(1)
    noted.notes = [followUp(7, in: meeting(1).id)]
    let caller = scenario.send(
      .importFile(.refuse, team: nil, [StandupWithMeetings(standup: design, meetings: [noted])]))
    try lookUp(&scenario)
    let (operation, query) = try scenario.load()
    #expect(query == DocumentQuery(collection: "followUps", ids: ["\(followUp(7).id)"]))
    scenario.store.send(
      .documents(
        operation,
        .success(
          .init(documents: [try followUp(7, in: meeting(1).id).document(of: product)]))))
    #expect(try scenario.error(to: caller, .conflict).detail?["followUp"] != nil)
    scenario.finish()
  }

  @Test func aPartThatIsRefusedEndsTheImport() throws {
    var scenario = Scenario()
    _ = try begin(&scenario)
    // The meeting was in part 1 already.
    let caller = scenario.send(
      try part(2, nil, StandupWithMeetings(standup: product, meetings: [meeting(1)])))
    try lookUp(&scenario)
    let error = try scenario.error(to: caller, .invalid)
    #expect(error.detail?["path"] == "[0].meetings[0].id")
    let commit = try scenario.commit([]) { $0.imports[id] = nil }
    #expect(
      commit.changes == [
        .delete(collection: "imports.parts", id: "\(id)/1"),
        .delete(collection: "imports", id: "\(id)"),
        .deleteChildren(collection: "imports.parts", parent: "\(id)"), .erase(.removed),
      ])
    let late = scenario.send(take(1))
    try scenario.error(to: late, .notFound)
    let again = scenario.send(.getImport(GetImport(id: id)))
    try scenario.error(to: again, .notFound)
    scenario.finish()
  }

  @Test func aStandupThatIsThereIsRefusedAsAWhole() throws {
    var scenario = Scenario.standups()
    let caller = scenario.send(try part(1, nil, StandupWithMeetings(standup: design)))
    takeIdle(&scenario, 0)
    try scenario.error(to: caller, .conflict)
    scenario.finish()
    // Nothing was started, so another import may start.
    #expect(scenario.store.state.received.isEmpty)
  }

  @Test func theFirstStandupOfAPartMayOnlyGoOnWithTheLast() throws {
    var scenario = Scenario()
    _ = try begin(&scenario)
    var other = design
    other.title = "Another title"
    let caller = scenario.send(try part(2, nil, StandupWithMeetings(standup: other)))
    try lookUp(&scenario)
    try scenario.error(to: caller, .invalid)
    try scenario.commit([]) { $0.imports[id] = nil }
    scenario.finish()
  }

  @Test func aPartOutOfTurnIsRefusedAndChangesNothing() throws {
    var scenario = Scenario()
    let early = scenario.send(try part(2, nil, StandupWithMeetings(standup: product)))
    try lookUp(&scenario)
    #expect(try scenario.error(to: early, .conflict).detail == ["part": "1"])
    #expect(scenario.store.state.received.isEmpty)
    _ = try begin(&scenario)
    let twice = scenario.send(try part(1, nil, StandupWithMeetings(standup: product)))
    try lookUp(&scenario)
    #expect(try scenario.error(to: twice, .conflict).detail == ["part": "2"])
    let wrong = scenario.send(take(2))
    #expect(try scenario.error(to: wrong, .conflict).detail == ["parts": "1"])
    let asker = scenario.send(.getImport(GetImport(id: id)))
    #expect(try scenario.reply(to: asker) == .importing(progress(.receiving, parts: 1)))
    scenario.finish()
  }

  @Test func whatIsThereIsReplacedOrKeptWithItsMeetings() throws {
    for existing in [ImportStandups.Existing.keep, .replace] {
      let here = record(design, 1)
      var scenario = Scenario { $0.saved.add(here) }
      scenario.store.send(.importDue(id))
      let caller = scenario.send(
        try part(1, existing, StandupWithMeetings(standup: design, meetings: [meeting(1)])))
      takeIdle(&scenario, 0)
      if existing == .replace { try noMeetings(&scenario) }
      let commit = try scenario.commit([]) {
        $0.imports[id] = file(progress(.receiving, parts: 1), existing)
      }
      let first = try #require(commit.changes.first?.document)
      _ = try scenario.reply(to: caller)
      let more = scenario.send(
        try part(2, nil, StandupWithMeetings(standup: design, meetings: [meeting(2)])))
      if existing == .replace { try noMeetings(&scenario) }
      let second = try #require(
        try scenario.commit([]) {
          $0.imports[id] = file(progress(.receiving, parts: 2), existing)
        }.changes.first?.document)
      _ = try scenario.reply(to: more)
      let taker = scenario.send(take(2))
      try scenario.commit([]) { $0.imports[id] = file(progress(.applying, parts: 2), existing) }
      _ = try scenario.reply(to: taker)
      let isKept = existing == .keep
      func state(_ phase: ImportProgress.Phase, _ applied: Int) -> FileImport {
        file(
          progress(
            phase, parts: 2, applied: applied, replaced: isKept ? 0 : 1, kept: isKept ? 1 : 0),
          existing, last: design.id, isTaken: !isKept,
          doneAtMs: phase == .done ? TestTime.startMs : nil)
      }
      // The standup is unchanged; its meetings are new.
      try read(&scenario, 1, first)
      if !isKept { try noMeetings(&scenario) }
      try scenario.commit(isKept ? [] : ["meeting.imported"]) {
        if !isKept {
          $0.recent.put(StandupRecord(design, sortKey: 1, meetings: 1, lastMeetingMs: 1000))
        }
        $0.imports[id] = state(.applying, 1)
      }
      try read(&scenario, 2, second)
      if !isKept { try noMeetings(&scenario) }
      try scenario.commit(isKept ? [] : ["meeting.imported"]) {
        if !isKept {
          $0.recent.put(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 2000))
        }
        $0.imports[id] = state(.done, 2)
      }
      scenario.finish()
    }
  }

  private func document(_ meeting: Meeting) throws -> Document {
    Document(
      collection: "meetings", id: "\(meeting.id)", parent: "\(design.id)",
      body: try RawJSON(encoding: meeting))
  }

  /// The first two exist, and all three together exceed one commit.
  @Test func aPartThatReplacesMuchComesToItsPlaceInPieces() throws {
    var scenario = Scenario {
      $0.saved.add(StandupRecord(design, sortKey: 1, meetings: 2, lastMeetingMs: 3000))
      $0.saved.imports[id] = file(progress(.applying, parts: 1), .replace)
    }
    let words = String(repeating: "word ", count: 20_000)
    let meetings = ([3, 2, 1] as [UInt32]).map { number in
      var meeting = meeting(number)
      meeting.transcript = words
      return meeting
    }
    let kept = Document(
      collection: "imports.parts", id: "\(id)/1",
      body: try RawJSON(
        validating: StandupsJSON.encode([
          StandupWithMeetings(standup: design, meetings: meetings),
          StandupWithMeetings(standup: product, meetings: [meeting(9)]),
        ])))
    scenario.store.send(.importDue(id))
    try read(&scenario, 1, kept)
    for (index, meeting) in meetings[...1].enumerated() {
      try lookUp(&scenario)
      var here = meeting
      (here.transcript, here.durationMs) = ("Old", 5000)
      let (operation, query) = try scenario.load()
      #expect(query.ids?.first == "\(meeting.id)")
      // The page has room for one.
      let next = query.ids?[1]
      scenario.store.send(
        .documents(operation, .success(.init(documents: [try document(here)], next: next))))
      let commit = try scenario.commit(["meeting.imported"]) {
        var half = file(
          progress(.applying, parts: 1, replaced: 1), .replace)
        (half.last, half.isLastTaken, half.placed) = (
          design.id, true, FileImport.Position(standups: 0, meetings: index + 1)
        )
        $0.imports[id] = half
      }
      // Members that the file format does not have are kept.
      let saved = try #require(commit.changes.first?.document).body.decode(as: Meeting.self)
      #expect(saved.transcript == words && saved.durationMs == 5000)
      try read(&scenario, 1, kept)
    }
    try lookUp(&scenario)
    let (operation, query) = try scenario.load()
    #expect(query.ids == ["\(meetings[2].id)", "\(meeting(9).id)"])
    scenario.store.send(.documents(operation, .success(.init(documents: []))))
    try scenario.commit(["meeting.imported", "standup.created", "meeting.imported"]) {
      $0.recent.put(StandupRecord(design, sortKey: 1, meetings: 3, lastMeetingMs: 3000))
      $0.add(StandupRecord(product, sortKey: 1, meetings: 1, lastMeetingMs: 9000))
      $0.imports[id] = file(
        progress(.done, parts: 1, applied: 1, created: 1, replaced: 1), .replace, last: product.id,
        isTaken: true, doneAtMs: TestTime.startMs)
    }
    scenario.finish()
  }

  @Test func whatDoesNotGoOnIsTriedAgain() throws {
    var scenario = Scenario {
      $0.saved.imports[id] = file(progress(.applying, parts: 1))
    }
    scenario.store.send(.importDue(id))
    let (operation, _) = try scenario.load()
    scenario.store.send(.documents(operation, .failure(.away)))
    scenario.store.expect(.wait(ms: 5000, then: .importDue(id)))
    scenario.finish()
  }

  @Test func anImportOfWhichNothingComesIsGivenUp() throws {
    var scenario = Scenario()
    _ = try begin(&scenario)
    // A part has arrived since.
    scenario.store.send(.importIdle(id, parts: 0))
    takeIdle(&scenario, 1)
    scenario.store.send(.importIdle(id, parts: 1))
    try scenario.commit([]) { $0.imports[id] = nil }
    scenario.finish()
  }

  /// Its parts have erased names and words that would come back.
  @Test func whoIsForgottenDoesNotComeBackWithAFile() throws {
    var scenario = Scenario.standups()
    let other = Standup(id: Standup.ID(UUID(number: 0xAA)), title: "Other")
    let first = scenario.send(
      try part(1, nil, StandupWithMeetings(standup: other, meetings: [meeting(1)])))
    try lookUp(&scenario)
    takeIdle(&scenario, 0)
    try noMeetings(&scenario)
    _ = try scenario.commit([]) { $0.imports[id] = file(progress(.receiving, parts: 1)) }
    _ = try scenario.reply(to: first)
    let forget = scenario.send(.forgetPerson(ForgetPerson(standup: design.id, name: "Ada")))
    let (drop, dropped) = try scenario.takeCommit()
    let (operation, query) = try scenario.load()
    #expect(query.collection == "meetings")
    scenario.store.send(.committed(drop, .success(.written))) { $0.imports[id] = nil }
    #expect(dropped.changes.contains(.delete(collection: "imports.parts", id: "\(id)/1")))
    #expect(dropped.changes.last == .erase(.removed))
    scenario.store.send(.documents(operation, .success(.init(documents: []))))
    _ = try scenario.reply(to: forget)
    let second = scenario.send(
      try part(2, nil, StandupWithMeetings(standup: other, meetings: [meeting(2)])))
    try lookUp(&scenario)
    #expect(try scenario.error(to: second, .conflict).detail == ["part": "1"])
    scenario.finish()
  }

  @Test func fourFilesAreReceivedAtOnce() throws {
    var scenario = Scenario {
      for number in 0..<4 as Range<UInt32> {
        $0.received[ImportStandups.ID(UUID(number: number))] = ReceivedFile(team: "default")
      }
    }
    let caller = scenario.send(try part(1, nil, StandupWithMeetings(standup: design)))
    try lookUp(&scenario)
    #expect(try scenario.error(to: caller, .busy).retryAfterMs == 5000)
    scenario.finish()
  }

  @Test(arguments: ["person/\(UUID(number: 1).lowercaseText)", "tool/ci"])
  func onePersonLeavesImportsForOthers(actor: String) throws {
    let other = "person/\(UUID(number: 2).lowercaseText)"
    var run = Run { state in
      for number in 1...2 as ClosedRange<UInt32> {
        state.received[ImportStandups.ID(UUID(number: number))] = ReceivedFile(
          team: "default", sender: actor)
      }
    }
    let command = try part(1)
    func send(_ caller: CallerID, _ actor: String) -> [StandupsEffect] {
      run.reduce(.received(caller, command, Header(by: actor, teams: "default")))
    }
    let refused = try #require(send(1, actor).answer?.failure)
    #expect(refused.code == .busy && refused.message.contains("2 of your files"))
    _ = send(2, other)
    #expect(run.state.received[id]?.sender == other)
  }

  /// The first completed import is forgotten when the seventeenth starts.
  @Test func theLastSixteenThatAreOverAreKnown() throws {
    var scenario = Scenario {
      for number in 1...16 as ClosedRange<UInt32> {
        var file = FileImport(id: ImportStandups.ID(UUID(number: number)), existing: .keep)
        (file.progress.phase, file.doneAtMs) = (.done, 100 - Int64(number))
        $0.saved.imports[file.id] = file
      }
    }
    let caller = scenario.send(try part(1, nil, StandupWithMeetings(standup: design)))
    try lookUp(&scenario)
    takeIdle(&scenario, 0)
    try scenario.commit([]) {
      $0.imports[id] = file(progress(.receiving, parts: 1))
      $0.imports[ImportStandups.ID(UUID(number: 16))] = nil
    }
    _ = try scenario.reply(to: caller)
    scenario.finish()
  }

  @Test func aPartThatWouldNotFitATransactionIsRefused() throws {
    var scenario = Scenario()
    var long = meeting(1)
    long.transcript = String(repeating: "word ", count: 110_000)
    let caller = scenario.send(
      try part(1, nil, StandupWithMeetings(standup: design, meetings: [long])))
    try lookUp(&scenario)
    takeIdle(&scenario, 0)
    try noMeetings(&scenario)
    try scenario.error(to: caller, .tooLarge)
    scenario.finish()
  }
}
