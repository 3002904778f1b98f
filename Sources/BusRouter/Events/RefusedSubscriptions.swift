import Bus

/// Rejected subscriptions, by connection, until the subscriber's next nonce collects them.
///
/// The number is limited, for each connection and in total, because a peer may never send a nonce:
/// the newest ones are kept. A value type; the time is passed in.
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
  ///   - perConnection: maximum number for each connection, which fits in one confirmation.
  ///   - capacity: maximum number for all connections.
  ///   - keptMs: time in milliseconds after which a rejection is dropped, because the subscriber no
  ///     longer expects it and the descriptor may belong to another connection.
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

  /// Removes and returns the rejections of a connection since its last nonce, in order.
  mutating func take(_ connection: String, nowMs: Int64) -> [Refusal] {
    forget(nowMs)
    let own = entries.filter { $0.connection == connection }.map(\.refusal)
    if !own.isEmpty { entries.removeAll { $0.connection == connection } }
    return own
  }

  /// Drops the rejections of a closed connection, whose descriptor the next one may get.
  mutating func lost(_ connection: String) { entries.removeAll { $0.connection == connection } }

  private mutating func forget(_ nowMs: Int64) {
    while let first = entries.first, first.atMs + keptMs <= nowMs { entries.removeFirst() }
  }
}
