public import Bus
public import Documents
public import FastJSON
public import Schema

/// Writes several commits, each in a transaction of its own.
///
/// The commits share the message, the writer epoch, and usually the disk's sync; they do not share
/// their outcome. A rejected commit leaves the others alone.
public struct CommitBatch: BusCommand, FastCodable, Hashable {
  public static let target = "persistence.commitBatch"
  public static let traits = CommandTraits(access: .parent, isStored: true)
  /// Commits to write, in order.
  public var commits: [BatchedCommit]
  /// Writer epoch in which all of them were decided; commits from an earlier epoch are rejected.
  /// Absent for changes that were decided without reading the saved data.
  public var term: WriterTerm?
  public static let bounds: MemberBounds<Self> = [
    \.commits: .count(1...BatchDecided.maxDecisions)
  ]

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - commits: 1 to 64 commits. Fails with `invalid` for any other number, and with `too_large`
  ///     if the events of all commits would not fit in the reply.
  ///   - term: nil to write them in any writer epoch.
  public init(commits: [BatchedCommit], term: WriterTerm? = nil) {
    self.commits = commits
    self.term = term
  }

  /// The results, once all commits are on disk or rejected.
  public struct Reply: FastCodable, Hashable, Sendable, Bounded {
    /// Epoch of the journal.
    public var epoch: String
    /// One result for each commit, in the same order.
    public var results: [BatchedResult]
    public static let bounds: MemberBounds<Self> = [
      \.results: .count(1...BatchDecided.maxDecisions)
    ]
    /// Creates the reply, with as many results as there were commits.
    public init(epoch: String, results: [BatchedResult]) {
      self.epoch = epoch
      self.results = results
    }
  }
}

/// A commit in a batch, with its own causes and actor.
public struct BatchedCommit: FastCodable, Hashable, Sendable, Bounded {
  /// Changes to documents, applied in order.
  public var changes: [DocumentChange]
  /// Events to append to the journal, in order.
  public var events: [NewEvent]
  /// Reply to store with the effect, as in `Commit`.
  public var idempotency: StoredReply?
  /// Id of the command that the commit ultimately results from.
  public var correlation: String
  /// Id of the message that caused the decision; its events have it as their `causation`.
  public var causation: String
  /// The actor whose command the commit results from; absent without one.
  public var by: String?
  public static let bounds: MemberBounds<Self> = [
    \.correlation: .uuid, \.causation: .uuid, \.by: .text(1...Limits.actorBytes),
  ]

  /// Creates a commit; `correlation` and `causation` are UUIDs.
  public init(
    changes: [DocumentChange] = [], events: [NewEvent] = [], idempotency: StoredReply? = nil,
    correlation: String, causation: String, by: String? = nil
  ) {
    self.changes = changes
    self.events = events
    self.idempotency = idempotency
    self.correlation = correlation
    self.causation = causation
    self.by = by
  }
}

/// The result of a commit in a batch.
public struct BatchedResult: FastCodable, Hashable, Sendable {
  /// Positions of the commit's events, in order, so that the sender, which has the events, need not
  /// receive them again. Absent if `events` has the events.
  public var positions: [EventPosition]?
  /// Events as stored in the journal, in order, if they may differ from those of the commit: it is
  /// a repetition.
  public var events: [JournalEvent]?
  /// True if everything was already stored, as shown by the events or the key. Absent otherwise.
  public var isRepeated: Bool?
  /// Reply that another commit stored under the idempotency key earlier, as in `Commit.Reply`.
  public var repeated: RawJSON?
  /// The error if the commit was rejected; absent otherwise.
  public var error: BusError?

  /// Creates a result. `positions` and `events` are nil for an error.
  public init(
    positions: [EventPosition]? = nil, events: [JournalEvent]? = nil, isRepeated: Bool? = nil,
    repeated: RawJSON? = nil, error: BusError? = nil
  ) {
    self.positions = positions
    self.events = events
    self.isRepeated = isRepeated
    self.repeated = repeated
    self.error = error
  }
}

