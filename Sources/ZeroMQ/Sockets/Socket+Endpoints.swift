import CZeroMQ
import Glibc

extension Socket {
  /// Listens at `endpoint`.
  /// - Returns: the actual endpoint, in which `*` and port 0 are replaced by what the system chose.
  /// - Throws: `addressInUse`, `addressNotAvailable`, `accessDenied`, `invalidEndpoint` and others.
  @discardableResult
  public func bind(_ endpoint: String) throws(ZeroMQError) -> String {
    let raw = try raw(for: .bind)
    // libzmq removes the socket file of whoever listens there and takes its place without a word.
    if UnixSocket.isListening(endpoint) {
      throw ZeroMQError(errno: EADDRINUSE, during: .bind, about: endpoint)
    }
    try check(zmq_bind(raw, endpoint), .bind, endpoint)
    let actual = try get(.lastEndpoint)
    return actual.isEmpty ? endpoint : actual
  }

  /// Stops listening at an endpoint that ``bind(_:)`` returned.
  public func unbind(_ endpoint: String) throws(ZeroMQError) {
    try check(zmq_unbind(try raw(for: .unbind), endpoint), .unbind, endpoint)
  }

  /// Connects to `endpoint`, now or as soon as somebody listens there, and again when it is lost.
  public func connect(_ endpoint: String) throws(ZeroMQError) {
    try check(zmq_connect(try raw(for: .connect), endpoint), .connect, endpoint)
  }

  /// Ends the connection to an endpoint given to ``connect(_:)``.
  public func disconnect(_ endpoint: String) throws(ZeroMQError) {
    try check(zmq_disconnect(try raw(for: .disconnect), endpoint), .disconnect, endpoint)
  }

  private func check(
    _ result: Int32, _ operation: ZeroMQError.Operation, _ endpoint: String
  ) throws(ZeroMQError) {
    if result != 0 { throw ZeroMQError(during: operation, about: endpoint) }
  }
}

/// What libzmq does not ask about Unix domain sockets.
enum UnixSocket {
  private static let scheme = "ipc://"

  /// Whether somebody accepts connections at an `ipc://` endpoint. False for others, and for names
  /// that the system will choose.
  static func isListening(_ endpoint: String) -> Bool {
    guard endpoint.hasPrefix(scheme) else { return false }
    let path = endpoint.dropFirst(scheme.count).utf8
    var address = sockaddr_un()
    // Abstract names (@) are refused by the kernel itself when they are taken.
    guard let first = path.first, first != UInt8(ascii: "@"), first != UInt8(ascii: "*"),
      path.count < MemoryLayout.size(ofValue: address.sun_path)
    else { return false }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
    let descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // A full queue of a listener is a listener too.
    return result == 0 || errno == EAGAIN
  }
}
