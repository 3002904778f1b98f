/// State machine of an instance with regard to a lease. Its inputs are replies of the store and the
/// time; its outputs are changes.
struct Tenure: Hashable, Sendable {
  enum Phase: Hashable, Sendable {
    case waiting
    /// The lease is held, in this writer epoch.
    case holding(term: Int64)
    /// The lease was held, and may belong to another instance now.
    case over(reason: String)
  }

  /// Change of state caused by a reply or by the passing of time.
  enum Change: Hashable, Sendable {
    case none
    case acquired(term: Int64)
    case lost(reason: String)
  }

  private(set) var phase = Phase.waiting
  /// Time until which no other instance can hold the lease, counted from a moment before the store
  /// was queried.
  private(set) var validUntil = BootTime(nanoseconds: .min)
  /// Time since which the lease has been uncertain; nil while it is certain.
  private var doubtedSince: BootTime?
  let ttlMs: Int64
  /// Time by which the holder stops work before another instance may claim the lease, in
  /// milliseconds.
  let marginMs: Int64

  init(ttlMs: Int64, marginMs: Int64? = nil) {
    self.ttlMs = ttlMs
    self.marginMs = marginMs ?? ttlMs / 6
  }

  var term: Int64? {
    if case .holding(let term) = phase { term } else { nil }
  }

  func isValid(at now: BootTime) -> Bool { term != nil && now < validUntil }

  /// Returns the wait before the next query of the store, in milliseconds.
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

  /// Records that the store could not be queried.
  mutating func unanswered(at now: BootTime) -> Change { elapse(to: now) }

  /// Records that the connection to the store is lost. Other instances may then consider the holder
  /// gone, so the lease is uncertain from now on.
  mutating func doubt(at now: BootTime) {
    guard term != nil else { return }
    validUntil = min(validUntil, now)
  }

  /// Ends the lease if it was uncertain for its whole lifetime.
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