/// Position of a new event in the journal, and in its topic families.
public struct EventPosition: FastCodable, Hashable, Sendable, Bounded {
  /// Position in the journal.
  public var sequence: Int64
  /// Sequence of the previous event of the same type; absent for the first.
  public var previousOfType: Int64?
  /// Sequence of the previous event of the same standup; absent for the first.
  public var previousOfStandup: Int64?
  /// Sequence of the previous event of the same meeting; absent for the first.
  public var previousOfMeeting: Int64?
  /// Sequence of the previous event of the same team; absent for the first.
  public var previousOfTeam: Int64?
  public static let bounds: MemberBounds<Self> = [
    \.sequence: .atLeast(1),
    \.previousOfType: .atLeast(1),
    \.previousOfStandup: .atLeast(1),
    \.previousOfMeeting: .atLeast(1),
    \.previousOfTeam: .atLeast(1),
  ]

  /// Creates a position; the previous sequences are nil for the first event of its kind.
  public init(
    sequence: Int64, previousOfType: Int64? = nil, previousOfStandup: Int64? = nil,
    previousOfMeeting: Int64? = nil, previousOfTeam: Int64? = nil
  ) {
    self.sequence = sequence
    self.previousOfType = previousOfType
    self.previousOfStandup = previousOfStandup
    self.previousOfMeeting = previousOfMeeting
    self.previousOfTeam = previousOfTeam
  }
}

extension EventPosition {
  /// The position of an event in the journal.
  public init(of event: JournalEvent) {
    self.init(
      sequence: event.sequence, previousOfType: event.previousOfType,
      previousOfStandup: event.previousOfStandup, previousOfMeeting: event.previousOfMeeting,
      previousOfTeam: event.previousOfTeam)
  }
}

extension BatchedCommit {
  /// The commit as it would be sent alone.
  package func alone(in term: WriterTerm?) -> Commit {
    Commit(changes: changes, events: events, idempotency: idempotency, term: term)
  }
}

extension Commit {
  /// The reply for the sender of the commit.
  ///
  /// - Parameters:
  ///   - epoch: epoch of the journal.
  ///   - events: the events as stored in the journal.
  ///   - isRepeated: whether everything was already stored.
  ///   - earlier: the reply that was stored under the idempotency key before; nil for none.
  package func reply(
    epoch: String, events stored: [JournalEvent], isRepeated: Bool, earlier: RawJSON?
  ) -> Reply {
    // If the events are the same (without events: the replies), this commit was repeated
    // because its reply was lost, and its sender must learn that it succeeded. Otherwise, another
    // commit has used the key.
    let isSame =
      stored.map(\.event.id) == events.map(\.id)
      && (!events.isEmpty || earlier == idempotency?.reply)
    return Reply(
      epoch: epoch, events: stored, isRepeated: isRepeated ? true : nil,
      repeated: idempotency == nil || isSame ? nil : earlier)
  }
}

extension BatchedResult {
  /// Creates the result from the reply that the commit would have got alone.
  ///
  /// - Parameter epoch: epoch of the journal in the reply to the batch.
  package init(_ reply: Commit.Reply, epoch: String) {
    // The sender has the events unless this commit is a repetition.
    let isNew = reply.isRepeated != true && reply.epoch == epoch
    self.init(
      positions: isNew ? reply.events.map { EventPosition(of: $0) } : nil,
      events: isNew ? nil : reply.events, isRepeated: reply.isRepeated, repeated: reply.repeated)
  }

  /// The events of the commit, with the topic families in which they are published.
  ///
  /// - Parameters:
  ///   - commit: the commit to which this is the result.
  ///   - epoch: epoch of the journal, from the reply.
  /// - Returns: nil if there are not as many positions as events.
  public func publications(of commit: BatchedCommit, epoch: String) -> [Publication]? {
    guard let events = events ?? written(by: commit, epoch: epoch) else { return nil }
    return Commit.Reply(epoch: epoch, events: events, isRepeated: isRepeated, repeated: repeated)
      .publications
  }

  /// The events that the commit has written, at the positions of this result.
  private func written(by commit: BatchedCommit, epoch: String) -> [JournalEvent]? {
    guard let positions, positions.count == commit.events.count else { return nil }
    return zip(commit.events, positions).map { event, position in
      JournalEvent(
        event: event, sequence: position.sequence, epoch: epoch, correlation: commit.correlation,
        causation: commit.causation, by: commit.by, previousOfType: position.previousOfType,
        previousOfStandup: position.previousOfStandup,
        previousOfMeeting: position.previousOfMeeting, previousOfTeam: position.previousOfTeam)
    }
  }
}
