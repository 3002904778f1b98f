public import Bus
public import Countdown
public import Documents

/// The focus service calls: this was decided; make it durable and announce it.
public struct FocusChangesDecided: DelegateMessage, Hashable {
  /// That it is durable, or the reply that another decision under the same key got.
  public typealias Reply = CommitOutcome
  /// The name on the wire; the parent writes it in one transaction.
  public static let target = "focus.changesDecided"
  /// What becomes of the documents of focus, in order.
  public var changes: [DocumentChange]
  /// What other tools shall hear of it, in order.
  public var events: [NewEvent]
  /// What the command is answered with.
  public var reply: StoredReply?
  /// The term in which it was decided; nil until it is sent.
  public var term: String?
  /// Without events nobody else hears of it; without a reply, none is stored for a repetition.
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

/// The focus service calls: my term begins, and whatever was decided before is no longer to be written.
public struct FocusTermBegun: BegunTerm, Hashable {
  /// Only that it is durable.
  public typealias Reply = Done
  /// The name on the wire; what is asked for after the answer is all that was ever written.
  public static let target = "focus.termBegun"
  /// Names the term.
  public var id: String
  /// Begins a term of that name, which no other has.
  public init(id: String) { self.id = id }
}

/// The focus service calls: what was saved?
public struct FocusDocumentsRequested: DelegateMessage, Hashable {
  /// The page that was asked for, as persistence has it.
  public typealias Reply = DocumentPage
  /// The name on the wire; it only reads.
  public static let target = "focus.documentsRequested"
  /// Which documents: one by its id, or a page of a collection.
  public var query: DocumentQuery
  /// Asks for one document or one page.
  public init(query: DocumentQuery) { self.query = query }
}

/// The clock that a running focus needs.
public struct FocusClock: Codable, Hashable, Sendable {
  /// Whose focus it is; the countdown of it is called `focus/` and this.
  public var person: String
  /// How long it lasts, in milliseconds.
  public var durationMs: Int64
  /// As it was saved.
  public var clock: CountdownClock
  /// Takes the clock as it was saved: from it, the elapsed time follows at any later moment.
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
  /// Only that it was heard. A timer that is away asks for its clocks when it is back.
  public typealias Reply = Done
  /// The name on the wire; told twice, clocks are put where they are told to be.
  public static let target = "focus.clocksNeeded"
  /// One for each person; the service puts at most 200 into a message.
  public var clocks: [FocusClock]
  /// Asks for these clocks; one that runs already is put where it is told to be.
  public init(clocks: [FocusClock]) { self.clocks = clocks }
}

/// The focus service calls: this person's clock is not needed any more.
public struct FocusClockStopped: DelegateMessage, Hashable {
  /// Only that it was heard, also where the timer had no such clock or is away.
  public typealias Reply = Done
  /// The name on the wire; told twice, it is the same.
  public static let target = "focus.clockStopped"
  /// Whose clock it is, as it was named in `FocusClock`.
  public var person: String
  /// Gives up the clock of one person.
  public init(person: String) { self.person = person }
}
