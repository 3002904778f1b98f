import Glibc

/// A listening TCP socket. This module creates it because libmicrohttpd does not report the reason
/// for a failure.
package struct ListeningSocket {
  package let descriptor: Int32
  /// Actual port, even if port 0 was requested.
  package let port: UInt16

  /// Opens a socket and starts to listen.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `*` is every address of the machine.
  ///   - port: 0 lets the system choose.
  ///   - backlog: maximum number of connections that wait to be accepted.
  package init(host: String, port: UInt16, backlog: Int32 = 64) throws(HTTPServerError) {
    let place = "\(host):\(port)"
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_family = host == "*" ? AF_INET : AF_UNSPEC
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let failure = getaddrinfo(name == "*" ? nil : name, "\(port)", &hints, &found)
    guard failure == 0, let address = found else {
      throw HTTPServerError(
        .noAddress,
        "Invalid host “\(host)”; expected an address of this machine, such as 127.0.0.1, or *.")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(
      address.pointee.ai_family, address.pointee.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw Self.error(errno, place) }
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
      listen(descriptor, backlog) == 0
    else {
      let error = Self.error(errno, place)
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.port = Self.port(of: descriptor) ?? port
  }

  private static func error(_ number: Int32, _ place: String) -> HTTPServerError {
    switch number {
    case EADDRINUSE:
      HTTPServerError(.inUse, "\(place) is already in use; choose another port, or 0 for any.")
    case EACCES, EPERM:
      HTTPServerError(
        .notAllowed, "No permission to listen on \(place); choose port 1024 or higher.")
    case EADDRNOTAVAIL:
      HTTPServerError(.noAddress, "\(place) is not an address of this machine; use * or 127.0.0.1.")
    default:
      HTTPServerError(
        .system, "Could not listen on \(place): \(String(cString: strerror(number))).")
    }
  }

  private static func port(of descriptor: Int32) -> UInt16? {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { sockaddr in
        guard getsockname(descriptor, sockaddr, &length) == 0 else { return nil }
        // The port has the same offset in both address families.
        return sockaddr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
          UInt16(bigEndian: $0.pointee.sin_port)
        }
      }
    }
  }
}
