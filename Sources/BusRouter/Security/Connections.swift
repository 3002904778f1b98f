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
}
