import CZeroMQ
import Glibc

extension Socket {
  /// Listens on `endpoint`.
  /// - Returns: the actual endpoint, in which `*` and port 0 are replaced by the system's choice.
  /// - Throws: `addressInUse`, `addressNotAvailable`, `accessDenied`, `invalidEndpoint` and others.
  @discardableResult
  public func bind(_ endpoint: String) throws(ZeroMQError) -> String {
    let raw = try raw(for: .bind)
    try Self.checkPort(of: endpoint, .bind)
    // libzmq would silently replace the socket file of another listener.
    if UnixSocket.isListening(endpoint) {
      throw ZeroMQError(errno: EADDRINUSE, during: .bind, about: endpoint)
    }
    try chooseFamily(for: endpoint)
    try check(zmq_bind(raw, endpoint), .bind, endpoint)
    let actual = try get(.lastEndpoint)
    return actual.isEmpty ? endpoint : actual
  }

  /// Stops listening on an endpoint that ``bind(_:)`` returned.
  public func unbind(_ endpoint: String) throws(ZeroMQError) {
    try check(zmq_unbind(try raw(for: .unbind), endpoint), .unbind, endpoint)
  }

  /// Connects to `endpoint`, now or as soon as a peer listens there, and reconnects when the
  /// connection is lost.
  public func connect(_ endpoint: String) throws(ZeroMQError) {
    let raw = try raw(for: .connect)
    try Self.checkPort(of: endpoint, .connect)
    try chooseFamily(for: endpoint)
    try check(zmq_connect(raw, endpoint), .connect, endpoint)
  }

  /// Closes the connection to an endpoint that was passed to ``connect(_:)``.
  public func disconnect(_ endpoint: String) throws(ZeroMQError) {
    try check(zmq_disconnect(try raw(for: .disconnect), endpoint), .disconnect, endpoint)
  }

  private func chooseFamily(for endpoint: String) throws(ZeroMQError) {
    guard handle.chooseFamily(for: endpoint) else {
      throw ZeroMQError(during: .setOption, about: SocketOption<Bool>.ipv6.name)
    }
  }

  // libzmq accepts a port over 65535 and truncates it to 16 bits.
  private static func checkPort(
    of endpoint: String, _ operation: ZeroMQError.Operation
  ) throws(ZeroMQError) {
    guard endpoint.hasPrefix("tcp://"), let colon = endpoint.lastIndex(of: ":"),
      let port = Int(endpoint[endpoint.index(after: colon)...]), !(0...65535).contains(port)
    else { return }
    throw ZeroMQError(errno: EINVAL, during: operation, about: endpoint)
  }

  private func check(
    _ result: Int32, _ operation: ZeroMQError.Operation, _ endpoint: String
  ) throws(ZeroMQError) {
    if result != 0 { throw ZeroMQError(during: operation, about: endpoint) }
  }
}
