import Collections

/// The calls to the parent that are not answered yet, as a value: in order per countdown, one at a
/// time each, a bounded number at a time in all.
///
/// Where the parent is slower than the speakers, only the newest change of speaker waits: who takes it
/// knows those before it, and the end of a countdown never waits for more than two calls.
struct DelegateOutbox {
  enum Call: Hashable, Sendable {
    case speakerChanged(speaker: Int, elapsedMs: Int64)
    case finished(elapsedMs: Int64)

    /// Whether a later call says all that this one says.
    fileprivate func isContained(in later: Call) -> Bool {
      if case .speakerChanged = self, case .speakerChanged = later { true } else { false }
    }
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

  private enum State { case ready, inFlight, waiting }

  private struct Entry {
    let key: CountdownKey
    /// The one whose turn it is.
    var call: Call
    /// Those after it; nearly always none, at most a change of speaker and the end.
    var more: [Call] = []
    var state = State.ready
    var failures = 0

    mutating func add(_ new: Call) {
      if let last = more.last {
        if last.isContained(in: new) { more.removeLast() }
        more.append(new)
      } else if state != .inFlight, call.isContained(in: new) {
        call = new
      } else {
        more.append(new)
      }
    }
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
  var pending: Int { entries.values.reduce(0) { $0 + 1 + $1.more.count } }

  mutating func add(_ call: Call, for key: CountdownKey) {
    if let index = entries.index(forKey: key.serial) {
      entries.values[index].add(call)
    } else {
      entries[key.serial] = Entry(key: key, call: call)
      ready.append(key.serial)
    }
  }

  /// Forgets all calls of a countdown; how one goes that is under way is of no interest any more.
  mutating func end(_ key: CountdownKey) {
    if entries.removeValue(forKey: key.serial)?.state == .inFlight { inFlight -= 1 }
  }

  /// The next call to make; nil while there is none, or too many are under way.
  mutating func next() -> (key: CountdownKey, call: Call)? {
    while inFlight < limit, let serial = ready.popFirst() {
      guard let index = entries.index(forKey: serial), entries.values[index].state == .ready else {
        continue
      }
      entries.values[index].state = .inFlight
      inFlight += 1
      return (entries.values[index].key, entries.values[index].call)
    }
    return nil
  }

  /// Says how the call went that `next` gave.
  mutating func completed(_ key: CountdownKey, _ outcome: Outcome) -> Consequence {
    guard let index = entries.index(forKey: key.serial), entries.values[index].state == .inFlight
    else { return .nothing }
    inFlight -= 1
    if outcome == .failed {
      entries.values[index].state = .waiting
      entries.values[index].failures += 1
      return .retry(after: Self.backOff(entries.values[index].failures))
    }
    if case .finished = entries.values[index].call {
      entries.remove(at: index)
      return .forget
    }
    if entries.values[index].more.isEmpty {
      entries.remove(at: index)
    } else {
      entries.values[index].call = entries.values[index].more.removeFirst()
      entries.values[index].failures = 0
      entries.values[index].state = .ready
      ready.append(key.serial)
    }
    return .nothing
  }

  /// The time to wait after a failure is over.
  mutating func retry(_ key: CountdownKey) {
    guard let index = entries.index(forKey: key.serial), entries.values[index].state == .waiting
    else { return }
    entries.values[index].state = .ready
    ready.append(key.serial)
  }

  /// 0.25 s, doubled each time, at most 5 s; the call itself has been patient already.
  static func backOff(_ failures: Int) -> Duration {
    .milliseconds(min(5000, 125 << min(failures, 10)))
  }
}
