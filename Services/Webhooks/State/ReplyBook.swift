/// Replies by idempotency key, for commands that come twice: the first one is done, whoever sends it
/// again gets its reply.
struct ReplyBook: Hashable, Sendable {
  enum Entry: Hashable, Sendable {
    /// Under way; these wait for it as well.
    case pending([CallerID])
    case done(WebhooksReply)
  }

  static let capacity = 1000

  private var entries: [String: Entry] = [:]
  private var order: [String] = []

  subscript(key: String) -> Entry? { entries[key] }

  mutating func set(_ entry: Entry, for key: String) {
    if entries.updateValue(entry, forKey: key) == nil { order.append(key) }
    guard order.count > Self.capacity else { return }
    // The oldest that is done: who waits is never forgotten.
    guard
      let index = order.firstIndex(where: {
        if case .done? = entries[$0] { true } else { false }
      })
    else { return }
    entries[order.remove(at: index)] = nil
  }

  /// Notes that it is under way, unless it is done already.
  mutating func hold(_ key: String) {
    if entries[key] == nil { set(.pending([]), for: key) }
  }

  mutating func forget(_ key: String) {
    entries[key] = nil
    order.removeAll { $0 == key }
  }
}
