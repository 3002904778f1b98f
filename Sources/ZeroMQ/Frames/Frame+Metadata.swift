import CZeroMQ

/// A property that libzmq knows about the connection of a received frame.
public struct MessageProperty: RawRepresentable, Sendable, Hashable {
  /// libzmq's name of the property.
  public let rawValue: String
  /// Creates a property from libzmq's name, or from a name that the peer sent in its metadata.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The identity of the peer, as the ZAP handler returned it.
  public static let userID = MessageProperty(rawValue: "User-Id")
  /// The IP address of the peer.
  public static let peerAddress = MessageProperty(rawValue: "Peer-Address")
  /// The kind of the peer's socket.
  public static let socketType = MessageProperty(rawValue: "Socket-Type")
  /// libzmq's descriptor of the connection, in decimal (`ZMQ_SRCFD`, which it replaces).
  public static let descriptor = MessageProperty(rawValue: "__fd")
  /// The routing id that the peer set.
  public static let routingID = MessageProperty(rawValue: "Routing-Id")
}

/// Distinguishes a connection from all others for which a frame is still held, including closed
/// ones, because descriptors are reused.
public struct ConnectionMark: Hashable, Sendable {
  private let address: UInt

  /// Uses the address of libzmq's description of the connection, which lives as long as a frame
  /// refers to it.
  init(_ description: UnsafePointer<CChar>) { address = UInt(bitPattern: description) }
}

/// A received frame or message.
public protocol PeerDescribed {
  /// A property of the connection on which it was received; nil for data of this process.
  func peerMetadata(_ property: MessageProperty) -> String?
}

extension Frame: PeerDescribed {
  /// A property of the connection on which this frame was received; nil for a frame of this
  /// process.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    // Keeps the storage, and with it the text, alive until it is copied.
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, property.rawValue).map { String(cString: $0) }
  }

  /// The connection on which this frame was received; nil for a frame of this process. Valid only
  /// while the frame is held.
  public var connectionMark: ConnectionMark? {
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, MessageProperty.descriptor.rawValue)
      .map { ConnectionMark($0) }
  }
}

extension Message: PeerDescribed {
  /// A property of the connection on which this message was received; nil for a message of this
  /// process.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    frames.last?.peerMetadata(property)
  }
}

extension PassingMessage: PeerDescribed {
  /// A property of the connection on which this message was received.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    guard kept > 0 else { return nil }
    return zmq_msg_gets(parts + kept - 1, property.rawValue).map { String(cString: $0) }
  }
}
