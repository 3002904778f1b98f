import CZeroMQ

extension SocketOption where Value == Int {
  /// Time that unsent messages are kept after closing. Only a finite one lets closing be bounded.
  public static var linger: Self { Self("linger", ZMQ_LINGER, layout: .int32) }
  /// Messages that may wait to be sent to one peer; 0 is no limit.
  public static var sndhwm: Self { Self("sndhwm", ZMQ_SNDHWM, layout: .int32) }
  /// Messages from one peer that may wait to be received; 0 is no limit.
  public static var rcvhwm: Self { Self("rcvhwm", ZMQ_RCVHWM, layout: .int32) }
  /// Time before connecting again. libzmq adds little chance to it; do so yourself.
  public static var reconnectIvl: Self { Self("reconnectIvl", ZMQ_RECONNECT_IVL, layout: .int32) }
  /// The most that the time before connecting again grows to; 0 lets it not grow.
  public static var reconnectIvlMax: Self {
    Self("reconnectIvlMax", ZMQ_RECONNECT_IVL_MAX, layout: .int32)
  }
  /// How long the handshake may take.
  public static var handshakeIvl: Self { Self("handshakeIvl", ZMQ_HANDSHAKE_IVL, layout: .int32) }
  /// Time between ZMTP pings; 0 is none. They find dead connections, not hung programs.
  public static var heartbeatIvl: Self { Self("heartbeatIvl", ZMQ_HEARTBEAT_IVL, layout: .int32) }
  /// How long to wait for an answer to a ping.
  public static var heartbeatTimeout: Self {
    Self("heartbeatTimeout", ZMQ_HEARTBEAT_TIMEOUT, layout: .int32)
  }
  /// Connections that may wait to be accepted.
  public static var backlog: Self { Self("backlog", ZMQ_BACKLOG, layout: .int32) }
  /// 0 NULL, 1 PLAIN, 2 CURVE.
  public static var mechanism: Self { Self("mechanism", ZMQ_MECHANISM, layout: .int32) }
  /// The socket's kind, as libzmq numbers them.
  public static var type: Self { Self("type", ZMQ_TYPE, layout: .int32) }
}

extension SocketOption where Value == Int {
  /// The largest frame accepted, in bytes; -1 is any. A larger one ends the connection.
  public static var maxMsgSize: Self { Self("maxMsgSize", ZMQ_MAXMSGSIZE, layout: .int64) }
}

extension SocketOption where Value == Bool {
  /// Allows IPv6 for endpoints that are bound or connected from now on.
  public static var ipv6: Self { Self("ipv6", ZMQ_IPV6, layout: .int32) }
  /// Queue messages only for connections that are up.
  public static var immediate: Self { Self("immediate", ZMQ_IMMEDIATE, layout: .int32) }
  /// Report peers that are unknown or full instead of dropping.
  public static var routerMandatory: Self {
    Self("routerMandatory", ZMQ_ROUTER_MANDATORY, layout: .int32)
  }
  /// Pass on repeated subscriptions and unsubscriptions too. Not together with manual.
  public static var xpubVerboser: Self { Self("xpubVerboser", ZMQ_XPUB_VERBOSER, layout: .int32) }
  /// Nobody is subscribed before ``subscribe`` is set in answer.
  public static var xpubManual: Self { Self("xpubManual", ZMQ_XPUB_MANUAL, layout: .int32) }
  /// This end is CURVE's server, to whichever side it connects.
  public static var curveServer: Self { Self("curveServer", ZMQ_CURVE_SERVER, layout: .int32) }
}
