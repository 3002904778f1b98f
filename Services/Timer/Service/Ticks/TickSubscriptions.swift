/// Handles subscriptions to ticks. No ticks are due for a countdown without subscribers. After a
/// subscription is added, all countdowns are checked again, a limited number at a time.
extension TimerService {
  /// Checks again which countdowns have subscribers.
  func subscriptionsChanged() {
    let isUnderWay = unchecked != nil
    unchecked = 0
    if !isUnderWay { checkSubscriptions() }
  }

  private func checkSubscriptions() {
    guard let from = unchecked, !isDraining else { return unchecked = nil }
    unchecked = change { engine, now, _ in
      engine.resumeTicks(from: from, count: configuration.checkedAtOnce, at: now)
    }
    guard unchecked != nil else { return }
    loop.async { self.assumeIsolated { $0.checkSubscriptions() } }
  }
}

extension CountdownEngine {
  /// Resumes the ticks of countdowns without subscribers, because a subscription was added.
  ///
  /// - Parameters:
  ///   - first: the slot to begin with; 0 for the first call.
  ///   - count: number of slots to check, limited so that many countdowns do not delay everything
  ///     else.
  /// - Returns: the slot to continue with; nil at the end.
  mutating func resumeTicks(from first: Int, count: Int, at now: TimerMoment) -> Int? {
    let ns = moment(now)
    let end = min(first + count, slots.count)
    guard first < end, unwatched > 0 else { return nil }
    for slot in first..<end where !slots[slot].hasSubscriber && channels[slot] != nil {
      slots[slot].resumeTicks(at: ns)
      unwatched -= 1
      reschedule(slot)
    }
    return end < slots.count ? end : nil
  }
}
