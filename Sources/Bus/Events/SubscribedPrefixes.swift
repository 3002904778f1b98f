/// The prefixes that a subscriber is subscribed to, with a count for each. If two callers add the
/// same prefix and one of them removes it, the subscription remains for the other one.
struct SubscribedPrefixes {
  private var counts: [String: Int] = [:]
  /// The prefixes that the router rejected, with its reasons.
  private var refusals: [String: String] = [:]

  /// Adds one to the count of each prefix.
  ///
  /// - Returns: the prefixes that are new and must be subscribed to, in the given order.
  mutating func add(_ prefixes: [String]) -> [String] {
    once(prefixes).filter { prefix in
      counts[prefix, default: 0] += 1
      return counts[prefix] == 1
    }
  }

  /// Subtracts one from the count of each prefix; ignores prefixes that were not added.
  ///
  /// - Returns: the prefixes that are no longer in use, whose subscriptions must be cancelled.
  mutating func remove(_ prefixes: [String]) -> [String] {
    once(prefixes).filter { prefix in
      guard let count = counts[prefix] else { return false }
      counts[prefix] = count > 1 ? count - 1 : nil
      if count == 1 { refusals[prefix] = nil }
      return count == 1
    }
  }

  /// Clears all rejections after the connection was lost, because the router checks every prefix
  /// again on the next one.
  mutating func lost() { refusals = [:] }

  /// Records the prefixes that the router rejected. The confirmation may also list rejections of
  /// another connection (see `Confirmation`).
  mutating func note(_ confirmation: Confirmation) {
    for (index, topic) in confirmation.denied.enumerated() where counts[topic] != nil {
      let reasons = confirmation.reasons ?? []
      refusals[topic] = index < reasons.count ? reasons[index] : ""
    }
  }

  /// Returns the error for the first of the prefixes that was rejected; nil if none was.
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
