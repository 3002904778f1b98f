import CZeroMQ

/// An option of a socket (`zmq_setsockopt(3)`), with the type of its value. Times are milliseconds.
public struct SocketOption<Value: SocketOptionValue>: Sendable {
  /// libzmq's name in lower case, as errors give it.
  public let name: String
  /// libzmq's number.
  public let number: Int32
  /// How libzmq lays out the value.
  public let layout: SocketOptionLayout

  /// Creates an option that is not listed here.
  public init(_ name: String, _ number: Int32, layout: SocketOptionLayout) {
    self.name = name
    self.number = number
    self.layout = layout
  }
}

extension Socket {
  /// Sets an option. Most take effect for what is bound or connected afterwards. On the loop only.
  /// - Throws: `invalidOption`, with the option's name, when libzmq does not take it.
  public func set<Value>(_ option: SocketOption<Value>, to value: Value) throws(ZeroMQError) {
    _ = try raw(for: .setOption)
    guard handle.set(option, to: value) else {
      throw ZeroMQError(during: .setOption, about: option.name)
    }
  }

  /// Reads an option. On the loop only.
  /// - Throws: `invalidOption`, with the option's name, when it cannot be read.
  public func get<Value>(_ option: SocketOption<Value>) throws(ZeroMQError) -> Value {
    let raw = try raw(for: .getOption)
    var size = option.layout.size
    var number: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      if zmq_getsockopt(raw, option.number, buffer.baseAddress, &size) == 0 {
        count = min(size, buffer.count)
      } else {
        number = zmq_errno()
      }
    }
    guard number == 0 else {
      throw ZeroMQError(errno: number, during: .getOption, about: option.name)
    }
    guard let value = Value.decode(bytes, as: option.layout) else {
      throw ZeroMQError(.invalidOption, during: .getOption, about: option.name)
    }
    return value
  }

  /// Subscribes a SUB socket to all that begins with `prefix`; for a manual XPUB, lets the peer
  /// whose subscription was received last have it.
  public func subscribe(_ prefix: String) throws(ZeroMQError) {
    try set(.subscribe, to: Array(prefix.utf8))
  }

  /// Takes back one subscription.
  public func unsubscribe(_ prefix: String) throws(ZeroMQError) {
    try set(.unsubscribe, to: Array(prefix.utf8))
  }
}
