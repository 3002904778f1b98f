import Bus

/// The newest replies by idempotency key. Those that are forgotten here, persistence knows.
struct ReplyBook: Hashable, Sendable {
  /// How many are kept at most.
  static let capacity = 10_000
  /// How much memory they may take, about, in bytes.
  static let mostBytes = 64 << 20

  private struct Kept: Hashable {
    var reply: JSONValue
    var bytes: Int
  }

  private var replies: [String: Kept] = [:]
  /// The keys in the order in which they came; those before `oldest` are forgotten.
  private var keys: [String] = []
  private var oldest = 0
  /// How much memory is taken, about.
  private(set) var bytes = 0

  var count: Int { replies.count }

  subscript(key: String) -> JSONValue? { replies[key]?.reply }

  mutating func keep(_ reply: JSONValue, for key: String) {
    let new = Kept(reply: reply, bytes: 2 * key.utf8.count + reply.estimatedMemory)
    bytes += new.bytes
    if let earlier = replies.updateValue(new, forKey: key) {
      bytes -= earlier.bytes
    } else {
      keys.append(key)
    }
    while replies.count > Self.capacity || bytes > Self.mostBytes { forgetOldest() }
  }

  private mutating func forgetOldest() {
    if let forgotten = replies.removeValue(forKey: keys[oldest]) { bytes -= forgotten.bytes }
    oldest += 1
    guard 2 * oldest > keys.count else { return }
    keys.removeFirst(oldest)
    oldest = 0
  }
}

extension JSONValue {
  /// How many bytes of memory it takes, about.
  fileprivate var estimatedMemory: Int {
    switch self {
    case .null, .bool, .integer, .unsigned, .number: 16
    case .string(let text): 32 + text.utf8.count
    case .array(let elements): elements.reduce(32) { $0 + $1.estimatedMemory }
    case .object(let members):
      members.reduce(64) { $0 + 32 + $1.key.utf8.count + $1.value.estimatedMemory }
    }
  }
}
