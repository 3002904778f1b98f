import ZeroMQ

/// How much subscribers may subscribe to.
public struct SubscriptionBounds: Sendable {
  /// Subscriptions over one connection. As many again may be refused; then the connection is ended, as
  /// libzmq keeps those as well.
  public var perConnection = 1024
  /// Bytes of refused topics over one connection, likewise.
  public var refusedBytes = 32 << 10
  /// Of what is left for all connections, the share of those of one key that is no service's: one of so
  /// many.
  public var sharers = 2
  /// Subscriptions over all connections.
  public var count = 200_000
  /// Bytes of all topics, each counted once. A byte takes some 60 bytes of memory in the router and 15 in
  /// each child, and about 140 ns when a connection ends.
  public var bytes = 384 << 10

  /// The usual bounds.
  public init() {}
}

/// Who has subscribed to what, counted by connection, so that none takes more than its share and children
/// hear of a topic exactly as long as somebody wants it.
///
/// libzmq tells the end of a connection's subscriptions without saying whose they were. So those that were
/// refused are kept, too: their end means nothing.
struct SubscriptionBook {
  enum Verdict: Equatable {
    /// It counts; `isFirst` if nobody else has subscribed to it.
    case begins(isFirst: Bool)
    /// It did already.
    case known
    /// It does not count; why, in a sentence.
    case refused(String)
    /// The connection is to be ended; why, in a sentence.
    case excessive(String)
  }

  private struct Connection {
    /// Keeps what tells the connection from others.
    let frame: Frame
    /// Whose share it takes from; nil for one of its own.
    let key: String?
    var topics: Set<[UInt8]> = []
    private(set) var refused: Set<[UInt8]> = []
    private(set) var refusedBytes = 0

    /// The first topics in order. Events wait meanwhile, so not all are sorted for a few.
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

  /// So many of its own nonces may be open on top of what a connection has.
  private static let nonces = 8

  private let bounds: SubscriptionBounds
  private var connections: [ConnectionMark: Connection] = [:]
  private var marks: [Int32: ConnectionMark] = [:]
  /// How many have subscribed to a topic, ends that are still to come included.
  private var wanted: [[UInt8]: Int] = [:]
  /// Refused subscriptions of connections that are gone, whose ends are still to come.
  private var goneRefused: [[UInt8]: Int] = [:]
  /// Subscriptions that count.
  private(set) var count = 0
  /// Bytes of the topics that are subscribed to.
  private(set) var bytes = 0
  /// What the connections of a key have, together: a topic of two of them counts twice.
  private var shares: [String: (count: Int, bytes: Int)] = [:]
  /// How many connections have subscribed to something.
  var connectionCount: Int { connections.count }

  /// What each of them has: how many subscriptions, the first topics in order, how many that were refused.
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

  /// The descriptors of those connections.
  var descriptors: some Sequence<Int32> { marks.keys }

  init(_ bounds: SubscriptionBounds = SubscriptionBounds()) { self.bounds = bounds }

  /// Somebody subscribes.
  ///
  /// - Parameters:
  ///   - refusal: why it is refused anyway; nil if it is not.
  ///   - mark: the connection; nil within this process, where nothing is refused or told apart.
  ///   - key: whose connections have one share together; nil for a service or where there are no keys.
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
    // A nonce is how it learns of its refusals.
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
    // Only one connection has a descriptor at a time.
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
        "The connections with this key have \(share.count) subscriptions, their full share; use shorter"
        + " prefixes."
    }
    if count >= bounds.count || (wanted[topic] == nil && bytes + topic.count > bounds.bytes) {
      return "The router has \(count) subscriptions and accepts no more; use shorter prefixes."
    }
    return nil
  }

  /// A subscription ends.
  ///
  /// - Parameter mark: the connection; nil for one that is gone.
  /// - Returns: whether it was the last one to the topic.
  mutating func end(_ topic: [UInt8], over mark: ConnectionMark?) -> Bool {
    if let mark {
      connections[mark]?.forget(topic)
      // Anybody may end what never began.
      guard connections[mark]?.topics.remove(topic) != nil else { return false }
      share(-1, -topic.count, connections[mark]?.key)
    } else if let gone = goneRefused[topic] {
      goneRefused[topic] = gone > 1 ? gone - 1 : nil
      return false
    }
    return remove(topic)
  }

  /// A connection is gone; the ends of its subscriptions come one by one.
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
