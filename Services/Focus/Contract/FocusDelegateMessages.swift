public import Bus
public import Countdown
public import Documents
public import Schema

/// Commits changes of the focus service in one transaction, and publishes the events.
public struct FocusChangesDecided: DelegateMessage, Hashable {
  /// Outcome: empty once the changes are durable, or the reply that an earlier decision stored
  /// under the same idempotency key.
  public typealias Reply = CommitOutcome
  /// Wire name. Persistence writes the changes in one transaction.
  public static let target = "focus.changesDecided"
  public static let errors: [BusError.Code] = [.conflict]
  /// Changes to the documents of the focus service, in order.
  public var changes: [DocumentChange]
  /// Events to publish, in order.
  public var events: [NewEvent]
  /// Reply to the command, stored under its idempotency key. Absent if the command has none.
  public var reply: StoredReply?
  /// Id of the writer epoch in which the changes were decided, set when the message is sent.
  /// Changes from an earlier one are rejected.
  public var term: String?
  /// Creates the message. If `events` is empty, nothing is published; if `reply` is nil, no reply
  /// is stored for retries.
  public init(
    changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil,
    term: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.term = term
  }
}

/// Begins a writer epoch of the focus service, after which commits of earlier ones are rejected.
public struct FocusTermBegun: BegunTerm, Hashable {
  /// Empty reply once the writer epoch is durable.
  public typealias Reply = Done
  /// Wire name. Reads after the reply see every write of earlier writer epochs.
  public static let target = "focus.termBegun"
  /// Id of the writer epoch, never reused.
  public var id: String
  /// Begins the writer epoch with this id, which must be new.
  public init(id: String) { self.id = id }
}

/// Requests documents of the focus service.
public struct FocusDocumentsRequested: DelegateMessage, Hashable {
  /// Requested documents, as persistence stores them.
  public typealias Reply = DocumentPage
  /// Wire name. Read-only.
  public static let target = "focus.documentsRequested"
  /// Documents to read: some by id, or a page of a collection.
  public var query: DocumentQuery
  /// Requests documents by id, or one page.
  public init(query: DocumentQuery) { self.query = query }
}

/// Clock of a running focus.
public struct FocusClock: Codable, Hashable, Sendable, Bounded {
  /// Name of the person; the countdown's id is `focus/` and this name.
  public var person: String
  /// Duration of the focus, in milliseconds, from 1 second to 24 hours.
  public var durationMs: Int64
  /// Clock as it was saved.
  public var clock: CountdownClock
  public static let bounds: MemberBounds<Self> = [
    \.person: .personName,
    \.durationMs: .atLeast(1000),
  ]
  /// Creates a saved clock, from which the elapsed time at any later moment can be computed.
  public init(person: String, durationMs: Int64, clock: CountdownClock) {
    self.person = person
    self.durationMs = durationMs
    self.clock = clock
  }
}

/// Requests that the countdowns of these focuses run.
///
/// The focus service sends it when a focus starts, and for all running ones when the service itself
/// starts.
public struct FocusClocksNeeded: DelegateMessage, Hashable {
  /// Empty reply. A timer that is unavailable requests its countdowns when it is back.
  public typealias Reply = Done
  /// Wire name. Idempotent: a countdown that runs is set to the given time.
  public static let target = "focus.clocksNeeded"
  /// Clocks that should run, one for each person. The service puts at most 200 into a message.
  public var clocks: [FocusClock]
  /// Requests countdowns for these clocks; one that runs is set to the given time.
  public init(clocks: [FocusClock]) { self.clocks = clocks }
}

/// Reports that a person's countdown is no longer needed.
public struct FocusClockStopped: DelegateMessage, Hashable {
  /// Empty reply, also if the timer had no such countdown or is unavailable.
  public typealias Reply = Done
  /// Wire name. Idempotent.
  public static let target = "focus.clockStopped"
  /// Name of the person, as in `focus.clocksNeeded`.
  public var person: String
  public static let bounds: MemberBounds<Self> = [\.person: .personName]
  /// Reports that the countdown of one person is no longer needed.
  public init(person: String) { self.person = person }
}
