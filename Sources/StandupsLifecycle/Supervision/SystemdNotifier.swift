import StandupsConfiguration
import Glibc

/// Notifies systemd of the state of a service (`sd_notify(3)`, for `Type=notify`); does nothing
/// without systemd.
///
/// The protocol is one datagram of `NAME=value` lines to the socket that `NOTIFY_SOCKET` names.
public struct SystemdNotifier: Hashable, Sendable {
  /// Path of the socket; one that begins with `@` is in the abstract namespace. Nil if systemd did
  /// not start the service.
  let socket: String?

  /// Creates a notifier.
  ///
  /// - Parameter socket: the value of `NOTIFY_SOCKET`.
  public init(_ socket: String?) {
    self.socket = socket
  }

  /// Reports that the start is complete: settings, data and sockets are usable.
  public func ready(_ status: String) {
    send(["READY=1", "STATUS=\(Self.line(status))"])
  }

  /// Sets the text that `systemctl status` shows.
  public func status(_ status: String) {
    send(["STATUS=\(Self.line(status))"])
  }

  /// Reports that the drain has started.
  public func stopping() {
    send(["STOPPING=1", "STATUS=Stopping; finishing work in progress."])
  }

  private static func line(_ text: String) -> String {
    text.replacing("\n", with: " ")
  }

  /// Sends one datagram of `NAME=value` lines.
  ///
  /// - Returns: true if the datagram was sent. A failure is not an error, because a supervisor that
  ///   does not listen must not stop the work.
  @discardableResult
  func send(_ lines: [String]) -> Bool {
    guard let socket, let (address, length) = Self.address(socket) else { return false }
    let descriptor = Glibc.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(lines.joined(separator: "\n").utf8)
    let sent = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, length)
      }
    }
    return sent == bytes.count
  }

  /// Returns the address of a socket in the kernel's format; nil if the path is invalid.
  static func address(_ path: String) -> (sockaddr_un, socklen_t)? {
    let isAbstract = path.hasPrefix("@")
    guard path.hasPrefix("/") || isAbstract, path.utf8.count <= Endpoint.longestPath else {
      return nil
    }
    var bytes = Array(path.utf8)
    if isAbstract { bytes[0] = 0 }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let head = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    return (address, socklen_t(head + bytes.count))
  }
}
