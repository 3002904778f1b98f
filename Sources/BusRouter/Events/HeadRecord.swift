import Bus

/// The known position of the journal. A value type.
///
/// Within an epoch, the last sequence only grows. Replies and events of an earlier journal may
/// still arrive late; only the journal itself, when it reports its position, can return to an
/// earlier epoch.
struct HeadRecord: Sendable {
  /// Nil until the position is known.
  private(set) var current: JournalHead?
  /// Last positions in earlier epochs, the latest first.
  private var left: [JournalHead] = []
  private static let maxLeft = 16

  /// Records a position that the journal reported.
  ///
  /// - Returns: true if the epoch differs from the previous one.
  mutating func note(_ head: JournalHead) -> Bool {
    guard let current else {
      self.current = head
      return true
    }
    guard head.epoch != current.epoch else {
      self.current?.head = max(head.head, current.head)
      return false
    }
    let before = left.first { $0.epoch == head.epoch }?.head ?? 0
    left.removeAll { $0.epoch == head.epoch }
    left.insert(current, at: 0)
    if left.count > Self.maxLeft { left.removeLast() }
    self.current = JournalHead(epoch: head.epoch, head: max(head.head, before))
    return true
  }

  /// Records a published event of the journal. An event of an earlier epoch changes nothing;
  /// neither does one that arrives before the journal reported its position, because it may be an
  /// old event that is published again.
  ///
  /// - Returns: true if the epoch differs from the previous one.
  mutating func published(_ event: JournalHead) -> Bool {
    guard current != nil, !left.contains(where: { $0.epoch == event.epoch }) else { return false }
    return note(event)
  }
}
