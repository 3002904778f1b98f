import CZeroMQ

extension SocketOption where Value == String {
  /// The actual endpoint of the last bind.
  public static var lastEndpoint: Self {
    Self("lastEndpoint", ZMQ_LAST_ENDPOINT, layout: .bytes(1024))
  }
  /// What the ZAP handler is told about where a peer comes from; must not be empty to be asked.
  public static var zapDomain: Self { Self("zapDomain", ZMQ_ZAP_DOMAIN, layout: .bytes(256)) }
}

extension SocketOption where Value == [UInt8] {
  /// Subscribes a SUB to a prefix; in answer to a subscription, lets a manual XPUB's peer have it.
  public static var subscribe: Self { Self("subscribe", ZMQ_SUBSCRIBE, layout: .bytes(0)) }
  /// Takes back one subscription.
  public static var unsubscribe: Self { Self("unsubscribe", ZMQ_UNSUBSCRIBE, layout: .bytes(0)) }
  /// The name under which a ROUTER peer knows this socket, 1 to 255 bytes, not beginning with zero.
  public static var routingID: Self { Self("routingID", ZMQ_ROUTING_ID, layout: .bytes(255)) }
}

extension SocketOption where Value == SocketReadiness {
  /// What can be done now.
  public static var events: Self { Self("events", ZMQ_EVENTS, layout: .int32) }
}

extension SocketOption where Value == CurvePublicKey {
  /// This end's public key; for a client, whose secret key is set too.
  public static var curvePublicKey: Self {
    Self("curvePublicKey", ZMQ_CURVE_PUBLICKEY, layout: .bytes(32))
  }
  /// The key that the server must have; for a client.
  public static var curveServerKey: Self {
    Self("curveServerKey", ZMQ_CURVE_SERVERKEY, layout: .bytes(32))
  }
}

extension SocketOption where Value == CurveSecretKey {
  /// This end's secret key.
  public static var curveSecretKey: Self {
    Self("curveSecretKey", ZMQ_CURVE_SECRETKEY, layout: .bytes(32))
  }
}
