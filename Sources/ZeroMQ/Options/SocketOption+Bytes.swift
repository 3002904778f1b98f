import CZeroMQ

extension SocketOption where Value == String {
  /// The actual endpoint of the last bind.
  public static var lastEndpoint: Self {
    Self("lastEndpoint", ZMQ_LAST_ENDPOINT, layout: .bytes(1024))
  }
  /// The domain that the ZAP handler receives; the handler is called only if it is not empty.
  public static var zapDomain: Self { Self("zapDomain", ZMQ_ZAP_DOMAIN, layout: .bytes(256)) }
}

extension SocketOption where Value == [UInt8] {
  /// Subscribes a SUB to a prefix. In reply to a subscription, activates it for the peer of a
  /// manual XPUB.
  public static var subscribe: Self { Self("subscribe", ZMQ_SUBSCRIBE, layout: .bytes(0)) }
  /// Ends one subscription of a SUB.
  public static var unsubscribe: Self { Self("unsubscribe", ZMQ_UNSUBSCRIBE, layout: .bytes(0)) }
  /// The id by which a ROUTER identifies this socket: 1 to 255 bytes, the first of which must not
  /// be zero.
  public static var routingID: Self { Self("routingID", ZMQ_ROUTING_ID, layout: .bytes(255)) }
}

extension SocketOption where Value == SocketReadiness {
  /// The operations that are possible now.
  public static var events: Self { Self("events", ZMQ_EVENTS, layout: .int32) }
}

extension SocketOption where Value == CurvePublicKey {
  /// This socket's public key; set on a client, together with its secret key.
  public static var curvePublicKey: Self {
    Self("curvePublicKey", ZMQ_CURVE_PUBLICKEY, layout: .bytes(32))
  }
  /// Public key that the server must have; set on a client.
  public static var curveServerKey: Self {
    Self("curveServerKey", ZMQ_CURVE_SERVERKEY, layout: .bytes(32))
  }
}

extension SocketOption where Value == CurveSecretKey {
  /// This socket's secret key.
  public static var curveSecretKey: Self {
    Self("curveSecretKey", ZMQ_CURVE_SECRETKEY, layout: .bytes(32))
  }
}
