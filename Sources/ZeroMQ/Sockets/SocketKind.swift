import CZeroMQ

/// The messaging pattern of a socket (`zmq_socket(3)`).
public struct SocketKind: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  /// libzmq's number of the kind.
  public let rawValue: Int32
  /// Creates a kind from libzmq's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// One to one, within a process.
  public static let pair = SocketKind(rawValue: ZMQ_PAIR)
  /// Publishes messages, filtered by subscription.
  public static let pub = SocketKind(rawValue: ZMQ_PUB)
  /// Receives the topics that it subscribed to.
  public static let sub = SocketKind(rawValue: ZMQ_SUB)
  /// Sends requests, strictly one at a time.
  public static let req = SocketKind(rawValue: ZMQ_REQ)
  /// Replies to requests, strictly one at a time.
  public static let rep = SocketKind(rawValue: ZMQ_REP)
  /// Sends and receives in any order; distributes messages among its peers in turn.
  public static let dealer = SocketKind(rawValue: ZMQ_DEALER)
  /// Sends to the peer whose routing id is in the first frame.
  public static let router = SocketKind(rawValue: ZMQ_ROUTER)
  /// Receives from a pipeline.
  public static let pull = SocketKind(rawValue: ZMQ_PULL)
  /// Sends into a pipeline.
  public static let push = SocketKind(rawValue: ZMQ_PUSH)
  /// Publishes messages, and receives the subscriptions as messages.
  public static let xpub = SocketKind(rawValue: ZMQ_XPUB)
  /// Receives messages, and sends its subscriptions as messages.
  public static let xsub = SocketKind(rawValue: ZMQ_XSUB)
  /// Exchanges raw TCP data.
  public static let stream = SocketKind(rawValue: ZMQ_STREAM)

  /// The name in upper case, as in libzmq's manual.
  public var description: String {
    let names = [
      "PAIR", "PUB", "SUB", "REQ", "REP", "DEALER", "ROUTER", "PULL", "PUSH", "XPUB", "XSUB",
      "STREAM",
    ]
    return names.indices.contains(Int(rawValue)) ? names[Int(rawValue)] : "kind \(rawValue)"
  }
}
