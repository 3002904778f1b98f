import Synchronization

/// Limits of the connections of all sockets of a router.
public final class ConnectionLimits: Sendable {
  /// Maximum number of connections.
  public let most: Int
  /// Maximum number of connections to one socket that have not been identified yet.
  public let maxUnfinished: Int
  private let open = Atomic(0)

  /// Descriptors reserved for everything except counted connections.
  ///
  /// libzmq accepts connections on a thread of its own, and waits when it is a thousand events
  /// ahead of a socket's monitor (`SocketMonitor`). As many descriptors are reserved for each of
  /// the three sockets, because libzmq 4.3 ends the process if it has no descriptor for a
  /// connection (ipc_listener.cpp); and some more for other purposes.
  public static let reserve = 3 * 1024 + 256
  /// Minimum number of files that a router needs: with fewer, a flood of connections would end the
  /// process.
  public static let minDescriptors = 4096

  /// Creates limits that leave the `reserve`.
  ///
  /// - Parameters:
  ///   - descriptors: maximum number of files that the process may open.
  ///   - most: maximum number of connections, even if more files may be opened.
  ///   - maxUnfinished: maximum number of connections to one socket that have not been identified.
  public init(descriptors: Int, most: Int = 10_000, maxUnfinished: Int = 1024) {
    let (room, overflow) = descriptors.subtractingReportingOverflow(Self.reserve)
    self.most = max(8, min(overflow ? 0 : room, most))
    self.maxUnfinished = max(4, min(maxUnfinished, self.most / 2))
  }

  /// Number of open connections.
  public var count: Int { open.load(ordering: .relaxed) }

  func add(_ number: Int) { open.add(number, ordering: .relaxed) }
}

/// The connections of one socket, limited so that unidentified clients cannot use up the
/// descriptors.
///
/// libzmq does not report which connection has completed its handshake. But a connection that has
/// sent a message has completed it, and so has one that is older than the time limit of libzmq's
/// handshakes. The time is passed in.
package struct ConnectionBook {
  private struct Arrival {
    let descriptor: Int32
    let number: UInt64
    let sinceMs: Int64
  }

  /// Age in milliseconds after which a connection has completed its handshake: longer than
  /// `handshakeMs`.
  private static let graceMs: Int64 = 2500
  /// Time after which libzmq closes a connection that has not completed its handshake, in
  /// milliseconds.
  package static let handshakeMs = 2000

  private let limits: ConnectionLimits
  /// Returns true if a connection has visibly completed its handshake.
  private let isFinished: (Int32) -> Bool
  private var connections: Set<Int32> = []
  /// Connections that may still be in their handshake, by descriptor.
  private var unfinished: [Int32: UInt64] = [:]
  /// The same connections in order of arrival, and some that have completed their handshake or are
  /// closed.
  private var arrivals: [Arrival] = []
  private var first = 0
  private var number: UInt64 = 0

  /// Number of open connections, and number of those that may be in their handshake.
  package var count: (open: Int, unfinished: Int) { (connections.count, unfinished.count) }

  package init(_ limits: ConnectionLimits, isFinished: @escaping (Int32) -> Bool) {
    self.limits = limits
    self.isFinished = isFinished
  }

  /// Adds a connection.
  ///
  /// - Returns: the connection to close to make room for it; nil within the limits.
  package mutating func accepted(_ descriptor: Int32, nowMs: Int64) -> Int32? {
    // A descriptor belongs to only one connection at a time.
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

  /// Records that a connection has sent a message, and thus completed its handshake.
  package mutating func heard(_ descriptor: Int32) { unfinished[descriptor] = nil }

  /// Removes a closed connection.
  package mutating func lost(_ descriptor: Int32) {
    unfinished[descriptor] = nil
    if connections.remove(descriptor) != nil { limits.add(-1) }
  }

  /// Removes all connections.
  package mutating func close() {
    limits.add(-connections.count)
    connections = []
    unfinished = [:]
  }

  /// The oldest connection that may be in its handshake.
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
