import Glibc

/// Operations on connections that libzmq does not offer.
package enum Connections {
  /// Closes a connection. libzmq then finds it closed, and the peer has to reconnect.
  ///
  /// If the descriptor no longer belongs to a connection, nothing happens. If it now belongs to
  /// another connection, that peer merely has to reconnect.
  package static func end(_ descriptor: Int32) {
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Returns true if the system accepts more data for a connection. If it does, no data waits in
  /// libzmq, or not for long; if it does not, the peer is not reading.
  package static func isWritable(_ descriptor: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return Glibc.poll(&poll, 1, 0) > 0
  }

  /// Bytes that were written to a connection and that the other end has not acknowledged; nil if
  /// the system does not report them.
  package static func queuedBytes(_ descriptor: Int32) -> Int? {
    // SIOCOUTQ of Linux, a macro that Swift does not import everywhere.
    let siocoutq: UInt = 0x5411
    var bytes: Int32 = 0
    return ioctl(descriptor, siocoutq, &bytes) == 0 ? Int(bytes) : nil
  }

  /// Bytes that the other end of a TCP connection has received; nil if the system does not report
  /// them.
  package static func sentBytes(_ descriptor: Int32) -> Int? {
    acknowledged(descriptor).map { Int(clamping: $0) }
  }

  /// Returns true if the other end of a TCP connection has received more than libzmq sends before
  /// the handshake: a greeting of 64 bytes and, with keys, a WELCOME of 170 (RFC 23 and 26). False
  /// if the system does not report the bytes, for example for a Unix socket.
  package static func isWelcomed(_ descriptor: Int32, hasKeys: Bool) -> Bool {
    guard let bytes = acknowledged(descriptor) else { return false }
    return bytes > (hasKeys ? 64 + 170 : 64)
  }

  /// Bytes that arrived on a TCP connection, read or not; nil if the system does not count them,
  /// for example for a Unix socket.
  package static func receivedBytes(_ descriptor: Int32) -> Int? {
    // `tcpi_bytes_received`
    counter(at: 128, of: descriptor).map { Int(clamping: $0) }
  }

  private static func acknowledged(_ descriptor: Int32) -> UInt64? {
    // `tcpi_bytes_acked`
    counter(at: 120, of: descriptor)
  }

  /// A counter in Linux's struct tcp_info, whose later members are missing from glibc's header.
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
