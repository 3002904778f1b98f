package import CMicroHTTPD
import Glibc
import Threads

/// The set of open connections. When it grows too large, it closes the oldest connection that is
/// not being answered, so that idle and very slow clients make room for others.
package final class OpenConnections: Sendable {
  private struct Connection {
    let descriptor: Int32
    /// True while the response to a complete request is being sent.
    var isAnswered = false
  }

  /// The open connections, oldest first.
  private let open = Locked<[Connection]>([])
  private let most: Int

  /// Creates an empty set of connections.
  ///
  /// - Parameter most: maximum number of open connections.
  package init(most: Int) { self.most = most }

  /// Records that libmicrohttpd opened or closed a connection.
  package func changed(_ connection: OpaquePointer, _ what: MHD_ConnectionNotificationCode) {
    let descriptor = cmhd_descriptor(connection)
    if cmhd_has_started(what) { opened(descriptor) } else { closed(descriptor) }
  }

  package func opened(_ descriptor: Int32) {
    open.withLock { open in
      if open.count >= most, let place = open.firstIndex(where: { !$0.isAnswered }) {
        // libmicrohttpd notices the shutdown and closes the descriptor.
        shutdown(open.remove(at: place).descriptor, Int32(SHUT_RDWR))
      }
      open.append(Connection(descriptor: descriptor))
    }
  }

  package func closed(_ descriptor: Int32) {
    open.withLock { open in open.removeAll { $0.descriptor == descriptor } }
  }

  /// Records that a connection, which is being answered, has another descriptor from now on.
  package func replace(_ descriptor: Int32, by other: Int32) {
    open.withLock { open in
      guard let place = open.lastIndex(where: { $0.descriptor == descriptor }) else { return }
      open[place] = Connection(descriptor: other, isAnswered: true)
    }
  }

  package func answering(_ descriptor: Int32, _ isAnswered: Bool) {
    open.withLock { open in
      guard let place = open.lastIndex(where: { $0.descriptor == descriptor }) else { return }
      open[place].isAnswered = isAnswered
    }
  }
}
