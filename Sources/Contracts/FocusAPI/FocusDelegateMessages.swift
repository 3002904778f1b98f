public import Bus
public import Countdown
public import Documents

/// The focus service calls: this was decided; make it durable and announce it.
public struct FocusChangesDecided: DelegateMessage, Hashable {
  public typealias Reply = CommitOutcome
  public static let target = "focus.changesDecided"
  public var changes: [DocumentChange]
  /// What other tools shall hear of it, in order.
  public var events: [NewEvent]
  /// What the command is answered with.
  public var reply: StoredReply?
  public init(changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil) {
    self.changes = changes
    self.events = events
    self.reply = reply
  }
}

/// The focus service calls: what was saved?
public struct FocusDocumentsRequested: DelegateMessage, Hashable {
  public typealias Reply = DocumentPage
  public static let target = "focus.documentsRequested"
  public var query: DocumentQuery
  public init(query: DocumentQuery) { self.query = query }
}

/// The clock that a running focus needs.
public struct FocusClock: Codable, Hashable, Sendable {
  public var person: String
  /// How long it lasts, in milliseconds.
  public var durationMs: Int64
  /// As it was saved.
  public var clock: CountdownClock
  public init(person: String, durationMs: Int64, clock: CountdownClock) {
    self.person = person
    self.durationMs = durationMs
    self.clock = clock
  }
}

/// The focus service calls: let these clocks run.
///
/// Called when a focus starts, and for all that run when the service itself starts.
public struct FocusClocksNeeded: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "focus.clocksNeeded"
  public var clocks: [FocusClock]
  public init(clocks: [FocusClock]) { self.clocks = clocks }
}

/// The focus service calls: this person's clock is not needed any more.
public struct FocusClockStopped: DelegateMessage, Hashable {
  public typealias Reply = Done
  public static let target = "focus.clockStopped"
  public var person: String
  public init(person: String) { self.person = person }
}
