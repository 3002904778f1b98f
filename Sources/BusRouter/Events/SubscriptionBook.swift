import AccessRights
import ZeroMQ

/// Limits on the number and the size of subscriptions.
public struct SubscriptionBounds: Sendable {
  /// Maximum number of subscriptions on one connection. The same number may be rejected; after
  /// that, the connection is closed, because libzmq stores those as well.
  public var perConnection = 1024
  /// Maximum size of the rejected topics on one connection, in bytes; beyond it, the connection is
  /// closed.
  public var refusedBytes = 32 << 10
  /// Divisor of the limits for all connections: connections with the same key together get at most
  /// 1/`sharers` of each limit. Does not apply to the keys of services.
  public var sharers = 2
  /// Maximum total number of subscriptions on all connections.
  public var count = 200_000
  /// Maximum size of all topics in bytes, each counted once. A byte needs about 60 bytes of memory
  /// in the router and 15 in each service, and about 140 ns when a connection ends.
  public var bytes = 384 << 10

  /// Creates the default limits.
  public init() {}
}

/// The subscriptions of all connections, counted so that no connection exceeds its share, and so
/// that services are notified of a topic for exactly as long as it has a subscriber.
///
/// libzmq reports the end of a connection's subscriptions without the connection. Rejected
/// subscriptions are therefore recorded, too: their end must be ignored.
struct SubscriptionBook {
  enum Verdict: Equatable {
    /// The subscription is active; `isFirst` is true if it is the only one to its topic.
    case begins(isFirst: Bool)
    /// The connection already has this subscription.
    case known
    /// The subscription is rejected. The value is the reason, as a sentence.
    case refused(String)
    /// The connection must be closed. The value is the reason, as a sentence.
    case excessive(String)
  }

  private struct Connection {
    /// Keeps the mark of the connection valid.
    let frame: Frame
    /// The key whose share the connection uses; nil for a share of its own.
    let key: String?
    var topics: Set<[UInt8]> = []
    private(set) var refused: Set<[UInt8]> = []
    private(set) var refusedBytes = 0

    /// Returns the first topics in order. Avoids sorting all topics, because events wait in the
    /// meantime.
    func first(_ limit: Int) -> [[UInt8]] {
      var first: [[UInt8]] = []
      for topic in topics {
        let place = first.firstIndex { topic.lexicographicallyPrecedes($0) } ?? first.count
        guard place < limit else { continue }
        if first.count == limit { first.removeLast() }
        first.insert(topic, at: place)
      }
      return first
    }

    mutating func refuse(_ topic: [UInt8]) {
      if refused.insert(topic).inserted { refusedBytes += topic.count }
    }

    mutating func forget(_ topic: [UInt8]) {
      if refused.remove(topic) != nil { refusedBytes -= topic.count }
    }
  }

  /// Number of nonces that a connection may have in addition to its subscriptions.
  private static let nonces = 8

  private let bounds: SubscriptionBounds
  private var connections: [ConnectionMark: Connection] = [:]
  private var marks: [Int32: ConnectionMark] = [:]
  /// Number of subscriptions to each topic, including those of closed connections whose end was not
  /// reported yet.
  private var wanted: [[UInt8]: Int] = [:]
  /// Rejected subscriptions of closed connections, whose end was not reported yet.
  private var goneRefused: [[UInt8]: Int] = [:]
  /// Number of active subscriptions.
  private(set) var count = 0
  /// Total size of all subscribed topics, in bytes.
  private(set) var bytes = 0
  /// Subscriptions of the connections of each key; a topic that two of them subscribe to counts
  /// twice.
  private var shares: [String: (count: Int, bytes: Int)] = [:]
  /// Number of connections that have subscribed.
  var connectionCount: Int { connections.count }

  /// Returns the subscriptions of each connection: their number, the first topics in order, and the
  /// number of rejected ones.
  func all(topics limit: Int) -> [(descriptor: Int32, count: Int, topics: [[UInt8]], refused: Int)]
  {
    marks.compactMap { descriptor, mark in
      connections[mark].map { connection in
        (
          descriptor, connection.topics.count, connection.first(limit), connection.refused.count
        )
      }
    }
  }

  /// The descriptors of the connections that have subscribed.
  var descriptors: some Sequence<Int32> { marks.keys }

  init(_ bounds: SubscriptionBounds = SubscriptionBounds()) { self.bounds = bounds }

