/// The calls to the parent that are not answered yet, as a value: in order per countdown, one at a
/// time each, a bounded number at a time in all.
struct DelegateOutbox {
  enum Call: Hashable, Sendable {
    case speakerChanged(speaker: Int, elapsedMs: Int64)
    case finished(elapsedMs: Int64)
  }

  /// How a call went.
  enum Outcome: Hashable, Sendable {
    case acknowledged
    /// It may go better later.
    case failed
    /// The parent never will take it.
    case refused
  }

  /// What follows from an outcome.
  enum Consequence: Hashable, Sendable {
    case nothing
    /// Say `retry` after that time.
    case retry(after: Duration)
    /// The finish is dealt with: the countdown can be forgotten.
    case forget
  }

  private enum State { case idle, ready, inFlight, waiting }

  private struct Entry {
    let key: CountdownKey
    var calls: [Call] = []
    var state = State.idle
    var failures = 0
  }

  /// The most calls under way at once; the rest waits its turn.
  let limit: Int
  private var entries: [UInt64: Entry] = [:]
  private var ready = Queue<UInt64>()
  private(set) var inFlight = 0

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// How many calls are not answered yet.
  var pending: Int { entries.values.reduce(0) { $0 + $1.calls.count } }

  mutating func add(_ call: Call, for key: CountdownKey) {
    entries[key.serial, default: Entry(key: key)].calls.append(call)
    makeReady(key.serial)
  }

  /// Forgets all calls of a countdown; how one goes that is under way is of no interest any more.
  mutating func end(_ key: CountdownKey) {
    if entries.removeValue(forKey: key.serial)?.state == .inFlight { inFlight -= 1 }
  }

  /// The next call to make; nil while there is none, or too many are under way.
  mutating func next() -> (key: CountdownKey, call: Call)? {
    while inFlight < limit, let serial = ready.popFirst() {
      guard let entry = entries[serial], entry.state == .ready, let call = entry.calls.first else {
        continue
      }
      entries[serial]?.state = .inFlight
      inFlight += 1
      return (entry.key, call)
    }
    return nil
  }

  /// Says how the call went that `next` gave.
  mutating func completed(_ key: CountdownKey, _ outcome: Outcome) -> Consequence {
    guard var entry = entries[key.serial], entry.state == .inFlight else { return .nothing }
    inFlight -= 1
    defer { if entries[key.serial] != nil { entries[key.serial] = entry } }
    if outcome == .failed {
      entry.failures += 1
      entry.state = .waiting
      return .retry(after: Self.backOff(entry.failures))
    }
    entry.failures = 0
    entry.state = .idle
    if case .finished = entry.calls.removeFirst() {
      entries[key.serial] = nil
      return .forget
    }
    if entry.calls.isEmpty {
      entries[key.serial] = nil
    } else {
      entry.state = .ready
      ready.append(key.serial)
    }
    return .nothing
  }

  /// The time to wait after a failure is over.
  mutating func retry(_ key: CountdownKey) {
    guard entries[key.serial]?.state == .waiting else { return }
    entries[key.serial]?.state = .idle
    makeReady(key.serial)
  }

  private mutating func makeReady(_ serial: UInt64) {
    guard entries[serial]?.state == .idle else { return }
    entries[serial]?.state = .ready
    ready.append(serial)
  }

  /// 0.25 s, doubled each time, at most 5 s; the call itself has been patient already.
  static func backOff(_ failures: Int) -> Duration {
    .milliseconds(min(5000, 125 << min(failures, 10)))
  }
}
