// libzmq 4.3 supports these options, but its header reserves them for the draft API, so the numbers
// may change. Check ``Context/supports(_:)`` before relying on one.

extension SocketOption where Value == Bool {
  /// Rejects connections if no ZAP handler answers, instead of admitting them.
  public static var zapEnforceDomain: Self { Self("zapEnforceDomain", 93, layout: .int32) }
}

extension SocketOption where Value == String {
  /// A property, `X-name:value`, that the peer can read from each message.
  public static var metadata: Self { Self("metadata", 95, layout: .bytes(256)) }
}

extension Context {
  /// Returns true if this libzmq accepts `option`, tried with `value` on a temporary socket.
  public func supports<Value>(
    _ option: SocketOption<Value>, _ value: Value, on kind: SocketKind = .dealer
  ) throws(ZeroMQError) -> Bool {
    let handle = try SocketHandle(kind, in: self)
    defer { handle.close() }
    return handle.set(option, to: value)
  }
}
