public import Bus
public import FastJSON
public import Schema

/// Commits several decisions of the sender, each in a transaction of its own, and publishes their
/// events.
///
/// A service sends the decisions that it has made in one turn of its loop together, so that each hop
/// handles one message for all of them. They share nothing but the writer epoch: each decision is
/// committed, rejected and repeated on its own, as if it had been sent as `ChangesDecided`. A service
/// that has made one decision sends `ChangesDecided` and waits for no others.
public struct BatchDecided: SharedMessage, FastCodable, Hashable {
  /// Wire name. The decisions are committed in order.
  public static let target = "store.batchDecided"
  /// Maximum number of decisions in a batch.
  public static let maxDecisions = 64
  /// Maximum estimated size of the decisions in a batch, in bytes. A batch with this size fits in a
  /// message, and so does the reply.
  public static let maxBytes = 256 << 10
  /// Decisions, in the order in which they were made. Each concerns other documents than the others.
  public var decisions: [BatchedDecision]
  /// Id of the writer epoch in which they were made, set when the message is sent. Decisions from an
  /// earlier one are rejected.
  public var term: String?
  public static let bounds: MemberBounds<Self> = [\.decisions: .count(1...maxDecisions)]

  /// Creates the message.
  ///
  /// - Parameters:
  ///   - decisions: 1 to 64 decisions.
  ///   - term: id of the writer epoch; nil if the sender has none.
  public init(decisions: [BatchedDecision], term: String? = nil) {
    self.decisions = decisions
    self.term = term
  }

  /// The outcomes of the decisions.
  public struct Reply: FastCodable, Hashable, Sendable, Bounded {
    /// One outcome for each decision, in the same order.
    public var outcomes: [BatchedOutcome]
    public static let bounds: MemberBounds<Self> = [\.outcomes: .count(1...maxDecisions)]
    /// Creates the reply, with as many outcomes as there were decisions.
    public init(outcomes: [BatchedOutcome]) { self.outcomes = outcomes }
  }
}

/// A decision in a batch, with the parts of the header that it would have if it were sent alone.
public struct BatchedDecision: FastCodable, Hashable, Sendable, Bounded {
  /// Changes to documents, in order.
  public var changes: [DocumentChange]
  /// Events to publish, in order; empty if no event reports the changes.
  public var events: [NewEvent]
  /// Reply to the command, stored under its idempotency key. Absent if the command has none, or if
  /// the reply is a secret.
  public var reply: StoredReply?
  /// Id of the message that caused the decision. Absent for a decision of the service itself.
  public var cause: String?
  /// Id of the command that the decision ultimately results from. Absent for a decision of the
  /// service itself.
  public var correlation: String?
  /// The actor whose command the decision results from, as in the header of the cause; absent if
  /// that has none.
  public var by: String?
  public static let bounds: MemberBounds<Self> = [
    \.cause: .uuid, \.correlation: .uuid, \.by: .text(1...Limits.actorBytes),
  ]

  /// Creates a decision; `cause`, `correlation` and `by` are nil for a decision of the service
  /// itself.
  public init(
    changes: [DocumentChange], events: [NewEvent] = [], reply: StoredReply? = nil,
    cause: String? = nil, correlation: String? = nil, by: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.reply = reply
    self.cause = cause
    self.correlation = correlation
    self.by = by
  }
}

/// The outcome of a decision in a batch.
public struct BatchedOutcome: FastCodable, Hashable, Sendable {
  /// Reply that *another* decision had already stored under the idempotency key; nothing was written
  /// now. Absent if this decision is durable, or if there is an error.
  public var repeated: RawJSON?
  /// The error if the decision was rejected. Absent if it is durable.
  public var error: BusError?
  /// True if the decision was not written, and has to be sent as `ChangesDecided`: it has further
  /// consequences, or an error that needs a message of its own. Absent otherwise.
  public var isAlone: Bool?

  /// Creates an outcome. Default: the decision is durable.
  public init(repeated: RawJSON? = nil, error: BusError? = nil, isAlone: Bool? = nil) {
    self.repeated = repeated
    self.error = error
    self.isAlone = isAlone
  }

  /// The decision has to be sent alone.
  public static let alone = BatchedOutcome(isAlone: true)
}

extension BatchedDecision {
  /// The decision as it travels alone, in a writer epoch.
  public func alone(in term: String?) -> ChangesDecided {
    ChangesDecided(changes: changes, events: events, reply: reply, term: term)
  }
}

extension ChangesDecided {
  /// Estimated size of the message, in bytes.
  package var estimatedBytes: Int {
    let changed = changes.reduce(0) { $0 + $1.estimatedBytes }
    let published = events.reduce(changed) { $0 + $1.data.count + 1024 }
    return published + (reply.map { $0.reply.count + 512 } ?? 0)
  }

  /// True if the decision may be in a batch that it fits in. Other services learn of an erasure and of
  /// a team that changes, so these decisions need messages of their own.
  package var mayBeBatched: Bool {
    changes.allSatisfy { change in
      switch change {
      case .put, .insert, .delete, .deleteChildren: true
      case .setTeam, .deleteMentioning, .erase: false
      }
    }
  }
}

extension DocumentChange {
  /// Estimated size of the change in a message, in bytes.
  fileprivate var estimatedBytes: Int {
    guard let document else { return 256 }
    return document.body.count + (document.searchText?.utf8.count ?? 0) + 512
  }
}
