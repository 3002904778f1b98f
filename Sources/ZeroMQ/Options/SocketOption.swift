import CZeroMQ

/// A socket option (`zmq_setsockopt(3)`), with the type of its value. Times are in milliseconds.
public struct SocketOption<Value: SocketOptionValue>: Sendable {
  /// libzmq's name in lower camel case, as in errors.
  public let name: String
  /// Number of the option in libzmq.
  public let number: Int32
  /// Memory layout of the value in libzmq.
  public let layout: SocketOptionLayout

  /// Creates an option that this module does not define.
  public init(_ name: String, _ number: Int32, layout: SocketOptionLayout) {
    self.name = name
    self.number = number
    self.layout = layout
  }
}

extension Socket {
  /// Sets an option. Most take effect only for endpoints that are bound or connected afterwards.
  /// Must be called on the loop.
  /// - Throws: `invalidOption`, with the option's name, if libzmq rejects it.
  public func set<Value>(_ option: SocketOption<Value>, to value: Value) throws(ZeroMQError) {
    _ = try raw(for: .setOption)
    guard handle.set(option, to: value) else {
      throw ZeroMQError(during: .setOption, about: option.name)
    }
  }

  /// Reads an option. Must be called on the loop.
  /// - Throws: `invalidOption`, with the option's name, if it cannot be read.
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

  /// Subscribes a SUB to all topics that begin with `prefix`. For a manual XPUB, activates the
  /// subscription for the peer whose subscription was received last.
  public func subscribe(_ prefix: String) throws(ZeroMQError) {
    try set(.subscribe, to: Array(prefix.utf8))
  }

  /// Ends one subscription to `prefix`.
  public func unsubscribe(_ prefix: String) throws(ZeroMQError) {
    try set(.unsubscribe, to: Array(prefix.utf8))
  }
}
