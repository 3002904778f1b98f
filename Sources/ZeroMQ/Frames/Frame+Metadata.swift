import CZeroMQ

/// Something libzmq knows about the connection that a received frame came over.
public struct MessageProperty: RawRepresentable, Sendable, Hashable {
  /// libzmq's name for it.
  public let rawValue: String
  /// Creates a property from libzmq's name for it, or from a name the peer sent in its metadata.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Who the peer is, as the ZAP handler said.
  public static let userID = MessageProperty(rawValue: "User-Id")
  /// The IP address of the peer.
  public static let peerAddress = MessageProperty(rawValue: "Peer-Address")
  /// The kind of the peer's socket.
  public static let socketType = MessageProperty(rawValue: "Socket-Type")
  /// libzmq's descriptor of the connection, in decimal (`ZMQ_SRCFD`, which it replaces).
  public static let descriptor = MessageProperty(rawValue: "__fd")
  /// The routing id the peer gave itself.
  public static let routingID = MessageProperty(rawValue: "Routing-Id")
}

/// Tells a connection from every other one of which a frame is kept, whatever became of it: descriptors are
/// used again.
public struct ConnectionMark: Hashable, Sendable {
  private let address: UInt

  /// The place of libzmq's description of the connection, which lives as long as a frame refers to it.
  init(_ description: UnsafePointer<CChar>) { address = UInt(bitPattern: description) }
}

/// Something that was received.
public protocol PeerDescribed {
  /// What libzmq knows about where this came from; nil for what was made here.
  func peerMetadata(_ property: MessageProperty) -> String?
}

extension Frame: PeerDescribed {
  /// What libzmq knows about where this frame came from; nil for a frame made here.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    // Keeps the storage, and with it the text, alive until it is copied.
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, property.rawValue).map { String(cString: $0) }
  }

  /// The connection that this frame came over; nil for a frame of this process. It is of use only as long
  /// as the frame is kept.
  public var connectionMark: ConnectionMark? {
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, MessageProperty.descriptor.rawValue)
      .map { ConnectionMark($0) }
  }
}

extension Message: PeerDescribed {
  /// What libzmq knows about where this message came from; nil for a message made here.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    frames.last?.peerMetadata(property)
  }
}

extension PassingMessage: PeerDescribed {
  /// What libzmq knows about where this message came from.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    guard kept > 0 else { return nil }
    return zmq_msg_gets(parts + kept - 1, property.rawValue).map { String(cString: $0) }
  }
}
