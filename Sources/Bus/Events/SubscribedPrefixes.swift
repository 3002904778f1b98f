/// To what a subscriber is subscribed, counted: who adds a prefix that another one added as well does not lose it
/// when that one removes it.
struct SubscribedPrefixes {
  private var counts: [String: Int] = [:]
  /// Those that the router refuses, with its reasons.
  private var refusals: [String: String] = [:]

  /// - Returns: those that are new, in their order: they are to be subscribed to.
  mutating func add(_ prefixes: [String]) -> [String] {
    once(prefixes).filter { prefix in
      counts[prefix, default: 0] += 1
      return counts[prefix] == 1
    }
  }

  /// Takes away what was added once. What was not added is passed over.
  ///
  /// - Returns: those that nobody wants any more: their subscriptions are to be ended.
  mutating func remove(_ prefixes: [String]) -> [String] {
    once(prefixes).filter { prefix in
      guard let count = counts[prefix] else { return false }
      counts[prefix] = count > 1 ? count - 1 : nil
      if count == 1 { refusals[prefix] = nil }
      return count == 1
    }
  }

  /// The connection is lost: over the next one the router looks at all of them again.
  mutating func lost() { refusals = [:] }

  /// Takes down what the router refuses. What another connection was refused may be in it too (see
  /// `Confirmation`).
  mutating func note(_ confirmation: Confirmation) {
    for (index, topic) in confirmation.denied.enumerated() where counts[topic] != nil {
      let reasons = confirmation.reasons ?? []
      refusals[topic] = index < reasons.count ? reasons[index] : ""
    }
  }

  /// The first of them that is refused, as an error; nil if none is.
  func refusal(of prefixes: [String]) -> BusError? {
    for prefix in prefixes {
      guard let reason = refusals[prefix] else { continue }
      let text = "The subscription to “\(prefix)” was rejected."
      return BusError(.denied, reason.isEmpty ? text : "\(text) \(reason)")
    }
    return nil
  }

  private func once(_ prefixes: [String]) -> [String] {
    var seen: Set<String> = []
    return prefixes.filter { seen.insert($0).inserted }
  }
}
