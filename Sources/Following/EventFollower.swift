public import Bus
public import Documents
public import RouterAPI

/// Follows a journal: emits every durable event that matches a filter, in order and exactly once,
/// even if messages are lost.
///
/// All matching events up to the position have been printed. A new event is printed if the previous
/// event of its topic family is at or before the position; otherwise it waits while the journal is
/// queried for the missing events. Heartbeats reveal missing events at the end of the journal.
public struct EventFollower<Filter: FollowedEvents>: Sendable {
  /// An action that the caller must perform.
  public enum Effect: Hashable, Sendable {
    /// Print the next event.
    case print(CloudEvent)
    /// Query the journal. Only one query is in progress at a time. The reply goes to `page` or
    /// `refused`.
    case replay(EventReplay)
    /// Query the position of the journal; the reply goes to `heads`.
    case heads
    /// Report that events are missing and cannot be recovered.
    case lost(EventLoss)
    /// Report that all events in the journal have been printed. Emitted once.
    case caughtUp
  }

  private enum Question: Sendable { case replay, heads }

  /// Number of heartbeats to wait before the journal is queried for events missing at the end. With
  /// a filter, the wait is longer, because most of the unseen events do not match it.
  private static var patience: (everything: Int, filtered: Int) { (1, 5) }
  private static var waitingLimit: Int { 10_000 }

  /// The filter that selects the events.
  public let filter: Filter
  /// Number of events in one query.
  let pageSize: Int
  /// Epoch of the journal that is followed.
  public private(set) var epoch: String
  /// Sequence up to which all matching events were emitted.
  public private(set) var position: Int64
  /// Events received after a gap, by sequence.
  private var waiting: [Int64: CloudEvent] = [:]
  private var question: Question?
  private var asked: Int64 = 0
  /// True if messages arrived during a query. They may be newer than its reply, so another query
  /// must follow.
  private var asksAgain = false
  private var isLive = false
  /// Last sequence that a heartbeat announced and that has not been reached yet, and the number of
  /// heartbeats since then.
  private var tail: (head: Int64, beats: Int)?

  /// Creates a follower that starts after a position.
  ///
  /// - Parameters:
  ///   - filter: selects the events.
  ///   - epoch: identifies the journal.
  ///   - position: the sequence after which to start.
  ///   - pageSize: number of events in one query, at most 1000.
  public init(filter: Filter, epoch: String, position: Int64, pageSize: Int = 500) {
    self.filter = filter
    self.epoch = epoch
    self.position = position
    self.pageSize = pageSize
  }

  /// Returns the first effects. Must be called once the subscription is active.
  public mutating func start() -> [Effect] { ask() }

  /// Handles an event that the subscriber received.
  public mutating func received(_ event: CloudEvent) -> [Effect] {
    guard let text = event.sequence, let sequence = Int64(text) else {
      return isLive && filter.accepts(event) ? [.print(event)] : []
    }
    guard filter.wantsDurable else { return [] }
    guard event.epoch == epoch else { return ask() }
    guard sequence > position, waiting[sequence] == nil else { return [] }
    waiting[sequence] = event
    if waiting.count > Self.waitingLimit, let last = waiting.keys.max() {
      // The journal has this event. It has the highest sequence, so it is dropped now and queried
      // again last.
      waiting[last] = nil
    }
    let effects = drain()
    return waiting.isEmpty || question != nil ? effects : effects + ask()
  }

  /// Handles a heartbeat with the position of the journal.
  public mutating func beat(_ beat: JournalHead) -> [Effect] {
    guard filter.wantsDurable, question == nil else { return [] }
    // The epoch is empty until the router knows the journal.
    guard !beat.epoch.isEmpty else { return [] }
    guard beat.epoch == epoch, waiting.isEmpty else { return ask() }
    guard beat.head > position else {
      tail = nil
      return []
    }
    guard let known = tail, known.head > position else {
      tail = (beat.head, 0)
      return []
    }
    tail = (known.head, known.beats + 1)
    let patience = filter.isEverything ? Self.patience.everything : Self.patience.filtered
    return known.beats + 1 >= patience ? ask() : []
  }

  /// Handles a restored connection to the router, or an unreadable message: any event may be
  /// missing.
  public mutating func reconnected() -> [Effect] { ask() }

  /// Handles a page of the journal.
  public mutating func page(_ page: EventReplay.Reply) -> [Effect] {
    guard question == .replay else { return [] }
    question = nil
    let end = page.resume ?? (page.hasMore ? 0 : page.head)
    guard page.epoch == epoch, page.hasMore || max(end, page.head) >= asked else {
      // The journal was replaced, or restored to a state before the position.
      return askHeads()
    }
    var effects: [Effect] = []
    for event in page.events {
      guard let sequence = event.number, sequence > position else {
        continue
      }
      effects += give(event, sequence)
    }
    position = max(position, end)
    tail = nil
    effects += drain()
    let progressed = position > asked
    if page.hasMore, progressed { return effects + ask() }
    if !isLive, !page.hasMore {
      isLive = true
      effects.append(.caughtUp)
    }
    // Without progress, an immediate query would not help; the next heartbeat triggers another one.
    if asksAgain || !waiting.isEmpty && progressed { effects += ask() }
    return effects
  }

  /// Handles a rejected query: the events after the position are compacted, or the journal was
  /// replaced.
  public mutating func refused() -> [Effect] {
    guard question == .replay else { return [] }
    question = nil
    return askHeads()
  }

  /// Handles the position of the journal after a rejected query.
  public mutating func heads(_ heads: JournalRange) -> [Effect] {
    guard question == .heads else { return [] }
    question = nil
    let before = position
    var effects: [Effect] = []
    if heads.epoch != epoch || heads.head < before {
      // Sequences of two journals cannot be compared, so it is unknown which events were already
      // seen.
      effects = [
        .lost(
          .journal(
            before: epoch, position: before, now: heads.epoch, oldest: heads.oldest,
            head: heads.head))
      ]
      epoch = heads.epoch
      position = heads.head
      waiting = [:]
    } else if heads.oldest - 1 > before {
      position = heads.oldest - 1
      effects = [.lost(.compacted(first: before + 1, last: position))]
      effects += drain()
    }
    return effects + ask()
  }

  // MARK: - Steps

  private mutating func ask() -> [Effect] {
    guard filter.wantsDurable else {
      defer { isLive = true }
      return isLive ? [] : [.caughtUp]
    }
    guard question == nil else {
      asksAgain = true
      return []
    }
    question = .replay
    asksAgain = false
    asked = position
    return [.replay(filter.replay(after: position, epoch: epoch, limit: pageSize))]
  }

  private mutating func askHeads() -> [Effect] {
    question = .heads
    return [.heads]
  }

  private mutating func give(_ event: CloudEvent, _ sequence: Int64) -> [Effect] {
    position = sequence
    return filter.accepts(event) ? [.print(event)] : []
  }

  /// Prints the waiting events that no gap precedes.
  private mutating func drain() -> [Effect] {
    var effects: [Effect] = []
    for sequence in waiting.keys.sorted() {
      guard let event = waiting[sequence] else { continue }
      if sequence > position {
        guard filter.previous(event, sequence: sequence) <= position else { break }
        effects += give(event, sequence)
      }
      waiting[sequence] = nil
    }
    return effects
  }
}
