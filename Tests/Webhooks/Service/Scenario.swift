import Bus
import StandupsDependencies
import Documents
import FastJSON
import Foundation
import ServiceShell
import TestSupport
import Testing
import Threads
import WebClient
import WebhooksAPI

@testable import WebhooksService

/// Drives the reducer: every effect is asserted, and the visible parts of the state.
struct Scenario {
  /// The asserted state of each webhook after each action.
  struct View: Equatable {
    var sequence: [WebhookID: Int64] = [:]
    var paused: [WebhookID: String] = [:]
    var failing: [WebhookID: Date] = [:]
  }

  static let epoch = "e1"
  static let first = "00000000-0000-0000-0000-000000000000"

  let time = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  var store: TestStore<WebhooksState, WebhooksAction, WebhooksEffect, View>
  let reducer: WebhooksReducer
  private var nextCaller: CallerID = 1
  /// The command of the latest commit.
  private(set) var committing: OperationID = 0

  /// A service that has loaded these webhooks, and knows only that the journal has this type.
  init(_ webhooks: [StoredWebhook] = [], unreadable: Set<WebhookID> = []) {
    let time = time
    let reducer = WebhooksReducer(
      io: WebhooksIO(post: { _ in .failure(.cancelled) }), uuid: .incrementing,
      date: DateGenerator { time.withLock { $0 } }, jitter: { 1 })
    self.reducer = reducer
    var state = WebhooksState()
    state.commands.phase = .ready
    state.types = ["meeting.started"]
    for webhook in webhooks { state.webhooks[webhook.id] = Webhook(webhook) }
    state.unreadable = unreadable
    store = TestStore(
      state,
      view: { state in
        var view = View()
        for webhook in state.webhooks.values.map(\.stored) {
          view.sequence[webhook.id] = webhook.position.sequence
          view.paused[webhook.id] = webhook.pause?.reason
          view.failing[webhook.id] = webhook.failingSince
        }
        return view
      },
      ignoring: { if case .common(.log) = $0 { true } else { false } },
      reduce: { reducer.reduce(&$0, $1) })
  }

  var now: Date { time.withLock { $0 } }
  func advance(_ seconds: Double) { time.withLock { $0 += seconds } }
  func webhook(_ id: WebhookID) -> Webhook? { store.state.webhooks[id] }
  var problems: [String] { reducer.problems(store.state) }

  static func stored(
    _ id: WebhookID = "a", types: [String] = [], sequence: Int64 = 0, secret: WebhookSecret? = nil,
    format: WebhookFormat = .binary, team: String? = nil
  ) -> StoredWebhook {
    StoredWebhook(
      id: id, url: "http://\(id).test/webhook", types: types, team: team, format: format,
      secret: secret,
      createdAt: Date(timeIntervalSince1970: 1_700_000_000),
      position: .init(epoch: epoch, sequence: sequence))
  }