  /// Adds a subscription, or rejects it.
  ///
  /// - Parameters:
  ///   - mark: the connection; nil within this process, where connections are not distinguished or
  ///     limited.
  ///   - key: the key whose connections share one limit; nil for a service or without keys.
  ///   - refusal: the reason of an earlier rejection; nil for none.
  mutating func begin(
    _ topic: [UInt8], over mark: ConnectionMark?, _ descriptor: Int32, _ frame: Frame,
    key: String? = nil, refusal: String? = nil
  ) -> Verdict {
    guard let mark else {
      if let refusal { return .refused(refusal) }
      return .begins(isFirst: add(topic))
    }
    var connection = connections.removeValue(forKey: mark) ?? new(mark, descriptor, frame, key)
    defer { connections[mark] = connection }
    let own = connection.topics.count
    if connection.topics.contains(topic) { return .known }
    connection.forget(topic)
    // Nonces are exempt, because the subscriber learns of its rejections through them.
    let isNonce = Subscription.isNonce(topic) && own < bounds.perConnection + Self.nonces
    guard let reason = refusal ?? (isNonce ? nil : problem(topic, own, connection.key)) else {
      connection.topics.insert(topic)
      share(1, topic.count, connection.key)
      return .begins(isFirst: add(topic))
    }
    connection.refuse(topic)
    let isExcessive =
      connection.refused.count > bounds.perConnection
      || connection.refusedBytes > bounds.refusedBytes
    return isExcessive ? .excessive(reason) : .refused(reason)
  }

  private mutating func new(
    _ mark: ConnectionMark, _ descriptor: Int32, _ frame: Frame, _ key: String?
  ) -> Connection {
    // A descriptor belongs to only one connection at a time.
    lost(descriptor)
    marks[descriptor] = mark
    return Connection(frame: frame, key: key)
  }

  private mutating func share(_ count: Int, _ bytes: Int, _ key: String?) {
    guard let key else { return }
    let share = shares[key] ?? (0, 0)
    let (count, bytes) = (share.count + count, share.bytes + bytes)
    shares[key] = count > 0 ? (count, bytes) : nil
  }

  private func problem(_ topic: [UInt8], _ own: Int, _ key: String?) -> String? {
    if own >= bounds.perConnection {
      return
        "This connection has the maximum of \(bounds.perConnection) subscriptions; use shorter prefixes."
    }
    if let share = key.flatMap({ shares[$0] }),
      share.count >= bounds.count / bounds.sharers
        || share.bytes + topic.count > bounds.bytes / bounds.sharers
    {
      return
        "The connections with this key have \(share.count) subscriptions, which is their full share; use shorter"
        + " prefixes."
    }
    if count >= bounds.count || (wanted[topic] == nil && bytes + topic.count > bounds.bytes) {
      return "The router has \(count) subscriptions and accepts no more; use shorter prefixes."
    }
    return nil
  }

  /// Ends a subscription.
  ///
  /// - Parameter mark: the connection; nil for a closed one.
  /// - Returns: true if it was the last subscription to the topic.
  mutating func end(_ topic: [UInt8], over mark: ConnectionMark?) -> Bool {
    if let mark {
      connections[mark]?.forget(topic)
      // A client may end a subscription that it never had.
      guard connections[mark]?.topics.remove(topic) != nil else { return false }
      share(-1, -topic.count, connections[mark]?.key)
    } else if let gone = goneRefused[topic] {
      goneRefused[topic] = gone > 1 ? gone - 1 : nil
      return false
    }
    return remove(topic)
  }

  /// Handles the end of a connection; the ends of its subscriptions are reported one by one.
  mutating func lost(_ descriptor: Int32) {
    guard let mark = marks.removeValue(forKey: descriptor),
      let connection = connections.removeValue(forKey: mark)
    else { return }
    share(
      -connection.topics.count, connection.topics.reduce(0) { $0 - $1.count }, connection.key)
    for topic in connection.refused { goneRefused[topic, default: 0] += 1 }
  }

  private mutating func add(_ topic: [UInt8]) -> Bool {
    count += 1
    wanted[topic, default: 0] += 1
    guard wanted[topic] == 1 else { return false }
    bytes += topic.count
    return true
  }

  private mutating func remove(_ topic: [UInt8]) -> Bool {
    guard let others = wanted[topic] else { return false }
    count -= 1
    wanted[topic] = others > 1 ? others - 1 : nil
    guard others == 1 else { return false }
    bytes -= topic.count
    return true
  }
}
