/// Bounds the bytes that peers have sent and that have not reached the router as whole messages.
///
/// libzmq passes a message on with its last frame and keeps the others until then. Its own bounds count whole messages
/// (`ZMQ_RCVHWM`) or the bytes of one frame (`ZMQ_MAXMSGSIZE`), so a message whose frames do not end would take all
/// memory. The system counts the bytes that came over a TCP connection; those that have not been received as messages
/// are held by libzmq, or by the system until libzmq reads them.
struct HeldBytes {
  /// Maximum number of bytes that may be held.
  struct Bounds {
    /// For one connection.
    var perConnection = 32 << 20
    /// For all connections of a socket together.
    var all = 64 << 20
  }

  /// The result of a look.
  struct Findings: Equatable {
    /// Connections that have to be ended, and how much is held of each.
    var ended: [Int32: Int] = [:]
    /// True if a connection is beyond a bound, so that the next look comes at once.
    var isUrgent = false
  }

  private struct Entry {
    /// Bytes that the messages received may have had on the wire, at most.
    var received = 0
    /// Bytes that were held at the last look.
    var held = 0
    /// When that was, in milliseconds.
    var lookedMs: Int64
  }

  /// More than a frame has on the wire besides its bytes: 9 of ZMTP and 33 of CURVE (RFC 23 and 26).
  private static let overhead = 64
  /// Bytes of heartbeats that a connection may send in a second.
  private static let heartbeats: Int64 = 64
  /// Bytes that may be held for a connection even if too much is held for all: a message and more.
  private static let share = 2 << 20
  /// Connections of one look; the next look continues with the others.
  private static let batch = 500

  private let bounds: Bounds
  /// Bytes that came over a descriptor; nil if the system does not count them, as for a Unix socket.
  private let came: (Int32) -> Int?
  private var entries: [Int32: Entry] = [:]
  /// Connections that the current round has still to look at.
  private var round: [Int32] = []
  /// Connections that the last look found beyond a bound.
  private var suspects: Set<Int32> = []
  /// Bytes that are held for all.
  private(set) var all = 0

  init(_ bounds: Bounds = Bounds(), came: @escaping (Int32) -> Int?) {
    self.bounds = bounds
    self.came = came
  }

  /// True without connections to look at.
  var isEmpty: Bool { entries.isEmpty }

  /// Begins to count for a connection, if the system does.
  mutating func accepted(_ descriptor: Int32, nowMs: Int64) {
    lost(descriptor)
    if came(descriptor) != nil { entries[descriptor] = Entry(lookedMs: nowMs) }
  }

  /// Forgets a connection.
  mutating func lost(_ descriptor: Int32) {
    suspects.remove(descriptor)
    if let entry = entries.removeValue(forKey: descriptor) { all -= entry.held }
  }

  /// Counts a message that was received.
  mutating func received(_ bytes: Int, frames: Int, over descriptor: Int32) {
    guard let place = entries.index(forKey: descriptor) else { return }
    entries.values[place].received &+= bytes &+ frames &* Self.overhead
  }

  /// Measures some of the connections, and again those that the last look suspected.
  ///
  /// A connection is ended when two looks in a row find it beyond a bound: between them the router receives the messages
  /// that are complete, so the rest is a message without an end, or comes faster than the router can receive it.
  mutating func look(nowMs: Int64) -> Findings {
    if round.isEmpty { round = Array(entries.keys) }
    var findings = Findings()
    for descriptor in suspects {
      if let held = excess(descriptor, nowMs) {
        findings.ended[descriptor] = held
        lost(descriptor)
      } else {
        suspects.remove(descriptor)
      }
    }
    for descriptor in round.suffix(Self.batch) where excess(descriptor, nowMs) != nil {
      suspects.insert(descriptor)
    }
    round.removeLast(min(Self.batch, round.count))
    findings.isUrgent = !suspects.isEmpty
    return findings
  }

  /// Measures a connection.
  ///
  /// - Returns: the bytes that are held for it if they are beyond a bound, otherwise nil.
  private mutating func excess(_ descriptor: Int32, _ nowMs: Int64) -> Int? {
    guard var entry = entries[descriptor], let bytes = came(descriptor) else { return nil }
    let elapsedMs = min(max(0, nowMs - entry.lookedMs), 3_600_000)
    entry.lookedMs = nowMs
    entry.received &+= Int(elapsedMs * Self.heartbeats / 1000)
    let held = max(0, bytes - entry.received)
    // A message that was counted with too many bytes makes no room for others.
    entry.received = min(entry.received, bytes)
    all += held - entry.held
    entry.held = held
    entries[descriptor] = entry
    let isBeyond = held > bounds.perConnection || (all > bounds.all && held > Self.share)
    return isBeyond ? held : nil
  }
}
