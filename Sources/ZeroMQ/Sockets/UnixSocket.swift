import Glibc

/// Checks for Unix domain sockets that libzmq does not perform.
enum UnixSocket {
  private static let scheme = "ipc://"

  /// Returns true if a process accepts connections at an `ipc://` endpoint. False for other
  /// endpoints, and for names that the system will choose.
  static func isListening(_ endpoint: String) -> Bool {
    guard endpoint.hasPrefix(scheme) else { return false }
    let path = endpoint.dropFirst(scheme.count).utf8
    var address = sockaddr_un()
    // The kernel itself rejects abstract names (@) that are in use.
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
    // A full queue also means that a process is listening.
    return result == 0 || errno == EAGAIN
  }
}
