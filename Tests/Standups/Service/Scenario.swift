import Bus
import Countdown
import StandupsDependencies
import Documents
import Foundation
import ServiceShell
import Standups
import StandupsAPI
import TestSupport
import Testing

@testable import StandupsService

/// Drives the reducer: every change of the saved state and every effect is asserted.
struct Scenario {
  typealias Result<Value> = Swift.Result<Value, BusError>

  let time = TestTime()
  var store: TestStore<StandupsState, StandupsAction, StandupsEffect, Saved>
  private var nextCaller: CallerID = 1

  /// - Parameter days: retention of spoken words, in days.
  init(days: Int? = nil, _ change: (inout StandupsState) -> Void = { _ in }) {
    var state = StandupsState()
    state.phase = .ready
    change(&state)
    let uuid = UUIDGenerator.incrementing
    let reducer = StandupsReducer(
      uuid: uuid, eventID: uuid, date: time.date, clock: time.clock, transcriptDays: days)
    store = TestStore(
      state, view: \.saved,
      ignoring: { if case .log = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
  }

  var saved: Saved { store.state.saved }

  /// Sends a command.
  @discardableResult
  mutating func send(
    _ command: StandupsCommand, key: String? = nil, attempt: Int? = nil, deadline: Int64? = nil,
    by: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> CallerID {
    let caller = nextCaller
    nextCaller += 1
    // A repeated command is a new message.
    let id = UUID(number: key == nil ? 0xFFFF : 0x1_0000 + UInt32(caller))
    let header = Header(id: id, deadline: deadline, idem: key, attempt: attempt, by: by)
    store.send(.received(caller, command, header), sourceLocation: sourceLocation)
    return caller
  }

  // MARK: Taking effects

  /// Takes a commit.
  mutating func takeCommit(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, decided: ChangesDecided) {
    try store.take(
      { if case .commit(let id, let decided) = $0 { (id, decided) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes a commit with these events, lets it succeed, and asserts its changes.
  @discardableResult
  mutating func commit(
    _ events: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout Saved) -> Void = { _ in }
  ) throws -> ChangesDecided {
    let (id, decided) = try takeCommit(sourceLocation: sourceLocation)
    #expect(decided.events.map(\.labels.type) == events, sourceLocation: sourceLocation)
    store.send(.committed(id, .success(.written)), sourceLocation: sourceLocation, change)
    return decided
  }

  /// Takes the reply to a command.
  mutating func reply(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StandupsReply {
    let result = try store.take(
      { effect -> Result<StandupsReply>? in
        if case .reply(caller, let result) = effect { result } else { nil }
      }, sourceLocation: sourceLocation)
    return try result.get()
  }

  /// Takes the error of a command.
  @discardableResult
  mutating func error(
    to caller: CallerID, _ code: BusError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BusError {
    let error = try store.take(
      { effect -> BusError? in
        if case .reply(caller, .failure(let error)) = effect { error } else { nil }
      }, sourceLocation: sourceLocation)
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    return error
  }

  /// Takes a reply with a live meeting.
  mutating func live(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> LiveMeeting {
    switch try reply(to: caller, sourceLocation: sourceLocation) {
    case .live(let live), .answered(.live(let live)): return live
    case let other:
      throw BusError(.internal, "another reply: \(other)")
    }
  }

  /// Takes a reply of one kind.
  ///
  /// - Throws: if it is of another kind, for which `extract` returns nil.
  private mutating func reply<Value>(
    to caller: CallerID, sourceLocation: SourceLocation, _ extract: (StandupsReply) -> Value?
  ) throws -> Value {
    let reply = try reply(to: caller, sourceLocation: sourceLocation)
    return try #require(extract(reply), "another reply: \(reply)", sourceLocation: sourceLocation)
  }

  /// Takes a page of an export.
  mutating func exported(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ExportStandups.Reply {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .exported(let page) = $0 { page } else { nil }
    }
  }

  /// Takes a standup with its meetings.
  mutating func get(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> GetStandup.Reply {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .get(let standup) = $0 { standup } else { nil }
    }
  }

  /// Takes the results of a search.
  mutating func foundMeetings(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> SearchTranscripts.Reply {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .found(let results) = $0 { results } else { nil }
    }
  }

  /// Takes the status of the list.
  mutating func status(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> GetListStatus.Reply {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .status(let status) = $0 { status } else { nil }
    }
  }

  /// Takes a page of the live meetings.
  mutating func allLive(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ListLiveMeetings.Reply {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .allLive(let page) = $0 { page } else { nil }
    }
  }

  /// Takes a reply to an alert's answer that has the past meeting.
  mutating func finished(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Meeting {
    try reply(to: caller, sourceLocation: sourceLocation) {
      if case .answered(.finished(let meeting)) = $0 { meeting } else { nil }
    }
  }

  /// Takes the meetings that the router is notified of, and replies.
  mutating func work(
    _ result: Result<Done> = .success(Done()), sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [RunningMeeting] {
    let message = try takeWork(sourceLocation: sourceLocation)
    answer(message, result, sourceLocation: sourceLocation)
    return message.meetings
  }

  /// Replies to a message about the work of meetings.
  mutating func answer(
    _ message: WorkMessage, _ result: Result<Done> = .success(Done()),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    store.send(.worked(message.ids, message.work, result), sourceLocation: sourceLocation)
  }

  /// Takes the meetings that the router is notified of.
  mutating func takeWork(sourceLocation: SourceLocation = #_sourceLocation) throws -> WorkMessage {
    try store.take(
      { effect in
        if case .startWork(let started, let work, _) = effect {
          WorkMessage(meetings: started.meetings, work: work)
        } else {
          nil
        }
      }, sourceLocation: sourceLocation)
  }

  /// Takes a search for titles and names, answers it with these hits, and takes the search for words that
  /// follows.
  mutating func searchWords(
    found: [FoundDocuments.Hit] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, query: TextQuery) {
    let (id, query) = try takeSearch(sourceLocation: sourceLocation)
    #expect(query.collection == "standups", sourceLocation: sourceLocation)
    store.send(
      .found(id, .success(FoundDocuments(hits: found, total: found.count))),
      sourceLocation: sourceLocation)
    return try takeSearch(sourceLocation: sourceLocation)
  }

  /// Takes a search.
  mutating func takeSearch(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, query: TextQuery) {
    try store.take(
      { if case .search(let id, let query) = $0 { (id, query) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes a query to the router.
  mutating func load(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, query: DocumentQuery) {
    try store.take(
      { if case .load(let id, let query) = $0 { (id, query) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes a query for standups, and replies with these, in their order, as the database does.
  @discardableResult
  mutating func loadStandups(
    _ records: [StandupRecord] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DocumentQuery {
    let (id, query) = try load(sourceLocation: sourceLocation)
    #expect(query.collection == "standups", sourceLocation: sourceLocation)
    let all = try records.map { try $0.document() }
    var page = DocumentPage(documents: [])
    if let ids = query.ids {
      page.documents = ids.compactMap { id in all.first { $0.id == id } }
    } else {
      let rest = query.after.map { after in
        all.drop { $0.cursor != after }.dropFirst()
      }
      page.documents = Array((rest ?? all[...]).prefix(query.limit ?? 100))
      let last = page.documents.last
      page.next = last?.id == all.last?.id ? nil : last?.cursor
    }
    store.send(.documents(id, .success(page)), sourceLocation: sourceLocation)
    return query
  }

  /// Takes a page of the list.
  mutating func listed(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ListStandups.Reply {
    let reply = try reply(to: caller, sourceLocation: sourceLocation)
    guard case .list = reply else { throw BusError(.internal, "another reply: \(reply)") }
    return try reply.json().decode(as: ListStandups.Reply.self)
  }

  /// Takes the request for a meeting's last words.
  mutating func takeEnding(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (id: OperationID, isRecording: Bool) {
    try store.take(
      { if case .endMeeting(let id, _, let isRecording) = $0 { (id, isRecording) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Asserts that the service is ready, and will look for discarded meetings.
  mutating func expectReady(sourceLocation: SourceLocation = #_sourceLocation) {
    store.expect(.ready, sourceLocation: sourceLocation)
    store.expect(
      .wait(ms: RetainedWords.discarded.firstSearchMs, then: .forgetDue(.discarded, after: nil)),
      sourceLocation: sourceLocation)
  }

  /// Asserts that the discarded meetings of a team are counted, and finds these.
  mutating func countDiscarded(
    _ found: [Document] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (id, query) = try load(sourceLocation: sourceLocation)
    #expect(
      query.collection == "meetings.discarded" && query.form == .digest,
      sourceLocation: sourceLocation)
    store.send(
      .documents(id, .success(DocumentPage(documents: found))), sourceLocation: sourceLocation)
  }

  /// Asserts that nothing is pending.
  mutating func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    store.finish(sourceLocation: sourceLocation)
    #expect(store.state.isIdle, sourceLocation: sourceLocation)
    #expect(store.state.locks.isEmpty, sourceLocation: sourceLocation)
    #expect(store.state.replies.underWay == 0, sourceLocation: sourceLocation)
    #expect(store.state.endings.isEmpty, sourceLocation: sourceLocation)
  }
}

/// A message about the work of live meetings that is not answered yet.
struct WorkMessage {
  var meetings: [RunningMeeting]
  var work: MeetingWork

  var ids: [Meeting.ID] { meetings.map(\.id) }
}

extension CommitOutcome {
  /// The decision is durable.
  static let written = CommitOutcome()
}

extension BusError {
  static let away = BusError(.unavailable, "It is away.")
}
