public import Bus
public import Documents
public import RouterAPI

/// Follows a journal: every kept event of a filter, in order, once, whatever is lost on the way.
///
/// The position says: of what is wanted, everything up to here was printed. An event is printed when
/// the one before it in its chain is not beyond the position; otherwise it waits, and the journal is
/// asked for what is missing. A lost tail shows in the beat.
public struct EventFollower<Filter: FollowedEvents>: Sendable {
  /// What the shell has to do.
  public enum Effect: Hashable, Sendable {
    /// The next event.
    case print(CloudEvent)
    /// Ask the journal; one question at a time. Its answer goes to `page` or `refused`.
    case replay(EventReplay)
    /// Ask where the journal stands; the answer goes to `heads`.
    case heads
    /// Something is missing that cannot be had back.
    case lost(EventLoss)
    /// All that the journal held was printed; said once.
    case caughtUp
  }

  private enum Question: Sendable { case replay, heads }

  /// How many beats a lost tail may last: with a filter, what was not seen is seldom for it.
  private static var patience: (everything: Int, filtered: Int) { (1, 5) }
  private static var waitingLimit: Int { 10_000 }

  /// What is wanted.
  public let filter: Filter
  /// How many events are asked for at once.
  let pageSize: Int
  /// Names the journal.
  public private(set) var epoch: String
  /// The sequence up to which all that is wanted was given out.
  public private(set) var position: Int64
  /// Events beyond a hole, by sequence.
  private var waiting: [Int64: CloudEvent] = [:]
  private var question: Question?
  private var asked: Int64 = 0
  /// What came while a question was open may be newer than its answer.
  private var asksAgain = false
  private var isLive = false
  /// A head that a beat told of and that was not reached, and the beats since.
  private var tail: (head: Int64, beats: Int)?

  /// - Parameters:
  ///   - position: the last sequence that is not wanted any more.
  ///   - pageSize: how many events are asked for at once, at most 1000.
  public init(filter: Filter, epoch: String, position: Int64, pageSize: Int = 500) {
    self.filter = filter
    self.epoch = epoch
    self.position = position
    self.pageSize = pageSize
  }

  /// The first step, once the subscription is active.
  public mutating func start() -> [Effect] { ask() }

  /// An event came.
  public mutating func received(_ event: CloudEvent) -> [Effect] {
    guard let text = event.sequence, let sequence = Int64(text) else {
      return isLive && filter.accepts(event) ? [.print(event)] : []
    }
    guard filter.wantsDurable else { return [] }
    guard event.epoch == epoch else { return ask() }
    guard sequence > position, waiting[sequence] == nil else { return [] }
    waiting[sequence] = event
    if waiting.count > Self.waitingLimit, let last = waiting.keys.max() {
      // The journal has it: what is farthest away is asked for again last.
      waiting[last] = nil
    }
    let effects = drain()
    return waiting.isEmpty || question != nil ? effects : effects + ask()
  }

  /// The beat came: how far the journal goes.
  public mutating func beat(_ beat: JournalHead) -> [Effect] {
    guard filter.wantsDurable, question == nil else { return [] }
    // Empty while the router does not know the journal yet.
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

  /// The router was away, or something came that cannot be read: anything may be missing.
  public mutating func reconnected() -> [Effect] { ask() }

  /// A page of the journal came.
  public mutating func page(_ page: EventReplay.Reply) -> [Effect] {
    guard question == .replay else { return [] }
    question = nil
    let end = page.resume ?? (page.hasMore ? 0 : page.head)
    guard page.epoch == epoch, page.hasMore || max(end, page.head) >= asked else {
      // Another journal, or this one was put back to before the position.
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
    // Without progress there is nothing to be had by asking at once: the next beat asks.
    if asksAgain || !waiting.isEmpty && progressed { effects += ask() }
    return effects
  }

  /// The journal cannot give what comes after the position: it is compacted, or another one.
  public mutating func refused() -> [Effect] {
    guard question == .replay else { return [] }
    question = nil
    return askHeads()
  }

  /// Where the journal stands, after it refused.
  public mutating func heads(_ heads: JournalRange) -> [Effect] {
    guard question == .heads else { return [] }
    question = nil
    let before = position
    var effects: [Effect] = []
    if heads.epoch != epoch || heads.head < before {
      // Sequences of two journals do not compare: nobody can say which of its events are known.
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

  /// Prints what has no hole before it.
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
