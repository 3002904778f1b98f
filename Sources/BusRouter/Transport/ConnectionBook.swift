import Synchronization

/// How many connections the sockets of a router take together.
public final class ConnectionLimits: Sendable {
  /// Connections in all.
  public let most: Int
  /// Connections to one socket that have not shown yet who they are.
  public let maxUnfinished: Int
  private let open = Atomic(0)

  /// Descriptors that are left for all but counted connections.
  ///
  /// libzmq takes connections on a thread of its own, and waits when it is a thousand events ahead of a
  /// socket's monitor (`SocketMonitor`). So much is left for each of the three sockets, as libzmq 4.3 ends the process
  /// that has no descriptor for a connection (ipc_listener.cpp); and some for what else needs one.
  public static let reserve = 3 * 1024 + 256
  /// Fewer files than a router can do with: with fewer, a flood of connections would end it.
  public static let minDescriptors = 4096

  /// Limits that leave the `reserve`.
  ///
  /// - Parameters:
  ///   - descriptors: how many files the process may open.
  ///   - most: connections in all, however many files there may be.
  ///   - maxUnfinished: of those to one socket, how many may have shown nothing.
  public init(descriptors: Int, most: Int = 10_000, maxUnfinished: Int = 1024) {
    let (room, overflow) = descriptors.subtractingReportingOverflow(Self.reserve)
    self.most = max(8, min(overflow ? 0 : room, most))
    self.maxUnfinished = max(4, min(maxUnfinished, self.most / 2))
  }

  /// Connections that are open.
  public var count: Int { open.load(ordering: .relaxed) }

  func add(_ number: Int) { open.add(number, ordering: .relaxed) }
}

/// The connections of one socket, so that those of strangers take no more descriptors than there are.
///
/// libzmq does not tell whose handshake is done. But a connection that has sent a message is done, and
/// so is one that is older than libzmq lets a handshake last. Time is given to it.
struct ConnectionBook {
  private struct Arrival {
    let descriptor: Int32
    let number: UInt64
    let sinceMs: Int64
  }

  /// Longer than libzmq waits for a handshake (`handshakeMs`), in milliseconds.
  private static let graceMs: Int64 = 2500
  /// After so long libzmq ends a connection whose handshake is not done, in milliseconds.
  static let handshakeMs = 2000

  private let limits: ConnectionLimits
  /// Whether a connection can be seen to be done with its handshake.
  private let isFinished: (Int32) -> Bool
  private var connections: Set<Int32> = []
  /// Those of which nothing is known, by descriptor.
  private var unfinished: [Int32: UInt64] = [:]
  /// The same in the order in which they came, and some that are finished or gone.
  private var arrivals: [Arrival] = []
  private var first = 0
  private var number: UInt64 = 0

  /// How many are open, and how many of them may be in their handshake.
  var count: (open: Int, unfinished: Int) { (connections.count, unfinished.count) }

  init(_ limits: ConnectionLimits, isFinished: @escaping (Int32) -> Bool) {
    self.limits = limits
    self.isFinished = isFinished
  }

  /// Somebody has connected.
  ///
  /// - Returns: the connection that is to be ended for it; nil if there is room.
  mutating func accepted(_ descriptor: Int32, nowMs: Int64) -> Int32? {
    // Only one connection has a descriptor at a time.
    lost(descriptor)
    connections.insert(descriptor)
    limits.add(1)
    number &+= 1
    unfinished[descriptor] = number
    arrivals.append(Arrival(descriptor: descriptor, number: number, sinceMs: nowMs))
    while let arrival = next, nowMs - arrival.sinceMs > Self.graceMs { finish(arrival) }
    let isFull = limits.count > limits.most
    guard isFull || unfinished.count > limits.maxUnfinished else { return nil }
    while let arrival = next {
      finish(arrival)
      if !isFinished(arrival.descriptor) { return arrival.descriptor }
    }
    return isFull ? descriptor : nil
  }

  /// A connection has sent something, which only one can whose handshake is done.
  mutating func heard(_ descriptor: Int32) { unfinished[descriptor] = nil }

  /// A connection is gone.
  mutating func lost(_ descriptor: Int32) {
    unfinished[descriptor] = nil
    if connections.remove(descriptor) != nil { limits.add(-1) }
  }

  /// All are gone.
  mutating func close() {
    limits.add(-connections.count)
    connections = []
    unfinished = [:]
  }

  /// The oldest one that may be in its handshake.
  private var next: Arrival? {
    mutating get {
      while first < arrivals.count, unfinished[arrivals[first].descriptor] != arrivals[first].number
      {
        first += 1
      }
      if first > 64, first > arrivals.count / 2 {
        arrivals.removeFirst(first)
        first = 0
      }
      return first < arrivals.count ? arrivals[first] : nil
    }
  }

  private mutating func finish(_ arrival: Arrival) { unfinished[arrival.descriptor] = nil }
}
