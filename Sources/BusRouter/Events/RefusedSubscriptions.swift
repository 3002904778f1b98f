import Bus

/// What was refused, by connection, until the subscriber's next nonce takes it away.
///
/// Bounded: of one connection the newest are kept, and in all too, as a peer may never ask. A value;
/// time is given to it.
struct RefusedSubscriptions: Sendable {
  struct Refusal: Hashable, Sendable {
    var topic: String
    var reason: String
  }

  private struct Entry: Sendable {
    var connection: String
    var refusal: Refusal
    var atMs: Int64
  }

  /// Oldest first.
  private var entries: [Entry] = []
  private let perConnection: Int
  private let capacity: Int
  private let keptMs: Int64

  /// - Parameters:
  ///   - perConnection: so many fit one answer.
  ///   - keptMs: after that long nobody asks any more, and the connection's name may be another's.
  init(perConnection: Int = 32, capacity: Int = 1024, keptMs: Int64 = 10_000) {
    self.perConnection = perConnection
    self.capacity = capacity
    self.keptMs = keptMs
  }

  var count: Int { entries.count }

  mutating func add(_ refusal: Refusal, from connection: String, nowMs: Int64) {
    forget(nowMs)
    let own = entries.indices.filter { entries[$0].connection == connection }
    if own.contains(where: { entries[$0].refusal == refusal }) { return }
    if own.count >= perConnection, let oldest = own.first {
      entries.remove(at: oldest)
    } else if entries.count >= capacity {
      entries.removeFirst()
    }
    entries.append(Entry(connection: connection, refusal: refusal, atMs: nowMs))
  }

  /// What was refused to a connection since it asked last, in order.
  mutating func take(_ connection: String, nowMs: Int64) -> [Refusal] {
    forget(nowMs)
    let own = entries.filter { $0.connection == connection }.map(\.refusal)
    if !own.isEmpty { entries.removeAll { $0.connection == connection } }
    return own
  }

  private mutating func forget(_ nowMs: Int64) {
    while let first = entries.first, first.atMs + keptMs <= nowMs { entries.removeFirst() }
  }
}
