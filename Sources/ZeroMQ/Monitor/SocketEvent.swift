import CZeroMQ

/// Something that happened to a connection (`zmq_socket_monitor(3)`).
public struct SocketEvent: Sendable, Hashable {
  /// What happened.
  public let kind: SocketEventKind
  /// Depends on the kind: a file descriptor, an errno, milliseconds, a ZAP status.
  public let value: UInt32
  /// The endpoint it is about.
  public let endpoint: String

  /// Creates an event.
  public init(kind: SocketEventKind, value: UInt32, endpoint: String) {
    self.kind = kind
    self.value = value
    self.endpoint = endpoint
  }

  /// Reads what libzmq's monitor sends: 16 bits of kind, 32 of value, then a frame with the
  /// endpoint.
  init?(_ message: Message) {
    guard message.count >= 2, message[0].count == 6 else { return nil }
    let (kind, value) = message[0].withUnsafeBytes {
      ($0.loadUnaligned(as: UInt16.self), $0.loadUnaligned(fromByteOffset: 2, as: UInt32.self))
    }
    self.init(
      kind: SocketEventKind(rawValue: Int32(kind)), value: value, endpoint: message[1].string ?? "")
  }
}

extension SocketEvent {
  /// With ``SocketEventKind/handshakeFailedProtocol``: one side encrypts and the other one does not.
  public var isMechanismMismatch: Bool {
    kind == .handshakeFailedProtocol && value == UInt32(ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)
  }

  /// With ``SocketEventKind/handshakeFailedProtocol``: what the peer sent was encrypted for another key.
  public var isForAnotherKey: Bool {
    kind == .handshakeFailedProtocol && value == UInt32(ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC)
  }
}

/// The kinds of events, to choose from and to be told.
public struct SocketEventKind: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// libzmq's bits.
  public let rawValue: Int32
  /// Creates a set from libzmq's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Connected, before the handshake. The value is the descriptor.
  public static let connected = SocketEventKind(rawValue: ZMQ_EVENT_CONNECTED)
  /// Connecting takes its time.
  public static let connectDelayed = SocketEventKind(rawValue: ZMQ_EVENT_CONNECT_DELAYED)
  /// Will connect again, after as many milliseconds as the value says.
  public static let connectRetried = SocketEventKind(rawValue: ZMQ_EVENT_CONNECT_RETRIED)
  /// Listening.
  public static let listening = SocketEventKind(rawValue: ZMQ_EVENT_LISTENING)
  /// Could not bind. The value is the errno.
  public static let bindFailed = SocketEventKind(rawValue: ZMQ_EVENT_BIND_FAILED)
  /// Somebody connected, before the handshake.
  public static let accepted = SocketEventKind(rawValue: ZMQ_EVENT_ACCEPTED)
  /// Could not accept. The value is the errno.
  public static let acceptFailed = SocketEventKind(rawValue: ZMQ_EVENT_ACCEPT_FAILED)
  /// The connection or listener was closed here.
  public static let closed = SocketEventKind(rawValue: ZMQ_EVENT_CLOSED)
  /// Could not close. The value is the errno.
  public static let closeFailed = SocketEventKind(rawValue: ZMQ_EVENT_CLOSE_FAILED)
  /// The connection was lost.
  public static let disconnected = SocketEventKind(rawValue: ZMQ_EVENT_DISCONNECTED)
  /// The last event of a monitor.
  public static let monitorStopped = SocketEventKind(rawValue: ZMQ_EVENT_MONITOR_STOPPED)
  /// The handshake failed for a reason of the system. The value is the errno.
  public static let handshakeFailed = SocketEventKind(
    rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL)
  /// The handshake is done, the peer is who it says: messages flow.
  public static let handshakeSucceeded = SocketEventKind(rawValue: ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
  /// The peer does not speak the protocol, or has the wrong key for it.
  public static let handshakeFailedProtocol = SocketEventKind(
    rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL)
  /// The ZAP handler said no. The value is its status, 300, 400 or 500.
  public static let handshakeFailedAuth = SocketEventKind(rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
  /// All of them.
  public static let all = SocketEventKind(rawValue: ZMQ_EVENT_ALL)

  private static let names: [(SocketEventKind, String)] = [
    (.connected, "connected"), (.connectDelayed, "connectDelayed"),
    (.connectRetried, "connectRetried"), (.listening, "listening"), (.bindFailed, "bindFailed"),
    (.accepted, "accepted"), (.acceptFailed, "acceptFailed"), (.closed, "closed"),
    (.closeFailed, "closeFailed"), (.disconnected, "disconnected"),
    (.monitorStopped, "monitorStopped"), (.handshakeFailed, "handshakeFailed"),
    (.handshakeSucceeded, "handshakeSucceeded"),
    (.handshakeFailedProtocol, "handshakeFailedProtocol"),
    (.handshakeFailedAuth, "handshakeFailedAuth"),
  ]

  /// The names, joined by `+`.
  public var description: String {
    Self.names.filter { contains($0.0) }.map(\.1).joined(separator: "+")
  }
}
