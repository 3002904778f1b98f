import BridgeAPI
import Bus
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import TestSupport
import Testing
import Threads

@testable import BridgeService

/// Drives the reducer: every effect is asserted except log lines.
struct Scenario {
  static let epoch = "e1e1e1e1-0000-0000-0000-000000000000"
  static let start = Date(timeIntervalSince1970: 1_800_000_000)
  static let rules = [
    ErasingEvent(type: "meeting.erased", view: .meeting),
    ErasingEvent(type: "meeting.discarded", view: .meeting, unless: "undo"),
    ErasingEvent(type: "standup.updated", view: .standup, member: "forgets"),
  ]

  let time = Locked(Scenario.start)
  var store: TestStore<BridgeState, BridgeAction, BridgeEffect, Int>
  let reducer: BridgeReducer

  init(replicas: Int = 1, isOn: Bool = true) {
    let time = time
    var settings = StreamSettings()
    settings.replicas = replicas
    let reducer = BridgeReducer(
      io: .off, settings: settings, isOn: isOn, date: DateGenerator { time.withLock { $0 } })
    self.reducer = reducer
    store = TestStore(
      BridgeState(), view: { _ in 0 },
      ignoring: { if case .log = $0 { true } else { false } }, reduce: { reducer.reduce(&$0, $1) })
  }

  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
  var status: BridgeStatus { reducer.status(store.state) }
  var problems: [String] { reducer.problems(store.state) }

  // MARK: Data

  static func event(
    _ sequence: Int64, _ type: String = "meeting.started", subject: String = "m",
    data: RawJSON = .emptyObject
  ) -> CloudEvent {
    CloudEvent(
      id: "event-\(sequence)", source: "/standups/standups", type: type, subject: subject,
      time: start, sequence: sequence, epoch: epoch, data: data)
  }

  static func page(
    _ events: [CloudEvent], head: Int64? = nil, hasMore: Bool = false, resume: Int64? = nil
  ) -> EventPage {
    EventPage(
      events: events, epoch: epoch, head: head ?? events.last?.number ?? 0, hasMore: hasMore,
      resume: resume ?? events.last?.number)
  }

  static func page(_ sequences: ClosedRange<Int64>, head: Int64? = nil, hasMore: Bool = false)
    -> EventPage
  {
    page(sequences.map { event($0) }, head: head, hasMore: hasMore)
  }

  static func stream(
    base: Int64 = 0, last: Int64, first: Int64 = 1, made: Int64 = 1, epoch: String = "e1e1e1e1",
    subjects: [String] = ["standups.t.>"], replicas: Int = 1
  ) -> StreamFacts {
    StreamFacts(
      name: "standups_\(epoch)_\(base)", made: made, subjects: subjects, first: first, last: last,
      messages: max(0, last - first + 1), bytes: 100, replicas: replicas, maxAge: 0)
  }

  static func journal(_ head: Int64, oldest: Int64 = 1, epoch: String = epoch) -> BridgeJournal {
    BridgeJournal(range: .init(epoch: epoch, head: head, oldest: oldest), erasing: rules)
  }

  static func head(_ sequence: Int64) -> JournalHead { JournalHead(epoch: epoch, head: sequence) }

  // MARK: Steps

  /// Starts the service with NATS available.
  mutating func connect(maxPayload: Int = 1 << 20) {
    store.send(.start)
    store.expect(.ready)
    store.expect(.listen([]))
    store.expect(.connect)
    store.send(.nats(.connected(server: "nats://n", maxPayload: maxPayload)))
  }

  mutating func take<Value>(
    sourceLocation: SourceLocation = #_sourceLocation, _ match: (BridgeEffect) -> Value?
  ) throws -> Value {
    try store.take(match, sourceLocation: sourceLocation)
  }

  /// NATS and the journal reply once.
  mutating func look(
    _ streams: [StreamFacts], _ journal: BridgeJournal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let token = try take(sourceLocation: sourceLocation) {
      if case .look(let token, _) = $0 { token } else { nil }
    }
    store.send(.looked(token, .success(streams)), sourceLocation: sourceLocation)
    let asked = try take(sourceLocation: sourceLocation) {
      if case .askJournal(let token) = $0 { token } else { nil }
    }
    store.send(.journal(asked, .success(journal)), sourceLocation: sourceLocation)
  }

  /// Takes a request to change a stream, and confirms it.
  mutating func change(
    failing failure: NATSFailure? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StreamChange {
    let (token, change) = try take(sourceLocation: sourceLocation) {
      if case .change(let token, let change) = $0 { (token, change) } else { nil }
    }
    store.send(.changed(token, failure), sourceLocation: sourceLocation)
    return change
  }

  mutating func read(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (token: Token, query: JournalQuery) {
    try take(sourceLocation: sourceLocation) {
      if case .read(let token, let query) = $0 { (token, query) } else { nil }
    }
  }

  mutating func sent(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (round: Int, messages: [Outgoing]) {
    try take(sourceLocation: sourceLocation) {
      if case .publish(let round, _, let messages) = $0 { (round, messages) } else { nil }
    }
  }

  /// Takes a wait.
  mutating func wait(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BridgeAction {
    try take(sourceLocation: sourceLocation) {
      if case .wait(_, let action) = $0 { action } else { nil }
    }
  }

  /// Publishes the events 1 to 3 to an empty stream; their replies are pending.
  mutating func publishThree() throws -> Int {
    connect()
    try look([Self.stream(last: 0)], Self.journal(3))
    let (token, query) = try read()
    #expect(query == JournalQuery(after: 0, epoch: Self.epoch, limit: 1000))
    store.send(.page(token, .success(Self.page(1...3))))
    store.expect(.listen(["meeting.started"]))
    let (round, messages) = try sent()
    #expect(messages.map(\.after) == [0, 1, 2])
    #expect(messages.map(\.subject) == Array(repeating: "standups.t.%.meeting.started.m", count: 3))
    _ = try wait()
    return round
  }
}
