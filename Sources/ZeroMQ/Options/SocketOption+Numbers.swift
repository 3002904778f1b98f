import CZeroMQ

extension SocketOption where Value == Int {
  /// Time for which unsent messages are kept after the socket is closed, in milliseconds. The
  /// context can be closed in bounded time only if this time is finite.
  public static var linger: Self { Self("linger", ZMQ_LINGER, layout: .int32) }
  /// Maximum number of messages that wait to be sent to one peer; 0 for unlimited.
  public static var sndhwm: Self { Self("sndhwm", ZMQ_SNDHWM, layout: .int32) }
  /// Maximum number of messages from one peer that wait to be received; 0 for unlimited.
  public static var rcvhwm: Self { Self("rcvhwm", ZMQ_RCVHWM, layout: .int32) }
  /// Wait before reconnecting, in milliseconds. libzmq randomises it only slightly; add randomness
  /// yourself.
  public static var reconnectIvl: Self { Self("reconnectIvl", ZMQ_RECONNECT_IVL, layout: .int32) }
  /// Upper limit of the growing wait before reconnecting, in milliseconds; with 0, the wait does
  /// not grow.
  public static var reconnectIvlMax: Self {
    Self("reconnectIvlMax", ZMQ_RECONNECT_IVL_MAX, layout: .int32)
  }
  /// Time limit of one attempt to establish a connection over TCP, in milliseconds; 0 for the kernel's limit of about
  /// two minutes.
  public static var connectTimeout: Self {
    Self("connectTimeout", ZMQ_CONNECT_TIMEOUT, layout: .int32)
  }
  /// Time limit of the handshake, in milliseconds.
  public static var handshakeIvl: Self { Self("handshakeIvl", ZMQ_HANDSHAKE_IVL, layout: .int32) }
  /// Interval of ZMTP pings, in milliseconds; 0 for none. They detect dead connections, not hung
  /// programs.
  public static var heartbeatIvl: Self { Self("heartbeatIvl", ZMQ_HEARTBEAT_IVL, layout: .int32) }
  /// Maximum time to wait for the reply to a ping, in milliseconds.
  public static var heartbeatTimeout: Self {
    Self("heartbeatTimeout", ZMQ_HEARTBEAT_TIMEOUT, layout: .int32)
  }
  /// Maximum number of connections that wait to be accepted.
  public static var backlog: Self { Self("backlog", ZMQ_BACKLOG, layout: .int32) }
  /// Security mechanism: 0 for NULL, 1 for PLAIN, 2 for CURVE.
  public static var mechanism: Self { Self("mechanism", ZMQ_MECHANISM, layout: .int32) }
  /// The socket's kind, as libzmq's number.
  public static var type: Self { Self("type", ZMQ_TYPE, layout: .int32) }
}

extension SocketOption where Value == Int {
  /// Maximum size of a received frame, in bytes; -1 for unlimited. A larger one ends the
  /// connection.
  public static var maxMsgSize: Self { Self("maxMsgSize", ZMQ_MAXMSGSIZE, layout: .int64) }
}

extension SocketOption where Value == Bool {
  /// Permits IPv6 for endpoints that are bound or connected from now on.
  public static var ipv6: Self { Self("ipv6", ZMQ_IPV6, layout: .int32) }
  /// Queues messages only for established connections.
  public static var immediate: Self { Self("immediate", ZMQ_IMMEDIATE, layout: .int32) }
  /// Reports peers that are unknown or whose queue is full, instead of dropping the message.
  public static var routerMandatory: Self {
    Self("routerMandatory", ZMQ_ROUTER_MANDATORY, layout: .int32)
  }
  /// Delivers repeated subscriptions and unsubscriptions, too. Cannot be combined with manual.
  public static var xpubVerboser: Self { Self("xpubVerboser", ZMQ_XPUB_VERBOSER, layout: .int32) }
  /// Activates a subscription only when ``subscribe`` is set in reply to it.
  public static var xpubManual: Self { Self("xpubManual", ZMQ_XPUB_MANUAL, layout: .int32) }
  /// Makes this socket the CURVE server, no matter which side connects.
  public static var curveServer: Self { Self("curveServer", ZMQ_CURVE_SERVER, layout: .int32) }
}
