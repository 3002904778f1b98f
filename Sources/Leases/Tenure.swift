/// How somebody stands to a lease: answers of the store and the time go in, and what follows comes out.
struct Tenure: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case waiting
    /// Held, in this term.
    case holding(term: Int64)
    /// It was held, and may be another's.
    case over(reason: String)
  }

  /// What follows from an answer.
  enum Change: Hashable, Sendable {
    case none
    case acquired(term: Int64)
    case lost(reason: String)
  }

  private(set) var phase = Phase.waiting
  /// Until when nobody else can have it; it is counted from before the store was asked.
  private(set) var validUntil = BootTime(nanoseconds: .min)
  /// The end of the last certainty, while there is none.
  private var doubtedSince: BootTime?
  let ttlMs: Int64
  /// So long before others may take it its holder stands still.
  let marginMs: Int64

  init(ttlMs: Int64, marginMs: Int64? = nil) {
    self.ttlMs = ttlMs
    self.marginMs = marginMs ?? ttlMs / 6
  }

  var term: Int64? {
    if case .holding(let term) = phase { term } else { nil }
  }

  func isValid(at now: BootTime) -> Bool { term != nil && now < validUntil }

  /// How long to wait before the store is asked again, in milliseconds.
  func pauseMs(at now: BootTime) -> Int64 {
    guard term != nil else { return 100 }
    return isValid(at: now) ? ttlMs / 5 : 50
  }

  mutating func answered(_ answer: LeaseAnswer, askedAt asked: BootTime) -> Change {
    switch (phase, answer) {
    case (.waiting, .held(let term)):
      phase = .holding(term: term)
      validUntil = asked.adding(ms: ttlMs - marginMs)
      return .acquired(term: term)
    case (.holding(let mine), .held(let term)) where mine == term:
      validUntil = max(validUntil, asked.adding(ms: ttlMs - marginMs))
      doubtedSince = nil
      return .none
    case (.holding(let mine), .held(let term)), (.holding(let mine), .refused(_, let term)):
      return end(
        "another router holds the lease with writer epoch \(term); this router's was \(mine)")
    case (.waiting, .refused), (.over, _): return .none
    }
  }

  /// The store cannot be asked.
  mutating func unanswered(at now: BootTime) -> Change { elapse(to: now) }

  /// The way to the store is lost, by which others may see that the holder is gone: from now on nothing is certain.
  mutating func doubt(at now: BootTime) {
    guard term != nil else { return }
    validUntil = min(validUntil, now)
  }

  /// Whoever was uncertain for as long as the lease lasts has lost it.
  mutating func elapse(to now: BootTime) -> Change {
    guard term != nil, !isValid(at: now) else {
      doubtedSince = nil
      return .none
    }
    let since = doubtedSince ?? now
    doubtedSince = since
    guard now.milliseconds(since: since) >= ttlMs else { return .none }
    return end("the lease could not be renewed in time")
  }

  private mutating func end(_ reason: String) -> Change {
    phase = .over(reason: reason)
    validUntil = BootTime(nanoseconds: .min)
    return .lost(reason: reason)
  }
}
