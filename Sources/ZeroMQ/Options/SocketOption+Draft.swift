// libzmq 4.3 knows these options, but its header hides them behind its draft API, so that there is
// no promise that the numbers stay. Ask ``Context/supports(_:)`` before relying on one.

extension SocketOption where Value == Bool {
  /// Close connections of peers while no ZAP handler answers, instead of letting them in.
  public static var zapEnforceDomain: Self { Self("zapEnforceDomain", 93, layout: .int32) }
  /// As ``xpubManual``, and only the last subscriber gets the next message.
  public static var xpubManualLastValue: Self { Self("xpubManualLastValue", 98, layout: .int32) }
  /// Only the first frame of a message to an XPUB is taken as a subscription.
  public static var onlyFirstSubscribe: Self { Self("onlyFirstSubscribe", 108, layout: .int32) }
}

extension SocketOption where Value == Int {
  /// When not to connect again: bit 1 refused, bit 2 handshake failed.
  public static var reconnectStop: Self { Self("reconnectStop", 109, layout: .int32) }
  /// Whether a ROUTER reports peers that come (1) and go (2).
  public static var routerNotify: Self { Self("routerNotify", 97, layout: .int32) }
}

extension SocketOption where Value == String {
  /// A property, `X-name:value`, that the peer can read from each message.
  public static var metadata: Self { Self("metadata", 95, layout: .bytes(256)) }
}

extension Context {
  /// Whether this libzmq takes `option`, tried with `value` on a socket of its own.
  public func supports<Value>(
    _ option: SocketOption<Value>, _ value: Value, on kind: SocketKind = .dealer
  ) throws(ZeroMQError) -> Bool {
    let handle = try SocketHandle(kind, in: self)
    defer { handle.close() }
    return handle.set(option, to: value)
  }
}
