/// Bounds the bytes that peers have sent and that have not reached the router as whole messages.
///
/// libzmq passes a message on with its last frame and keeps the others until then. Its own bounds
/// count whole messages (`ZMQ_RCVHWM`) or the bytes of one frame (`ZMQ_MAXMSGSIZE`), so a message
/// whose frames do not end would use up all memory. The system counts the bytes that came over a
/// TCP connection; those that have not been received as messages are held by libzmq, or by the
/// system until libzmq reads them.
package struct HeldBytes {
  /// Maximum number of bytes that may be held.
  package struct Bounds {
    /// Maximum for one connection, in bytes.
    let perConnection: Int
    /// Maximum total for all connections of a socket, in bytes.
    let all: Int

    /// Creates limits, each in bytes.
    package init(perConnection: Int = 32 << 20, all: Int = 64 << 20) {
      self.perConnection = perConnection
      self.all = all
    }
  }

  /// Result of a check.
  package struct Findings: Equatable {
    /// Connections to close, each with the bytes that are held for it.
    package var ended: [Int32: Int] = [:]
    /// True if a connection exceeds a limit, so that the next check is due soon.
    package var isUrgent = false
  }

  private struct Entry {
    /// Maximum number of bytes that the received messages may have had on the wire.
    var received = 0
    /// Bytes that were held at the last check.
    var held = 0
    /// Time up to which heartbeats are included in `received`, in milliseconds.
    var heartbeatsMs: Int64
    /// True if a message was received since the connection became a suspect.
    var hasProgress = false
  }

  /// Upper bound of a frame's overhead on the wire, in bytes: ZMTP adds 9, and CURVE adds 33 (RFC
  /// 23 and 26).
  private static let overhead = 64
  /// Bytes of heartbeats that a connection may send in a second.
  private static let heartbeats: Int64 = 64
  /// Bytes that may be held for a connection even if the limit for all is exceeded: enough for one
  /// message and more.
  private static let share = 2 << 20
  /// Number of connections in one check; the next check continues with the others.
  private static let batch = 500
  /// Maximum time for the router to receive the complete messages of a connection that exceeds a
  /// limit, in milliseconds.
  private static let patienceMs: Int64 = 1000

  private let bounds: Bounds
  /// Bytes that arrived on a descriptor; nil if the system does not count them, for example for a Unix socket.
  private let came: (Int32) -> Int?
  private var entries: [Int32: Entry] = [:]
  /// Connections that the current round still has to check.
  private var round: [Int32] = []
  /// Connections that exceeded a limit at the last check, each with the time of the first such check, in milliseconds.
  private var suspects: [Int32: Int64] = [:]
  /// Bytes that are held for all connections.
  package private(set) var all = 0

  package init(_ bounds: Bounds = Bounds(), came: @escaping (Int32) -> Int?) {
    self.bounds = bounds
    self.came = came
  }

  /// True if no connection needs to be checked.
  package var isEmpty: Bool { entries.isEmpty }

  /// Starts to count the bytes of a connection, if the system counts them.
  package mutating func accepted(_ descriptor: Int32, nowMs: Int64) {
    lost(descriptor)
    if came(descriptor) != nil { entries[descriptor] = Entry(heartbeatsMs: nowMs) }
  }

  /// Removes a closed connection.
  package mutating func lost(_ descriptor: Int32) {
    suspects[descriptor] = nil
    if let entry = entries.removeValue(forKey: descriptor) { all -= entry.held }
  }

  /// Counts a message that was received.
  package mutating func received(_ bytes: Int, frames: Int, over descriptor: Int32) {
    guard let place = entries.index(forKey: descriptor) else { return }
    entries.values[place].received &+= bytes &+ frames &* Self.overhead
    entries.values[place].hasProgress = true
  }

  /// Measures some of the connections, and all that exceeded a limit at the last check.
  ///
  /// A connection is closed if two checks in a row find it over a limit and the router has received
  /// no message from it in between: the held bytes belong to a message that does not end. If
  /// messages were received, the router may only be late, so the connection has a second; after
  /// that, its messages arrive faster than the router can receive them.
  package mutating func look(nowMs: Int64) -> Findings {
    if round.isEmpty { round = Array(entries.keys) }
    let measured = Set(suspects.keys).union(round.suffix(Self.batch))
    round.removeLast(min(Self.batch, round.count))
    for descriptor in measured { measure(descriptor, nowMs) }
    var findings = Findings()
    // The largest first: without it, the others may be within the limit for all.
    for (descriptor, sinceMs) in suspects.sorted(by: { held($0.key) > held($1.key) })
    where isBeyond(descriptor) {
      let isLate = entries[descriptor]?.hasProgress == true && nowMs - sinceMs < Self.patienceMs
      guard !isLate else { continue }
      findings.ended[descriptor] = held(descriptor)
      lost(descriptor)
    }
    let earlier = suspects
    suspects = [:]
    for descriptor in measured where isBeyond(descriptor) {
      suspects[descriptor] = earlier[descriptor] ?? nowMs
      entries[descriptor]?.hasProgress = false
    }
    findings.isUrgent = !suspects.isEmpty
    return findings
  }

  private func held(_ descriptor: Int32) -> Int { entries[descriptor]?.held ?? 0 }

  private func isBeyond(_ descriptor: Int32) -> Bool {
    let bytes = held(descriptor)
    return bytes > bounds.perConnection || (all > bounds.all && bytes > Self.share)
  }

  /// Updates the bytes that are held for a connection. A connection that has ended holds none.
  private mutating func measure(_ descriptor: Int32, _ nowMs: Int64) {
    guard var entry = entries[descriptor] else { return }
    var held = 0
    if let bytes = came(descriptor) {
      let elapsedMs = min(max(0, nowMs - entry.heartbeatsMs), 3_600_000)
      // At least one second: in a shorter time the number of bytes would be rounded down, possibly
      // to 0.
      if elapsedMs >= 1000 {
        entry.heartbeatsMs = nowMs
        entry.received &+= Int(elapsedMs * Self.heartbeats / 1000)
      }
      held = max(0, bytes - entry.received)
      // `received` is an upper bound. Limit it to the bytes that arrived; otherwise, the excess
      // would hide bytes that are held later.
      entry.received = min(entry.received, bytes)
    }
    all += held - entry.held
    entry.held = held
    entries[descriptor] = entry
  }
}
