import Bus

extension WebhooksAction {
  /// Converts news about the journal to an action; nil if it does not contain a last sequence.
  init?(_ item: Subscriber.Item) {
    switch item {
    case .beat(let head) where head.head >= 0: self = .beat(head)
    case .reconnected(let confirmation):
      self = .beat(JournalHead(epoch: confirmation.epoch, head: confirmation.head))
    case .event(_, let event):
      guard let epoch = event.epoch, let head = event.number else {
        return nil
      }
      self = .published(type: event.type, JournalHead(epoch: epoch, head: head))
    case .beat, .unreadable: return nil
    }
  }
}
