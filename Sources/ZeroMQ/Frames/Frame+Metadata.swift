import CZeroMQ

/// A property of the connection on which a frame was received.
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
  /// libzmq's descriptor of the connection, in decimal (replaces `ZMQ_SRCFD`).
  public static let descriptor = MessageProperty(rawValue: "__fd")
  /// The routing id that the peer set.
  public static let routingID = MessageProperty(rawValue: "Routing-Id")
}

/// Identity of a connection, unique among all open and closed connections from which a frame is
/// still held. Descriptors are not unique, because they are reused.
public struct ConnectionMark: Hashable, Sendable {
  private let address: UInt

  /// Uses the address of libzmq's description of the connection, which exists for as long as a
  /// frame refers to it.
  init(_ description: UnsafePointer<CChar>) { address = UInt(bitPattern: description) }
}

/// A frame or message that can be queried for the connection on which it was received.
public protocol PeerDescribed {
  /// Returns a property of the connection on which the data was received; nil if this process
  /// created the data.
  func peerMetadata(_ property: MessageProperty) -> String?
}

extension Frame: PeerDescribed {
  /// Returns a property of the connection on which this frame was received; nil if this process
  /// created the frame.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    // Keeps the storage, and with it the text, alive until it is copied.
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, property.rawValue).map { String(cString: $0) }
  }

  /// The connection on which this frame was received; nil if this process created the frame. Valid
  /// only while the frame is held.
  public var connectionMark: ConnectionMark? {
    defer { withExtendedLifetime(storage) {} }
    return zmq_msg_gets(storage.message, MessageProperty.descriptor.rawValue)
      .map { ConnectionMark($0) }
  }
}

extension Message: PeerDescribed {
  /// Returns a property of the connection on which this message was received; nil if this process
  /// created the message.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    frames.last?.peerMetadata(property)
  }
}

extension PassingMessage: PeerDescribed {
  /// Returns a property of the connection on which this message was received; nil if it has no
  /// frames.
  public func peerMetadata(_ property: MessageProperty) -> String? {
    guard kept > 0 else { return nil }
    return zmq_msg_gets(parts + kept - 1, property.rawValue).map { String(cString: $0) }
  }
}
