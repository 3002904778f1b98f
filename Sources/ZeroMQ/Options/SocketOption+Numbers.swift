import CZeroMQ

extension SocketOption where Value == Int {
  /// Time that unsent messages are kept after closing. Only a finite one lets closing be bounded.
  public static var linger: Self { Self("linger", ZMQ_LINGER, layout: .int32) }
  /// Messages that may wait to be sent to one peer; 0 is no limit.
  public static var sndhwm: Self { Self("sndhwm", ZMQ_SNDHWM, layout: .int32) }
  /// Messages from one peer that may wait to be received; 0 is no limit.
  public static var rcvhwm: Self { Self("rcvhwm", ZMQ_RCVHWM, layout: .int32) }
  /// The kernel's buffer for sending, in bytes; -1 leaves it to the system.
  public static var sndbuf: Self { Self("sndbuf", ZMQ_SNDBUF, layout: .int32) }
  /// The kernel's buffer for receiving, in bytes; -1 leaves it to the system.
  public static var rcvbuf: Self { Self("rcvbuf", ZMQ_RCVBUF, layout: .int32) }
  /// How long a waiting send waits; -1 is for ever.
  public static var sendTimeout: Self { Self("sendTimeout", ZMQ_SNDTIMEO, layout: .int32) }
  /// How long a waiting receive waits; -1 is for ever.
  public static var receiveTimeout: Self { Self("receiveTimeout", ZMQ_RCVTIMEO, layout: .int32) }
  /// Time before connecting again. libzmq adds little chance to it; do so yourself.
  public static var reconnectIvl: Self { Self("reconnectIvl", ZMQ_RECONNECT_IVL, layout: .int32) }
  /// The most that the time before connecting again grows to; 0 lets it not grow.
  public static var reconnectIvlMax: Self {
    Self("reconnectIvlMax", ZMQ_RECONNECT_IVL_MAX, layout: .int32)
  }
  /// How long the handshake may take.
  public static var handshakeIvl: Self { Self("handshakeIvl", ZMQ_HANDSHAKE_IVL, layout: .int32) }
  /// How long connecting may take; 0 leaves it to the system.
  public static var connectTimeout: Self {
    Self("connectTimeout", ZMQ_CONNECT_TIMEOUT, layout: .int32)
  }
  /// Time between ZMTP pings; 0 is none. They find dead connections, not hung programs.
  public static var heartbeatIvl: Self { Self("heartbeatIvl", ZMQ_HEARTBEAT_IVL, layout: .int32) }
  /// How long to wait for an answer to a ping.
  public static var heartbeatTimeout: Self {
    Self("heartbeatTimeout", ZMQ_HEARTBEAT_TIMEOUT, layout: .int32)
  }
  /// How long the peer should wait for something from here.
  public static var heartbeatTTL: Self { Self("heartbeatTTL", ZMQ_HEARTBEAT_TTL, layout: .int32) }
  /// 1 is on, 0 off, -1 what the system does.
  public static var tcpKeepalive: Self { Self("tcpKeepalive", ZMQ_TCP_KEEPALIVE, layout: .int32) }
  /// Seconds of silence before the first keepalive.
  public static var tcpKeepaliveIdle: Self {
    Self("tcpKeepaliveIdle", ZMQ_TCP_KEEPALIVE_IDLE, layout: .int32)
  }
  /// Seconds between keepalives.
  public static var tcpKeepaliveInterval: Self {
    Self("tcpKeepaliveInterval", ZMQ_TCP_KEEPALIVE_INTVL, layout: .int32)
  }
  /// Keepalives without an answer that end a connection.
  public static var tcpKeepaliveCount: Self {
    Self("tcpKeepaliveCount", ZMQ_TCP_KEEPALIVE_CNT, layout: .int32)
  }
  /// How long TCP repeats what is not acknowledged.
  public static var tcpMaxRetransmit: Self {
    Self("tcpMaxRetransmit", ZMQ_TCP_MAXRT, layout: .int32)
  }
  /// The type-of-service byte of IP.
  public static var tos: Self { Self("tos", ZMQ_TOS, layout: .int32) }
  /// Connections that may wait to be accepted.
  public static var backlog: Self { Self("backlog", ZMQ_BACKLOG, layout: .int32) }
  /// The descriptor of libzmq's mailbox; edge-triggered, so read ``events`` after each use.
  public static var fd: Self { Self("fd", ZMQ_FD, layout: .int32) }
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
  /// Queue messages only for connections that are up.
  public static var immediate: Self { Self("immediate", ZMQ_IMMEDIATE, layout: .int32) }
  /// Use IPv6 as well.
  public static var ipv6: Self { Self("ipv6", ZMQ_IPV6, layout: .int32) }
  /// Report peers that are unknown or full instead of dropping.
  public static var routerMandatory: Self {
    Self("routerMandatory", ZMQ_ROUTER_MANDATORY, layout: .int32)
  }
  /// Give a routing id to whoever comes with it last.
  public static var routerHandover: Self {
    Self("routerHandover", ZMQ_ROUTER_HANDOVER, layout: .int32)
  }
  /// Send an empty message to each new peer.
  public static var probeRouter: Self { Self("probeRouter", ZMQ_PROBE_ROUTER, layout: .int32) }
  /// Pass on repeated subscriptions too.
  public static var xpubVerbose: Self { Self("xpubVerbose", ZMQ_XPUB_VERBOSE, layout: .int32) }
  /// Pass on repeated subscriptions and unsubscriptions too. Not together with manual.
  public static var xpubVerboser: Self { Self("xpubVerboser", ZMQ_XPUB_VERBOSER, layout: .int32) }
  /// Nobody is subscribed before ``subscribe`` is set in answer.
  public static var xpubManual: Self { Self("xpubManual", ZMQ_XPUB_MANUAL, layout: .int32) }
  /// Report a full peer instead of dropping; one slow peer then holds up all.
  public static var xpubNoDrop: Self { Self("xpubNoDrop", ZMQ_XPUB_NODROP, layout: .int32) }
  /// Send what does not match.
  public static var invertMatching: Self {
    Self("invertMatching", ZMQ_INVERT_MATCHING, layout: .int32)
  }
  /// Keep only the last message.
  public static var conflate: Self { Self("conflate", ZMQ_CONFLATE, layout: .int32) }
  /// Number requests, so that late replies are recognised.
  public static var reqCorrelate: Self { Self("reqCorrelate", ZMQ_REQ_CORRELATE, layout: .int32) }
  /// Allow a new request before the reply came.
  public static var reqRelaxed: Self { Self("reqRelaxed", ZMQ_REQ_RELAXED, layout: .int32) }
  /// Whether the frame received last is followed by another.
  public static var receiveMore: Self { Self("receiveMore", ZMQ_RCVMORE, layout: .int32) }
  /// This end is CURVE's server, to whichever side it connects.
  public static var curveServer: Self { Self("curveServer", ZMQ_CURVE_SERVER, layout: .int32) }
}
