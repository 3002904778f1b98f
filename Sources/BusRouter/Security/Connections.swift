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
}
