// libzmq 4.3 knows these options, but its header hides them behind its draft API, so that there is
// no promise that the numbers stay. Ask ``Context/supports(_:)`` before relying on one.

extension SocketOption where Value == Bool {
  /// Close connections of peers while no ZAP handler answers, instead of letting them in.
  public static var zapEnforceDomain: Self { Self("zapEnforceDomain", 93, layout: .int32) }
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
