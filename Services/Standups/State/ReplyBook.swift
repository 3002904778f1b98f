import Bus

/// The newest replies by idempotency key.
struct ReplyBook: Hashable, Sendable {
  /// How many are kept.
  static let capacity = 10_000

  private var replies: [String: JSONValue] = [:]
  /// The keys in the order in which they came, as a ring once it is full.
  private var keys: [String] = []
  private var oldest = 0

  subscript(key: String) -> JSONValue? { replies[key] }

  mutating func keep(_ reply: JSONValue, for key: String) {
    guard replies.updateValue(reply, forKey: key) == nil else { return }
    if keys.count < Self.capacity {
      keys.append(key)
    } else {
      replies[keys[oldest]] = nil
      keys[oldest] = key
      oldest = (oldest + 1) % Self.capacity
    }
  }
}
