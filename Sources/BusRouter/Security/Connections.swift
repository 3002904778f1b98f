import Bus
import Glibc

/// What libzmq has no call for.
enum Connections {
  /// Ends a connection: libzmq finds it closed, and the peer has to shake hands again.
  ///
  /// A descriptor that is no connection any more is left alone, and one that is another by now only has
  /// to connect anew.
  static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Whether the system takes more for a connection. If it does, nothing waits for it in libzmq, or not for
  /// long; if it does not, the peer does not read.
  static func isWritable(_ descriptor: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return Glibc.poll(&poll, 1, 0) > 0
  }

  /// Bytes that were written to a connection and that the other end has not taken; nil where the system does not say.
  static func queuedBytes(_ descriptor: Int32) -> Int? {
    // SIOCOUTQ of Linux, which is a macro that Swift does not see everywhere.
    let siocoutq: UInt = 0x5411
    var bytes: Int32 = 0
    return ioctl(descriptor, siocoutq, &bytes) == 0 ? Int(bytes) : nil
  }

  /// Bytes that the other end of a TCP connection has got; nil where the system does not say.
  static func sentBytes(_ descriptor: Int32) -> Int? {
    acknowledged(descriptor).map { Int(clamping: $0) }
  }

  /// Whether the other end of a TCP connection has got more than libzmq sends to strangers: a greeting
  /// of 64 bytes, and with keys a WELCOME of 170 (RFC 23 and 26). False where the system does not tell, such
  /// as of a Unix socket.
  static func isWelcomed(_ descriptor: Int32, hasKeys: Bool) -> Bool {
    guard let bytes = acknowledged(descriptor) else { return false }
    return bytes > (hasKeys ? 64 + 170 : 64)
  }

  /// Bytes that came over a TCP connection, read or not; nil if the system does not count them, as for a Unix socket.
  static func receivedBytes(_ descriptor: Int32) -> Int? {
    // `tcpi_bytes_received`
    counter(at: 128, of: descriptor).map { Int(clamping: $0) }
  }

  private static func acknowledged(_ descriptor: Int32) -> UInt64? {
    // `tcpi_bytes_acked`
    counter(at: 120, of: descriptor)
  }

  /// A counter of Linux' struct tcp_info, whose later members glibc's header leaves out.
  private static func counter(at place: Int, of descriptor: Int32) -> UInt64? {
    var information = [UInt8](repeating: 0, count: place + 8)
    var length = socklen_t(information.count)
    guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &length) == 0,
      length == socklen_t(information.count)
    else { return nil }
    return information.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: place, as: UInt64.self)
    }
  }
}
