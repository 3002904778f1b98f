import Bus

/// How far the journal goes, as far as is known here. A value.
///
/// Within an epoch the head only grows. Answers and events of a journal that was left may still come
/// late; only the journal itself, when it is asked where it stands, can bring back an earlier epoch.
struct HeadRecord: Sendable {
  /// Nil until something is known.
  private(set) var current: JournalHead?
  /// Of the epochs before, the last first.
  private var left: [JournalHead] = []
  private static let maxLeft = 16

  /// The journal says where it stands.
  ///
  /// - Returns: whether the epoch is another one than before.
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

  /// An event of the journal was published. One of an epoch that was left changes nothing; nor does one that
  /// comes before the journal was asked, as it may be an old one that is told once more.
  ///
  /// - Returns: whether the epoch is another one than before.
  mutating func published(_ event: JournalHead) -> Bool {
    guard current != nil, !left.contains(where: { $0.epoch == event.epoch }) else { return false }
    return note(event)
  }
}
