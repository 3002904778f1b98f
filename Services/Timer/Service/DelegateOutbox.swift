import StandupsCollections

/// Calls to the composition root that have no reply yet, as a value. The calls of one countdown are
/// made in order and one at a time, and the total number of calls in progress is limited.
///
/// If the composition root is slower than the changes of speaker, only the newest change waits,
/// because it implies the earlier ones. The end of a countdown therefore never waits for more than
/// two calls.
struct DelegateOutbox {
  /// A report about a countdown.
  enum Call: Hashable, Sendable {
    case speakerChanged(speaker: Int, elapsedMs: Int64)
    case finished(elapsedMs: Int64)

    /// Returns whether a later call includes everything that this one reports.
    fileprivate func isContained(in later: Call) -> Bool {
      if case .speakerChanged = self, case .speakerChanged = later { true } else { false }
    }
  }

  /// The result of a call.
  enum Outcome: Hashable, Sendable {
    case acknowledged
    /// The call failed, and may succeed later.
    case failed
    /// The composition root will never accept the call.
    case refused
  }

  /// Action that follows from a result.
  enum Consequence: Hashable, Sendable {
    case nothing
    /// Call `retry` after this time.
    case retry(after: Duration)
    /// The end was reported, so the countdown can be removed.
    case forget
  }

  private enum State { case ready, inFlight, waiting }

  private struct Entry {
    let key: CountdownKey
    /// The current call.
    var call: Call
    /// Later calls. There are nearly always none, and at most a change of speaker and the end.
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

  /// Maximum number of calls in progress; the others wait.
  let limit: Int
  private var entries: [UInt64: Entry] = [:]
  private var ready = Queue<UInt64>()
  private(set) var inFlight = 0

  init(limit: Int = 256) {
    self.limit = limit
  }

  /// Number of calls that have no reply yet.
  var pending: Int { entries.values.reduce(0) { $0 + 1 + $1.more.count } }

  /// Adds a call for a countdown.
  mutating func add(_ call: Call, for key: CountdownKey) {
    if let index = entries.index(forKey: key.serial) {
      entries.values[index].add(call)
    } else {
      entries[key.serial] = Entry(key: key, call: call)
      ready.append(key.serial)
    }
  }

  /// Removes all calls of a countdown, and ignores the result of a call in progress.
  mutating func end(_ key: CountdownKey) {
    if entries.removeValue(forKey: key.serial)?.state == .inFlight { inFlight -= 1 }
  }

  /// Returns the next call to make; nil if none is ready, or if `limit` calls are in progress.
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

  /// Records the result of a call that `next` returned.
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

  /// Makes a call ready again after its delay.
  mutating func retry(_ key: CountdownKey) {
    guard let index = entries.index(forKey: key.serial), entries.values[index].state == .waiting
    else { return }
    entries.values[index].state = .ready
    ready.append(key.serial)
  }

  /// Delay of 0.25 s, which doubles with each failure up to 5 s. The call itself has already waited
  /// for its own timeout.
  static func backOff(_ failures: Int) -> Duration {
    .milliseconds(min(5000, 125 << min(failures, 10)))
  }
}
