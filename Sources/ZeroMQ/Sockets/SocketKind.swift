import CZeroMQ

/// The pattern a socket follows (`zmq_socket(3)`).
public struct SocketKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// libzmq's number for it.
  public let rawValue: Int32
  /// Creates a kind from libzmq's number for it.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// One to one, within a process.
  public static let pair = SocketKind(rawValue: ZMQ_PAIR)
  /// Publishes, and filters by subscription.
  public static let pub = SocketKind(rawValue: ZMQ_PUB)
  /// Receives what it subscribed to.
  public static let sub = SocketKind(rawValue: ZMQ_SUB)
  /// Asks, strictly one question at a time.
  public static let req = SocketKind(rawValue: ZMQ_REQ)
  /// Answers, strictly one question at a time.
  public static let rep = SocketKind(rawValue: ZMQ_REP)
  /// Sends and receives freely, to its peers in turn.
  public static let dealer = SocketKind(rawValue: ZMQ_DEALER)
  /// Sends to the peer that the first frame names.
  public static let router = SocketKind(rawValue: ZMQ_ROUTER)
  /// Receives from a pipeline.
  public static let pull = SocketKind(rawValue: ZMQ_PULL)
  /// Sends into a pipeline.
  public static let push = SocketKind(rawValue: ZMQ_PUSH)
  /// Publishes, and hears of subscriptions.
  public static let xpub = SocketKind(rawValue: ZMQ_XPUB)
  /// Receives, and sends its subscriptions as messages.
  public static let xsub = SocketKind(rawValue: ZMQ_XSUB)
  /// Raw TCP.
  public static let stream = SocketKind(rawValue: ZMQ_STREAM)

  /// The name in capitals, as in libzmq's manual.
  public var description: String {
    let names = [
      "PAIR", "PUB", "SUB", "REQ", "REP", "DEALER", "ROUTER", "PULL", "PUSH", "XPUB", "XSUB",
      "STREAM",
    ]
    return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : "kind \(rawValue)"
  }
}