  static func event(_ sequence: Int64, _ type: String = "meeting.started") -> CloudEvent {
    CloudEvent(
      id: "event-\(sequence)", source: "/standups/standups", type: type, subject: "m",
      time: Date(timeIntervalSince1970: 1_800_000_000), sequence: sequence, epoch: epoch,
      data: RawJSON(unchecked: Array(#"{"number":\#(sequence)}"#.utf8)))
  }

  /// A page with these events.
  static func page(
    _ sequences: ClosedRange<Int64>, head: Int64? = nil, resume: Int64? = nil,
    hasMore: Bool = false
  ) -> EventPage {
    EventPage(
      events: sequences.map { event($0) }, epoch: epoch, head: head ?? sequences.upperBound,
      hasMore: hasMore, resume: resume ?? sequences.upperBound)
  }

  static func head(_ sequence: Int64, _ epoch: String = epoch) -> JournalHead {
    JournalHead(epoch: epoch, head: sequence)
  }

  // MARK: Commands

  private static let person = "person/\(UUID(number: 1).lowercaseText)"

  /// Sends a command.
  ///
  /// - Parameter teams: the scope of a person; nil for a sender with all teams.
  mutating func send(
    _ command: WebhooksCommand, key: String? = nil, message: UUID = Header.freshID(),
    via: String? = nil, teams: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) -> CallerID {
    let caller = nextCaller
    nextCaller += 1
    store.send(
      .received(
        caller, command,
        Header(
          id: message, idem: key, via: via, by: teams.map { _ in Self.person }, teams: teams)),
      sourceLocation: sourceLocation)
    return caller
  }

  mutating func reply(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RawJSON {
    try store.take(
      { effect -> Result<RawJSON, BusError>? in
        if case .common(.reply(caller, let result)) = effect { result } else { nil }
      }, sourceLocation: sourceLocation
    ).get()
  }

  mutating func status(
    to caller: CallerID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> WebhookStatus {
    try reply(to: caller, sourceLocation: sourceLocation).decode()
  }

  @discardableResult
  mutating func refusal(
    to caller: CallerID, _ code: BusError.Code, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BusError {
    let error = try store.take(
      { effect -> BusError? in
        if case .common(.reply(caller, .failure(let error))) = effect { error } else { nil }
      }, sourceLocation: sourceLocation)
    #expect(error.code == code, sourceLocation: sourceLocation)
    return error
  }

  // MARK: Effects

  /// Takes the query for a page.
  mutating func read(
    _ id: WebhookID = "a", after: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Token {
    let (token, query) = try store.take(
      { if case .read(id, let token, let query) = $0 { (token, query) } else { nil } },
      sourceLocation: sourceLocation)
    #expect(query.after == after && query.epoch == Self.epoch, sourceLocation: sourceLocation)
    return token
  }

  /// Reads the page again before the next attempt, and takes the post of its first event.
  mutating func again(
    _ sequences: ClosedRange<Int64>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Token {
    let page = try read(after: sequences.lowerBound - 1, sourceLocation: sourceLocation)
    store.send(.page("a", page, .success(Self.page(sequences))), sourceLocation: sourceLocation)
    return try posting(sequences.lowerBound, sourceLocation: sourceLocation)
  }

  /// Takes a post about this event.
  mutating func posting(
    _ sequence: Int64, of id: WebhookID = "a", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Token {
    let (token, delivery) = try takePost(id, sourceLocation: sourceLocation)
    #expect(delivery.event == Self.event(sequence), sourceLocation: sourceLocation)
    return token
  }

  mutating func takePost(
    _ id: WebhookID = "a", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (Token, Delivery) {
    try store.take(
      { if case .post(id, let token, let delivery) = $0 { (token, delivery) } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes a commit.
  mutating func commit(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ChangesDecided {
    let (id, decided) = try store.take(
      { if case .common(.commit(let id, let decided)) = $0 { (id, decided) } else { nil } },
      sourceLocation: sourceLocation)
    committing = id
    return decided
  }

  /// Ends the latest commit.
  mutating func committed(
    _ result: Result<CommitOutcome, BusError>, sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout View) -> Void = { _ in }
  ) {
    store.send(.committed(committing, result), sourceLocation: sourceLocation, change)
  }

  /// The outcome of a commit whose key already has this reply in the idempotency store.
  static func earlier(_ reply: RawJSON?, _ error: BusError? = nil) throws -> CommitOutcome {
    let kept = KeptReply(decision: "d", reply: reply, error: error)
    return CommitOutcome(repeated: try RawJSON(encoding: kept))
  }

  /// Takes the query for the journal's range, for a webhook that cannot continue.
  mutating func finding(
    _ id: WebhookID, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Token {
    try store.take(
      { if case .findHeads(id, let token) = $0 { token } else { nil } },
      sourceLocation: sourceLocation)
  }

  /// Takes the query for the journal's range, for a new webhook, and returns it.
  mutating func findRange(
    _ result: Result<JournalRange, BusError>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let id = try store.take(
      { if case .findRange(let id) = $0 { id } else { nil } }, sourceLocation: sourceLocation)
    store.send(.range(id, result), sourceLocation: sourceLocation)
  }

  /// Takes the question about the team of a new webhook, and answers it.
  mutating func findTeam(
    _ team: String, _ result: Result<Done, BusError> = .success(Done()),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let id = try store.take(
      { if case .findTeam(let id, team) = $0 { id } else { nil } }, sourceLocation: sourceLocation)
    store.send(.teamFound(id, result), sourceLocation: sourceLocation)
  }

  /// Takes the pause before the next attempt, in milliseconds.
  mutating func pause(
    _ id: WebhookID = "a", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (ms: Int, token: Token) {
    try store.take(
      { effect -> (Int, Token)? in
        if case .common(.wait(let ms, .retryDue(id, let token))) = effect {
          (ms, token)
        } else {
          nil
        }
      }, sourceLocation: sourceLocation)
  }

  mutating func expectSaveDue(sourceLocation: SourceLocation = #_sourceLocation) {
    store.expect(
      .wait(ms: WebhooksReducer.saveAfterMs, then: .saveDue), sourceLocation: sourceLocation)
  }

  /// Lets the collected positions be saved; returns the writes, by id.
  mutating func save(
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [WebhookID: StoredWebhook] {
    store.send(.saveDue, sourceLocation: sourceLocation)
    let decided = try commit(sourceLocation: sourceLocation)
    committed(.success(.written), sourceLocation: sourceLocation)
    return try decided.webhooks
  }

  static let ok = PostOutcome.answered(HTTPResponse(status: 200))
  static func answered(_ status: Int, retryAfter: Int? = nil) -> PostOutcome {
    .answered(HTTPResponse(status: status, retryAfter: retryAfter))
  }
}

extension ChangesDecided {
  /// The written webhooks, by id.
  var webhooks: [WebhookID: StoredWebhook] {
    get throws {
      var webhooks: [WebhookID: StoredWebhook] = [:]
      for document in changes.compactMap(\.document) {
        webhooks[document.id] = try document.body.decode(as: StoredWebhook.self)
      }
      return webhooks
    }
  }
}

extension CommitOutcome {
  static let written = CommitOutcome()
}
