import CZeroMQ

/// An event of a connection (`zmq_socket_monitor(3)`).
public struct SocketEvent: Sendable, Hashable {
  /// The kind of event.
  public let kind: SocketEventKind
  /// Depends on the kind: a file descriptor, an errno, milliseconds, or a ZAP status.
  public let value: UInt32
  /// The endpoint of the connection.
  public let endpoint: String

  /// Creates an event as libzmq reports it.
  public init(kind: SocketEventKind, value: UInt32, endpoint: String) {
    self.kind = kind
    self.value = value
    self.endpoint = endpoint
  }

  /// Parses the message of libzmq's monitor: 16 bits of kind, 32 bits of value, then a frame with
  /// the endpoint.
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
  /// True if only one side encrypts; used with ``SocketEventKind/handshakeFailedProtocol``.
  public var isMechanismMismatch: Bool {
    kind == .handshakeFailedProtocol && value == UInt32(ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH)
  }

  /// True if the peer encrypted its data for another key; used with
  /// ``SocketEventKind/handshakeFailedProtocol``.
  public var isForAnotherKey: Bool {
    kind == .handshakeFailedProtocol && value == UInt32(ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC)
  }
}

/// A set of kinds of events.
public struct SocketEventKind: OptionSet, Sendable, Hashable, CustomStringConvertible {
  /// The kinds as libzmq's bits.
  public let rawValue: Int32
  /// Creates a set from libzmq's bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A connection was established, before the handshake. The value is the descriptor.
  public static let connected = SocketEventKind(rawValue: ZMQ_EVENT_CONNECTED)
  /// The connection could not be established immediately and is in progress.
  public static let connectDelayed = SocketEventKind(rawValue: ZMQ_EVENT_CONNECT_DELAYED)
  /// Another attempt to connect will follow. The value is the wait, in milliseconds.
  public static let connectRetried = SocketEventKind(rawValue: ZMQ_EVENT_CONNECT_RETRIED)
  /// The socket is listening.
  public static let listening = SocketEventKind(rawValue: ZMQ_EVENT_LISTENING)
  /// Binding failed. The value is the errno.
  public static let bindFailed = SocketEventKind(rawValue: ZMQ_EVENT_BIND_FAILED)
  /// A peer connected, before the handshake. The value is the descriptor.
  public static let accepted = SocketEventKind(rawValue: ZMQ_EVENT_ACCEPTED)
  /// Accepting a connection failed. The value is the errno.
  public static let acceptFailed = SocketEventKind(rawValue: ZMQ_EVENT_ACCEPT_FAILED)
  /// The connection or listener was closed on this side.
  public static let closed = SocketEventKind(rawValue: ZMQ_EVENT_CLOSED)
  /// Closing failed. The value is the errno.
  public static let closeFailed = SocketEventKind(rawValue: ZMQ_EVENT_CLOSE_FAILED)
  /// The connection was lost. The value is the descriptor.
  public static let disconnected = SocketEventKind(rawValue: ZMQ_EVENT_DISCONNECTED)
  /// The last event of a monitor.
  public static let monitorStopped = SocketEventKind(rawValue: ZMQ_EVENT_MONITOR_STOPPED)
  /// The handshake failed because of a system error. The value is the errno.
  public static let handshakeFailed = SocketEventKind(
    rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL)
  /// The handshake succeeded, and the peer's identity is proven: messages can be exchanged.
  public static let handshakeSucceeded = SocketEventKind(rawValue: ZMQ_EVENT_HANDSHAKE_SUCCEEDED)
  /// The peer does not use the protocol, or has the wrong key.
  public static let handshakeFailedProtocol = SocketEventKind(
    rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL)
  /// The ZAP handler rejected the peer. The value is its status, 300, 400 or 500.
  public static let handshakeFailedAuth = SocketEventKind(rawValue: ZMQ_EVENT_HANDSHAKE_FAILED_AUTH)
  /// All kinds of events.
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
